"""What a move costs apart from sockets and the disk: two people at one table of SCOUT, in one process.

    python -m tests.server.cost [MOVES]

Once for people whose clients want sentences and facts, as the page does, and once for programs that want neither.

Beginnings count too: people who move at once begin a match every 35 moves. On a machine that others keep busy, only the
quickest ones say what the code costs: compare the first figures.
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

    def __init__(self, person: str, told: bool) -> None:
        self.person, self.told, self.facts = person, told, told

    def send(self, message: p.Message | bytes) -> None: ...

    def lag(self) -> float:
        return 0.0

    def close(self, code: int, reason: str) -> None: ...


async def measure(folder: Path, moves: int, told: bool = True) -> dict[str, list[float]]:
    """The seconds of the processor for each of so many moves, and for the beginnings of rounds and matches in them."""
    store = Store(f"sqlite:///{folder / 'tefuda.db'}")
    house = House(Settings(database="", tables_per_hour=10**6, allowance=10.0**6), store)
    writer, house.writer = house.writer, Nowhere()  # type: ignore[assignment]
    people = [Reader("a" * 64, told), Reader("b" * 64, told)]
    live = await house.create(people[0].person, "", p.Create("1", "scout", [None, None], {"edition": "oink"}))
    for seat, one in enumerate(people):
        await live.follow(one, p.Open("1", live.table.code))
        await live.command(one, p.Sit("2", seat))
    await live.command(people[0], p.Start("3"))
    times: dict[str, list[float]] = {"moves": [], "moves that begin a round": [], "matches begun": []}
    rng = random.Random(1)
    for _ in range(moves):
        if live.table.playing.actor is None:
            began = time.thread_time()
            for one in people:
                await live.command(one, p.Again(str(live.table.size)))
            times["matches begun"].append(time.thread_time() - began)
        rounds = live.table.playing.rounds
        time_of_move = await _move(live, people, str(live.table.size), rng)
        begins = live.table.playing.rounds > rounds and not live.table.is_over
        times["moves that begin a round" if begins else "moves"].append(time_of_move)
    house.writer = writer
    await house.close()
    store.close()
    return times


async def _move(live: Live, people: Sequence[Reader], number: str, rng: random.Random) -> float:
    seat = live.table.playing.to_act[0]
    move = rng.choice(live.table.playing.moves(seat))
    command = p.Play(number, live.table.number, live.audience.stream(seat).n, move)
    began = time.thread_time()
    await live.command(people[seat], command)
    return time.thread_time() - began


def main() -> None:
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else MOVES
    for told, name in ((True, "with sentences and facts"), (False, "without")):
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(measure(Path(folder), moves, told))
        print(f"{name}: {1e6 * sum(map(sum, found.values())) / moves:.0f} µs of the processor for each move")
        for kind, times in found.items():
            times.sort()
            shares = [f"{share:.0%}: {1e6 * times[int(share * len(times))]:.0f}" for share in QUANTILES]
            print(f"  {len(times)} {kind}: {', '.join(shares)}")


if __name__ == "__main__":
    main()
