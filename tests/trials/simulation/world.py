"""Time and processes: one queue of events for all, in virtual time. Each process has a loop of its own on it."""

from __future__ import annotations

import asyncio
import random
from asyncio import events
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from heapq import heappop, heappush
from math import log
from typing import Any

EPOCH = 1_800_000_000.0  # the wall clock when a run begins
BURY = 10  # times that a coroutine may await something while it is ended
BEGIN = 1000.0  # the monotonic clock then


class Due:
    """What a process is to do, at once or later: a handle of asyncio, with nothing that is not needed here."""

    __slots__ = ("args", "callback", "context", "ended")

    def __init__(self, callback: Callable[..., Any], args: tuple[Any, ...], context: Context | None) -> None:
        self.callback = callback
        self.args = args
        self.context = context  # None where any will do: the server keeps nothing in contexts
        self.ended = False

    def cancel(self) -> None:
        self.ended = True

    def cancelled(self) -> bool:
        return self.ended


class World:
    """What is to happen, in its order. Nothing happens by itself: no thread, no socket, no clock of the machine."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.now = BEGIN
        self.step = 0  # numbers everything that happens: a total order
        self.rng = random.Random(f"{seed}/world")
        self.errors: list[str] = []  # of the server's own
        self._queue: list[tuple[float, int, Process | None, Due | Callable[[], None]]] = []
        self._number = 0
        self._ready: deque[Process] = deque()  # processes that have something to do now

    def at(self, when: float, callback: Callable[[], None]) -> None:
        """Something outside of all processes: the network, the database, people."""
        self._push(when, None, callback)

    def later(self, delay: float, callback: Callable[[], None]) -> None:
        self._push(self.now + delay, None, callback)

    def _push(self, when: float, process: Process | None, what: Due | Callable[[], None]) -> None:
        self._number += 1
        heappush(self._queue, (when if when > self.now else self.now, self._number, process, what))

    def rouse(self, process: Process) -> None:
        process.roused = True
        self._ready.append(process)

    def run(self, until: float) -> None:
        """Lets everything happen up to this time."""
        queue, ready = self._queue, self._ready
        running: Process | None = None
        try:
            while True:
                while ready:
                    process = ready.popleft()
                    if process is not running:
                        running = process
                        events._set_running_loop(process)
                    process.turn()
                if not queue or queue[0][0] > until:
                    break
                self.now, _, of, what = heappop(queue)
                self.step += 1
                if of is None:
                    what()  # type: ignore[operator]
                elif not (of.dead or what.ended):  # type: ignore[union-attr]
                    of.enqueue(what)  # type: ignore[arg-type]
        finally:
            events._set_running_loop(None)
        self.now = max(self.now, until)


class Process(asyncio.AbstractEventLoop):
    """A process of the operating system: a loop, threads as steps, clocks. It can be killed, and frozen for a while."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.rng = random.Random(f"{world.seed}/{name}")
        self.dead = False
        self.frozen = False
        self.roused = False  # it stands in the queue of those who have something to do
        self.ahead = 0.0  # by how much its wall clock is wrong
        self.slow = 1.0  # how slow its threads are
        self.readers: dict[int, Callable[[], None]] = {}
        self.tasks: list[asyncio.Task[Any]] = []  # a task that is forgotten would run its `finally` at any time
        self._ready: deque[Due] = deque()

    # ---- the operating system

    def enqueue(self, due: Due) -> None:
        self._ready.append(due)
        if not (self.roused or self.frozen):
            self.world.rouse(self)

    def turn(self) -> None:
        """One round of the loop. What comes up in it waits until the others have had theirs."""
        ready, world = self._ready, self.world
        for _ in range(len(ready)):
            if self.dead or self.frozen:
                break
            due = ready.popleft()
            if not due.ended:
                world.step += 1
                try:
                    if due.context is None:
                        due.callback(*due.args)
                    else:
                        due.context.run(due.callback, *due.args)
                except Exception as error:
                    self.call_exception_handler({"message": f"in {due.callback}", "exception": error})
        self.roused = False
        if ready and not (self.dead or self.frozen):
            world.rouse(self)

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
        if self._ready and not self.roused:
            self.world.rouse(self)

    def wall(self) -> float:
        return EPOCH + self.world.now - BEGIN + self.ahead

    def pause(self) -> float:
        """How long a thread takes to begin, or to be heard again."""
        return -log(1.0 - self.rng.random()) / 400.0 * self.slow

    # ---- what asyncio asks of a loop

    def time(self) -> float:
        return self.world.now

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> Any:  # type: ignore[override]
        due = Due(callback, args, context)
        if not self.dead:
            self._ready.append(due)
            if not (self.roused or self.frozen):
                self.world.rouse(self)
        return due

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> Any:
        due = Due(callback, args, context)
        if not self.dead:
            self.world._push(when, self, due)
        return due

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Any, *args: Any, context: Context | None = None
    ) -> Any:
        due = Due(callback, args, context)
        if not self.dead:
            self.world._push(self.world.now + delay, self, due)
        return due

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

    get_debug = bool  # False: every future asks, and a class of C answers fastest

    def is_running(self) -> bool:
        return not self.dead

    def is_closed(self) -> bool:
        return self.dead

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self.dead:
            self.world.errors.append(f"{context.get('message')}: {context.get('exception')!r}")
