"""The house: all tables of one process. It finds them, loads them when asked for, and lets them sleep."""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import secrets
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import structlog
from limits import RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from tefuda.bots import BOTS, Bot, Master
from tefuda.games import GAMES
from tefuda.games.face import AnyView
from tefuda.games.option import check_options
from tefuda.record import either
from tefuda.server import log
from tefuda.server import protocol as p
from tefuda.server.live import Live
from tefuda.server.log import Ended, Made
from tefuda.server.settings import Settings
from tefuda.server.store import Entry, Row, StorageError, Store
from tefuda.server.summary import head
from tefuda.server.table import Refusal, Table, fold
from tefuda.server.writer import Writer

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without letters that look like others
CODE_LENGTH = 12  # 60 bits
PAIR_SECONDS = 120
SWEEP_SECONDS = 5.0
END_SECONDS = 600.0
BEAT_SECONDS = 1.0
TTL = 3.0  # seconds after which a worker that has not been heard of counts as dead
WINDOW_MS = 1000  # for reactions, unless the table says something else
WORDS = 4  # of four signs each: a word for pairing


class Elsewhere(Exception):
    """The table is another worker's."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class House:
    def __init__(self, settings: Settings, store: Store, address: str = "") -> None:
        self.settings = settings
        self.store = store
        self.address = address  # where other workers reach this one
        self.worker = secrets.token_hex(8)
        self.loop = asyncio.get_running_loop()
        self.writer = Writer(store, self.loop)
        self.logger: Any = structlog.get_logger("tefuda")
        self.tables: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.pairs: dict[str, tuple[str, float]] = {}
        self.limiter = MovingWindowRateLimiter(MemoryStorage())
        self.bots: dict[str, Bot] = {**BOTS, "master": Master(seconds=settings.master_seconds)}
        self.pool = ThreadPoolExecutor(2, thread_name_prefix="tefuda-bot")
        self.drawing = asyncio.Lock()  # one report of the lab at a time
        self.tasks: set[asyncio.Task[Any]] = set()
        self.messages = 0  # of clients
        self.failed = float("-inf")  # when something could not be stored
        self.busy = 0  # thoughts under way, for those who measure time
        self.rng: random.Random | None = None  # set in tests that repeat a run
        self.closing = False

    async def begin(self) -> None:
        """To be called before anything is served: who owns tables must be known to live."""
        if self.address:
            await asyncio.to_thread(self.store.beat, self.worker, self.address)
            self.spawn(self._beat())
        self.spawn(self._sweep())

    # ---- tables

    async def create(self, person: str, address: str, command: p.Create) -> Live:
        """A new table, stored before anybody hears of it."""
        made = self._made(person, command)
        self._limit("tables", RateLimitItemPerHour(self.settings.tables_per_hour), address)
        if len(self.tables) >= self.settings.tables_max:
            raise Refusal("full", "this server has as many tables as it can hold")
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        live = Live(self, Table(code, made))
        try:
            await self.writer.append(Entry(head(live.table, (), self.wall()), (Row(1, log.encode(made)),)))
            await asyncio.to_thread(self.store.claim, code, self.worker, TTL)
        except StorageError:
            raise Refusal("storage", "it could not be stored, so it did not happen") from None
        self.tables[code] = live
        return live

    def _made(self, person: str, command: p.Create) -> Made:
        if command.game not in GAMES:
            raise Refusal("no-game", f"there is no game {command.game!r}; there are {', '.join(GAMES)}")
        face = GAMES[command.game]
        given: dict[str, Any] = dict(command.options)
        if any(option.name == "jump_in_window_ms" for option in face.options):
            given.setdefault("jump_in_window_ms", WINDOW_MS)
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
        )

    async def find(self, code: str, address: str) -> Live:
        """The table with this code, loaded if need be. Elsewhere if it is another worker's."""
        if code in self.tables:
            return self.tables[code]
        self.check_misses(address)
        if code not in self.loading:
            self.loading[code] = loading = self.loop.create_task(self._load(code))
            loading.add_done_callback(lambda _: self.loading.pop(code))
        try:
            return await asyncio.shield(self.loading[code])  # who gives up does not end it for the others
        except Refusal as refusal:
            if refusal.reason == "no-table":
                self.miss(address)
            raise

    async def _load(self, code: str) -> Live:
        try:
            found = await asyncio.to_thread(self.store.load, code)
            if found is None:
                raise Refusal("no-table", "there is no table with this code")
            owner, where = await asyncio.to_thread(self.store.claim, code, self.worker, TTL)
            if owner != self.worker:
                raise Elsewhere(where)
            found = await asyncio.to_thread(self.store.load, code)  # now that nobody else writes
        except StorageError as error:
            self.logger.warning("not loaded", table=self.alias(code), error=str(error))
            raise Refusal("storage", "the table cannot be read now") from None
        assert found is not None
        if len(self.tables) >= self.settings.tables_max:
            raise Refusal("full", "this server has as many tables as it can hold")
        live = self.tables[code] = Live(self, fold(code, [log.decode(row.body) for row in found[1]]))
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

    def put_to_sleep(self, live: Live) -> None:
        live.gone = True
        live.plan()
        self.tables.pop(live.table.code, None)
        self.spawn(asyncio.to_thread(self.store.release, live.table.code, self.worker))

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
            self.pairs = {word: pair for word, pair in self.pairs.items() if pair[1] > now}
            if now - ended >= END_SECONDS:
                ended = now
                await self.end_stale()
            await asyncio.sleep(SWEEP_SECONDS)

    async def _beat(self) -> None:
        """Lets the other workers know that this one lives."""
        while not self.closing:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await asyncio.to_thread(self.store.beat, self.worker, self.address)
            except StorageError as error:
                self.logger.warning("no sign of life", error=str(error))

    async def end_stale(self) -> int:
        """The policy for tables with nobody left: they are ended after a while, and kept."""
        before = self.wall() - self.settings.end_after
        try:
            heads = await asyncio.to_thread(self.store.stale, before, 1000)
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

    async def choose(self, level: p.Level, view: AnyView, moves: list[str], rng: random.Random) -> str:
        """A bot's move. Only the master thinks for long; the others are done before a thread would begin."""
        bot = self.bots[level]
        return str(await self.think(bot, view, moves, rng)) if level == "master" else bot(view, moves, rng)

    async def think(self, think: Callable[..., Any], *arguments: Any) -> Any:
        """Lets somebody think beside the loop."""
        self.busy += 1
        try:
            return await self.loop.run_in_executor(self.pool, think, *arguments)
        finally:
            self.busy -= 1

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
        self.pool.shutdown(wait=False, cancel_futures=True)

    # ---- people

    def pair(self, token: str) -> str:
        """A word that stands for a token, once and not for long."""
        word = "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(WORDS))
        self.pairs[word] = (token, self.loop.time() + PAIR_SECONDS)
        return word

    def unpair(self, word: str, address: str) -> str | None:
        self.check_misses(address)
        token, until = self.pairs.pop(word.strip().upper(), ("", 0.0))
        if until > self.loop.time():
            return token
        self.miss(address)
        return None

    # ---- limits

    def _limit(self, what: str, item: Any, address: str) -> None:
        if address and not self.limiter.hit(item, what, address):
            raise Refusal("too-fast", "too many from this address; wait a while")

    def miss(self, address: str) -> None:
        """Counts a code that does not exist: guessing takes years."""
        if address:
            self.limiter.hit(RateLimitItemPerMinute(self.settings.misses_per_minute), "misses", address)

    def check_misses(self, address: str) -> None:
        item = RateLimitItemPerMinute(self.settings.misses_per_minute)
        if address and not self.limiter.test(item, "misses", address):
            raise Refusal("too-fast", "too many codes tried in vain; wait a minute")

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
