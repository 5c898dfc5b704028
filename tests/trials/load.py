"""Load: how many tables a server on this machine holds, how fast it acknowledges, and what tables and people cost.

The server is a process of its own, as `tefuda serve` runs it; the people are in this one, and take their share of the
same cores. Every person sits at a table with bots of the level club, and takes a second or two for a move.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import os
import platform
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.request import urlopen

import msgspec
import uvloop

from tefuda.client import Client, Refused
from tefuda.server import log
from tefuda.server.house import SWEEP_SECONDS
from tefuda.server.log import Began, Made, Sat
from tefuda.server.settings import Settings
from tefuda.server.store import Entry, Head, Row, Store
from tefuda.server.table import Table

T = TypeVar("T")

START = """
import sys, msgspec
from tefuda.server.serve import bind, run
from tefuda.server.settings import Settings
sock = bind("127.0.0.1", 0)
url = f"http://127.0.0.1:{sock.getsockname()[1]}"
run(msgspec.json.decode(sys.argv[1], type=Settings), sock, lambda: print(url, flush=True))
"""
AIM = 0.1  # seconds in which 99 of 100 moves are acknowledged
THINKING = 2.0, 8.0  # seconds that people take
SECONDS = 30.0  # for which the tables are measured
BURST, BURST_SECONDS = 100, 10.0  # tables at which all move as fast as they can
COLD = 10  # unfinished tables in the store for each live one


class Load(NamedTuple):
    """What was measured; times in seconds, memory in bytes."""

    machine: str
    tables: int
    moves: int  # of people
    median: float
    p99: float
    connection: float
    lobby: float  # a table in the lobby
    playing: float  # what a match adds
    work: float  # of the processor, for each stored entry
    awake: int  # tables in memory when everybody has left
    rate: float = 0.0  # moves a second where nobody waits ...
    each: float = 0.0  # ... and the work of the processor for each of them
    unfinished: int = 0
    cold: float = 0.0

    def __str__(self) -> str:
        return "\n".join(
            [
                self.machine,
                f"{self.tables} live tables with bots at club: {self.moves} moves of people acknowledged in "
                f"{1000 * self.median:.1f} ms (median), {1000 * self.p99:.1f} ms (99 %); "
                f"{1000 * self.work:.2f} ms of one core for each move of people and bots",
                f"{self.rate:.0f} moves a second stored and told at {BURST} tables where nobody waits, "
                f"{1000 * self.each:.2f} ms of one core for each",
                f"{self.connection / 1000:.1f} kB for a connection, {self.lobby / 1000:.1f} kB for a table, "
                f"{self.playing / 1000:.1f} kB more for its match; {self.awake} tables in memory after everybody left",
                f"serving after {self.cold:.2f} s with {self.unfinished} unfinished tables",
            ]
        )

    @property
    def passed(self) -> bool:
        return self.p99 <= AIM and not self.awake


def run(count: int, seed: int = 1) -> Load:
    """Measures so many live tables."""
    with tempfile.TemporaryDirectory(prefix="tefuda-load-") as folder:
        unfinished = fill(Path(folder) / "tefuda.db", COLD * count)
        began = time.perf_counter()
        with serving(Path(folder), 1.0) as (url, pid):
            cold = time.perf_counter() - began
            found = run_lean(_measure(url, pid, count, seed))
        with serving(Path(folder), 0.0) as (url, pid):
            rate, each = run_lean(_race(url, pid, seed))
        return found._replace(rate=rate, each=each, unfinished=unfinished, cold=cold)


def run_lean(main: Coroutine[Any, Any, T]) -> T:
    """Runs the people so that they cost as little as possible: their own pauses are not the server's."""
    gc.disable()
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(main)
    finally:
        gc.enable()


def fill(path: Path, count: int) -> int:
    """A database with so many tables in the middle of a match."""
    store = Store(f"sqlite:///{path}")
    made = Made("scout", {"edition": "short"}, [None, "club", "club"], "x" * 64, False, None, True, True, 60, "00" * 32)
    made.options.update(insert_visible=False, start_player="random", turn_cap=500)
    table = Table("0" * 12, made)
    entries: list[log.AnyEntry] = [made, Sat(0, "x" * 64, "Aki", "")]
    table.read(entries[1])
    entries += table.start("x" * 64, "club")
    assert isinstance(entries[-1], Began)
    rows = tuple(Row(number, log.encode(entry)) for number, entry in enumerate(entries, 1))
    for first in range(0, count, 1000):
        codes = [f"{number:012}" for number in range(first, min(count, first + 1000))]
        heads = [Head(code, "playing", False, "scout", time.time(), b"{}") for code in codes]
        assert not any(store.append([Entry(head, rows) for head in heads]))
    store.close()
    return count


