"""A table of another worker: what the client says goes there, and what is said there comes back."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from typing import TYPE_CHECKING

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tefuda.server import protocol as p
from tefuda.server.table import Refusal

if TYPE_CHECKING:
    from tefuda.server.connection import Connection

SECRET = "TEFUDA_PEER_SECRET"  # known to the workers of one server
HEADER = "x-tefuda-peer"
PATIENCE = 2  # seconds for the other worker to answer


class Relay:
    def __init__(self, connection: Connection, upstream: ClientConnection) -> None:
        self.connection = connection
        self.upstream = upstream
        self.task = asyncio.create_task(self._back())

    @classmethod
    async def to(cls, connection: Connection, address: str, command: p.Open) -> Relay:
        """Says hello there in the client's name and opens the table."""
        hello = p.Hello("hello", p.VERSION, connection.lang, connection.token)
        try:
            upstream = await connect(
                f"ws://{address}/ws",
                additional_headers={HEADER: os.environ.get(SECRET, "")},
                compression=None,
                open_timeout=PATIENCE,
                max_size=None,
            )
            try:
                async with asyncio.timeout(PATIENCE):
                    await upstream.send(p.encode(hello).decode())
                    for _ in range(2):  # welcome, and accepted
                        await upstream.recv()
                    await upstream.send(p.encode(command).decode())
            except BaseException:
                upstream.transport.abort()  # or it would follow the table there for nobody
                raise
        except (OSError, TimeoutError, ConnectionClosed) as error:
            raise Refusal("storage", "the table is moving; try again") from error
        return cls(connection, upstream)

    async def forward(self, text: str) -> None:
        try:
            await self.upstream.send(text)
        except ConnectionClosed:
            self.connection.close(1012, "the table is moving")

    async def _back(self) -> None:
        try:
            async for message in self.upstream:
                self.connection.send(message.encode() if isinstance(message, str) else message)
        except ConnectionClosed:
            pass
        if self.connection.relay is self:
            self.connection.close(1012, "the table is moving")

    async def close(self) -> None:
        self.task.cancel()
        with suppress(Exception):
            await self.upstream.close()
