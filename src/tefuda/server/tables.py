"""The tables of one process, wherever it runs: finds them, loads them when they are asked for, and unloads them.

A server is a `House`: it has a database, other processes beside it, and guests. A player's own device has none of them.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import secrets
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

from tefuda.bots import BOTS, DECISIONS, Bot, Decision
from tefuda.games import GAMES
from tefuda.match import Match, set_up
from tefuda.server import garbage, log
from tefuda.server import protocol as p
from tefuda.server.clocks import Used
from tefuda.server.live import Live
from tefuda.server.log import Made
from tefuda.server.orders import Orders
from tefuda.server.rows import HERE, Entry, Head, Row, StorageError, not_stored
from tefuda.server.settings import Settings
from tefuda.server.summary import head
from tefuda.server.table import Refusal, Table, check_levels, fold
from tefuda.server.turns import Turns

if TYPE_CHECKING:
    from tefuda.server.connection import Connection, Relayed

P = ParamSpec("P")
T = TypeVar("T")
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without letters that look like others
CODE_LENGTH = 12  # 60 bits
STOOD = 10_000  # tables that sleep, of which it is known where their clocks stood
WINDOW_MS = 1000  # for reactions, unless the table says something else
WINDOWS_MS = range(500, 5001)  # what it may say; or 0, and then the first message that arrives counts


class Elsewhere(Exception):
    """The table is another worker's."""

    def __init__(self, worker: str, address: str) -> None:
        super().__init__(worker)
        self.worker = worker
        self.address = address


class Writing(Protocol):
    async def append(self, entry: Entry) -> None:
        """Returns when it is durable; raises StorageError or Conflict."""


class Spending(Protocol):
    """How much of what is costly each person and each address may have; Refusal if that is one too many."""

    def spend(self, what: str, address: str, person: str = "") -> None: ...
    def make_table(self, address: str) -> None: ...
    def miss(self, address: str) -> None: ...
    def check_misses(self, address: str) -> None: ...


class Timing(Protocol):
    def observe(self, seconds: float) -> None: ...


class Timed(Protocol):
    """How long things take."""

    @property
    def acknowledgement(self) -> Timing: ...
    @property
    def broadcast(self) -> Timing: ...


