"""`tefuda puzzles`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda.games import GAMES
from tefuda.judge.puzzles import puzzle
from tests.terminal import Terminal


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved(terminal: Terminal, game: str) -> None:
    found = puzzle(game, 3)
    other = next(iter(found.less))
    shown = terminal.run(f"puzzles solve {game} --number 3", other, "nonsense", found.best)
    assert f"There is a better one: this costs {found.less[other]:.1f} points" in shown and "Right!" in shown
    assert terminal.code == 0


def test_the_answer_can_be_seen(terminal: Terminal) -> None:
    shown = terminal.run("puzzles solve 23 --number 1 --lang ja", "u", "best")
    assert "何出す？" in shown and "いちばんよい手は" in shown
    assert terminal.code == 1


def test_the_puzzle_of_the_day_can_be_left(terminal: Terminal) -> None:
    assert "Which move is best?" in terminal.run("puzzles solve scout", "q")
    assert terminal.code == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("solve scout --number 0", "there is no puzzle 0"),
        ("solve nothing", "there is no game"),
        ("find", "name a game"),
        ("find scout --count 0", "--count must be"),
        ("find --record /nowhere/x", "cannot read"),
    ],
)
def test_bad_input(terminal: Terminal, tmp_path: Path, arguments: str, complaint: str) -> None:
    terminal.run(f"puzzles {arguments}")
    assert terminal.code != 0 and complaint in terminal.error
