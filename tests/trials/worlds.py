"""Worlds: twin matches over real sockets in virtual time. What the reader is sent must be equal to the byte, and come
at the same moments. Then leaks are planted in the server, and each must be found in the same way."""

from __future__ import annotations

import asyncio
import random
import socket
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import unix_connect

from tefuda.games import GAMES
from tefuda.server import house, stream
from tefuda.server import protocol as p
from tefuda.server.store import Entry
from tefuda.server.writer import Writer
from tests.trials import virtual
from tests.trials.leaks import LEAKS, Leak
from tests.trials.leaks.planting import Patch, patched
from tests.trials.persons import Frames, Person
from tests.trials.running import running
from tests.trials.scenes import LOOK, SECOND, STUCK, Scene
from tests.trials.twins import Twins, twins
from tests.trials.virtual import run_virtually

BATCH = 100  # pairs for each server
ALONE = 8  # of so many pairs of a game there is one in which the reader plays against bots alone ...
RESTS = 5  # ... and one that differs only from the second round on
FEW = 4  # pairs that are compared at a time when a leak is looked for
SHOWN: dict[str, int] = tomllib.loads((Path(__file__).parent / "leaks" / "shown.toml").read_text("utf-8"))  # by name
TAIL = 8  # events that a newcomer is told of: short matches go beyond it too


class Worlds(NamedTuple):
    pairs: int
    frames: int
    differing: list[str]  # what was found
    planted: int = 0
    missed: Sequence[str] = ()

    def __str__(self) -> str:
        lines = [
            f"{self.pairs} pairs of matches, {self.frames} frames compared: {len(self.differing)} pairs differ",
            f"{self.planted} planted leaks: {self.planted - len(self.missed)} found",
        ]
        lines += [f"  {text}" for text in self.differing[:10]]
        return "\n".join([*lines, *(f"  not found: {name}" for name in self.missed)])

    @property
    def passed(self) -> bool:
        return not self.differing and not self.missed


def run(pairs: int, seed: int = 1) -> Worlds:
    """Compares so many pairs of all games, and looks for every planted leak."""
    found = run_pairs(range(pairs), seed)
    missed = [leak.name for leak in LEAKS if not finds(leak, seed)]
    return found._replace(planted=len(LEAKS), missed=missed)


def run_pairs(numbers: Sequence[int], seed: int) -> Worlds:
    """Compares the pairs with these numbers."""
    frames, differing = 0, []
    for first in range(0, len(numbers), BATCH):
        sent, found, stuck = compare([pair(f"{seed}/{number}", number) for number in numbers[first : first + BATCH]])
        frames += sent
        differing += found + stuck
    return Worlds(len(numbers), frames, differing)


def pair(seed: str, number: int) -> Twins:
    names = list(GAMES)
    turn = number // len(names)
    return twins(random.Random(seed), names[number % len(names)], turn % ALONE == 0, turn % RESTS == RESTS - 1)


def finds(leak: Leak, seed: int = 1) -> bool:
    """Whether a planted leak is found: by the pair that is known to show it, or else by others where it leaks."""
    known = SHOWN.get(leak.name)
    if known is not None and shows(leak, [leaking(leak, seed, known)]):
        return True
    suiting = (made for number in count() if leak.suits(made := leaking(leak, seed, number)))
    return any(shows(leak, list(islice(suiting, FEW))) for _ in range(0, leak.pairs, FEW))


def leaking(leak: Leak, seed: int, number: int) -> Twins:
    """One of the pairs in which a leak is looked for."""
    rng = random.Random(f"leak/{seed}/{number}")
    return twins(rng, rng.choice(leak.games), leak.alone, leak.rests)


def shows(leak: Leak, pairs: Sequence[Twins]) -> bool:
    with leak.planted():
        return bool(compare(pairs)[1])


def shortest(leak: Leak, seed: int = 1) -> int | None:
    """The number of a short pair that shows the leak by itself: the shortest of the first ones that do."""
    suiting = ((number, made) for number in count() if leak.suits(made := leaking(leak, seed, number)))
    tried = sorted(islice(suiting, max(leak.pairs, 24)), key=lambda one: len(one[1].turns))
    return next((number for number, made in tried if shows(leak, [made])), None)


def compare(batch: Sequence[Twins]) -> tuple[int, list[str], list[str]]:
    """Plays both worlds of each pair; the frames that were compared, where they differ, and what did not go on."""
    both = [_play_all(batch, which) for which in (0, 1)]
    found, stuck = [], []
    for made, one, other in zip(batch, *both, strict=True):
        if one != other:
            at = next((pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]), (len(one), len(other)))
            found.append(f"{made.game}, reader {made.reader}: {at[0]} and {at[1]}")
        elif one and one[-1] == STUCK:
            stuck.append(f"{made.game}, reader {made.reader}: the match did not go on")
    return sum(map(len, both[0])), found, stuck


def _play_all(batch: Sequence[Twins], which: int) -> list[Frames]:
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="tefuda-worlds-", dir=memory if memory.is_dir() else None) as folder:
        return run_virtually(_serve(Path(folder), batch, which))


async def _serve(folder: Path, batch: Sequence[Twins], which: int) -> list[Frames]:
    async with AsyncExitStack() as stack:
        stack.enter_context(alone())
        stack.enter_context(patched([(virtual, "SETTLE", 0.0)]))
        limits: dict[str, Any] = {"tables_per_hour": 10**6, "messages_per_second": 1e6, "allowance": 1e9, "linger": 1.0}
        path = folder / "socket"
        server = await stack.enter_async_context(running(folder, sock=listen(path), pace=1.0, **limits))
        people = []
        for number in range(SECOND):
            socket = await stack.enter_async_context(unix_connect(str(path), uri="ws://table/ws", compression=None))
            people.append(Person(socket, number))
            await people[-1].ask(p.Hello, version=p.VERSION, token=f"{number:x}" * 43, looks=number in LOOK)
        found = []
        for number, made in enumerate(batch):
            try:
                found.append(await Scene(server, people, made, which, number).play())
            except TimeoutError:
                found.append([STUCK])
        for person in people:
            person.task.cancel()
        return found


def listen(path: Path) -> socket.socket:
    """A Unix socket delivers at once, so virtual time cannot run ahead of what was sent."""
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    sock.bind(str(path))
    sock.listen()
    return sock


@contextmanager
def alone() -> Iterator[None]:
    """Uses no threads, and draws chance from seeds, so that the two runs differ only where the worlds do."""
    loop: Any = asyncio.get_running_loop()

    def run_in_executor(executor: Any, work: Any, *given: Any) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = loop.create_future()
        try:
            future.set_result(work(*given))
        except BaseException as error:
            future.set_exception(error)
        return future

    async def append(writer: Writer, entry: Entry) -> None:
        (error,) = writer._store.append([entry])
        if error:
            raise error

    patches: list[Patch] = [
        (loop, "run_in_executor", run_in_executor),
        (Writer, "append", append),
        (house.House, "wall", lambda self: loop.time()),
        (house, "SWEEP_SECONDS", 10.0),
        (stream, "TAIL", TAIL),
    ]
    with patched(patches):
        yield
