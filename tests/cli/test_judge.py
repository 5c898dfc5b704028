"""`tefuda judge`."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tefuda.bots import BOTS
from tefuda.match import Match
from tests.terminal import Terminal


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole match of 23 in which seat 0 plays badly."""
    match, rng = Match("twentythree", 3, 8), random.Random(8)
    while match.result is None:
        seat = match.to_act[0]
        level = "random" if seat == 0 else "club"
        match.play(seat, BOTS[level](match.view(seat), match.moves(seat), rng))
    file = tmp_path_factory.mktemp("judge") / "match.txt"
    file.write_text(str(match.record), "utf-8")
    return file


def test_it_tells_what_cost_most(terminal: Terminal, record: Path) -> None:
    shown = terminal.run(f"judge {record} --worlds 32")
    assert terminal.code == 0
    assert "You played like random" in shown
    assert "cost" in shown and "hidden cards" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_it_speaks_japanese(terminal: Terminal, record: Path) -> None:
    shown = terminal.run(f"judge {record} --worlds 32 --lang ja")
    assert "判断" in shown and "伏せた札" in shown and "round" not in shown


def test_json_adds_up(terminal: Terminal, record: Path) -> None:
    shown = terminal.run(f"judge {record} --worlds 32 --seat 1 --json")
    told = json.loads(shown)
    assert shown.startswith("{") and shown.count("\n") == 1, "nothing else"
    assert told["seat"] == 1 and told["decisions"]
    for one in told["rounds"]:
        parts = sum(one[part] for part in ("start", "deal", "draws", "hidden", "others", "own"))
        assert parts == pytest.approx(one["result"])


def test_the_record_of_one_seat_is_enough_for_its_decisions(terminal: Terminal, record: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text(str(Match.replay(record.read_text("utf-8")).record.seen_by(1)), "utf-8")
    shown = terminal.run(f"judge {own} --seat 1 --worlds 32")
    assert terminal.code == 0 and "cannot be told" in shown and "hidden cards" not in shown
    whole, mine = (json.loads(terminal.run(f"judge {one} --seat 1 --worlds 32 --json")) for one in (record, own))
    assert whole["like"] == mine["like"] and mine["rounds"] == mine["curve"] == []
    values = [[(one["best"], one["difference"]) for one in told["decisions"]] for told in (whole, mine)]
    assert values[0] == values[1]
    terminal.run(f"judge {own} --seat 0")
    assert terminal.code == 2 and "seat 0 cannot have seen" in terminal.error
    assert "it may be the record of another seat" in terminal.error


def test_an_unfinished_record_of_one_seat_is_not_judged(terminal: Terminal, record: Path, tmp_path: Path) -> None:
    own = str(Match.replay(record.read_text("utf-8")).record.seen_by(1))
    cut = tmp_path / "cut.txt"
    cut.write_text("".join(own.splitlines(keepends=True)[:-1]), "utf-8")
    terminal.run(f"judge {cut} --seat 1")
    assert terminal.code == 2 and "this match is not over" in terminal.error


def test_levels_are_rough_where_they_were_not_measured(terminal: Terminal, record: Path, tmp_path: Path) -> None:
    """The record is of three seats, and 23 was measured with four."""
    assert "rough" in terminal.run(f"judge {record} --worlds 16")
    assert "およそのもの" in terminal.run(f"judge {record} --worlds 16 --lang ja")
    assert json.loads(terminal.run(f"judge {record} --worlds 16 --json"))["like"]["usual"] is False
    match, rng = Match("twentythree", 4, 8), random.Random(8)
    while match.result is None:
        match.play(match.to_act[0], BOTS["casual"](match.view(match.to_act[0]), match.moves(match.to_act[0]), rng))
    usual = tmp_path / "usual.txt"
    usual.write_text(str(match.record), "utf-8")
    shown = terminal.run(f"judge {usual} --worlds 16")
    assert "You played like" in shown and "rough" not in shown
    assert json.loads(terminal.run(f"judge {usual} --worlds 16 --json"))["like"]["usual"] is True


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("{record} --seat 3", "there is no seat 3"),
        ("{record} --worlds 3", "--worlds must be from 16"),
        ("{open}", "this match is not over"),
        ("{bad}", "line"),
        ("/nowhere/x", "cannot read /nowhere/x"),
    ],
)
def test_bad_input(terminal: Terminal, record: Path, tmp_path: Path, arguments: str, complaint: str) -> None:
    unfinished, bad = tmp_path / "open.txt", tmp_path / "bad.txt"
    text = record.read_text("utf-8")
    unfinished.write_text("\n".join(text.splitlines()[:-1]) + "\n", "utf-8")
    bad.write_text(text + "0 pass\n", "utf-8")
    terminal.run("judge " + arguments.format(record=record, open=unfinished, bad=bad))
    assert terminal.code != 0
    assert complaint in terminal.error
