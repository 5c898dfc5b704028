"""Every game has golden records, a pinned order of legal moves and perft counts, and they still hold."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tefuda import GAMES, Match, Record
from tefuda.cli.perft import count
from tefuda.kernel.engine import engine_in
from tests.golden import FOLDER, VIEWS, dump

ROOT = Path(__file__).parents[2]
GOLDEN = sorted(FOLDER.glob("*.txt"))
PERFT = ROOT / "tests" / "perft"
POSITIONS = [
    pytest.param(file.stem, position, id=f"{file.stem}-{position['name']}")
    for file in sorted(PERFT.glob("*.toml"))
    for position in tomllib.loads(file.read_text("utf-8"))["position"]
]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_game_without_its_files(game: str) -> None:
    assert list(FOLDER.glob(f"{game}-*.txt")), f"{game} has no golden record in tests/golden"
    assert (PERFT / f"{game}.toml").exists(), f"{game} has no perft file in tests/perft"
    assert list((ROOT / "tests" / "games" / game).glob("test_*.py")), f"{game} has no rule tests in tests/games"
    assert (ROOT / "tests" / "oracles" / f"{game}.py").exists(), f"{game} has no oracle in tests/oracles"
    for folder in ("games", "rules"):
        assert (ROOT / "docs" / folder / f"{game}.md").exists(), f"{game} has no page in docs/{folder}"


@pytest.mark.parametrize("file", GOLDEN, ids=[file.stem for file in GOLDEN])
def test_golden_record(file: Path) -> None:
    how, _, rest = file.read_text("utf-8").partition("\n")
    assert how.startswith(f"# python -m tests.golden {file.name} ")
    text, mark, _ = rest.partition(VIEWS)
    assert mark
    match = Match.replay(text)
    assert match.result is not None
    assert str(match.record) == text
    assert dump(Record.parse(text)) == rest[len(text) :]


@pytest.mark.parametrize(("game", "position"), POSITIONS)
@pytest.mark.parametrize("form", ["plain", "checked", "compiled"])
def test_perft(game: str, position: dict[str, Any], form: str) -> None:
    match = Match.replay(position["record"])
    assert len(position["counts"]) >= 2
    assert position["by_hand"], "depth 1 and 2 are worked out by hand; say how"
    start = engine_in(game, form).Game.unpack(match.record.last().pack(), match.seats)
    deep = position["counts"] if form == "compiled" else [n for n in position["counts"] if n < 3000]
    for depth, expected in enumerate(deep, 1):
        assert count(start, depth) == expected, f"depth {depth}"
