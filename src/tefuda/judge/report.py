"""A judged match as plain data: for the command, the server and the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tefuda.games import GAMES
from tefuda.games.option import check_options
from tefuda.games.reasons import Why
from tefuda.games.view import View
from tefuda.intervals import Mean
from tefuda.judge.decisions import Decision, decision_at
from tefuda.judge.levels import kind_of, levels_measured, verdict
from tefuda.judge.scales import MATCHES, LaterRounds, Steps, done
from tefuda.judge.seen import is_seen, seen_steps
from tefuda.judge.split import PARTS, Change, Moment, Split, Splitting
from tefuda.judge.values import WORLDS, Candidate, Judged, judging
from tefuda.kernel.plain import Game
from tefuda.record import Record

SHARE = 4  # a position is played on in so many times fewer worlds than a decision is judged in
OTHERS = 12  # worlds in which the seat must be told the same


class Looked(NamedTuple):
    """What is found of an event."""

    before: Game
    change: Change | None  # of what the match is worth
    judged: Judged | None  # of a decision of the seat


class Judging:
    """Judges a seat's play in a match event by event, so that one can stop and go on.

    The record may be as the seat itself may read it. Then its decisions are judged, with the same numbers; but what was
    luck cannot be told without the cards, so there are no rounds and no curve.
    """

    def __init__(self, record: Record, seat: int, seed: int = 0, worlds: int = WORLDS) -> None:
        self.record = record
        self.seat = seat
        self.seed = seed
        self.worlds = worlds
        self.of = len(record.events)
        self.done = 0  # events
        self._begun = self._decided = 0  # events that are looked at, and decisions among them
        self.judged: list[Judged] = []
        self.positions: dict[int, Game] = {}  # where something better was missed, by event
        few, matches = max(8, worlds // SHARE), min(MATCHES, max(8, worlds))
        self.splitting = None if is_seen(record) else Splitting(record, seat, seed, few, few, matches)
        self._steps = record.steps() if self.splitting else seen_steps(record, seat)
        self._later = self.splitting.later if self.splitting else LaterRounds(record.face, seed, matches)

    @property
    def rounds(self) -> list[Split]:
        return self.splitting.rounds if self.splitting else []

    def begin(self) -> Steps[Looked] | None:
        """A look at the next event, for whoever does the weighings that it asks for; None if there is no more event.

        Several may go on at once; what is found is taken in the order of the events.
        """
        step = next(self._steps, None)
        if step is None:
            return None
        before, event, after = step
        number, decision, later = self._begun, None, self._later(before)
        if event.seat == self.seat:
            decision = decision_at(self.record.face, number, self._decided, before, event)
        self._begun += 1
        self._decided += decision is not None
        change = self.splitting.event(number, before, event, after) if self.splitting else None
        return self._look(before, change, decision and judging(decision, self.seed, self.worlds, later))

    def _look(self, before: Game, change: Steps[Change] | None, judged: Steps[Judged] | None) -> Steps[Looked]:
        found = (yield from change) if change else None
        return Looked(before, found, (yield from judged) if judged else None)

    def take(self, found: Looked) -> None:
        """Keeps what was found of the next event."""
        if self.splitting and found.change:
            self.splitting.take(found.change)
        if found.judged:
            self.judged.append(found.judged)
            if found.judged.loss:
                self.positions[self.done] = found.before
        self.done += 1

    def go_on(self) -> bool:
        """Judges the next event; False if there was none."""
        steps = self.begin()
        if steps is None:
            return False
        self.take(done(steps))
        return True

    def finish(self) -> Judging:
        while self.go_on():
            pass
        return self

    def as_data(self, lang: str) -> dict[str, Any]:
        """What is known so far."""
        found, known = verdict(self.judged), levels_measured(self.record.game)
        return {
            "game": self.record.game,
            "seat": self.seat,
            "worlds": self.worlds,
            "done": self.done,
            "of": self.of,
            "like": found
            and {**found._asdict(), "loss": _mean(found.loss), "levels": known, "usual": is_usual(self.record)},
            "decisions": [self._decision(one, lang) for one in self.judged],
            "rounds": [_round(one) for one in self.rounds],
            "curve": self.curve(),
        }

    def curve(self) -> list[tuple[int, float, float]]:
        """Of every event so far: what the match was worth to the seat in points, and its chance to win."""
        found, before = list[tuple[int, float, float]](), 0.0
        for one in self.rounds:
            found += _moments(one.course, before)
            before += float(one.result)
        return found + _moments(self.splitting.course if self.splitting else (), before)

    def _decision(self, judged: Judged, lang: str) -> dict[str, Any]:
        decision = judged.decision
        both = (decision.chosen, judged.best) if judged.loss else ()
        return {
            "event": decision.event,
            "round": decision.round,
            "chosen": decision.chosen,
            "best": judged.best,
            "told": [self._told(decision, move, lang) for move in both],  # in words
            "why": self._why(judged, lang)._asdict() if both else None,
            "loss": judged.loss,
            "difference": _mean(judged.difference),
            "gap": _mean(judged.gap),
            "over_club": round(judged.over_club, 4),
            "kind": kind_of(judged),
            "chances": [_mean(chance) for chance in judged.chances],
            "candidates": [_candidate(one) for one in judged.candidates],
        }

    def _told(self, decision: Decision, move: str, lang: str) -> str:
        return " ".join(foreseen(self.positions[decision.event], decision.view, move, self.record.labels, lang))

    def _why(self, judged: Judged, lang: str) -> Why:
        """Why the best move is better than the one that was made, by what the seat saw."""
        decision, record = judged.decision, self.record
        return record.face.why_better(decision.view, judged.best, decision.chosen, lang, record.labels)


def is_usual(record: Record) -> bool:
    """Whether this is the form of the game in which the levels were measured."""
    usual = check_options(record.face.options, {})
    return record.options == usual and record.seats == record.face.seats(usual)[0]


def report(record: Record, seat: int, lang: str = "en", seed: int = 0, worlds: int = WORLDS) -> dict[str, Any]:
    """Everything that is said about a seat's play in a finished match."""
    return Judging(record, seat, seed, worlds).finish().as_data(lang)


