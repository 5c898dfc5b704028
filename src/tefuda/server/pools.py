"""Work in other threads than the loop's: each kind of work has its own, and people get them in turn."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, ParamSpec, TypeVar

from tefuda.server.table import Refusal

OWN = "server"  # in whose name the server works for itself, so that this never waits behind a crowd
P = ParamSpec("P")
T = TypeVar("T")


class Job(NamedTuple):
    done: asyncio.Future[Any]
    work: Callable[[], Any]


class Pool:
    """Threads of one kind of work. Everybody who waits has a turn before anybody has a second one."""

    def __init__(self, loop: asyncio.AbstractEventLoop, name: str, threads: int, most: int) -> None:
        self.threads = threads
        self.most = most  # pieces of work that may wait for one person or address
        self.running = 0
        self._loop = loop
        self._waiting: dict[str, deque[Job]] = {}  # in the order of their turns
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=f"tefuda-{name}")

    async def run(self, who: str, work: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
        """Runs the work for `who`; Refusal if too much of theirs waits already."""
        queue = self._waiting.setdefault(who, deque())
        if len(queue) >= self.most:
            raise Refusal("too-fast", "too much of that is asked for at once; wait a while")
        done: asyncio.Future[T] = self._loop.create_future()
        queue.append(Job(done, lambda: work(*arguments, **more)))
        self._begin()
        return await done

    def _begin(self) -> None:
        while self._waiting and self.running < self.threads:
            who, queue = next(iter(self._waiting.items()))
            job = queue.popleft()
            del self._waiting[who]
            if queue:
                self._waiting[who] = queue  # behind all others
            if not job.done.done():  # cancelled
                self.running += 1
                work = self._loop.run_in_executor(self._executor, job.work)
                work.add_done_callback(lambda work, done=job.done: self._ended(work, done))  # type: ignore[misc]

    def _ended(self, work: asyncio.Future[Any], done: asyncio.Future[Any]) -> None:
        self.running -= 1
        error = None if work.cancelled() else work.exception()
        if not done.done():
            if work.cancelled():
                done.cancel()
            elif error:
                done.set_exception(error)
            else:
                done.set_result(work.result())
        self._begin()

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    @property
    def share(self) -> float:
        """What part of its time each piece of work should take, so that nobody waits for long."""
        return min(1.0, self.threads / max(1, self.running + self.waiting))

    def close(self, wait: bool = False) -> None:
        self._executor.shutdown(wait, cancel_futures=True)


class Pools:
    """The kinds of work. None of them waits for another one."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.store = Pool(loop, "store", 4, 1000)
        self.bots = Pool(loop, "bots", 2, 100)
        self.hints = Pool(loop, "hints", 1, 4)
        self.judge = Pool(loop, "judge", 1, 4)
        self.pushes = Pool(loop, "pushes", 2, 8)
        self.replays = Pool(loop, "replays", 1, 8)  # and reports, and pictures

    def items(self) -> list[tuple[str, Pool]]:
        return list(vars(self).items())

    async def close(self) -> None:
        """Drops work that has not begun, and waits for work that uses the store: the store is closed next."""
        for _, pool in self.items():
            pool.close()
        await asyncio.to_thread(self.store.close, True)
