"""Virtual time: a loop with real sockets whose clock jumps ahead when nothing is left to do.

So waiting costs nothing, and everything happens at the same times in every run, so that times can be compared.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from tefuda.server import house
from tefuda.server.store import Entry
from tefuda.server.writer import Writer

T = TypeVar("T")
SETTLE = 0.0003  # real seconds in which what was sent over loopback has surely arrived
OUTSIDE = 0.02  # real seconds to wait at a time for threads
ORDERS = 60.0  # virtual seconds between two looks for orders of the host: each costs real time, and there are none


class _Selector(selectors.DefaultSelector):
    """Lets the loop's clock jump instead of waiting."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if found or timeout == 0:
            return found
        while not found and self.loop.outside:
            found = super().select(OUTSIDE)
        found = found or super().select(SETTLE)
        if not found and not self.loop.outside:
            if timeout is None:
                return super().select(OUTSIDE)
            self.loop.now += timeout
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        selector = _Selector()
        selector.loop = self
        self.now = 1000.0
        self.outside = 0  # things that threads are doing: meanwhile no time passes
        super().__init__(selector)

    def time(self) -> float:
        return self.now

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        self.outside += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._back)
        return future

    def _back(self, _: object) -> None:
        self.outside -= 1

    async def store(self, append: Callable[[Writer, Entry], Coroutine[Any, Any, None]], *given: Any) -> None:
        """An append through the writer's thread."""
        self.outside += 1
        try:
            await append(*given)
        finally:
            self.outside -= 1


def run_virtually(main: Coroutine[Any, Any, T]) -> T:
    """As asyncio.run, in virtual time."""
    loop = VirtualLoop()
    append, orders = Writer.append, house.ORDERS_SECONDS

    async def counted(writer: Writer, entry: Entry) -> None:
        await loop.store(append, writer, entry)

    Writer.append = counted  # type: ignore[assignment,method-assign]
    house.ORDERS_SECONDS = ORDERS
    try:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            return runner.run(main)
    finally:
        Writer.append = append  # type: ignore[method-assign]
        house.ORDERS_SECONDS = orders
