"""The worked example learns: a few updates are enough to beat random seats."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_scout.py"


@pytest.fixture(scope="module")
def example() -> Any:
    spec = importlib.util.spec_from_file_location("learn_scout", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_short_run_beats_random_seats(example: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It led by 55 points a match when this was written, and by 51 with another seed; before learning by about 0."""
    monkeypatch.setattr(example, "ENVS", 96)
    _, curve = example.train(updates=4, every=4, matches=48)
    first, last = curve
    assert abs(first["lead"]) < 12
    assert last["lead"] > first["lead"] + 15
    assert "<polyline" in example.draw(curve)


def test_the_example_is_at_most_200_lines() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 200
