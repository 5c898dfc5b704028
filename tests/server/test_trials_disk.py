"""The simulation's model of the database answers as the real store does."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tefuda.server.rows import Entry, Head, Row
from tefuda.server.store import Store
from tests.trials.simulation.disk import Database, SimStore
from tests.trials.simulation.world import Process, World

CODES = ("A" * 12, "B" * 12, "C" * 12)


def some_entry(rng: random.Random, lengths: dict[str, int], now: float) -> Entry:
    """Mostly the next rows of a table; else rows that are there already, or come too early."""
    code = rng.choice(CODES)
    first = max(1, lengths[code] + rng.choice((1, 1, 1, 1, 0, 2)))
    rows = tuple(Row(first + number, rng.randbytes(8)) for number in range(rng.randint(1, 3)))
    return Entry(Head(code, rng.choice(("lobby", "playing", "over")), True, "scout", now, b"{}"), rows)


@pytest.mark.parametrize("seed", range(3))
def test_answers_are_those_of_the_real_store(tmp_path: Path, seed: int) -> None:
    rng, world = random.Random(seed), World(f"disk/{seed}")
    real = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    model = SimStore(Database(world, shared=False), Process(world, "one"))  # type: ignore[abstract]
    lengths = dict.fromkeys(CODES, 0)
    for number in range(60):
        batch = [some_entry(rng, lengths, float(number)) for _ in range(rng.randint(1, 3))]
        answers = [[type(answer) for answer in store.append(batch)] for store in both(real, model)]
        assert answers[0] == answers[1]
        for code in CODES:
            assert real.load(code) == model.load(code)
            assert real.head(code) == model.head(code)
            found = real.load(code)
            lengths[code] = len(found[1]) if found else 0
        assert real.stale(number / 2, 2) == model.stale(number / 2, 2)
    word = "w" * 64
    for store in both(real, model):
        store.keep_pair(word, b"sealed", 10.0, 0.0)
    assert [store.take_pair(word, 5.0) for store in both(real, model)] == [b"sealed"] * 2
    assert [store.take_pair(word, 5.0) for store in both(real, model)] == [None] * 2
    assert sum(lengths.values()) > 30
    real.close()


def both(real: Store, model: SimStore) -> tuple[Any, Any]:
    return real, model
