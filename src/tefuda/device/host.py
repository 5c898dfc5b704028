"""The border to JavaScript: what must be turned into its values, and back."""

from __future__ import annotations

from array import array
from collections.abc import Awaitable, Callable, Sequence
from importlib import import_module
from typing import Any

from tefuda.bots.master import Asked
from tefuda.device.house import Log, thought
from tefuda.device.judging import Judge
from tefuda.device.worker import Worker
from tefuda.judge.scales import Asked as Weighing
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

    def worths(self, position: hosted.Position, seat: int, weights: list[int]) -> list[int]:
        return [int(one) for one in self.web.worths(to_js(position), seat, to_js(weights)).to_py()]

    def weigh(
        self, position: hosted.Position, seat: int, actions: list[int], worlds: int, seed: int, weights: list[int],
        relative: bool, later: list[int], blank: bool,
    ) -> list[Weighed]:  # fmt: skip
        given = to_weigh(position, seat, actions, worlds, seed, weights, relative, later, blank)
        return weighed(self.web.weigh(*given))


def to_weigh(
    position: hosted.Position, seat: int, actions: Sequence[int], worlds: int, seed: int, weights: Sequence[int],
    relative: bool, later: Sequence[int], blank: bool,
) -> tuple[Any, ...]:  # fmt: skip
    """What a weighing is told; what later rounds bring is a long row, which crosses at once."""
    how = (to_js(list(actions)), worlds, str(seed), to_js(list(weights)), relative, to_js(array("i", later)), blank)
    return to_js(position), seat, *how


def weighed(told: Any) -> list[Weighed]:
    return [Weighed(*map(float, row)) for row in told.to_py()]


def found(told: Any) -> hosted.Found:
    sums, squares, moves = told.to_py()
    return [float(one) for one in sums], [float(one) for one in squares], int(moves)


def attach(web: Any) -> None:
    """From now on the rules as WebAssembly do what takes long."""
    hosted.work = Rules(web)


def worker(log: Log, think: Callable[[Any], Awaitable[Any]], pool: Any, pace: float) -> Worker:
    """The tables. `think` is another worker, and `pool` small ones for weighings."""

    async def asked(work: bytes) -> bytes | None:
        found = await think(to_js(work))
        return None if found is None else bytes(found.to_bytes())

    async def weigh(asked: Weighing) -> list[Weighed]:
        position = hosted.Position(asked.name, asked.game.seats, asked.game.pack())
        found = await pool.weigh(*to_weigh(position, *asked[2:]))
        return weighed(found) if found else asked.find()

    return Worker(log, asked, Judge(weigh, int(pool.width)), pace)


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
