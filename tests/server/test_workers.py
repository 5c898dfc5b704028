"""Several processes on one PostgreSQL, on one machine and on several: each table is one worker's, everybody finds it,
what is limited is limited everywhere, and a dead worker's tables are taken over by another."""

from __future__ import annotations

import asyncio
import random
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tefuda.client import Client, Refused
from tefuda.server import protocol as p
from tefuda.server.serve import peer_place
from tefuda.server.table import fold
from tests.server.cluster import (
    START,
    TIME,
    WITHIN,
    Server,
    Site,
    die,
    freeze,
    kill_a_worker,
    kill_the_supervisor,
    restart,
)
from tests.server.conftest import Cluster
from tests.trials.running import agrees, play_on


@pytest.fixture(scope="module")
def site(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Two servers with two workers each. Nothing may go wrong in them."""
    site = Site(postgres.database(), tmp_path_factory.mktemp("site"), CONNECTIONS_PER_ADDRESS="40")
    try:
        site.wait_for_all()
        yield site
    finally:
        site.close()
        print(*(server.output.read_text() for server in site.servers))  # shown if something fails
    assert not site.errors()


def run(main: Callable[[], Awaitable[None]]) -> None:
    async def within() -> None:
        async with asyncio.timeout(TIME):
            await main()

    asyncio.run(within())


def others(site: Site, code: str) -> list[str]:
    """The addresses of the workers that do not own the table."""
    owner = site.owners()[code]
    return [f"http://127.0.0.1:{port}" for worker, port in site.living().items() if worker != owner]


def test_servers_that_die_behind_a_proxy(site: Site) -> None:
    """A worker is killed, a supervisor is killed, a server is restarted, and a whole machine is away for a while."""
    deaths = asyncio.run(die(site, [kill_a_worker, kill_the_supervisor, restart, freeze], random.Random(1), tables=4))
    print(deaths)
    assert deaths.acknowledged > 100 and deaths.resent
    assert (deaths.lost, deaths.twice, deaths.refused, deaths.differing, deaths.errors) == (0, 0, 0, 0, [])
    assert max(deaths.outages.values()) <= 2 * WITHIN  # the machine of the tests may be busy
    assert "the lease was lost" in "".join(server.output.read_text() for server in site.servers)


def test_a_table_of_another_worker(site: Site) -> None:
    """Whoever asks the wrong worker does not notice, whatever ids the client makes up."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(Client(site.url))
            code = await host.create("scout", [None] * 4, options={"edition": "short"})
            await host.sit(0, "Aki")
            wrong = others(site, code)
            assert len(wrong) == 3
            clients = [Client(url, told=n == 0, facts=n == 1) for n, url in enumerate(wrong)]
            guests = [await stack.enter_async_context(one) for one in clients]
            for seat, guest in enumerate(guests, 1):
                await guest.open(code)
                await guest.ask(p.Sit("hello", seat, f"Ben {seat}", ""))
            await host.start()
            await asyncio.gather(*(play_on(one, random.Random(n)) for n, one in enumerate([host, *guests])))
            match = fold(code, site.entries(code)).playing
            for one in (host, *guests):
                agrees(one, match)
                assert one.update and bool(one.update.facts) == one.facts
                assert any(event.told for event in one.events) == one.told
            await guests[0].close()
            while host.table and host.table.seats[1].here:
                await host.changed()

    run(main)


def test_words_for_pairing_are_known_to_all(site: Site) -> None:
    """And the database does not know the tokens."""

    async def main() -> None:
        ports = list(site.living().values())
        for number in range(16):
            one, other = ports[number % 4], ports[number // 4]
            async with Client(f"http://127.0.0.1:{one}") as me:
                word = await me.pair()
                ((name, sealed, _),) = site.ask("SELECT * FROM pairs")
                assert me.token and me.token.encode() not in bytes(sealed) and word not in name
                async with Client(f"http://127.0.0.1:{other}", pair=word.lower()) as phone:
                    assert phone.token == me.token
        with pytest.raises(Refused, match="was used"):
            async with Client(f"http://127.0.0.1:{other}", pair=word):
                pass

    run(main)


def test_limits_are_those_of_all_workers(site: Site) -> None:
    """Codes tried in vain at one worker count at the others, and so do connections, as long as they are open."""

    async def main() -> None:
        async with Client(site.url) as host:
            code = await host.create("scout", [None] * 3)
        one, other = list(site.living().values())[:2]
        url = f"http://127.0.0.1:{one}/api/tables"
        assert [status(f"{url}/{number:012}") for number in range(20)] == [404] * 20
        for port in (one, other):
            while await asyncio.to_thread(status, f"http://127.0.0.1:{port}/api/tables/{code}") != 429:
                pass
        async with AsyncExitStack() as stack:
            for _ in range(40):
                await stack.enter_async_context(come(one))
            while await is_let_in(other):
                pass
            assert not await is_let_in(one)
        while not await is_let_in(other):
            pass

    run(main)


STRANGER = {"X-Forwarded-For": "203.0.113.9"}  # an address of its own, so that others are not limited


def status(url: str) -> int:
    try:
        with urlopen(Request(url, headers=STRANGER)) as answer:
            return int(answer.status)
    except HTTPError as error:
        with error:
            return error.code


def come(port: int, **headers: str) -> connect:
    return connect(f"ws://127.0.0.1:{port}/ws", additional_headers=STRANGER | headers)


async def is_let_in(port: int, **headers: str) -> bool:
    try:
        async with come(port, **headers):
            return True
    except InvalidStatus:
        return False


def test_only_peers_may_speak_for_others(site: Site) -> None:
    """Whoever does not know the secret is a client like all, and may not come from any page."""
    ((secret,),) = site.ask("SELECT value FROM secrets WHERE name = 'peers'")

    async def main() -> None:
        for port in site.living().values():
            for guess in ("", secret[:-1], "é"):
                assert not await is_let_in(port, **{"x-tefuda-secret": guess, "origin": "https://evil.example"})
            assert await is_let_in(port, **{"x-tefuda-secret": secret, "origin": "https://evil.example"})

    run(main)


def test_one_server_alone_on_postgresql_has_a_lease_too(postgres: Cluster, tmp_path: Path) -> None:
    """So a second one that is started beside it finds its tables, and does not split them."""
    url = postgres.database()
    servers = [Server(url, tmp_path, WORKERS="1") for _ in range(2)]

    async def main() -> None:
        async with Client(servers[0].url) as host, Client(servers[1].url) as guest:
            code = await host.create("scout", [None, None, "casual"])
            await guest.open(code)
            await guest.sit(1, "Ben")
            while not (host.table and host.table.seats[1].name == "Ben"):
                await host.changed()

    try:
        run(main)
    finally:
        for server in servers:
            server.stop()
            server.wait_until_gone()


# ---- the supervisor


def serve(*arguments: str, start: str = START) -> str:
    """What a server says that cannot begin."""
    command = [sys.executable, "-c", start, "serve", "--port", "0", "--workers", "2", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=TIME)
    assert ended.returncode == 2, ended
    return ended.stderr


def test_a_server_without_its_database_says_so_and_ends() -> None:
    assert "cannot be opened" in serve("--database", "postgresql://tefuda@/x?host=/nowhere/at/all")


def test_a_server_whose_workers_cannot_begin_says_why_and_ends(postgres: Cluster) -> None:
    url = postgres.database()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = serve("--database", url, "--advertise", f"127.0.0.1:{port}")
    assert f"cannot listen on 127.0.0.1 port {port}: Address already in use" in said


def test_a_worker_that_dies_as_it_begins_ends_the_server(postgres: Cluster) -> None:
    start = f"import sys; sys.executable = '/bin/false'; {START}"
    assert "a worker ended with status 1" in serve("--database", postgres.database(), start=start)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", ("127.0.0.1", 0)),
        ("10.0.0.5", ("10.0.0.5", 0)),
        ("10.0.0.5:9000", ("10.0.0.5", 9000)),
        ("one.example:9000", ("one.example", 9000)),
        ("fd00::1", ("fd00::1", 0)),
        ("[fd00::1]:9000", ("fd00::1", 9000)),
    ],
)
def test_where_others_reach_a_server(text: str, place: tuple[str, int]) -> None:
    assert peer_place(text) == place


@pytest.mark.parametrize("text", ["host:port", "host:-1", "host:99999", "host:"])
def test_a_bad_place_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not HOST or HOST:PORT"):
        peer_place(text)
