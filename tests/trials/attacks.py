"""What one address can do to a server: each attack is a process of its own, bounded in time, against loopback only.

    python -m tests.trials.attacks NAME PORT SECONDS

It prints what it did as JSON, and the trial `abuse` checks that it did something.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import resource
import secrets
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tefuda.match import Match
from tefuda.server import protocol as p

LONG = "10NG10NG10NG"  # the code of a table with a long log, which the trial has stored
SPECTATORS = 95
RECORD = 127_000  # bytes of a record that is replayed
FLOOD = 200_000_000  # bytes of headers

Attack = Callable[["Attacker"], Awaitable[None]]
ATTACKS: dict[str, Attack] = {}


def attack(function: Attack) -> Attack:
    ATTACKS[function.__name__] = function
    return function


class Attacker:
    """Somebody at 127.0.0.2, or at several addresses from there on."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.did: Counter[str] = Counter()

    def address(self, number: int = 0) -> tuple[str, int]:
        return f"127.0.0.{2 + number // SPECTATORS}", 0

    # ---- HTTP

    async def raw(self, number: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=self.address(number))

    async def ask(self, path: str, host: str = "localhost", body: bytes = b"", method: str = "GET") -> int:
        """The status of one request; 0 if there was no answer."""
        head = f"{method} {path} HTTP/1.1\r\nhost: {host}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        self.did["asked"] += 1
        try:
            reader, writer = await self.raw()
            try:
                writer.write(head.encode() + body)
                answer = await reader.read()
            finally:
                writer.close()
        except OSError:
            return self.done("away")
        return self.done(answer[9:12].decode() or "closed")

    def done(self, what: str) -> int:
        self.did[what] += 1
        return int(what) if what.isdigit() else 0

    # ---- the WebSocket

    async def person(self, number: int = 0, **more: Any) -> ClientConnection:
        url = f"ws://127.0.0.1:{self.port}/ws"
        made = await connect(url, compression=None, local_addr=self.address(number), open_timeout=30, **more)
        await self.say(made, p.Hello("h", p.VERSION))
        return made

    async def people(self, count: int, **more: Any) -> list[ClientConnection]:
        found = list[ClientConnection]()
        for number in range(count):
            with suppress(OSError, WebSocketException, TimeoutError):
                found.append(await self.person(number, **more))
        self.did["connections"] += len(found)
        return found

    async def say(self, person: ClientConnection, command: p.Command) -> p.Refused | p.Accepted:
        """The answer to a command."""
        await person.send(p.encode(command).decode())
        async for text in person:
            message = p.decode_server(text)
            if isinstance(message, p.Accepted | p.Refused) and message.id == command.id:
                self.did[message.reason if isinstance(message, p.Refused) else "accepted"] += 1
                return message
            if isinstance(message, p.Table):
                self.table = message
        raise OSError("closed")

    async def begin(self, person: ClientConnection, bots: list[p.Level]) -> str:
        """A table of this person and bots, begun."""
        await self.say(person, p.Create("c", "scout", [None, *bots]))
        code = self.table.code
        await self.say(person, p.Sit("s", 0))
        await self.say(person, p.Start("b"))
        return code


async def for_ever(work: Callable[[], Awaitable[Any]]) -> None:
    """Repeats something until the attack is over or the server refuses it."""
    while True:
        try:
            await work()
        except (OSError, WebSocketException, TimeoutError):
            await asyncio.sleep(0.1)


async def together(count: int, work: Callable[[], Awaitable[Any]]) -> None:
    await asyncio.gather(*(for_ever(work) for _ in range(count)))


async def each(people: list[ClientConnection], work: Callable[[ClientConnection], Awaitable[Any]]) -> None:
    """Everybody repeats it for as long as the server lets them."""

    async def one(person: ClientConnection) -> None:
        with suppress(OSError, WebSocketException):
            while True:
                await work(person)

    await asyncio.gather(*map(one, people))


# ---- attacks that once slowed the server down


