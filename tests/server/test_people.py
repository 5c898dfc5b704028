"""People who are away or do not move, hosts who leave, and commands whose answer was lost."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tefuda.bots import quick_level
from tefuda.client import Client
from tefuda.server import planner
from tefuda.server import protocol as p
from tefuda.server.live import Live
from tests.server.tables import refused
from tests.trials.running import PATIENCE, Running, entries, play_on, running, stored
from tests.trials.virtual import run_virtually


async def until(client: Client, done: Any) -> None:
    while not done():
        await client.changed(PATIENCE)


async def table_of(server: Running, people: list[Client], bots: int = 1, **more: Any) -> Live:
    """A table at which these people have begun a match."""
    code = await people[0].create("scout", [None] * len(people) + ["casual"] * bots, **more)
    for seat, one in enumerate(people):
        if seat:
            await one.open(code)
        await one.sit(seat, f"P{seat}")
    await people[0].start()
    return server.house.tables[code]


async def gone(live: Live, seat: int) -> None:
    while seat in live.clocks.here:
        await asyncio.sleep(0.01)


def earlier(live: Live, seat: int, seconds: float) -> None:
    """As if all this had begun so much earlier."""
    clocks = live.clocks
    clocks.left = [left - seconds for left in clocks.left]
    clocks.since[seat] -= seconds
    clocks.known[seat] -= seconds
    live.planner.plan()


def test_people_decide_whether_a_bot_plays_for_one_who_is_away(tmp_path: Path) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path, pace=1.0))
            people = [await stack.enter_async_context(server.client()) for _ in range(3)]
            host, guest, away = people
            live = await table_of(server, people, away=60)
            assert await refused(host.vote(2, True)) == "not-now", "who is here and has just begun is not voted on"
            await away.close()
            await gone(live, 2)
            earlier(live, 2, 59)
            assert await refused(host.vote(2, True)) == "not-now"
            earlier(live, 2, 1.1)
            assert host.table is not None
            await until(host, lambda: host.table and host.table.seats[2].asked)
            assert not host.table.seats[2].helped, "nobody has decided it yet"
            await host.vote(2, True)
            assert host.table.seats[2].votes == [0] and host.table.seats[2].bot_in is None, "one of two is not enough"
            await guest.vote(2, True)
            assert guest.table is not None and 9000 < (guest.table.seats[2].bot_in or 0) <= 10000
            await guest.vote(2, False)
            assert guest.table.seats[2].bot_in is None and guest.table.seats[2].votes == [0]
            await guest.vote(2, True)
            live.clocks.stepping[2] -= 10
            live.planner.plan()
            await until(host, lambda: host.table and host.table.seats[2].helped)
            assert host.table.seats[2].name == "P2" and host.table.seats[2].level == quick_level("scout")
            assert await refused(host.vote(2, True)) == "not-now", "it is decided"
            async with server.client(token=away.token) as back:
                await back.open(live.table.code)
                await until(host, lambda: host.table and not host.table.seats[2].helped)
                assert not live.clocks.votes and not live.clocks.stepping

    run_virtually(main())


def test_who_may_vote(tmp_path: Path) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path, pace=1.0))
            people = [await stack.enter_async_context(server.client()) for _ in range(2)]
            watcher = await stack.enter_async_context(server.client())
            live = await table_of(server, people, patience=30)
            await watcher.open(live.table.code)
            earlier(live, 1, 31)
            assert await refused(watcher.vote(1, True)) == "not-seated"
            assert await refused(people[1].vote(1, True)) == "not-now"
            assert await refused(people[0].vote(2, True)) == "not-now", "a bot's seat"
            assert await refused(people[0].vote(9, True)) == "not-now"
            await people[0].vote(1, True)

    run_virtually(main())


async def until_turn(live: Live, seat: int, other: Client) -> None:
    """The other one plays until everybody sees that it is this seat's turn."""
    while live.clocks.waiting != (seat,):
        await (play_on(other, random.Random(1), 1) if other.moves else other.changed(PATIENCE))


def test_a_player_who_is_here_and_does_not_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the patience of the table the others may let a bot play, until that player acts again."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path, pace=0.01))
            host, slow = [await stack.enter_async_context(server.client()) for _ in range(2)]
            live = await table_of(server, [host, slow], patience=30)
            earlier(live, 1, 31)
            await host.vote(1, True)
            await slow.play("keep")
            assert live.clocks.votes == {1: {0}}, "that the secret move was made must not be seen"
            await until_turn(live, 1, host)
            assert not live.clocks.votes and not live.clocks.stepping, "what everybody sees ends the vote"
            earlier(live, 1, 31)
            await until(slow, lambda: slow.table and slow.table.seats[1].asked)
            await host.vote(1, True)
            monkeypatch.setattr(planner, "DELAY", (600.0, 601.0))  # of the bot that steps in
            live.clocks.stepping[1] -= 10
            live.planner.plan()
            await until(slow, lambda: slow.table and slow.table.seats[1].helped)
            await slow.play(slow.moves[0])
            assert 1 not in live.clocks.helped and not live.table.places[1].by_bot, "who moves plays again"
            assert slow.table is not None and not slow.table.seats[1].helped

    run_virtually(main())


