"""What one reader is told of a match, numbered without gaps, and with the same numbers after a restart."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from tefuda.kernel.plain import Game
from tefuda.match import Match
from tefuda.record import Event, Reading
from tefuda.server.protocol import Happened, Lang

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

    def feed(self, part: Part, langs: Iterable[Lang]) -> dict[Lang, list[Happened]]:
        """Takes one event into account, and returns it in each language. Some events are hidden from this reader."""
        first, lines = self.n, self._take(part)
        return {lang: self._tell(first, lines, part, lang) for lang in langs}

    def catch_up(self, lang: str, since: int) -> list[Happened]:
        """Reads the whole match once, and returns the events after number `since`, but at most the last `TAIL`."""
        tail: deque[tuple[int, list[Event], Part]] = deque(maxlen=TAIL)
        for part in self.match.record.steps():
            first, lines = self.n, self._take(part)
            if lines:  # what this reader may not know does not count
                tail.append((first, lines, part))
        told = [one for first, lines, part in tail for one in self._tell(first, lines, part, lang)]
        return [happened for happened in told if happened.n > since]

    def _take(self, part: Part) -> list[Event]:
        """Numbers the lines of one event."""
        before, event, after = part
        lines = self.reading.of(before, event, after)
        if not lines and list(self.match.told(before, event, after, self.reader, "en")):
            lines = [Event(None, "")]
        self.n += len(lines)
        if not self._is_aside(event):
            self.fresh = self.n
            self.last = next((line.seat for line in lines if line.seat is not None), self.last)
        return lines

    def _tell(self, first: int, lines: list[Event], part: Part, lang: str) -> list[Happened]:
        """The lines in numbers and in sentences."""
        before, event, after = part
        told = list(self.match.told(before, event, after, self.reader, lang)) if lines else []
        return [
            Happened(first + i, line.seat, line.text, told if i == len(lines) else [])
            for i, line in enumerate(lines, 1)
        ]

    def _is_aside(self, event: Event) -> bool:
        face = self.match.record.face
        return event.seat is not None and face.is_aside(face.parse_move(event.text))
