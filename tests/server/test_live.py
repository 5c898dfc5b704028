"""Live tables over a real socket: whole matches, people who come and go, and what is refused."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tefuda.client import Client, Refused
from tefuda.server import protocol as p
from tefuda.server import tables
from tefuda.server.table import Place, Table
from tests.server.tables import refused, table
from tests.trials.races import Rigged
from tests.trials.running import PATIENCE, agrees, free_port, play_on, running, stored
from tests.trials.virtual import run_virtually

SETUPS: list[tuple[str, int, dict[str, Any]]] = [
    ("scout", 3, {"edition": "short"}),
    ("scout", 2, {"edition": "oink"}),
    ("twentythree", 4, {}),
    ("solo", 6, {"target_score": 40, "jump_in_window_ms": 5}),
    ("gift", 4, {}),
    ("gift", 3, {"mode": "create"}),
]


@pytest.fixture(autouse=True)
def short_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches of SOLO would take long otherwise."""
    monkeypatch.setattr(tables, "WINDOWS_MS", range(10001))


@pytest.mark.parametrize(("game", "seats", "options"), SETUPS)
def test_a_whole_match(tmp_path: Path, game: str, seats: int, options: dict[str, Any]) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client(lang="ja") as me:
            code = await table(server, me, game, seats - 1, options=options)
            await asyncio.wait_for(play_on(me, random.Random(seats)), 60)
            assert me.table is not None and me.table.status == "over"
            kept = stored(server, code)
            assert kept.match is not None and kept.match.result is not None
            agrees(me, kept.match)
            assert me.result == p.Result(
                kept.match.result.reason, list(kept.match.result.scores), list(kept.match.result.winners), [], [], []
            )

    run_virtually(main())


def test_a_client_gets_sentences_and_facts_if_it_wants_them(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            running(tmp_path) as server,
            server.client(told=True) as reader,
            server.client(facts=True) as painter,
            server.client() as program,
        ):
            people = [reader, painter, program]
            code = await reader.create("scout", [None] * 3, options={"edition": "short"})
            for seat, one in enumerate(people):
                await one.open(code)
                await one.sit(seat, f"P{seat}")
            await reader.start()
            await asyncio.gather(*(play_on(one, random.Random(seat)) for seat, one in enumerate(people)))
            for one in people:
                assert one.update
                assert any(event.told for event in one.events) == one.told == (one is reader)
                assert bool(one.update.facts) == one.facts == (one is painter)
                agrees(one, stored(server, code).playing)

    run_virtually(main())


@pytest.mark.parametrize("game", ["scout", "twentythree", "solo"])
def test_several_people_act_at_once(tmp_path: Path, game: str) -> None:
    """SCOUT's flip, 23's discards and SOLO's jump-ins: nobody waits for anybody else."""

    async def main() -> None:
        options = {"target_score": 20, "jump_in_window_ms": 5} if game == "solo" else {}
        async with (
            running(tmp_path) as server,
            server.client() as host,
            server.client() as guest,
            server.client() as watcher,
        ):
            code = await host.create(game, [None, None, "casual"], options=options)
            await host.sit(0, "Aki")
            await guest.open(code)
            await guest.sit(1, "Ben")
            await watcher.open(code)
            await host.start()
            rngs = random.Random(1), random.Random(2)
            await asyncio.wait_for(asyncio.gather(play_on(host, rngs[0]), play_on(guest, rngs[1])), 60)
            while watcher.result is None:
                await watcher.changed(PATIENCE)
            match = stored(server, code).match
            assert match is not None
            for client in (host, guest, watcher):
                agrees(client, match)
            assert watcher.moves == [] and watcher.seat is None

    run_virtually(main())


