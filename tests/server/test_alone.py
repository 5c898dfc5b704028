"""A person alone with bots sets their speed, pauses, takes moves back, and sees the hands at the end of a round."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tefuda.server.log import Undone
from tefuda.server.table import fold
from tests.server.tables import refused, table
from tests.trials.running import PATIENCE, agrees, entries, play_on, running, stored
from tests.trials.virtual import run_virtually


@pytest.mark.parametrize("game", ["scout", "twentythree", "solo", "gift"])
def test_a_move_is_taken_back_and_the_match_not_counted(tmp_path: Path, game: str) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            options = {"solo": {"target_score": 20, "jump_in_window_ms": 0}, "scout": {"edition": "short"}}.get(
                game, {}
            )
            code = await table(server, me, game, 2, options=options)
            assert await refused(me.undo()) == "not-now", "nothing was moved yet"
            await me.pace("at-once")
            assert me.table is not None and me.table.speed == "at-once"
            rng = random.Random(3)
            await play_on(me, rng, 2)
            while not me.moves and not me.result:
                await me.changed(PATIENCE)
            if me.result:
                return
            move = next(event for event in reversed(me.events) if event.seat == 0 and event.move != "wait")
            await me.undo()
            while me.n >= move.n:
                await me.changed(PATIENCE)
            assert move.move.partition(" = ")[0] in me.moves  # the cards that it showed follow
            assert me.events and me.events[-1].n == me.n
            agrees(me, stored(server, code).match)  # type: ignore[arg-type]
            await asyncio.wait_for(play_on(me, rng), 60)
            assert me.result is not None and me.result.undone == [0]
            log = entries(server.settings.database, code)
            assert sum(isinstance(entry, Undone) for entry in log) == 1
            assert fold(code, log, whole=True).match == stored(server, code).match
            assert await refused(me.undo()) == "over"
            await me.again()
            await asyncio.wait_for(play_on(me, rng), 60)
            assert me.result is not None and me.result.undone == []

    run_virtually(main())


def test_bots_wait_while_the_table_is_paused(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            await table(server, me, "gift", 3)
            await me.pace("paused")
            while me.moves:
                await me.play(me.moves[0])
            known = me.n
            live = await server.house.find(me.code, "")
            assert live.planner.thinking == {} and live.audience.speed == "paused"
            assert me.n == known
            await me.pace("normal")
            while not me.moves and not me.result:
                await me.changed(PATIENCE)
            assert me.n > known

    run_virtually(main())


def test_with_others_or_a_clock_nothing_of_it_is_allowed(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me, server.client() as other:
            code = await me.create("gift", [None, None, "casual"])
            await me.sit(0, "Aki")
            await other.open(code)
            await other.sit(1, "Ben")
            await me.start()
            assert await refused(me.pace("fast")) == "not-allowed"
            assert await refused(me.undo()) == "not-allowed"
            assert await refused(me.reveal(1, 1)) == "not-now", "the round is not over"
            await other.open(await table(server, me, "gift", 2))
            assert await refused(other.undo()) == "not-seated"

    run_virtually(main())


def test_hands_are_opened_when_a_round_is_over(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            await table(server, me, "scout", 2)
            rng = random.Random(1)
            for number in (0, 1, 2):
                assert await refused(me.reveal(1, number)) == "not-now"
            while me.view["round"] == 1:
                await play_on(me, rng, 1)
            hands = await me.reveal(1, 1)
            assert len(hands) == 3 and sum(map(len, hands)) > 0
            assert await refused(me.reveal(1, me.view["round"])) == "not-now", "this one is being played"
            assert await refused(me.reveal(2, 1)) == "not-now"

    run_virtually(main())


def test_hands_stay_hidden_while_their_cards_are_out_of_play(tmp_path: Path) -> None:
    """In oink round 2 is dealt from the cards that round 1 was played without: who knows one hand knows the other."""

    async def main() -> None:
        async with running(tmp_path) as server, server.client() as me:
            await me.create("scout", [None, "random"], options={"edition": "oink"})
            await me.sit(0)
            await me.start()
            rng = random.Random(1)
            while me.view["round"] == 1:
                await play_on(me, rng, 1)
            assert not me.result and await refused(me.reveal(1, 1)) == "not-now"
            while not me.result:
                await play_on(me, rng, 1)
            before, after = await me.reveal(1, 1), await me.reveal(1, 2)
            cards = [frozenset(card) for hand in (*before, *after) for card in hand]
            assert len(cards) == len(set(cards)) > 0

    run_virtually(main())