@attack
async def reopen(me: Attacker) -> None:
    """Spectators open one table over and over."""
    people = await me.people(SPECTATORS)
    code = await me.begin(people[0], ["club", "club"])
    await each(people[1:], lambda one: me.say(one, p.Open("o", code)))


@attack
async def replays(me: Attacker) -> None:
    """Long records are brought to be replayed, eight at a time."""
    body = long_record()
    await together(8, lambda: me.ask("/api/replays", body=body, method="POST"))


def long_record() -> bytes:
    match = Match("solo", 4, seed=1, target_score=5000, jump_in_window_ms=0)
    rng = random.Random(1)
    while match.to_act and len(match.record.events) < RECORD // 12:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
    return str(match.record).encode()


@attack
async def long_log(me: Attacker) -> None:
    """A table with a long log is asked for, eight times at once."""
    await together(8, lambda: me.ask(f"/api/tables/{LONG}"))


@attack
async def pictures(me: Attacker) -> None:
    """Invitations to any table, with long names of the host."""
    names = itertools.cycle(["localhost", "x" * 900, "x" * 4000])
    await together(8, lambda: me.ask(f"/api/tables/{secrets.token_hex(6).upper()}/qr.svg", next(names)))


@attack
async def masters(me: Attacker) -> None:
    """Forty tables at which bots of the level master play one another, and hints are asked for."""
    people = await me.people(40)
    for person in people:
        with suppress(OSError, WebSocketException):
            await me.begin(person, ["master"] * 4)
            await me.say(person, p.Stand("x"))
            await me.say(person, p.Sit("y", 0))
    await each(people, lambda one: me.say(one, p.Hint("h2")))


@attack
async def repeats(me: Attacker) -> None:
    """Commands that change nothing, or hardly anything, over and over."""

    async def nag(person: ClientConnection) -> None:
        await me.say(person, p.Sit("s", 0, "Nag", secrets.token_hex(4)))
        await me.say(person, p.Allow("a", True))
        await me.say(person, p.Sit("s", 0, "Nag"))
        await asyncio.sleep(0.16)  # just slow enough to go on for ever

    people = await me.people(40)
    for person in people:
        await me.say(person, p.Create("c", "scout", [None, "club", "club"]))
    await each(people, nag)


