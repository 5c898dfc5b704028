"""Races: two players, near and far, act at the same moment. There is one outcome, and distance does not decide it."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from tefuda.client import Client, Refused
from tefuda.trials.running import Running, running
from tefuda.trials.virtual import run_virtually

NEAR, FAR = 0.010, 0.100  # seconds one way: 20 and 200 ms there and back
REACTION = 0.15, 0.60  # seconds that people take to react
OPTIONS: dict[str, str | int | bool] = {"jump_in_window_ms": 1000, "target_score": 5000}
ASIDES = ("wait", "solo")


class Races(NamedTuple):
    """What came of the races."""

    races: int = 0
    near: int = 0  # won by the player who is near
    far: int = 0
    undecided: int = 0  # not exactly one was accepted
    untold: int = 0  # losers who were not told why

    def __str__(self) -> str:
        share = 100 * self.near / max(1, self.races)
        return (
            f"{self.races} races: the near player won {share:.1f} %, undecided {self.undecided}, "
            f"losers not told why {self.untold}"
        )

    @property
    def passed(self) -> bool:
        """The shares of the two differ by no more than two points each from one half."""
        return not self.undecided and not self.untold and abs(self.near / max(1, self.races) - 0.5) <= 0.02


class Attempt(NamedTuple):
    near: bool
    reason: str  # "" if it was accepted


def run(count: int, seed: int = 1) -> Races:
    """Plays SOLO for two, both as fast as people can, until there were so many races."""
    with tempfile.TemporaryDirectory(prefix="tefuda-races-") as folder:
        return run_virtually(_race(Path(folder), count, seed))


async def _race(folder: Path, count: int, seed: int) -> Races:
    rng = random.Random(seed)
    attempts: dict[tuple[str, int, int], list[Attempt]] = {}
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(folder, messages_per_second=1000.0))
        host, guest = [
            await stack.enter_async_context(Client(await stack.enter_async_context(far_away(server, lag))))
            for lag in (NEAR, FAR)
        ]
        while (found := judge(attempts)).races < count:
            code = await host.create("solo", [None, None], options=OPTIONS)
            await host.sit(0, "Near")
            await guest.open(code)
            await guest.sit(1, "Far")
            await host.start()
            await asyncio.sleep(1)
            enough = count - found.races
            players = [
                asyncio.create_task(_react(one, one is host, random.Random(rng.random()), attempts))
                for one in (host, guest)
            ]
            while judge(attempts).races - found.races < enough and not any(one.done() for one in players):
                await asyncio.sleep(30)
            for one in players:
                one.cancel()
            await asyncio.gather(*players, return_exceptions=True)
    return found


async def _react(
    me: Client, near: bool, rng: random.Random, attempts: dict[tuple[str, int, int], list[Attempt]]
) -> None:
    """Does something as soon as it can, and jumps in whenever it can."""
    while me.result is None and me.update is not None:
        at = (me.code, me.update.match, me.n)
        moves = [move for move in me.moves if move not in ASIDES]
        if not moves:
            await me.changed()
            continue
        await asyncio.sleep(rng.uniform(*REACTION))
        if at[2] != me.n:
            continue
        jumps = [move for move in moves if move.startswith("jump")]
        reason = ""
        try:
            await me.play(rng.choice(jumps or moves))
        except Refused as refused:
            reason = refused.reason
        attempts.setdefault(at, []).append(Attempt(near, reason))
        while at[2] == me.n and me.result is None:
            await me.changed()


def judge(attempts: dict[tuple[str, int, int], list[Attempt]]) -> Races:
    """Where both answered the same event there was a race."""
    found = [both for both in attempts.values() if len({one.near for one in both}) == 2]
    winners = [[one for one in both if not one.reason] for both in found]
    return Races(
        len(found),
        sum(len(won) == 1 and won[0].near for won in winners),
        sum(len(won) == 1 and not won[0].near for won in winners),
        sum(len(won) != 1 for won in winners),
        sum(one.reason not in ("", "late", "stale") for both in found for one in both),
    )


@asynccontextmanager
async def far_away(server: Running, lag: float) -> AsyncIterator[str]:
    """The server as one sees it who is so many seconds away: a wire that delays what goes through it."""
    host, _, port = server.url.removeprefix("http://").partition(":")

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        while data := await reader.read(65536):
            loop.call_later(lag, writer.write, data)
        loop.call_later(lag, writer.close)

    async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(host, int(port))
        await asyncio.gather(pump(reader, back), pump(there, writer), return_exceptions=True)

    wire = await asyncio.start_server(join, "127.0.0.1", 0)
    async with wire:
        yield f"http://127.0.0.1:{wire.sockets[0].getsockname()[1]}"
