"""For whoever hosts: file permissions, the health check, and what happens while the database is locked."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx2
import psycopg
import pytest
from websockets.asyncio.client import connect

from tefuda.cli.backup import backup
from tefuda.client import Client
from tefuda.server import database
from tefuda.server import protocol as p
from tefuda.server.app import site
from tefuda.server.http import _picture
from tefuda.server.leases import Leases, Owner
from tefuda.server.office import Office
from tefuda.server.store import StorageError, Store
from tefuda.server.table import Refusal
from tests.server.conftest import Cluster
from tests.server.entries import CODE, entry
from tests.trials.running import running
from tests.trials.virtual import run_virtually


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.mark.parametrize("there", [False, True])
def test_files_are_for_the_owner_alone(tmp_path: Path, there: bool) -> None:
    path = tmp_path / "tefuda.db"
    if there:
        for name in ("", "-wal", "-shm", "-lock"):
            path.with_name(path.name + name).touch(0o644)
    store = Store(f"sqlite:///{path}")
    assert store.append([entry(1)]) == [None]
    backup(tmp_path / "copy.db", database=f"sqlite:///{path}")
    found = modes(tmp_path)
    store.close()
    assert set(found) == {"tefuda.db", "tefuda.db-wal", "tefuda.db-shm", "tefuda.db-lock", "copy.db"}
    assert set(found.values()) == {0o600}


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program writes, and does not come to its end."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_locked_database_is_refused_as_such_within_a_second(tmp_path: Path) -> None:
    path = tmp_path / "tefuda.db"
    store = Store(f"sqlite:///{path}")
    with locked(path):
        (answer,) = store.append([entry(1)])
        assert isinstance(answer, StorageError) and "locked by another program" in str(answer)
        with store._database.engine.connect() as connection:  # by what SQLite waits, as the machine may be slow
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one() < 1000
        assert not store.healthy()
    assert store.append([entry(1)]) == [None]
    assert store.healthy()
    store.close()


def test_the_health_is_that_of_writing(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, httpx2.AsyncClient(base_url=server.url) as web, server.client() as me:
            with locked(tmp_path / "tables.db"):
                answers = await asyncio.gather(*(web.get("/healthz") for _ in range(5)))
                assert {one.status_code for one in answers} == {503}
                with pytest.raises(Exception, match="the database is locked"):
                    await me.create("scout", [None, "casual", "casual"])
            while (await web.get("/healthz")).status_code != 200:
                await asyncio.sleep(0.1)

    run_virtually(main())


def test_what_the_server_does_for_itself_does_not_wait_behind_a_crowd(tmp_path: Path) -> None:
    """After a restart thousands come back at once, and more of them are refused: orders are still heard."""

    async def main() -> None:
        async with running(tmp_path) as server:
            house, pool, gate = server.house, server.house.pools.store, threading.Event()
            crowd = [asyncio.create_task(pool.run("", gate.wait)) for _ in range(pool.threads + pool.most + 1)]
            await asyncio.sleep(0)
            assert isinstance(crowd[-1].exception(), Refusal)
            office = Office(server.settings.database)
            office.ban("192.0.2.1", 60)
            own = [asyncio.create_task(work) for work in (house._obey(), house.healthy(), house.end_stale())]
            await asyncio.sleep(0)
            gate.set()
            assert await asyncio.gather(*own) == [None, True, 0]
            assert house.orders.is_banned(house.wall(), "192.0.2.1")
            await asyncio.gather(*crowd[:-1])
            office.close()

    run_virtually(main())


def test_a_client_waits_longer_each_time_until_it_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is let in each time, and thrown out again because nothing can be stored."""
    waits = list[float]()
    sleep = asyncio.sleep

    async def short(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0)

    async def main() -> None:
        me = Client("http://nowhere")
        monkeypatch.setattr("tefuda.client.asyncio.sleep", short)
        monkeypatch.setattr("tefuda.client.random.uniform", lambda least, most: most)
        talks = 0

        class Socket:
            async def __aenter__(self) -> None:
                pass

            async def __aexit__(self, *_: object) -> None:
                pass

        async def talk(_: object) -> None:
            nonlocal talks
            talks += 1
            await me._resume(None)  # type: ignore[arg-type]
            if talks == 5:
                me._answered(p.Accepted("x"))
            elif talks == 9:
                raise asyncio.CancelledError
            else:
                me._answered(p.Refused("x", "storage", ""))

        monkeypatch.setattr("tefuda.client.connect", lambda *_, **__: Socket())
        monkeypatch.setattr(me, "_talk", talk)
        with pytest.raises(asyncio.CancelledError):
            await me._run()

    run_virtually(main())
    assert waits == [0.1, 0.2, 0.4, 0.8, 0.1, 0.2, 0.4, 0.8]


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("https://cards.example", "cards.example:443"),
        ("https://CARDS.example:443/t/1", "cards.example:443"),
        ("http://cards.example:8080", "cards.example:8080"),
        ("http://[::1]:80", "::1:80"),
        ("null", ""),
        ("https://", ""),
        ("https://x:99999", ""),
        ("", ""),
    ],
)
def test_a_site_is_a_host_and_its_port(url: str, found: str) -> None:
    assert site(url) == found


