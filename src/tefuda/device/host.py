"""The border to JavaScript: what must be turned into its values, and back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

from tefuda.bots.master import Asked
from tefuda.device.house import Log, thought
from tefuda.device.worker import Worker
from tefuda.kernel import hosted
from tefuda.kernel.plain import Weighed


def to_js(value: Any) -> Any:
    return import_module("pyodide.ffi").to_js(value)  # which only the browser's Python has


class Rules:
    """The rules as WebAssembly: `web` is what src/web/device/rules.ts loads."""

    def __init__(self, web: Any) -> None:
        self.web = web

    def search(
        self, position: hosted.Position, seat: int, actions: list[int], worlds: int, seed: int,
        weights: list[int] | None, relative: bool,
    ) -> hosted.Found:  # fmt: skip
        given = (seat, to_js(actions), worlds, str(seed), to_js(weights), relative)
        return found(self.web.search(to_js(position), *given))

    def quick(self, position: hosted.Position, seat: int, weights: list[int]) -> int:
        return int(self.web.quick(to_js(position), seat, to_js(weights)))

    def think(self, position: hosted.Position, seat: int, net: Any, seed: int) -> int:
        return int(self.web.think(to_js(position), seat, to_js(net), str(seed)))

    def values(self, position: hosted.Position, seat: int, net: Any, seed: int) -> dict[int, int]:
        pairs = self.web.values(to_js(position), seat, to_js(net), str(seed)).to_py()
        return {int(action): int(value) for action, value in pairs}

    def look_ahead(
        self, position: hosted.Position, seat: int, actions: list[int], worlds: int, seed: int, net: Any
    ) -> hosted.Found:
        return found(self.web.look_ahead(to_js(position), seat, to_js(actions), worlds, str(seed), to_js(net)))

    def play_later(self, position: hosted.Position, matches: int, seed: int, weights: list[int]) -> list[int]:
        return [int(one) for one in self.web.play_later(to_js(position), matches, str(seed), to_js(weights)).to_py()]

    def weigh(
        self, position: hosted.Position, seat: int, actions: list[int], worlds: int, seed: int, weights: list[int],
        relative: bool, later: list[int], blank: bool,
    ) -> list[Weighed]:  # fmt: skip
        given = (to_js(actions), worlds, str(seed), to_js(weights), relative, to_js(later), blank)
        rows = self.web.weigh(to_js(position), seat, *given).to_py()
        return [Weighed(*map(float, row)) for row in rows]


def found(told: Any) -> hosted.Found:
    sums, squares, moves = told.to_py()
    return [float(one) for one in sums], [float(one) for one in squares], int(moves)


def attach(web: Any) -> None:
    """From now on the rules as WebAssembly do what takes long."""
    hosted.work = Rules(web)


def worker(log: Log, think: Callable[[Any], Awaitable[Any]], pace: float) -> Worker:
    async def asked(work: bytes) -> bytes | None:
        found = await think(to_js(work))
        return None if found is None else bytes(found.to_bytes())

    return Worker(log, asked, pace)


async def think(work: Any, pool: Any) -> Any:
    """Does a piece of work that another worker has sent, with a pool of workers for searches, and gives the result."""

    async def share(asked: Asked) -> list[list[float]]:
        position = to_js(hosted.Position(asked.name, asked.game.seats, asked.game.pack()))
        pieces = to_js([(piece.worlds, str(piece.seed)) for piece in asked.pieces])
        more = (to_js(asked.weights), to_js(asked.net), asked.relative, pieces)
        found = await pool.search(position, asked.seat, to_js(asked.actions), *more)
        if not found:
            return [asked.find(piece) for piece in asked.pieces]
        return [[float(one) for one in sums] for sums in found.to_py()]

    return to_js(await thought(work.to_bytes(), share, int(pool.width)))
