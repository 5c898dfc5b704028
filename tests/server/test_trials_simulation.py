"""The simulation: many short evenings with everything that goes wrong; one seed gives one run."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from tests.trials.simulate import run_seeds
from tests.trials.simulation.running import one, run
from tests.trials.simulation.story import draw

PARTS = 8
SEEDS = 200


@pytest.mark.parametrize("part", range(PARTS))
def test_seeds(part: int) -> None:
    report = run_seeds(range(part, SEEDS, PARTS))
    assert report.passed, str(report)
    assert report.total.ended > SEEDS // PARTS / 2  # else it has tested little
    assert report.total.resent > SEEDS // PARTS


def test_no_thread_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread would do its work at any time."""
    begun: list[threading.Thread] = []
    monkeypatch.setattr(threading.Thread, "start", begun.append)
    stories = [draw(str(seed)) for seed in range(6)]
    assert {story.processes for story in stories} >= {1, 2}
    assert not any(run(story).failures for story in stories) and not begun


def digests(seeds: range) -> list[str]:
    return [one(seed).digest for seed in seeds]


def test_one_seed_gives_one_run() -> None:
    """Byte for byte, also in another process, where Python's sets have another order, and after other runs."""
    seeds = range(12)
    found = digests(seeds)
    assert len(set(found)) == len(found)
    script = f"from tests.server.test_trials_simulation import digests; print(*digests({seeds[::-1]!r}))"
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    again = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert again.stdout.split()[::-1] == found
