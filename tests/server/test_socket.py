"""The WebSocket refuses what is not a message, what is too much, and whoever may not connect."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tefuda.server import protocol as p
from tefuda.server.connection import Connection
from tefuda.server.serve import bind
from tests.trials.running import Running, running
from tests.trials.virtual import run_virtually

HELLO = p.encode(p.Hello("h", p.VERSION)).decode()


def talked(folder: Path, talk: Callable[[Running, ClientConnection], Awaitable[None]], **more: Any) -> None:
    async def main() -> None:
        async with running(folder, **more) as server, connect(_ws(server), compression=None) as socket:
            await talk(server, socket)

    run_virtually(main())


def _ws(server: Running) -> str:
    return server.url.replace("http", "ws") + "/ws"


async def closed(socket: ClientConnection) -> int:
    """The code with which the server closes."""
    try:
        while True:
            await asyncio.wait_for(socket.recv(), 10)
    except ConnectionClosed as found:
        return found.rcvd.code if found.rcvd else 0


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", 1007),
        ("hello", 1007),
        ("[]", 1007),
        ("{}", 1007),
        ('{"type": "hello"}', 1007),
        ("[" * 4000, 1007),
        (b"\x00", 1003),
        ("x" * 9000, 1009),
    ],
)
def test_what_is_no_message_closes(tmp_path: Path, frame: str | bytes, code: int) -> None:
    async def talk(server: Running, socket: ClientConnection) -> None:
        await socket.send(frame)
        assert await closed(socket) == code

    talked(tmp_path, talk)


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        ('{"type": "fly", "id": "1"}', "malformed"),
        ('{"type": "hello", "id": "1", "version": 1, "more": 2}', "malformed"),
        ('{"type": "hello", "id": "1", "version": "1"}', "malformed"),
        ('{"type": "hello", "id": "1", "version": 1, "token": "short"}', "malformed"),
        ('{"type": "hello", "id": "1", "version": 3}', "version"),
        ('{"type": "hello", "id": "1", "version": 2, "pair": "AAAA"}', "token"),
        ('{"type": "start", "id": "1"}', "hello-first"),
        ('{"type": "create", "id": "1", "game": "scout", "seats": []}', "hello-first"),
    ],
)
def test_what_has_an_id_is_answered(tmp_path: Path, frame: str, reason: str) -> None:
    async def talk(server: Running, socket: ClientConnection) -> None:
        await socket.send(frame)
        answer = p.decode_server(await socket.recv())
        assert isinstance(answer, p.Refused) and (answer.id, answer.reason) == ("1", reason)

    talked(tmp_path, talk)


def test_hello_is_said_once(tmp_path: Path) -> None:
    async def talk(server: Running, socket: ClientConnection) -> None:
        await socket.send(HELLO)
        welcome = p.decode_server(await socket.recv())
        assert isinstance(welcome, p.Welcome) and welcome.token and len(welcome.token) == 43
        assert p.decode_server(await socket.recv()) == p.Accepted("h")
        await socket.send(HELLO)
        answer = p.decode_server(await socket.recv())
        assert isinstance(answer, p.Refused) and answer.reason == "hello-twice"

    talked(tmp_path, talk)


def test_an_error_of_ours_is_called_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("on purpose")

    async def talk(server: Running, socket: ClientConnection) -> None:
        await socket.send(HELLO)
        assert await closed(socket) == 1011

    monkeypatch.setattr(Connection, "_hello", fail)
    talked(tmp_path, talk)


def test_too_many_messages(tmp_path: Path) -> None:
    async def talk(server: Running, socket: ClientConnection) -> None:
        for _ in range(30):
            await socket.send(p.encode(p.Pong(1)).decode())
        assert await closed(socket) == 1008

    talked(tmp_path, talk, messages_per_second=1.0, messages_burst=10)


def test_too_many_connections(tmp_path: Path) -> None:
    async def talk(server: Running, socket: ClientConnection) -> None:
        with pytest.raises(InvalidStatus):
            await connect(_ws(server))

    talked(tmp_path, talk, connections_per_address=1)


def test_too_many_tables(tmp_path: Path) -> None:
    async def talk(server: Running, socket: ClientConnection) -> None:
        await socket.send(HELLO)
        reasons: list[str] = []
        for number in range(3):
            create = p.Create(str(number), "scout", [None, "club", "club"])
            await socket.send(p.encode(create).decode())
        while len(reasons) < 3:
            answer = p.decode_server(await socket.recv())
            if isinstance(answer, p.Accepted | p.Refused) and answer.id != "h":
                reasons.append(getattr(answer, "reason", "accepted"))
        assert reasons == ["accepted", "accepted", "too-fast"]

    talked(tmp_path, talk, tables_per_hour=2)


def test_strange_pages_may_not_connect(tmp_path: Path) -> None:
    async def talk(server: Running, socket: ClientConnection) -> None:
        with pytest.raises(InvalidStatus):
            await connect(_ws(server), origin="https://elsewhere.example")  # type: ignore[arg-type]
        for origin in (server.url, "https://friend.example", "https://cards.example"):
            async with connect(_ws(server), origin=origin):  # type: ignore[arg-type]
                pass

    talked(tmp_path, talk, origins=("https://friend.example",), public_url="https://cards.example")


def test_small_messages_are_sent_at_once() -> None:
    with bind("127.0.0.1", 0) as sock:
        sock.listen()
        with socket.create_connection(sock.getsockname()):
            accepted, _ = sock.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP  # by which asyncio knows that it may


def test_nothing_is_compressed(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(tmp_path) as server, connect(_ws(server), compression="deflate") as socket:
            assert not socket.protocol.extensions

    run_virtually(main())
