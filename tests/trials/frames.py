"""Frames: malformed messages and requests get an answer and change nothing."""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from traceback import format_exception
from typing import Any, NamedTuple

import msgspec
import structlog

from tefuda.client import Client
from tefuda.server import protocol as p
from tefuda.server.log import AnyEntry, Did
from tefuda.server.site import PAGE
from tefuda.server.table import fold
from tests.trials import mutants
from tests.trials.running import Running, entries, quick_folder, running

BATCH = 60  # mutants that one connection sends at once
WORKERS = 4  # connections at the same time
ASKING = 12  # requests at the same time
PATIENCE = 120.0
CLOSING = (1000, 1002, 1003, 1007, 1009)  # what is wrong with a client; 1011 would be our own fault
# Mutants that are valid commands after all are not sent if they leave the table, create tables, or take long.
NOT_SENT = (p.Create, p.Stand, p.Again, p.Concede, p.Hint, p.Pair, p.Leave)


class Frames(NamedTuple):
    """What was sent and how it was answered."""

    malformed: int  # messages
    requests: int
    valid: int  # messages that were valid after all
    answers: Counter[str]
    wrong: tuple[str, ...]  # answers that must not occur
    changes: int  # of the table, without an accepted command
    errors: tuple[str, ...]  # in the server's log

    def __str__(self) -> str:
        answers = ", ".join(f"{name} {times}" for name, times in sorted(self.answers.items()))
        return (
            f"{self.malformed} malformed messages, {self.requests} malformed requests, {self.valid} right after all\n"
            f"answers: {answers}\n"
            f"wrong answers {len(self.wrong)}, changes {self.changes}, internal errors {len(self.errors)}"
            + "".join(f"\n{line}" for line in (*self.wrong[:5], *self.errors[:5]))
        )

    @property
    def passed(self) -> bool:
        return bool(self.malformed and self.requests) and not (self.wrong or self.changes or self.errors)


def run(count: int, seed: int = 1) -> Frames:
    """Until so many malformed messages and requests were sent."""
    with quick_folder("frames") as folder, _errors() as errors:
        found = asyncio.run(_send(folder, count, random.Random(seed)))
    return found._replace(errors=tuple(errors))


@contextmanager
def _errors() -> Iterator[list[str]]:
    """Everything that is logged as an error, but for the library's word on text that is not UTF-8."""
    found: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if not record.getMessage().startswith("Invalid UTF-8"):
                trace = format_exception(record.exc_info[1]) if record.exc_info else []
                found.append(f"{record.getMessage().strip()} {''.join(trace[-4:])}")

    def keep(_: Any, level: str, event: Any) -> Any:
        if level in ("error", "critical", "exception"):
            found.append(str(event))
        raise structlog.DropEvent

    handler = Keep(logging.ERROR)
    configured = structlog.get_config()["processors"]
    logging.getLogger().addHandler(handler)
    structlog.configure(processors=[keep])
    try:
        yield found
    finally:
        structlog.configure(processors=configured)
        logging.getLogger().removeHandler(handler)


