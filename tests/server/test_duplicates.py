"""Duplicates: several tables play the same cards, nobody sees them early, and each deal is compared."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest

from tefuda.client import Client
from tefuda.deal import Duplicate, verify
from tefuda.record import Record
from tefuda.server import protocol as p
from tefuda.server.duplicates import Result, compared
from tefuda.server.log import Shared
from tefuda.server.office import Office
from tefuda.server.rows import Board
from tefuda.server.table import person_of
from tests.server.tables import refused
from tests.trials.running import PATIENCE, play_on, running, stored
from tests.trials.virtual import run_virtually

DAY = 24 * 3600
SHORT = {"edition": "short"}


async def begun(me: Client, duplicate: p.NewDuplicate | str, bots: int = 2, name: str = "Aki") -> str:
    """A table of one person and bots in a duplicate of SCOUT, begun."""
    seats: list[p.Level | None] = [None, *["casual"] * bots]  # type: ignore[list-item]
    code = await me.create("scout", seats, options=SHORT, duplicate=duplicate)
    await me.sit(0, name)
    await me.start()
    return code


async def played(me: Client) -> None:
    await asyncio.wait_for(play_on(me, random.Random(1)), 60)


def signed(me: Client) -> dict[str, str]:
    return {"Authorization": f"Bearer {me.token}"}


async def told(web: httpx2.AsyncClient, code: str, me: Client | None = None) -> dict[str, Any]:
    found: dict[str, Any] = (await web.get(f"/api/duplicates/{code}", headers=signed(me) if me else {})).json()
    return found


def of(me: Client) -> p.Duplicate:
    assert me.table is not None and me.table.duplicate is not None
    return me.table.duplicate


def test_two_tables_play_the_same_cards_and_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with (
            running(tmp_path) as server,
            httpx2.AsyncClient(base_url=server.url) as web,
            server.client() as aki,
            server.client() as ben,
        ):
            first = await begun(aki, p.NewDuplicate(2))
            shared = of(aki)
            assert shared.number == 1 and shared.matches == 2 and shared.until > time.time() + 6 * DAY
            await played(aki)
            alone = await told(web, shared.code, aki)
            assert [line["share"] for line in alone["deals"][0]["lines"]] == [None] * 3  # nobody to compare with yet
            assert alone["seed"] is None and not alone["ended"]
            assert not (await told(web, shared.code, ben))["deals"]  # who has not played yet learns nothing
            assert not (await told(web, shared.code))["totals"]

            second = await begun(ben, shared.code, name="Ben")
            assert of(ben).commitment == shared.commitment
            await played(ben)
            found = await told(web, shared.code, ben)
            by_table = [[one for one in found["deals"][0]["lines"] if one["table"] == table] for table in (0, 1)]
            assert [{line["place"] for line in lines} for lines in by_table] == [{0, 1, 2}] * 2
            for line in found["deals"][0]["lines"]:
                (other,) = (
                    one["points"]
                    for one in found["deals"][0]["lines"]
                    if one["place"] == line["place"] and one["table"] != line["table"]
                )
                assert line["over"] == line["points"] - other
                assert line["share"] == ((line["points"] > other) + (line["points"] >= other)) / 2
            (own,) = (one for one in found["totals"] if one["own"])
            assert own["name"] == "Ben" and own["deals"] == 1 and not own["seen"]

            # The same cards in other seats: what was dealt to a place is equal at both tables.
            hands = []
            for code in (first, second):
                kept = stored(server, code)
                assert kept.match is not None
                dealt = kept.match.record.events[0].text.removeprefix("deal ").split(" | ")
                hands.append([dealt[(place - kept.turned) % 3] for place in range(3)])
            assert hands[0] == hands[1]

            # While it runs nothing more is shown, to nobody; afterwards everything is, and can be verified.
            for what in ("", ".txt", "/proof", "/judge?seat=0"):
                answer = await web.get(f"/api/replays/{first}/1{what}", headers=signed(aki))
                assert answer.status_code == 409 and "when the duplicate ends" in answer.text
            assert await refused(aki.ask(p.Reveal("r", 1, 1))) == "started"
            await asyncio.gather(aki.again(), ben.again())
            await asyncio.gather(played(aki), played(ben))
            assert of(aki).number == 2
            assert await refused(aki.again()) == "over"
            assert len((await told(web, shared.code, aki))["deals"]) == 2

            later = shared.until + 1.0
            monkeypatch.setattr(server.house, "wall", lambda: later)
            ended = await told(web, shared.code)  # everybody sees it now
            assert ended["ended"] and len(ended["seed"]) == 64 and len(ended["deals"]) == 2
            for number in (1, 2):
                record = Record.parse((await web.get(f"/api/replays/{first}/{number}.txt", headers=signed(aki))).text)
                assert record.proof and record.proof.shared == ended["seed"] and record.proof.number == number
                assert record.proof.duplicate == shared.commitment
                assert verify(record) > 0
            async with server.client() as late:
                assert await refused(begun(late, shared.code)) == "over"

    run_virtually(main())


def test_who_saw_the_cards_before_is_marked_even_after_leaving_early(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, httpx2.AsyncClient(base_url=server.url) as web, server.client() as aki:
            await begun(aki, p.NewDuplicate(1))
            code = of(aki).code
            await aki.ask(p.End("end"))  # the host has seen a hand, and stops the match
            await begun(aki, code)
            await played(aki)
            (own,) = (one for one in (await told(web, code, aki))["totals"] if one["own"])
            assert own["seen"]
            async with server.client() as ben:
                await begun(ben, code, name="Ben")
                await played(ben)
                found = await told(web, code, ben)
                (mine,) = (one for one in found["totals"] if one["own"])
                assert not mine["seen"]
                place = next(line["place"] for line in found["deals"][0]["lines"] if line["seen"])
                lines = [line for line in found["deals"][0]["lines"] if line["place"] == place and line["table"] == 1]
                assert [line["share"] for line in lines] == [None]  # nobody is compared with a marked result

    run_virtually(main())


def test_who_looks_at_a_second_table_before_playing_at_the_first_is_marked_at_both(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            running(tmp_path) as server,
            httpx2.AsyncClient(base_url=server.url) as web,
            server.client() as aki,
        ):
            await begun(aki, p.NewDuplicate(1))
            code = of(aki).code
            async with server.client(token=aki.token) as again:
                await begun(again, code)
                await played(again)  # and so knows the cards, from another place
            await played(aki)
            assert [one["seen"] for one in (await told(web, code, aki))["totals"] if one["own"]] == [True, True]

    run_virtually(main())


def test_a_match_that_ends_after_its_cards_were_shown_counts_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, httpx2.AsyncClient(base_url=server.url) as web, server.client() as aki:
            who = person_of(aki.token or "")
            await begun(aki, p.NewDuplicate(2))
            await played(aki)
            (result,) = server.house.store.finished(who, 9)
            assert msgspec.json.decode(result.body)["duplicate"] == of(aki).code
            await aki.again()
            later = of(aki).until + 1.0
            monkeypatch.setattr(server.house, "wall", lambda: later)
            assert (await told(web, of(aki).code))["seed"], "by now anybody can work out all hands"
            await played(aki)
            assert server.house.store.finished(who, 9) == [result]

            monkeypatch.setattr(server.house, "wall", time.time)
            await begun(aki, p.NewDuplicate(1))
            monkeypatch.setattr(server.house, "wall", lambda: later + DAY)
            await aki.concede()
            assert server.house.store.finished(who, 9) == [result]

    run_virtually(main())


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as aki, server.client() as ben:
            code = await begun(aki, p.NewDuplicate(1))
            assert aki.table is not None and not aki.table.watchers and not aki.table.hints
            assert await refused(ben.open(code)) == "no-table"  # no spectators
            assert await refused(aki.ask(p.Undo("u"))) == "not-allowed"
            assert await refused(aki.ask(p.Hint("h"))) == "no-hints"
            shared = of(aki).code
            assert await refused(ben.create("scout", [None, "club", "club"], duplicate="0" * 12)) == "no-table"
            for game, seats, options in (("scout", 4, SHORT), ("scout", 3, {}), ("gift", 3, {})):
                wish = ben.create(game, [None] * seats, options=options, duplicate=shared)
                assert await refused(wish) == "option"
            for bad in ({"matches": 0}, {"matches": 13}, {"matches": 1, "days": 61}):
                with pytest.raises(Exception, match="Expected"):
                    p.decode_client(p.encode({"type": "create", "id": "1", "game": "x", "seats": [], "duplicate": bad}))

    run_virtually(main())


def test_a_host_without_a_seat_sees_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as host, server.client() as aki:
            code = await host.create("scout", [None, "casual", "casual"], options=SHORT, duplicate=p.NewDuplicate(1))
            await aki.open(code)
            await aki.sit(0, "Aki")
            await host.start()
            while host.unfollowed is None:
                await host.changed(PATIENCE)
            assert host.unfollowed == "no-table"

    run_virtually(main())


def test_a_table_that_was_asleep_goes_on_with_the_same_cards(tmp_path: Path) -> None:
    """SOLO draws from a pile: what comes next must not depend on whether the table was loaded anew."""

    async def main() -> None:
        async with running(tmp_path) as server, server.client() as aki:
            options = {"target_score": 1, "jump_in_window_ms": 0}
            duplicate = p.NewDuplicate(1)
            code = await aki.create("solo", [None, "casual", "casual"], options=options, duplicate=duplicate)
            await aki.sit(0, "Aki")
            await aki.start()
            for number in range(4):
                await asyncio.wait_for(play_on(aki, random.Random(number), 2), 60)
                if aki.result is None and code in server.house.tables:
                    server.house.drop(server.house.tables[code])
            await asyncio.wait_for(play_on(aki, random.Random(9)), 120)
            kept = stored(server, code)
            shared = kept.made.duplicate
            assert kept.match is not None and shared is not None and kept.revealed is not None
            record = kept.match.record
            salts = [bytes.fromhex(salt) for salt in kept.deal_salts]
            record.proof = Duplicate(kept.revealed, salts, bytes.fromhex(shared.seed), 1).proof
            assert verify(record) > 3

    run_virtually(main())


def test_a_person_is_exported_and_forgotten(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, httpx2.AsyncClient(base_url=server.url) as web, server.client() as aki:
            await begun(aki, p.NewDuplicate(1))
            code = of(aki).code
            await played(aki)
            office, who = Office(server.settings.database), person_of(aki.token or "")
            exported = office.export(who)
            assert [board["body"]["name"] for board in exported["boards"]] == ["Aki"]
            office.forget(who)
            assert office.export(who)["boards"] == []
            office.close()
            async with server.client() as ben:
                await begun(ben, code, name="Ben")
                await played(ben)
                found = await told(web, code, ben)
                assert sorted(one["name"] for one in found["totals"] if not one["bot"]) == ["Ben", "Somebody"]
                assert all(one["over"] is not None for one in found["deals"][0]["lines"])  # still compared with

    run_virtually(main())


def board(table: str, seat: int, points: list[float], turned: int = 0, person: str = "", at: float = 1.0) -> Board:
    result = Result(f"{table}{seat}", "" if person else "club", turned, points)
    return Board("D", 1, table, seat, person, at, msgspec.json.encode(result))


def test_places_are_compared_not_seats() -> None:
    shared = Shared("D", "scout", 2, {}, 1, "00" * 32, 10.0)
    boards = [board("a", 0, [5.0]), board("a", 1, [-5.0]), board("b", 1, [3.0], turned=1), board("b", 0, [-3.0], 1)]
    found = compared(shared, boards, "", 10.0)
    assert [(line["place"], line["over"]) for line in found["deals"][0]["lines"]] == [
        (0, 2.0),
        (0, -2.0),
        (1, 2.0),
        (1, -2.0),
    ]


def test_a_result_is_not_compared_with_itself_nor_with_marked_ones() -> None:
    shared = Shared("D", "scout", 1, {}, 1, "00" * 32, 10.0)
    marked = board("d", 0, [9.0], person="aki", at=2.0)
    boards = [board(table, 0, [points]) for table, points in (("a", 1.0), ("b", 4.0), ("c", 4.0))]
    boards += [board("a", 1, [], person="aki"), marked]
    lines = compared(shared, boards, "", 10.0)["deals"][0]["lines"]
    assert [(one["points"], one["share"], one["over"], one["seen"]) for one in lines] == [
        (9.0, 1.0, 6.0, True),
        (4.0, 0.75, 1.5, False),
        (4.0, 0.75, 1.5, False),
        (1.0, 0.0, -3.0, False),
    ]


def test_matches_that_were_left_are_told() -> None:
    """Whoever leaves what goes badly would otherwise look better than they are."""
    shared = Shared("D", "scout", 1, {}, 3, "00" * 32, 10.0)

    def row(table: str, number: int, person: str, played: bool) -> Board:
        one = board(table, 0, [1.0], person=person)
        return one._replace(number=number, body=one.body if played else b"")

    def left(boards: list[Board], now: float) -> dict[str, int]:
        return {one["name"]: one["left"] for one in compared(shared, boards, "aki", now)["totals"]}

    aki = [row("a", 1, "aki", False), row("a", 2, "aki", True), row("a", 3, "aki", False)]
    ben = [row("b", 1, "ben", True), row("b", 2, "ben", True), row("c", 1, "ben", False), row("c", 2, "ben", False)]
    bots = [row("d", 1, "", True), row("d", 2, "", True)]
    assert left([*aki, *ben, *bots], 9.0) == {"a0": 1, "b0": 0, "d0": 0}, "the last one may be in play"
    assert left([*aki, *ben, *bots], 10.0) == {"a0": 2, "b0": 0, "d0": 0}


def test_many_tables_are_compared_quickly() -> None:
    """Four times as many tables are about four times as much work."""
    shared = Shared("D", "scout", 4, {}, 1, "00" * 32, 10.0)

    def work(tables: int) -> int:
        boards = [board(f"{n}", seat, [float(n)] * 4) for n in range(tables) for seat in range(4)]
        steps = 0

        def count(*_: Any) -> None:
            nonlocal steps
            steps += 1

        sys.setprofile(count)
        try:
            found = compared(shared, boards, "", 10.0)
        finally:
            sys.setprofile(None)
        best, worst = found["totals"][0], found["totals"][-1]
        assert best["share"] == 1.0 and worst["share"] == 0.0 and len(found["totals"]) == 4 * tables
        return steps

    assert work(200) < 4.5 * work(50)
