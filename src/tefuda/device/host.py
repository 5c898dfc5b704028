"""The border to JavaScript: what must be turned into its values, and back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

from tefuda.device.house import Log, thought
from tefuda.device.worker import Worker
from tefuda.kernel import hosted


def to_js(value: Any) -> Any:
    return import_module("pyodide.ffi").to_js(value)  # which only the browser's Python has


def attach(search: Callable[..., Any]) -> None:
    """Searches with the rules as WebAssembly."""

    def searched(
        game: str,
        seats: int,
        state: bytes,
        seat: int,
        actions: list[int],
        worlds: int,
        seed: int,
        weights: list[int] | None,
        relative: bool,
    ) -> hosted.Found:
        given = (to_js(state), seat, to_js(actions), worlds, str(seed), to_js(weights), relative)
        sums, squares, moves = search(game, seats, *given).to_py()
        return [float(one) for one in sums], [float(one) for one in squares], int(moves)

    hosted.search = searched


def worker(log: Log, think: Callable[[Any], Awaitable[Any]], pace: float) -> Worker:
    async def asked(work: bytes) -> bytes | None:
        found = await think(to_js(work))
        return None if found is None else bytes(found.to_bytes())

    return Worker(log, asked, pace)


def think(work: Any) -> Any:
    """Does a piece of work that another worker has sent, and gives the result."""
    return to_js(thought(work.to_bytes()))
