"""What one reader is told of a match, numbered without gaps, and with the same numbers after a restart."""

from __future__ import annotations

from collections.abc import Iterable

from tefuda.kernel.plain import Game
from tefuda.match import Match
from tefuda.record import Event, Reading
from tefuda.server.protocol import Happened

TAIL = 120  # events that a newcomer is told of

Part = tuple[Game, Event, Game]


class Stream:
    """The events of a match as a seat, or a spectator (None), may know them."""

    def __init__(self, match: Match, reader: int | None) -> None:
        self.match = match
        self.reader = reader
        self.reading = Reading(match.record.face, reader)
        self.n = 0  # the number of the last event
        self.fresh = 0  # a move that answers an older number than this is stale
        self.last: int | None = None  # the seat that made it so, as far as the reader knows

    def feed(self, part: Part, langs: Iterable[str]) -> dict[str, list[Happened]]:
        """Takes one event into account and tells it in each of the languages. Not all that happens can be told."""
        before, event, after = part
        lines = self.reading.of(before, event, after)
        told = {lang: list(self.match.told(before, event, after, self.reader, lang)) for lang in langs}
        if not lines:
            some = told[next(iter(told))] if told else list(self.match.told(before, event, after, self.reader, "en"))
            lines = [Event(None, "")] if some else []
        found = {
            lang: [
                Happened(self.n + i, line.seat, line.text, sentences if i == len(lines) else [])
                for i, line in enumerate(lines, 1)
            ]
            for lang, sentences in told.items()
        }
        self.n += len(lines)
        if not self._is_aside(event):
            self.fresh = self.n
            self.last = next((line.seat for line in lines if line.seat is not None), self.last)
        return found

    def catch_up(self, lang: str, since: int) -> list[Happened]:
        """Reads the whole match, once; tells what came after event number `since`, but not more than the tail."""
        record = self.match.record
        found: list[Happened] = []
        quiet = max(0, len(record.events) - TAIL)
        for index, part in enumerate(record.steps()):
            told = self.feed(part, [lang] if index >= quiet else [])
            found += told.get(lang, [])
        return [happened for happened in found if happened.n > since]

    def _is_aside(self, event: Event) -> bool:
        face = self.match.record.face
        return event.seat is not None and face.is_aside(face.parse_move(event.text))
