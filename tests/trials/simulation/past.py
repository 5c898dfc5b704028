"""A table's log, read entry by entry: what can be said of the table after each row, by code that no run has touched."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from operator import attrgetter, itemgetter
from typing import Any

from msgspec import json

from tefuda.match import Match
from tefuda.record import Part
from tefuda.server import log
from tefuda.server import protocol as p
from tefuda.server.log import AnyEntry, Did, Made, Moved, Undone
from tefuda.server.stream import Stream
from tefuda.server.table import BOT_NAMES, Table
from tests.trials.simulation.disk import Database


class Row:
    """A table after one row of its log: whatever a message can say of it."""

    __slots__ = ("about", "places", "playing", "result", "status", "who")

    def __init__(self, table: Table) -> None:
        self.status = table.status
        self.who = [place.person for place in table.places]
        self.places = [(place.eyes, place.delay) for place in table.places]
        self.about = _about(table)
        self.result = table.result()
        self.playing = (table.number, len(table.match.record.events)) if table.match else (0, 0)


def _about(table: Table) -> dict[str, Any]:
    """What everybody is told of a table, as far as it follows from the log."""
    made = table.made
    seats = [
        (
            place.name or (BOT_NAMES[seat] if place.bot else ""),
            place.kind,
            place.bot or (table.stand_in if place.person else None),
            place.eyes,
            place.delay,
        )
        for seat, place in enumerate(table.places)
    ]
    return {
        "made": (made.game, made.options, made.public, made.hints, made.watchers, made.clock, made.away, made.patience),
        "seats": seats,
        "status": table.status,
        "match": table.number,
        "published": made.watchers or table.number in table.published,
        "again": table.wishes,
        "deal": table.deal_info(),
        "host": table.host,
    }


def said(table: p.Table, host: str) -> dict[str, Any]:
    """The same as a message says it."""
    return {
        "made": (
            *(table.game, table.options, table.public, table.hints, table.watchers),
            *(table.clock, table.away, table.patience),
        ),
        "seats": [(one.name, one.kind, one.level, one.eyes, one.delay) for one in table.seats],
        "status": table.status,
        "match": table.match,
        "published": table.published,
        "again": table.again,
        "deal": table.deal,
        "host": host,
    }


class Past:
    """A table's log, read entry by entry."""

    def __init__(self, code: str, database: Database) -> None:
        self.code = code
        self.durable = database.durable[code]
        self.loaded = database.loaded.get(code, [])
        self.entries: list[AnyEntry] = [log.decode(body) for body in database.logs[code]]
        made = self.entries[0]
        assert isinstance(made, Made)
        self.table = Table(code, made)
        self.rows = [Row(self.table)]
        self.moves: dict[str, list[int]] = defaultdict(list)  # the rows of a command
        self.did: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.records: list[tuple[int, Match]] = []  # the row from which on this match is the record, and the match
        self._views: dict[tuple[int, int, int | None], tuple[Any, list[str]]] = {}
        self._steps: dict[int, list[Part]] = {}
        self._told: dict[tuple[int, int | None, str], list[p.Happened]] = {}
        self._counts: dict[tuple[int, int | None], list[int]] = {}
        for number, entry in enumerate(self.entries[1:], 2):
            self._read(number, entry)

    def _read(self, number: int, entry: AnyEntry) -> None:
        before = self.table.match
        if isinstance(entry, Undone) and before is not None:
            self.table.match = before.undo_to(len(before.record.events))  # the old one stays as it was
        self.table.read(entry)
        if self.table.match is not None and (isinstance(entry, Undone) or self.table.match is not before):
            self.records.append((number, self.table.match))
        if isinstance(entry, Moved) and entry.command:
            self.moves[entry.command].append(number)
        if isinstance(entry, Did):
            self.did[entry.person, entry.command].append(number)
        self.rows.append(Row(self.table))

    def rows_at(self, step: int) -> int:
        """How many rows were durable at that step."""
        return bisect_right(self.durable, step, key=itemgetter(0))

    def rows_before(self, time: float) -> int:
        return bisect_right(self.durable, time, key=itemgetter(1))

    def is_loaded(self, first: int, last: int) -> bool:
        """Whether a process read the table between these steps: it then knows only what is in the log."""
        return any(first <= step <= last for step in self.loaded)

    def record_of(self, row: int) -> int:
        """Which of the records the table had at that row."""
        return max((index for index, (first, _) in enumerate(self.records) if first <= row), default=-1)

    def steps_of(self, index: int) -> list[Part]:
        if index not in self._steps:
            record = self.records[index][1].record
            self._steps[index] = [Part.of(record.face, *step) for step in record.steps()]
        return self._steps[index]

    def events_of(self, index: int, reader: int | None, lang: str) -> list[p.Happened]:
        """All events of a record as a reader is told them."""
        if (index, reader, lang) not in self._told:
            match = self.records[index][1]
            stream = Stream(match, reader)
            told: list[p.Happened] = []
            counts = []
            for part in self.steps_of(index):
                told += stream.feed(part, [lang])[lang]  # type: ignore[list-item, index]
                counts.append(stream.n)
            self._told[index, reader, lang] = told
            self._counts[index, reader] = counts
        return self._told[index, reader, lang]

    def _counts_of(self, index: int, reader: int | None, lang: str) -> list[int]:
        """The number of the last event that a reader knows after each event of a record, the same in all languages."""
        if (index, reader) not in self._counts:
            self.events_of(index, reader, lang)
        return self._counts[index, reader]

    def number_of(self, index: int, events: int, reader: int | None, lang: str) -> int:
        """The number of the last event that a reader knows after so many events of a record."""
        return self._counts_of(index, reader, lang)[events - 1] if events else 0

    def events_until(self, index: int, n: int, reader: int | None, lang: str) -> int:
        """The most events after which a reader has been told event number n, and no later one."""
        counts = self._counts_of(index, reader, lang)
        most = bisect_right(counts, n)
        return most if most and counts[most - 1] == n else 0

    def told_of(self, index: int, since: int, n: int, reader: int | None, lang: str) -> list[p.Happened]:
        """What a reader is told after event `since` up to event `n`."""
        told, number = self.events_of(index, reader, lang), attrgetter("n")
        return told[bisect_right(told, since, key=number) : bisect_right(told, n, key=number)]

    def view_of(self, index: int, events: int, reader: int | None) -> tuple[Any, list[str]]:
        """How the match stood for a reader after so many events, and the reader's moves."""
        if (index, events, reader) not in self._views:
            face, game = self.table.face, self.steps_of(index)[events - 1][2]
            moves = face.move_texts(game.legal(reader)) if reader is not None else []
            self._views[index, events, reader] = _as_json(face.view(game, reader)), moves
        return self._views[index, events, reader]


def _as_json(view: Any) -> Any:
    return json.decode(p.encode(view._asdict()))
