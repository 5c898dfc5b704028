"""Live tables in trouble: a store that fails, connections that end halfway, tables that were taken over or sleep."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from tefuda.client import Refused
from tefuda.server import protocol as p
from tefuda.server import tables
from tefuda.server.clocks import BY_THE_DAY
from tefuda.server.live import Live
from tefuda.server.log import Allowed, encode
from tefuda.server.store import Entry, Row, StorageError
from tefuda.server.summary import head
from tefuda.server.table import Refusal
from tests.server.tables import refused, table
from tests.trials.running import PATIENCE, agrees, play_on, running, stored
from tests.trials.virtual import run_virtually


def test_a_connection_that_ends_while_its_move_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table learns of the move all the same; else the next one would be in conflict with it."""

    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await table(server, me)
            live, append = server.house.tables[code], server.house.writer.append
            written, told = asyncio.Event(), asyncio.Event()

            async def slow(entry: Entry) -> None:
                await append(entry)
                written.set()
                await told.wait()

            monkeypatch.setattr(server.house.writer, "append", slow)
            asking = asyncio.create_task(me.play("keep"))
            await written.wait()
            (connection,) = live.audience.followers
            connection.close(1013, "too slow")
            asking.cancel()
            await me.close()
            while live.audience.followers:
                await asyncio.sleep(0.01)
            told.set()
            async with server.client(token=me.token) as back:
                await back.open(code)
                assert "keep" not in back.moves
                await play_on(back, random.Random(1))
                assert server.house.tables[code] is live

    run_virtually(main())


def test_what_cannot_be_stored_does_not_happen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await table(server, me)
            append = server.house.store.append
            monkeypatch.setattr(server.house.store, "append", lambda entries: [StorageError("full") for _ in entries])
            while (reason := await refused(me.play("flip"))) == "stale":  # a bot was faster, and it was stored
                pass
            assert reason == "storage"
            monkeypatch.setattr(server.house.store, "append", append)
            match = stored(server, code).match
            assert match is not None and not any(event.text == "flip" for event in match.record.events)
            while True:
                try:
                    await me.play("flip")
                    break
                except Refused as found:
                    assert found.reason in ("storage", "stale")
                    await asyncio.sleep(0.05)
            await play_on(me, random.Random(3))
            match = stored(server, code).match
            assert match is not None
            agrees(me, match)

    run_virtually(main())


def test_a_table_that_another_has_taken_over(tmp_path: Path) -> None:
    """Whoever has written a row meanwhile: the table is loaded anew, and the move is made after all."""

    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me:
            code = await table(server, me)
            live = server.house.tables[code]
            row = Row(live.table.size + 1, encode(Allowed(0, True)))
            await server.house.writer.append(Entry(head(live.table, (), 0.0), (row,)))
            await me.play("keep")
            assert me.reconnects == 1 and me.table is not None and me.table.seats[0].eyes
            assert server.house.tables[code] is not live

    run_virtually(main())


