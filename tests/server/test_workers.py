"""Several processes on one PostgreSQL: each table is one worker's, everybody finds it, and a dead worker's tables are
taken over by another."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import psycopg
import pytest

from tefuda.client import Client
from tefuda.server import log
from tefuda.server import protocol as p
from tefuda.server.store import Store
from tefuda.server.table import Table, fold
from tefuda.trials.running import agrees, play_on
from tests.server.conftest import Cluster

START = "import sys; from tefuda.cli import main; sys.exit(main())"
TABLES = 3
TIME = 120  # seconds for everything; it takes few


class Workers:
    """`tefuda serve --workers 2`."""

    def __init__(self, database: str, output: Path) -> None:
        command = [sys.executable, "-c", START, "serve", "--port", "0", "--workers", "2", "--pace", "0"]
        command += ["--allowance", "1000"]
        environment = {**os.environ, "TEFUDA_DATABASE": database}
        self.database = database
        self.output = output
        with output.open("wb") as file:
            self.process = subprocess.Popen(command, env=environment, stdout=file, stderr=file)
        until = time.monotonic() + TIME
        while not (found := re.search(r"http://\S+", output.read_text())):
            assert time.monotonic() < until and self.process.poll() is None, output.read_text()
            time.sleep(0.1)
        self.url = found[0]

    def ask(self, question: str) -> list[tuple[str, ...]]:
        with psycopg.connect(self.database) as connection:
            return connection.execute(question.encode()).fetchall()

    def living(self) -> list[tuple[str, ...]]:
        return self.ask("SELECT worker, address FROM workers WHERE beat > clock_timestamp() - interval '3 seconds'")

    def wait_for_both(self) -> None:
        until = time.monotonic() + TIME
        while time.monotonic() < until:
            with suppress(psycopg.errors.UndefinedTable):
                if len(self.living()) == 2:
                    return
            time.sleep(0.1)
        raise AssertionError("there are not two workers")

    def owners(self) -> dict[str, str]:
        return {row[0]: row[1] for row in self.ask("SELECT code, worker FROM owners")}

    def pid(self, worker: str) -> int:
        """The process of a worker: the child that listens where the worker is reached."""
        (address,) = next(row[1:] for row in self.living() if row[0] == worker)
        port = int(address.rpartition(":")[2])
        for child in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
            if port in ports_of(int(child)):
                return int(child)
        raise AssertionError(f"nobody listens on {port}")

    def stored(self, code: str) -> Table:
        store = Store(self.database)
        found = store.load(code)
        store.close()
        assert found is not None
        return fold(code, [log.decode(row.body) for row in found[1]])

    def stop(self) -> int:
        self.process.terminate()
        with self.process:
            return self.process.wait(20)


def ports_of(pid: int) -> set[int]:
    """Where this process listens."""
    inodes = set()
    for fd in Path(f"/proc/{pid}/fd").iterdir():
        with_inode = re.match(r"socket:\[(\d+)\]", os.readlink(fd)) if fd.is_symlink() else None
        if with_inode:
            inodes.add(with_inode[1])
    rows = [line.split() for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]]
    return {int(row[1].rpartition(":")[2], 16) for row in rows if row[9] in inodes and row[3] == "0A"}


@pytest.fixture
def workers(postgres: Cluster, tmp_path: Path) -> Iterator[Workers]:
    workers = Workers(postgres.database(), tmp_path / "output")
    try:
        workers.wait_for_both()
        yield workers
    finally:
        if workers.process.poll() is None:
            workers.stop()
        print(workers.output.read_text())  # shown if something fails
    assert "rror" not in workers.output.read_text()


async def sit_down(stack: AsyncExitStack, url: str) -> list[tuple[Client, Client]]:
    """Tables for two people and a bot; the connections go to whichever worker takes them."""
    pairs = []
    for _ in range(TABLES):
        host, guest = [await stack.enter_async_context(Client(url)) for _ in range(2)]
        code = await host.create("scout", [None, None, "casual"])
        await host.sit(0, "Aki")
        await guest.open(code)
        await guest.sit(1, "Ben")
        await host.start()
        pairs.append((host, guest))
    return pairs


def test_tables_of_two_workers(workers: Workers) -> None:
    """Whole matches, with people on both workers; in the middle the worker dies that has the first table."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            pairs = await sit_down(stack, workers.url)
            people = [one for pair in pairs for one in pair]
            rngs = [random.Random(number) for number in range(len(people))]
            playing = [asyncio.create_task(play_on(*both)) for both in zip(people, rngs, strict=True)]
            code = people[0].code
            while people[0].n < 12 and not any(one.done() for one in playing):
                await people[0].changed(TIME)
            before = workers.owners()
            dead = before[code]
            os.kill(workers.pid(dead), signal.SIGKILL)
            await asyncio.gather(*playing)
            after = workers.owners()
            assert after[code] != dead
            assert all(after[kept] == owner for kept, owner in before.items() if owner != dead)
            assert any(one.reconnects for one in people)
            for host, guest in pairs:
                match = workers.stored(host.code).match
                assert match is not None and match.result is not None
                agrees(host, match)
                agrees(guest, match)

    asyncio.run(asyncio.wait_for(main(), TIME))
    workers.wait_for_both()  # the dead one is started again
    assert workers.stop() == 0


def test_a_table_of_another_worker(workers: Workers) -> None:
    """Whoever asks the wrong worker does not notice, whatever ids the client makes up."""

    async def main() -> None:
        async with Client(workers.url) as host:
            code = await host.create("scout", [None, None, "casual"], options={"edition": "short"})
            await host.sit(0, "Aki")
            (wrong,) = (address for worker, address in workers.living() if worker != workers.owners()[code])
            async with Client(f"http://{wrong}") as guest:
                await guest.open(code)
                await guest.ask(p.Sit("hello", 1, "Ben", ""))
                await host.start()
                await asyncio.gather(play_on(host, random.Random(1)), play_on(guest, random.Random(2)))
                agrees(guest, workers.stored(code).playing)
            while host.table and host.table.seats[1].here:
                await host.changed()

    asyncio.run(asyncio.wait_for(main(), TIME))
