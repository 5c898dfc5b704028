"""Tuning finds weights that gain more, and the seed decides everything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda import GAMES
from tefuda.bots.entrants import read_weights
from tefuda.cli import main
from tefuda.games.option import check_options
from tefuda.tune import Trial, margin, tune

FACE = GAMES["twentythree"]
OPTIONS = check_options(FACE.options, {})
POOR = (0,) * len(FACE.weights.CLUB)


def test_tuning_gains() -> None:
    first = Trial("twentythree", OPTIONS, 2, POOR, FACE.weights.CLUB)
    *_, last = tune(first, generations=6, population=16, deals=6, seed=3)
    fresh = range(10**6, 10**6 + 60)
    assert margin(first._replace(weights=last.weights), fresh) > margin(first, fresh)


def test_the_seed_decides_everything() -> None:
    first = Trial("twentythree", OPTIONS, 2, POOR, POOR)
    runs = [list(tune(first, 2, 6, 2, seed, processes)) for seed, processes in ((1, 1), (1, 2), (2, 1))]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_a_seat_that_counts_alone() -> None:
    """Equal seats have no margin over each other in all rotations, but all of them take chips."""
    trial = Trial("twentythree", OPTIONS, 2, FACE.weights.CLUB, FACE.weights.CLUB)
    assert margin(trial, range(20)) == pytest.approx(0)
    assert margin(trial._replace(alone=True), range(20)) < 0


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "23", "--seats", "2", "--generations", "1", "--population", "4", "--deals", "1"]) == 0
    assert "weights: (" in capsys.readouterr().out


def test_weights_are_kept_and_go_on_from_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["tune", "23", "--seats", "2", "--generations", "1", "--population", "4", "--deals", "1"]
    assert main([*command, "--save", str(tmp_path / "mine.toml")]) == 0
    told = capsys.readouterr().out.splitlines()[-1]
    assert told == f"weights: {read_weights(tmp_path / 'mine.toml', 'twentythree')}"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]
    again = ["--start", str(tmp_path / "mine.toml"), "--against", str(tmp_path / "mine.toml")]
    assert main([*command, *again]) == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("23 --seats 7", "seats must be 2 to 4 here, not 7"),
        ("23 --start master", "'master' is more than weights"),
        ("23 --against club~force", "'club~force' is more than weights"),
        ("23 --start nowhere.toml", "cannot read nowhere.toml"),
        ("23 --save mine.txt", "ends in .toml"),
        ("23 --save nowhere/mine.toml", "there is no folder nowhere"),
        ("23 --population 1", "at least 1 generation of 4"),
    ],
)
def test_bad_input_is_refused(arguments: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", *arguments.split()]) == 2
    assert reason in capsys.readouterr().err
