"""A terminal with piped input, and a simulated person who types at it."""

from __future__ import annotations

import io
import random
from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar

import pytest
from rich.cells import cell_len

from tefuda.cli import main
from tefuda.match import Match


def widest(shown: str) -> int:
    """The columns of the widest line; that of a command to be copied, which cannot be broken, does not count."""
    return max(cell_len(line) for line in shown.splitlines() if not line.startswith("  tefuda"))


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


class Person(ABC):
    """Types what the screen offers, now and then nonsense."""

    mistakes: ClassVar[list[str]]

    def __init__(self, terminal: Terminal, lang: str) -> None:
        self.terminal, self.lang, self.rng = terminal, lang, random.Random(3)
        self.shown = ""
        self.typed = self.nonsense = 0

    def __call__(self, prompt: str) -> str:
        self.shown += self.terminal.capsys.readouterr().out
        if "log" in prompt:
            return ""
        self.typed += 1
        if answer := self.answer(prompt):
            return answer
        if self.rng.random() < 0.1:
            self.nonsense += 1
            return self.rng.choice(self.mistakes)
        return self.choose()

    def answer(self, prompt: str) -> str:
        """The answer to a question about what was typed; "" if the prompt asks none."""
        return ""

    @abstractmethod
    def choose(self) -> str:
        """One of the moves on the screen."""

    def play(self, game: str, arguments: str, file: Path) -> tuple[Match, str]:
        """A whole match by the command `tefuda play`: the saved record, and what was shown."""
        self.terminal.monkeypatch.setattr("builtins.input", self)
        rest = self.terminal.run(f"play {game} {arguments} --seed 5 --lang {self.lang} --save {file}")
        assert self.terminal.code == 0
        return Match.replay(file.read_text("utf-8")), self.shown + rest
