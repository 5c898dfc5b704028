"""What a person can type to move, whatever the game."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from rich.console import RenderableType


class Question(NamedTuple):
    """What the line typed so far leaves open. An answer in digits is read as if it had been typed after the line."""

    prompt: str
    line: str


class BadChoice(ValueError):
    """What was typed is not possible; the message tells the person why."""


class Menu(Protocol):
    """The moves of one turn."""

    @property
    def prompt(self) -> str: ...

    def draw(self, width: int) -> RenderableType: ...

    def read(self, line: str) -> list[str] | Question:
        """The moves that a line names, to be made one after the other; or what is still open; or BadChoice.

        A line that the menu does not know is given back as a move, for the match to judge.
        """
