"""Scales of our own: they say at once what a position or a move is worth, by its text, and note what they were asked.

With them every number of a split or a judgement can be worked out by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple, TypeVar

from tefuda.judge.scales import Asked, Steps
from tefuda.kernel.plain import Game, Weighed

T = TypeVar("T")


class Worth(NamedTuple):
    """What a seat is said to gain on average, and its chance to win."""

    points: int
    chance: float


def worth_of(game: Game, seat: int, action: int | None = None) -> Worth:
    """Different for everything that can be asked."""
    digest = sha256(b"%b %d %d" % (game.pack(), seat, -1 if action is None else action)).digest()
    return Worth(digest[0] - 128, digest[1] / 256)


class OwnScales:
    """Answers what a judgement asks."""

    def __init__(self, worth: Callable[[Game, int, int | None], Worth] = worth_of, spread: float = 0.0) -> None:
        self.worth = worth
        self.spread = spread  # how far an action is from the first one, beside the means, in each world
        self.asked: list[Asked] = []

    def done(self, steps: Steps[T]) -> T:
        answer = None
        while True:
            try:
                asked = next(steps) if answer is None else steps.send(answer)
            except StopIteration as end:
                found: T = end.value
                return found
            answer = self.find(asked)

    def find(self, asked: Asked) -> list[Weighed]:
        self.asked.append(asked)
        actions: Sequence[int | None] = asked.actions or [None]
        worths = [self.worth(asked.game, asked.seat, action) for action in actions]
        return [self.weighed(one, worths[0], asked.worlds) for one in worths]

    def weighed(self, one: Worth, first: Worth, n: int) -> Weighed:
        def squares(mean: float) -> float:
            return n * (mean * mean + self.spread**2)

        return Weighed(
            n * one.points,
            squares(one.points),
            squares(first.points - one.points),
            n * one.chance,
            squares(one.chance),
            squares(first.chance - one.chance),
        )
