"""`tefuda new` writes games that play."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.found.test_variants import tefuda


@pytest.mark.parametrize("base", ["blank", "scout", "twentythree", "solo", "gift", "scout:next_seat"])
def test_a_new_game_plays_and_keeps_the_contract(tmp_path: Path, base: str) -> None:
    name = "my_game" if base == "blank" else f"{base.partition(':')[0]}-mine"
    made = tefuda("new", str(tmp_path / name), "--from", base, lang="")
    assert made.returncode == 0, made.stderr
    seats = ["--seats", "3"] if base != "gift" else []
    played = tefuda("play", str(tmp_path / name), "--seed", "1", *seats, typed="1\nq\n")
    assert "(h: help)" in played.stdout, played.stderr
    if base in ("blank", "scout"):
        test = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / name / "tests")]
        found = subprocess.run(test, text=True, capture_output=True, cwd=tmp_path)
        assert found.returncode == 0, found.stdout


@pytest.mark.parametrize(
    ("name", "base", "said"),
    [
        ("scout", "blank", "there is already a game 'scout'"),
        ("my-game", "blank", "is no name for a game"),
        ("1st", "scout", "is no name for a game"),
        ("mine", "chess", "there is no game 'chess'"),
        ("mine", "scout:castle", "scout has no rule 'castle'"),
        ("", "blank", "exists already"),
    ],
)
def test_a_game_that_cannot_be_written_is_refused(tmp_path: Path, name: str, base: str, said: str) -> None:
    found = tefuda("new", str(tmp_path / name), "--from", base, lang="")
    assert said in found.stderr and found.returncode == 2
    assert list(tmp_path.iterdir()) == []
