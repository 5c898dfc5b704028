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
        ("class", "blank", "'class' is the name of something in Python; choose another one, such as my_game"),
        ("calendar", "blank", "is the name of something in Python"),
        ("__main__", "blank", "is the name of something in Python"),
        ("numpy", "scout", "is the name of something in Python"),
    ],
)
def test_a_game_that_cannot_be_written_is_refused(tmp_path: Path, name: str, base: str, said: str) -> None:
    found = tefuda("new", str(tmp_path / name), "--from", base, lang="")
    assert said in found.stderr and found.returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_a_game_never_hides_a_module_of_python(tmp_path: Path) -> None:
    assert tefuda("new", str(tmp_path / "my_game"), lang="").returncode == 0
    (tmp_path / "my_game").rename(tmp_path / "calendar")
    found = tefuda("play", str(tmp_path / "calendar"), lang="")
    assert "'calendar' is a name of Python's own; give the folder" in found.stderr and found.returncode == 2


def test_a_game_here_without_its_folder_is_pointed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert tefuda("new", "my_game", lang="").returncode == 0
    found = tefuda("play", "my_game", lang="")
    assert found.returncode == 2 and "; the one in the folder here is ./my_game\n" in found.stderr
