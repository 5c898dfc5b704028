"""Races: a player nearby and one far away act at the same moment. One of them wins, and distance does not decide
which. Nor does a lie about the distance: a clearly faster player wins against one who answers pings late."""

from __future__ import annotations

import asyncio
import math
import random
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tefuda.client import Client, Refused
from tefuda.deal import Deal
from tefuda.match import Match
from tefuda.server import protocol as p
from tests.trials.running import Running, quick_folder, running
from tests.trials.virtual import run_virtually
from tests.trials.worlds import alone

LAGS = 0.010, 0.100  # seconds one way: 20 and 200 ms there and back
REACTION = 0.15, 0.60  # seconds that people take to react
ASLEEP = 1.2, 1.5  # seconds that somebody takes who misses the window
SLEEPY = 0.1  # how often one of the two does
WINDOW = 1000  # ms
PAIRS = 8  # of players that race at the same time
POINTS = 0.02  # by which the share of either may differ from one half
LIE = 0.5  # seconds by which a liar holds back the answer to a ping
FASTER = 0.3  # seconds by which somebody is faster than the liar
HONESTY = 0.95  # the share that the faster one must win
LIARS = 10  # one race with a liar for so many without


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
    lies: int = 0  # races against a liar ...
    won: int = 0  # ... and those that the faster one won

    def __str__(self) -> str:
        share = 100 * self.near / max(1, self.races)
        return (
            f"{self.races} races ({self.late} decided in the window), won by near and far: {share:.2f} % and "
            f"{100 - share:.2f} %; undecided {self.undecided}; losers not told who was first {len(self.untold)} "
            f"{' | '.join(self.untold[:5])}".rstrip()
            + f"\n{self.lies} races against a liar, won by who was {FASTER * 1000:.0f} ms faster: "
            f"{100 * self.won / max(1, self.lies):.2f} %"
        )

    @property
    def passed(self) -> bool:
        """Fewer races than 10,000 may differ by chance."""
        allowed = POINTS if self.races >= 10000 else 2 / math.sqrt(max(1, self.races))
        fair = abs(self.near / max(1, self.races) - 0.5) <= allowed
        return not self.undecided and not self.untold and fair and self.won >= HONESTY * self.lies


def run(count: int, seed: int = 1) -> Races:
    with quick_folder("races") as folder:
        return run_virtually(_race(folder, count, seed))


async def _race(folder: Path, count: int, seed: int) -> Races:
    async with AsyncExitStack() as stack:
        stack.enter_context(alone())
        limits: dict[str, Any] = {"messages_per_second": 1000.0, "tables_per_hour": 10**9, "allowance": 1e9}
        server = await stack.enter_async_context(running(folder, linger=1.0, **limits))
        server.house.rng = Rigged(seed)
        urls = [await stack.enter_async_context(far_away(server, lag)) for lag in LAGS]
        numbers, lies = iter(range(count)), iter(range(-(-count // LIARS)))

        async def pair(number: int) -> list[tuple[Attempt, Attempt]]:
            rng = random.Random(f"{seed}/{number}")
            async with Client(urls[0]) as near, Client(urls[1]) as far:
                return [await _once(near, far, rng) for _ in numbers]

        async def lying(number: int) -> list[bool]:
            """The faster one is near for half of the pairs, and far away for the others."""
            rng = random.Random(f"{seed}/{number}/lies")
            async with Client(urls[number % 2]) as honest, Liar(urls[0]) as liar:
                return [await _against(honest, liar, rng) for _ in lies]

        fair = [both for some in await asyncio.gather(*map(pair, range(PAIRS))) for both in some]
        won = [one for some in await asyncio.gather(*map(lying, range(PAIRS))) for one in some]
        return judge(fair)._replace(lies=len(won), won=sum(won))


class Liar(Client):
    """Is near and pretends to be far away."""

    async def _take(self, socket: Any, message: Any) -> None:
        if isinstance(message, p.Ping):
            asyncio.get_running_loop().call_later(
                LIE, lambda: self._later.append(asyncio.create_task(super(Liar, self)._take(socket, message)))
            )
        else:
            await super()._take(socket, message)

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._later: list[asyncio.Task[None]] = []


class Rigged(random.Random):
    """Seeds for SOLO of two with which the one whose turn it is not has the card that is turned up, and may jump in."""

    SEEDS = 200  # that are looked for; then they come again

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.found: list[bytes] = []

    def randbytes(self, n: int) -> bytes:
        if len(self.found) < self.SEEDS:
            self.found.append(self._look(n))
            return self.found[-1]
        return self.choice(self.found)

    def _look(self, n: int) -> bytes:
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
    """A new table, at which both see the first card and react; one of them sleeps now and then."""
    both = [near, far]
    rng.shuffle(both)
    delays = {one: rng.uniform(*REACTION) for one in both}
    if rng.random() < SLEEPY:
        delays[rng.choice(both)] = rng.uniform(*ASLEEP)
    return await _react(both, near, delays, rng)


async def _against(honest: Client, liar: Client, rng: random.Random) -> bool:
    """Whether the one who is faster wins."""
    both = [honest, liar]
    rng.shuffle(both)
    delay = rng.uniform(*REACTION)
    attempts = await _react(both, honest, {honest: delay, liar: delay + FASTER}, rng)
    return all(attempt.near != bool(attempt.refused) for attempt in attempts)


async def _react(
    both: list[Client], near: Client, delays: dict[Client, float], rng: random.Random
) -> tuple[Attempt, Attempt]:
    code = await both[0].create("solo", [None, None], options={"jump_in_window_ms": WINDOW})
    await both[0].sit(0, salt="")
    await both[1].open(code)
    await both[1].sit(1, salt="")
    reactions = [asyncio.create_task(_act(one, one is near, rng.random(), delays[one])) for one in both]
    await both[0].start()
    first, second = await asyncio.gather(*reactions)
    return first, second


async def _act(me: Client, near: bool, choice: float, delay: float) -> Attempt:
    while me.update is None or not me.moves:
        await me.changed()
    assert me.seat is not None
    moves = _reactions(me.moves)
    command = p.Play(secrets.token_hex(8), me.update.match, me.n, moves[int(choice * len(moves))])
    await asyncio.sleep(delay)
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
    """The server as somebody far away sees it: a proxy delays everything by so many seconds."""
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
