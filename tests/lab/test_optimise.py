"""Looking for the best options: limits, fronts, and searches that go on."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tefuda.cli import main
from tefuda.intervals import Mean
from tefuda.lab import optimise as module
from tefuda.lab.measures import squared_gap
from tefuda.lab.optimise import Limit, Search, Wish, beats, gap_between_seats, optimise, skill
from tefuda.lab.plan import check_plan


def search(**changed: object) -> Search:
    """Two conflicting goals, in a game that is quick to play."""
    base = check_plan("gift", {}, 2, ["random"], 40)
    over = {"stall_turns": (4, 8, 16, 30), "multi_place": (False, True), "mode": ("attack", "create")}
    found = Search(
        base, over, (Limit("minutes", True, 8.0),), (Wish("round_moves", True), Wish("minutes", False)), 12, 60
    )
    return found._replace(**changed)  # type: ignore[arg-type]


def test_a_front_that_keeps_its_limits(tmp_path: Path) -> None:
    found = optimise(search(), tmp_path, processes=1)
    assert len(found) > 1
    points = [(one.measures["round_moves"].value, -one.measures["minutes"].value) for one in found]
    assert sorted(points, reverse=True)[0][0] > sorted(points, reverse=True)[-1][0]
    assert all(one.measures["minutes"].value < 9 for one in found)
    assert all(set(one.options) == {"stall_turns", "multi_place", "mode"} for one in found)


def test_many_options_at_once(tmp_path: Path) -> None:
    """Ten of SOLO's, of which a search can try only a few combinations."""
    switches = ("mix_draw", "triple_must_be_all", "triple_jump_in", "self_jump_in", "jump_in_actions", "solo_on_swap")
    points = ("points_skip", "points_draw2", "points_draw4", "points_block")
    over = dict.fromkeys(switches, (False, True)) | dict.fromkeys(points, (10, 20, 40))
    base = check_plan("solo", {"target_score": 100}, 3, ["random"], 20)
    wishes = (Wish("minutes", False), Wish("lead_changes", True))
    found = optimise(Search(base, over, (), wishes, 16, 40), tmp_path, processes=1)
    assert found and all(set(one.options) == set(over) for one in found)
    assert all(set(one.measures) == {"minutes", "lead_changes"} for one in found)


def test_the_same_with_any_workers_and_after_an_interruption(tmp_path: Path) -> None:
    whole = optimise(search(), tmp_path / "one", processes=1)
    assert optimise(search(), tmp_path / "two", processes=2) == whole

    class Stopped(Exception):
        pass

    def stop(done: int, of: int) -> None:
        if done:
            raise Stopped

    with pytest.raises(Stopped):
        optimise(search(), tmp_path / "three", processes=1, tell=stop)
    heard: list[int] = []
    assert optimise(search(), tmp_path / "three", processes=1, tell=lambda done, of: heard.append(done)) == whole
    assert heard == [8, 12], "what was played before is not played again"


def test_trials_that_were_stopped_in_the_middle_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = optimise(search(), tmp_path / "one", processes=1)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(module, "in_order", stop)
        with pytest.raises(KeyboardInterrupt):
            optimise(search(), tmp_path / "two", processes=1)
    assert optimise(search(), tmp_path / "two", processes=1) == whole


def test_seats_are_varied_like_options(tmp_path: Path) -> None:
    base = check_plan("gift", {}, 2, ["random"], 20)
    asked = Search(base, {"seats": (2, 3, 4, 7)}, (), (Wish("round_moves", False),), 8, 20)
    found = optimise(asked, tmp_path, processes=1)
    assert all(one.options["seats"] in (2, 3, 4) for one in found), "7 seats do not exist"
    plans = [module.plan_with(asked, {"seats": seats}) for seats in (2, 4, 7)]
    assert [plan and (plan.seats, len(plan.bots)) for plan in plans] == [(2, 2), (4, 4), None]


def test_setups_that_do_not_exist_are_passed_over(tmp_path: Path) -> None:
    base = check_plan("scout", {}, 3, ["random"], 20)
    over = {"edition": ("first", "oink")}  # the second is for two seats
    found = optimise(Search(base, over, (), (Wish("margin", True),), 6, 20), tmp_path, processes=1)
    assert [one.options for one in found] == [{"edition": "first"}]


def test_if_no_setup_meets_the_limits_the_nearest_are_shown(tmp_path: Path) -> None:
    found = optimise(search(limits=(Limit("minutes", True, 0.5),)), tmp_path, processes=1)
    least = min(one.measures["minutes"].value for one in found)
    assert found and least < 4


def test_a_folder_of_another_search_is_refused(tmp_path: Path) -> None:
    optimise(search(trials=1), tmp_path, processes=1)
    with pytest.raises(ValueError, match="another search"):
        optimise(search(wishes=(Wish("minutes", True),)), tmp_path, processes=1)


def test_limits() -> None:
    limit = Limit("minutes", True, 20)
    assert (limit.over(25), limit.over(15)) == (5, -5)
    assert [limit.word(Mean(*three)) for three in ((15, 14, 16), (19, 18, 21), (25, 24, 26))] == [
        "met",
        "open",
        "broken",
    ]
    assert Limit("skill", False, 0.2).over(0.3) == pytest.approx(-0.1)
    assert str(Limit("skill", False, 0.2)) == "≥ 0.2"


def test_what_beats_what() -> None:
    assert beats((2, 1), (1, 1))
    assert not beats((1, 1), (1, 1))
    assert not beats((2, 0), (1, 1))


def test_skill_and_seat_gap() -> None:
    plan = check_plan("scout", {}, 4, ["casual"], 100)
    assert skill(plan).low > 0.3, "club beats casual"
    rng = np.random.default_rng(1)
    fair = np.eye(4)[rng.integers(0, 4, 4000)]
    unfair = np.eye(2)[(rng.random(4000) < 0.6).astype(int)]
    assert abs(squared_gap(fair)[0]) < 0.0002
    assert squared_gap(unfair)[0] ** 0.5 == pytest.approx(0.1, abs=0.02)
    found = gap_between_seats(plan)
    assert 0 <= found.low <= found.value <= found.high
    assert 0 < found.high < 0.2


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["lab", "optimise", "gift", "--over", "stall_turns=5..25..10", "--over", "multi_place=true,false"]
    command += ["--seats", "2", "--bots", "random", "--games", "20", "--trials", "8", "--final", "20"]
    command += ["--limit", "minutes<=9", "--most", "margin", "--folder", str(tmp_path / "run"), "--processes", "1"]
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["front"]
    assert set(found[0]["measures"]) == {"margin", "minutes"}
    assert main([*command, "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "8 setups were tried" in told and "≤ 9" in told


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("--over multi_place=true,false", "say what is wanted"),
        ("--most margin", "say what is varied"),
        ("--over multi_place=true --most margin", "at least two values"),
        ("--over multi_place=true,false --most joy", "there is no measure 'joy'"),
        ("--over multi_place=true,false --most margin --limit minutes=3", "a limit is like minutes<=20"),
        ("--over joy=true,false --most margin", "joy"),
        ("--over multi_place=true,maybe --most margin", "maybe"),
        ("--over multi_place=true,false --most margin --games 3", "at least 1 trial of 20 matches"),
    ],
)
def test_bad_input_is_refused(
    arguments: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["lab", "optimise", "gift", *arguments.split()]) == 2
    assert reason in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
