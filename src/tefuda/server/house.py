"""The house: all tables of one process. It finds them, loads them when asked for, and lets them sleep."""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import secrets
import time
from collections import Counter
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import structlog

from tefuda.bots import BOTS, Bot, Master
from tefuda.games import GAMES
from tefuda.games.face import AnyView
from tefuda.games.option import check_options
from tefuda.record import either
from tefuda.server import log
from tefuda.server import protocol as p
from tefuda.server.budgets import Budgets, Turns
from tefuda.server.live import Live
from tefuda.server.log import Ended, Made
from tefuda.server.metrics import Timings
from tefuda.server.orders import Orders
from tefuda.server.peers import Elsewhere, Peers
from tefuda.server.pools import Pools
from tefuda.server.settings import Settings
from tefuda.server.store import Entry, Row, StorageError, Store, not_stored
from tefuda.server.summary import head
from tefuda.server.table import Refusal, Table, fold
from tefuda.server.writer import Writer

if TYPE_CHECKING:
    from tefuda.server.connection import Connection

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without letters that look like others
CODE_LENGTH = 12  # 60 bits
PAIR_SECONDS = 120
SWEEP_SECONDS = 5.0
END_SECONDS = 600.0
ORDERS_SECONDS = 0.5  # between two looks for orders of the server's host
WINDOW_MS = 1000  # for reactions, unless the table says something else
HEALTH_SECONDS = 1.0  # for which an answer about the health of the store is good
MASTER_LEAST = 0.05  # of its time that the master takes however many want to think
WINDOWS_MS = range(500, 5001)  # what it may say; or 0, and then the first message that arrives counts
WORDS = 4  # of four signs each: a word for pairing


