"""What holds for all tests: fuzz tests that can be repeated, long tests first, little time for garbage and imports."""

from __future__ import annotations

import gc
import os
import sys
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import settings

from tests.terminal import Terminal

OFTEN = 20_000  # new objects after which garbage is looked for; Python's own 700 are for small programs
LONG = ("page", "server", "found", "kernel", "mutants")  # folders whose tests take long

# One thread for NumPy and PyTorch: the workers share the cores already, and a thread that waits for another one spins.
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(name, "1")

# What is imported to collect the tests keeps its bytecode, whatever the environment says: to rewrite all assertions
# takes longer than everything else that a worker does before its first test.
AS_ASKED = sys.dont_write_bytecode
sys.dont_write_bytecode = False

# Fuzz tests try the same texts every time in CI, so that a red run can be repeated; elsewhere they try new ones.
settings.register_profile("steady", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("steady")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each worker begins with long tests, so that only short ones are left when the last ones are shared out."""
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        items[:] = in_order(items, workers)


def in_order(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in the order in which xdist gives them out: to each worker in turn an equal part."""
    files = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    long = [file for file in files if folder(file[0].path) in LONG]
    short = [test for file in files if folder(file[0].path) not in LONG for test in file]
    hands: list[list[pytest.Item]] = [[] for _ in range(workers)]
    turn = 0
    while long:  # from both ends: the browsers' tests beside others
        hands[turn % workers] += long.pop(0 if turn % 2 else -1)
        turn += 1
    found: list[pytest.Item] = []
    left = len(items)
    for number, hand in enumerate(hands):
        size = left // (workers - number)
        room = max(0, size - len(hand))
        found += hand + short[:room]
        del short[:room]
        left -= size
    return found + short


def folder(path: Path) -> str:
    return path.relative_to(Path(__file__).parent).parts[0]


def pytest_collection_finish() -> None:
    """Thousands of collected tests are no garbage: looking through them again and again took half of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OFTEN, 20, 50)
    sys.dont_write_bytecode = AS_ASKED  # tests change sources, and would run what they were before


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return Terminal(monkeypatch, capsys)
