"""Abuse: how much players notice when somebody attacks the server from another address.

Each attack has a server of its own, with the limits that every server has. Pairs of people play SCOUT there as fast as
the limits let them; how soon their moves are acknowledged is measured first without the attack, then during it. The
attack runs at a lower priority, as if on another machine.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from tefuda.client import Client, Refused
from tefuda.server import log
from tefuda.server.log import AnyEntry, Made, Sat
from tefuda.server.settings import Settings
from tefuda.server.store import Entry, Head, Row, Store
from tests.trials.attacks import ATTACKS, LONG
from tests.trials.load import START, figure, machine, memory
from tests.trials.running import quick_folder

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
PAIRS = 4
THINKING = 0.05, 0.09  # seconds between two moves of a pair
ALONE = 5.0  # seconds for which people are measured before the attack, and half as long after it
ROWS = 20_000  # entries of the long log
TIMES, AIM = 3, 0.1  # the 99th percentile under attack: at most that many times the usual one, or so many seconds
MEMORY = 150_000_000  # bytes by which an attack may make the server grow


class Times:
    """How long answers took, in seconds."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self.creates: list[float] = []
        self.hints: list[float] = []

    @property
    def p99(self) -> float:
        return sorted(self.moves)[len(self.moves) * 99 // 100] if self.moves else float("inf")


class Found(NamedTuple):
    """What one attack did."""

    name: str
    alone: Times
    under: Times
    grown: int  # bytes
    rows: float  # stored for everybody
    lost: int  # connections of the victims
    did: dict[str, int]

    @property
    def passed(self) -> bool:
        quick = self.under.p99 <= max(TIMES * self.alone.p99, AIM)
        return quick and self.grown <= MEMORY and not self.lost and sum(self.did.values()) > 0

    def __str__(self) -> str:
        did = ", ".join(f"{count} {what}" for what, count in sorted(self.did.items()))
        return " | ".join(
            [
                f"{self.name:12}",
                f"{1000 * self.alone.p99:5.0f}",
                f"{1000 * self.under.p99:6.0f}",
                f"{1000 * max(self.under.creates, default=0):6.0f}",
                f"{1000 * max(self.under.hints, default=0):6.0f}",
                f"{self.grown / 1e6:4.0f}",
                f"{self.rows:6.0f}",
                f"{'' if self.passed else 'FAILED '}{f'{self.lost} lost, ' if self.lost else ''}{did}",
            ]
        )


class Report(NamedTuple):
    machine: str
    found: list[Found]

    @property
    def passed(self) -> bool:
        return all(one.passed for one in self.found)

    def __str__(self) -> str:
        head = "attack       | p99 alone, ms | under attack | create | hint | MB more | rows | what the attacker got"
        return "\n".join([self.machine, head, *map(str, self.found)])


def run(count: int, seed: int = 1, names: tuple[str, ...] = tuple(ATTACKS)) -> Report:
    """Every attack, for `count` seconds each."""
    return Report(machine(), [attacked(name, float(count), seed) for name in names])


def attacked(name: str, seconds: float, seed: int) -> Found:
    with quick_folder("abuse") as folder, serving(folder) as (url, pid):
        gc.collect()
        return asyncio.run(_measure(name, url, pid, seconds, random.Random(seed)))


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, int]]:
    """A server as everybody runs it, in a process of its own, with one table whose log is long."""
    settings = Settings(database=f"sqlite:///{folder / 'tefuda.db'}")
    store = Store(settings.database)
    made = Made("scout", {}, [None, "club", "club"], "x" * 64, False, None, True, True, 60, "00" * 32)
    entries: list[AnyEntry] = [made, *(Sat(0, "x" * 64, f"Aki {number}", "") for number in range(ROWS))]
    rows = tuple(Row(number, log.encode(entry)) for number, entry in enumerate(entries, 1))
    assert not any(store.append([Entry(Head(LONG, "lobby", False, "scout", time.time(), SUMMARY), rows)]))
    store.close()
    command = [sys.executable, "-c", START, msgspec.json.encode(settings).decode()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.terminate()


SUMMARY = b'{"options": {}, "seats": [], "watchers": true}'


async def _measure(name: str, url: str, pid: int, seconds: float, rng: random.Random) -> Found:
    async with AsyncExitStack() as stack:
        clients = [Client(url, told=True, facts=True) for _ in range(2 * PAIRS + 1)]
        people = [await stack.enter_async_context(one) for one in clients]
        maker, *players = people
        pairs = list(zip(players[::2], players[1::2], strict=True))
        for pair in pairs:
            await _begin(*pair)
        alone, under = Times(), Times()
        await _play(pairs, maker, rng, pid, alone, asyncio.sleep(ALONE))
        size, rows = memory(pid), await figure(url, "entries_total")
        attacker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.trials.attacks",
            name,
            url.rpartition(":")[2],
            str(seconds),
            stdout=subprocess.PIPE,
            cwd=ROOT,
            preexec_fn=lambda: os.nice(10),
        )
        watched = asyncio.create_task(_watch(pid))
        assert attacker.stdout
        told = await _play(pairs, maker, rng, pid, under, attacker.stdout.read())
        did = msgspec.json.decode(told or b"{}", type=dict[str, int])
        await attacker.wait()
        watched.cancel()
        rows = await figure(url, "entries_total") - rows - len(under.moves) - len(under.creates)
        await _play(pairs, maker, rng, pid, alone, asyncio.sleep(ALONE / 2))
        lost = sum(one.reconnects for one in people)
    return Found(name, alone, under, max(_watched, default=size) - size, rows, lost, did)


