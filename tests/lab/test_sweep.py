"""Sweeps: grids and lists of setups on the same seeds."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tefuda.cli import main
from tefuda.lab.compare import compare
from tefuda.lab.plan import check_plan
from tefuda.lab.sweep import grid, sweep, values_of


def test_values() -> None:
    assert values_of("first,draft") == ["first", "draft"]
    assert values_of("10..40..10") == ["10", "20", "30", "40"]
    assert values_of("3..5") == ["3", "4", "5"]
    assert values_of("7") == ["7"]
    for wrong in ("", "a,,b", "a,a", "5..3", "1..9..0", "1..100000"):
        with pytest.raises(ValueError):
            values_of(wrong)


def test_every_combination() -> None:
    assert grid({"a": ["1", "2"], "b": ["x", "y"]}) == [
        {"a": "1", "b": "x"},
        {"a": "1", "b": "y"},
        {"a": "2", "b": "x"},
        {"a": "2", "b": "y"},
    ]
    with pytest.raises(ValueError, match="at least two"):
        grid({"a": ["1"]})
    with pytest.raises(ValueError, match="1,000 setups"):
        grid({name: [str(one) for one in range(10)] for name in "abc"})


def test_each_setup_is_compared_with_the_first_and_surely_enough() -> None:
    plans = [check_plan("gift", {"stall_turns": turns}, 2, ["random"], 300) for turns in (5, 10, 30)]
    rows = sweep(
        [({"stall_turns": str(plan.options["stall_turns"])}, plan) for plan in plans], ["minutes"], processes=1
    )
    assert [row.name for row in rows] == ["stall_turns=5", "stall_turns=10", "stall_turns=30"]
    alone = {one.measure: one for one in compare(plans[0], plans[2], processes=1)}["minutes"]
    last = rows[2].measures["minutes"]
    assert (last.a, last.b, last.change.value) == (alone.a, alone.b, alone.change.value)
    assert last.change.high > alone.change.high, "two intervals that hold together are wider than one"
    assert rows[0].measures["minutes"].b == alone.a and rows[0].measures["minutes"].same


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = "lab sweep gift --over stall_turns=5,30 --over seats=2,3 --bots random --games 40 --processes 1"
    sheet = tmp_path / "stall.csv"
    assert main([*command.split(), "--measures", "minutes,no_winner", "--json", "--csv", str(sheet)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["setup"] for one in found][1] == {"stall_turns": "5", "seats": "3"}
    with sheet.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["minutes"]) for row in rows] == [one["measures"]["minutes"]["value"] for one in found]
    assert float(rows[2]["minutes_change_low"]) == found[2]["measures"]["minutes"]["change_interval"][0]
    assert main([*command.split(), "--lang", "ja"]) == 0
    assert "最初の設定との差" in capsys.readouterr().out
    pairs = [
        "lab",
        "sweep",
        "scout",
        "--setup",
        "",
        "--setup",
        "edition=draft seats=3",
        "--games",
        "5",
        "--bots",
        "random",
    ]
    assert main([*pairs, "--processes", "1", "--lang", "en"]) == 0
    assert "edition=draft seats=3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("scout", "say what is varied"),
        ("scout --over edition=first,draft --setup edition=draft", "not both"),
        ("scout --over edition=first", "at least two setups"),
        ("scout --over edition=first,last", "edition must be one of"),
        ("scout --over edition=first,oink", "seats must be 2 here"),
        ("scout --over joy=1,2", "joy"),
        ("scout --over edition", "NAME=VALUE"),
        ("scout --setup edition=draft", "at least two setups"),
        ("scout --setup edition=draft --setup edition=draft", "two setups are the same"),
        ("scout --over edition=first,draft --measures joy", "there is no measure 'joy'"),
        ("scout --over edition=first,draft --csv nowhere/x.csv --games 2 --processes 1", "nowhere"),
    ],
)
def test_bad_input_is_refused(arguments: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "sweep", *arguments.split(), "--seats", "4"]) == 2
    assert reason in capsys.readouterr().err
