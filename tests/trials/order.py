"""Order: seen from the kernel, no answer and no broadcast of a move leaves the server before the move is synced.

The server runs under strace. A move is stored when its command's id was written to the write-ahead log and a sync of
that log, begun later, has succeeded. Every `accepted` and every `update` that was sent is then looked up.
"""

from __future__ import annotations

import asyncio
import codecs
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from tefuda.client import Client
from tefuda.record import Part
from tefuda.server import protocol as p
from tefuda.server.log import AnyEntry, Began, Made, Moved
from tefuda.server.stream import Stream
from tefuda.server.table import Table
from tests.trials.kills import Tally
from tests.trials.running import entries

SETUPS: tuple[tuple[str, int, dict[str, str | int | bool]], ...] = (
    ("scout", 3, {"edition": "short"}),
    ("twentythree", 3, {}),
    ("solo", 3, {"target_score": 60, "jump_in_window_ms": 0}),
    ("gift", 4, {}),
)
CALLS = "write,pwrite64,writev,pwritev,sendto,sendmsg,fsync,fdatasync"
PATIENCE = 600.0


class Order(NamedTuple):
    accepted: int
    updates: int
    early: int  # sent before the sync
    unseen: int  # moves whose write was not found

    def __str__(self) -> str:
        return (
            f"{self.accepted} acknowledgements and {self.updates} broadcasts of moves; sent before the sync of their "
            f"event {self.early}; moves whose write was not seen {self.unseen}"
        )

    @property
    def passed(self) -> bool:
        return bool(self.accepted and self.updates) and not self.early and not self.unseen


def run(count: int, seed: int = 1) -> Order:
    """Plays until so many moves were acknowledged."""
    with tempfile.TemporaryDirectory(prefix="tefuda-order-") as folder:
        return asyncio.run(_trace(Path(folder), count, random.Random(seed)))


async def _trace(folder: Path, count: int, rng: random.Random) -> Order:
    database, trace = f"sqlite:///{folder / 'tables.db'}", folder / "trace"
    tally = Tally()
    with _traced(database, trace) as url:
        async with AsyncExitStack() as stack:
            people: list[Client] = []
            codes: list[str] = []
            for game, seats, options in SETUPS:
                here = [await stack.enter_async_context(Client(url)) for _ in range(seats + 1)]
                codes.append(await here[0].create(game, [None] * seats, options=options))
                for seat, one in enumerate(here):
                    await one.open(codes[-1])
                    if seat < seats:  # the last one looks on
                        await one.sit(seat)
                await here[0].start()
                people += here[:seats]
            playing = [asyncio.create_task(tally.play(one, random.Random(rng.random()))) for one in people]
            async with asyncio.timeout(PATIENCE):
                while len(tally.acknowledged) < count and not any(one.done() for one in playing):
                    await asyncio.sleep(0.05)
                tally.stopping = True
                await asyncio.gather(*playing)
    with trace.open("rb") as lines:
        found = read(lines)
    rows = {code: moves_told(code, entries(database, code)) for code in codes}
    return judge(found, rows, tally.acknowledged)


