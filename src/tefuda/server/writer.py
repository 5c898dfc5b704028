"""The thread that appends for all tables: while one batch is on its way to the disk the next one gathers."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from tefuda.server.rows import Entry, StorageError, check
from tefuda.server.store import Store

CROWD, RATE = 4, 1500  # where a batch has so many entries, and they come at so many a second, ...
GATHERING = 0.02  # ... the next one begins so many seconds later: a commit costs as much as ten entries

Waiting = tuple[Entry, "asyncio.Future[None]"]


class Writer:
    """Group commit: one fsync for everything that waits, and no delay when nothing does.

    A server that has all that it can do commits less often, which costs its people less than it gives them.

    The counters are for metrics: `batches` and `entries` that were stored, and `refused` entries. `observe` is told how
    many seconds each batch took.
    """

    def __init__(
        self,
        store: Store,
        loop: asyncio.AbstractEventLoop,
        max_batch: int = 1000,
        observe: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self._store = store
        self._loop = loop
        self._max_batch = max_batch
        self._waiting: deque[Waiting] = deque()
        self._gathered: list[Waiting] = []  # in this round of the loop
        self._changed = threading.Condition()
        self._closing = False
        self._hurry = threading.Event()  # nothing more is gathered
        self.batches = self.entries = self.refused = 0
        self._observe = observe
        self._begin()

    def _begin(self) -> None:
        self._thread = threading.Thread(target=self._run, name="tefuda-writer", daemon=True)
        self._thread.start()

    async def append(self, entry: Entry) -> None:
        """Returns when the entry is durable; raises StorageError or Conflict. If the caller is cancelled
        before that, the entry may or may not be stored."""
        check(entry)
        if self._closing:
            raise StorageError("the store is closed")
        future = self._loop.create_future()
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append((entry, future))
        await future

    def _hand_over(self, closing: bool = False) -> None:
        """Wakes the thread once for everything that came in one round of the loop."""
        with self._changed:
            self._waiting.extend(self._gathered)
            self._gathered.clear()
            self._closing = self._closing or closing
            self._changed.notify()

    @property
    def waiting(self) -> int:
        return len(self._gathered) + len(self._waiting)

    async def close(self) -> None:
        """Stores what waits, and ends."""
        self._hand_over(closing=True)
        self._hurry.set()
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        began = time.perf_counter()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closing)
                if not self._waiting:
                    return
                batch = self._batch()
            before, began = began, time.perf_counter()
            answers = self._append([entry for entry, _ in batch])
            took = time.perf_counter() - began
            self._observe(took)
            self._finish(batch, answers)
            if len(batch) >= max(CROWD, RATE * (began - before)) and took < GATHERING:
                self._hurry.wait(GATHERING - took)

    def _batch(self) -> list[Waiting]:
        return [self._waiting.popleft() for _ in range(min(len(self._waiting), self._max_batch))]

    def _finish(self, batch: list[Waiting], answers: list[StorageError | None]) -> None:
        self.batches += 1
        stored = answers.count(None)
        self.entries += stored
        self.refused += len(batch) - stored
        with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
            self._loop.call_soon_threadsafe(answer, [future for _, future in batch], answers)

    def _append(self, entries: list[Entry]) -> list[StorageError | None]:
        try:
            return self._store.append(entries)
        except Exception as error:  # the thread must live, and nobody may wait for ever
            return [StorageError(f"it may not be stored: {type(error).__name__}") for _ in entries]


def answer(futures: list[asyncio.Future[None]], answers: list[StorageError | None]) -> None:
    for future, error in zip(futures, answers, strict=True):
        if future.done():  # cancelled
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)
