"""Worlds: twin matches over real sockets in virtual time. What the reader is sent must be equal to the byte, and come
at the same moments. Then leaks are planted in the server, and each must be found in the same way."""

from __future__ import annotations

import asyncio
import random
import socket
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, unix_connect

from tefuda.deal import Deal
from tefuda.games import GAMES
from tefuda.server import connection, house, live, stream, table
from tefuda.server import protocol as p
from tefuda.server.store import Entry
from tefuda.server.writer import Writer
from tefuda.trials import virtual
from tefuda.trials.leaks import LEAKS, Leak, Patch, patched
from tefuda.trials.running import Running, running
from tefuda.trials.twins import WAIT, Act, Twins, twins
from tefuda.trials.virtual import run_virtually

BATCH = 100  # pairs for each server
FEW = 4  # the same where a leak is looked for
APART = 8.0  # a match begins at a multiple of so many seconds: so rounding is the same in both worlds
OFFSETS = (0.4, 0.9, 2.6, 4.1)  # seconds that people take: within the window of SOLO, after it, and beyond the clock
PATIENCE = 60.0  # seconds after which a turn that does not come is given up: the difference is then found
CLOCK = p.Clock(3, 2)
TAIL = 8  # events that a newcomer is told of: short matches go beyond it too
PEOPLE = 6
NAMES = ("Aki", "Ben", "Chie", "Dan", "Emi", "Watcher")

Frames = list[tuple[float, str]]
STUCK = (0.0, "")


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


def run(count: int, seed: int = 1) -> Worlds:
    """Compares so many pairs of all games, and looks for every planted leak."""
    found = run_pairs(range(count), seed)
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
    return twins(random.Random(seed), names[number % len(names)])


def finds(leak: Leak, seed: int = 1) -> bool:
    """Whether a planted leak is found, by pairs of those matches where it leaks."""
    rng = random.Random(f"leak/{seed}")
    for _ in range(0, leak.pairs, FEW):
        chosen: list[Twins] = []
        while len(chosen) < FEW:
            made = twins(rng, rng.choice(leak.games))
            if leak.suits(made):
                chosen.append(made)
        with leak.planted():
            if compare(chosen)[1]:
                return True
    return False


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
        limits: dict[str, Any] = {"tables_per_hour": 10**6, "messages_per_second": 1e6, "linger": 1.0}
        path = folder / "socket"
        server = await stack.enter_async_context(running(folder, sock=_listen(path), pace=1.0, **limits))
        people = []
        for number in range(PEOPLE):
            socket = await stack.enter_async_context(unix_connect(str(path), uri="ws://table/ws", compression=None))
            people.append(Person(socket, number))
            await people[-1].ask(p.Hello, version=p.VERSION, token=f"{number:x}" * 43)
        found = []
        for number, made in enumerate(batch):
            try:
                found.append(await Scene(server, people, made, which, number).play())
            except TimeoutError:
                found.append([STUCK])
        for person in people:
            person.task.cancel()
        return found


def _listen(path: Path) -> socket.socket:
    """What goes through a Unix socket is there at once, so that virtual time does not run away from it."""
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    sock.bind(str(path))
    sock.listen()
    return sock


@contextmanager
def alone() -> Iterator[None]:
    """No threads, and chance by seed: then nothing differs but what the worlds make differ."""
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


class Person:
    """One connection that writes down what it gets, and when."""

    def __init__(self, socket: ClientConnection, number: int) -> None:
        self.socket = socket
        self.name = NAMES[number]
        self.frames: Frames = []
        self.code = ""
        self.match = self.n = self.asked = self.scene = 0
        self.answers: dict[str, asyncio.Future[None]] = {}
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        async for text in self.socket:
            assert isinstance(text, str)
            self.frames.append((loop.time(), text))
            message = _brief(text)
            match message.type:
                case "table":
                    self.code = message.code
                case "update":
                    self.match, self.n = message.match, message.n
                case "ping":
                    await self.socket.send(p.encode(p.Pong(message.nonce)).decode())
                case "accepted" | "refused" if future := self.answers.pop(message.id, None):
                    future.set_result(None)

    async def ask(self, kind: type[p.Command], **given: Any) -> None:
        """Says something and waits until it is answered, however it is."""
        self.asked += 1
        command = kind(f"{self.name}-{self.scene}-{self.asked}", **given)
        self.answers[command.id] = asyncio.get_running_loop().create_future()
        await self.socket.send(p.encode(command).decode())
        await asyncio.wait_for(asyncio.shield(self.answers[command.id]), PATIENCE)

    async def play(self, move: str) -> None:
        await self.ask(p.Play, match=self.match, at=self.n, move=move)


