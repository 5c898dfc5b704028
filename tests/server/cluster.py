"""Servers on one PostgreSQL behind nginx, which die in several ways while people play.

    python -m tests.server.cluster [--kills N] [--seed N]

Two servers with two workers each. After each death every table must go on within ten seconds, and in the end every
acknowledged move must be in the log of its table, once.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from tefuda.client import Client
from tefuda.server import log
from tefuda.server.log import AnyEntry, Moved
from tefuda.server.table import fold
from tests.server.conftest import Cluster
from tests.trials.kills import Tally, sit_down
from tests.trials.running import agrees, free_port

START = "import sys; from tefuda.cli import main; sys.exit(main())"
TIME = 120  # seconds in which anything happens that has to
WITHIN = 10.0  # seconds in which every table goes on
TABLES = 8
NGINX = """
daemon off;
user root;
pid nginx.pid;
error_log stderr;
events {}
http {
    access_log off;
    upstream tefuda {%s
    }
    server {
        listen 127.0.0.1:%d;
        proxy_http_version 1.1;
        proxy_connect_timeout 2s;
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $remote_addr;
        location / { proxy_pass http://tefuda; }
        location /ws {
            proxy_pass http://tefuda;
            proxy_read_timeout 3s;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection "upgrade";
        }
    }
}
"""


class Server:
    """`tefuda serve --workers 2` on a port of its own. Its processes are a group."""

    def __init__(self, database: str, folder: Path, **settings: str) -> None:
        self.port = free_port()
        self.output = folder / f"output-{self.port}"
        self.settings = {
            "DATABASE": database,
            "WORKERS": "2",
            "ALLOWANCE": "1000",
            "CONNECTIONS_PER_ADDRESS": "1000",
            **settings,
        }
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-c", START, "serve", "--port", str(self.port), "--pace", "0"]
        environment = {**os.environ, **{f"TEFUDA_{name}": value for name, value in self.settings.items()}}
        with self.output.open("ab") as file:
            self.process = subprocess.Popen(command, env=environment, stdout=file, stderr=file, start_new_session=True)

    def workers(self) -> dict[int, int]:
        """The processes of the workers that serve, by the port where others reach them."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return {port: int(pid) for pid in children.read_text().split() for port in ports_of(int(pid)) - {self.port}}

    def signal_all(self, number: int) -> None:
        os.killpg(self.process.pid, number)

    def wait_until_gone(self) -> None:
        """Until no process of it is left, whoever was killed."""
        self.process.wait(TIME)
        until = time.monotonic() + TIME
        while time.monotonic() < until:
            try:
                self.signal_all(0)
            except ProcessLookupError:
                return
            time.sleep(0.05)
        raise AssertionError("its workers live on")

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(TIME)


def ports_of(pid: int) -> set[int]:
    """Where this process listens."""
    inodes = set()
    with suppress(OSError):  # it ends
        for fd in Path(f"/proc/{pid}/fd").iterdir():
            if found := re.match(r"socket:\[(\d+)\]", os.readlink(fd)):
                inodes.add(found[1])
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {int(row[1].rpartition(":")[2], 16) for row in rows if row[9] in inodes and row[3] == "0A"}


class Site:
    """Servers on one database, and nginx before them."""

    def __init__(self, database: str, folder: Path, servers: int = 2, **settings: str) -> None:
        self.database = database
        self.servers = [Server(database, folder, **settings) for _ in range(servers)]
        port = free_port()
        upstream = [f"\n        server 127.0.0.1:{one.port} max_fails=0;" for one in self.servers]
        (folder / "nginx.conf").write_text(NGINX % ("".join(upstream), port))
        (folder / "logs").mkdir()
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        self.output = folder / "nginx-output"
        with self.output.open("wb") as file:
            self.nginx = subprocess.Popen([nginx, "-p", folder, "-c", folder / "nginx.conf"], stdout=file, stderr=file)
        self.url = f"http://127.0.0.1:{port}"

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database) as connection:
            return connection.execute(question.encode()).fetchall()

    def living(self) -> dict[str, int]:
        """The port of each worker that has a lease."""
        return {
            worker: int(address.rpartition(":")[2])
            for worker, address in self.ask("SELECT worker, address FROM workers")
        }

    def owners(self) -> dict[str, str]:
        return dict(self.ask("SELECT code, owner FROM heads WHERE owner <> ''"))

    def wait_for_all(self) -> None:
        """Until every worker of every server has a lease, and nobody else."""
        until = time.monotonic() + TIME
        while time.monotonic() < until:
            for server in self.servers:
                assert server.process.poll() is None, server.output.read_text()
            with suppress(psycopg.errors.UndefinedTable):
                ports = {port for server in self.servers for port in server.workers()}
                if len(ports) == 2 * len(self.servers) and set(self.living().values()) == ports:
                    return
            time.sleep(0.1)
        raise AssertionError("not all workers serve")

    def entries(self, code: str) -> list[AnyEntry]:
        rows = self.ask(f"SELECT number, body FROM log WHERE code = '{code}' ORDER BY number")
        assert rows and [number for number, _ in rows] == list(range(1, len(rows) + 1)), "the log has gaps"
        return [log.decode(bytes(body)) for _, body in rows]

    def errors(self) -> list[str]:
        outputs = [server.output.read_text() for server in self.servers]
        signs = "Traceback", '"level": "error"'
        return [line for output in outputs for line in output.splitlines() if any(sign in line for sign in signs)]

    def close(self) -> None:
        for process in [self.nginx, *(server.process for server in self.servers)]:
            process.terminate()
        self.nginx.wait(TIME)
        for server in self.servers:
            server.wait_until_gone()


