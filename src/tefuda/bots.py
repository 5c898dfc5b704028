"""Bots: they get what their seat gets, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from tefuda.games import GAMES
from tefuda.games.face import AnyView

Bot = Callable[[AnyView, Sequence[str], random.Random], str]


def choose_random(view: AnyView, moves: Sequence[str], rng: random.Random) -> str:
    """Any legal move, all equally likely."""
    return rng.choice(moves)


def choose_greedy(view: AnyView, moves: Sequence[str], rng: random.Random) -> str:
    """What the game's quick policy does."""
    face = GAMES[view.game]
    assert view.seat is not None
    return face.move_text(face.world(view).quick(view.seat, rng.getrandbits(62)))


BOTS: dict[str, Bot] = {"random": choose_random, "greedy": choose_greedy}
