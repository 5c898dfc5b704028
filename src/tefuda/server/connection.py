"""One WebSocket: decodes what a client says, has it done, and sends what the client may know."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from tefuda.server import protocol as p
from tefuda.server.live import Live
from tefuda.server.table import Refusal
from tefuda.server.tables import Elsewhere

if TYPE_CHECKING:
    from tefuda.server.tables import Tables

BACKLOG = 1_000_000  # bytes that a slow client may be behind
HELLO_SECONDS = 10.0  # until the client must have said hello
PING_SECONDS = 5.0
MOVING_SECONDS = 10.0  # for which a table is tried whose worker does not answer
LOOK_SECONDS = 0.25  # between two tries

COSTS: dict[type[p.Message], str] = {
    p.Open: "opens",
    p.Pair: "pairs",
    p.Hint: "hints",
    p.Say: "words",
    p.Play: "moves",
    p.Why: "moves",
    **dict.fromkeys(
        (
            p.Sit,
            p.Stand,
            p.Assign,
            p.Start,
            p.Again,
            p.Allow,
            p.End,
            p.Publish,
            p.Vote,
            p.Pace,
            p.Undo,
            p.Concede,
            p.Reveal,
            p.Ready,
        ),
        "changes",
    ),
}

# Close codes, as RFC 6455 means them.
UNSUPPORTED = 1003  # binary frames
BAD_DATA = 1007
POLICY = 1008
INTERNAL = 1011
RESTART = 1012
TRY_LATER = 1013


class Gone(Exception):
    """Nobody is there any more."""


class Socket(Protocol):
    """The client's end of a connection, with the messages of ASGI. Sending raises Gone when nobody is there."""

    async def accept(self) -> None: ...
    async def receive(self) -> Mapping[str, Any]: ...
    async def send(self, texts: Sequence[bytes]) -> None: ...
    async def close(self, code: int, reason: str) -> None: ...


class Relayed(Protocol):
    """A table of another worker that this client follows."""

    async def forward(self, text: str, command: str) -> None: ...
    async def close(self) -> None: ...


