"""What one reader is told of a match, numbered without gaps, and with the same numbers after a restart."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from tefuda.games.view import View
from tefuda.match import Match
from tefuda.record import Event, Part, Reading
from tefuda.server.protocol import Happened, Lang, encode

Words = Lang | None  # the language in which events are told; None: without sentences
TAIL = 120  # events that a newcomer is told of


class Stream:
    """The events of a match as a seat, or a spectator (None), may know them."""

    def __init__(self, match: Match, reader: int | None) -> None:
        self.match = match
        self.reader = reader
        self.face = match.record.face
        self.reading = Reading(self.face, reader)
        self.n = 0  # the number of the last event
        self.fresh = 0  # a move that answers an older number than this is stale
        self.last: int | None = None  # the seat that made it so, as far as the reader knows
        self.labels = tuple(match.record.labels)
        self._view: View | None = None  # after the last event, once somebody has asked for it

    @property
    def view(self) -> View:
        """How the match stands for this reader, to be read only."""
        if self._view is None:
            self._view = self.match.shared_view(self.reader)
        return self._view

    @property
    def view_json(self) -> bytes:
        """The same as JSON."""
        return self.match.view_json(self.reader, encode)

    def feed(self, part: Part, langs: Collection[Words]) -> dict[Words, list[Happened]]:
        """Takes one event into account, and returns it in each language. Some events are hidden from this reader."""
        first, lines = self.n, self._take(part)
        return self._tell(first, lines, part, langs)

    def catch_up(self, lang: Words, since: int) -> list[Happened]:
        """Reads the whole match once, and returns the events after number `since`, but at most the last `TAIL`."""
        tail: deque[tuple[int, list[Event], Part]] = deque(maxlen=TAIL)
        for step in self.match.record.steps():
            part = Part.of(self.face, *step)
            first, lines = self.n, self._take(part)
            if lines:  # what this reader may not know does not count
                tail.append((first, lines, part))
        told, last = list[Happened](), None
        for first, lines, part in tail:
            if part.before is not last:  # something happened in between
                self._view = None
            told += self._tell(first, lines, part, [lang])[lang]
            last = part.after
        self._view = None
        return [happened for happened in told if happened.n > since]

    def _take(self, part: Part) -> list[Event]:
        """Numbers the lines of one event."""
        lines = self.reading.of(part)
        if not lines and not part.stays_secret and list(self.match.told(*part[:3], self.reader, "en")):
            lines = [Event(None, "")]
        self.n += len(lines)
        if part.event.seat is None or not self.face.disturbs_nobody(part.action):
            self.fresh = self.n
            for line in lines:
                if line.seat is not None:
                    self.last = line.seat
                    break
        return lines

    def _tell(
        self, first: int, lines: list[Event], part: Part, langs: Collection[Words]
    ) -> dict[Words, list[Happened]]:
        """The lines in numbers and in sentences. The view after an event is the one before the next."""
        before, self._view = self._view, None
        if not lines or not langs:
            return {lang: [] for lang in langs}
        found = {lang: [Happened(n, who, what, []) for n, (who, what) in enumerate(lines, first + 1)] for lang in langs}
        if any(langs) and (seen := self._seen(lines, part)):
            before = before or self.face.shared_view(part.before, self.reader)
            self._view = after = self.face.shared_view(part.after, self.reader)
            for lang, told in found.items():
                if lang:
                    told[-1].told.extend(self.face.sentences(before, *seen, after, self.labels, lang))
        return found

    def _seen(self, lines: list[Event], part: Part) -> tuple[int | None, str] | None:
        """Who did what as the reader saw it: what the event's own line says, where the reader may know it at once."""
        seat = part.event.seat
        if seat in (None, self.reader) or not part.is_secret:
            for line in lines:  # others may stand here too: secret moves, now that nothing is secret any more
                if line.seat == seat:
                    return line
        return self.face.seen_event(part.before, seat, part.event.text, self.reader)
