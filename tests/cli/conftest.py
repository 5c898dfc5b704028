"""A terminal to type at."""

from __future__ import annotations

import io

import pytest

from tefuda.cli import main


class Terminal:
    """Types lines at `tefuda` and reads what it prints."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys
        self.code = -1
        self.error = ""

    def run(self, arguments: str, *lines: str) -> str:
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        self.code = main(arguments.split())
        shown = self.capsys.readouterr()
        self.error = shown.err
        return shown.out


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return Terminal(monkeypatch, capsys)
