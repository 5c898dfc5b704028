"""The short form of the trial `load`: that it measures; the figures are in docs/reliability.md."""

from __future__ import annotations

import pytest

from tests.trials import load


def test_everything_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "SECONDS", 5.0)
    monkeypatch.setattr(load, "BURST", 2)
    monkeypatch.setattr(load, "BURST_SECONDS", 1.0)
    found = load.run(3)
    assert found.tables == 3 and found.unfinished == 30
    assert found.moves > 0 and 0 < found.median <= found.p99
    assert found.rate > 0 and found.cold > 0
    assert "3 live tables" in str(found)
