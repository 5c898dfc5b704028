"""Matches that are over, to be looked at again: from the log of a table or from a record that somebody brings."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tefuda.deal import commitment
from tefuda.judge.report import Judging, dearest
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game
from tefuda.match import Match
from tefuda.record import Event, Part, Proof, Reading, Record
from tefuda.server.eyes import check_replay
from tefuda.server.log import AnyEntry, Began, Over, Published
from tefuda.server.table import Refusal, fold

Step = tuple[Game, Event, Game]
RETRIES = 3  # decisions that can be tried again
MOMENT = 0.3  # seconds for which one goes on judging at a time, so that others get their turn
PATIENCE = 60  # seconds after which nobody waits for the next part any more
DEPTHS = {"quick": 32, "full": 256, "long": 1024}  # worlds in which moves are compared
FRAMES_MAX = 60  # of one answer
RECORD_MAX = 128 * 1024  # bytes of a record that somebody brings


def record_of(code: str, entries: Sequence[AnyEntry], number: int, person: str, now: float) -> Record:
    """The record of a table's match with its proof, for somebody who may see it.

    Refusal while the match is played: then much of it is still secret.
    """
    begun = 0
    for size, entry in enumerate(entries, 1):
        begun += isinstance(entry, Began)
        if begun == number and isinstance(entry, Over):
            table = fold(code, entries[:size])
            for later in entries[size:]:
                if isinstance(later, Published):
                    table.read(later)
            check_replay(table, person, number)
            table.check_known(now)
            deal, shared = table.deal_info(), table.made.duplicate
            record = table.playing.record
            record.proof = Proof(deal.commitment, tuple(deal.salts), deal.seed or "")
            if shared:
                promised = commitment(bytes.fromhex(shared.seed))
                record.proof = record.proof._replace(duplicate=promised, number=number, shared=shared.seed)
            return record
    if not 1 <= number <= begun:
        raise Refusal("no-table", "there was no such match")
    raise Refusal("started", "the match is not over")


class Underway(NamedTuple):
    judging: Judging
    used: float  # when it last went on
    who: str  # who waited for it then


class Judgings:
    """Matches that are being judged, each as far as it has come. One that somebody waits for is not given up, unless
    the same address waits for more of them than any other."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._known: dict[tuple[str, int, int], Underway] = {}  # what was used longest ago comes first

    def of(self, text: str, seat: int, worlds: int, who: str = "") -> Judging:
        now, key = time.monotonic(), (text, seat, worlds)
        if known := self._known.pop(key, None):
            judging = known.judging
        else:
            self._make_room(now, who)
            record = Record.parse(text)
            if record.last().actor() != OVER:
                raise Refusal("started", "only a match that was played to its end is judged")
            judging = Judging(record, seat, worlds=worlds)
        self._known[key] = Underway(judging, now, who)
        return judging

    def _make_room(self, now: float, who: str) -> None:
        if len(self._known) < self.most:
            return
        for key, (judging, used, _) in self._known.items():
            if judging.done == judging.of or now - used > PATIENCE:
                del self._known[key]
                return
        waiting = Counter(one.who for one in self._known.values())
        waiting[who] += 1
        (greediest, most), *_ = waiting.most_common(1)
        if most == 1:
            raise Refusal("too-fast", "too many matches are being judged; wait a while")
        del self._known[next(key for key, one in self._known.items() if one.who == greediest)]


JUDGINGS = Judgings(48)


def judged_in_part(text: str, seat: int, lang: str, worlds: int, who: str = "") -> dict[str, Any]:
    """Goes on judging for a moment: how far it has come, with the course so far; in the end what `judged` gives."""
    judging, until = JUDGINGS.of(text, seat, worlds, who), time.monotonic() + MOMENT
    while judging.go_on() and time.monotonic() < until:
        pass
    return so_far(judging, text, lang)


def so_far(judging: Judging, text: str, lang: str) -> dict[str, Any]:
    """What is told of a match that is being judged."""
    if judging.done < judging.of:
        return {"done": judging.done, "of": judging.of, "curve": judging.curve()}
    return judged(text, judging.seat, lang, judging.worlds)


@lru_cache(maxsize=64)
def judged(text: str, seat: int, lang: str, worlds: int) -> dict[str, Any]:
    """What the judge says of a seat in a finished match; each decision with the frame in which it was to be taken.

    The dearest ones have what the seat saw then, so that they can be tried again.
    """
    judging = JUDGINGS.of(text, seat, worlds).finish()
    found, numbers = judging.as_data(lang), frame_numbers(judging.record, seat, lang)
    for one in found["decisions"]:
        one["frame"] = numbers[one["event"]]
    face, decisions = judging.record.face, {one.decision.event: one.decision for one in judging.judged}
    for one in dearest(found["decisions"], RETRIES):
        decision = decisions[one["event"]]
        view, moves = decision.view, list(decision.moves)
        one["position"] = {"view": view.to_dict(), "moves": moves, "facts": face.facts(view, moves)}
    return found


def frame_numbers(record: Record, reader: int, lang: str) -> list[int]:
    """How many frames the reader has seen before each event."""
    match, reading, seen = Match.replay(record), Reading(record.face, reader), [0]
    for step in record.steps():
        shown = bool(reading.of(Part.of(record.face, *step))) or any(match.told(*step, reader, lang))
        seen.append(seen[-1] + shown)
    return seen


def frames(record: Record, reader: int | None, hands: bool, lang: str, first: int, count: int) -> dict[str, Any]:
    """The events `first` to `first + count` as a reader saw them, each with the view after it."""
    match = Match.replay(record)
    reading = Reading(record.face, reader)
    face, found, number = record.face, [], 0
    steps = list(record.steps())
    settled = _settled([after for _, _, after in steps])
    for (before, event, after), shown in zip(steps, settled, strict=True):
        lines = reading.of(Part.of(face, before, event, after))
        if not hands and not lines and not any(match.told(before, event, after, reader, lang)):
            continue
        number += 1
        if not first < number <= first + count:
            continue
        told = list(match.told(before, event, after, reader, lang))
        view = face.view(shown, reader)
        line = event if hands else lines[-1] if lines else None
        found.append(
            {
                "n": number,
                "seat": line.seat if line else None,
                "move": line.text if line else "",
                "told": told,
                "view": view.to_dict(),
                "facts": face.facts(view, []),
                **({"hands": _hands(record, shown)} if hands else {}),
            }
        )
    result = match.result
    return {
        "game": record.game,
        "options": record.options,
        "names": record.labels,
        "seats": record.seats,
        "total": number,
        "result": result and {"reason": result.reason, "scores": result.scores, "winners": result.winners},
        "frames": found,
    }


def _settled(games: list[Game]) -> list[Game]:
    """For each game, that one or the first later one in which chance has done its part: only then there is a view."""
    found: list[Game] = []
    for game in reversed(games):
        found.append(game if game.actor() != CHANCE or not found else found[-1])
    return found[::-1]


def _hands(record: Record, game: Any) -> list[Any]:
    return [record.face.view(game, seat).to_dict()["hand"] for seat in range(record.seats)]
