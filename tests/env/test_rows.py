"""What the page says about the numbers of an observation is true, and a version keeps its numbers."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tefuda.env import perfect_parts
from tefuda.games import GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")
TITLES = {"scout": "SCOUT", "twentythree": "23", "solo": "SOLO", "gift": "GIFT"}
ROW = re.compile(r"^\| (\d+)(?:–(\d+))? \| `(\w+)` \| ([\d ×]*)\| .+ \|$", re.MULTILINE)

# Of the layout and the moves of each version. Whoever changes one gives the game a new version, and this its new line.
KEPT = {
    "scout-v1": "8aa389aae318d4c8",
    "twentythree-v2": "8f3a88f892ffbba9",
    "solo-v1": "0e567fccf6fef6ed",
    "gift-v2": "83424b47b8ac645a",
}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_field_is_on_the_page(game: str) -> None:
    start = PAGE.index(f"\n### {TITLES[game]}\n")
    section = PAGE[start : PAGE.index("\n#", start + 5)]
    found = [
        (name, int(first), int(last or first) + 1, tuple(int(n) for n in shape.split(" × ") if n.strip()))
        for first, last, name, shape in ROW.findall(section)
    ]
    assert found == [tuple(part) for part in perfect_parts(game)]
    known = next(part.start for part in perfect_parts(game) if part.name.startswith("hidden_"))
    assert f"\n{known} numbers; {perfect_parts(game)[-1].stop} with what is hidden." in section


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_version_keeps_its_numbers(game: str) -> None:
    moves = [GAMES[game].move_text(action) for action in range(GAMES[game].engine.n_actions)]
    layout = [tuple(part) for part in perfect_parts(game)]
    digest = hashlib.sha256(repr((layout, moves)).encode()).hexdigest()[:16]
    assert KEPT[f"{game}-v{GAMES[game].version}"] == digest


def test_every_game_has_a_version_and_its_ids_are_on_the_page() -> None:
    for game, version in ((name, GAMES[name].version) for name in TITLES):  # other tests bring along other games
        assert f"`tefuda/{game}-v{version}`" in PAGE
        assert f"`tefuda_{game}_v{version}`" in PAGE


@pytest.mark.parametrize(
    ("module", "library"), [("parallel", "gymnasium"), ("aec", "pettingzoo"), ("openspiel", "pyspiel")]
)
def test_a_missing_library_says_how_to_get_it(module: str, library: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; import tefuda.env.{module}"
    found = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=False)
    assert f"ImportError: tefuda.env.{module}: " in found.stderr
    assert "pip install 'tefuda[env]'" in found.stderr
