"""The tests are given to the workers in an order that leaves the short ones for the end."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import in_order

HERE = Path(__file__).parent


@pytest.mark.parametrize("workers", [2, 3, 8])
@pytest.mark.parametrize("names", ["games page server", "page server", "games", ""])
def test_each_worker_begins_with_long_tests_and_none_is_lost(names: str, workers: int) -> None:
    items: Any = [
        SimpleNamespace(path=HERE / folder / f"test_{file}.py", number=number)
        for folder in names.split()
        for file in range(40)
        for number in range(7 if folder == "games" else 1)
    ]
    found: Any = in_order(items, workers)
    assert sorted(map(id, found)) == sorted(map(id, items))
    if names == "games page server":
        first, left = 0, len(found)
        for worker in range(workers):
            folders = [one.path.parent.name for one in found[first : first + left // (workers - worker)]]
            assert folders == sorted(folders, key=lambda name: name == "games") and folders[0] != "games"
            first += len(folders)
            left -= len(folders)
