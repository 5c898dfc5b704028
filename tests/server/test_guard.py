"""What never becomes a request: half-sent heads, endless heads, too many connections, clients that read nothing."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode

from tefuda.server import connection, guard
from tefuda.server import protocol as p
from tefuda.server.guard import Door, Socket, Stalls, text_head
from tefuda.server.protocol import FRAME_MAX
from tests.server.test_socket import closed
from tests.trials.running import Running, running
from tests.trials.virtual import run_virtually

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 2**16 - 1, 2**16, 2**16 + 1])
def test_texts_are_framed_as_the_library_frames_them(size: int) -> None:
    text = b"x" * size
    assert text_head(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


class Wire(asyncio.Transport):
    """Remembers what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


async def heard(kind: type[WebSocketsSansIOProtocol], pieces: list[bytes]) -> tuple[list[Any], bytes, bool]:
    """What the application is told, what is answered, and whether the connection is closed."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.Event().wait()

    made = uvicorn.Config(app, log_config=None, ws_max_size=FRAME_MAX, ws_per_message_deflate=False, lifespan="off")
    made.load()
    protocol, wire = kind(made, ServerState(), {}, asyncio.get_running_loop()), Wire()
    protocol.connection_made(wire)
    key = "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: " + "A" * 22
    protocol.data_received(f"GET /ws HTTP/1.1\r\nhost: x\r\n{key}==\r\n\r\n".encode())
    protocol.conn.send_response(protocol.response)
    protocol.conn.data_to_send()
    protocol.handshake_complete = True
    with suppress(InvalidState):  # bytes that are no text, behind a frame that has ended the connection
        for piece in pieces:
            if not wire.closed:
                protocol.data_received(piece)
    told = [protocol.queue.get_nowait() for _ in range(protocol.queue.qsize())]
    for task in protocol.tasks:
        task.cancel()
    return told, wire.written, wire.closed


def some_frames(rng: random.Random) -> list[bytes]:
    """Frames of a client, now and then with something wrong in them."""
    frames = []
    for _ in range(rng.randrange(1, 7)):
        data = rng.choice(["", "x", '{"type":"pong","nonce":7}', "手札", "y" * 125, "z" * 126, "w" * 700]).encode()
        data = data if rng.random() < 0.9 else rng.randbytes(3)
        opcode = rng.choice([Opcode.TEXT] * 6 + [Opcode.CONT, Opcode.BINARY, Opcode.PING, Opcode.PONG, Opcode.CLOSE])
        if opcode is Opcode.CLOSE:
            data = b"\x03\xe8"
        short = data[:125] if opcode >= Opcode.CLOSE else data
        sent = Frame(opcode, short, fin=opcode >= Opcode.CLOSE or rng.random() < 0.9).serialize(
            mask=rng.random() < 0.97
        )
        reserved = 0x40 if rng.random() < 0.03 else 0
        frames.append(bytes([sent[0] | reserved]) + sent[1:])
    return frames


def test_frames_mean_what_they_mean_to_the_library_however_they_are_cut() -> None:
    async def main() -> None:
        rng = random.Random(1)
        for _ in range(400):
            pieces = some_frames(rng)
            if rng.random() < 0.7:
                whole = b"".join(pieces)
                cuts = sorted(rng.randrange(len(whole) + 1) for _ in range(rng.randrange(4)))
                pieces = [whole[a:b] for a, b in itertools.pairwise([0, *cuts, len(whole)]) if a < b]
            found = await heard(Counted, pieces)
            assert found == await heard(WebSocketsSansIOProtocol, pieces), pieces
        assert Counted.texts > 50

    run_virtually(main())


class Counted(Socket):
    """Counts the texts that did not go through the library."""

    texts = 0

    def heard(self, text: str) -> None:
        Counted.texts += 1
        super().heard(text)


def guarded(folder: Path, check: Callable[[Running], Awaitable[None]], **more: Any) -> None:
    async def main() -> None:
        async with running(folder, **more) as server:
            await asyncio.wait_for(check(server), 20)

    run_virtually(main())


async def dial(server: Running, host: str = "127.0.0.2") -> Streams:
    port = int(server.url.rpartition(":")[2])
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0))


async def ask(streams: Streams, text: str) -> str:
    """The first line of the answer; empty if the connection ends without one."""
    reader, writer = streams
    try:
        writer.write(text.encode())
        return (await reader.readline()).decode().strip()
    except ConnectionError:
        return ""
    finally:
        writer.close()


def door(server: Running) -> Door:
    app: Any = server.server.config.app
    found: Door = app.state.door
    return found


@pytest.mark.parametrize("sent", ["", "GET / HTTP/1.1\r\nhost: x\r\nx-more: "])
def test_a_head_that_does_not_come_ends_the_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: str
) -> None:
    monkeypatch.setattr(guard, "HEAD_SECONDS", 0.2)

    async def check(server: Running) -> None:
        assert await ask(await dial(server), sent) == ""
        assert door(server).refused["head"] == 1
        while door(server).http:
            await asyncio.sleep(0.01)

    guarded(tmp_path, check)


def test_a_body_that_does_not_come_ends_the_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.2)

    async def check(server: Running) -> None:
        await ask(await dial(server), "POST /api/replays HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n")
        assert door(server).refused["body"] == 1

    guarded(tmp_path, check)


def test_a_client_that_answers_in_time_is_not_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.3)

    async def check(server: Running) -> None:
        reader, writer = await dial(server)
        for _ in range(3):
            writer.write(b"POST /api/replays HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\nx")
            assert b"400" in await reader.readline()
            while await reader.readline() != b"\r\n":
                pass
            await reader.readuntil(b"}")
            await asyncio.sleep(0.15)
        assert not door(server).refused
        writer.close()

    guarded(tmp_path, check)


def test_a_head_has_a_largest_size(tmp_path: Path) -> None:
    async def check(server: Running) -> None:
        assert "431" in await ask(await dial(server), "GET / HTTP/1.1\r\nhost: x\r\nx-more: " + "x" * 40_000)
        body = "x" * 40_000
        head = f"POST /api/replays HTTP/1.1\r\nhost: x\r\ncontent-length: {len(body)}\r\n\r\n"
        assert "400" in await ask(await dial(server), head + body)

    guarded(tmp_path, check)


def test_an_address_has_so_many_connections_before_any_handshake(tmp_path: Path) -> None:
    async def check(server: Running) -> None:
        kept = [await dial(server) for _ in range(3)]
        while door(server).http["127.0.0.2"] < 3:
            await asyncio.sleep(0.01)
        assert await ask(await dial(server), "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n") == ""
        assert "200" in await ask(await dial(server, "127.0.0.3"), "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        proxied = [await dial(server, "127.0.0.1") for _ in range(5)]
        assert "200" in await ask(proxied[-1], "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        for _, writer in [*kept, *proxied]:
            writer.close()
        while door(server).http["127.0.0.2"]:
            await asyncio.sleep(0.01)
        assert "200" in await ask(await dial(server), "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")

    guarded(tmp_path, check, connections_per_address=3)


def test_a_client_that_keeps_asking_too_much_is_kept_out_for_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "OUTSIDE_SECONDS", 0.3)

    async def check(server: Running) -> None:
        request = "GET /api/games HTTP/1.1\r\nhost: x\r\n\r\n"
        found = [await ask(await dial(server), request) for _ in range(5)]
        assert [line[9:12] for line in found] == ["200", "200", "200", "429", ""]
        assert "200" in await ask(await dial(server, "127.0.0.3"), request)
        while (line := await ask(await dial(server), request)) == "":
            await asyncio.sleep(0.02)
        assert "429" in line, "the budget is still spent"

    guarded(tmp_path, check, allowance=0.01)


def test_a_socket_on_which_nothing_is_said_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HELLO_SECONDS", 0.2)

    async def check(server: Running) -> None:
        url = server.url.replace("http", "ws") + "/ws"
        async with connect(url) as silent, connect(url) as polite:
            await polite.send(p.encode(p.Hello("h", p.VERSION)).decode())
            assert await closed(silent) == 1008
            await (await polite.ping())

    guarded(tmp_path, check)


def test_a_client_may_be_so_many_bytes_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(server: Running) -> None:
        async with server.client() as me:
            await me.create("scout", [None, "casual", "casual"])
            (follower,) = server.house.tables[me.code].audience.followers
            assert isinstance(follower, connection.Connection)
            monkeypatch.setattr(connection, "BACKLOG", 1000)
            follower.send(b'"' + b"x" * 500 + b'"')
            assert follower.ending is None and follower.behind > 500
            follower.send(b'"' + b"x" * 500 + b'"')
            assert follower.ending == (1013, "too slow") and not follower.out

    guarded(tmp_path, check)


def test_a_client_that_reads_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "STALL_SECONDS", 0.1)

    class Aborted:
        def __init__(self) -> None:
            self.count = 0

        def abort(self) -> None:
            self.count += 1

    async def main() -> None:
        one = Stalls()
        one.loop, transport = asyncio.get_running_loop(), Aborted()
        one.transport = transport  # type: ignore[assignment]
        one.pause_writing()
        one.resume_writing()
        await asyncio.sleep(0.2)
        assert transport.count == 0
        one.pause_writing()
        one.pause_writing()
        while not transport.count:
            await asyncio.sleep(0.01)
        assert transport.count == 1

    run_virtually(main())
