"""Kills: the server is killed by SIGKILL during play, again and again. Nothing that it acknowledged may be lost."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import count as numbers
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple

from tefuda.client import Client, Refused
from tefuda.server import protocol as p
from tefuda.server import serve
from tefuda.server.log import Moved
from tefuda.server.settings import Settings
from tefuda.server.table import fold
from tests.trials.running import RACES, agrees, entries, free_port

SETUPS: tuple[tuple[str, list[p.Level | None], dict[str, str | int | bool]], ...] = (
    ("scout", [None, None, "random"], {"edition": "short"}),
    ("twentythree", [None, None, "random"], {}),
    ("solo", [None, None, "random", "random"], {"target_score": 40, "jump_in_window_ms": 500}),
    ("gift", [None, None, "random", "random"], {}),
)
TABLES = 50
FEW = 12  # tables, if there are fewer kills than tables
LIFE = 60  # moves that a server acknowledges at most before it is killed
MOMENT = 0.02  # seconds: the kill comes at any time after the last of them
PATIENCE = 120.0


class Kills(NamedTuple):
    """The result. All figures but those of the first line must be zero."""

    kills: int
    tables: int
    acknowledged: int
    resent: int
    matches: int
    lost: int  # acknowledged, but not stored
    twice: int
    refused: int  # refused, but stored
    differing: int  # clients whose view is not that of the record
    errors: tuple[str, ...]  # lines of the server's log

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.tables} tables, {self.matches} matches over, {self.acknowledged} moves "
            f"acknowledged, {self.resent} commands sent again\nlost {self.lost}, applied twice {self.twice}, refused "
            f"but applied {self.refused}, views that differ {self.differing}, errors {len(self.errors)}"
            + "".join(f"\n{line}" for line in self.errors[:5])
        )

    @property
    def passed(self) -> bool:
        worked = self.acknowledged >= 5 * self.kills and self.resent >= self.kills
        return worked and not any(self[5:])


def run(count: int, seed: int = 1) -> Kills:
    with tempfile.TemporaryDirectory(prefix="tefuda-kills-") as folder:
        return asyncio.run(_kill(Path(folder), count, TABLES if count >= TABLES else FEW, random.Random(seed)))


class Mortal:
    """A server in a process of its own, which comes back on the same port.

    It is forked from a process that has done its imports, because these would take most of the time.
    """

    def __init__(self, folder: Path) -> None:
        self.output = folder / "output"
        self.settings = Settings(
            f"sqlite:///{folder / 'tables.db'}",
            pace=0.0,
            connections_per_address=1000,
            messages_per_second=1000.0,
            tables_per_hour=1000,
            allowance=1e9,
        )
        self.port = free_port()
        self.processes = multiprocessing.get_context("forkserver")
        self.processes.set_forkserver_preload(["tefuda.server.serve"])
        self.process = self._start()

    def _start(self) -> BaseProcess:
        process = self.processes.Process(target=_serve, args=(self.settings, self.port, str(self.output)), daemon=True)
        process.start()
        return process

    def kill(self) -> None:
        self.process.kill()
        self.process.join()

    def restart(self) -> None:
        self.kill()
        self.process = self._start()


def _serve(settings: Settings, port: int, output: str) -> None:
    with open(output, "ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    serve.run(settings, serve.bind("127.0.0.1", port))


class Tally:
    """What the people at all tables remember."""

    def __init__(self) -> None:
        self.acknowledged: set[str] = set()
        self.refused: dict[str, str] = {}  # and why
        self.stopping = False
        self._ids = numbers()

    async def play(self, me: Client, rng: random.Random) -> None:
        """Random moves, match after match."""
        while not self.stopping:
            try:
                if me.result is not None:
                    await me.again()
                moves = [move for move in me.moves if move != "wait"]
                if me.update is None or me.result is not None or not moves:
                    await me.changed(0.5)
                    continue
                command = p.Play(f"k{next(self._ids)}", me.update.match, me.n, rng.choice(moves))
            except (TimeoutError, Refused):
                continue
            try:
                await me.ask(command)
                self.acknowledged.add(command.id)
            except Refused as refused:
                assert refused.reason in RACES, refused
                self.refused[command.id] = str(refused)
                await asyncio.sleep(0.005)


async def _kill(folder: Path, count: int, tables: int, rng: random.Random) -> Kills:
    tally = Tally()
    async with AsyncExitStack() as stack:
        mortal = Mortal(folder)
        stack.callback(mortal.kill)
        people = [await stack.enter_async_context(Client(f"http://127.0.0.1:{mortal.port}")) for _ in range(2 * tables)]
        for number in range(tables):
            await sit_down(people[2 * number : 2 * number + 2], number)
        playing = [asyncio.create_task(tally.play(one, random.Random(rng.random()))) for one in people]
        for _ in range(count):
            await _more(tally, rng.randrange(LIFE), playing)
            await asyncio.sleep(rng.random() * MOMENT)
            mortal.restart()
        await _more(tally, LIFE, playing)
        tally.stopping = True
        await asyncio.wait_for(asyncio.gather(*playing), PATIENCE)
        return await _judge(mortal, people, tally, count)


async def sit_down(people: Sequence[Client], number: int) -> None:
    game, seats, options = SETUPS[number % len(SETUPS)]
    host, guest = people
    code = await host.create(game, seats, options=options)
    await guest.open(code)
    await host.sit(0)
    await guest.sit(1)
    await host.start()


async def _more(tally: Tally, moves: int, playing: list[asyncio.Task[None]]) -> None:
    """Waits until so many more moves were acknowledged."""
    enough = len(tally.acknowledged) + moves
    async with asyncio.timeout(PATIENCE):
        while len(tally.acknowledged) < enough:
            for one in playing:
                if one.done():
                    one.result()
            await asyncio.sleep(0.002)


async def _judge(mortal: Mortal, people: list[Client], tally: Tally, count: int) -> Kills:
    database = mortal.settings.database
    stored: list[str] = []
    matches = differing = 0
    for number in range(0, len(people), 2):
        code = people[number].code
        log = entries(database, code)
        stored += [entry.command for entry in log if isinstance(entry, Moved) and entry.command]
        matches += fold(code, log, whole=True).number - 1
        differing += sum([not await _knows(one, database) for one in people[number : number + 2]])
    known = set(stored)
    wrongly = [f"refused but stored: {why}" for command, why in tally.refused.items() if command in known]
    return Kills(
        count,
        len(people) // 2,
        len(tally.acknowledged),
        sum(one.resent for one in people),
        matches,
        len(tally.acknowledged - known),
        len(stored) - len(known),
        len(wrongly),
        differing,
        (*wrongly, *(line for line in mortal.output.read_text("utf-8").splitlines() if "rror" in line)),
    )


async def _knows(me: Client, database: str) -> bool:
    """Whether a client's view agrees with the store, once the bots have made all moves that they have."""
    for _ in range(20):
        match = fold(me.code, entries(database, me.code)).match
        assert match is not None
        try:
            agrees(me, match)
            return True
        except AssertionError:
            await asyncio.sleep(0.5)
    return False
