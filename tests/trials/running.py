"""A real server inside a trial: a socket on loopback, the store on disk, everything in the trial's own loop."""

from __future__ import annotations

import asyncio
import random
import socket
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import uvicorn

from tefuda.client import Client, Refused
from tefuda.match import Match
from tefuda.server import log
from tefuda.server.house import House
from tefuda.server.log import AnyEntry
from tefuda.server.serve import bind, config
from tefuda.server.settings import Settings
from tefuda.server.store import Store
from tefuda.server.table import Table, fold

PATIENCE = 120  # seconds after which a trial gives up: many, for a machine on which much else runs
RACES = ("late", "stale", "not-now", "illegal", "over")  # what may happen to a move in a race


def free_port() -> int:
    """For a server that is killed and comes back on the same port: one that no connection is given meanwhile."""
    while True:
        port = random.SystemRandom().randrange(10_000, 32_768)  # Linux gives connections those from 32768 on
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@contextmanager
def quick_folder(name: str) -> Iterator[Path]:
    """A folder in memory, where there is one: for trials of everything but the disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix=f"tefuda-{name}-", dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


class Running:
    """A running server: its address, its settings, and the objects inside it."""

    def __init__(self, url: str, server: uvicorn.Server, settings: Settings) -> None:
        self.url = url
        self.server = server
        self.settings = settings

    @property
    def house(self) -> House:
        app: Any = self.server.config.loaded_app
        while not hasattr(app, "state"):
            app = app.app
        house: House = app.state.house
        return house

    def client(self, **more: Any) -> Client:
        return Client(self.url, **more)


@asynccontextmanager
async def running(
    folder: Path, port: int = 0, sock: socket.socket | None = None, **more: Any
) -> AsyncIterator[Running]:
    settings = Settings(**{"database": f"sqlite:///{folder / 'tables.db'}", "pace": 0.0, "allowance": 1e9, **more})
    sock = sock or bind("127.0.0.1", port)
    server = uvicorn.Server(config(settings, Store(settings.database)))
    task = asyncio.create_task(server.serve(sockets=[sock]))
    while not server.started:
        if task.done():
            task.result()
        await asyncio.sleep(0.01)
    try:
        yield Running(
            f"http://127.0.0.1:{sock.getsockname()[1]}" if sock.family != socket.AF_UNIX else str(sock.getsockname()),
            server,
            settings,
        )
    finally:
        server.should_exit = True
        server.force_exit = True  # connections are not waited for; this leaves out the end of the application
        await task
        await server.lifespan.shutdown()


async def play_on(me: Client, rng: random.Random, until: int | None = None) -> int:
    """Plays random moves to the end of the match, or at most `until` of them; returns how many it made."""
    made = 0
    while me.result is None and (until is None or made < until):
        moves = [move for move in me.moves if move != "wait"]
        if not moves:
            await me.changed(PATIENCE)
            continue
        try:
            await me.play(rng.choice(moves))
            made += 1
        except Refused as refused:
            assert refused.reason in RACES, refused
            await asyncio.sleep(0.005)
    return made


def stored(running: Running, code: str) -> Table:
    """The table as the store has it."""
    return fold(code, entries(running.settings.database, code))


def entries(database: str, code: str) -> list[AnyEntry]:
    """The log of a table, read directly from the file, because the server lets nobody else open its store."""
    path = database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT number, body FROM log WHERE code = ? ORDER BY number", (code,)).fetchall()
    assert rows and [number for number, _ in rows] == list(range(1, len(rows) + 1)), "the log has gaps"
    return [log.decode(body) for _, body in rows]


def agrees(me: Client, match: Match) -> None:
    """What the client was told last is what a replay of the stored record shows."""
    assert me.update is not None
    again = Match.replay(str(match.record))
    assert me.view == again.view(me.seat).to_dict()
    numbers = [event.n for event in me.events]
    assert numbers == list(range(numbers[0], me.update.n + 1))
    seen = [str(event) for event in match.record.seen_by(me.seat).events]
    told = [f"{'*' if event.seat is None else event.seat} {event.move}" for event in me.events if event.move]
    assert told == seen[-len(told) :]
