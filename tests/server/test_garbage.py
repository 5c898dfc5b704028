"""Python looks for garbage when much has ended, and only then; and playing leaves none."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from tefuda.server import garbage
from tests.server import cost


class Knot:
    """Refers to itself."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture
def in_charge() -> Iterator[None]:
    """The server looks for garbage, and not Python by itself; everything is tidy."""
    garbage.take_charge()
    garbage.ended()
    try:
        while garbage._ended < garbage.MANY:
            garbage.ended()
        assert garbage.tidy()
        yield
    finally:
        gc.enable()


def test_it_looks_when_many_have_ended(in_charge: None) -> None:
    knot = weakref.ref(Knot())
    for _ in range(garbage.MANY - 1):
        garbage.ended()
    assert not garbage.tidy()
    assert knot()
    garbage.ended()
    assert garbage.tidy()
    assert not knot()
    assert not garbage.tidy()


def test_it_looks_when_there_is_far_more_than_before(in_charge: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "NEW", 5_000)
    knots = [weakref.ref(Knot()) for _ in range(10_000)]
    assert garbage.tidy()
    assert not any(knot() for knot in knots)
    assert not garbage.tidy()


def test_where_python_looks_by_itself_nothing_is_done() -> None:
    for _ in range(garbage.MANY):
        garbage.ended()
    assert not garbage.tidy()


def test_playing_leaves_none_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole matches, one after the other; the looks are between moves of the first and of the last."""
    found: list[object] = []
    play, count = cost._move, 0

    async def looking(*given: object) -> float:
        nonlocal count
        count += 1
        if count == 20:
            gc.collect()  # what other tests have left, too
        if count == 400:
            gc.set_debug(gc.DEBUG_SAVEALL)
            gc.collect()
            found.extend(type(one).__name__ for one in gc.garbage if type(one).__module__.startswith("tefuda"))
            gc.garbage.clear()
            gc.set_debug(0)
        return await play(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(cost, "_move", looking)
    gc.disable()
    try:
        asyncio.run(cost.measure(tmp_path, 420))
    finally:
        gc.enable()
    assert not found
