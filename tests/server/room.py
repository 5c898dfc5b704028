"""A table with those who follow it, for tests: time is a number, and a connection is a list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import msgspec

from tefuda.server import protocol as p
from tefuda.server.audience import Audience
from tefuda.server.clocks import Clocks
from tefuda.server.log import Made
from tefuda.server.stream import Stream
from tests.server.test_table import Log, made

OTHER = "o" * 64
START = 1000.0


class Alarm:
    def __init__(self, at: float, work: Callable[..., None], given: tuple[Any, ...]) -> None:
        self.at, self.work, self.given, self.cancelled = at, work, given, False

    def cancel(self) -> None:
        self.cancelled = True


class Loop:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = START
        self.alarms: list[Alarm] = []

    def time(self) -> float:
        return self.now

    def call_at(self, at: float, work: Callable[..., None], *given: Any) -> Alarm:
        self.alarms.append(Alarm(at, work, given))
        return self.alarms[-1]

    def call_later(self, delay: float, work: Callable[..., None], *given: Any) -> Alarm:
        return self.call_at(self.now + delay, work, *given)

    def pass_to(self, now: float) -> None:
        while due := [one for one in self.alarms if one.at <= now and not one.cancelled]:
            first = min(due, key=lambda one: one.at)
            self.alarms.remove(first)
            self.now = max(self.now, first.at)
            first.work(*first.given)
        self.now = now


class Person:
    """A connection that keeps what it is sent."""

    def __init__(
        self, person: str, lang: p.Lang = "en", looks: bool = False, told: bool = True, facts: bool = True
    ) -> None:
        self.person, self.lang, self.looks, self.told, self.facts = person, lang, looks, told, facts
        self.got: list[Any] = []
        self.last: p.Message | bytes = b""

    def send(self, message: p.Message | bytes) -> None:
        self.last = message
        self.got.append(p.decode_server(message if isinstance(message, bytes) else p.encode(message)))

    def lag(self) -> float:
        return 0.0

    def close(self, code: int, reason: str) -> None:
        raise AssertionError("nobody is cut off")

    def take(self, kind: type[Any] | None = None) -> list[Any]:
        """What came since the last look."""
        found, self.got = self.got, []
        return [one for one in found if kind is None or isinstance(one, kind)]


class Room:
    """A table, its log, its clocks and those who follow it."""

    def __init__(self, first: Made | None = None, begun: bool = True) -> None:
        self.log = Log(first or made())
        self.loop = Loop()
        self.table = self.log.table
        if begun:
            self.log.seated()
        self.clocks = Clocks(self.table, START, START)
        self.audience = Audience(self.table, self.clocks, cast(asyncio.AbstractEventLoop, self.loop))

    def come(self, person: str, wish: int | None = None, known: int = 0, **more: Any) -> Person:
        one = Person(person, **more)
        self.audience.join(one, wish)
        self.clocks.see(self.audience.present(), self.loop.now)
        self.audience.welcome(one, known)
        return one

    def play(self, seat: int, move: str = "keep") -> bool:
        if not self.audience.followers:
            self.audience.stream(None)  # by which a bot counts that moves while nobody looks
        moved, step = self.table.play(seat, move, "c", 0)
        self.log.entries.append(moved)
        return self.audience.tell(step, self.loop.now)

    def play_on(self, moves: int) -> None:
        for _ in range(moves):
            seat = self.table.playing.to_act[0]
            self.play(seat, self.table.playing.moves(seat)[0])

    def told(self, seat: int | None, lang: p.Lang = "en") -> list[p.Happened]:
        """All that a reader may know of the match by now."""
        return Stream(self.table.playing, seat).catch_up(lang, 0)

    def view(self, seat: int | None) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.table.playing.view(seat)._asdict()))
        return found
