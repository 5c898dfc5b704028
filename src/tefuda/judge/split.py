"""The result of a match, split into luck and skill: parts that add up exactly.

The result is what a seat gained less what the others gained on average (where all win together, what it gained). The
worth of a position is that result of the round if all play on like `club`, with all cards where they really lie. From
one event to the next it changes, and all changes of a round together are its result. What a deal or a draw changes is
luck. What a decision changes is partly skill: how much better or worse the move was than the one that `club` makes,
over the worlds that fit what its seat knew. The rest is where the hidden cards happened to lie.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tefuda.games.face import Face
from tefuda.judge.values import CHUNK, MASK, compare
from tefuda.kernel.plain import Game
from tefuda.record import Record

ROLLOUTS = 64  # for the worth of a position
WORLDS = 64  # for the skill of a decision
PARTS = ("start", "deal", "draws", "hidden", "others", "own")


class Split(NamedTuple):
    """The parts of one round for one seat. Their sum is the result, to the last digit."""

    round: int
    start: Fraction  # what the seat is worth before the deal: who begins may have an advantage
    deal: Fraction
    draws: Fraction
    hidden: Fraction  # where the hidden cards lay when somebody decided
    others: Fraction  # what the others' decisions gave or took, compared with those of `club`
    own: Fraction  # the same for the seat's own decisions
    course: tuple[tuple[int, Fraction], ...] = ()  # events of the round, and what the seat was worth after each

    @property
    def luck(self) -> Fraction:
        return self.deal + self.draws + self.hidden

    @property
    def result(self) -> Fraction:
        return self.start + self.luck + self.others + self.own


def split(record: Record, seat: int, seed: int = 0, rollouts: int = ROLLOUTS, worlds: int = WORLDS) -> list[Split]:
    """The parts of every completed round."""
    face = record.face
    relative = not face.shared_by(record.options)
    found: list[Split] = []
    parts = dict.fromkeys(PARTS, Fraction(0))
    base: list[int] = []
    course: list[tuple[int, Fraction]] = []
    last: Fraction | None = None
    decided = False  # whether anybody has decided anything in this round
    for number, (before, event, after) in enumerate(record.steps()):
        rng = random.Random(f"{seed}/{number}")
        if last is None:  # a round begins
            base, parts = before.scores(), dict.fromkeys(PARTS, Fraction(0))
            last = parts["start"] = worth(face, before, base, seat, rollouts, rng, relative)
            decided, course = False, []
        done = after.rounds() > before.rounds()
        now = gain(after, base, seat, relative) if done else worth(face, after, base, seat, rollouts, rng, relative)
        change, last = now - last, now
        course.append((number, now))
        if event.seat is None:
            parts["draws" if decided else "deal"] += change
        else:
            decided = True
            skill = skill_of(face, before, event.seat, event.text, worlds, rng, relative)
            own = event.seat == seat or not relative
            share = skill if own else -skill / (record.seats - 1)
            parts["own" if event.seat == seat else "others"] += share
            parts["hidden"] += change - share
        if done:
            found.append(Split(len(found) + 1, **parts, course=tuple(course)))
            last = None
    return found


def gain(game: Game, base: Sequence[int], seat: int, relative: bool) -> Fraction:
    """What the seat has gained since the round began, less what the others have on average."""
    gains = [score - before for score, before in zip(game.scores(), base, strict=True)]
    if not relative or len(gains) == 1:
        return Fraction(gains[seat])
    return gains[seat] - Fraction(sum(gains) - gains[seat], len(gains) - 1)


def worth(
    face: Face, game: Game, base: Sequence[int], seat: int, rollouts: int, rng: random.Random, relative: bool
) -> Fraction:
    """What the seat gains in this round on average, if all play on like `club` with the cards as they lie."""
    total, weights = Fraction(0), [face.weights.CLUB] * game.seats
    for _ in range(rollouts):
        trial = game.clone()
        trial.play_round(rng.getrandbits(62) & MASK, weights)
        total += gain(trial, base, seat, relative)
    return total / rollouts


def skill_of(face: Face, game: Game, seat: int, move: str, worlds: int, rng: random.Random, relative: bool) -> Fraction:
    """How much better the move is than the one that `club` makes, for all that the seat could know."""
    made, usual = face.parse_move(move), game.quick(seat, face.weights.CLUB)
    if made == usual or game.count(seat) < 2:
        return Fraction(0)
    _, value = compare(game, seat, (made, made, usual), worlds, rng, face.weights.CLUB, relative)
    return Fraction(value).limit_denominator(CHUNK * worlds * game.seats)