def test_what_fails_halfway_is_loaded_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of our own costs a connection, but neither the move nor the table."""
    happened = Live.happened

    def fail(live: Live, step: Any) -> None:
        if failures:
            raise RuntimeError(failures.pop())
        happened(live, step)

    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await table(server, me)
            live = server.house.tables[code]
            failures.append("on purpose")
            await asyncio.wait_for(play_on(me, random.Random(1)), 60)
            assert not failures and server.house.tables[code] is not live
            agrees(me, stored(server, code).playing)

    failures: list[str] = []
    monkeypatch.setattr(Live, "happened", fail)
    run_virtually(main())


def test_a_table_that_cannot_be_claimed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def claim(code: str) -> bool:
        raise StorageError("gone")

    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me, server.client() as other:
            code = await table(server, me)
            server.house.put_to_sleep(server.house.tables[code])
            monkeypatch.setattr(server.house.peers, "claim", claim)
            assert await refused(other.open(code)) == "storage"
            monkeypatch.undo()
            await other.open(code)

    run_virtually(main())


@pytest.mark.parametrize("move", [600, BY_THE_DAY])
def test_a_clock_goes_on_where_it_stood_when_its_table_slept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, move: int
) -> None:
    """Whoever is alone at a table could stay away until it leaves memory, and had all the time for the move again."""

    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            monkeypatch.setattr(tables, "STOOD", 2)
            house, codes = server.house, []
            for used in (300, 200, 100):
                codes.append(await table(server, me, clock=p.Clock(move, 60)))
                live = house.tables[codes[-1]]
                live.clocks.since = [since - used for since in live.clocks.since]
                live.clocks.known = list(live.clocks.since)
                await me.leave()
                async with live.lock:  # a bot may still be moving
                    house.put_to_sleep(live)
            by_the_day = move == BY_THE_DAY
            assert list(house.stood) == ([] if by_the_day else codes[1:])
            for code, used in zip(codes, (0, 200, 100), strict=True):
                await me.open(code)
                assert me.update
                left = me.update.times[0].move / 1000
                assert move - (0 if by_the_day else used) - PATIENCE < left <= move - (0 if by_the_day else used)
                await me.leave()
            assert house.stood == {}

    run_virtually(main())


def test_a_table_whose_lease_is_lost_while_it_is_loaded_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me, server.client() as other:
            code = await table(server, me)
            house = server.house
            house.put_to_sleep(house.tables[code])
            load = house.store.load

            def lose(code: str) -> object:
                house.peers.worker = "another"
                return load(code)

            monkeypatch.setattr(house.store, "load", lose)
            assert await refused(other.open(code)) == "storage"
            monkeypatch.undo()
            await other.open(code)

    run_virtually(main())


def test_whoever_is_refused_a_table_follows_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed 21470 of the simulation: eyes were asked for while the database was away, the next match came in part."""

    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await table(server, me, bots=3)

            async def away(code: str) -> bool:
                raise Refusal("storage", "the table cannot be read now")

            for reason, place, name, stand_in in (
                ("storage", server.house, "is_ours", away),
                ("too-fast", server.house.budgets, "spend", _refuse),
            ):
                await me.open(code)
                with monkeypatch.context() as patch:
                    patch.setattr(place, name, stand_in)
                    assert await refused(me.open(code, eyes=1)) == reason
                assert not server.house.tables[code].audience.followers
                assert await refused(me.say("hello")) == "not-open"

    run_virtually(main())


def _refuse(*given: object) -> None:
    raise Refusal("too-fast", "wait a while")


def test_a_table_with_damaged_rows_is_refused_and_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me, server.client() as other:
            code = await table(server, me)
            whole = await table(server, other)
            await me.leave()
            house = server.house
            house.put_to_sleep(house.tables[code])
            found = house.store.load(code)
            assert found is not None
            damaged = [Row(row.number, row.body[: len(row.body) // 2]) for row in found[1]]
            monkeypatch.setattr(house.store, "load", lambda code: (found[0], damaged))
            for _ in range(2):  # the connection stays
                assert await refused(me.open(code)) == "storage"
            assert whole in house.tables and code not in house.tables
            monkeypatch.undo()
            await me.open(code)

    run_virtually(main())


def test_a_table_for_which_nobody_has_time_is_not_called_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await table(server, me)
            await me.leave()
            house = server.house
            house.put_to_sleep(house.tables[code])
            run = house.pools.store.run

            async def busy(who: str, work: Any, *arguments: Any) -> Any:
                if work.__name__ == "_fold":
                    raise Refusal("too-fast", "wait a while")
                return await run(who, work, *arguments)

            monkeypatch.setattr(house.pools.store, "run", busy)
            assert await refused(me.open(code)) == "too-fast"

    run_virtually(main())


def test_a_client_that_gives_up_loading_a_table_does_not_end_it_for_others(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await table(server, me)
            await me.leave()
            server.house.put_to_sleep(server.house.tables[code])
            first, second = (asyncio.create_task(server.house.find(code, "")) for _ in range(2))
            await asyncio.sleep(0)
            first.cancel()
            assert (await second).table.code == code

    run_virtually(main())


def test_tables_are_ended_later_if_the_store_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with running(tmp_path, end_after=0.0) as server, server.client() as me:
            code = await table(server, me)
            await me.leave()
            with monkeypatch.context() as patch:
                patch.setattr(server.house.store, "append", lambda entries: [StorageError("full") for _ in entries])
                assert await server.house.end_stale() == 0
            assert await server.house.end_stale() == 1
            assert stored(server, code).status == "ended"

    run_virtually(main())


def test_a_table_sleeps_and_wakes(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path, linger=0.0, end_after=0.0) as server, server.client() as me:
            code = await table(server, me, bots=3)
            await play_on(me, random.Random(1), 2)
            view = me.view
            await me.leave()
            for live in list(server.house.tables.values()):
                async with live.lock:  # a bot's move may be under way to the store
                    server.house.put_to_sleep(live)
            assert not server.house.tables
            await me.open(code)
            assert me.view["round"] == view["round"]
            await me.leave()
            assert await server.house.end_stale() == 1
            await me.open(code)
            assert me.table is not None and me.table.status == "ended"

    run_virtually(main())