def test_spectators_are_not_people_present(tmp_path: Path) -> None:
    """The match of one person against bots waits for that person, whoever looks on."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path))
            me, watcher = [await stack.enter_async_context(server.client()) for _ in range(2)]
            live = await table_of(server, [me], bots=2, clock=p.Clock(3, 0))
            await watcher.open(live.table.code)
            await me.close()
            await gone(live, 0)
            earlier(live, 0, 3600)
            assert live.clocks.due(0) is None and not live.clocks.is_asked(0, live.loop.time())
            async with server.client(token=me.token) as back:
                await back.open(live.table.code)
                assert back.update is not None and back.update.times[0].move > 2000, "no time has passed"
                assert not live.clocks.helped and not live.table.places[0].moves

    run_virtually(main())


@pytest.mark.parametrize(("clock", "helped"), [(p.Clock(30, 0), True), (p.Clock(24 * 3600, 0), False)])
def test_with_a_clock_only_the_clock_decides(tmp_path: Path, clock: p.Clock, helped: bool) -> None:
    """A bot steps in when the time is up. By the day it makes that one move, and the next one has its day again."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path))
            host, away = [await stack.enter_async_context(server.client()) for _ in range(2)]
            live = await table_of(server, [host, away], clock=clock, away=5)
            await away.close()
            await gone(live, 1)
            earlier(live, 1, clock.move - 5)
            assert not live.clocks.helped and not live.planner.asked
            assert await refused(host.vote(1, True)) == "not-now"
            earlier(live, 1, 6)
            while not live.table.places[1].by_bot:
                await asyncio.sleep(0.01)
            assert (1 in live.clocks.helped) == helped
            assert live.table.places[1].by_bot == 1

    run_virtually(main())


def test_a_result_that_a_bot_made_is_not_counted(tmp_path: Path) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path))
            host, guest = [await stack.enter_async_context(server.client()) for _ in range(2)]
            live = await table_of(server, [host, guest], options={"edition": "short"})
            await guest.stand()
            await play_on(host, random.Random(1))
            assert host.result is not None and host.result.helped == [1]
            kept = [server.house.store.finished(place.person, 9) for place in live.table.places[:2]]
            assert [len(results) for results in kept] == [1, 0]
            await host.again()
            await until(host, lambda: host.table and host.table.match == 2)
            await guest.sit(1)
            assert live.table.places[1].moves == live.table.places[1].by_bot <= 1

    run_virtually(main())


def test_the_host_ends_a_match(tmp_path: Path) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path, pace=1.0))
            host, guest, watcher = [await stack.enter_async_context(server.client()) for _ in range(3)]
            live = await table_of(server, [host, guest])
            await watcher.open(live.table.code)
            await host.play("keep")
            assert await refused(guest.end()) == "not-host"
            await host.end()
            for one in (host, guest, watcher):
                await until(one, lambda one=one: one.result)
                assert one.result is not None and one.result.reason == "stopped" and one.result.winners == []
                assert not one.moves and one.table is not None and one.table.status == "over" and one.table.deal.seed
            assert await refused(host.end()) == "over"
            assert await refused(guest.play("keep")) == "over"
            assert not server.house.store.finished(live.table.places[0].person, 9)
            assert stored(server, live.table.code).result() == host.result
            await host.again()
            await guest.again()
            await until(host, lambda: host.table and host.table.match == 2 and host.result is None)
            assert not host.unfair and not guest.unfair

    run_virtually(main())


@pytest.mark.parametrize("seated", [True, False])
def test_the_longest_present_becomes_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seated: bool) -> None:
    monkeypatch.setattr(planner, "HOST", 0.2)

    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path))
            host, first, second = [await stack.enter_async_context(server.client()) for _ in range(3)]
            code = await host.create("scout", [None] * 3)
            await first.open(code)
            await second.open(code)
            if seated:
                await second.sit(1, "second")
            await host.leave()
            await host.open(code)
            assert host.table is not None and host.table.host, "who comes back soon is still the host"
            await host.leave()
            new, other = (second, first) if seated else (first, second)
            await until(new, lambda: new.table and new.table.host)
            assert other.table is not None and not other.table.host
            assert await refused(other.start()) == "not-host"
            await new.start()
            await host.open(code)
            assert not host.table.host and stored(server, code).host == server.house.tables[code].table.host

    run_virtually(main())


