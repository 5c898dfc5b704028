"""Every game has golden records, a pinned order of legal moves and perft counts, and they still hold."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tefuda import GAMES, Match, Record
from tefuda.cli.perft import count
from tefuda.kernel.engine import engine_in
from tests.games import rule_tests
from tests.golden import GOLDEN, VIEWS, dump

ROOT = Path(__file__).parents[2]
HERE = ROOT / "tests" / "games"
PLACE = ROOT / "src" / "tefuda" / "games"
POSITIONS = [
    pytest.param(file.parent.name, position, id=f"{file.parent.name}-{position['name']}")
    for file in sorted(HERE.glob("*/perft.toml"))
    for position in tomllib.loads(file.read_text("utf-8"))["position"]
]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_game_without_its_files(game: str) -> None:
    assert list((HERE / game / "golden").glob("*.txt")), f"{game} has no golden record"
    assert rule_tests(game), f"{game} has no rule tests"
    for file in ("perft.toml", "oracle.py", "test_oracle.py", "test_agrees.py", "test_terminal.py"):
        assert (HERE / game / file).exists(), f"{game} has no {file} in tests/games"
    for page in ("page.en.md", "page.ja.md", "rules.md"):
        assert (PLACE / game / page).exists(), f"{game} has no {page}"


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
