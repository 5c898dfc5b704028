"""`tefuda admin` while the server runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tefuda.cli import main as tefuda
from tefuda.client import Client, Refused
from tefuda.server import audit, log
from tefuda.server import protocol as p
from tefuda.server.office import FORGOTTEN, Office
from tefuda.server.orders import Orders
from tefuda.server.store import StorageError, Store
from tefuda.server.table import person_of
from tests.server.conftest import Cluster
from tests.server.tables import refused, table
from tests.trials.running import PATIENCE, Running, running, stored

Check = Callable[[Running, Office, Client], Awaitable[None]]


def administered(folder: Path, check: Check, database: str = "", **more: Any) -> None:
    async def main() -> None:
        url = database or f"sqlite:///{folder / 'tables.db'}"
        async with running(folder, database=url, **more) as server, server.client() as me:
            office = Office(url)
            try:
                await asyncio.wait_for(check(server, office, me), 60)
            finally:
                office.close()

    asyncio.run(main())


async def until(me: Client, known: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not known():
            with suppress(TimeoutError):
                await me.changed(0.1)


def person(me: Client) -> str:
    assert me.token
    return person_of(me.token)


def test_a_table_is_ended_while_people_play(tmp_path: Path) -> None:
    async def check(server: Running, office: Office, me: Client) -> None:
        code = await table(server, me)
        assert [one["code"] for one in office.tables("playing", 9)] == [code]
        assert office.tables("over", 9) == []
        shown = office.table(code)
        assert shown["people"] == [{"seat": 0, "name": "Aki", "person": person(me)}] and shown["host"] == person(me)
        office.end(code)
        await until(me, lambda: me.table is not None and me.table.status == "ended")
        assert await refused(me.play(me.moves[0] if me.moves else "pass")) in ("over", "not-now", "stale")
        office.end(code)
        assert stored(server, code).status == "ended"
        assert [one.what for one in office.orders()] == ["end", "end"]

    administered(tmp_path, check, pace=1.0)


def test_a_table_is_deleted(tmp_path: Path) -> None:
    async def check(server: Running, office: Office, me: Client) -> None:
        code = await table(server, me)
        office.delete(code)
        async with server.client() as other:
            async with asyncio.timeout(PATIENCE):
                while code in server.house.tables:
                    await asyncio.sleep(0.05)
            assert await refused(other.open(code)) == "no-table"
        with pytest.raises(StorageError, match="no table"):
            office.table(code)

    administered(tmp_path, check, pace=1.0)


def test_somebody_is_taken_from_a_seat(tmp_path: Path) -> None:
    async def check(server: Running, office: Office, me: Client) -> None:
        code = await me.create("scout", [None, "casual", "casual"])
        await me.sit(0, "Aki")
        office.remove(code, person(me))
        assert office.table(code)["seats"][0] == "free", "no list has the name any more"
        await until(me, lambda: me.table is not None and me.seat is None)
        with pytest.raises(StorageError, match="does not sit"):
            office.remove(code, person(me))

    administered(tmp_path, check)


def test_a_banned_person_is_cut_off_and_kept_out(tmp_path: Path) -> None:
    async def check(server: Running, office: Office, me: Client) -> None:
        office.ban(person(me), 60)
        async with asyncio.timeout(PATIENCE):
            while not me._failed:
                await asyncio.sleep(0.05)
        assert me._failed.reason == "not-allowed"
        with pytest.raises(Refused):
            async with server.client(token=me.token):
                pass
        async with httpx2.AsyncClient(base_url=server.url, headers={"authorization": f"Bearer {me.token}"}) as web:
            assert (await web.post("/api/circles", json={"name": "Friends"})).status_code == 403
            assert (await web.get("/api/me")).status_code == 403
        office.pardon(person(me))
        async with asyncio.timeout(PATIENCE):
            while server.house.orders.is_banned(server.house.wall(), person(me)):
                await asyncio.sleep(0.05)
        async with server.client(token=me.token):
            pass
        office.ban(person(me), 1e-9)
        async with asyncio.timeout(PATIENCE):
            while server.house.orders.last < 3:
                await asyncio.sleep(0.05)
        async with server.client(token=me.token):
            pass

    administered(tmp_path, check)


def test_an_address_is_banned(tmp_path: Path) -> None:
    async def check(server: Running, office: Office, me: Client) -> None:
        office.ban("127.0.0.1", 60)
        async with httpx2.AsyncClient(base_url=server.url) as web:
            async with asyncio.timeout(PATIENCE):
                while (await web.get("/api/games")).status_code != 403:
                    await asyncio.sleep(0.05)
            with pytest.raises(InvalidStatus, match="403"):
                await connect(server.url.replace("http", "ws") + "/ws")
            others = {"x-forwarded-for": "192.0.2.9"}
            assert (await web.get("/api/games", headers=others)).status_code == 200

    administered(tmp_path, check)


def test_a_muted_person_plays_on_but_cannot_speak(tmp_path: Path) -> None:
    async def check(server: Running, office: Office, me: Client) -> None:
        await table(server, me)
        await me.say("hello")
        office.mute(person(me), 60)
        async with asyncio.timeout(PATIENCE):
            while not server.house.orders.is_muted(server.house.wall(), person(me)):
                await asyncio.sleep(0.05)
        assert await refused(me.say("hello")) == "not-allowed"
        await me.allow(True)

    administered(tmp_path, check, pace=1.0)


def test_a_token_is_rotated_and_the_seat_stays(tmp_path: Path) -> None:
    async def check(server: Running, office: Office, me: Client) -> None:
        code = await table(server, me)
        tokens = [office.rotate(person(me)), office.rotate(person(me))]
        async with asyncio.timeout(PATIENCE):
            while not me._failed:
                await asyncio.sleep(0.05)
        assert me._failed.reason == "token"
        with pytest.raises(Refused):
            async with server.client(token=tokens[0]):
                pass
        async with server.client(token=tokens[1]) as again:
            await again.open(code)
            assert again.seat == 0
            office.revoke(person(me))
            async with asyncio.timeout(PATIENCE):
                while not again._failed:
                    await asyncio.sleep(0.05)

    administered(tmp_path, check, pace=1.0)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_person_is_exported_and_forgotten(tmp_path: Path, kind: str, request: pytest.FixtureRequest) -> None:
    cluster: Cluster | None = request.getfixturevalue("postgres") if kind == "postgresql" else None

    async def check(server: Running, office: Office, me: Client) -> None:
        code = await table(server, me)
        async with server.client() as guest:
            await guest.open(code)
            exported = office.export(person(me))
            assert set(exported["tables"]) == {code} and "Aki" in json.dumps(exported)
            assert "orders" in exported and office.export(person(guest))["tables"] == {}
            office.mute(person(me), 60)
            assert office.forget(person(me)) == 1
            assert office.export(person(me))["tables"] == {}
            assert person(me) not in json.dumps(office.orders()[:-1])
            shown = office.table(code)
            assert shown["seats"][0] == FORGOTTEN and shown["people"][0]["name"] == FORGOTTEN
            assert shown["people"][0]["person"] != person(me)
            await until(guest, lambda: guest.table is not None and guest.table.seats[0].name == FORGOTTEN)
            await until(me, lambda: me.seat is None)

    administered(tmp_path, check, cluster.database() if cluster else "", pace=1.0)


def test_a_token_that_was_rotated_leads_to_nobody_who_is_forgotten(tmp_path: Path) -> None:
    """Otherwise it stood for the one without a name: it opened their replays, and could end their circles."""

    async def check(server: Running, office: Office, me: Client) -> None:
        code = await table(server, me)
        own, token = person(me), office.rotate(person(me))
        office.forget(own)
        orders = Orders()
        for order in office.orders():
            orders.read(order)
        assert orders.person(token) == person_of(token)
        assert office.table(code)["people"][0]["person"] not in (own, person_of(token))

    administered(tmp_path, check, pace=1.0)


def test_an_export_opens_no_match_that_is_played(tmp_path: Path) -> None:
    async def check(server: Running, office: Office, me: Client) -> None:
        code = await me.create("scout", [None, "casual", "casual"], duplicate=p.NewDuplicate(1))
        await me.sit(0, "Aki")
        await me.start()
        made = server.house.tables[code].table.made
        assert made.duplicate
        exported = json.dumps(office.export(person(me)))
        assert made.seed not in exported and made.duplicate.seed not in exported and person(me) in exported

    administered(tmp_path, check, pace=1.0)


def test_whoever_is_forgotten_does_not_come_back_from_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the server hears of the order it still knows the person. It can then store nothing of this table."""

    async def check(server: Running, office: Office, me: Client) -> None:
        monkeypatch.setattr(server.house.store, "orders", lambda since: [])
        own = person(me)
        code = await me.create("scout", [None, None, "casual"])
        await me.sit(0, "Aki", salt=own)  # a salt has the form of a person
        async with server.client() as ben:
            await ben.open(code)
            await ben.sit(1, "Ben")
            await me.start()
            office.forget(own)
            await ben.sit(1, "Benjamin")
            assert ben.reconnects == 1 and ben.table
            assert [one.name for one in ben.table.seats[:2]] == [FORGOTTEN, "Benjamin"]
            assert ben.table.deal.salts[0] == own
        _, rows = server.house.store.load(code) or (None, [])
        known = [log.decode(row.body) for row in rows]
        assert not [one for one in known if own in (getattr(one, "person", ""), getattr(one, "host", ""))]
        assert office.table(code)["seats"][:2] == [FORGOTTEN, "Benjamin"]

    administered(tmp_path, check, pace=1.0)


