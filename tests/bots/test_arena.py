"""The arena: all rotations, honest sums, clear errors."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tefuda.arena import Line, check_contest, margins, percentile, play, play_deal, summary, variances
from tefuda.cli import main
from tefuda.cli.arena import rate
from tefuda.intervals import mean_of, sums_of


def lines_without_times(lines: list[Line]) -> list[Line]:
    return [line._replace(times=()) for line in lines]


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
    assert all(line.times == () for line in inside)
    mixed = play_deal(check_contest("scout", {}, ["club", "casual", "beginner"]), 11)
    assert all(line.times for line in mixed)


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


def test_margins() -> None:
    assert margins([0, 0, 0], [6, 0, 3]) == [4.5, -4.5, 0]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("chess", "there is no game"),
        ("scout --lineup club,club,club,club,club,club", "seats must be 3 to 5 here, not 6"),
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


def test_percentiles() -> None:
    """By hand: of four times, half are at most the second, and 99 in a hundred at most the last."""
    assert [percentile([4.0, 1.0, 3.0, 2.0], percent) for percent in (1, 50, 51, 99, 100)] == [1, 2, 3, 4, 4]
    assert percentile([], 50) == 0


def test_times_of_bots_that_could_play_inside(capsys: pytest.CaptureFixture[str]) -> None:
    command = "arena 23 --seats 2 --lineup club --rounds 4 --processes 1 --json"
    assert main(command.split()) == 0
    inside = json.loads(capsys.readouterr().out)
    assert main([*command.split(), "--times"]) == 0
    timed = json.loads(capsys.readouterr().out)
    assert 0 < timed["p50_ms"] <= timed["p99_ms"]
    assert timed.keys() - inside.keys() == {"p50_ms", "p99_ms"}


def test_winning_together(capsys: pytest.CaptureFixture[str]) -> None:
    """In Create nobody has a margin over the others; what counts is how often all win."""
    contest = check_contest("gift", {"mode": "create"}, ["casual", "casual"])
    lines = list(play(contest, range(40)))
    assert {line.share for line in lines} == {0, 1}
    assert all(line.share == line.margin == line.gain for line in lines)
    command = "arena gift --seats 2 --lineup casual --option mode=create --rounds 8 --processes 1"
    assert main(command.split()) == 0
    out = capsys.readouterr().out
    assert "won together" in out
    assert "fair share" not in out


def test_the_table_fits_a_narrow_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each bot has one row, however many seats it has."""
    monkeypatch.setenv("COLUMNS", "80")
    command = "arena scout --seats 4 --lineup beginner,casual --rounds 8 --processes 1"
    assert main(command.split()) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == ["scout,", "bot", "beginner", "3", "intervals"]
    assert max(map(len, rows)) <= 80


def test_the_stronger_bot_has_the_higher_rating() -> None:
    """Though it sits alone against three, one of whom mostly has the best result."""
    contest = check_contest("gift", {}, ["club", "casual", "casual", "casual"])
    lines = list(play(contest, range(100)))
    assert 0.25 < summary(lines, 0)[1].value < 0.5
    ratings = rate(contest, lines)
    assert ratings["club"].value > ratings["casual"].value


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


def test_it_says_where_expert_has_no_network(capsys: pytest.CaptureFixture[str]) -> None:
    for seats in (7, 4):
        assert main(["arena", "solo", "--lineup", "expert,club", "--seats", str(seats), "--rounds", str(seats)]) == 0
        assert ("it played as club" in capsys.readouterr().out) == (seats == 7)


@pytest.mark.parametrize("game", ["scout", "twentythree", "solo", "gift"])
def test_what_chance_gave_is_nobodys_on_average(game: str) -> None:
    """In each game it sums up to 0 over the seats, and over deals its mean is 0 within 3 standard errors."""
    contest = check_contest(game, {}, ["random", "club", "club"], luck=4)
    lines = [line for deal in range(12) for line in play_deal(contest, deal)]
    for deal in range(12):
        for rotation in range(3):
            given = [line.luck for line in lines if (line.deal, line.rotation) == (deal, rotation)]
            assert sum(given) == pytest.approx(0, abs=1e-9)
    of_random = mean_of(sums_of(line.luck for line in lines if line.place == 0))
    half = of_random.high - of_random.value
    assert abs(of_random.value) <= 1.55 * half and half > 0


