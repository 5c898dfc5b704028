"""The tests of each game, in a folder of its name: its rules by their numbers, and what lies around the rules."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
AROUND = ("test_agrees", "test_oracle", "test_terminal")  # how the names of the others begin


def rule_tests(game: str) -> list[Path]:
    """The files with a game's rule tests."""
    return [path for path in sorted((HERE / game).glob("test_*.py")) if not path.stem.startswith(AROUND)]
