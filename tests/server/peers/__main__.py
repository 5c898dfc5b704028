"""The table server beside boardgame.io: at each table two people who move as fast as they are answered.

    npm install --no-package-lock --prefix tests/server/peers
    python -m tests.server.peers [TABLES]

The two do not do the same. Here a move is one of SCOUT, on disk before it is acknowledged, and told to each seat as it
may know it, with its moves and sentences. There it is the choice of one of nine cells, kept in memory only. The people
are in a process of their own, in the language of the server.
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
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from tefuda.client import Client, Refused
from tefuda.trials import load

HERE = Path(__file__).parent
TABLES, SECONDS, ROUNDS = 100, 10.0, 3


def ours(tables: int) -> list[float]:
    with tempfile.TemporaryDirectory() as folder, load.serving(Path(folder), 0.0) as (url, _):
        return load.run_lean(_measure(url, tables))


async def _measure(url: str, tables: int) -> list[float]:
    times: list[float] = []
    async with AsyncExitStack() as stack:
        people = []
        for _ in range(tables):
            host, guest = [await stack.enter_async_context(Client(url)) for _ in range(2)]
            code = await host.create("scout", [None, None], options={"edition": "oink"})
            await host.sit(0)
            await guest.open(code)
            await guest.sit(1)
            await host.start()
            people += [host, guest]
        until = time.perf_counter() + SECONDS
        await asyncio.gather(*(_play(one, random.Random(seat), until, times) for seat, one in enumerate(people)))
    return times


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


def theirs(tables: int) -> list[float]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    command = ["node", str(HERE / "boardgameio.js")]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen([*command, "serve", port], stdout=pipe, stderr=nowhere, text=True) as server:
        try:
            assert server.stdout and any("ready" in line for line in server.stdout)
            asked = [*command, "play", port, str(tables), str(SECONDS)]
            found = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
            return [ms / 1000 for ms in json.loads(found)]
        finally:
            server.terminate()


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    if not (HERE / "node_modules").is_dir():
        sys.exit("boardgame.io is not here; first: npm install --no-package-lock --prefix tests/server/peers")
    print(f"{load.machine()}; {tables} tables\n\n| | moves/s | median ms | 99% ms |\n|---|---|---|---|")
    for _ in range(ROUNDS):
        for name, measure in (("tefuda", ours), ("boardgame.io", theirs)):
            times = sorted(measure(tables))
            median, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
            print(f"| {name} | {len(times) / SECONDS:,.0f} | {1000 * median:.0f} | {1000 * p99:.0f} |", flush=True)


if __name__ == "__main__":
    main()