class House:
    def __init__(self, settings: Settings, store: Store, address: str = "") -> None:
        self.settings = settings
        self.store = store
        self.loop = asyncio.get_running_loop()
        self.peers = Peers(self, address)
        self.timings = Timings()
        self.writer = Writer(store, self.loop, observe=self.timings.store.observe)
        self.logger: Any = structlog.get_logger("tefuda")
        self.tables: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.budgets = Budgets(settings, self.peers.usage.windows)
        self.turns = Turns(self.loop, 2)  # of addresses, to say something
        self.crowds = Turns(self.loop, 50)  # of tables, to tell their spectators something
        self.pools = Pools(self.loop)
        self.bots: dict[str, Bot] = {**BOTS, "master": self._master}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.messages = 0  # of clients
        self.refused: Counter[str] = Counter()  # of their commands, by reason
        self.failed = float("-inf")  # when something could not be stored
        self.thoughts = self.hurried = 0  # of bots at master, and those of them that were cut short
        self.rng: random.Random | None = None  # set in tests that repeat a run
        self.health: asyncio.Task[bool] | None = None
        self.tried = float("-inf")  # when the health was looked at
        self.orders = Orders()
        self.connections: set[Connection] = set()
        self.closing = False

    async def begin(self) -> None:
        """To be called before anything is served: who owns tables must be known to live."""
        await self.peers.begin()
        await self._obey()
        self.spawn(self._sweep())
        self.spawn(self._listen())

    # ---- tables

    async def create(self, person: str, address: str, command: p.Create) -> Live:
        """A new table, stored before anybody hears of it."""
        made = self._made(person, command)
        self.budgets.make_table(address)
        if len(self.tables) >= self.settings.tables_max:
            raise Refusal("full", "this server has as many tables as it can hold")
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        live = Live(self, Table(code, made))
        try:
            await self.writer.append(Entry(head(live.table, (), self.wall()), (Row(1, log.encode(made)),)))
        except StorageError as error:
            raise Refusal("storage", not_stored(error)) from None
        self.tables[code] = live
        return live

    def _made(self, person: str, command: p.Create) -> Made:
        if command.game not in GAMES:
            raise Refusal("no-game", f"there is no game {command.game!r}; there are {', '.join(GAMES)}")
        face = GAMES[command.game]
        given: dict[str, Any] = dict(command.options)
        if any(option.name == "jump_in_window_ms" for option in face.options):
            given.setdefault("jump_in_window_ms", WINDOW_MS)
            if given["jump_in_window_ms"] not in (0, *WINDOWS_MS):
                raise Refusal("option", "the window for reactions is 0, or 500 to 5000 ms")
        try:
            options = check_options(face.options, given)
        except ValueError as error:
            raise Refusal("option", str(error)) from None
        allowed = face.seats(options)
        if len(command.seats) not in allowed:
            raise Refusal("option", f"there must be {either(allowed)} seats with these options")
        return Made(
            command.game,
            options,
            command.seats,
            person,
            command.public,
            command.clock,
            command.hints,
            command.watchers,
            command.away,
            self.new_seed().hex(),
            command.patience,
        )

    async def find(self, code: str, address: str) -> Live:
        """The table with this code, loaded if need be. Elsewhere if it is another worker's."""
        if code in self.tables:
            return self.tables[code]
        self.budgets.check_misses(address)
        if code not in self.loading:
            self.loading[code] = loading = self.loop.create_task(self._load(code))
            loading.add_done_callback(lambda _: self.loading.pop(code))
        try:
            return await asyncio.shield(self.loading[code])  # who gives up does not end it for the others
        except Refusal as refusal:
            if refusal.reason == "no-table":
                self.budgets.miss(address)
            raise

    async def _load(self, code: str) -> Live:
        worker = self.peers.worker
        try:
            is_there = await self.peers.claim(code)
            found = await self.pools.store.run("", self.store.load, code) if is_there else None
        except StorageError as error:
            self.logger.warning("not loaded", table=self.alias(code), error=str(error))
            raise Refusal("storage", "the table cannot be read now") from None
        if found is None:
            raise Refusal("no-table", "there is no table with this code")
        if len(self.tables) >= self.settings.tables_max:
            raise Refusal("full", "this server has as many tables as it can hold")
        table = await self.pools.store.run("", _fold, code, found[1])
        if worker != self.peers.worker:  # the lease was lost meanwhile, and the table with it
            raise Refusal("storage", "the table is moving; try again")
        live = self.tables[code] = Live(self, table)
        return live

    def drop(self, live: Live) -> None:
        """Forgets a table whose memory may not be what is stored. Those who follow it come again."""
        if live.gone:
            return
        live.gone = True
        if self.tables.get(live.table.code) is live:
            del self.tables[live.table.code]
        for follower in live.audience.followers:
            self.loop.call_soon(follower.close, 1012, "the table is loaded anew")  # once the refusal is sent
        live.audience.followers.clear()

    def drop_all(self) -> None:
        """The tables are no longer this process's."""
        for live in list(self.tables.values()):
            self.drop(live)

    def put_to_sleep(self, live: Live) -> None:
        live.gone = True
        live.planner.plan()
        self.tables.pop(live.table.code, None)
        self.spawn(self.peers.release(live.table.code))

    # ---- in the background

    async def _sweep(self) -> None:
        """Puts tables to sleep that nobody follows, and ends those that nobody has come back to for long."""
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
        for order in await self.pools.store.run("", self.store.orders, self.orders.last):
            self.orders.read(order)
            if live := self.tables.get(order.who):
                self.drop(live)  # it was changed by others
        for connection in list(self.connections):
            if connection.person and not self.may_come(connection.person, connection.token, connection.address):
                connection.close(1008, "this person or address may not come in")

    def may_come(self, person: str, token: str, address: str) -> bool:
        return self.orders.person(token) == person and not self.orders.is_banned(self.wall(), person, address)

    async def end_stale(self) -> int:
        """The policy for tables with nobody left: they are ended after a while, and kept."""
        before = self.wall() - self.settings.end_after
        try:
            if self.settings.keep:
                await self.pools.store.run("", self.store.prune, self.wall() - self.settings.keep)
            heads = await self.pools.store.run("", self.store.stale, before, 1000)
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

    async def choose(self, level: p.Level, code: str, view: AnyView, moves: list[str], rng: random.Random) -> str:
        """A bot's move. Only the master thinks for long; the others are done before a thread would begin."""
        bot = self.bots[level]
        return await self.pools.bots.run(code, bot, view, moves, rng) if level == "master" else bot(view, moves, rng)

    def _master(self, view: AnyView, moves: Sequence[str], rng: random.Random) -> str:
        """The master thinks shorter when many want to think, so that all of them go on playing."""
        share = max(MASTER_LEAST, self.pools.bots.share)
        self.thoughts += 1
        self.hurried += share < 1
        return Master(seconds=self.settings.master_seconds * share)(view, moves, rng)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.logger.error("a task failed", error=type(error).__name__, exc_info=error)

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
            self.health = self.loop.create_task(self.pools.store.run("", self.store.healthy))
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

    # ---- chance and time

    def new_seed(self) -> bytes:
        return self.rng.randbytes(32) if self.rng else os.urandom(32)

    def random_key(self) -> str:
        return str(self.rng.getrandbits(64)) if self.rng else secrets.token_hex(16)

    def wall(self) -> float:
        return time.time()

    def alias(self, code: str) -> str:
        """What stands for a code in the log of the server: the code itself lets people in."""
        return hashlib.sha256(code.encode()).hexdigest()[:10]


def _fold(code: str, rows: Sequence[Row]) -> Table:
    return fold(code, [log.decode(row.body) for row in rows])


def sealed(word: str, token: bytes) -> tuple[str, bytes]:
    """The name under which a word is kept, and a token that only the word opens: sealed again it is open."""
    key = hashlib.shake_256(f"tefuda pair {word}".encode()).digest(32 + len(token))
    return key[:32].hex(), bytes(a ^ b for a, b in zip(key[32:], token, strict=True))
