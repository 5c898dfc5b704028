"""The arena: all rotations, honest sums, clear errors."""

from __future__ import annotations

import csv
import json
import math
from collections import Counter
from pathlib import Path

import pytest

from tefuda.arena import Line, Mean, check_contest, margins, mean_of, play, play_deal, summary
from tefuda.cli import main


def lines_without_times(lines: list[Line]) -> list[Line]:
    return [line._replace(median_ms=0, slowest_ms=0) for line in lines]


def test_every_deal_is_played_in_all_rotations() -> None:
    contest = check_contest("scout", {}, ["club", "casual", "random"])
    lines = play_deal(contest, 7)
    assert Counter((line.bot, line.seat) for line in lines) == Counter(
        (bot, seat) for bot in contest.lineup for seat in range(3)
    )
    for rotation in range(3):
        game = [line for line in lines if line.rotation == rotation]
        assert sum(line.margin for line in game) == pytest.approx(0)
        assert sum(line.share for line in game) == pytest.approx(1)


def test_equal_bots_are_equal() -> None:
    """Rotations cancel the luck of the seats: the same bot everywhere has a margin of exactly 0."""
    contest = check_contest("twentythree", {}, ["club"] * 3)
    lines = [line for deal in range(5) for line in play_deal(contest, deal)]
    margin, share, rounds = summary(lines, 0)
    assert margin.value == pytest.approx(0)
    assert share.value == pytest.approx(1 / 3)
    assert rounds == 5 * 3 * 2  # a match of 23 is two rounds


def test_inside_the_kernel_and_by_views_the_same_moves_are_made() -> None:
    """A lineup of weights alone plays inside; its bots, asked with views, choose the same in the same position."""
    contest = check_contest("scout", {}, ["club", "casual", "casual"])
    inside = play_deal(contest, 11)
    assert all(line.decisions == 0 for line in inside)
    mixed = play_deal(check_contest("scout", {}, ["club", "casual", "beginner"]), 11)
    assert all(line.decisions > 0 for line in mixed)


def test_processes_change_nothing() -> None:
    contest = check_contest("solo", {}, ["club", "random", "random"], playouts=20)
    deals = range(3, 9)
    assert lines_without_times(list(play(contest, deals, 1))) == lines_without_times(list(play(contest, deals, 2)))


def test_the_oracle_sees_more_than_anybody() -> None:
    contest = check_contest("twentythree", {}, ["oracle", "club"])
    margin, _, _ = summary(play(contest, range(6)), 0)
    assert margin.value > 0


def test_the_oracle_is_refused_everywhere_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--bots", "oracle"]) == 2
    assert "oracle" in capsys.readouterr().err


def test_margins_and_means() -> None:
    assert margins([0, 0, 0], [6, 0, 3]) == [4.5, -4.5, 0]
    assert mean_of([1.0, 2.0, 3.0]) == Mean(2.0, 2 - 1.96 / math.sqrt(3), 2 + 1.96 / math.sqrt(3))
    assert mean_of([5.0]) == Mean(5.0, -math.inf, math.inf)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("chess", "there is no game"),
        ("scout --lineup club", "has 3 or 4 or 5 seats, not 1"),
        ("scout --lineup club,deepblue,club", "there is no bot 'deepblue'"),
        ("scout --seats 3 --lineup club,club,club,club", "4 bots for 3 seats"),
        ("scout --seats 3 --rounds 0", "--rounds must be at least 1"),
        ("scout --seats 3 --seeds 5", "--seeds are like"),
        ("scout --seats 3 --seeds 9:3", "there is none"),
        ("scout --seats 3 --option edition=last", "edition must be one of"),
        ("scout --seats 3 --lineup master,club --seconds 0", "a budget is"),
    ],
)
def test_bad_input_is_refused(arguments: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *arguments.split()]) == 2
    assert reason in capsys.readouterr().err


def test_json_for_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    command = "arena scout --seats 4 --lineup club,casual,casual,casual --rounds 40 --seeds 1000000: --json"
    assert main(command.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["bot"] == "club"
    assert found["rounds"] == 40
    assert found["margin_ci"][0] < found["margin"] < found["margin_ci"][1]
    assert found["share_ci"][0] < found["share"] < found["share_ci"][1]
    assert main(command.split()) == 0
    assert json.loads(capsys.readouterr().out) == found


def test_results_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "23", "--seats", "2", "--lineup", "club,beginner", "--rounds", "8", "--processes", "1"]
    assert main([*command, "--save", str(tmp_path / "lines.csv")]) == 0
    assert "a fair share is 50.0%" in capsys.readouterr().out
    with (tmp_path / "lines.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 8
    assert main([*command, "--save", str(tmp_path / "lines.parquet")]) == 0
    import duckdb

    (kept,) = duckdb.connect().execute(f"select count(*) from '{tmp_path / 'lines.parquet'}'").fetchall()
    assert kept == (8,)


def test_seeds_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "scout", "--seats", "3", "--rounds", "1000", "--seeds", "5:7", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"] == 6
