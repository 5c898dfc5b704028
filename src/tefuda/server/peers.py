"""The other processes on the same database: which of them live, what they are told, and this one's own lease."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from msgspec import DecodeError, json

from tefuda.server.leases import TTL, Leases
from tefuda.server.rows import StorageError
from tefuda.server.tables import Elsewhere
from tefuda.server.usage import News, Usage

if TYPE_CHECKING:
    from tefuda.server.house import House
    from tefuda.server.relay import Relay

P = ParamSpec("P")
T = TypeVar("T")
BEAT_SECONDS = 0.5
THREADS = 4
TELL_SECONDS = 0.2  # seconds for which news are gathered before they are sent


class Peers:
    """With a store that is not shared there are none, and everything here is this process's own."""

    def __init__(self, house: House, address: str) -> None:
        self.house = house
        self.shared = house.store.shared
        self.address = address  # where others reach this one
        self.leases: Leases = house.leased_by(house.store)
        self.worker = secrets.token_hex(8)
        self.secret = ""
        self.living: dict[str, str] = {}
        self.relays: set[Relay] = set()
        self.usage = Usage(self._tell_soon if self.shared else None)
        self.telling: asyncio.TimerHandle | None = None
        self.ended = False
        self.session: Any = None
        self.heard = -1  # the file descriptor of the session
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="tefuda-peers")  # nothing else may delay a beat
        self.renewed = house.loop.time()

    async def begin(self) -> None:
        if self.shared:
            self.secret = await self._do(self.leases.secret)
            await self._begin_lease()
            self.house.spawn(self._beat())

    async def end(self) -> None:
        """Ends the lease, so that other processes can take the tables over at once."""
        if not self.shared:
            return
        self.ended = True
        if self.telling:
            self.telling.cancel()
        self._end_session()
        with suppress(StorageError):
            await self._do(self.leases.end, self.worker)
        await asyncio.to_thread(self.pool.shutdown)  # what was under way has given its connection back by then
        self.leases.close()

    def _do(self, work: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> asyncio.Future[T]:
        return self.house.loop.run_in_executor(self.pool, partial(work, *arguments, **more))

    # ---- tables

    async def claim(self, code: str) -> bool:
        """Makes the table this worker's; False if there is no such table. Elsewhere if another worker has it."""
        if not self.shared:
            return True
        worker = self.worker
        owner = await self._do(self.leases.claim, code, worker)
        if owner and owner.worker != worker:
            raise Elsewhere(*owner)
        return owner is not None

    async def owns(self, code: str) -> bool:
        """Whether the table is this worker's: a process that was stopped for a while may have lost it unawares."""
        worker = self.worker
        return not self.shared or await self._do(self.leases.owner, code) == worker

    async def release(self, code: str) -> None:
        if self.shared:
            with suppress(StorageError):  # if this fails, the table stays ours
                await self._do(self.leases.release, code, self.worker)

    # ---- the lease

    async def _begin_lease(self) -> None:
        await self._begin_session()
        await self._do(self.leases.begin, self.worker, self.address)
        self.house.store.owner = self.worker
        self.renewed = self.house.loop.time()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self._renew()
            except StorageError as error:
                self.house.logger.warning("the lease is not renewed", error=str(error))
                if self.house.loop.time() - self.renewed > TTL:  # somebody else may have our tables by now
                    self.house.drop_all()

    async def _renew(self) -> None:
        living = await self._do(self.leases.renew, self.worker)
        if living is None:
            self.house.logger.warning("the lease was lost")
            self.house.drop_all()
            self._end_session()
            self.worker = secrets.token_hex(8)
            await self._begin_lease()
            return
        self.renewed = self.house.loop.time()
        if self.session is None:
            await self._begin_session()
        self.living = living
        self.usage.forget_all_but(living)
        for relay in [relay for relay in self.relays if relay.worker not in living]:
            relay.cut()

    # ---- the session, and what is told

    async def _begin_session(self) -> None:
        self.session = await self._do(self.leases.session, self.worker)
        self.heard = self.session.fileno()
        self.house.loop.add_reader(self.heard, self._hear)
        await self._tell([json.encode(News(self.worker, all=True)).decode()])
        self.usage.hear(News(self.worker, all=True))

    def _end_session(self) -> None:
        if self.session is not None:
            self.house.loop.remove_reader(self.heard)
            self.leases.close()
            self.session = None

    def _hear(self) -> None:
        heard, broken = self.leases.hear()
        if broken:
            self._end_session()  # the next beat begins another one
        for message in heard:
            with suppress(DecodeError):
                news = json.decode(message, type=News)
                if news.worker != self.worker:
                    self.usage.hear(news)

    def _tell_soon(self) -> None:
        if self.telling is None and not self.ended:
            self.telling = self.house.loop.call_later(TELL_SECONDS, self._tell_now)

    def _tell_now(self) -> None:
        self.telling = None
        self.house.spawn(self._tell(self.usage.news(self.worker)))

    async def _tell(self, messages: list[str]) -> None:
        with suppress(StorageError):  # if it fails, limits are less exact for a while
            for message in messages:
                if not self.ended:
                    await self._do(self.leases.tell, message)