def foreseen(game: Game, view: View, move: str, names: Sequence[str], lang: str) -> list[str]:
    """What the seat of the view would be told if it made this move here, without what depends on cards it cannot see.

    That is what it would be told in other worlds, too.
    """
    face, seat = GAMES[view.game], view.seat
    assert seat is not None, "a spectator makes no move"
    world, found = face.world(view), list[list[str]]()
    for before in (game, *(world.redeal(seat, number) for number in range(OTHERS))):
        after = before.clone()
        after.apply(seat, face.parse_move(move))
        found.append(list(face.story(before, seat, move, after, seat, names, lang)))
    return [sentence for sentence in found[0] if all(sentence in told for told in found[1:])]


def _round(one: Split) -> dict[str, Any]:
    parts = {part: float(getattr(one, part)) for part in (*PARTS, "luck", "result")}
    return {"round": one.round, "last": one.course[-1].event, **parts}


def _moments(course: Sequence[Moment], before: float) -> list[tuple[int, float, float]]:
    return [(one.event, round(before + float(one.worth), 4), round(one.chance, 4)) for one in course]


def _candidate(one: Candidate) -> dict[str, Any]:
    return {"move": one.move, "value": _mean(one.value), "chance": _mean(one.chance), "worlds": one.worlds}


def _mean(mean: Mean) -> dict[str, float]:
    return {name: round(value, 4) for name, value in mean._asdict().items()}


def dearest(decisions: Sequence[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """The decisions that cost most, of a report."""
    return sorted((one for one in decisions if one["kind"] != "good"), key=lambda one: -one["loss"])[:count]
