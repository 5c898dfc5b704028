"""The short form of the trial `abuse`: a few attacks, for a moment, on this machine's loopback only.

Moves are not timed by the clock on the wall, but by what the server works until it answers: a busy machine fails none.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from tests.trials import abuse


def processor(process: int) -> float:
    """The seconds that a process has worked so far, with all its threads: the machine may do other things meanwhile."""
    return time.clock_gettime(~process << 3 | 2)  # what clock_getcpuclockid gives on Linux


def test_other_processes_do_not_make_the_clock_go() -> None:
    with subprocess.Popen([sys.executable, "-c", "print(flush=True); input()"], stdin=-1, stdout=-1) as idle:
        assert idle.stdout and idle.stdout.readline()
        before, mine = processor(idle.pid), processor(os.getpid())
        while processor(os.getpid()) < mine + 0.1:
            pass
        assert processor(idle.pid) - before < 0.05
        idle.communicate(b"\n")


@pytest.mark.parametrize("name", ["reopen", "long_log", "half_sent", "repeats"])
def test_players_hardly_notice_an_attack(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(abuse, "ALONE", 1.0)
    monkeypatch.setattr(abuse, "clock", processor)
    (found,) = abuse.run(4, names=(name,)).found
    assert found.passed, str(found)
    assert found.under.moves and found.under.creates and found.rows < 1500
