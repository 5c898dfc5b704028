"""The window for reactions: how long it may be, and that the way of everybody who may react is measured."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from tefuda.client import Client, Refused
from tefuda.server.live import Live
from tests.server.tables import refused, table
from tests.trials.running import PATIENCE, running

WINDOW = "jump_in_window_ms"


def test_a_window_is_half_a_second_to_five_seconds_or_none(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as host:
            for wrong in (-1, 1, 499, 5001):
                assert await refused(host.create("solo", [None, None], options={WINDOW: wrong})) == "option"
            for right in (0, 500, 5000):
                await host.create("solo", [None, None], options={WINDOW: right})
                assert host.table is not None and host.table.window == right
            await host.create("solo", [None, None])
            assert host.table is not None and host.table.window == 1000

    asyncio.run(main())


def test_a_move_that_waits_is_refused_when_moves_are_taken_back(tmp_path: Path) -> None:
    """Once it was forgotten: nobody ever answered it."""

    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await table(server, me, "solo", 1, options={WINDOW: 0})
            made = 0
            while made < 2:
                while not me.moves:
                    await me.changed(PATIENCE)
                with suppress(Refused):  # a bot was faster
                    await me.play(me.moves[-1])
                    made += 1
            live = server.house.tables[code]
            waiting = await held(live, me)
            await me.undo()
            assert await asyncio.wait_for(waiting, PATIENCE) == "stale"
            assert live.held == []

    asyncio.run(main())


async def held(live: Live, me: Client) -> asyncio.Task[str]:
    """A move of mine that waits in a window which does not close by itself; no bot has anything to do meanwhile."""

    def mine_alone() -> bool:
        told = me.n == live.audience.stream(me.seat).n and not live.lock.locked()
        return told and live.table.playing.to_act == (me.seat,)

    async with asyncio.timeout(PATIENCE):
        while not mine_alone():
            if me.moves:  # a bot might react
                with suppress(Refused):
                    await me.play(me.moves[-1])
            await asyncio.sleep(0.005)
        live.clocks.until = live.loop.time() + 3600
        waiting = asyncio.create_task(refused(me.play(me.moves[-1])))
        while not live.held:
            assert not waiting.done()
            await asyncio.sleep(0.005)
    return waiting


def test_the_way_of_all_who_sit_is_measured_the_maker_s_too(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as host, server.client() as guest:
            code = await host.create("solo", [None, None])
            await host.sit(0)
            await guest.open(code)
            await guest.sit(1)
            async with asyncio.timeout(PATIENCE):
                while any(one.rtt == float("inf") for one in server.house.connections):
                    await asyncio.sleep(0.005)
            assert len(server.house.connections) == 2
            assert all(0 < one.lag() < PATIENCE for one in server.house.connections)

    asyncio.run(main())