class Brief(msgspec.Struct):
    type: str
    id: str = ""
    code: str = ""
    match: int = 0
    n: int = 0
    nonce: int = 0


_brief = msgspec.json.Decoder(Brief).decode


class Chance:
    """Stands for `secrets` and for the deal's seed, by a seed of its own."""

    def __init__(self, rng: random.Random) -> None:
        self.choice = rng.choice
        self.randbelow = lambda below: 7  # of pings: many connections draw them, in no order
        self.token_hex = lambda size: rng.randbytes(size).hex()


class Scene:
    """One match of one world."""

    def __init__(self, server: Running, people: list[Person], made: Twins, which: int, number: int) -> None:
        self.server = server
        self.people = people
        self.made = made
        self.which = which
        self.number = number
        self.loop = asyncio.get_running_loop()
        self.rng = random.Random(number)  # for what is the same in both worlds
        self.own = random.Random(f"{number}/{which}")  # for what the reader may not know
        self.reader = people[-1 if made.reader is None else made.reader]
        self.done = 0  # turns
        self.acted: Counter[int] = Counter()  # moves of each seat
        self.moved = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def play(self) -> Frames:
        start = APART * (self.loop.time() // APART + 1)
        await self._until(start)
        chance = Chance(random.Random(f"{self.number}/chance"))
        self.server.house.rng = random.Random(f"{self.number}/house")
        self.server.house.bots = dict.fromkeys(self.server.house.bots, self._bot)
        drawn = iter(self.made.draws[self.which])
        patches: list[Patch] = [
            (connection, "secrets", chance),
            (house, "secrets", chance),
            (Deal, "draw", lambda deal, face, game, index: next(drawn)),
            (live.Live, "happened", self._watch(live.Live.happened)),
        ]
        for person in self.people:
            person.frames.clear()
            person.scene, person.asked = self.number, 0
        with patched(patches):
            try:
                await self._sit()
                while self.done < len(self.made.turns):
                    await self._turn(self.done)
                await asyncio.sleep(0.5)  # no bot is so fast: what comes after the script does not count
                frames = [(round(at - start, 6), text) for at, text in self.reader.frames]
            finally:
                for task in self.tasks:
                    task.cancel()
                for person in self.people:
                    await person.ask(p.Leave)
        return frames

    async def _sit(self) -> None:
        made = self.made
        seats: list[p.Level | None] = ["club" if seat in made.bots else None for seat in range(made.seats)]
        persons = [seat for seat in range(made.seats) if seat not in made.bots]
        host = self.people[persons[0]]
        await host.ask(
            p.Create,
            game=made.game,
            seats=seats,
            options=made.options,
            clock=CLOCK if made.clock else None,
            away=3600,
        )
        for seat in persons:
            if self.people[seat] is not host:
                await self.people[seat].ask(p.Open, code=host.code)
            await self.people[seat].ask(p.Sit, seat=seat, name=NAMES[seat])
        if made.reader is None:
            await self.reader.ask(p.Open, code=host.code)
        await host.ask(p.Start)

    # ---- turns

    def _left(self, seat: int, turns: int) -> list[str]:
        """What a seat still has to do in so many turns."""
        script = [act for turn in self.made.turns[:turns] for act in turn.acts[self.which]]
        return [act.move for act in script if act.seat == seat and act.move != WAIT][self.acted[seat] :]

    def _is_over(self, turns: int) -> bool:
        return not any(self._left(seat, turns) for seat in range(self.made.seats))

    async def _turn(self, number: int) -> None:
        """Everybody does what the script says, the reader tries things, and others too."""
        turn = self.made.turns[number]
        acts = [act for act in turn.acts[self.which] if act.seat not in self.made.bots]
        begun = self.loop.time()
        for delay, act in self._delays(acts, turn.secret):
            self._at(begun + delay, self._act, act, number)
        if self.rng.random() < 0.3:
            self._at(begun + 0.05, self.reader.play, turn.probe)
        if self.rng.random() < 0.1:
            self._at(begun + 0.06, self.reader.ask, p.Hint)
        if self.rng.random() < 0.2:
            self._at(begun + self.rng.uniform(0.05, 1.2), self._come_again)
        if self.rng.random() < 0.4:
            self._at(begun + self.rng.uniform(0.05, 1.9), self._look)
        others = [seat for seat in range(self.made.seats) if seat not in self.made.bots and seat != self.made.reader]
        if others and self.own.random() < 0.3:
            self._at(begun + 0.08, self.people[self.own.choice(others)].play, "fly")
        await asyncio.wait_for(self.moved.wait(), PATIENCE)
        self.moved.clear()

    def _delays(self, given: list[Act], secret: bool) -> list[tuple[float, Act]]:
        """When each acts. Secret moves come in the order of their world, but the last one at the same time."""
        if secret and given:
            pace = self.rng.choice((0.2, 0.5))
            slots = [0.3 + pace * place for place in range(len(given))]
            own = self.rng.randrange(len(slots))
            acts = [act for act in given if act.seat != self.made.reader]
            mine = [act for act in given if act.seat == self.made.reader]
            return list(zip(slots, [*acts[:own], *mine, *acts[own:]], strict=True))
        last = self.rng.choice(OFFSETS)
        return [(last if act.move != WAIT else 0.1 + 0.2 * self.own.random(), act) for act in given]

    def _at(self, when: float, work: Callable[..., Awaitable[None]], *given: Any) -> None:
        async def later() -> None:
            await self._until(when)
            await work(*given)

        self.tasks.append(asyncio.create_task(later()))

    async def _until(self, when: float) -> None:
        await asyncio.sleep(max(0.0, when - self.loop.time()))

    async def _act(self, act: Act, turn: int) -> None:
        """Unless it is too late: the time was up, and a bot has done it."""
        if self.done == turn if act.move == WAIT else self._left(act.seat, turn + 1):
            await self.people[act.seat].play(act.move)

    async def _come_again(self) -> None:
        await self.reader.ask(p.Open, code=self.reader.code)

    async def _look(self) -> None:
        """Asks for the table over HTTP: that goes among the frames."""
        incoming, outgoing = await asyncio.open_unix_connection(self.server.url)
        outgoing.write(f"GET /api/tables/{self.reader.code} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = (await incoming.read()).decode()
        outgoing.close()
        kept = "\n".join(line for line in answer.split("\r\n") if not line.lower().startswith("date:"))
        self.reader.frames.append((self.loop.time(), kept))

    def _watch(self, happened: Any) -> Any:
        """Sees when the turn is over, whoever has moved."""

        def watch(one: live.Live, step: table.Step) -> None:
            happened(one, step)
            if step.seat is not None and step.parts[0][1].text != WAIT:
                self.acted[step.seat] += 1
                while self.done < len(self.made.turns) and self._is_over(self.done + 1):
                    self.done += 1
                    self.moved.set()

        return watch

    def _bot(self, view: Any, moves: Sequence[str], rng: random.Random) -> str:
        """Plays the script; chances that are not in it go by. Where all move in secret nobody waits for the others."""
        turns = self.done + 1
        while turns < len(self.made.turns) and self.made.turns[turns - 1].secret and self.made.turns[turns].secret:
            turns += 1
        own = self._left(view.seat, turns)
        return own[0] if own and own[0] in moves else WAIT if WAIT in moves else moves[-1]
