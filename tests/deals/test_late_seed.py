"""A cheating server that chooses the seed after it knows the salts, or deals without them: a client finds all of it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tefuda.client import Client, Refused, Unfair
from tefuda.deal import Deal, commitment
from tefuda.match import Match
from tefuda.server import protocol as p
from tefuda.server.table import Table
from tests.trials.running import PATIENCE, running
from tests.trials.virtual import run_virtually

TRIES = 20  # seeds of which the cheat takes the best
Patch = Callable[[pytest.MonkeyPatch], None]


def best(table: Table) -> bytes:
    """The seed with which the last seat gets the highest cards."""
    salts = [bytes.fromhex(place.salt) for place in table.places]

    def worth(seed: bytes) -> int:
        match = Match("scout", len(salts), draw=Deal(seed, salts).draw)
        return sum(up for up, _ in match.view(len(salts) - 1).to_dict()["hand"])

    return max((os.urandom(32) for _ in range(TRIES)), key=worth)


def late(show: Callable[[Table, p.Deal], p.Deal]) -> Patch:
    """The seed is chosen when the match begins; `show` says what the cheat makes the players believe."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        began, info = Table._began, Table.deal_info

        def cheating(self: Table) -> Any:
            self.seed = best(self)
            return began(self)

        monkeypatch.setattr(Table, "_began", cheating)
        monkeypatch.setattr(Table, "deal_info", lambda self: show(self, info(self)))

    return plant


def swapped(self: Table, deal: p.Deal) -> p.Deal:
    return deal


def hidden(self: Table, deal: p.Deal) -> p.Deal:
    """No commitment is shown until the salts are in."""
    if self.status == "lobby":
        return p.Deal("", deal.salts, None, None)
    return p.Deal(deal.commitment, deal.salts, deal.seed, None)


def held(self: Table, deal: p.Deal) -> p.Deal:
    """The promise is shown as it was, and the seed that is revealed is another one."""
    kept = self.__dict__.setdefault("kept", {})
    number = self.number + (self.status == "lobby")
    kept.setdefault(number, deal.commitment)
    if deal.next:
        kept[number + 1] = deal.next
    return p.Deal(kept[number], deal.salts, deal.seed, deal.next)


def without_salt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The salts of the players are replaced by the cheat's own."""
    info = Table.deal_info

    def other(self: Table) -> p.Deal:
        deal = info(self)
        return p.Deal(deal.commitment, ["00"] * len(deal.salts), deal.seed, deal.next)

    monkeypatch.setattr(Table, "deal_info", other)


async def until(client: Client, done: Callable[[], Any]) -> None:
    while not done():
        await client.changed(PATIENCE)


def test_an_honest_server_is_believed(tmp_path: Path) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path, pace=1.0))
            me, guest = [await stack.enter_async_context(server.client()) for _ in range(2)]
            code = await me.create("scout", [None, None, "club"])
            await guest.open(code)
            await me.sit(0)
            await me.sit(0, "renamed")
            await guest.sit(1)
            await me.start()
            for number in range(1, 4):
                await until(guest, lambda: guest.update and guest.result is None)
                assert guest.table is not None and guest.table.match == number
                assert me.table is not None and me.table.deal.next is None
                await me.play("keep")
                await guest.play("flip")
                await me.end()
                await until(guest, lambda: guest.table and guest.table.deal.next)
                shown = me.table.deal.next
                assert shown and me.table.deal.seed and commitment(bytes.fromhex(me.table.deal.seed)) != shown
                await me.again()
                await me.again()  # with another salt
                await guest.again()
                assert guest.table is not None and guest.table.deal.commitment == shown
                assert not me.unfair and not guest.unfair
            assert len(me.promised) == 4

    run_virtually(main())