# ---- ways to die

Way = Callable[[Site, Server, random.Random], Awaitable[None]]


async def kill_a_worker(site: Site, server: Server, rng: random.Random) -> None:
    """It is started again by its supervisor."""
    os.kill(rng.choice(list(server.workers().values())), signal.SIGKILL)


async def kill_the_supervisor(site: Site, server: Server, rng: random.Random) -> None:
    """Its workers end with it, and the server is started again."""
    os.kill(server.process.pid, signal.SIGKILL)
    await asyncio.to_thread(server.wait_until_gone)
    server.start()


async def kill_everything(site: Site, server: Server, rng: random.Random) -> None:
    server.signal_all(signal.SIGKILL)
    await asyncio.to_thread(server.wait_until_gone)
    server.start()


async def restart(site: Site, server: Server, rng: random.Random) -> None:
    before = server.workers()
    assert await asyncio.to_thread(server.stop) == 0
    assert not set(site.living().values()) & set(before), "it has kept its leases"
    server.start()


async def freeze(site: Site, server: Server, rng: random.Random) -> None:
    """As if the machine were gone: no connection is closed, and nothing comes. Then it wakes up and knows nothing."""
    server.signal_all(signal.SIGSTOP)


WAYS: tuple[Way, ...] = (kill_a_worker, kill_the_supervisor, kill_everything, restart, freeze)


def name(way: Way) -> str:
    return str(getattr(way, "__name__", way)).replace("_", " ")


class Deaths(NamedTuple):
    """What came of it. All from `lost` on must be zero or empty."""

    ways: Counter[str]
    outages: dict[str, float]  # the longest time until all tables went on, by the way to die
    acknowledged: int
    resent: int
    lost: int
    twice: int
    refused: int  # but stored
    differing: int  # clients that were not told what is stored
    errors: list[str]

    def __str__(self) -> str:
        ways = ", ".join(f"{self.ways[way]} × {way} ({seconds:.1f} s)" for way, seconds in self.outages.items())
        return (
            f"{self.ways.total()} deaths: {ways}\n{self.acknowledged} moves acknowledged, {self.resent} commands sent "
            f"again, lost {self.lost}, applied twice {self.twice}, refused but applied {self.refused}, views that "
            f"differ {self.differing}, errors {len(self.errors)}" + "".join(f"\n{line}" for line in self.errors[:5])
        )

    @property
    def passed(self) -> bool:
        return max(self.outages.values()) <= WITHIN and self.acknowledged > 10 * self.ways.total() and not any(self[4:])


