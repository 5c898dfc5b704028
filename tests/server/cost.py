"""What a move costs apart from sockets and the disk: two people at one table of SCOUT, in one process.

    python -m tests.server.cost [MOVES]

On a machine that others keep busy, only the quickest moves say what the code costs: compare the first figures.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tefuda.server import protocol as p
from tefuda.server.house import House
from tefuda.server.live import Live
from tefuda.server.rows import Entry
from tefuda.server.settings import Settings
from tefuda.server.store import Store

MOVES = 4000
QUANTILES = (0.05, 0.25, 0.5, 0.9)


class Nowhere:
    """Stands for the writer: nothing is stored."""

    async def append(self, entry: Entry) -> None: ...


class Reader:
    """A person who follows the table, and keeps nothing."""

    lang: p.Lang = "en"
    looks = False

    def __init__(self, person: str) -> None:
        self.person = person

    def send(self, message: p.Message | bytes) -> None: ...

    def lag(self) -> float:
        return 0.0

    def close(self, code: int, reason: str) -> None: ...


async def measure(folder: Path, moves: int) -> list[float]:
    """The seconds of the processor for each of so many moves."""
    store = Store(f"sqlite:///{folder / 'tefuda.db'}")
    house = House(Settings(database="", tables_per_hour=10**6, allowance=10.0**6), store)
    writer, house.writer = house.writer, Nowhere()  # type: ignore[assignment]
    people = [Reader("a" * 64), Reader("b" * 64)]
    live = await house.create(people[0].person, "", p.Create("1", "scout", [None, None], {"edition": "oink"}))
    for seat, one in enumerate(people):
        await live.follow(one, p.Open("1", live.table.code))
        await live.command(one, p.Sit("2", seat))
    await live.command(people[0], p.Start("3"))
    times, rng = list[float](), random.Random(1)
    while len(times) < moves:
        number = str(live.table.size)
        if live.table.playing.actor is None:
            for one in people:
                await live.command(one, p.Again(number))
        else:
            times.append(await _move(live, people, number, rng))
    house.writer = writer
    await house.close()
    store.close()
    return sorted(times)


async def _move(live: Live, people: Sequence[Reader], number: str, rng: random.Random) -> float:
    seat = live.table.playing.to_act[0]
    move = rng.choice(live.table.playing.moves(seat))
    command = p.Play(number, live.table.number, live.audience.stream(seat).n, move)
    began = time.thread_time()
    await live.command(people[seat], command)
    return time.thread_time() - began


def main() -> None:
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else MOVES
    with tempfile.TemporaryDirectory() as folder:
        times = asyncio.run(measure(Path(folder), moves))
    shares = [f"{share:.0%}: {1e6 * times[int(share * len(times))]:.0f}" for share in QUANTILES]
    print(f"{len(times)} moves, µs of the processor for each: {', '.join(shares)}; mean {1e6 * sum(times) / moves:.0f}")


if __name__ == "__main__":
    main()
