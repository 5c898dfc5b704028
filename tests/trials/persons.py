"""The people of a scene: each connection writes down what it gets, and when."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from tefuda.server import protocol as p

PATIENCE = 60.0  # seconds after which an answer or a turn that does not come is given up: the difference is then found
NAMES = ("Aki", "Ben", "Chie", "Dan", "Emi", "Watcher", "Guest", "Second")

Frames = list[tuple[float, str]]


class Person:
    """One connection that writes down what it gets, and when."""

    def __init__(self, socket: ClientConnection, number: int) -> None:
        self.socket = socket
        self.number = number
        self.name = NAMES[number]
        self.frames: Frames = []
        self.code = ""
        self.match = self.n = self.round = self.asked = self.scene = 0
        self.answers: dict[str, asyncio.Future[None]] = {}
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        async for text in self.socket:
            assert isinstance(text, str)
            self.frames.append((loop.time(), text))
            message = brief(text)
            match message.type:
                case "table":
                    self.code = message.code
                case "update":
                    self.match, self.n = message.match, message.n
                    self.round = message.view.round if message.view else 0
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

    async def rename(self, seat: int, number: int) -> None:
        await self.ask(p.Sit, seat=seat, name=f"{self.name} {number}")

    async def why(self, move: str) -> None:
        await self.ask(p.Why, move=move)

    async def pace(self, speed: p.Speed) -> None:
        await self.ask(p.Pace, speed=speed)

    async def reveal(self) -> None:
        """The round is not over, so nothing may be shown."""
        await self.ask(p.Reveal, match=self.match, round=self.round)

    async def ready(self) -> None:
        """Says that this person has looked at the last round; looks at the hands of the first, as later ones differ."""
        await self.ask(p.Reveal, match=self.match, round=1)
        await self.ask(p.Ready, match=self.match, round=self.round - 1)

    async def speak(self) -> None:
        await self.ask(p.Say, phrase="nice")

    async def play(self, move: str) -> None:
        await self.ask(p.Play, match=self.match, at=self.n, move=move)


class View(msgspec.Struct):
    seat: int | None = None
    round: int = 1


class Brief(msgspec.Struct):
    type: str = ""
    view: View | None = None
    id: str = ""
    code: str = ""
    match: int = 0
    n: int = 0
    nonce: int = 0


brief = msgspec.json.Decoder(Brief).decode