async def die(site: Site, ways: Sequence[Way], rng: random.Random, tables: int = TABLES) -> Deaths:
    tally, outages = Tally(), dict[str, float]()
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Client(site.url)) for _ in range(2 * tables)]
        for number in range(tables):
            await sit_down(people[2 * number : 2 * number + 2], number)
        playing = [asyncio.create_task(tally.play(one, random.Random(rng.random()))) for one in people]
        for way in ways:
            server, dead = busiest(site)
            began = time.monotonic()
            await way(site, server, rng)
            if way is not kill_a_worker:
                await _all_moved(site, dead)
            await _all_go_on(people, playing)
            outages[name(way)] = max(outages.get(name(way), 0.0), time.monotonic() - began)
            if way is freeze:
                server.signal_all(signal.SIGCONT)
            await asyncio.to_thread(site.wait_for_all)
        tally.stopping = True
        await asyncio.wait_for(asyncio.gather(*playing), TIME)
        return await _judge(site, people, tally, Counter(map(name, ways)), outages)


def busiest(site: Site) -> tuple[Server, list[str]]:
    """The server with the most tables, and the names of its workers."""
    owners, living = Counter(site.owners().values()), site.living()
    named = [(one, [name for name, port in living.items() if port in one.workers()]) for one in site.servers]
    return max(named, key=lambda found: sum(owners[name] for name in found[1]))


async def _all_moved(site: Site, dead: list[str]) -> None:
    """Until somebody else owns the tables of the dead."""
    async with asyncio.timeout(TIME):
        while set(dead) & set(site.owners().values()):
            await asyncio.sleep(0.05)


async def _all_go_on(people: list[Client], playing: list[asyncio.Task[None]]) -> None:
    """Until everybody has heard something new."""
    before = [_place(one) for one in people]
    async with asyncio.timeout(TIME):
        while any(_place(one) == place for one, place in zip(people, before, strict=True)):
            for one in playing:
                if one.done():
                    one.result()
            await asyncio.sleep(0.01)


def _place(me: Client) -> tuple[int, int]:
    return (me.update.match, me.update.n) if me.update else (0, 0)


async def _judge(
    site: Site, people: list[Client], tally: Tally, ways: Counter[str], outages: dict[str, float]
) -> Deaths:
    stored: list[str] = []
    for one in people[::2]:
        stored += [entry.command for entry in site.entries(one.code) if isinstance(entry, Moved) and entry.command]
    differing = sum([not await _knows(site, one) for one in people])
    return Deaths(
        ways,
        outages,
        len(tally.acknowledged),
        sum(one.resent for one in people),
        len(tally.acknowledged - set(stored)),
        len(stored) - len(set(stored)),
        len(tally.refused.keys() & set(stored)),
        differing,
        site.errors(),
    )


async def _knows(site: Site, me: Client) -> bool:
    """Whether a client knows what is stored, once the bots have done what they can."""
    for _ in range(50):
        match = fold(me.code, site.entries(me.code)).match
        assert match is not None
        with suppress(AssertionError):
            agrees(me, match)
            return True
        await asyncio.sleep(0.2)
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description="Kills servers behind nginx.")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    cluster = Cluster()
    with tempfile.TemporaryDirectory(prefix="tefuda-cluster-") as folder:
        site = Site(cluster.database(), Path(folder))
        try:
            site.wait_for_all()
            deaths = asyncio.run(die(site, [WAYS[number % len(WAYS)] for number in range(given.kills)], rng))
        finally:
            site.close()
            cluster.stop("immediate")
            shutil.rmtree(cluster.folder)
    print(deaths)
    sys.exit(not deaths.passed)


if __name__ == "__main__":
    main()
