"""Budgets, turns and pools: nobody can use up what all share."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from tefuda.server import live, planner
from tefuda.server.budgets import BUDGETS, Budgets, household
from tefuda.server.pools import Pool
from tefuda.server.settings import Settings
from tefuda.server.table import Refusal
from tefuda.server.turns import Turns
from tests.server.tables import refused, table
from tests.trials.running import running, stored
from tests.trials.virtual import run_virtually


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("somebody", "somebody"),
    ],
)
def test_an_ipv6_address_counts_with_its_network(address: str, found: str) -> None:
    assert household(address) == found


@pytest.mark.parametrize("what", list(BUDGETS))
def test_every_budget_of_an_address_ends(what: str) -> None:
    budgets = Budgets(Settings(allowance=0.1))
    most = int(BUDGETS[what].address.partition("/")[0]) // 10
    for number in range(most):
        budgets.spend(what, "192.0.2.1", f"person {number}")
    with pytest.raises(Refusal) as found:
        budgets.spend(what, "192.0.2.1", "another")
    assert found.value.reason == "too-fast" and budgets.refused[what] == 1
    budgets.spend(what, "192.0.2.2", "one more")
    budgets.spend(what, "", "")  # a worker has counted it already


@pytest.mark.parametrize("what", [what for what, budget in BUDGETS.items() if budget.person])
def test_every_budget_of_a_person_ends(what: str) -> None:
    budgets = Budgets(Settings())
    for number in range(int(BUDGETS[what].person.partition("/")[0])):
        budgets.spend(what, f"192.0.2.{number % 250}", "Aki")
    with pytest.raises(Refusal):
        budgets.spend(what, "192.0.2.251", "Aki")
    budgets.spend(what, "192.0.2.251", "Ben")


def played(main: Coroutine[Any, Any, None]) -> None:
    run_virtually(main)


def test_in_a_round_an_address_has_its_turns_and_no_more() -> None:
    async def main() -> None:
        order = list[str]()
        turns = Turns(asyncio.get_running_loop(), 2)

        async def work(who: str) -> None:
            await turns.take(who)
            order.append(who)

        crowd = [asyncio.create_task(work("crowd")) for _ in range(10)]
        alone = asyncio.create_task(work("alone"))
        crowd[5].cancel()
        await asyncio.gather(alone, *crowd, return_exceptions=True)
        assert order == ["crowd", "crowd", "alone", *["crowd"] * 7]
        assert not len(turns)
        await turns.take("crowd")

    played(main())


def test_in_a_pool_everybody_has_a_turn() -> None:
    async def main() -> None:
        pool = Pool(asyncio.get_running_loop(), "test", 1, 3)
        done, go = list[str](), threading.Event()
        first = asyncio.create_task(pool.run("many", go.wait))
        await asyncio.sleep(0)
        rest = [asyncio.create_task(pool.run(who, done.append, who)) for who in ("many", "many", "many", "one")]
        await asyncio.sleep(0)
        assert (pool.running, pool.waiting, pool.share) == (1, 4, 0.2)
        with pytest.raises(Refusal):
            await pool.run("many", done.append, "never")
        rest[1].cancel()
        go.set()
        await asyncio.gather(first, *rest, return_exceptions=True)
        assert done == ["many", "one", "many"]
        assert (pool.running, pool.waiting, pool.share) == (0, 0, 1.0)
        with pytest.raises(ZeroDivisionError):
            await pool.run("one", lambda: 1 // 0)
        pool.close()

    played(main())


def test_the_master_thinks_shorter_when_many_want_to_think(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with running(tmp_path, master_seconds=8.0) as server:
            house = server.house
            thought = list[float]()
            monkeypatch.setattr("tefuda.server.house.Master", lambda seconds: lambda *_: thought.append(seconds))
            house._master(None, [], None)  # type: ignore[arg-type]
            house.pools.bots.running = 8
            house._master(None, [], None)  # type: ignore[arg-type]
            house.pools.bots.running = 10_000
            house._master(None, [], None)  # type: ignore[arg-type]
            house.pools.bots.running = 0
            assert thought == [8.0, 2.0, 0.4] and (house.thoughts, house.hurried) == (3, 2)

    played(main())


def test_commands_have_budgets(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path, allowance=0.05, pace=1.0) as server, server.client() as me:
            code = await me.create("scout", [None, "casual", "casual"])
            for number in range(3):
                await me.sit(0, f"Aki {number}")
            assert await refused(me.sit(0, "Ben")) == "too-fast"
            assert stored(server, code).places[0].name == "Aki 2"
            assert await refused(me.start()) == "too-fast"
            for _ in range(3):
                await me.say("hello")
            assert await refused(me.say("hello")) == "too-fast"
            await me.open(code)
            await me.open(code)
            assert await refused(me.open(code)) == "too-fast"

    played(main())


def test_a_log_has_a_largest_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LOG_MAX", 8)
    monkeypatch.setattr(planner, "MOVES_MAX", 12)

    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me:
            code = await table(server, me)
            for number in range(8):
                if stored(server, code).size < 8:
                    await me.sit(0, f"Aki {number}")
            assert await refused(me.sit(0, "Ben")) == "full"
            full = server.house.tables[code]
            while full.table.size < 12:
                if me.moves:
                    await me.play(me.moves[0])
                else:
                    await me.changed()
            with pytest.raises(Refusal) as found:
                await full.move(0, "pass", "")
            assert found.value.reason == "full"
            assert not full.planner.thinking and stored(server, code).size == 12, "no bot goes on either"

    played(main())
