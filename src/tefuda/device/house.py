"""The tables of a device: one person, no guests, no other processes, and the browser's own storage as the log."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, ParamSpec, Protocol, TypeVar, cast

from msgspec import Struct, json

from tefuda.bots import Master
from tefuda.bots.master import Asked, Steps
from tefuda.server import log
from tefuda.server import protocol as p
from tefuda.server.live import Live
from tefuda.server.openings import Opening, rows_for
from tefuda.server.rows import Conflict, Entry, Finished, Head, Row, StorageError, check
from tefuda.server.settings import Settings
from tefuda.server.summary import head
from tefuda.server.table import fold
from tefuda.server.tables import Tables, here_code

P = ParamSpec("P")
T = TypeVar("T")
Think = Callable[[bytes], Awaitable[bytes | None]]


class Log(Protocol):
    """The browser's storage, which takes and gives JSON. It keeps what it can, and the rest in memory."""

    async def append(self, entry: str) -> str:
        """Empty when it is kept; "conflict" if its rows are not the next of their table; or what is wrong."""

    async def load(self, code: str) -> str:
        """A table as Stored, or empty."""

    async def head(self, code: str) -> str: ...
    async def finished(self, person: str) -> str:
        """A list, latest first."""


class Summary(Struct):
    """A head, as the log has it."""

    code: str
    status: str
    public: bool
    game: str
    updated: float
    summary: str

    @classmethod
    def of(cls, head: Head) -> Summary:
        return cls(*head[:5], head.summary.decode())  # no circle: that needs a server

    def head(self) -> Head:
        return Head(self.code, self.status, self.public, self.game, self.updated, self.summary.encode())


class Kept(Struct):
    """A person's result, as the log has it."""

    person: str
    code: str
    match: int
    game: str
    at: float
    body: str


class Appended(Struct):
    head: Summary
    first: int  # the number of the first row
    rows: list[str]
    finished: list[Kept]


class Stored(Struct):
    head: Summary
    rows: list[str]


def read(kept: str, kind: type[T]) -> T:
    """What the log has kept; StorageError if it is damaged."""
    try:
        return json.decode(kept, type=kind)
    except ValueError as error:  # msgspec's are such
        raise StorageError(str(error)) from None


class Writer:
    """Appends are stored when they return, as on a server."""

    def __init__(self, log: Log) -> None:
        self._log = log

    async def append(self, entry: Entry) -> None:
        check(entry)
        rows = [row.body.decode() for row in entry.rows]
        finished = [Kept(*one[:-1], one.body.decode()) for one in entry.finished]
        appended = Appended(Summary.of(entry.head), entry.rows[0].number, rows, finished)
        said = await self._log.append(json.encode(appended).decode())
        if said == "conflict":
            raise Conflict(f"row {entry.rows[0].number} is not the next of its table")
        if said:
            raise StorageError(said)


class Free:
    """No budgets: nobody else shares the device."""

    def spend(self, what: str, address: str, person: str = "") -> None:
        pass

    def make_table(self, address: str) -> None:
        pass

    def miss(self, address: str) -> None:
        pass

    def check_misses(self, address: str) -> None:
        pass


class Untimed:
    def observe(self, seconds: float) -> None:
        pass


class Timings:
    acknowledgement = broadcast = Untimed()


class Console:
    """The log: the browser's console shows what is printed."""

    def warning(self, event: str, **more: Any) -> None:
        print(event, more)

    error = warning


class Here:
    """Work that is done at once."""

    async def run(self, who: str, work: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
        return work(*arguments, **more)


class Beside(Here):
    """Work that takes long: another worker does it, so that this one is free. If there is none it is done here."""

    def __init__(self, think: Think) -> None:
        self._think = think

    async def run(self, who: str, work: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
        told = await self._think(pickle.dumps((work, arguments, more)))
        if told is None:
            return work(*arguments, **more)
        done, found = pickle.loads(told)
        if not done:
            raise found
        return cast(T, found)


Share = Callable[[Asked], Awaitable[list[list[float]]]]


async def thought(asked: bytes, share: Share, width: int) -> bytes:
    """What the other worker does with it: gives whether it succeeded, and the result.

    A search shares out what it wants to know, so many pieces at once.
    """
    work, arguments, more = pickle.loads(asked)
    try:
        if width > 1 and isinstance(work, Master):
            work.width = width
            return pickle.dumps((True, await shared(work.steps(*arguments, **more), share)))
        return pickle.dumps((True, work(*arguments, **more)))
    except Exception as error:
        return pickle.dumps((False, error))


async def shared(steps: Steps, share: Share) -> str:
    try:
        asked = next(steps)
        while True:
            asked = steps.send(await share(asked))
    except StopIteration as end:
        return str(end.value)


class Pools:
    def __init__(self, think: Think) -> None:
        self.store = Here()
        self.bots = self.hints = self.replays = Beside(think)


class Device(Tables):
    def __init__(self, kept: Log, think: Think, pace: float) -> None:
        super().__init__(Settings(pace=pace, lag_cap=0.0))
        self.log = kept
        self.writer = Writer(kept)
        self.budgets = Free()
        self.timings = Timings()
        self.pools = Pools(think)
        self.logger = Console()
        self.bots["master"] = Master(seconds=self.settings.master_seconds)

    def new_code(self) -> str:
        return here_code()

    async def create(self, person: str, address: str, command: p.Create) -> Live:
        for live in [live for live in self.tables.values() if not live.audience.followers and not live.lock.locked()]:
            self.put_to_sleep(live)  # there is no periodic task here that would do it
        return await super().create(person, address, command)

    async def take_up(self, person: str, opening: Opening) -> None:
        """The table of an opening becomes this person's. One that was taken up before stays as it is."""
        if await self.log.head(opening.code):
            return
        rows = [Row(number, body) for number, body in enumerate(rows_for(opening, person), 1)]
        table = fold(opening.code, [log.decode(row.body) for row in rows])
        await self.writer.append(Entry(head(table, (), self.wall()), tuple(rows)))

    async def load(self, code: str) -> tuple[Head, Sequence[Row]] | None:
        found = await self.log.load(code)
        if not found:
            return None
        stored = read(found, Stored)
        return stored.head.head(), [Row(number, body.encode()) for number, body in enumerate(stored.rows, 1)]

    async def release(self, code: str) -> None:
        """There is no other process."""

    async def head(self, code: str) -> Head | None:
        found = await self.log.head(code)
        return read(found, Summary).head() if found else None

    async def finished(self, person: str) -> list[Finished]:
        found = json.decode(await self.log.finished(person), type=list[Kept])
        return [Finished(one.person, one.code, one.match, one.game, one.at, one.body.encode()) for one in found]


class Port:
    """A page's end of a connection: `post` sends it a text, or None when it is over."""

    def __init__(self, post: Callable[[str | None], None]) -> None:
        self._post = post
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def hear(self, text: str | None) -> None:
        """Takes a message of the page; None when the page has gone."""
        message = {"type": "websocket.disconnect"} if text is None else {"type": "websocket.receive", "text": text}
        self._heard.put_nowait(message)

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        return await self._heard.get()

    async def send(self, texts: Sequence[bytes]) -> None:
        for text in texts:
            self._post(text.decode())

    async def close(self, code: int, reason: str) -> None:
        self._post(None)
