"""Between two rounds: people look at the end of one before the next begins, and wait for each other."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tefuda.client import Client
from tefuda.server import clocks
from tefuda.server import protocol as p
from tests.server.tables import refused
from tests.trials.running import PATIENCE, Running, play_on, running
from tests.trials.virtual import run_virtually

RNG = random.Random(5)


@asynccontextmanager
async def at_rest(
    folder: Path, looks: tuple[bool, bool] = (True, True), bots: tuple[p.Level, ...] = ("casual",), **more: Any
) -> AsyncIterator[tuple[Any, ...]]:
    """A table of 23 with two people and these bots that has just finished its first round."""
    async with (
        running(folder) as server,
        server.client(looks=looks[0]) as me,
        server.client(looks=looks[1]) as other,
    ):
        code = await me.create("twentythree", [None, None, *bots], **more)
        await me.sit(0, "Aki")
        await other.open(code)
        await other.sit(1, "Ben")
        await me.start()
        while me.view.get("round", 1) == 1:
            for one in (me, other):
                if me.view.get("round", 1) == 1 and one.moves:
                    await play_on(one, RNG, 1)
            await asyncio.sleep(0)
        if any(looks):
            await told(me, lambda: rest(me) is not None)
            await told(other, lambda: rest(other) is not None)
        yield server, me, other


async def told(one: Client, is_so: Any) -> None:
    while not is_so():
        await one.changed(PATIENCE)


def rest(one: Client) -> int | None:
    assert one.table is not None
    return one.table.rest


def looking(one: Client) -> list[int]:
    assert one.table is not None
    return [seat for seat, info in enumerate(one.table.seats) if info.looking]


async def live_of(server: Running, one: Client) -> Any:
    return await server.house.find(one.code, "")


def test_the_next_round_begins_when_all_have_looked(tmp_path: Path) -> None:
    async def main() -> None:
        async with at_rest(tmp_path) as (server, me, other):
            live = await live_of(server, me)
            left = rest(me)
            assert left is not None and 0 < left <= 20_000
            assert looking(me) == looking(other) == [0, 1]  # nobody waits for a bot
            assert live.planner.thinking == {}
            await me.ready(1, 2)  # not of this round
            await me.ready(2, 1)  # nor of this match
            assert looking(me) == [0, 1]
            await me.ready(1, 1)
            await told(other, lambda: looking(other) == [1])
            assert rest(other) is not None and live.planner.thinking == {}
            await other.ready(1, 1)
            await told(me, lambda: rest(me) is None)
            assert looking(me) == []

    run_virtually(main())


def test_nobody_waits_for_somebody_who_is_away(tmp_path: Path) -> None:
    async def main() -> None:
        async with at_rest(tmp_path) as (_, me, other):
            await me.ready(1, 1)
            await other.leave()
            await told(me, lambda: rest(me) is None)

    run_virtually(main())


def test_it_goes_on_by_itself_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "REST", 0.3)

    async def main() -> None:
        async with at_rest(tmp_path) as (_, me, other):
            await told(me, lambda: rest(me) is None)
            await told(other, lambda: rest(other) is None)

    run_virtually(main())


def test_a_move_says_ready_for_its_seat_alone(tmp_path: Path) -> None:
    """But a secret one does not: nobody may learn who has put cards away already."""

    async def main() -> None:
        async with at_rest(tmp_path, bots=()) as (server, me, other), server.client() as guest:
            assert me.moves and other.moves, "everybody puts cards away first"
            await play_on(me, RNG, 1)
            await guest.open(me.code)
            assert looking(guest) == [0, 1]
            while me.view["phase"] == "discard":
                for one in (me, other):
                    if one.view["phase"] == "discard" and one.moves:
                        await play_on(one, RNG, 1)
                await asyncio.sleep(0)
            await told(me, lambda: me.moves or other.moves)
            quick, slow = (me, other) if me.moves else (other, me)
            assert looking(slow) == [0, 1]
            await play_on(quick, RNG, 1)
            await guest.leave()
            await guest.open(me.code)
            assert looking(guest) == [slow.seat]
            assert rest(guest) is not None

    run_virtually(main())


def test_only_players_are_waited_for(tmp_path: Path) -> None:
    async def main() -> None:
        async with at_rest(tmp_path, looks=(True, False)) as (server, me, _), server.client(looks=True) as guest:
            assert looking(me) == [0]  # a client that does not look shows nothing to anybody
            await guest.open(me.code)
            assert looking(guest) == [0]
            assert await refused(guest.ready(1, 1)) == "not-seated"
            await me.ready(1, 1)
            await told(guest, lambda: rest(guest) is None)

    run_virtually(main())


def test_clients_that_do_not_look_have_no_rest(tmp_path: Path) -> None:
    async def main() -> None:
        async with at_rest(tmp_path, looks=(False, False)) as (server, me, _):
            live = await live_of(server, me)
            assert live.clocks.rest == 0 and rest(me) is None and looking(me) == []

    run_virtually(main())


def test_no_clock_runs_before_all_have_looked(tmp_path: Path) -> None:
    async def main() -> None:
        async with at_rest(tmp_path, clock={"move": 300, "reserve": 0}) as (_, me, other):
            assert me.update is not None and not any(time.running for time in me.update.times)
            events = len(me.events)
            await me.ready(1, 1)
            await other.ready(1, 1)
            await told(me, lambda: any(time.running for time in me.update.times))
            assert len(me.events) >= events and rest(me) is None

    run_virtually(main())


def test_a_secret_move_sends_nothing_to_the_others(tmp_path: Path) -> None:
    """Neither what they are told nor when they are told it says that somebody has put cards away."""

    async def main() -> None:
        async with at_rest(tmp_path, bots=()) as (_, me, other):
            assert me.moves and other.moves, "everybody puts cards away first"
            before = other.table
            await play_on(me, RNG, 1)
            await other.why("discard 1")  # answered after whatever the move has sent
            assert other.table is before

    run_virtually(main())
