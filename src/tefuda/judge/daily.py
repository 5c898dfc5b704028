"""The deal of the day: one round that is the same for everybody, on every server and without one.

The date gives the deal, the seat and the random numbers of the bots, so whoever makes the same moves meets the same
answers. At the end the result is compared with those of bots of each level in the same seat.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from tefuda.bots import levels_of
from tefuda.bots.expert import decide_expert
from tefuda.bots.levels import NOTICED
from tefuda.errors import IllegalMove
from tefuda.games import GAMES
from tefuda.judge.split import gain
from tefuda.match import Match, Step
from tefuda.record import Part, Reading

SLIP = 1 / 4  # how often the bots in the other seats, which are `club`, play a move of `casual`
LEVELS = ("beginner", "casual", "club", "expert")  # with which a result is compared, as far as the game has them
TRIES = 30  # of each of them
NAMES = ("Botan", "Chidori", "Daichi", "Emi", "Fuyu", "Goro", "Hina", "Itsuki", "Jun")
FIRST = date(2026, 1, 1)  # there are no deals of days before
MARKS = ("⬜", "🟨", "🟩")  # worse than a level usually is, as good, better


class Compared(NamedTuple):
    """A result beside those of one level in the same seat."""

    level: str
    mean: float
    share: float  # of its tries that were worse; one that was equal counts half


class Daily:
    """The deal of a day, played by one seat; the others answer by themselves."""

    def __init__(self, game: str, day: date, moves: Sequence[str] = (), table: str = "people") -> None:
        self.game, self.day, self.table = game, day, table
        self.key = f"{game}/{day.isoformat()}"
        number = number_of(self.key)
        self.match = Match(game, seed=number >> 1)
        self.seat = number % self.match.seats
        others = iter(NAMES)
        self.match.record.names = ["" if one == self.seat else next(others) for one in range(self.match.seats)]
        self.others_act()
        for move in moves:
            self.play(move)

    @property
    def is_over(self) -> bool:
        return self.match.rounds > 0

    def play(self, move: str) -> None:
        """IllegalMove or BadNotation if it cannot be made."""
        if self.is_over:
            raise IllegalMove("the round is over")
        self.match.play(self.seat, move)
        self.others_act()

    def others_act(self) -> None:
        """Each choice has a random stream of its own, so the same moves meet the same answers."""
        while not self.is_over and self.match.actor != self.seat:
            mover = self.match.actor
            assert mover is not None
            rng = random.Random(f"{self.key}/{self.table}/{mover}/{len(self.match.record.events)}")
            self.match.play(mover, decide("casual" if rng.random() < SLIP else "club", self.match, mover, rng))

    @property
    def result(self) -> Fraction:
        """What the seat gained, less what the others gained on average."""
        relative = not self.match.record.face.shared_by(self.match.record.options)
        return gain(self.match._game, [0] * self.match.seats, self.seat, relative)


def latest(now: float) -> date:
    """The last day whose deal is told: that of the place where days begin first, 14 hours before Greenwich."""
    return (datetime.fromtimestamp(now, UTC) + timedelta(hours=14)).date()


def number_of(key: str) -> int:
    return int.from_bytes(hashlib.blake2b(f"tefuda/{key}".encode(), digest_size=8).digest(), "big")


@lru_cache(maxsize=64)
def results_of(game: str, day: date, level: str) -> tuple[Fraction, ...]:
    """The results of bots of a level with this deal, in the same seat, each against others who err in other places."""
    return tuple(result_of(game, day, level, number) for number in range(TRIES))


def result_of(game: str, day: date, level: str, number: int) -> Fraction:
    daily = Daily(game, day, table=str(number))
    rng = random.Random(f"{daily.key}/{level}/{number}")
    while not daily.is_over:
        daily.play(decide(level, daily.match, daily.seat, rng))
    return daily.result


def decide(level: str, match: Match, seat: int, rng: random.Random) -> str:
    """What a bot of this level does. It asks the rules, which tell it no more than its seat may know: making a view of
    every position would take most of the time.
    """
    face, game = match.record.face, match._game
    if level == "expert":
        return face.move_text(decide_expert(face, game, seat, rng))
    if level == "beginner":
        noticed = [rng.random() < NOTICED for _ in range(game.count(seat))]
        seen = [(worth, -i) for i, worth in enumerate(game.worths(seat, face.weights.CASUAL)) if noticed[i]]
        return face.move_text(game.nth(seat, -max(seen)[1] if seen else rng.randrange(len(noticed))))
    return face.move_text(game.quick(seat, face.weights.CASUAL if level == "casual" else face.weights.CLUB))


def compared(game: str, day: date, result: Fraction) -> list[Compared]:
    """A result beside those of all levels."""
    found = []
    for level in LEVELS:
        if level in levels_of(game):
            results = results_of(game, day, level)
            worse = sum(Fraction((one < result) + (one <= result), 2) for one in results)
            found.append(Compared(level, float(sum(results) / len(results)), float(worse / len(results))))
    return found


def line_of(title: str, day: date, result: Fraction, beside: Sequence[Compared]) -> str:
    """What one may show to others: nothing in it tells how the deal is to be played."""
    marks = "".join(MARKS[(one.share > 0.4) + (one.share > 0.6)] for one in beside)
    return f"Tefuda {title} {day.isoformat()} {float(result):+.1f} {marks}"


def as_data(game: str, day: date, moves: Sequence[str], lang: str) -> dict[str, Any]:
    """The deal after these moves, as the page shows it: what the seat sees, and at the end how it was played."""
    daily = Daily(game, day, moves)
    match, seat, face = daily.match, daily.seat, GAMES[game]
    steps = [step for step in match.record.steps() if step[0].rounds() == 0]  # the next round may be dealt already
    shown = match._game if not daily.is_over or match.result else steps[-1][0]
    view, possible = face.view(shown, seat), [] if daily.is_over else match.moves(seat)
    return {
        "game": game,
        "day": day.isoformat(),
        "seat": seat,
        "names": match.record.names,
        "view": view.to_dict(),
        "moves": possible,
        "facts": face.facts(view, possible),
        "events": events_of(match, seat, steps, lang),
        "end": end_of(daily, lang) if daily.is_over else None,
    }


def events_of(match: Match, seat: int, steps: Sequence[Step], lang: str) -> list[dict[str, Any]]:
    """What the seat has seen happen since, and including, its last move."""
    reading, found = Reading(match.record.face, seat), list[dict[str, Any]]()
    for number, step in enumerate(steps, 1):
        if step[1].seat == seat:
            found.clear()
        seen, told = reading.of(Part.of(reading.face, *step)), list(match.told(*step, seat, lang))
        if seen or told:
            line = seen[-1] if seen else None
            found.append({"n": number, "seat": line and line.seat, "move": line.text if line else "", "told": told})
    return found


def end_of(daily: Daily, lang: str) -> dict[str, Any]:
    beside = compared(daily.game, daily.day, daily.result)
    return {
        "result": float(daily.result),
        "levels": [one._asdict() for one in beside],
        "line": line_of(GAMES[daily.game].title(lang), daily.day, daily.result, beside),
    }
