"""Scales: what moves of a seat, or a position, are worth in points of the round and in the chance to win the match.

The round is played on by all seats like `club`. What later rounds bring is taken from matches that `club` has played
on from the beginning of the round, the same for all moves: so a small difference between two moves is not lost in the
noise of other deals.

A judgement asks for weighings and waits for what is found in them. Here that is done at once; on a device other workers
do it, for several events of a match side by side. It makes no difference who does them.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from typing import NamedTuple, TypeVar

from tefuda.games.face import Face
from tefuda.intervals import Mean, Sums, around, mean_of
from tefuda.kernel.plain import Game, Weighed

MATCHES = 96  # that are played on, for the later rounds
Later = Sequence[Sequence[int]]  # what later rounds bring each seat, match by match
T = TypeVar("T")


class Asked(NamedTuple):
    """A weighing that a judgement waits for."""

    name: str  # of the game
    game: Game
    seat: int
    actions: Sequence[int]
    worlds: int
    seed: int
    weights: Sequence[int]
    relative: bool
    later: Sequence[int]
    blank: bool

    def find(self) -> list[Weighed]:
        return self.game.weigh(*self[2:])


Steps = Generator[Asked, list[Weighed], T]


def done(steps: Steps[T]) -> T:
    """What comes of it, with all weighings done here."""
    try:
        asked = next(steps)
        while True:
            asked = steps.send(asked.find())
    except StopIteration as end:
        found: T = end.value
        return found


class Weight(NamedTuple):
    """What was found of one move."""

    points: Sums
    wins: Sums

    def __add__(self, other: object) -> Weight:
        assert isinstance(other, Weight)
        return Weight(self.points + other.points, self.wins + other.wins)


class Scales:
    """Weighs moves of one seat."""

    def __init__(self, face: Face, seat: int, relative: bool, later: Later = ()) -> None:
        self.face = face
        self.seat = seat
        self.relative = relative  # not where all win together
        self.later = later

    def ask(self, game: Game, actions: Sequence[int], worlds: int, rng: random.Random) -> Asked:
        """A weighing in worlds that the seat cannot rule out; without actions in this one."""
        face, seed = self.face, rng.getrandbits(62)
        later = [gain for match in self.later for gain in match]
        how = (face.weights.CLUB, self.relative, later, face.nobody_wins_at_zero)
        return Asked(face.name, game, self.seat, actions, worlds, seed, *how)

    def weigh(self, game: Game, actions: Sequence[int], worlds: int, rng: random.Random) -> list[Weighed]:
        """The same, done here."""
        return self.ask(game, actions, worlds, rng).find()

    def chance(self, wins: Sums) -> Mean:
        """The chance to win; its interval allows for the few matches that tell what later rounds bring."""
        value, matches = wins.value, len(self.later)
        variance = wins.deviation / (wins.n - 1) / wins.n  # there are two worlds or more
        if matches and 0 < value < 1:
            variance += value * (1 - value) / matches
        return around(value, variance, wins.n, "share", 1.0)


def later_rounds(face: Face, game: Game, seed: int, matches: int = MATCHES) -> Later:
    """What the rounds after the one that begins here bring each seat, match by match."""
    found, seats = game.play_later(matches, seed, face.weights.CLUB), game.seats
    return [found[k : k + seats] for k in range(0, len(found), seats)]


class LaterRounds:
    """What the rounds after the one in play bring; to be asked first as that one begins, when nothing is hidden yet."""

    def __init__(self, face: Face, seed: int, matches: int) -> None:
        self.face = face
        self.seed = seed
        self.matches = matches  # that are played on
        self._known: dict[int, Later] = {}

    def __call__(self, game: Game) -> Later:
        played = game.rounds()
        if played not in self._known:
            self._known[played] = later_rounds(self.face, game, self.seed + played, self.matches)
        return self._known[played]


def weight_of(one: Weighed, worlds: int) -> Weight:
    return Weight(Sums(worlds, one.sum, one.squares), Sums(worlds, one.wins, one.wins_squares))


def lead_of(first: Weighed, other: Weighed, worlds: int) -> Sums:
    """By how many points the first action of a weighing led another one."""
    return Sums(worlds, first.sum - other.sum, other.apart)


def gap_of(first: Weighed, other: Weighed, worlds: int) -> Mean:
    """By how much the first action of a weighing raises the chance to win over another one."""
    return mean_of(Sums(worlds, first.wins - other.wins, other.wins_apart))
