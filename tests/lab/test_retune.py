"""Bots that learn a setup before it is measured."""

from __future__ import annotations

import json

import pytest

from tefuda.cli import main
from tefuda.games import GAMES
from tefuda.intervals import Mean
from tefuda.lab.plan import Plan, check_plan
from tefuda.lab.retune import Budget, Learnt, learn, own_weights, with_weights

BUDGET = Budget(generations=6, population=12, deals=8)


def two() -> Plan:
    return check_plan("twentythree", {}, 2, ["casual"], 50)


def test_what_is_learnt_is_better_and_the_budget_decides_all() -> None:
    heard: list[tuple[int, int]] = []
    one = learn(two(), BUDGET, 1, lambda done, of: heard.append((done, of)))
    assert one.gain.low > 0 and one.kept
    assert heard == [(number, 6) for number in range(1, 7)]
    assert learn(two(), BUDGET, 2) == one
    plan = with_weights(two(), one)
    assert {entrant.weights for entrant in plan.entrants} == {one.weights}
    assert plan.instant and plan.key() != two().key()


def test_what_gains_nothing_for_sure_is_not_used() -> None:
    weights = GAMES["twentythree"].weights.CLUB
    assert with_weights(two(), Learnt(weights, Mean(0.1, -0.1, 0.3), kept=False)) == two()


def test_where_all_win_together_it_is_what_all_gain() -> None:
    """`casual` wins Create seldom; its weights leave much to learn."""
    plan = check_plan("gift", {"mode": "create"}, 2, ["casual"], 50)
    assert learn(plan, BUDGET._replace(deals=20), 1).gain.value > 0


@pytest.mark.parametrize("bots", [["club", "casual"], ["random"], ["master"], ["club~force"]])
def test_bots_that_cannot_learn_are_refused(bots: list[str]) -> None:
    with pytest.raises(ValueError, match="nothing but weights"):
        own_weights(check_plan("twentythree", {}, 2, bots, 50))


def test_compare_with_bots_that_have_learnt(capsys: pytest.CaptureFixture[str]) -> None:
    command = "lab compare 23 --seats 2 --bots casual --a bonus_shift=exact5 --b bonus_shift=upto5 --games 50 --retune"
    command += " --population 8 --deals 4 --processes 1 --generations"
    assert main([*command.split(), "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["retuned"]["a"]["weights"] != found["retuned"]["b"]["weights"]
    assert main([*command.split(), "3", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert told.count("have learnt these rules") + told.count("nothing that is certainly better") == 2
    assert main([*command.split(), "1"]) == 2
    assert "at least 3 generations" in capsys.readouterr().err
