"""The outermost guard: how many connections an address may have, and how long each may take before it says anything."""

from __future__ import annotations

import asyncio
import struct
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import structlog
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from tefuda.server import garbage
from tefuda.server.budgets import household
from tefuda.server.settings import Settings

HEAD_MAX = 32 * 1024  # bytes of a request before its body
HEAD_SECONDS = 10.0  # for all of them
BODY_SECONDS = 20.0
STALL_SECONDS = 30.0  # for which a client may read nothing of what it is sent
OUTSIDE_SECONDS = 1.0  # for which an address that asks too much gets no new connection
LOG_SECONDS = 60.0  # between two lines about connections that were refused
DIRECT = "tefuda"  # where a scope has the socket itself
SWITCHING_PROTOCOLS = 101
TEXT = 0x81  # a whole text in one frame
MASKED = 0x80  # is added to the size of a client's frame; 126 and 127 say that the size itself comes next
SHORT = 6  # bytes before a payload of at most 125
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Door:
    """The open HTTP connections, counted by household. Proxies bring many people."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.http: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()  # for metrics
        self._outside: dict[str, float] = {}  # households that are kept out, and until when
        self._proxies = _TrustedHosts(settings.trusted_proxies)
        self._logged = float("-inf")

    def enter(self, host: str) -> str | None:
        """The name under which a connection is counted; None if there are too many."""
        who = household(host)
        alone = bool(host) and host not in self._proxies
        if alone and self._outside and self._is_outside(who):
            self.refuse("too-fast")
            return None
        if self.http.total() >= self.settings.connections_max:
            self.refuse("full")
            return None
        if alone and self.http[who] >= self.settings.connections_per_address:
            self.refuse("connections")
            return None
        self.http[who] += 1
        return who

    def keep_out(self, who: str) -> None:
        """Refuses new connections of a household that asks too much, for a moment: even a refusal costs something."""
        self._outside[who] = asyncio.get_running_loop().time() + OUTSIDE_SECONDS

    def _is_outside(self, who: str) -> bool:
        if self._outside.get(who, 0.0) > asyncio.get_running_loop().time():
            return True
        self._outside.pop(who, None)
        return False

    def leave(self, who: str) -> None:
        self.http[who] -= 1
        if not self.http[who]:
            del self.http[who]

    def refuse(self, why: str) -> None:
        self.refused[why] += 1
        now = asyncio.get_running_loop().time()
        if now - self._logged >= LOG_SECONDS:
            self._logged = now
            structlog.get_logger("tefuda").warning("connections are refused", **self.refused)


class Stalls(asyncio.Protocol):
    """Ends a connection whose client reads nothing for long: what it was to be sent would stay in memory."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    stall: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.stall is None:
            self.stall = self.loop.call_later(STALL_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._moves()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._moves()
        garbage.ended()

    def _moves(self) -> None:
        if self.stall:
            self.stall.cancel()
            self.stall = None


class Socket(Stalls, WebSocketsSansIOProtocol):
    """A WebSocket. Frequent messages bypass ASGI, which would cost as much as a move."""

    whole = False  # whether all that came after the handshake came in whole frames

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING_PROTOCOLS:
            self.scope["extensions"][DIRECT] = {DIRECT: self}
            self.whole = not self.conn.reader.buffer

    def data_received(self, data: bytes) -> None:
        """Reads a single short text, as nearly all are, and leaves everything else to the library."""
        if self.whole:
            end = end_of_frame(data, 0)
            if end == len(data) == SHORT + data[1] - MASKED and data[0] == TEXT and self._is_between_messages():
                with suppress(UnicodeDecodeError):
                    return self.heard(unmasked(data[2:SHORT], data[SHORT:]).decode())
            while 0 < end < len(data):
                end = end_of_frame(data, end)
            self.whole = end == len(data)
        return super().data_received(data)

    def _is_between_messages(self) -> bool:
        return self.conn.state is State.OPEN and self.conn.current_size is None

    def heard(self, text: str) -> None:
        """What `send_receive_event_to_app` does with a text."""
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def say(self, texts: Sequence[bytes]) -> bool:
        """Sends these messages at once; False if the connection is closed."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.transport.write(b"".join(part for text in texts for part in (text_head(len(text)), text)))
        return True


def end_of_frame(data: bytes, start: int) -> int:
    """Where a client's frame that begins here ends; -1 if it is not complete, too large, or not masked."""
    if len(data) < start + SHORT or data[start + 1] < MASKED or data[start + 1] == MASKED + 127:
        return -1
    size, head = data[start + 1] - MASKED, SHORT
    if size == 126:
        size, head = int.from_bytes(data[start + 2 : start + 4], "big"), SHORT + 2
    return start + head + size if start + head + size <= len(data) else -1


def unmasked(mask: bytes, data: bytes) -> bytes:
    """The payload of a client's frame. It is masked by four bytes, over and over."""
    size = len(data)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(key, "little")).to_bytes(size, "little")


def text_head(size: int) -> bytes:
    """The head of a frame with a text of this many bytes."""
    if size < 126:
        return bytes((TEXT, size))
    return struct.pack("!BBH", TEXT, 126, size) if size < 2**16 else struct.pack("!BBQ", TEXT, 127, size)


class Http(Stalls, HttpToolsProtocol):
    """A connection that speaks HTTP, or will be a WebSocket."""

    who: str | None = None
    door: Door
    deadline: asyncio.TimerHandle | None = None
    head = 0  # bytes of it, while it comes

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        app: Any = self.config.app
        self.door = app.state.door
        self.who = self.door.enter(self.client[0] if self.client else "")
        if self.who is None:
            transport.abort()
        else:
            self._within(HEAD_SECONDS, "head")

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._leave()

    def _leave(self) -> None:
        self._within(0, "")
        if self.who is not None:
            self.door.leave(self.who)
            self.who = None

    def data_received(self, data: bytes) -> None:
        if self.who is None:
            return
        self.head += len(data)
        super().data_received(data)
        if self.head > HEAD_MAX and not self.transport.is_closing():
            self.door.refuse("head")
            self.transport.write(TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._within(HEAD_SECONDS, "head")

    def on_headers_complete(self) -> None:
        self.head = -(2**62)  # what follows is the body
        self._within(BODY_SECONDS, "body")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.head = 0
        self._within(0, "")
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._leave()  # it is counted as a WebSocket from here on
        super().handle_websocket_upgrade()

    def _within(self, seconds: float, what: str) -> None:
        """Closes the connection unless the next part arrives in time."""
        if self.deadline:
            self.deadline.cancel()
        self.deadline = self.loop.call_later(seconds, self._too_late, what) if seconds else None

    def _too_late(self, what: str) -> None:
        self.door.refuse(what)
        self.transport.abort()