@contextmanager
def _traced(database: str, trace: Path) -> Iterator[str]:
    """`tefuda serve` under strace; its address."""
    if not shutil.which("strace"):
        raise RuntimeError("strace is missing: scripts/debian installs it")
    watch = ["strace", "-D", "-f", "-y", "--seccomp-bpf", "-s", "100000", "-e", f"trace={CALLS}", "-o", str(trace)]
    serve = [sys.executable, "-c", "import sys; from tefuda.cli import main; sys.exit(main())", "serve", "--port", "0"]
    serve += ["--database", database, "--pace", "0", "--allowance", "1000000"]
    with subprocess.Popen([*watch, *serve], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().rpartition(" ")[2].strip()
        finally:
            process.terminate()
            process.wait()
    while not trace.read_bytes()[-2000:].rstrip().endswith(b"+++"):  # strace is a process of its own, and ends later
        time.sleep(0.1)


class Sent(NamedTuple):
    """A message of the server, and which line of the trace began to send it."""

    line: int
    code: str
    seat: int | None
    message: p.Message


class Trace(NamedTuple):
    written: dict[str, int]  # by a command's id, the line of its first write to the log
    synced: dict[str, int]  # ... and of the first sync after that
    sent: list[Sent]


CALL = re.compile(rb"^(\d+) +(\w+)\((\d+)<([^>]*)>(.*)", re.DOTALL)
RESUMED = re.compile(rb"^(\d+) +<\.\.\. (\w+) resumed>.*= (-?\d+)")
STRING = re.compile(rb'"((?:[^"\\]|\\.)*)"')
RETURNED = re.compile(rb"\) += (-?\d+)[^=]*$")
COMMAND = re.compile(rb'\\"command\\":\\"([^\\]+)\\"')


def read(lines: Iterable[bytes]) -> Trace:
    """Makes sense of what strace has written."""
    trace = Trace({}, {}, [])
    waiting: set[str] = set()  # written, but no sync has begun
    syncing: dict[bytes, set[str]] = {}  # by thread, what its sync covers
    sockets: dict[bytes, Socket] = {}
    sending: dict[bytes, tuple[Socket, int, bytes]] = {}  # by thread, what it has begun to send
    for number, line in enumerate(lines):
        if ended := RESUMED.match(line):
            thread, call, returned = ended.groups()
            if call in (b"fsync", b"fdatasync"):
                _end_sync(trace, syncing.pop(thread, set()), number, returned)
            elif thread in sending:
                socket, line_begun, data = sending.pop(thread)
                socket.take(line_begun, data[: max(0, int(returned))], trace.sent)
            continue
        if not (begun := CALL.match(line)):
            continue
        thread, call, _, path, rest = begun.groups()
        if path.endswith(b"-wal") and call in (b"fsync", b"fdatasync"):
            covered, waiting = waiting, set()
            if returned_now := RETURNED.search(rest):
                _end_sync(trace, covered, number, returned_now[1])
            else:
                syncing[thread] = covered
        elif path.endswith(b"-wal"):
            for found in COMMAND.findall(rest):
                if trace.written.setdefault(found.decode(), number) == number:
                    waiting.add(found.decode())
        elif path.startswith((b"socket:", b"TCP")):
            data = b"".join(codecs.escape_decode(text)[0] for text in STRING.findall(rest))
            socket = sockets.setdefault(path, Socket())
            if returned_now := RETURNED.search(rest):
                socket.take(number, data[: max(0, int(returned_now[1]))], trace.sent)
            else:
                sending[thread] = socket, number, data
    return trace


def _end_sync(trace: Trace, covered: set[str], number: int, returned: bytes) -> None:
    if returned == b"0":
        for command in covered:
            trace.synced[command] = number


class Socket:
    """What the server sent over one connection: an answer to HTTP, and then frames."""

    def __init__(self) -> None:
        self.data = b""
        self.begun = 0  # the line in which the first byte of `data` was sent
        self.open = False
        self.code = ""
        self.seat: int | None = None

    def take(self, line: int, data: bytes, sent: list[Sent]) -> None:
        if not self.data:
            self.begun = line
        self.data += data
        if not self.open:
            head, found, rest = self.data.partition(b"\r\n\r\n")
            if not found or not head.startswith(b"HTTP/1.1 101"):
                return
            self.open, self.data, self.begun = True, rest, line
        while (frame := self._frame()) is not None:
            if frame:
                message = p.decode_server(frame)
                if isinstance(message, p.Table):
                    self.code, self.seat = message.code, message.seat
                sent.append(Sent(self.begun, self.code, self.seat, message))
            self.begun = line

    def _frame(self) -> bytes | None:
        """The next message, or nothing for a frame without one; None if it is not complete."""
        if len(self.data) < 2:
            return None
        size, at = self.data[1] & 127, 2
        if size > 125:
            width = 2 if size == 126 else 8
            size, at = int.from_bytes(self.data[2 : 2 + width], "big"), 2 + width
        if len(self.data) < at + size:
            return None
        frame = self.data[at : at + size] if self.data[0] & 15 == 1 else b""
        self.data = self.data[at + size :]
        return frame


Told = dict[tuple[int, int | None, int], str]  # by match, reader and number of the event, the command that made it


def moves_told(code: str, log: list[AnyEntry]) -> Told:
    """Which command is behind which event, for every reader."""
    made, found = log[0], Told()
    assert isinstance(made, Made)
    table, streams = Table(code, made), list[Stream]()
    for entry in log[1:]:
        step = table.read(entry)
        if isinstance(entry, Began):
            assert table.match is not None
            streams = [Stream(table.match, reader) for reader in (None, *range(len(made.seats)))]
        for stream in streams if step else ():
            known = stream.n
            for part in step.parts if step else ():
                stream.feed(Part.of(stream.face, *part), [])
            if isinstance(entry, Moved) and stream.n > known:
                found[table.number, stream.reader, stream.n] = entry.command
    return found


def judge(trace: Trace, told: dict[str, Told], acknowledged: set[str]) -> Order:
    accepted = updates = early = 0
    for sent in trace.sent:
        match sent.message:
            case p.Accepted(command) if command in acknowledged:
                accepted += 1
            case p.Update():
                key = sent.message.match, sent.seat, sent.message.n
                command = told[sent.code].get(key, "")
                updates += bool(command)
            case _:
                continue
        if command:
            early += sent.line <= trace.synced.get(command, sys.maxsize)
    return Order(accepted, updates, early, len(acknowledged - set(trace.written)))
