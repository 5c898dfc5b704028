"""The result of a match, split into luck and skill: parts that add up exactly.

The result is what a seat gained less what the others gained on average (where all win together, what it gained). The
worth of a position is that result of the round if all play on like `club`, with all cards where they really lie. From
one event to the next it changes, and all changes of a round together are its result. What a deal or a draw changes is
luck. What a decision changes is partly skill: how much better or worse the move was than the one that `club` makes,
over the worlds that fit what its seat knew. The rest is where the hidden cards lay. That is chance for whoever decides
by the cards alone; whoever guesses hidden cards from what the others choose gains by it, so it is not called luck.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tefuda.games.face import Face
from tefuda.judge.scales import MATCHES, LaterRounds, Scales, Steps, done
from tefuda.kernel import OVER
from tefuda.kernel.plain import Game, Weighed
from tefuda.record import Event, Record

ROLLOUTS = 64  # for the worth of a position
WORLDS = 64  # for the skill of a decision
PARTS = ("start", "deal", "draws", "hidden", "others", "own")


class Moment(NamedTuple):
    """What a seat was worth after an event."""

    event: int
    worth: Fraction  # in the round, in points
    chance: float  # to win the match


class Split(NamedTuple):
    """The parts of one round for one seat. Their sum is the result, to the last digit."""

    round: int
    start: Fraction  # what the seat is worth before the deal: who begins may have an advantage
    deal: Fraction
    draws: Fraction
    hidden: Fraction  # where the hidden cards lay when somebody decided
    others: Fraction  # what the others' decisions gave or took, compared with those of `club`
    own: Fraction  # the same for the seat's own decisions
    course: tuple[Moment, ...] = ()  # of every event of the round

    @property
    def luck(self) -> Fraction:
        """What chance alone gave: it is 0 on average for whoever plays, however well."""
        return self.deal + self.draws

    @property
    def result(self) -> Fraction:
        return self.start + self.luck + self.hidden + self.others + self.own


class Change(NamedTuple):
    """What an event of the match changed."""

    number: int
    event: Event
    start: Fraction | None  # what the seat was worth before it, if a round begins with it
    worth: Fraction
    chance: float
    skill: Fraction  # of a decision
    seats: int
    ends: bool  # whether the round ends with it


class Splitting:
    """Splits a match event by event."""

    def __init__(
        self, record: Record, seat: int, seed: int, rollouts: int, worlds: int, matches: int = MATCHES
    ) -> None:
        self.face = record.face
        self.seat = seat
        self.seed = seed
        self.rollouts = rollouts
        self.worlds = worlds
        self.relative = not self.face.shared_by(record.options)
        self.rounds: list[Split] = []
        self.course: list[Moment] = []  # of the round in play
        self.later = LaterRounds(self.face, seed, matches)
        self._base: list[int] | None = None  # the standing as the round in play began; None before it does
        self._parts: dict[str, Fraction] = {}
        self._last = Fraction(0)
        self._decided = False  # whether anybody has decided anything in this round

    def event(self, number: int, before: Game, event: Event, after: Game) -> Steps[Change]:
        """What the next event of the match changed; to be taken in the order of the events."""
        begins = self._base is None
        base = self._base = before.scores() if self._base is None else self._base
        if after.rounds() > before.rounds():
            self._base = None
        return self._changed(number, before, event, after, base, begins)

    def take(self, change: Change) -> None:
        """Adds up what the next event changed."""
        number, event, start, worth, chance, skill, seats, ends = change
        if start is not None:
            self._parts, self._last, self._decided = dict.fromkeys(PARTS, Fraction(0)), start, False
            self._parts["start"] = start
        changed, self._last = worth - self._last, worth
        self.course.append(Moment(number, worth, chance))
        if event.seat is None:
            self._parts["draws" if self._decided else "deal"] += changed
        else:
            self._decided = True
            own = event.seat == self.seat or not self.relative
            share = skill if own else -skill / (seats - 1)
            self._parts["own" if event.seat == self.seat else "others"] += share
            self._parts["hidden"] += changed - share
        if ends:
            self.rounds.append(Split(len(self.rounds) + 1, **self._parts, course=tuple(self.course)))
            self.course = []

    def _changed(
        self, number: int, before: Game, event: Event, after: Game, base: list[int], begins: bool
    ) -> Steps[Change]:
        rng = random.Random(f"{self.seed}/{number}/{event}")  # of its own in every match
        start = (yield from self._worth(before, base, rng))[0] if begins else None
        ends, skill = after.rounds() > before.rounds(), Fraction(0)
        if ends:
            chance = yield from self._chance_between(after, rng)
            worth = gain(after, base, self.seat, self.relative)
        else:
            worth, chance = yield from self._worth(after, base, rng)
        if event.seat is not None:
            skill = yield from skill_of(self.face, before, event.seat, event.text, self.worlds, rng, self.relative)
        return Change(number, event, start, worth, chance, skill, before.seats, ends)

    def _worth(self, game: Game, base: list[int], rng: random.Random) -> Steps[tuple[Fraction, float]]:
        """What the seat gains in this round on average, and its chance to win the match, with the cards as they lie."""
        found = yield from self._weighed(game, rng)
        so_far = gain(game, base, self.seat, self.relative)
        return so_far + Fraction(found.sum) / self.rollouts, found.wins / self.rollouts

    def _chance_between(self, game: Game, rng: random.Random) -> Steps[float]:
        """The chance to win after a round: in the end whether it was won, and how many share the win."""
        if game.actor() == OVER:
            winners = self.face.result(game).winners
            return (self.seat in winners) / (max(1, len(winners)) if self.relative else 1)
        return (yield from self._weighed(game, rng)).wins / self.rollouts

    def _weighed(self, game: Game, rng: random.Random) -> Steps[Weighed]:
        scales = Scales(self.face, self.seat, self.relative, self.later(game))
        (found,) = yield scales.ask(game, (), self.rollouts, rng)
        return found


def split(record: Record, seat: int, seed: int = 0, rollouts: int = ROLLOUTS, worlds: int = WORLDS) -> list[Split]:
    """The parts of every completed round."""
    splitting = Splitting(record, seat, seed, rollouts, worlds)
    for number, (before, event, after) in enumerate(record.steps()):
        splitting.take(done(splitting.event(number, before, event, after)))
    return splitting.rounds


def gain(game: Game, base: Sequence[int], seat: int, relative: bool) -> Fraction:
    """What the seat has gained since the round began, less what the others have on average."""
    gains = [score - before for score, before in zip(game.scores(), base, strict=True)]
    if not relative or len(gains) == 1:
        return Fraction(gains[seat])
    return gains[seat] - Fraction(sum(gains) - gains[seat], len(gains) - 1)


def skill_of(
    face: Face, game: Game, seat: int, move: str, worlds: int, rng: random.Random, relative: bool
) -> Steps[Fraction]:
    """How much better the move is than the one that `club` makes, for all that the seat could know."""
    made, usual = face.parse_move(move), game.quick(seat, face.weights.CLUB)
    if made == usual:
        return Fraction(0)
    first, second = yield Scales(face, seat, relative).ask(game, (made, usual), worlds, rng)
    return (Fraction(first.sum) - Fraction(second.sum)) / worlds
