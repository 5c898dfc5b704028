"""`tefuda daily`."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tests.judge.test_daily import DAY, played
from tests.terminal import Terminal


class Today(date):
    @classmethod
    def today(cls) -> date:  # type: ignore[override]
        return DAY


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("tefuda.cli.daily.date", Today)
    return tmp_path / "tefuda" / "daily.json"


def test_there_is_one_try_a_day(terminal: Terminal, home: Path) -> None:
    daily, moves = played("twentythree")
    shown = terminal.run("daily 23", "u", *moves)
    assert terminal.code == 0 and "the same for everybody" in shown and "Better than" in shown
    line = shown.strip().splitlines()[-1]
    assert line.startswith(f"Tefuda 23 2026-01-31 {float(daily.result):+.1f} ")
    terminal.run("daily 23")
    assert terminal.code != 0 and line in terminal.error
    assert "練習" in terminal.run("daily 23 --again --lang ja", "q")
    assert terminal.code == 1


def test_a_try_that_is_left_counts(terminal: Terminal, home: Path) -> None:
    terminal.run("daily scout", "q")
    terminal.run("daily scout")
    assert "not played to its end" in terminal.error


def test_a_damaged_note_loses_nothing(terminal: Terminal, home: Path) -> None:
    home.parent.mkdir()
    home.write_text("[1", "utf-8")
    assert "the same for everybody" in terminal.run("daily scout", "q")


@pytest.mark.parametrize(
    ("day", "complaint"), [("soon", "is not a day"), ("2025-12-31", "deals from"), ("2026-02-01", "deals from")]
)
def test_bad_days(terminal: Terminal, day: str, complaint: str) -> None:
    terminal.run(f"daily scout --day {day}")
    assert terminal.code != 0 and complaint in terminal.error
