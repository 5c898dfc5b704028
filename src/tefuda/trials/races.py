"""Races: players near and far act at the same moment. There is one outcome, and distance does not decide it."""

from __future__ import annotations

import asyncio
import math
import random
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from tefuda.client import Client, Refused
from tefuda.deal import Deal
from tefuda.match import Match
from tefuda.server import protocol as p
from tefuda.trials.running import Running, quick_folder, running
from tefuda.trials.virtual import run_virtually

LAGS = 0.010, 0.100  # seconds one way: 20 and 200 ms there and back
REACTION = 0.15, 0.60  # seconds that people take to react
ASLEEP = 1.2, 1.5  # seconds that somebody takes who misses the window
SLEEPY = 0.1  # how often one of the two does
WINDOW = 1000  # ms
PAIRS = 8  # of players that race at the same time
POINTS = 0.02  # by which the shares of near and far may differ


class Attempt(NamedTuple):
    near: bool
    seat: int
    refused: str  # the reason and its text; "" if it was accepted


class Races(NamedTuple):
    """What came of the races."""

    races: int
    near: int  # won by the player who is near
    late: int  # lost within the window
    undecided: int  # not exactly one was accepted
    untold: tuple[str, ...]  # losers who were not told who was first

    def __str__(self) -> str:
        share = 100 * self.near / max(1, self.races)
        return (
            f"{self.races} races ({self.late} decided in the window), won by near and far: {share:.2f} % and "
            f"{100 - share:.2f} %; undecided {self.undecided}; losers not told who was first {len(self.untold)} "
            f"{' | '.join(self.untold[:5])}".rstrip()
        )

    @property
    def passed(self) -> bool:
        """Fewer races than 10,000 may differ by chance."""
        allowed = POINTS if self.races >= 10000 else 4 / math.sqrt(max(1, self.races))
        return not self.undecided and not self.untold and abs(2 * self.near / max(1, self.races) - 1) <= allowed


def run(count: int, seed: int = 1) -> Races:
    with quick_folder("races") as folder:
        return run_virtually(_race(folder, count, seed))


async def _race(folder: Path, count: int, seed: int) -> Races:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(folder, messages_per_second=1000.0, tables_per_hour=10**6))
        server.house.rng = Rigged(seed)
        urls = [await stack.enter_async_context(far_away(server, lag)) for lag in LAGS]
        numbers = iter(range(count))

        async def pair(number: int) -> list[tuple[Attempt, Attempt]]:
            rng = random.Random(f"{seed}/{number}")
            async with Client(urls[0]) as near, Client(urls[1]) as far:
                return [await _once(near, far, rng) for _ in numbers]

        return judge([both for some in await asyncio.gather(*map(pair, range(PAIRS))) for both in some])


class Rigged(random.Random):
    """Seeds for SOLO of two with which the one whose turn it is not has the card that is turned up, and may jump in."""

    def randbytes(self, n: int) -> bytes:
        while True:
            seed = super().randbytes(n)
            match = Match("solo", 2, draw=Deal(seed, [b"", b""]).draw, jump_in_window_ms=WINDOW)
            if all(_reactions(match.moves(seat)) for seat in range(2)):
                return seed


def _reactions(moves: list[str]) -> list[str]:
    """To jump in, or else anything that competes."""
    found = [move for move in moves if move not in ("wait", "solo")]
    return [move for move in found if move.startswith("jump")] or found


async def _once(near: Client, far: Client, rng: random.Random) -> tuple[Attempt, Attempt]:
    """A new table, at which both see the first card and react."""
    both = [near, far]
    rng.shuffle(both)
    code = await both[0].create("solo", [None, None], options={"jump_in_window_ms": WINDOW})
    await both[0].sit(0, salt="")
    await both[1].open(code)
    await both[1].sit(1, salt="")
    sleepy = rng.choice(both) if rng.random() < SLEEPY else None
    reactions = [
        asyncio.create_task(_react(one, one is near, random.Random(rng.random()), one is sleepy)) for one in both
    ]
    await both[0].start()
    first, second = await asyncio.gather(*reactions)
    return first, second


async def _react(me: Client, near: bool, rng: random.Random, asleep: bool) -> Attempt:
    while me.update is None or not me.moves:
        await me.changed()
    assert me.seat is not None
    command = p.Play(secrets.token_hex(8), me.update.match, me.n, rng.choice(_reactions(me.moves)))
    await asyncio.sleep(rng.uniform(*(ASLEEP if asleep else REACTION)))
    try:
        await me.ask(command)
    except Refused as refused:
        return Attempt(near, me.seat, str(refused))
    return Attempt(near, me.seat, "")


def judge(found: list[tuple[Attempt, Attempt]]) -> Races:
    losers = [(one, other) for both in found for one, other in (both, both[::-1]) if one.refused and not other.refused]
    return Races(
        len(found),
        sum(winner.near for _, winner in losers),
        sum(loser.refused.startswith("late") for loser, _ in losers),
        len(found) - len(losers),
        tuple(loser.refused for loser, winner in losers if not _is_told(loser, winner)),
    )


def _is_told(loser: Attempt, winner: Attempt) -> bool:
    return loser.refused in (f"late: seat {winner.seat} was first", f"stale: seat {winner.seat} has moved since")


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