@pytest.mark.parametrize(("game", "rivals"), [("scout", "casual"), ("scout", "expert"), ("gift", "casual")])
def test_moves_alone_make_the_margin_where_nothing_is_drawn_later(game: str, rivals: str) -> None:
    """What the moves gained is then the margin over what the others would have had with the same cards, and that is 0
    over all rotations: exactly, on every deal."""
    contest = check_contest(game, {}, ["club", rivals, rivals], instead=1)
    lines = [line for deal in range(8) for line in play_deal(contest, deal)]
    for deal in range(8):
        own = [line.luck for line in lines if line.deal == deal and line.place == 0]
        assert sum(own) == pytest.approx(0, abs=1e-9)
    assert any(line.luck for line in lines)
    assert any(line.margin != pytest.approx(line.luck) for line in lines)


@pytest.mark.parametrize("game", ["twentythree", "solo"])
def test_all_but_the_moves_is_nobodys_on_average(game: str) -> None:
    """Where chance draws too: 0 within 3 standard errors, and most of what varies."""
    contest = check_contest(game, {}, ["club", "casual", "casual"], instead=8)
    lines = [line for deal in range(40) for line in play_deal(contest, deal)]
    rest = mean_of(
        sums_of(sum(line.luck for line in lines if (line.deal, line.place) == (deal, 0)) for deal in range(40))
    )
    half = rest.high - rest.value
    assert abs(rest.value) <= 1.5 * half and half > 0
    told = variances(line for line in lines if line.place == 0)
    assert told["single_without_luck"] < told["single"]


def test_who_makes_the_same_moves_gains_nothing() -> None:
    """By views or inside the kernel, a bot against itself has a margin of 0 in every single game."""
    contest = check_contest("solo", {}, ["club", "club", "club"], instead=2)
    lines = [line for deal in range(4) for line in play_deal(contest, deal)]
    assert all(line.margin == line.luck for line in lines if line.place == 0)


@pytest.mark.parametrize("taken", ["luck", "instead"])
def test_without_luck_the_moves_are_the_same(taken: str) -> None:
    plain = check_contest("scout", {}, ["casual", "club", "club"], timed=True)
    other = plain._replace(luck=2) if taken == "luck" else plain._replace(instead=2)
    before, after = ([line for deal in range(4) for line in play_deal(one, deal)] for one in (plain, other))
    assert [line._replace(luck=0.0) for line in lines_without_times(after)] == lines_without_times(before)
    assert all(line.luck == 0 for line in before) and any(line.luck for line in after)
    told = variances(line for line in after if line.place == 0)
    assert set(told) == {"single", "single_without_luck", "rotations", "rotations_without_luck"}


def test_bad_luck_is_refused() -> None:
    with pytest.raises(ValueError, match="10,000 rounds"):
        check_contest("scout", {}, ["club"] * 3, luck=10_001)


@pytest.mark.parametrize(
    ("game", "options", "lineup", "given"),
    [
        ("scout", {}, "club,casual,casual", {"instead": 10_001}),
        ("scout", {}, "club,casual,casual", {"instead": 2, "luck": 2}),
        ("scout", {}, "club,casual,club", {"instead": 2}),
        ("scout", {}, "club,random,random", {"instead": 2}),
        ("scout", {}, "club,beginner,beginner", {"instead": 2}),
        ("scout", {}, "club,casual~scout,casual~scout", {"instead": 2}),
        ("gift", {"mode": "create"}, "club,casual,casual,casual", {"instead": 2}),
    ],
)
def test_moves_that_cannot_be_compared_are_refused(
    game: str, options: dict[str, object], lineup: str, given: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=r"games; luck|moves can be compared"):
        check_contest(game, options, lineup.split(","), **given)


@pytest.mark.parametrize(("lineup", "casuals"), [("club,casual", 3), ("club,casual,casual", 2)])
def test_a_lineup_that_is_too_short_has_the_usual_seats(
    capsys: pytest.CaptureFixture[str], lineup: str, casuals: int
) -> None:
    """Three are enough in SCOUT."""
    assert main(["arena", "--lineup", lineup, "--rounds", "4", "--processes", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lineup"] == ["club", *["casual"] * casuals]