@contextmanager
def serving(folder: Path, pace: float) -> Iterator[tuple[str, int]]:
    """A server in a process of its own: its address, once it answers, and its process."""
    many = 10**6
    settings = Settings(
        database=f"sqlite:///{folder / 'tefuda.db'}",
        pace=pace,
        linger=1.0,
        connections_max=many,
        connections_per_address=many,
        tables_per_hour=many,
        allowance=float(many),
        messages_per_second=float(many),
    )
    command = [sys.executable, "-c", START, msgspec.json.encode(settings).decode()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            url = process.stdout.readline().strip()
            run_lean(_answers(url))
            yield url, process.pid
        finally:
            process.terminate()


async def _answers(url: str) -> None:
    async with Client(url):
        pass


async def _measure(url: str, pid: int, count: int, seed: int) -> Load:
    """Memory step by step, and then how fast moves are acknowledged."""
    rng, sizes = random.Random(seed), [memory(pid)]
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Client(url, told=True, facts=True)) for _ in range(count)]
        sizes.append(memory(pid))
        for one in people:
            await one.create("scout", [None, "club", "club"])
            await one.sit(0)
        sizes.append(memory(pid))
        for one in people:
            await one.start()
        sizes.append(memory(pid))
        entries, work = await figure(url, "entries_total"), processor(pid)
        until, times = time.perf_counter() + SECONDS, list[float]()
        await asyncio.gather(*(_play(one, random.Random(rng.random()), until, times) for one in people))
        work = (processor(pid) - work) / (await figure(url, "entries_total") - entries)
    times.sort()
    connection, lobby, playing = ((after - before) / count for before, after in itertools.pairwise(sizes))
    median, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    return Load(machine(), count, len(times), median, p99, connection, lobby, playing, work, await _awake(url))


async def _awake(url: str) -> int:
    """Tables that are still in memory when all had time to go to sleep."""
    for _ in range(int(5 * SWEEP_SECONDS)):
        await asyncio.sleep(1)
        if not (tables := await figure(url, "tables")):
            return 0
    return int(tables)


async def _race(url: str, pid: int, seed: int) -> tuple[float, float]:
    """Moves a second and the work for each, if nobody waits: all are stored before they are told."""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Client(url, told=True, facts=True)) for _ in range(BURST)]
        for one in people:
            await one.create("scout", [None, "club", "club"])
            await one.sit(0)
            await one.start()
        before, work, began = await figure(url, "entries_total"), processor(pid), time.perf_counter()
        until = began + BURST_SECONDS
        await asyncio.gather(*(_play(one, random.Random(seed), until, [], (0.0, 0.0)) for one in people))
        moves = await figure(url, "entries_total") - before
        return moves / (time.perf_counter() - began), (processor(pid) - work) / moves


async def figure(url: str, name: str) -> float:
    """What the server says of itself."""

    def ask() -> str:
        with urlopen(f"{url}/metrics") as answer:
            return str(answer.read().decode())

    found = re.search(rf"^tefuda_{name} (\S+)", await asyncio.to_thread(ask), re.MULTILINE)
    assert found
    return float(found[1])


async def _play(
    me: Client, rng: random.Random, until: float, times: list[float], thinking: tuple[float, float] = THINKING
) -> None:
    """Plays as a person would, match after match."""
    while time.perf_counter() < until:
        await asyncio.sleep(rng.uniform(*thinking))
        if me.result is not None:
            await me.again()
            continue
        if not me.moves:
            with suppress(TimeoutError):
                await me.changed(1)
            continue
        asked = time.perf_counter()
        with suppress(Refused):
            await me.play(rng.choice(me.moves))
            times.append(time.perf_counter() - asked)


def memory(pid: int) -> int:
    """Bytes that the process has in memory."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found[1]) * 1024


def processor(pid: int) -> float:
    """Seconds that the process has worked."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def machine() -> str:
    """What it was measured on."""
    names = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    name = names[0] if names else platform.machine()
    return f"{os.cpu_count()} cores, {name}, load {os.getloadavg()[0]:.0f}, Python {platform.python_version()}"
