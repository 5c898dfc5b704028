"""Leaving: in every phase of every game somebody goes away. The others vote for a bot as soon as they are asked, and
wait no longer than they must."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import unix_connect

from tefuda import client
from tefuda.client import Client, Refused
from tefuda.server.clocks import COUNTDOWN
from tefuda.server.live import Live
from tefuda.server.log import Moved
from tefuda.server.table import Step
from tests.trials import virtual
from tests.trials.leaks.planting import patched
from tests.trials.running import RACES, Running, entries, quick_folder, running
from tests.trials.virtual import run_virtually
from tests.trials.worlds import listen

SETUPS: dict[str, tuple[dict[str, str | int | bool], tuple[str, ...]]] = {
    "scout": ({"edition": "short"}, ("choose", "turn", "double")),
    "twentythree": ({}, ("discard", "play")),
    "solo": ({"target_score": 1, "triple_must_be_all": False}, ("turn", "drawn", "answer", "give", "triple")),
    "gift": ({}, ("action", "commit")),
}
PEOPLE = 3  # and one bot
AWAY = 5  # seconds after which the others are asked
LONGEST = AWAY + COUNTDOWN  # seconds until a bot steps in
GRACE = 1.0  # seconds more that one may wait
THINKING = 0.2, 1.0  # seconds that people take for a move
IDLE = ("wait", "draw")  # moves that lead nowhere
LONG = 3600.0 * 4  # virtual seconds after which a match counts as one that does not end
TRIES = 30  # matches that are tried until a phase comes up


class Left(NamedTuple):
    """One match from which somebody went away."""

    game: str
    phase: str
    wait: float  # the longest time in which nobody moved
    over: bool
    back: bool  # came back while the bot was about to move
    doubled: int  # moves of the bot after that


class Leavings(NamedTuple):
    found: list[Left]
    missing: list[str]  # phases that were never reached

    def __str__(self) -> str:
        phases = Counter(f"{one.game}/{one.phase}" for one in self.found)
        return (
            f"left {len(self.found)} times ({', '.join(f'{name} {times}' for name, times in phases.items())}), "
            f"came back {sum(one.back for one in self.found)} times\n"
            f"longest wait {max((one.wait for one in self.found), default=0):.2f} s of {LONGEST + GRACE:.0f}, "
            f"matches that did not end {sum(not one.over for one in self.found)}, "
            f"moves of the bot after a return {sum(one.doubled for one in self.found)}, "
            f"phases not reached {', '.join(self.missing) or 0}"
        )

    @property
    def passed(self) -> bool:
        kept = all(one.over and one.wait <= LONGEST + GRACE and not one.doubled for one in self.found)
        return kept and not self.missing


def run(count: int, seed: int = 1) -> Leavings:
    """Lets somebody leave `count` times in each phase; every second time they come back."""
    with quick_folder("leaving") as folder:
        return run_virtually(_leave(folder, count, random.Random(seed)))


async def _leave(folder: Path, count: int, rng: random.Random) -> Leavings:
    path = folder / "socket"

    def connect(url: str, **more: Any) -> Any:
        return unix_connect(str(path), uri="ws://table/ws", **more)

    with patched([(client, "connect", connect), (virtual, "SETTLE", 0.0)]):  # a Unix socket delivers at once
        async with running(folder, sock=listen(path), pace=1.0, tables_per_hour=10**6) as server:
            return await _in_every_phase(server, count, rng)


async def _in_every_phase(server: Running, count: int, rng: random.Random) -> Leavings:
    found: list[Left] = []
    missing: list[str] = []
    server.house.rng = random.Random(rng.random())
    for game, (_, phases) in SETUPS.items():
        for phase in phases:
            for number in range(count):
                for _ in range(TRIES):
                    left = await Evening(server, game, phase, rng, returns=number % 2 == 0).play()
                    if left:
                        found.append(left)
                        break
                else:
                    missing.append(f"{game}/{phase}")
    return Leavings(found, missing)


class Evening:
    """One match. The first who has a move in the phase goes away, in the middle of the turn."""

    def __init__(self, server: Running, game: str, phase: str, rng: random.Random, returns: bool) -> None:
        self.server = server
        self.game = game
        self.phase = phase
        self.rng = rng
        self.returns = returns
        self.left = False
        self.back = False
        self.doubled = 0
        self.wait = 0.0
        self.loop = asyncio.get_running_loop()
        self.last = self.loop.time()

    async def play(self) -> Left | None:
        """Plays the match; None if the phase did not come up."""
        async with AsyncExitStack() as stack:
            people = [await stack.enter_async_context(self.server.client()) for _ in range(PEOPLE)]
            code = await people[0].create(
                self.game, [None] * PEOPLE + ["random"], options=SETUPS[self.game][0], away=AWAY
            )
            for seat, one in enumerate(people):
                await one.open(code)
                await one.sit(seat)
            self._watch(self.server.house.tables[code])
            await people[0].start()
            over = True
            try:
                async with asyncio.timeout(LONG):
                    await asyncio.gather(*(self._sit(one) for one in people))
            except TimeoutError:
                over = False
            return Left(self.game, self.phase, self.wait, over, self.back, self.doubled) if self.left else None

    def _watch(self, live: Live) -> None:
        """Notes every move, including secret ones, which nobody else sees."""
        told = live.happened

        def happened(step: Step) -> None:
            self._something_happens()
            told(step)

        live.happened = happened  # type: ignore[method-assign]
        self.last = self.loop.time()

    def _something_happens(self) -> None:
        self.wait = max(self.wait, self.loop.time() - self.last)
        self.last = self.loop.time()

    async def _sit(self, me: Client) -> None:
        rng = random.Random(self.rng.random())
        while me.result is None:
            moves = [move for move in me.moves if move not in IDLE] or [move for move in me.moves if move != "wait"]
            if not moves:
                await self._vote(me)
                await me.changed()
            elif not self.left and me.view["phase"] == self.phase:
                self.left = True
                await me.close()
                if self.returns:
                    await self._come_back(me, rng)
                return
            else:
                await self._move(me, rng, moves)

    async def _vote(self, me: Client) -> None:
        """Whoever is asked lets a bot play."""
        for seat, info in enumerate(me.table.seats if me.table else ()):
            if info.asked and me.seat not in (seat, *info.votes):
                with suppress(Refused):  # the person has just come back, or it is decided
                    await me.vote(seat, True)

    async def _move(self, me: Client, rng: random.Random, moves: list[str]) -> None:
        at = me.n
        await asyncio.sleep(rng.uniform(*THINKING))
        if me.n == at:
            try:
                await me.play(rng.choice(moves))
            except Refused as refused:
                assert refused.reason in RACES, refused
                await asyncio.sleep(0.05)  # until it is known which came first

    async def _come_back(self, me: Client, rng: random.Random) -> None:
        """While the bot thinks about a move, or never if the match is over before that."""
        live, seat = self.server.house.tables[me.code], me.seat
        assert seat is not None
        while (
            seat not in live.clocks.helped or seat not in live.planner.thinking or self.server.house.pools.bots.running
        ):
            if live.table.status != "playing":
                return
            await asyncio.sleep(0.05)
        self._something_happens()
        async with self.server.client(token=me.token) as again:
            await again.open(me.code)
            self.back, size, self.last = True, live.table.size, self.loop.time()  # now it is the person who thinks
            await self._sit(again)
        log = entries(self.server.settings.database, me.code)[size:]
        self.doubled = sum(isinstance(entry, Moved) and entry.seat == seat and not entry.command for entry in log)
