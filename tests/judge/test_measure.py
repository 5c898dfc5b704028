"""What levels lose a decision, measured."""

from __future__ import annotations

import tomllib
from itertools import islice

import pytest

from tefuda.judge.measure import FIRST, decided, main, measure
from tefuda.judge.values import judge
from tefuda.match import Match


def test_the_decisions_are_those_of_one_seat_in_whole_matches() -> None:
    found = list(islice(decided("twentythree", "club"), 60))
    numbers = [number for number, _ in found]
    assert numbers == sorted(numbers) and numbers[-1] >= 1, "another match when one is over"
    seats = Match("twentythree", seed=FIRST).seats
    assert all(decision.view.seat == number % seats for number, decision in found)
    assert [decision.number for number, decision in found if number == 0] == list(range(numbers.count(0)))


def test_a_level_is_measured_alone(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["measure", "gift", "--decisions", "3", "--level", "club"])
    main()
    told = tomllib.loads(capsys.readouterr().out)
    three = [judge(decision, number).difference.value for number, decision in islice(decided("gift", "club"), 3)]
    mean, low, high = told["gift"]["losses"]["club"]
    assert mean == pytest.approx(sum(three) / 3, abs=1e-4) and low <= mean <= high
    assert list(tomllib.loads(measure("gift", 3, "club"))["gift"]) == ["losses"], "no thresholds by one level"