def test_what_is_done_is_kept_so_many_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are deleted a few at a time, so that others can store their moves in between."""
    monkeypatch.setattr(audit, "PRUNED", 1)

    async def check(server: Running, office: Office, me: Client) -> None:
        codes = [await me.create("scout", [None, "casual", "casual"]) for _ in range(4)]
        for code in codes[:2]:
            office.end(code)
        assert office.prune(1) == 0
        assert office.prune(1e-9) == 2
        assert [one["code"] for one in office.tables("", 9)] == codes[:1:-1]
        for code in codes[2:]:
            office.end(code)
        await server.house.end_stale()
        assert office.tables("", 9) == []
        assert [one.more for one in office.orders() if one.what == "prune"] == [
            "0 tables of 1 days",
            "2 tables of 1e-09 days",
        ]

    administered(tmp_path, check, keep=1e-9)


@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("sqlite:///{folder}/tabels.db", "there is no database {folder}/tabels.db; say with --database where"),
        ("sqlite:///{folder}", "there is no database {folder}; say"),
        ("tables.db", "the database is given as sqlite:///folder/file.db or postgresql://..."),
        ("mysql://tables", "not mysql://"),
        ("postgresql://localhost:port/tables", "the database is given as sqlite:///folder/file.db or postgresql://..."),
        ("sqlite://", "the database needs a file: sqlite:///folder/tefuda.db"),
    ],
)
def test_a_database_that_is_not_there_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], database: str, said: str
) -> None:
    assert tefuda(["admin", "tables", "--database", database.format(folder=tmp_path)]) == 2
    assert said.format(folder=tmp_path) in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path / 'tefuda.db'}"
    at = ["--database", database]
    assert tefuda(["admin", "tables", *at]) != 0, "there is no database"
    Store(database).close()
    for words in (["ban", "2001:db8::7"], ["mute", "a" * 64, "--minutes", "5"], ["pardon", "A" * 43], ["tables"]):
        assert tefuda(["admin", *words, *at]) == 0
    capsys.readouterr()
    assert tefuda(["admin", "audit", *at]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[3] for line in lines] == ["ban", "mute", "pardon"]
    assert "2001:db8::/64" in lines[0] and "until" in lines[1] and person_of("A" * 43) in lines[2]
    for words in (["ban", "nobody"], ["ban", "a" * 64, "--minutes", "0"], ["end", "0" * 12], ["prune", "--days", "-1"]):
        assert tefuda(["admin", *words, *at]) != 0
