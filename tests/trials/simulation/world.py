"""Time and processes: one queue of events for all, in virtual time. Each process has a loop of its own on it."""

from __future__ import annotations

import asyncio
import heapq
import random
from asyncio import events
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any

EPOCH = 1_800_000_000.0  # the wall clock when a run begins
BURY = 10  # times that a coroutine may await something while it is ended
BEGIN = 1000.0  # the monotonic clock then


class World:
    """What is to happen, in its order. Nothing happens by itself: no thread, no socket, no clock of the machine."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.now = BEGIN
        self.step = 0  # numbers everything that happens: a total order
        self.rng = random.Random(f"{seed}/world")
        self.errors: list[str] = []  # of the server's own
        self._queue: list[tuple[float, int, Process | None, asyncio.Handle | Callable[[], None]]] = []
        self._number = 0
        self._ready: deque[Process] = deque()  # processes that have something to do now

    def at(self, when: float, callback: Callable[[], None]) -> None:
        """Something outside of all processes: the network, the database, people."""
        self._push(when, None, callback)

    def later(self, delay: float, callback: Callable[[], None]) -> None:
        self._push(self.now + delay, None, callback)

    def _push(self, when: float, process: Process | None, what: asyncio.Handle | Callable[[], None]) -> None:
        self._number += 1
        heapq.heappush(self._queue, (max(when, self.now), self._number, process, what))

    def rouse(self, process: Process) -> None:
        self._ready.append(process)

    def run(self, until: float) -> None:
        """Lets everything happen up to this time."""
        queue, ready = self._queue, self._ready
        while True:
            while ready:
                ready.popleft().turn()
            if not queue or queue[0][0] > until:
                break
            when, _, process, what = heapq.heappop(queue)
            self.now = when
            self.step += 1
            if process is None:
                assert callable(what)
                what()
            elif not process.dead:
                assert isinstance(what, asyncio.Handle)
                if not what.cancelled():
                    process.enqueue(what)
        self.now = max(self.now, until)


class Process(asyncio.AbstractEventLoop):
    """A process of the operating system: a loop, threads as steps, clocks. It can be killed, and frozen for a while."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.rng = random.Random(f"{world.seed}/{name}")
        self.dead = False
        self.frozen = False
        self.ahead = 0.0  # by how much its wall clock is wrong
        self.slow = 1.0  # how slow its threads are
        self.readers: dict[int, Callable[[], None]] = {}
        self.tasks: list[asyncio.Task[Any]] = []  # a task that is forgotten would run its `finally` at any time
        self._ready: deque[asyncio.Handle] = deque()

    # ---- the operating system

    def enqueue(self, handle: asyncio.Handle) -> None:
        if not self._ready and not self.frozen:
            self.world.rouse(self)
        self._ready.append(handle)

    def turn(self) -> None:
        """One round of the loop."""
        if self.dead or self.frozen:
            return
        events._set_running_loop(self)
        try:
            for _ in range(len(self._ready)):
                handle = self._ready.popleft()
                if not handle.cancelled():
                    self.world.step += 1
                    handle._run()
                if self.dead or self.frozen:
                    return
        finally:
            events._set_running_loop(None)
        if self._ready:
            self.world.rouse(self)

    def kill(self) -> None:
        """At once, and nothing of it runs any more."""
        self.dead = True
        self._ready.clear()
        for task in self.tasks:
            task._log_destroy_pending = False  # type: ignore[attr-defined]

    def bury(self) -> None:
        """Ends what was under way when it was killed: else Python would do so at any time, and complain."""
        for task in self.tasks:
            for _ in range(BURY):
                try:
                    task.get_coro().close()
                    break
                except (RuntimeError, ValueError):
                    pass
        self.tasks.clear()

    def freeze(self) -> None:
        self.frozen = True

    def thaw(self) -> None:
        self.frozen = False
        if self._ready:
            self.world.rouse(self)

    def wall(self) -> float:
        return EPOCH + self.world.now - BEGIN + self.ahead

    def pause(self) -> float:
        """How long a thread takes to begin, or to be heard again."""
        return self.rng.expovariate(400.0) * self.slow

    # ---- what asyncio asks of a loop

    def time(self) -> float:
        return self.world.now

    def call_soon(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        if not self.dead:
            self.enqueue(handle)
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        if not self.dead:
            self.world._push(when, self, handle)
        return handle

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self.world.now + delay, callback, *args, context=context)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Coroutine[Any, Any, Any], **more: Any) -> asyncio.Task[Any]:  # type: ignore[override]
        task = asyncio.Task(coro, loop=self, **more)
        self.tasks.append(task)
        if len(self.tasks) > 500:
            self.tasks = [task for task in self.tasks if not task.done()]
        return task

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """A thread: it begins after a while, does its work in one step, and is heard after another while."""
        future = self.create_future()

        def work() -> None:
            try:
                found, error = func(*args), None
            except Exception as raised:
                found, error = None, raised
            self.call_later(self.pause(), settle, found, error)

        def settle(found: Any, error: Exception | None) -> None:
            if not future.done():
                future.set_exception(error) if error else future.set_result(found)

        self.call_later(self.pause(), work)
        return future

    def add_reader(self, fd: Any, callback: Any, *args: Any) -> None:  # type: ignore[override]
        self.readers[fd] = callback

    def remove_reader(self, fd: Any) -> bool:
        return self.readers.pop(fd, None) is not None

    def readable(self, fd: int) -> None:
        if fd in self.readers:
            self.call_soon(self.readers[fd])

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return not self.dead

    def is_closed(self) -> bool:
        return self.dead

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self.dead:
            self.world.errors.append(f"{context.get('message')}: {context.get('exception')!r}")
