"""The network: connections that keep their own order, each with its own delay, and that break in several ways."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosedError

from tefuda.server.connection import Gone
from tests.trials.simulation.world import Process, World

SILENCE = 40.0  # seconds after which a server notices that nobody is there: it pings every 20, and waits for 20
GIVE_UP = 25.0  # the same for a client


class Sent(NamedTuple):
    """When a message left the process that made it."""

    step: int
    time: float
    process: str


class Text(bytes):
    """A message of the server's. On its way through another process it keeps where it came from."""

    sent: Sent


class Wire:
    """One connection between a client's end and a process."""

    def __init__(self, world: World, number: int, process: Process, far: bool) -> None:
        self.world = world
        self.process = process
        self.number = number
        self.far = far
        self.rng = random.Random(f"{world.seed}/wire/{number}")
        self.delay = self.rng.choice((0.002, 0.02, 0.1, 0.4)) if far else 0.001
        self.arrives = [0.0, 0.0]  # when the last message of each direction does
        self.lost = False  # nothing passes any more
        self.up = False  # the client's end has been told that it is open
        self.inbox: deque[Mapping[str, Any]] = deque()
        self.waiter: asyncio.Future[None] | None = None
        self.ended = False  # the server's end
        self.hear: Callable[[Text], None] = lambda text: None  # at the client's end
        self.closed: Callable[[int], None] = lambda code: None
        self.is_closed = False

    def _pass(self, way: int, deliver: Callable[[], None]) -> None:
        """Messages of one direction arrive in their order."""
        delay = self.delay * self.rng.uniform(0.5, 1.5)
        if self.far and self.rng.random() < 0.01:
            delay += self.rng.uniform(0.5, 3.0)  # a packet was lost, and sent again
        self.arrives[way] = max(self.arrives[way], self.world.now + delay)
        self.world.at(self.arrives[way], lambda: None if self.lost else deliver())

    # ---- the client's end

    def say(self, text: str) -> None:
        self._pass(0, lambda: self._put({"type": "websocket.receive", "text": text}))

    def hang_up(self) -> None:
        """The client closes it."""
        self.is_closed = True
        self._pass(0, lambda: self._put({"type": "websocket.disconnect"}))

    def _end(self, code: int) -> None:
        """The client's end learns that it is over."""
        if not self.is_closed:
            self.is_closed = True
            self.closed(code)

    # ---- the server's end, as a connection has it

    def _put(self, message: Mapping[str, Any]) -> None:
        if not self.process.dead:
            self.inbox.append(message)
            if self.waiter and not self.waiter.done():
                self.process.call_soon(_set, self.waiter)

    async def accept(self) -> None:
        self._pass(1, self._open)

    def _open(self) -> None:
        self.up = True

    async def receive(self) -> Mapping[str, Any]:
        while not self.inbox:
            self.waiter = self.process.create_future()
            await self.waiter
        return self.inbox.popleft()

    async def send(self, texts: Sequence[bytes]) -> None:
        if self.ended:
            raise Gone
        for text in texts:
            if not isinstance(text, Text):
                text = Text(text)
                text.sent = Sent(self.world.step, self.world.now, self.process.name)
            self._pass(1, partial(self._arrive, text))

    def _arrive(self, text: Text) -> None:
        if not self.is_closed:
            self.hear(text)

    async def close(self, code: int, reason: str) -> None:
        if self.ended:
            raise Gone
        self.ended = True
        self._pass(1, lambda: self._end(code))

    # ---- trouble

    def cut(self) -> None:
        """The connection breaks, and both ends notice it soon."""
        self._break(self.rng.uniform(0.01, 0.5), self.rng.uniform(0.01, 0.5))

    def fall_silent(self) -> None:
        """Nothing passes any more, and the ends notice only that they hear nothing."""
        self._break(self.rng.uniform(0.5, 1.0) * SILENCE, self.rng.uniform(0.5, 1.0) * GIVE_UP)

    def die(self, noticed: bool) -> None:
        """The process is dead. The client notices it at once if the machine lives."""
        self._break(0.0, self.rng.uniform(0.01, 0.2) if noticed else self.rng.uniform(0.5, 1.0) * GIVE_UP)

    def _break(self, here: float, there: float) -> None:
        if not self.lost:
            self.lost = True
            self.world.later(here, self._notice)
            self.world.later(there, lambda: self._end(1006))

    def _notice(self) -> None:
        self.ended = True
        self._put({"type": "websocket.disconnect"})


def _set(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


class Upstream:
    """A process's end of a connection to another process, as `websockets` gives it."""

    def __init__(self, wire: Wire, process: Process) -> None:
        self.wire = wire
        self.process = process
        self.transport = self  # for `abort`
        self.inbox: deque[Text | None] = deque()
        self.waiter: asyncio.Future[None] | None = None
        wire.hear, wire.closed = self._take, lambda code: self._take(None)

    def _take(self, text: Text | None) -> None:
        if not self.process.dead:
            self.inbox.append(text)
            if self.waiter and not self.waiter.done():
                self.process.call_soon(_set, self.waiter)

    async def send(self, text: str) -> None:
        if self.wire.is_closed:
            raise ConnectionClosedError(None, None)
        self.wire.say(text)

    async def recv(self) -> Text:
        while not self.inbox:
            if self.wire.is_closed:
                raise ConnectionClosedError(None, None)
            self.waiter = self.process.create_future()
            await self.waiter
        found = self.inbox.popleft()
        if found is None:
            raise ConnectionClosedError(None, None)
        return found

    async def __aiter__(self) -> AsyncIterator[Text]:
        while True:
            yield await self.recv()

    async def close(self) -> None:
        self.abort()

    def abort(self) -> None:
        if not self.wire.is_closed:
            self.wire.hang_up()
            self._take(None)
