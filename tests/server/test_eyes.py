"""Who may see what: a hand stays secret whoever changes seats, and permissions end when they are taken back."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tefuda.client import Client
from tefuda.server.log import Hinted
from tests.server.tables import refused, table
from tests.trials.running import PATIENCE, entries, play_on, running
from tests.trials.virtual import run_virtually


async def until(client: Client, done: Any) -> None:
    while not done():
        await client.changed(PATIENCE)


# ---- the hole: eyes that A lent showed the hand of V, who came later


@pytest.mark.parametrize("game", ["scout", "gift"])
@pytest.mark.parametrize("removed", [False, True], ids=["stands up", "is removed"])
@pytest.mark.parametrize("bot", [False, True], ids=["a person", "a bot"])
def test_lent_eyes_do_not_show_the_hand_of_whoever_sits_there_next(
    tmp_path: Path, game: str, removed: bool, bot: bool
) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path, pace=1.0))
            host, a, b, v = [await stack.enter_async_context(server.client()) for _ in range(4)]
            code = await host.create(game, [None, None, "casual", "casual"])
            await host.sit(0, "Host")
            await a.open(code)
            await a.sit(1, "A")
            await a.allow(True)
            await b.open(code, eyes=1)
            await v.open(code)
            await (host.assign(1, None) if removed else a.stand())
            if bot:
                await host.assign(1, "casual")
            else:
                await v.sit(1, "V")
            await host.start()
            await until(b, lambda: b.view)
            live = server.house.tables[code]
            hand = live.table.playing.view(1).to_dict()["hand"]
            assert hand and b.view["seat"] is None and b.view["hand"] != hand
            assert b.table is not None and b.table.eyes is None and not b.table.seats[1].eyes
            shown = [event.move for event in b.events if event.move.startswith("deal ")]
            assert shown and all(set(move) <= set("deal ?|") for move in shown)

    run_virtually(main())


def test_a_player_who_lends_eyes_in_the_lobby_shows_the_own_hand_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me, server.client() as watcher:
            code = await me.create("scout", [None, "casual", "casual"])
            await me.sit(0)
            await me.allow(True)
            await watcher.open(code, eyes=0)
            await me.start()
            await until(watcher, lambda: watcher.view)
            assert watcher.view["hand"] == me.view["hand"] and watcher.table and watcher.table.eyes == 0

    run_virtually(main())


# ---- at a table


def test_nobody_watches_a_table_without_watchers(tmp_path: Path) -> None:
    """Whoever was in the lobby is told to leave when the match begins, and gets nothing of it."""

    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me, server.client() as watcher:
            code = await me.create("scout", [None, "casual", "casual"], watchers=False)
            await watcher.open(code)
            await me.sit(0)
            await me.start()
            await until(watcher, lambda: watcher.unfollowed)
            assert watcher.unfollowed == "no-table" and watcher.table is None and watcher.update is None
            assert await refused(watcher.say("hello")) == "not-open"
            assert await refused(watcher.open(code)) == "no-table"
            assert len(server.house.tables[code].audience.followers) == 1

    run_virtually(main())


def test_the_replay_of_a_private_match(tmp_path: Path) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path))
            web = await stack.enter_async_context(httpx2.AsyncClient(base_url=server.url))
            me, other = [await stack.enter_async_context(server.client()) for _ in range(2)]
            code = await table(server, me, watchers=False, options={"edition": "short"})
            await play_on(me, random.Random(1))
            own, others = ({"Authorization": f"Bearer {one.token}"} for one in (me, other))
            paths = [f"/api/replays/{code}/1{more}" for more in ("", ".txt", "/proof", "?open=1")]
            for path in paths:
                assert (await web.get(path)).status_code == (await web.get(path, headers=others)).status_code == 404
                assert (await web.get(path, headers=own)).status_code == 200
            assert me.table is not None and not me.table.published
            assert await refused(me.publish(2)) == "not-started"
            await me.publish(1)
            assert me.table.published
            for path in paths:
                assert (await web.get(path)).status_code == 200
            await other.create("scout", [None] * 3)
            assert await refused(other.publish(1)) == "not-started"

    run_virtually(main())


def test_only_the_host_opens_a_replay(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as host, server.client() as guest:
            code = await host.create("scout", [None, None, "casual"], options={"edition": "short"}, watchers=False)
            await guest.open(code)
            await host.sit(0)
            await guest.sit(1)
            await host.start()
            assert await refused(host.publish(1)) == "started"
            await asyncio.gather(play_on(host, random.Random(1)), play_on(guest, random.Random(2)))
            assert await refused(guest.publish(1)) == "not-host"

    run_virtually(main())


def test_lent_eyes_end_with_the_match_at_a_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me, server.client() as watcher:
            code = await table(server, me, options={"edition": "short"})
            await me.allow(True)
            await watcher.open(code, eyes=0)
            assert watcher.view["seat"] == 0
            await play_on(me, random.Random(1))
            await until(watcher, lambda: watcher.result and watcher.table and watcher.table.status == "over")
            assert me.table is not None and not me.table.seats[0].eyes and watcher.view["seat"] is None
            await me.again()
            await until(watcher, lambda: watcher.table and watcher.table.match == 2 and watcher.update)
            assert watcher.view["seat"] is None
            assert watcher.events and watcher.events[0].n == 1

    run_virtually(main())


def test_eyes_that_are_lent_with_a_delay(tmp_path: Path) -> None:
    """What the seat saw is shown later, and only if it is still lent then."""

    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me, server.client() as watcher:
            code = await table(server, me, bots=1, options={"edition": "oink"})
            audience = server.house.tables[code].audience
            await me.allow(True, 60)
            await watcher.open(code, eyes=0)
            assert watcher.update is None, "the match is younger than the delay"
            assert watcher.table is not None and watcher.table.eyes == 0 and watcher.table.seats[0].delay == 60
            before = dict(me.view)
            audience.when = [(at - 59.9, events) for at, events in audience.when]
            audience.late.pop(60).cancel()
            await me.play("keep")
            await until(watcher, lambda: watcher.update)  # the alarm of the deal
            assert watcher.view["hand"] == before["hand"] and watcher.view["phase"] == "choose"
            assert watcher.moves == []
            await me.allow(False)
            await until(watcher, lambda: watcher.view["seat"] is None)

    run_virtually(main())


def test_hints_that_were_used_are_shown_in_the_result(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await table(server, me, options={"edition": "short"})
            await me.hint()
            await play_on(me, random.Random(1), 1)
            if me.moves:
                await me.hint()
            await play_on(me, random.Random(1))
            assert me.result is not None and me.result.hinted == [0]
            log = entries(server.settings.database, code)
            assert sum(isinstance(entry, Hinted) for entry in log) == 1, "it is noted once"
            await me.again()
            await play_on(me, random.Random(2))
            assert me.result is not None and me.result.hinted == []

    run_virtually(main())


def test_several_connections_of_one_person_follow_the_seat(tmp_path: Path) -> None:
    """Both see through their own eyes when the person sits, and neither does after standing up."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path, pace=1.0))
            host, me = [await stack.enter_async_context(server.client()) for _ in range(2)]
            phone = await stack.enter_async_context(server.client(token=me.token))
            code = await host.create("scout", [None, None, "casual"])
            for one in (me, phone):
                await one.open(code)
            await phone.sit(1, "Ben")
            await until(me, lambda: me.seat == 1)
            await me.stand()
            await until(phone, lambda: phone.seat is None)
            await phone.sit(1, "Ben")
            await host.sit(0)
            await host.start()
            await until(me, lambda: me.view)
            await until(phone, lambda: phone.view)
            assert me.view["seat"] == phone.view["seat"] == 1
            live = server.house.tables[code]
            assert live.clocks.here == {0, 1}
            await phone.close()
            await until_gone(live)
            assert live.clocks.here == {0, 1}, "the other connection is still here"

    async def until_gone(live: Any) -> None:
        while len(live.audience.followers) > 2:
            await asyncio.sleep(0.01)

    run_virtually(main())


def test_what_spectators_see_of_each_other(tmp_path: Path) -> None:
    """Persons are counted, not connections; and a crowd that comes does not make everybody read the table each time."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path, pace=1.0))
            me, one = [await stack.enter_async_context(server.client()) for _ in range(2)]
            code = await table(server, me)
            same = await stack.enter_async_context(server.client(token=one.token))
            for spectator in (one, same):
                await spectator.open(code)
            await until(me, lambda: me.table and me.table.spectators)
            assert me.table is not None and me.table.spectators == 1

    run_virtually(main())