def test_commands_that_come_twice_get_the_same_answer(tmp_path: Path) -> None:
    """A client whose connection broke sends again what was not answered."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path))
            host, guest = [await stack.enter_async_context(server.client()) for _ in range(2)]
            code = await host.create("scout", [None] * 3, options={"edition": "short"})
            await guest.open(code)
            said: list[tuple[Client, p.Command]] = [
                (host, p.Sit("a", 0, "Host", "0a")),
                (guest, p.Sit("b", 1, "Guest", "0b")),
                (host, p.Assign("c", 2, "club")),
                (host, p.Assign("d", 1, None)),
                (guest, p.Sit("e", 1, "Guest", "0c")),
                (guest, p.Allow("f", True)),
                (host, p.Start("g")),
            ]
            for one, command in said:
                await one.ask(command)
            size = sum(type(entry).__name__ != "Moved" for entry in entries(server.settings.database, code))
            for one, command in said:
                await one.ask(command)
            assert host.table is not None and host.table.status == "playing" and host.table.match == 1
            await host.ask(p.End("h"))
            await host.ask(p.End("h"))
            for one, salt in ((host, "0a"), (guest, "0b"), (host, "0a"), (guest, "0b")):
                await one.ask(p.Again(f"i{salt}", salt))
            assert host.table.match == 2
            log = entries(server.settings.database, code)
            assert sum(type(entry).__name__ != "Moved" for entry in log) == size + 2 + 5
            assert await refused(host.ask(p.Start("j"))) == "started"
            await host.stand()
            server.house.drop(server.house.tables[code])
            await host.ask(p.Again("i0a", "0a"))

    run_virtually(main())


def test_what_changed_nothing_is_not_done_when_it_comes_again(tmp_path: Path) -> None:
    """It stores nothing, and still the same command is only answered later, when it would change something."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path))
            host, guest = [await stack.enter_async_context(server.client()) for _ in range(2)]
            code = await host.create("scout", [None, None, None])
            await guest.open(code)
            size = len(entries(server.settings.database, code))
            await host.ask(p.Assign("a", 1, None))
            assert len(entries(server.settings.database, code)) == size
            await guest.sit(1, "Guest")
            await host.ask(p.Assign("a", 1, None))
            assert guest.seat == 1, "who has sat down since is not removed"
            await host.ask(p.Assign("b", 1, None))
            await until(guest, lambda: guest.seat is None)

    run_virtually(main())


def test_a_word_is_said_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            await me.create("scout", [None, None, None])
            for _ in range(2):
                await me.ask(p.Say("a", "hello"))
            await me.ask(p.Say("b", "hello"))
            assert len(me.said) == 2

    run_virtually(main())


DAY = 24 * 3600


def test_a_clock_by_the_day_goes_on_while_the_table_sleeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither sleep, nor a name, nor a secret move gives anybody more time. Then the day is over, and a bot moves."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path, pace=0.0))
            me, other = [await stack.enter_async_context(server.client()) for _ in range(2)]
            late = 0.0
            monkeypatch.setattr(server.house, "wall", lambda: time.time() + late)
            live = await table_of(server, [me, other], clock=p.Clock(DAY, 0))
            code = live.table.code

            async def sleep() -> None:
                """Everybody leaves, and the table is read from the store when the first one is back."""
                for one in (me, other):
                    await one.leave()
                server.house.put_to_sleep(server.house.tables[code])
                for one in (me, other):
                    await one.open(code)

            def left(seat: int) -> float:
                return me.update.times[seat].move / 1000 if me.update else 0.0

            late = 0.5 * DAY
            await me.play("keep")
            await me.sit(0, "Another name")
            await sleep()
            assert 0.4 * DAY < left(1) <= 0.5 * DAY, "the other one's day goes on"
            await other.play("keep")
            await until(me, lambda: me.view["phase"] == "turn" and me.view["to_act"][0] < 2)
            turn = me.view["to_act"][0]
            assert left(turn) > 0.9 * DAY, "it begins anew with the turn"
            late = 1.4 * DAY
            await sleep()
            assert 0 < left(turn) < 0.2 * DAY
            before = live_moves(server, code, turn)
            late = 1.6 * DAY
            await sleep()
            while live_moves(server, code, turn) == before:
                await me.changed(PATIENCE)
            place = server.house.tables[code].table.places[turn]
            assert (place.moves, place.by_bot) == (before + 1, 1)

    run_virtually(main())


def live_moves(server: Running, code: str, seat: int) -> int:
    return server.house.tables[code].table.places[seat].moves