def test_a_locked_postgresql_is_refused_as_such_within_a_second(postgres: Cluster) -> None:
    """A claim is more patient: the transaction of an owner that is gone holds the lock for a while."""
    url = postgres.database()
    store, found = Store(url), list[Owner | None]()
    assert store.append([entry(1)]) == [None]
    claim = threading.Thread(target=lambda: found.append(Leases(store).claim(CODE, "other")))
    with psycopg.connect(url) as other:
        other.execute("SELECT * FROM heads FOR UPDATE")
        assert "locked by another program" in str(store.append([entry(2)])[0])
        claim.start()
        assert "locked by another program" in str(store.append([entry(2)])[0]), "and again, while the claim waits"
    claim.join()
    assert found == [Owner("other", "")]
    store.owner = "other"
    with psycopg.connect(url) as other:
        other.execute("LOCK TABLE heads")
        assert "locked by another program" in str(store.append([entry(2)])[0])
        with pytest.raises(StorageError, match="locked by another program"):
            store.load(CODE)
    assert store.append([entry(2)]) == [None]
    assert store.healthy() and database.LOCKED_SECONDS < 1
    store.close()


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("cards.example", "https://cards.example", 101),
        ("cards.example:443", "https://cards.example", 101),
        ("cards.example:8443", "https://cards.example:8443", 101),
        ("cards.example", "https://cards.example:8443", 403),
        ("cards.example:8443", "https://cards.example", 403),
        ("cards.example", "https://evil.example", 403),
        ("cards.example", "null", 403),
    ],
)
def test_a_page_connects_from_its_own_host_and_port(tmp_path: Path, host: str, origin: str, status: int) -> None:
    async def main() -> None:
        async with running(tmp_path) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
            head = ["GET /ws HTTP/1.1", f"host: {host}", f"origin: {origin}", "upgrade: websocket"]
            head += ["connection: upgrade", "sec-websocket-version: 13", "sec-websocket-key: " + "A" * 22 + "=="]
            writer.write("\r\n".join([*head, "", ""]).encode())
            assert f" {status} " in (await reader.readline()).decode()
            writer.close()

    run_virtually(main())


def test_a_proxy_may_serve_it_under_a_path(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path, root_path="/cards") as server, server.client() as me:
            code = await me.create("scout", [None, "casual", "casual"])
            async with httpx2.AsyncClient(base_url=server.url) as web:
                assert (await web.get("/api/games")).status_code == 200
                assert (await web.get("/healthz")).status_code == 200
                drawn = await web.get(f"/api/tables/{code}/qr.svg")
                assert drawn.content == _picture(f"{server.url}/cards/t/{code}")
                for path, status in {"/": 200, f"/t/{code}": 200, "/no/such": 404}.items():
                    page = await web.get(path)
                    assert page.status_code == status
                    assert set(re.findall('(?:src|href)="(/[^/"]*/)', page.text)) == {"/cards/"}
                    assert '="./' not in page.text
                assert (await web.get("/manifest.webmanifest")).json()["scope"] == "."
                assert (await web.get("/api/none")).headers["content-type"] == "application/json"

    run_virtually(main())


@pytest.mark.parametrize(("trusted", "counted"), [("127.0.0.1", "203.0.113.9"), ("192.0.2.1", "127.0.0.1")])
def test_only_a_trusted_proxy_says_where_somebody_comes_from(tmp_path: Path, trusted: str, counted: str) -> None:
    async def main() -> None:
        async with running(tmp_path, trusted_proxies=trusted) as server:
            url = server.url.replace("http", "ws", 1) + "/ws"
            async with connect(url, additional_headers={"X-Forwarded-For": "203.0.113.9"}) as socket:
                await socket.send(p.encode(p.Hello("1", p.VERSION)).decode())
                await socket.recv()
                assert [one.address for one in server.house.connections] == [counted]

    run_virtually(main())
