"""The house: the tables of one process of a server, its database, the other processes beside it, and its guests."""

from __future__ import annotations

import asyncio
import hashlib
import random
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import structlog
from msgspec.structs import replace

from tefuda.bots import Master
from tefuda.games.view import View
from tefuda.server import audit, garbage
from tefuda.server import protocol as p
from tefuda.server.budgets import Budgets
from tefuda.server.circles import look_up
from tefuda.server.connection import Connection
from tefuda.server.leases import Leases
from tefuda.server.live import Live
from tefuda.server.log import Circled, Ended, Made, Shared
from tefuda.server.metrics import Timings
from tefuda.server.peers import Peers
from tefuda.server.pools import OWN, Pools
from tefuda.server.push import Pushes
from tefuda.server.relay import Relay
from tefuda.server.rows import Head, Row, StorageError, not_stored
from tefuda.server.settings import Settings
from tefuda.server.store import Store
from tefuda.server.table import Refusal
from tefuda.server.tables import ALPHABET, Elsewhere, Tables
from tefuda.server.writer import Writer

PAIR_SECONDS = 120
SWEEP_SECONDS = 5.0
END_SECONDS = 600.0
ORDERS_SECONDS = 0.5  # between two looks for orders of the server's host
HEALTH_SECONDS = 1.0  # for which an answer about the health of the store is good
MASTER_LEAST = 0.05  # the least share of its time that `master` gets, however many tables want it to think
WORDS = 4  # of four signs each: a word for pairing


