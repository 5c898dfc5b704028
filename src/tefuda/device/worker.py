"""What the worker of the browser calls. Texts and bytes cross the border, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from msgspec import json

from tefuda.deal import proof
from tefuda.device.house import Device, Log, Port, Think
from tefuda.device.judging import Judge
from tefuda.server import replays
from tefuda.server.answers import (
    Bad,
    brought,
    check_code,
    check_match,
    daily_of,
    judgement_of,
    look,
    puzzle_of,
    record_of,
    results_of,
    table_of,
    why_not,
)
from tefuda.server.connection import Connection
from tefuda.server.openings import Opening
from tefuda.server.rows import StorageError
from tefuda.server.table import Refusal, person_of


class Worker:
    def __init__(self, log: Log, think: Think, judge: Judge, pace: float) -> None:
        self.device = Device(log, think, pace)
        self.judge = judge

    def connect(self, post: Callable[[str | None], None]) -> Callable[[str | None], None]:
        """Connects a page: messages to it go to `post`, and the function that this gives takes its messages."""
        port = Port(post)
        self.device.spawn(Connection(self.device, port, "", peer=True).run())
        return port.hear

    def changed(self, code: str) -> None:
        """Another page of this browser has written to a table: it is loaded anew, unless it is just being written."""
        live = self.device.tables.get(code)
        if live and not live.lock.locked():
            self.device.drop(live)

    async def ask(self, url: str, token: str, body: str | None) -> tuple[int, str]:
        """What a server answers to a request over HTTP: the status and the text."""
        parts = urlsplit(url)
        try:
            found = await self._answer(unquote(parts.path), dict(parse_qsl(parts.query)), token, body)
        except (Bad, Refusal, StorageError) as error:
            status, said = why_not(error)
            return status, json.encode(said).decode()
        return 200, found if isinstance(found, str) else json.encode(found).decode()

    async def _answer(self, path: str, query: dict[str, str], token: str, body: str | None) -> Any:
        match path.strip("/").split("/")[1:]:
            case ["tables", code]:
                return await self._table(code)
            case ["replays"] if body is not None:
                return await self._brought(body, query)
            case ["replays", code, number]:
                record = await self._record(code, number.removesuffix(".txt"), token)
                if number.endswith(".txt"):
                    return str(record)
                return replays.frames(record, *look(query, record))  # at once: to start another worker takes longer
            case ["replays", code, number, "proof"]:
                return proof(await self._record(code, number, token))
            case ["replays", code, number, "judge"]:
                record = await self._record(code, number, token)
                return await judgement_of(query, record, self.judge.part)
            case ["puzzles", game]:
                return await self._beside(puzzle_of, game, query)
            case ["daily", game]:
                return await self._beside(daily_of, game, query, self.device.wall())
            case ["openings"] if body is not None and token:
                await self.device.take_up(person_of(token), _opening(body))
                return {}
            case ["me"] if token:
                return results_of(await self.device.finished(person_of(token)))
        raise Bad(404, "there is no such thing on this device")

    async def _table(self, code: str) -> dict[str, Any]:
        head = await self.device.head(check_code(code))
        if head is None:
            raise Refusal("no-table", "there is no table with this code")
        return table_of(head)

    async def _brought(self, body: str, query: dict[str, str]) -> Any:
        if len(body.encode()) > replays.RECORD_MAX:
            raise Bad(413, f"a record has at most {replays.RECORD_MAX} bytes")
        record = await self._beside(brought, body.encode())
        return await self._beside(replays.frames, record, *look(query, record))

    async def _record(self, code: str, number: str, token: str) -> Any:
        match = check_match(number)
        found = await self.device.load(check_code(code))
        if found is None:
            raise Refusal("no-table", "there is no table with this code")
        return record_of(code, found[1], match, person_of(token) if token else "", self.device.wall())

    async def _beside(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return await self.device.pools.replays.run("", work, *arguments)


def _opening(body: str) -> Opening:
    try:
        return json.decode(body, type=Opening)
    except ValueError as error:  # msgspec's are such
        raise Bad(400, str(error)) from None