@pytest.mark.parametrize("matches", [1, 2], ids=["first", "rematch"])
@pytest.mark.parametrize(
    "cheat", [late(swapped), late(hidden), late(held), without_salt], ids=lambda one: one.__qualname__
)
def test_a_cheat_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cheat: Patch, matches: int) -> None:
    """In the first match, and in a rematch after an honest one."""

    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me:
            if matches == 1:
                cheat(monkeypatch)
            await me.create("scout", [None, "club", "club"])
            assert me.table is not None
            found: str | None = None
            try:
                await me.sit(0)
                await me.start()
                if matches == 2:
                    assert not me.unfair
                    await me.play("keep")
                    cheat(monkeypatch)
                    await me.end()
                    await me.again()
                await me.play("keep")
                await me.end()
                found = me.unfair
            except Unfair as unfair:
                found = str(unfair)
            assert found

    run_virtually(main())


def test_a_match_that_begins_without_one_is_not_unfair(tmp_path: Path) -> None:
    """Somebody stands up after a match and asks for another one, which begins in the same moment without their salt."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(tmp_path, pace=1.0))
            me, guest = [await stack.enter_async_context(server.client()) for _ in range(2)]
            code = await me.create("scout", [None, None, "club"])
            await guest.open(code)
            await me.sit(0)
            await guest.sit(1)
            await me.start()
            await me.end()
            await until(guest, lambda: guest.table and guest.table.deal.next)
            await guest.stand()
            late, ask = [asyncio.Event(), asyncio.Event()], guest.ask

            async def slow(command: p.Command) -> None:
                """The command is under way while the match begins and is told."""
                late[0].set()
                await late[1].wait()
                await ask(command)

            guest.ask = slow  # type: ignore[method-assign]
            again = asyncio.create_task(guest.again())
            await late[0].wait()
            await me.again()
            await until(guest, lambda: guest.update and guest.update.match == 2)
            assert not guest.unfair
            late[1].set()
            with pytest.raises(Exception, match="started"):
                await again
            assert not guest.unfair
            guest.ask = ask  # type: ignore[method-assign]
            await guest.sit(1)
            await guest.play("keep")

    run_virtually(main())


def test_a_salt_that_was_refused_for_the_storage_may_be_in_the_deal(tmp_path: Path) -> None:
    """Where a commit's answer was lost nobody knows what happened: either is fair."""

    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me:
            await me.create("scout", [None, "club", "club"])
            await me.sit(0, salt="aa")
            ask = me.ask

            async def doubtful(command: p.Command) -> None:
                await ask(command)
                raise Refused("storage", "the answer was lost")

            me.ask = doubtful  # type: ignore[method-assign]
            with pytest.raises(Refused):
                await me.sit(0, salt="bb")
            me.ask = ask  # type: ignore[method-assign]
            await me.start()
            assert me.table is not None and me.table.deal.salts[0] == "bb" and not me.unfair
            await me.play("keep")

    run_virtually(main())


def test_a_name_that_is_changed_in_the_lobby_keeps_the_salt(tmp_path: Path) -> None:
    """Else a match that begins in that moment would lack the new salt."""

    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me:
            await me.create("scout", [None, "club", "club"])
            await me.sit(0)
            assert me.table is not None
            salts = me.table.deal.salts
            await me.sit(0, "renamed")
            assert me.table.seats[0].name == "renamed" and me.table.deal.salts == salts
            await me.sit(0, salt="bb")
            await me.start()
            assert me.table.deal.salts[0] == "bb" and not me.unfair

    run_virtually(main())


def test_a_refused_seat_changes_no_promise(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path, pace=1.0) as server, server.client() as me:
            await me.create("scout", [None, "club", "club"])
            await me.sit(0, salt="aa")
            with pytest.raises(Exception, match="taken"):
                await me.sit(1, salt="bb")
            await me.start()
            assert not me.unfair
            await me.play("keep")
            with pytest.raises(Exception, match="started"):
                await me.sit(1, salt="cc")
            assert not me.unfair

    run_virtually(main())