class Campaign:
    """A table in the middle of a match, at which only our own commands change anything."""

    def __init__(self, server: Running, host: Client, rng: random.Random) -> None:
        self.server = server
        self.rng = rng
        assert host.token and host.update
        self.code, self.token = host.code, host.token
        self.commands = mutants.commands(host.code, host.token, host.moves[:3], host.update.match, host.n)
        self.requests = mutants.requests(host.code, host.token)
        self.log = self._log()
        self.malformed = self.http = self.valid = self.accepted = self.changes = 0
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []

    def _log(self) -> list[AnyEntry]:
        return entries(self.server.settings.database, self.code)

    async def round(self) -> None:
        """Some connections at once, and then a look at the table."""
        before = self.accepted
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(self._talk() for _ in range(WORKERS)), *(self._ask() for _ in range(ASKING)))
        log = self._log()
        new = sum(not isinstance(entry, Did) for entry in log[len(self.log) :])
        if log[: len(self.log)] != self.log or new > self.accepted - before:
            self.changes += 1
        self.log = log

    # ---- messages

    async def _talk(self) -> None:
        async with Raw.to(self.server) as raw:
            who = self.rng.randrange(4)
            if who:
                hello = p.Hello("hello", p.VERSION, token=self.token if who > 1 else None)
                raw.send(p.encode(hello), p.encode(p.Open("open", self.code)))
            sent = [mutants.grammar(self.rng, self.rng.choice(self.commands), f"m{i}").encode() for i in range(BATCH)]
            ending = [text for text in sent if mutants.id_of(text) is None or len(text) > p.FRAME_MAX]
            answerable = [text for text in sent if mutants.id_of(text) and self._may_be_sent(text)]
            sent = list({mutants.id_of(text): text for text in answerable}.values())  # answers are told apart by ids
            malformed = {known for text in sent if not mutants.is_message(text) and (known := mutants.id_of(text))}
            self.malformed += sum(mutants.id_of(text) in malformed for text in sent) + 1
            self.valid += sum(mutants.id_of(text) not in malformed for text in sent)
            raw.send(*sent)
            if await self._listen(raw, malformed):
                end = mutants.scrambled(self.rng, self.rng.choice(sent or [b"{}"]))
                if ending or (not mutants.is_message(end) and mutants.id_of(end) is None):
                    raw.send(ending[0] if ending else end)
                else:
                    raw.write(mutants.broken_frame(self.rng, b"{}"))
                if await self._listen(raw, set(), to_the_end=True):
                    self.wrong.append("the connection was not closed")

    def _may_be_sent(self, text: bytes) -> bool:
        if len(text) > p.FRAME_MAX:
            return False
        return not mutants.is_message(text) or not isinstance(p.decode_client(text), NOT_SENT)

    async def _listen(self, raw: Raw, malformed: set[str], to_the_end: bool = False) -> bool:
        """Until all that is malformed but has an id is refused; or until the connection is closed, with a reason."""
        waiting = set(malformed)
        while waiting or to_the_end:
            message = await raw.receive()
            if message is None or isinstance(message, int):
                self.answers[f"closed {message}"] += 1
                if message not in CLOSING or waiting:
                    self.wrong.append(f"closed {message}, without an answer to {sorted(waiting)[:3]}")
                return False
            if message.startswith(b'{"type":"refused"'):
                answer = msgspec.json.decode(message, type=p.Refused)
                self.answers[answer.reason] += 1
                if (answer.reason == "malformed") != (answer.id in malformed):
                    self.wrong.append(message.decode())
                waiting.discard(answer.id)
            elif message.startswith(b'{"type":"accepted"'):
                known = msgspec.json.decode(message, type=p.Accepted).id
                self.answers["accepted"] += 1
                self.accepted += known not in ("hello", "open")
                if known in malformed:
                    self.wrong.append(message.decode())
        return True

    # ---- requests

    async def _ask(self) -> None:
        mutant = mutants.request(self.rng, self.rng.choice(self.requests))
        if mutant in self.requests:
            return
        reader, writer = await _connect(self.server)
        try:
            writer.write(mutant)
            writer.write_eof()
            answer = await reader.read()
        except ConnectionError:
            answer = b""
        finally:
            writer.close()
        self.http += 1
        status = re.match(rb"HTTP/1\.1 (\d{3})", answer)
        self.answers[f"HTTP {status[1].decode()}" if status else "HTTP closed"] += 1
        if status and int(status[1]) >= 500 and (PAGE.is_dir() or status[1] != b"503"):  # which says: it is not built
            self.wrong.append(f"{mutant[:200]!r}: {answer[:60]!r}")


async def _send(folder: Path, count: int, rng: random.Random) -> Frames:
    unlimited: dict[str, Any] = {"messages_per_second": 1e9, "messages_burst": 10**9, "misses_per_minute": 10**9}
    async with (
        running(folder, connections_per_address=10**6, **unlimited) as server,
        server.client() as host,
        server.client() as guest,
    ):
        code = await host.create("solo", [None, None], options={"jump_in_window_ms": 0}, away=24 * 3600)
        await host.sit(0)
        await guest.open(code)
        await guest.sit(1)
        await host.start()
        campaign = Campaign(server, host, rng)
        while campaign.malformed + campaign.http < count:
            await campaign.round()
        live = server.house.tables[code]
        table = fold(code, campaign.log)
        changes = campaign.changes + (table.match != live.table.match) + (table.size != live.table.size)
        await host.say("bye")  # it still serves
        return Frames(
            campaign.malformed,
            campaign.http,
            campaign.valid,
            campaign.answers,
            tuple(campaign.wrong),
            changes,
            (),
        )


async def _connect(server: Running) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, _, port = server.url.removeprefix("http://").partition(":")
    return await asyncio.open_connection(host, int(port), limit=2**20)


class Raw:
    """A WebSocket client that sends anything, valid or not."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    @asynccontextmanager
    async def to(cls, server: Running) -> Any:
        reader, writer = await _connect(server)
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        try:
            yield cls(reader, writer)
        finally:
            writer.close()

    def send(self, *messages: bytes) -> None:
        self.write(b"".join(map(mutants.frame, messages)))

    def write(self, data: bytes) -> None:
        self.writer.write(data)

    async def receive(self) -> bytes | int | None:
        """A message, the code with which the server closes, or None if it hangs up."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = await self.reader.readexactly(2)
                size = head[1] & 127
                if size > 125:
                    size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
                payload = await self.reader.readexactly(size)
                if head[0] & 15 == 8:
                    return int.from_bytes(payload[:2], "big") if payload else 1000
                if head[0] & 15 == 1:
                    return payload
        return None


UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
