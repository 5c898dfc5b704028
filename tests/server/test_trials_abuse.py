"""The short form of the trial `abuse`: a few attacks, for a moment, on this machine's loopback only."""

from __future__ import annotations

import pytest

from tests.trials import abuse

NOISE = 1.0  # seconds: a machine that runs other tests too is slow by itself, but what is mended took longer


@pytest.mark.parametrize("name", ["reopen", "long_log", "half_sent", "repeats"])
def test_players_hardly_notice_an_attack(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(abuse, "ALONE", 1.0)
    monkeypatch.setattr(abuse, "AIM", NOISE)
    (found,) = abuse.run(4, names=(name,)).found
    assert found.passed, str(found)
    assert found.under.moves and found.under.creates and found.rows < 1500