class Connection:
    """A client. It follows at most one table at a time."""

    def __init__(self, house: Tables, socket: Socket, address: str, peer: bool) -> None:
        self.house = house
        self.socket = socket
        self.address = address
        self.peer = peer  # it comes through another worker, which counts its messages
        self.person = ""
        self.token = ""
        self.lang: p.Lang = "en"
        self.looks = False
        self.told = self.facts = True
        self.live: Live | None = None
        self.relay: Relayed | None = None
        self.out: list[bytes] = []
        self.behind = 0  # bytes that wait to be sent
        self.more = asyncio.Event()
        self.ending: tuple[int, str] | None = None
        self.busy = (
            False  # with a command, which is finished even if the client goes: the table must know what is stored
        )
        self.tokens = float(house.settings.messages_burst)
        self.filled = house.loop.time()
        self.pings: dict[int, float] = {}
        self.rtt = float("inf")  # the shortest round trip so far, in seconds
        self.pinger: asyncio.TimerHandle | None = None

    # ---- out

    def send(self, message: p.Message | bytes) -> None:
        if isinstance(message, p.Refused):
            self.house.refused[message.reason] += 1
        if self.ending is None:
            encoded = message if isinstance(message, bytes) else p.encode(message)
            self.out.append(encoded)
            self.behind += len(encoded)
            if self.behind > BACKLOG:
                self.out.clear()
                self.close(TRY_LATER, "too slow")
            self.more.set()

    def close(self, code: int, reason: str) -> None:
        if self.ending is None:
            self.ending = code, reason
            self.more.set()

    async def _write(self) -> None:
        while True:
            await self.more.wait()
            if self.live and self.live.table.seat_of(self.person) is None:
                await self.house.crowds.take(self.live.table.code)
            self.more.clear()
            try:
                while self.out:
                    texts, self.out = self.out, []
                    await self.socket.send(texts)
                    self.behind -= sum(map(len, texts))
                if self.ending:
                    return await self.socket.close(*self.ending)
            except Gone:
                return None

    # ---- in

    async def run(self) -> None:
        await self.socket.accept()
        self.house.connections.add(self)
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        late = None if self.peer else self.house.loop.call_later(HELLO_SECONDS, self._check_hello)
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and reader.exception():
                self.close(INTERNAL, "internal error")
            if reader.done() and not writer.done() and self.ending:
                await asyncio.wait((writer,), timeout=5)
        finally:
            if late:
                late.cancel()
            self.house.connections.discard(self)
            self.ending = self.ending or (1000, "")
            writer.cancel()
            if self.busy:
                await self._unfollow()  # the others need not wait for that
            else:
                reader.cancel()
            for result in await asyncio.gather(reader, writer, return_exceptions=True):
                if isinstance(result, Exception):
                    self.house.logger.error("a connection failed", error=type(result).__name__, exc_info=result)
            await self._unfollow()

    async def _read(self) -> None:
        while self.ending is None:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                self.close(UNSUPPORTED, "messages are JSON in text frames")
            elif not self._may_speak():
                self.close(POLICY, "too many messages")
            else:
                if not self.peer:  # at the other worker it has waited for its turn already
                    await self.house.turns.take(self.address)
                await self._take(text)

    def _check_hello(self) -> None:
        if not self.person:
            self.close(POLICY, "say hello first")

    def _may_speak(self) -> bool:
        now, settings = self.house.loop.time(), self.house.settings
        self.tokens += (now - self.filled) * settings.messages_per_second
        self.tokens, self.filled = min(self.tokens, settings.messages_burst) - 1, now
        return self.peer or self.tokens >= 0

    async def _take(self, text: str) -> None:
        self.house.messages += 1
        try:
            message = p.decode_client(text)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            known = _id_of(text)
            if known is None:
                return self.close(BAD_DATA, f"not a message: {error}"[:100])
            return self.send(p.Refused(known, "malformed", str(error)))
        except RecursionError:
            return self.close(BAD_DATA, "not a message: too deep")
        if isinstance(message, p.Pong):
            return self._pong(message.nonce, text)
        began = perf_counter()
        try:
            await self._do(message, text)
        except Refusal as refusal:
            if isinstance(message, p.Open):  # a client that opens a table forgets what it knew of the one before
                await self._unfollow()
            self.send(p.Refused(message.id, refusal.reason, refusal.text))
        self.house.timings.acknowledgement.observe(perf_counter() - began)
        return None

    async def _do(self, message: p.Command, text: str) -> None:
        if isinstance(message, p.Hello):
            return await self._hello(message)
        if not self.person:
            raise Refusal("hello-first", "say hello first")
        if isinstance(message, p.Say) and self.house.orders.is_muted(self.house.wall(), self.person, self.address):
            raise Refusal("not-allowed", "the host of this server does not let you speak now")
        if not self.peer and (what := COSTS.get(type(message))):
            self.house.budgets.spend(what, self.address, self.person)
        match message:
            case p.Create():
                live = await self.house.create(self.person, self.address, message)
                await self._unfollow()
                self.live = live
                await live.follow(self, p.Open(message.id, live.table.code))
                return self._measure(live)
            case p.Open():
                return await self._open(message)
            case p.Leave():
                await self._unfollow()
                return self.send(p.Accepted(message.id))
            case p.Pair():
                self.send(p.Paired(message.id, await self.house.pair(self.token)))
                return self.send(p.Accepted(message.id))
        if self.relay:
            return await self.relay.forward(text, message.id)
        if self.live is None:
            raise Refusal("not-open", "open a table first")
        self.busy = not isinstance(message, p.Hint)
        try:
            return await self.live.command(self, message)
        finally:
            self.busy = False

    async def _hello(self, hello: p.Hello) -> None:
        if self.person:
            raise Refusal("hello-twice", "this connection has said hello already")
        if hello.version != p.VERSION:
            raise Refusal("version", f"this server speaks version {p.VERSION}")
        token = hello.token or ""
        if hello.pair is not None:
            token = await self.house.unpair(hello.pair, self.address) or ""
            if not token:
                raise Refusal("token", "this word is not known, or was used, or is too old")
        new = hello.token is None
        self.token = token or secrets.token_urlsafe(32)
        person = self.house.orders.person(self.token)
        if not person:
            raise Refusal("token", "this token counts no more")
        if not self.house.may_come(person, self.token, self.address):
            raise Refusal("not-allowed", "the host of this server does not let you in now")
        self.person, self.lang = person, hello.lang
        self.looks, self.told, self.facts = hello.looks, hello.told, hello.facts
        self.send(p.Welcome(p.VERSION, self.token if new else None))
        self.send(p.Accepted(hello.id))

    async def _open(self, command: p.Open) -> None:
        if self.live and self.live.table.code != command.code:
            await self._unfollow()
        live = await self._find(command)
        if live is None:
            return
        await self._unfollow()
        self.live = live
        await live.follow(self, command)
        self._measure(live)

    async def _find(self, command: p.Open) -> Live | None:
        """The table; None if another worker has it, and the command was passed on.

        The table of a worker that has died is taken over soon.
        """
        until = self.house.loop.time() + MOVING_SECONDS
        while True:
            try:
                return await self.house.find(command.code, "" if self.peer else self.address)
            except Elsewhere as elsewhere:
                await self._unfollow()
                if self.peer:  # the other worker has to look again
                    self.close(RESTART, "the table is moving")
                    return None
                try:
                    self.relay = await self.house.relay(self, elsewhere, command)
                    return None
                except Refusal:
                    if self.house.loop.time() > until:
                        raise
                    await asyncio.sleep(LOOK_SECONDS)

    async def _unfollow(self) -> None:
        if self.pinger:
            self.pinger.cancel()
        if self.live:
            self.live.unfollow(self)
            self.live = None
        if self.relay:
            relay, self.relay = self.relay, None
            await relay.close()

    # ---- how far away the client is

    def _measure(self, live: Live) -> None:
        """In games with races every connection's round trip is measured from the beginning, again and again."""
        if self.house.settings.lag_cap and live.table.race_window:
            self._ping()

    def _ping(self) -> None:
        nonce = secrets.randbelow(2**31)
        self.pings = {nonce: self.house.loop.time()}
        self.send(p.Ping(nonce))
        self.pinger = self.house.loop.call_later(PING_SECONDS, self._ping)

    def _pong(self, nonce: int, text: str) -> None:
        if self.relay:
            self.house.spawn(self.relay.forward(text, ""))
        elif nonce in self.pings:
            self.rtt = min(self.rtt, self.house.loop.time() - self.pings.pop(nonce))

    def lag(self) -> float:
        """The shortest round trip of this connection, in seconds; 0 if none is known."""
        return 0.0 if self.rtt == float("inf") else self.rtt


def _id_of(text: str) -> str | None:
    """The id in something that is not a valid message, so that it can be answered nevertheless."""
    try:
        found: Any = msgspec.json.decode(text, type=_Known)
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError):
        return None
    return str(found.id)


class _Known(msgspec.Struct):
    id: p.Id
