"""Games of others that cannot be loaded: each is named in a warning, and all others are there."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

import pytest

from tefuda.games import Games
from tefuda.games.found import FOLDERS, GROUP, NotLoaded
from tests.found.folders import eight_lines, folder
from tests.found.test_variants import tefuda

OURS = ["scout", "twentythree", "solo", "gift"]


def test_a_folder_that_is_gone_or_broken_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone, broken = tmp_path / "gone", folder(tmp_path, "broken", rules="import nothing_like_this\n")
    good = folder(tmp_path, "scout-good", rules=eight_lines())
    monkeypatch.setenv(FOLDERS, f"{gone}:{broken}:{good}")
    games = Games()
    with pytest.warns(NotLoaded) as told:
        assert list(games) == [*OURS, "scout-good"]
    assert [str(one.message).split(":")[0] for one in told] == [
        f"there is no game in {gone}",
        "the game broken cannot be loaded",
    ]
    with pytest.raises(ValueError, match="the game broken cannot be loaded: ModuleNotFoundError"):
        games.find("broken")
    assert games.find("scout-good").base == "scout"


def test_an_installed_package_that_is_broken_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    point = importlib.metadata.EntryPoint("unfinished", "no_such_package", GROUP)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [point] if group == GROUP else [])
    games = Games()
    with pytest.warns(NotLoaded, match="the game unfinished cannot be loaded"):
        assert list(games) == OURS
    with pytest.raises(ValueError, match="No module named 'no_such_package'"):
        games.find("unfinished")


def test_commands_go_on_without_a_folder_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDERS, str(tmp_path / "gone"))
    made = tefuda("new", str(tmp_path / "my_game"), lang="")
    assert made.returncode == 0, made.stderr
    assert f"there is no game in {tmp_path / 'gone'}" in made.stderr
    asked = tefuda("play", "gone", typed="q\n")
    assert asked.returncode == 2
    assert asked.stderr.splitlines()[-1] == f"tefuda: there is no game in {tmp_path / 'gone'}: it has no rules.py"
