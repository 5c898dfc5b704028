"""Defects that are planted in the server, one at a time: the simulation must find each of them.

They are of the kinds that were found in earnest, see docs/reliability.md, and of the kinds that would be worst.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from tefuda.deal import commitment
from tefuda.server import audience, eyes, rows
from tefuda.server import protocol as p
from tefuda.server.audience import Audience
from tefuda.server.clocks import Clocks
from tefuda.server.eyes import Sight
from tefuda.server.house import House
from tefuda.server.live import Live
from tefuda.server.log import AnyEntry, Over, Stood
from tefuda.server.peers import Peers
from tefuda.server.rows import StorageError
from tefuda.server.stream import Stream
from tefuda.server.table import Refusal, Step, Table
from tefuda.server.tables import Tables
from tests.trials.following import follow
from tests.trials.leaks.planting import Patch, patched
from tests.trials.simulation.disk import Database, SimStore
from tests.trials.simulation.running import run
from tests.trials.simulation.story import draw

Plant = Callable[[], Sequence[Patch]]


class Defect(NamedTuple):
    name: str
    plant: Plant

    odd: tuple[str, ...]  # the deeds among which it shows; none: any story can show it

    def is_found(self, stories: int = 12, traces: int = 40) -> bool:
        """Whether one of so many stories finds it, or one of so many traces of the model."""
        if any(run(draw(str(seed), self.odd), patched(self.plant())).failures for seed in range(stories)):
            return True
        for number in range(traces):
            with patched(self.plant()):
                failure = follow(f"defect/{number}").failure
            if failure:
                return True
        return False


DEFECTS: list[Defect] = []


def defect(*odd: str) -> Callable[[Plant], Plant]:
    """Adds a defect. The docstring of the function that plants it is its name."""

    def add(plant: Plant) -> Plant:
        DEFECTS.append(Defect((plant.__doc__ or "").rstrip("."), plant, odd))
        return plant

    return add


# ---- storage


@defect()
def _() -> Sequence[Patch]:
    """The sync is forgotten: a batch counts as stored when it is written."""

    def begin(self: SimStore, entries: Any, done: Any) -> None:
        self.process.call_later(0.001, done, [None for _ in entries])
        honest(self, entries, lambda answers: None)

    honest = SimStore.begin
    return [(SimStore, "begin", begin)]


@defect()
def _() -> Sequence[Patch]:
    """A move is told and acknowledged before it is stored."""

    async def store(self: Live, *given: Any) -> None:
        self.house.spawn(honest(self, *given))

    honest = Live.store
    return [(Live, "store", store)]


@defect()
def _() -> Sequence[Patch]:
    """A lease is not fenced: whoever believes to own a table writes to it."""
    return [(rows, "is_next", lambda entry, last, owner, writer: entry.rows[0].number <= last + 1)]


@defect()
def _() -> Sequence[Patch]:
    """What could not be stored is acknowledged."""

    def sync(self: Database, batch: Any) -> Any:
        return [None if type(answer) is StorageError else answer for answer in honest(self, batch)]

    honest = Database.sync
    return [(Database, "sync", sync)]


@defect()
def _() -> Sequence[Patch]:
    """After a failure to store, the table goes on with what it has in memory."""
    return [(Tables, "drop", lambda self, live: None)]


@defect()
def _() -> Sequence[Patch]:
    """A row is lost when a batch has several entries of one table."""

    def append(self: SimStore, entries: Any, done: Any) -> None:
        honest(self, [entry._replace(rows=entry.rows[:1]) for entry in entries], done)

    honest = SimStore.begin
    return [(SimStore, "begin", append)]


# ---- commands


@defect()
def _() -> Sequence[Patch]:
    """A move that comes again is not recognised."""
    return [(Table, "is_done", lambda self, seat, match, command: False), (Live, "_check_fresh", lambda *given: None)]


@defect()
def _() -> Sequence[Patch]:
    """A move of the match before is not recognised when it comes again."""

    def is_done(self: Table, seat: int, match: int, command: str) -> bool:
        return match == self.number and self.status == "playing" and honest(self, seat, match, command)

    honest = Table.is_done
    return [(Table, "is_done", is_done)]


@defect()
def _() -> Sequence[Patch]:
    """Commands that are no moves are not recognised when they come again."""
    return [(Table, "is_known", lambda self, person, command: False)]


@defect()
def _() -> Sequence[Patch]:
    """A refusal comes although the move was made."""

    async def move(self: Live, seat: int, text: str, command: str) -> None:
        await honest(self, seat, text, command)
        if command.endswith("7"):
            raise Refusal("stale", "somebody was faster")

    honest = Live.move
    return [(Live, "move", move)]


@defect("late copy")
def _() -> Sequence[Patch]:
    """A command that changed nothing is carried out when it comes again."""
    honest = Live._once

    async def once(self: Live, person: str, command: p.Command) -> None:
        done = {one: list(known) for one, known in self.table.done.items()}
        size = self.table.size
        await honest(self, person, command)
        if self.table.size == size:
            self.table.done = done

    return [(Live, "_once", once)]


@defect("say", "another tab", "again by id")
def _() -> Sequence[Patch]:
    """A word is accepted and told to nobody."""
    return [(Live, "say", lambda self, person, phrase, text: None)]


@defect("say", "another tab", "again by id")
def _() -> Sequence[Patch]:
    """A word that comes again is said again."""

    async def once(self: Live, person: str, command: p.Command) -> None:
        if isinstance(command, p.Say):
            self.say(person, command.phrase, command.text)
        else:
            await honest(self, person, command)

    honest = Live._once
    return [(Live, "_once", once)]


# ---- votes, rests and results


@defect("vote", "close", "another tab", "leave")
def _() -> Sequence[Patch]:
    """A vote is not counted."""
    return [(Clocks, "vote", lambda self, own, seat, bot, now: None)]


@defect("ready")
def _() -> Sequence[Patch]:
    """Between rounds everybody is waited for, also who does not look."""
    return [(Audience, "looking", Audience.present)]


@defect("hint", "end")
def _() -> Sequence[Patch]:
    """Hints are left out of the result."""
    honest = Table.result
    return [(Table, "result", lambda self: (found := honest(self)) and replace(found, hinted=[]))]


@defect("vote", "close", "end", "stand")
def _() -> Sequence[Patch]:
    """What a bot played for somebody counts as their own."""
    return [(Table, "is_bots_work", lambda self, seat: False)]


# ---- what is told


@defect("close", "another tab")
def _() -> Sequence[Patch]:
    """An event is left out when somebody comes back."""

    def catch_up(self: Stream, lang: p.Lang, since: int) -> list[p.Happened]:
        return honest(self, lang, since)[1:]

    honest = Stream.catch_up
    return [(Stream, "catch_up", catch_up)]


def _sight(change: Callable[[Table, str, int | None, Sight], Sight]) -> list[Patch]:
    honest = eyes.sight

    def deciding(table: Table, person: str, wish: int | None = None) -> Sight:
        return change(table, person, wish, honest(table, person, wish))

    return [(audience, "sight", deciding)]


@defect("sit", "stand", "lend", "eyes")
def _() -> Sequence[Patch]:
    """A reader is remembered from before a change of seats."""
    kept: dict[tuple[str, str], Sight] = {}

    def remembering(table: Table, person: str, wish: int | None, found: Sight) -> Sight:
        return kept.setdefault((table.code, person), found) if table.status != "lobby" or found.plays else found

    return _sight(remembering)


@defect("lend", "eyes", "another tab")
def _() -> Sequence[Patch]:
    """Eyes that were taken back can still be used."""
    lent: set[tuple[str, int]] = set()

    def deciding(table: Table, person: str, wish: int | None, found: Sight) -> Sight:
        if wish is not None and not found.plays:
            if found.seat == wish:
                lent.add((table.code, wish))
            elif (table.code, wish) in lent:
                return Sight(wish)
        return found

    return _sight(deciding)


@defect("lend", "eyes", "another tab")
def _() -> Sequence[Patch]:
    """Eyes that are lent with a delay show everything at once."""
    return _sight(lambda table, person, wish, found: found._replace(delay=0))


@defect()
def _() -> Sequence[Patch]:
    """Lent eyes stay with the seat when its player leaves it."""

    def read(self: Table, entry: AnyEntry) -> Step | None:
        lent = [(place.eyes, place.delay) for place in self.places]
        found = honest(self, entry)
        if isinstance(entry, Stood | Over):
            for place, before in zip(self.places, lent, strict=True):
                place.eyes, place.delay = before
        return found

    honest = Table.read
    return [(Table, "read", read)]


@defect()
def _() -> Sequence[Patch]:
    """An update is skipped now and then."""

    def feed(self: Audience, stream: Any, parts: Any, ones: Any) -> Any:
        found = honest(self, stream, parts, ones)
        return {lang: events[1:] if len(events) > 1 else events for lang, events in found.items()}

    honest = Audience._feed
    return [(Audience, "_feed", feed)]


@defect()
def _() -> Sequence[Patch]:
    """Spectators see what seat 0 sees."""

    def update(self: Audience, seen: Sight, since: int, events: Any, facts: bool) -> bytes:
        return honest(self, Sight(0) if seen.seat is None else seen, since, events, facts)

    honest = Audience.update
    return [(Audience, "update", update)]


@defect()
def _() -> Sequence[Patch]:
    """The hands of a round are shown before it is over."""

    def reveal(self: Live, person: str, match: int, number: int) -> list[Any]:
        return [self.table.playing.view(seat)._asdict().get("hand") for seat in range(len(self.table.places))]

    return [(Live, "reveal", reveal)]


# ---- deals


@defect()
def _() -> Sequence[Patch]:
    """The commitment is shown only after the salts are given."""

    def deal_info(self: Table) -> p.Deal:
        found = honest(self)
        hidden = self.status == "lobby" and not all(place.salt or place.bot for place in self.places)
        return replace(found, commitment=commitment(bytes(32))) if hidden else replace(found, next=None)

    honest = Table.deal_info
    return [(Table, "deal_info", deal_info)]


@defect()
def _() -> Sequence[Patch]:
    """The seed is drawn anew when everybody has given a salt."""

    def start(self: Table, person: str, filler: p.Level) -> list[AnyEntry]:
        self.seed = bytes(31) + bytes([len(self.places)])
        return honest(self, person, filler)

    honest = Table.start
    return [(Table, "start", start)]


@defect()
def _() -> Sequence[Patch]:
    """The salt of the last who sat down is left out of the deal."""

    def began(self: Table) -> Any:
        seats = [seat for seat, place in enumerate(self.places) if place.salt]
        if seats:
            self.places[seats[-1]].salt = ""
        return honest(self)

    honest = Table._began
    return [(Table, "_began", began)]


# ---- time, and who lives


@defect()
def _() -> Sequence[Patch]:
    """A lease that was lost is not begun again."""

    async def renew(self: Peers) -> None:
        living: dict[str, str] | None = await self._do(self.leases.renew, self.worker)
        self.living = living or {}

    return [(Peers, "_renew", renew)]


@defect()
def _() -> Sequence[Patch]:
    """A table that could not be loaded stays unloadable."""

    async def find(self: Tables, code: str, address: str) -> Live:
        if code in failed:
            raise Refusal("storage", "the table cannot be read now")
        try:
            return await honest(self, code, address)
        except Refusal as refusal:
            if refusal.reason == "storage":
                failed.add(code)
            raise

    failed: set[str] = set()
    honest = Tables.find
    return [(Tables, "find", find)]


@defect()
def _() -> Sequence[Patch]:
    """A table is put to sleep under somebody who has just come."""

    async def sweep(self: House) -> None:
        while not self.closing:
            for live in list(self.tables.values()):
                live.gone = True
                self.tables.pop(live.table.code, None)
            await asyncio.sleep(20.0)

    return [(House, "_sweep", sweep)]


@defect()
def _() -> Sequence[Patch]:
    """Two who want another match wait for ever for the third, who has left."""
    return [(Live, "again_at", lambda self: None)]
