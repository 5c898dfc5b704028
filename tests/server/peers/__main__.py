"""The table server beside boardgame.io: at each table two people who move as fast as they are answered.

    npm install --no-package-lock --prefix tests/server/peers
    python -m tests.server.peers [TABLES [WARM SECONDS]]

Here a move is one of SCOUT, on disk before it is acknowledged, and told to each seat as it may know it, with its legal
moves; to people who want sentences and facts, as the page does, and to programs that want neither. There are two kinds:
`hands`, whose state is as large, shown to each seat by `playerView`, and synced by a storage that lets all moves that
wait share one sync; and `cells`, the choice of one of nine, kept in memory only. There nobody is sent legal moves, and
an update goes out before it is stored. A match has about 35 moves on both sides, and then the same people begin
another one. The first seconds do not count: Node has to learn what to compile. The people are in a process of their
own, in the language of the server. On a machine that others use, only the work of the server for a move is comparable.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tefuda.client import Client, Refused
from tests.trials import load

HERE = Path(__file__).parent
ROUNDS = 3


class Plan(NamedTuple):
    tables: int
    warm: float = 5.0  # seconds that do not count
    seconds: float = 10.0


class Found(NamedTuple):
    times: list[float]  # of all moves once the server was warm, ascending
    work: float  # seconds of the server's processor in that time


def ours(shown: bool, plan: Plan) -> Found:
    with tempfile.TemporaryDirectory() as folder, load.serving(Path(folder), 0.0) as (url, pid):
        return load.run_lean(_measure(url, pid, shown, plan))


async def _measure(url: str, pid: int, shown: bool, plan: Plan) -> Found:
    times: list[float] = []
    async with AsyncExitStack() as stack:
        people = []
        for _ in range(plan.tables):
            both = [Client(url, told=shown, facts=shown) for _ in range(2)]
            host, guest = [await stack.enter_async_context(one) for one in both]
            code = await host.create("scout", [None, None], options={"edition": "oink"})
            await host.sit(0)
            await guest.open(code)
            await guest.sit(1)
            await host.start()
            people += [host, guest]
        until = time.perf_counter() + plan.warm + plan.seconds
        playing = asyncio.gather(*(_play(one, random.Random(seat), until, times) for seat, one in enumerate(people)))
        await asyncio.sleep(plan.warm)
        times.clear()
        work = load.processor(pid)
        await playing
        return Found(sorted(times), load.processor(pid) - work)


async def _play(me: Client, rng: random.Random, until: float, times: list[float]) -> None:
    while time.perf_counter() < until:
        if me.result and me.table and me.seat not in me.table.again:
            await me.again()
        elif not me.result and me.moves:
            asked = time.perf_counter()
            with suppress(Refused):
                await me.play(rng.choice(me.moves))
                times.append(time.perf_counter() - asked)
        else:
            with suppress(TimeoutError):
                await me.changed(1)


def theirs(game: str, plan: Plan) -> Found:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    command = ["node", str(HERE / "boardgameio.js")]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    with (
        tempfile.NamedTemporaryFile() as file,
        subprocess.Popen([*command, "serve", game, port, file.name], stdout=pipe, stderr=nowhere, text=True) as server,
    ):
        try:
            assert server.stdout and any("ready" in line for line in server.stdout)
            asked = [*command, "play", game, port, *map(str, plan)]
            with subprocess.Popen(asked, stdout=pipe, text=True) as people:
                assert people.stdout and people.stdout.readline() == "warm\n"
                work = load.processor(server.pid)
                times = json.loads(people.stdout.read())
            return Found(sorted(ms / 1000 for ms in times), load.processor(server.pid) - work)
        finally:
            server.terminate()


KINDS: dict[str, Callable[[Plan], Found]] = {
    "tefuda, SCOUT, with sentences and facts": partial(ours, True),
    "tefuda, SCOUT, without": partial(ours, False),
    "boardgame.io, hands": partial(theirs, "hands"),
    "boardgame.io, cells": partial(theirs, "cells"),
}


def main() -> None:
    tables, *times = sys.argv[1:] or ["100"]
    plan = Plan(int(tables), *map(float, times))
    if not (HERE / "node_modules").is_dir():
        sys.exit("boardgame.io is not here; first: npm install --no-package-lock --prefix tests/server/peers")
    print(f"{load.machine()}; {plan.tables} tables\n")
    print("| | work of a move, ms | moves/s | median ms | 99% ms |\n|---|---|---|---|---|")
    for _ in range(ROUNDS):
        for name, measure in KINDS.items():
            found, work = measure(plan)
            median, p99 = found[len(found) // 2], found[len(found) * 99 // 100]
            each = f"{1000 * work / len(found):.2f}"
            print(
                f"| {name} | {each} | {len(found) / plan.seconds:,.0f} | {1000 * median:.0f} | {1000 * p99:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
