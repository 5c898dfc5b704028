"""`tefuda puzzles`."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tefuda.bots import BOTS
from tefuda.games import GAMES
from tefuda.judge.puzzles import puzzle
from tefuda.match import Match
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


def test_records_in_which_nothing_can_be_found(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, rng = Match("gift", 2, 3), random.Random(3)
    file = tmp_path / "match.txt"
    file.write_text(str(match.record), "utf-8")
    terminal.run(f"puzzles find --record {file}")
    assert terminal.code == 2 and "this match is not over" in terminal.error
    while match.result is None:
        seat = match.to_act[0] if match.actor is None or match.actor < 0 else match.actor
        match.play(seat, BOTS["club"](match.view(seat), match.moves(seat), rng))
    file.write_text(str(match.record), "utf-8")
    monkeypatch.setattr("tefuda.cli.puzzles.of_seat", lambda match, seat: iter(()))
    assert terminal.run(f"puzzles find --record {file}") == ""
    assert terminal.code == 0 and "no decision in it had one clearly best move" in terminal.error


def test_a_game_that_was_never_measured_is_not_searched_for_ever(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tefuda.cli.puzzles.measured", lambda game: None)
    terminal.run("puzzles find scout")
    assert terminal.code == 2 and "never measured" in terminal.error
