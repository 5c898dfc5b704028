"""A table of another worker: the client's messages are passed on to it, and its answers come back."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tefuda.server import protocol as p
from tefuda.server.table import Refusal
from tefuda.server.tables import Elsewhere

if TYPE_CHECKING:
    from tefuda.server.connection import Connection
    from tefuda.server.peers import Peers

SECRET = "x-tefuda-secret"  # which only the servers of one database know
CLIENT = "x-tefuda-client"  # the address of the client
PATIENCE = 1.5  # seconds for the other worker to answer
ANSWERS = b'{"type":"accepted"', b'{"type":"refused"'  # how they begin


class Relay:
    def __init__(self, connection: Connection, peers: Peers, upstream: ClientConnection, worker: str) -> None:
        self.connection = connection
        self.upstream = upstream
        self.worker = worker
        self.owed: set[str] = set()  # the ids of commands that are not answered yet
        self.paid = asyncio.Event()  # set when all are answered
        self.relays = peers.relays
        self.relays.add(self)
        self.task = asyncio.create_task(self._back())

    @classmethod
    async def to(cls, connection: Connection, peers: Peers, elsewhere: Elsewhere, command: p.Open) -> Relay:
        """Says hello there in the client's name and opens the table."""
        looks, told, facts = connection.looks, connection.told, connection.facts
        hello = p.Hello("hello", p.VERSION, connection.lang, connection.token, looks=looks, told=told, facts=facts)
        try:
            upstream = await connect(
                f"ws://{elsewhere.address}/ws",
                additional_headers={SECRET: peers.secret, CLIENT: connection.address},
                compression=None,
                open_timeout=PATIENCE,
                close_timeout=PATIENCE,
                ping_interval=None,  # the lease shows whether the other worker lives
                max_size=None,
                proxy=None,
            )
            try:
                async with asyncio.timeout(PATIENCE):
                    await upstream.send(p.encode(hello).decode())
                    for _ in range(2):  # hello has two answers: welcome, and accepted
                        await upstream.recv()
                    await upstream.send(p.encode(command).decode())
            except BaseException:
                upstream.transport.abort()  # otherwise it would go on following the table for nobody
                raise
        except (OSError, TimeoutError, WebSocketException) as error:
            raise Refusal("storage", "the table is moving; try again") from error
        relay = cls(connection, peers, upstream, elsewhere.worker)
        relay.owed.add(command.id)
        return relay

    async def forward(self, text: str, command: str) -> None:
        """Passes a message on; the command has this id, if it is one."""
        if command:
            self.owed.add(command)
        try:
            await self.upstream.send(text)
        except ConnectionClosed:
            self.connection.close(1012, "the table is moving")

    async def _back(self) -> None:
        try:
            async for message in self.upstream:
                text = message.encode() if isinstance(message, str) else message
                self.connection.send(text)
                if self.owed and text.startswith(ANSWERS):
                    self.owed.discard(p.decode_server(text).id)
                    if not self.owed:
                        self.paid.set()
        except ConnectionClosed:
            pass
        if self.connection.relay is self:
            self.connection.close(1012, "the table is moving")

    def cut(self) -> None:
        """Cuts the connection to a worker that has died: the connection may not have noticed."""
        self.upstream.transport.abort()

    async def close(self) -> None:
        """The client goes to another table, or is gone. What it asked for here before is answered first."""
        if self.owed and self.connection.ending is None:
            self.paid.clear()
            try:
                await asyncio.wait_for(self.paid.wait(), PATIENCE)
            except TimeoutError:
                self.connection.close(1012, "the table is slow")  # the client sends it again
        self.relays.discard(self)
        self.task.cancel()
        with suppress(Exception):
            await self.upstream.close()