class Working(Protocol):
    """Work of one kind, beside the loop. Everybody who waits has a turn before anybody has a second one."""

    async def run(self, who: str, work: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T: ...


class Work(Protocol):
    """The kinds of it. None of them waits for another one."""

    @property
    def store(self) -> Working: ...
    @property
    def bots(self) -> Working: ...
    @property
    def hints(self) -> Working: ...
    @property
    def replays(self) -> Working: ...


class Tables(ABC):
    """The tables of a process. `House`, or a player's own device, defines the methods that are only declared here."""

    writer: Writing
    budgets: Spending
    timings: Timed
    pools: Work
    logger: Any

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.loop = asyncio.get_running_loop()
        self.tables: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.stood: dict[str, tuple[int, Used]] = {}  # by table, where clocks stood after so many entries of its log
        self.turns = Turns(self.loop, 2)  # in which addresses get to say something
        self.crowds = Turns(self.loop, 50)  # in which tables tell their spectators something
        self.bots: dict[str, Bot] = dict(BOTS)
        self.decisions: dict[str, Decision] = dict(DECISIONS)
        self.tasks: set[asyncio.Task[Any]] = set()
        self.messages = 0  # that clients have sent
        self.refused: Counter[str] = Counter()  # how many commands, by reason
        self.failed = float("-inf")  # when something could not be stored
        self.rng: random.Random | None = None  # set by tests that need repeatable runs
        self.orders = Orders()
        self.connections: set[Connection] = set()

    # ---- what a server or a device provides

    @property
    def owner(self) -> str:
        """The name under which this process owns its tables."""
        return ""

    @abstractmethod
    async def load(self, code: str) -> tuple[Head, Sequence[Row]] | None:
        """The stored rows of a table, which this process then owns. Elsewhere if another process owns it."""

    async def is_ours(self, code: str) -> bool:
        """Whether this process still owns a table that it has in memory."""
        return True

    @abstractmethod
    async def release(self, code: str) -> None:
        """Gives the table up: another process may own it from now on."""

    def nudge(self, live: Live) -> None:  # noqa: B027  # a device pushes nothing
        """Tells people who are not here when it is their turn."""

    async def relay(self, connection: Connection, elsewhere: Elsewhere, command: p.Open) -> Relayed:
        """Connects a client here with a table elsewhere."""
        raise elsewhere

    async def pair(self, token: str) -> str:
        """A word that stands for a token, once and not for long."""
        raise Refusal("not-allowed", "there is no server here that could keep a word")

    async def unpair(self, word: str, address: str) -> str | None:
        raise Refusal("not-allowed", "there is no server here that could know the word")

    async def duplicated(self, made: Made, wish: p.NewDuplicate | str, address: str) -> Made:
        """A table whose matches belong to a new duplicate, or to the one of a code."""
        raise Refusal("not-allowed", "deals that others play too need a server")

    async def circled(self, made: Made, circle: str, address: str) -> Made:
        """A table whose matches count for a circle of friends."""
        raise Refusal("not-allowed", "a circle of friends needs a server")

    def new_code(self) -> str:
        while (code := "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))).startswith(HERE):
            pass
        return code

    # ---- tables

    async def create(self, person: str, address: str, command: p.Create) -> Live:
        """A new table, stored before anybody hears of it."""
        made = made_by(person, command, self.new_seed())
        self.budgets.make_table(address)
        if command.duplicate is not None:
            made = await self.duplicated(made, command.duplicate, address)
        if command.circle is not None:
            made = await self.circled(made, command.circle, address)
        if len(self.tables) >= self.settings.tables_max:
            raise Refusal("full", "this server has as many tables as it can hold")
        code = self.new_code()
        live = Live(self, Table(code, made))
        try:
            await self.writer.append(Entry(head(live.table, (), self.wall()), (Row(1, log.encode(made)),)))
        except StorageError as error:
            raise Refusal("storage", not_stored(error)) from None
        self.tables[code] = live
        return live

    async def find(self, code: str, address: str) -> Live:
        """The table with this code, loaded if need be. Elsewhere if it is another worker's."""
        live = self.tables.get(code)
        if live and await self.is_ours(code):
            return live
        if live:  # another process has had it meanwhile: what is here may be old
            self.drop(live)
        self.budgets.check_misses(address)
        if code not in self.loading:
            self.loading[code] = loading = self.loop.create_task(self._load(code))
            loading.add_done_callback(lambda _: self._loaded(code))
        try:
            return await asyncio.shield(self.loading[code])  # a cancelled caller does not cancel it for others
        except Refusal as refusal:
            if refusal.reason == "no-table":
                self.budgets.miss(address)
            raise

    def _loaded(self, code: str) -> None:
        loading = self.loading.pop(code)
        if not loading.cancelled():
            loading.exception()  # whoever waited may be gone: then nobody else looks at it

    async def _load(self, code: str) -> Live:
        owner = self.owner
        try:
            found = await self.load(code)
        except StorageError as error:
            self.logger.warning("not loaded", table=self.alias(code), error=str(error))
            raise Refusal("storage", "the table cannot be read now") from None
        if found is None:
            raise Refusal("no-table", "there is no table with this code")
        if len(self.tables) >= self.settings.tables_max:
            raise Refusal("full", "this server has as many tables as it can hold")
        try:
            table = await self.pools.store.run("", _fold, code, found[1])
        except Refusal:  # too much waits already
            raise
        except Exception as error:  # whatever is wrong with its rows: one table less, and its people are told so
            self.logger.error("damaged", table=self.alias(code), error=type(error).__name__, exc_info=error)
            raise Refusal("storage", "what is stored of the table is damaged") from None
        if owner != self.owner:  # it was lost meanwhile, and the table with it
            raise Refusal("storage", "the table is moving; try again")
        live = self.tables[code] = Live(self, table)
        size, used = self.stood.pop(code, (0, ([], [])))
        if size == table.size:
            live.clocks.go_on(used, self.loop.time())
        return live

    def drop(self, live: Live) -> None:
        """Forgets a table whose state in memory may differ from what is stored. Its followers reconnect."""
        if live.gone:
            return
        live.gone = True
        if self.tables.get(live.table.code) is live:
            del self.tables[live.table.code]
        for follower in live.audience.followers:
            self.loop.call_soon(follower.close, 1012, "the table is loaded anew")  # once the refusal is sent
        live.audience.followers.clear()
        garbage.ended()

    def put_to_sleep(self, live: Live) -> None:
        live.gone = True
        live.planner.plan()
        if (
            live.table.made.clock and not live.clocks.by_the_day
        ):  # otherwise whoever stays away for long enough gets new time
            self.stood[live.table.code] = live.table.size, live.clocks.used()
            if len(self.stood) > STOOD:
                del self.stood[next(iter(self.stood))]
        self.tables.pop(live.table.code, None)
        self.spawn(self.release(live.table.code))
        garbage.ended()

    # ---- work

    async def choose(self, level: p.Level, code: str, match: Match, seat: int, rng: random.Random) -> str:
        """A bot's move. Only the master thinks for long; the others are done before a thread would begin."""
        if level in self.decisions:
            return match.decide(seat, self.decisions[level], rng)
        bot, view, moves = self.bots[level], match.view(seat), match.moves(seat)
        return await self.pools.bots.run(code, bot, view, moves, rng) if level == "master" else bot(view, moves, rng)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.logger.error("a task failed", error=type(error).__name__, exc_info=error)

    # ---- chance and time

    def may_come(self, person: str, token: str, address: str) -> bool:
        return self.orders.person(token) == person and not self.orders.is_banned(self.wall(), person, address)

    def new_seed(self) -> bytes:
        return self.rng.randbytes(32) if self.rng else os.urandom(32)

    def random_key(self) -> str:
        return str(self.rng.getrandbits(64)) if self.rng else secrets.token_hex(16)

    def wall(self) -> float:
        return time.time()

    def alias(self, code: str) -> str:
        """What the server's log shows instead of a code: the code itself would let its readers in."""
        return hashlib.sha256(code.encode()).hexdigest()[:10]


def made_by(person: str, command: p.Create, seed: bytes) -> Made:
    """The first entry of a new table's log; Refusal if there is no such table."""
    if command.game not in GAMES:
        raise Refusal("no-game", f"there is no game {command.game!r}; there are {', '.join(GAMES)}")
    given: dict[str, Any] = dict(command.options)
    race = GAMES[command.game].race
    if race and given.setdefault(race, WINDOW_MS) not in (0, *WINDOWS_MS):
        raise Refusal("option", "the window for reactions is 0, or 500 to 5000 ms")
    try:
        _, _, options = set_up(command.game, len(command.seats), given)
    except ValueError as error:
        raise Refusal("option", str(error)) from None
    check_levels(command.game, command.seats)
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
        seed.hex(),
        command.patience,
    )


def here_code() -> str:
    """A new code of a player's own device."""
    return HERE + "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH - len(HERE)))


def _fold(code: str, rows: Sequence[Row]) -> Table:
    return fold(code, [log.decode(row.body) for row in rows])
