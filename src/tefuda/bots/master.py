"""`master`: a search, the same for all games.

It plays its best-looking moves in many worlds that its view cannot rule out, the same worlds for all of them, and on to
the end of the round, all seats moving by the weights of `club`. After each stage the worse half of the moves is dropped
(sequential halving), so that most of the budget goes to the moves between which it is hard to choose. The move that
`club` would make stays to the end, and another must lead it by more than a little chance to be made instead.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Sequence

from tefuda.bots.levels import club_weights
from tefuda.games import GAMES
from tefuda.games.view import View

CANDIDATES = 12  # moves that are looked at
CHUNK = 2  # worlds between two looks at the clock
DOUBTS = 2  # looks that count as if they had gone against a move, by one standard deviation each


class Master:
    """A budget in seconds a decision, or, so that it can be repeated, in playouts."""

    def __init__(self, seconds: float = 0.5, playouts: int = 0) -> None:
        self.seconds = seconds
        self.playouts = playouts

    def __call__(self, view: View, moves: Sequence[str], rng: random.Random) -> str:
        begun = time.perf_counter()
        if len(moves) == 1:
            return moves[0]
        face, seat, weights = GAMES[view.game], view.seat, club_weights(view)
        assert seat is not None
        game = face.world(view)
        worths = game.worths(seat, weights)
        order = sorted(range(len(worths)), key=lambda index: -worths[index])[:CANDIDATES]
        left = [game.legal(seat)[index] for index in order]
        relative = not face.is_shared(view)
        leads: dict[int, list[float]] = {action: [] for action in left}  # over the first, chunk by chunk
        stages = (len(left) - 1).bit_length()
        for stage in range(stages):
            if stage:
                left[1:] = sorted(left[1:], key=lambda action: -sum(leads[action]))[: (len(left) - 1) // 2]
            worlds = max(1, self.playouts // (stages * len(left)))
            until = begun + self.seconds * (stage + 1) / stages
            while worlds > 0:
                chunk = min(CHUNK, worlds)
                found, _, _ = game.search(seat, left, chunk, rng.getrandbits(62), weights, relative)
                for action, value in zip(left, found, strict=True):
                    leads[action].append((value - found[0]) / chunk)
                worlds = worlds - chunk if self.playouts else int(time.perf_counter() < until) * CHUNK
        return face.move_text(max(left, key=lambda action: lead(leads[action])))


def lead(leads: Sequence[float]) -> float:
    """All of them together, as if a few more had gone against it: what was looked at little is doubted most."""
    return sum(leads) - DOUBTS * statistics.stdev(leads) if len(leads) > 1 else 0.0