@attack
async def half_sent(me: Attacker) -> None:
    """Requests that never end, and headers without end."""
    sockets = list[Any]()
    for number in range(1100):
        with suppress(OSError):
            _, writer = await me.raw()
            writer.write(b"GET / HTTP/1.1\r\nhost: x\r\nx-%d: " % number)
            sockets.append(writer)
            me.did["connections"] += 1
    chunk = b"x" * 65536
    for _ in range(FLOOD // len(chunk) // 16):
        for writer in sockets[:16]:
            if not writer.is_closing():
                writer.write(chunk)
                me.did["chunks"] += 1
                with suppress(OSError):
                    await asyncio.wait_for(writer.drain(), 1)
    await asyncio.sleep(3600)


# ---- other attacks


@attack
async def slow_readers(me: Attacker) -> None:
    """Spectators who never read, at a table where much is said."""
    host, other = await me.people(2)
    code = await me.begin(host, ["club", "club"])
    await me.say(other, p.Open("o", code))
    for _ in range(SPECTATORS - 2):
        with suppress(OSError):
            await deaf(me, code)
    await each([host], lambda one: chat(me, one))


async def deaf(me: Attacker, code: str) -> None:
    """A spectator who follows a table and reads nothing of it."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.bind(me.address())
    sock.setblocking(False)
    await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", me.port))
    person = await connect(f"ws://127.0.0.1:{me.port}/ws", sock=sock, compression=None, max_queue=1)
    await person.send(p.encode(p.Hello("h", p.VERSION)).decode())
    for _ in range(50):
        await person.send(p.encode(p.Open("o", code)).decode())
    person.transport.pause_reading()
    me.did["deaf"] += 1


async def chat(me: Attacker, person: ClientConnection) -> None:
    await me.say(person, p.Say("w", None, "x" * 200))
    await asyncio.sleep(0.06)


@attack
async def thousand(me: Attacker) -> None:
    """A thousand spectators from a dozen addresses at one table where people talk."""
    people = await me.people(1000)
    code = await me.begin(people[0], ["club", "club"])
    for person in people[1:]:
        with suppress(OSError, WebSocketException):
            await me.say(person, p.Open("o", code))
    silent = [each([person], lambda one: one.recv()) for person in people[1:]]
    await asyncio.gather(each(people[:1], lambda one: chat(me, one)), *silent)


@attack
async def half_open(me: Attacker) -> None:
    """Connections on which nothing is said, before the handshake and after it."""
    kept = list[Any]()
    for _ in range(600):
        with suppress(OSError):
            kept.append(await me.raw())
            me.did["connections"] += 1
    for _ in range(200):
        with suppress(OSError, WebSocketException, TimeoutError):
            kept.append(await connect(f"ws://127.0.0.1:{me.port}/ws", local_addr=me.address(), open_timeout=1))
            me.did["sockets"] += 1
    await asyncio.sleep(3600)


@attack
async def wrong_codes(me: Attacker) -> None:
    """Guesses codes, over HTTP and over the WebSocket."""

    def code() -> str:
        return secrets.token_hex(6).upper()

    people = await me.people(20)
    guesses = each(people, lambda one: me.say(one, p.Open("o", code())))
    await asyncio.gather(guesses, together(8, lambda: me.ask(f"/api/tables/{code()}")))


@attack
async def tables(me: Attacker) -> None:
    """Everybody makes tables."""
    people = await me.people(SPECTATORS)
    seats: list[p.Level | None] = [None, *["club"] * 9]  # type: ignore[list-item]
    await each(people, lambda one: me.say(one, p.Create("c", "solo", seats)))


@attack
async def messages(me: Attacker) -> None:
    """Everybody says whatever is answered, just slowly enough not to be thrown out."""
    wrong = p.Play("p", 1, 0, "x" * 80)
    people = await me.people(SPECTATORS)
    code = await me.begin(people[0], ["club", "club"])
    for person in people[1:]:
        await me.say(person, p.Open("o", code))

    async def nag(person: ClientConnection) -> None:
        await me.say(person, wrong)
        await asyncio.sleep(0.05)

    await each(people, nag)


@attack
async def asks(me: Attacker) -> None:
    """People alone with bots ask why not, change the pace, take back, look at hands, come again and give up."""
    people = await me.people(40)
    for person in people:
        await me.begin(person, ["club", "club"])
    code = me.table.code
    speeds: itertools.cycle[p.Speed] = itertools.cycle(["at-once", "slow", "fast"])

    async def nag(person: ClientConnection) -> None:
        def own() -> str:
            return secrets.token_hex(8)

        for command in (
            p.Why(own(), "play 1+5"),
            p.Pace(own(), next(speeds)),
            p.Say(own(), "nice"),
            p.Undo(own()),
            p.Reveal(own(), 1, 1),
            p.Concede(own()),
            p.Again(own()),
            p.Open(own(), me.table.code if me.table.host else code),
        ):
            await me.say(person, command)
            await asyncio.sleep(0.05)

    await each(people, nag)


@attack
async def pages(me: Attacker) -> None:
    """The page and everything that can be asked for without a code."""
    api = ["games", "openapi.json", "protocol", "tables", "me", "lab", "rules/scout/en"]
    paths = itertools.cycle(["/", "/healthz", "/none", *(f"/api/{name}" for name in api)])
    await together(32, lambda: me.ask(next(paths)))


@attack
async def connects(me: Attacker) -> None:
    """Connections that come, say hello and go."""

    async def once() -> None:
        person = await me.person()
        await person.close()

    await together(20, once)


async def run(name: str, port: int, seconds: float) -> Counter[str]:
    me = Attacker(port)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ATTACKS[name](me)
    return me.did


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    print(msgspec.json.encode(asyncio.run(run(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))).decode(), flush=True)
