"""What a type checker tells people who use Tefuda in a project of their own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mypy import api

from tefuda import GAMES

HANDS = {"scout": "list[list[int]]", "twentythree": "list[int]", "solo": "list[str]", "gift": "list[str]"}
RIGHT = """
from typing import Any, assert_type

import tefuda
from tefuda.games.gift.view import Row
from tefuda.games.scout.view import View as ScoutView
from tefuda.games.view import View


def top(match: tefuda.Match) -> list[int]:
    return match.view(None).scores


scout = tefuda.Match("scout", seats=4, seed=7, edition="draft")
assert_type(scout.view(None), ScoutView)
assert_type(scout.undo_to(1).view(0).owner, int | None)
assert_type(scout.shared_view(0).options.turn_cap, int)
assert_type(tefuda.Match("gift").view(0).rows, dict[str, Row])
any_game: list[tefuda.Match] = [scout, tefuda.Match("./my_game"), tefuda.Match.replay("")]
assert_type([match.view(0).hand for match in any_game], list[Any])
assert_type(top(scout), list[int])
assert_type(tefuda.Match("./my_game").view(0), View)
for name in tefuda.GAMES:
    assert_type(tefuda.Match(name).view(0).to_act, list[int])
"""
WRONG = """
import tefuda
from tefuda.games.gift.view import View as GiftView

tefuda.Match("scout").view(0).hnad  # attr-defined
tefuda.Match("scout").view(0).rows  # attr-defined
tefuda.Match("gift").view(0).table  # attr-defined
tefuda.Match("gift").undo_to(0).view(0).table  # attr-defined
tefuda.Match("./my_game").view(0).table  # attr-defined
tefuda.Match.replay("").view(0).table  # attr-defined
len(tefuda.Match("solo").view(None).hand)  # arg-type
sum(tefuda.Match("solo").view(0).hand or [])  # arg-type
tefuda.Match("twentythree").view(0).options.learn  # attr-defined
tefuda.Match("scout", seats="4")  # call-overload
gift: tefuda.Match[GiftView] = tefuda.Match("scout")  # assignment
"""


def test_every_game_s_view_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(HANDS) == set(GAMES), "a game of our own has its place among the types of Match"
    hands = [f'assert_type(tefuda.Match("{game}").view(0).hand, {hand} | None)' for game, hand in HANDS.items()]
    (tmp_path / "right.py").write_text("\n".join([RIGHT, *hands]), "utf-8")
    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")
    monkeypatch.chdir(tmp_path)
    told, failed, _ = api.run(
        ["--strict", "--config-file=", "--cache-dir=/dev/null", "--no-error-summary", "right.py", "wrong.py"]
    )
    assert not failed
    found = re.findall(r"^(.*):(\d+): error: .*\[([\w-]+)\]$", told, re.MULTILINE)
    lines = enumerate(WRONG.split("\n"), 1)
    assert found == [("wrong.py", str(at), line.split("  # ")[1]) for at, line in lines if "  # " in line], told
