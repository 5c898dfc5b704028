"""Whether bots depend on anything that their seat cannot know.

Two worlds that differ only in what a seat cannot know are the same to it. So every bot, asked in both with the same
random numbers, must choose the same move, and every move must have the same worth in both.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from tefuda.bots import DECISIONS
from tefuda.bots.levels import Bot
from tefuda.bots.master import Master
from tefuda.games import Face
from tefuda.kernel.plain import Game

PLAYOUTS = 20  # a budget that can be repeated


def peeking(face: Face, bots: Mapping[str, Bot], game: Game, world: Game, seat: int, seed: int) -> list[str]:
    """What differs between the two worlds, by name: the view, bots by their choices, levels by their worths."""
    view, other = face.view(game, seat), face.view(world, seat)
    moves = [face.move_text(action) for action in game.legal(seat)]
    found = ["view"] if view != other else []
    for name, bot in bots.items():
        asked = Master(playouts=PLAYOUTS) if isinstance(bot, Master) else bot
        if asked(view, moves, random.Random(seed)) != asked(other, moves, random.Random(seed)):
            found.append(name)
    for name, decide in DECISIONS.items():
        chosen = [decide(face, one.redeal(seat, seed), seat, random.Random(seed)) for one in (game, world)]
        if chosen[0] != chosen[1]:
            found.append(f"decision of {name}")
    for name in ("CASUAL", "CLUB"):
        weights = getattr(face.weights, name)
        if game.worths(seat, weights) != world.worths(seat, weights):
            found.append(f"worths of {name.lower()}")
    return found