_watched: list[int] = []  # the memory of the server, while it is attacked


async def _watch(pid: int) -> None:
    _watched.clear()
    while True:
        _watched.append(memory(pid))
        await asyncio.sleep(0.1)


async def _begin(one: Client, other: Client) -> None:
    code = await one.create("scout", [None, None], options={"edition": "oink"})
    await other.open(code)
    await one.sit(0)
    await other.sit(1)
    await one.start()


def clock(server: int) -> float:
    """By which answers are timed, in seconds: the one on the wall, whatever the server does."""
    return time.perf_counter()


async def _play(
    pairs: list[tuple[Client, Client]],
    maker: Client,
    rng: random.Random,
    server: int,
    times: Times,
    while_it_lasts: Coroutine[Any, Any, T],
) -> T:
    """People play and make tables until that has ended; gives what it gives."""
    lasting = asyncio.create_task(while_it_lasts)
    playing = (_pair(pair, rng, server, times, lasting) for pair in pairs)
    await asyncio.gather(_make(maker, pairs[0][0], server, times, lasting), *playing)
    return lasting.result()


async def _make(maker: Client, player: Client, server: int, times: Times, lasting: asyncio.Task[Any]) -> None:
    """Somebody makes a table now and then, and somebody asks for a hint."""
    while not lasting.done():
        began = clock(server)
        await maker.create("scout", [None, "club", "club"])
        times.creates.append(clock(server) - began)
        with suppress(Refused):
            began = clock(server)
            await player.hint()
            times.hints.append(clock(server) - began)
        await asyncio.wait((lasting,), timeout=1)


async def _pair(
    pair: tuple[Client, Client], rng: random.Random, server: int, times: Times, lasting: asyncio.Task[Any]
) -> None:
    """Two people play match after match, each as soon as it is their turn."""
    while not lasting.done():
        await asyncio.sleep(rng.uniform(*THINKING))
        if all(one.result for one in pair):
            await asyncio.gather(*(one.again() for one in pair))
            continue
        for one in pair:
            if one.moves:
                began = clock(server)
                with suppress(Refused):
                    await one.play(rng.choice(one.moves))
                    times.moves.append(clock(server) - began)
