"""Those who follow a table: through whose eyes each of them sees, and what they are told."""

from __future__ import annotations

import asyncio
from typing import Protocol

from tefuda.server import protocol as p
from tefuda.server.clocks import Clocks
from tefuda.server.stream import Part, Stream
from tefuda.server.table import BOT_NAMES, STAND_IN, Refusal, Step, Table


class Follower(Protocol):
    """A connection that follows the table."""

    person: str
    lang: p.Lang

    def send(self, message: p.Message | bytes) -> None: ...
    def lag(self) -> float: ...
    def close(self, code: int, reason: str) -> None: ...


CROWD = 0.5  # seconds within which the others are told that a spectator came or went


class Audience:
    """The followers of one table. A reader is a seat, or None for a spectator's eyes."""

    __slots__ = ("clocks", "later", "loop", "readers", "streams", "table", "tails")

    def __init__(self, table: Table, clocks: Clocks, loop: asyncio.AbstractEventLoop) -> None:
        self.table = table
        self.clocks = clocks
        self.loop = loop
        self.readers: dict[Follower, int | None] = {}  # through whose eyes each follower sees
        self.streams: dict[int | None, Stream] = {}  # of everybody, and of those who are here
        self.tails: dict[tuple[int | None, str], list[p.Happened]] = {}  # for those who come before the next event
        self.later: asyncio.TimerHandle | None = None  # when the others are told of spectators

    # ---- who sees what

    def eyes(self, follower: Follower, wanted: int | None) -> int | None:
        """Through whose eyes somebody who comes will see; Refusal if that may not be."""
        seat = self.table.seat_of(follower.person)
        if seat is not None:
            return seat
        if not self.table.made.watchers and self.table.status != "lobby" and not self.is_host(follower):
            raise Refusal("no-table", "there is no table with this code")
        if wanted is not None and (wanted >= len(self.table.places) or not self.table.places[wanted].eyes):
            raise Refusal("not-allowed", f"seat {wanted} does not let others see through its eyes")
        return wanted

    def leave(self, follower: Follower) -> None:
        del self.readers[follower]
        followed = set(self.readers.values())
        for reader in list(self.streams):
            if reader is not None and reader not in followed:
                del self.streams[reader]

    def look(self, person: str, reader: int | None) -> int:
        """All connections of a person see through these eyes from now on; how many they are."""
        followers = [one for one in self.readers if one.person == person]
        for follower in followers:
            self.readers[follower] = reader
        return len(followers)

    def close_eyes(self) -> None:
        """Who saw through eyes that are no longer lent sees as a spectator."""
        for follower, reader in list(self.readers.items()):
            if reader is not None and self.table.seat_of(follower.person) is None:
                if not self.table.places[reader].eyes:
                    self.readers[follower] = None
                    self.show(follower, 0)

    def is_host(self, follower: Follower) -> bool:
        return follower.person == self.table.made.host

    # ---- the match

    def new_match(self) -> None:
        self.tails.clear()
        self.streams = {reader: Stream(self.table.playing, reader) for reader in {None, *self.readers.values()}}

    def stream(self, reader: int | None) -> Stream:
        if reader not in self.streams:
            stream = Stream(self.table.playing, reader)
            stream.catch_up("en", stream.n)
            self.streams[reader] = stream
        return self.streams[reader]

    def show(self, follower: Follower, known: int) -> None:
        """How the match stands, and what has happened since event number `known`, to one who has come."""
        if self.table.match is None:
            return
        self.stream(None)  # everybody's, by which the bots pace themselves
        reader = self.readers[follower]
        tail = reader, follower.lang
        if tail not in self.tails:
            fresh = Stream(self.table.match, reader)
            self.tails[tail] = fresh.catch_up(follower.lang, 0)
            self.streams.setdefault(reader, fresh)
        events = [event for event in self.tails[tail] if event.n > known]
        n = self.stream(reader).n
        since = events[0].n - 1 if events else n
        follower.send(self.update(reader, self.table.seat_of(follower.person) is not None, since, events))

    def tell(self, step: Step, now: float) -> bool:
        """Tells what happened to all, as each may know it; whether it is known to everybody that something did."""
        everybody = self.stream(None)
        self.tails.clear()
        before = {reader: stream.n for reader, stream in self.streams.items()}
        told = {reader: self._events(reader, step.parts) for reader in self.streams}
        known = everybody.n > before[None]
        self.clocks.happened(step, known, now)
        sent: dict[tuple[int | None, str, bool], bytes] = {}
        for one, reader in self.readers.items():
            if self.streams[reader].n > before[reader]:
                form = reader, one.lang, self.table.seat_of(one.person) is not None
                if form not in sent:
                    sent[form] = self.update(reader, form[2], before[reader], told[reader][one.lang])
                one.send(sent[form])
        return known

    def _events(self, reader: int | None, parts: list[Part]) -> dict[str, list[p.Happened]]:
        """What happened, to this reader, in each language in which somebody follows."""
        stream = self.streams[reader]
        events: dict[str, list[p.Happened]] = {one.lang: [] for one, eyes in self.readers.items() if eyes == reader}
        for part in parts:
            for lang, told in stream.feed(part, events).items():
                events[lang] += told
        return events

    def update(self, reader: int | None, plays: bool, since: int, events: list[p.Happened]) -> bytes:
        match, now = self.table.playing, self.loop.time()
        result = match.result
        return p.encode(
            p.Update(
                self.table.number,
                since,
                self.streams[reader].n,
                events,
                match.view(reader)._asdict(),
                match.moves(reader) if plays and reader is not None else [],
                max(0, round((self.clocks.until - now) * 1000)),
                self.clocks.times(reader, now),
                p.Result(result.reason, list(result.scores), list(result.winners)) if result else None,
            )
        )

    # ---- the table

    def broadcast(self, message: p.Message) -> None:
        encoded = p.encode(message)
        for follower in self.readers:
            follower.send(encoded)

    def tell_table(self) -> None:
        """Tells everybody how the table stands. Those for whom it is the same get the same bytes."""
        if self.later:
            self.later.cancel()
            self.later = None
        spectators, sent = self._spectators(), dict[tuple[int | None, bool], bytes]()
        for follower in self.readers:
            form = self.table.seat_of(follower.person), self.is_host(follower)
            if form not in sent:
                sent[form] = p.encode(self._table(*form, spectators))
            follower.send(sent[form])

    def tell_table_to(self, follower: Follower) -> None:
        """Tells one who has come to look on; the others hear of it soon, however many come at once."""
        form = self.table.seat_of(follower.person), self.is_host(follower)
        follower.send(self._table(*form, self._spectators()))
        self.tell_table_soon()

    def tell_table_soon(self) -> None:
        if self.later is None:
            self.later = self.loop.call_later(CROWD, self.tell_table)

    def _spectators(self) -> int:
        sitting = {place.person for place in self.table.places}
        return sum(one.person not in sitting for one in self.readers)

    def _table(self, seat: int | None, host: bool, spectators: int) -> p.Table:
        table, made = self.table, self.table.made
        return p.Table(
            code=table.code,
            game=made.game,
            options=made.options,
            seats=[self._seat(seat) for seat in range(len(table.places))],
            seat=seat,
            host=host,
            status=table.status,
            match=table.number,
            public=made.public,
            hints=made.hints,
            watchers=made.watchers,
            clock=made.clock,
            away=made.away,
            window=int(made.options.get("jump_in_window_ms", 0)),
            again=table.wishes,
            spectators=spectators,
            deal=table.deal_info(),
        )

    def _seat(self, seat: int) -> p.SeatInfo:
        place = self.table.places[seat]
        here = bool(place.bot or (place.person and self.clocks.here[seat]))
        level = place.bot or (STAND_IN if place.person else None)
        name = place.name or (BOT_NAMES[seat] if place.bot else "")
        return p.SeatInfo(name, place.kind, level, here, self.clocks.is_helped(seat), place.eyes)