class House(Tables):
    writes_by: type[Writer] = Writer
    leased_by: type[Leases] = Leases

    def __init__(self, settings: Settings, store: Store, address: str = "") -> None:
        super().__init__(settings)
        self.store = store
        self.peers = Peers(self, address)
        self.timings: Timings = Timings()
        self.writer: Writer = self.writes_by(store, self.loop, observe=self.timings.store.observe)
        self.logger: Any = structlog.get_logger("tefuda")
        self.budgets: Budgets = Budgets(settings, self.peers.usage.windows)
        self.pools: Pools = Pools(self.loop)
        self.pushes = Pushes(self)
        self.bots["master"] = self._master
        self.thoughts = self.hurried = 0  # of `master`, and how many of them were cut short
        self.health: asyncio.Task[bool] | None = None
        self.tried = float("-inf")  # when the health was looked at
        self.closing = False

    async def begin(self) -> None:
        """Call this before serving anything: a process needs a lease before it may own tables."""
        await self.peers.begin()
        await self._obey()
        await self.pushes.begin()
        self.spawn(self._sweep())
        self.spawn(self._listen())

    # ---- tables

    @property
    def owner(self) -> str:
        return self.peers.worker

    async def load(self, code: str) -> tuple[Head, Sequence[Row]] | None:
        return await self.pools.store.run("", self.store.load, code) if await self.peers.claim(code) else None

    async def is_ours(self, code: str) -> bool:
        """Asked whenever somebody comes: they may send again what another process has stored meanwhile."""
        try:
            return await self.peers.owns(code)
        except StorageError as error:
            self.logger.warning("not known whose it is", table=self.alias(code), error=str(error))
            raise Refusal("storage", "the table cannot be read now") from None

    async def release(self, code: str) -> None:
        await self.peers.release(code)

    def nudge(self, live: Live) -> None:
        self.pushes.nudge(live)

    async def relay(self, connection: Connection, elsewhere: Elsewhere, command: p.Open) -> Relay:
        return await Relay.to(connection, self.peers, elsewhere, command)

    async def duplicated(self, made: Made, wish: p.NewDuplicate | str, address: str) -> Made:
        """A table whose matches belong to a duplicate. It has no spectators and no hints."""
        try:
            if isinstance(wish, str):
                self.budgets.check_misses(address)
                shared = await self.pools.store.run("", self.store.duplicate, wish)
                if shared is None:
                    self.budgets.miss(address)
                    raise Refusal("no-table", "there is no duplicate with this code")
            else:
                until = self.wall() + wish.days * 24 * 3600
                seed, seats = self.new_seed().hex(), len(made.seats)
                shared = Shared(self.new_code(), made.game, seats, made.options, wish.matches, seed, until)
                await self.pools.store.run("", self.store.keep_duplicate, shared)
        except StorageError as error:
            raise Refusal("storage", not_stored(error)) from None
        if self.wall() >= shared.until:
            raise Refusal("over", "the duplicate has ended, and its cards are known")
        if (made.game, made.options, len(made.seats)) != (shared.game, shared.options, shared.seats):
            raise Refusal("option", "the duplicate has another game, other options or another number of seats")
        return replace(made, duplicate=shared, watchers=False, hints=False)

    async def circled(self, made: Made, circle: str, address: str) -> Made:
        """A table of friends is not for everybody: whoever sits down there learns the code of the circle."""
        if made.public:
            raise Refusal("option", "a table of a circle cannot be public")
        self.budgets.check_misses(address)
        try:
            known = await self.pools.store.run("", look_up, self.store, circle)
        except StorageError as error:
            raise Refusal("storage", not_stored(error)) from None
        if known is None:
            self.budgets.miss(address)
            raise Refusal("no-table", "there is no circle with this code")
        return replace(made, circle=Circled(known.code, known.name))

    def drop_all(self) -> None:
        """Drops all tables: this process owns them no longer."""
        for live in list(self.tables.values()):
            self.drop(live)

    def _master(self, view: View, moves: Sequence[str], rng: random.Random) -> str:
        """`master` thinks for less time when many tables want it to, so that all of them go on."""
        share = max(MASTER_LEAST, self.pools.bots.share)
        self.thoughts += 1
        self.hurried += share < 1
        return Master(seconds=self.settings.master_seconds * share)(view, moves, rng)

    # ---- in the background

    async def _sweep(self) -> None:
        """Unloads tables that nobody follows, ends those to which nobody has come back for long, and tidies up."""
        ended = self.loop.time()
        while not self.closing:
            now = self.loop.time()
            for live in list(self.tables.values()):
                idle = not live.audience.followers and not live.lock.locked() and not live.held
                if idle and now - live.idle_since >= self.settings.linger:
                    self.put_to_sleep(live)
            if now - ended >= END_SECONDS:
                ended = now
                await self.end_stale()
            garbage.tidy()
            await asyncio.sleep(SWEEP_SECONDS)

    async def _listen(self) -> None:
        """Does what the host of the server orders, within a second."""
        while not self.closing:
            await asyncio.sleep(ORDERS_SECONDS)
            try:
                await self._obey()
            except StorageError as error:
                self.logger.warning("no orders", error=str(error))

    async def _obey(self) -> None:
        orders = await self.pools.store.run(OWN, self.store.orders, self.orders.last)
        for order in orders:
            self.orders.read(order)
            if live := self.tables.get(order.who):
                self.drop(live)  # somebody else has changed it
        for connection in list(self.connections) if orders else ():
            if connection.person and not self.may_come(connection.person, connection.token, connection.address):
                connection.close(1008, "this person or address may not come in")

    async def end_stale(self) -> int:
        """Ends tables that everybody left long ago; they are kept."""
        before = self.wall() - self.settings.end_after
        try:
            if self.settings.keep:
                kept_since = self.wall() - self.settings.keep
                while await self.pools.store.run(OWN, self.store.prune, kept_since) >= audit.PRUNED:
                    pass
            heads = await self.pools.store.run(OWN, self.store.stale, before, 1000)
        except StorageError:
            return 0
        ended = 0
        for stale in heads:
            with suppress(Refusal, Elsewhere):  # it is tried again later
                live = await self.find(stale.code, "")
                async with live.lock:
                    if not live.audience.followers and not live.gone:
                        await live.change([Ended()])
                        ended += 1
                        self.put_to_sleep(live)
        return ended

    async def close(self) -> None:
        self.closing = True
        for task in list(self.tasks):
            task.cancel()
        await self.writer.close()
        await self.peers.end()
        await self.pools.close()

    async def healthy(self) -> bool:
        """Whether the store can be written now. That is tried once a second at most, however many ask."""
        if self.health is None or self.loop.time() - self.tried >= HEALTH_SECONDS:
            self.tried = self.loop.time()
            self.health = self.loop.create_task(self.pools.store.run(OWN, self.store.healthy))
        return await asyncio.shield(self.health)

    # ---- people

    async def pair(self, token: str) -> str:
        """A word that stands for a token, once and not for long, at every server of the same database."""
        word = "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(WORDS))
        now = self.wall()
        kept = (*sealed(word, token.encode()), now + PAIR_SECONDS, now)
        try:
            await self.pools.store.run("", self.store.keep_pair, *kept)
        except StorageError:
            raise Refusal("storage", "it could not be stored, so there is no word") from None
        return word

    async def unpair(self, word: str, address: str) -> str | None:
        self.budgets.check_misses(address)
        word = word.strip().upper()
        name, _ = sealed(word, b"")
        try:
            found = await self.pools.store.run("", self.store.take_pair, name, self.wall())
        except StorageError:
            raise Refusal("storage", "the word cannot be looked up now") from None
        if found is None:
            self.budgets.miss(address)
            return None
        return sealed(word, found)[1].decode()


def sealed(word: str, token: bytes) -> tuple[str, bytes]:
    """The name under which a word is kept, and the token, encrypted with the word. Calling this twice decrypts it."""
    key = hashlib.shake_256(f"tefuda pair {word}".encode()).digest(32 + len(token))
    return key[:32].hex(), bytes(a ^ b for a, b in zip(key[32:], token, strict=True))