def test_the_lobby(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as host, server.client() as guest:
            assert await refused(host.create("chess", [None])) == "no-game"
            assert await refused(host.create("scout", [None])) == "option"
            assert await refused(host.create("scout", [None] * 3, options={"edition": "fifth"})) == "option"
            assert await refused(host.sit(0)) == "not-open"
            code = await host.create("scout", [None, None, None])
            assert await refused(guest.open("0" * 12)) == "no-table"
            await guest.open(code)
            await host.sit(0, "Aki")
            assert await refused(guest.sit(0)) == "taken"
            assert await refused(guest.sit(7)) == "taken"
            assert await refused(guest.start()) == "not-host"
            assert await refused(guest.assign(1, "club")) == "not-host"
            assert await refused(guest.stand()) == "not-seated"
            await guest.sit(1, "  B\u202een\n ")
            assert await refused(guest.sit(2)) == "taken"
            assert host.table is not None and [seat.name for seat in host.table.seats] == ["Aki", "Ben", ""]
            await host.assign(1, "beginner")
            while guest.seat is not None:
                await guest.changed(PATIENCE)
            assert host.table.seats[1].kind == "bot"
            await host.assign(1, None)
            await guest.sit(1, "Ben")
            await guest.stand()
            await host.start()
            assert [seat.kind for seat in host.table.seats] == ["person", "bot", "bot"]
            assert await refused(guest.sit(1)) == "started"
            assert await refused(host.assign(1, None)) == "started"
            assert await refused(host.start()) == "started"
            assert await refused(host.again()) == "started"
            assert await refused(guest.play("keep")) == "not-seated"

    run_virtually(main())


def test_moves_that_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me:
            await table(server, me)
            assert await refused(me.play("fly")) == "notation"
            assert await refused(me.play("play 1+1")) == "illegal"
            assert await refused(me.ask(p.Play("x", 1, 99, "keep"))) == "stale"
            assert await refused(me.ask(p.Play("x", 2, me.n, "keep"))) == "stale"
            made = me.n
            await me.play("keep")
            assert await refused(me.play("keep")) in ("not-now", "stale", "illegal")
            with pytest.raises(Refused, match=r"stale: seat \d has moved since"):
                await me.ask(p.Play("y", 1, made, "keep"))

    run_virtually(main())


def test_a_command_that_comes_twice_is_done_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await table(server, me)
            command = p.Play("same", 1, me.n, "flip")
            await me.ask(command)
            await me.ask(command)
            match = stored(server, code).match
            assert match is not None
            assert sum(event.text == "flip" and event.seat == 0 for event in match.record.events) == 1

    run_virtually(main())


def test_a_held_move_is_answered_to_the_connection_that_asked_last(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as host, server.client() as guest:
            server.house.rng = Rigged(1)
            code = await host.create("solo", [None, None], options={"jump_in_window_ms": 10000})
            await host.sit(0, salt="")
            await guest.open(code)
            await guest.sit(1, salt="")
            await host.start()
            command = p.Play("same", 1, host.n, next(move for move in host.moves if move != "wait"))
            first = asyncio.create_task(host.ask(command))
            live = server.house.tables[code]
            while not live.held:
                await asyncio.sleep(0.01)
            follower = live.held[0].follower
            async with server.client(token=host.token) as again:
                await again.open(code)
                second = asyncio.create_task(again.ask(command))
                while live.held[0].follower is follower:
                    await asyncio.sleep(0.01)
                await live.close_window(live.clocks.until)
                await asyncio.wait_for(second, PATIENCE)
            first.cancel()
            match = stored(server, code).match
            assert match is not None
            assert sum(event.seat == 0 for event in match.record.events) == 1

    run_virtually(main())


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        port = free_port()
        async with running(tmp_path, port) as server:
            me = server.client()
            await me.__aenter__()
            code = await table(server, me)
            rng = random.Random(5)
            await play_on(me, rng, 5)
        async with running(tmp_path, port) as server:
            await asyncio.wait_for(play_on(me, rng), 60)
            assert me.reconnects >= 1
            match = stored(server, code).match
            assert match is not None and match.result is not None
            agrees(me, match)
            await me.close()

    run_virtually(main())


def same(loaded: Table, grown: Table) -> None:
    for name in ("size", "number", "status", "seed", "revealed", "deal_salts"):
        assert getattr(loaded, name) == getattr(grown, name), name
    for one, other in zip(loaded.places, grown.places, strict=True):
        for name in Place.__slots__:
            assert getattr(one, name) == getattr(other, name), name
    assert str(loaded.playing.record) == str(grown.playing.record)


def test_another_match(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await table(server, me)
            assert me.table is not None
            first = me.table.deal.commitment
            await play_on(me, random.Random(1))
            assert me.table.deal.seed is not None
            await me.again()
            assert me.table.match == 2 and me.table.status == "playing" and me.table.deal.seed is None
            assert me.table.deal.commitment != first
            await play_on(me, random.Random(2), 3)
            live = server.house.tables[code]
            async with live.lock:  # nobody moves now
                same(stored(server, code), live.table)
            await play_on(me, random.Random(2))
            agrees(me, stored(server, code).playing)

    run_virtually(main())


@pytest.mark.parametrize("comes_back", [False, True])
def test_another_match_without_one_who_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, comes_back: bool
) -> None:
    """Nobody waits for ever for a player who is gone; but one who is away only for a moment is waited for."""
    monkeypatch.setattr("tefuda.server.live.AGAIN", 0.3)

    async def main() -> None:
        async with running(tmp_path) as server, server.client() as host, server.client() as guest:
            code = await host.create("scout", [None, None, "casual"], options={"edition": "short"})
            await guest.open(code)
            await host.sit(0)
            await guest.sit(1)
            await host.start()
            await asyncio.gather(play_on(host, random.Random(1)), play_on(guest, random.Random(2)))
            await guest.leave()
            await host.again()
            assert host.table is not None and host.table.match == 1
            if comes_back:
                await guest.open(code)
                await asyncio.sleep(0.5)
                assert host.table.match == 1
                await guest.again()
            while host.table.match == 1:
                await host.changed(PATIENCE)

    run_virtually(main())


def test_the_last_move_of_a_match_comes_twice(tmp_path: Path) -> None:
    """A client that did not hear the answer resends the move, even if the others have begun another match."""

    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await table(server, me, bots=1, options={"edition": "oink"})
            rng, last = random.Random(1), p.Play("none", 1, 0, "keep")
            while me.result is None:
                if not me.moves:
                    await me.changed(PATIENCE)
                    continue
                command = p.Play(f"c{me.n}", 1, me.n, rng.choice(me.moves))
                if await said(me, command) == "":
                    last = command
            await me.again()
            assert me.table is not None and me.table.match == 2
            assert await said(me, last) == ""
            assert await said(me, msgspec.structs.replace(last, id="new")) == "stale"
            server.house.drop(server.house.tables[code])
            assert await said(me, last) == ""
            match = stored(server, code).playing
            assert not any(event.seat == 0 for event in match.record.events)

    async def said(me: Client, command: p.Play) -> str:
        try:
            await me.ask(command)
            return ""
        except Refused as found:
            return found.reason

    run_virtually(main())


def test_eyes_are_lent_and_taken_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me, server.client() as watcher:
            code = await table(server, me)
            assert await refused(watcher.open(code, eyes=0)) == "not-allowed"
            await me.allow(True)
            await watcher.open(code, eyes=0)
            assert watcher.view["hand"] == me.view["hand"] and watcher.moves == []
            await me.allow(False)
            while watcher.view.get("seat") == 0:
                await watcher.changed(PATIENCE)
            assert not watcher.view["hand"]

    run_virtually(main())


def test_words_and_hints(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me, server.client(lang="ja") as other:
            code = await table(server, me)
            await other.open(code)
            await me.say("hello")
            await me.say(text="a\u0000b <i> \u202e")
            while len(other.said) < 2:
                await other.changed(PATIENCE)
            assert (other.said[0].phrase, other.said[1].text, other.said[1].name) == ("hello", "ab <i>", "Aki")
            assert await refused(me.say()) == "notation"
            assert await refused(other.say("hello")) == "not-seated"
            hint = await me.hint()
            assert hint.move in me.moves and hint.why and hint.rule
            assert await refused(other.hint()) == "not-seated"
            assert await me.why(me.moves[0]) == ""
            assert await me.why("scout left 1") == "First decide whether to keep your hand or to turn it."
            assert await refused(me.why("fly")) == "notation"
            assert await refused(other.why("keep")) == "not-seated"
            await me.create("scout", [None, "casual", "casual"], hints=False)
            await me.sit(0)
            await me.start()
            assert await refused(me.hint()) == "no-hints"

    run_virtually(main())


def test_a_bot_plays_for_one_who_has_stood_up(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await table(server, me)
            assert me.table is not None and not me.table.seats[0].helped
            await me.stand()
            assert me.table.seats[0].helped
            async with server.client(token=me.token) as again:  # as after a reload
                await again.open(code)
                assert again.table is not None and again.table.seats[0].helped
            await me.sit(0, "Aki")
            assert not me.table.seats[0].helped

    run_virtually(main())


def test_the_clock_runs_out(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            code = await table(server, me, clock=p.Clock(3, 0))
            assert me.update is not None and me.update.times[0].running
            live = server.house.tables[code]
            made = me.n
            live.clocks.since[0] -= 3.1
            live.planner.plan()
            while me.n == made:
                await me.changed(PATIENCE)
            assert any(event.seat == 0 for event in me.events)

    run_virtually(main())


def test_a_second_device(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me:
            code = await table(server, me)
            async with server.client(pair=await me.pair()) as phone:
                assert phone.token == me.token
                await phone.open(code)
                assert phone.seat == 0 and phone.view == me.view
                await phone.play("keep")
                while "keep" in me.moves:
                    await me.changed(PATIENCE)
            with pytest.raises(Refused):
                async with server.client(pair="AAAA-BBBB-CCCC-DDDD"):
                    pass

    run_virtually(main())


def test_a_bot_does_not_begin_to_think_when_it_has_no_move_any_more(tmp_path: Path) -> None:
    """It was asked, and the match has gone on without it before it began."""

    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me:
            code = await table(server, me, "gift", bots=1)
            live = server.house.tables[code]
            while not me.moves:
                await me.changed(PATIENCE)
            thought = object()
            live.planner.thinking[1] = thought
            assert not live.table.playing.may_act(1)
            await live.planner.bot_acts(1, thought)
            assert live.planner.thinking == {}

    run_virtually(main())
