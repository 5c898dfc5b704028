"""How certain a chance to win is, and what later rounds bring."""

from __future__ import annotations

import pytest

from tefuda.games import GAMES
from tefuda.intervals import Sums, around
from tefuda.judge.scales import LaterRounds, Scales, later_rounds
from tests.judge.test_judge import played

FACE = GAMES["scout"]


def test_a_chance_is_as_uncertain_as_its_worlds_and_later_rounds() -> None:
    """Two wins in five worlds: their mean has the variance 1.2 / 4 / 5; and three later matches add 0.4 x 0.6 / 3."""
    two = Sums(5, 2.0, 2.0)
    assert Scales(FACE, 0, True).chance(two) == pytest.approx(around(0.4, 0.06, 5, "share", 1.0))
    later = Scales(FACE, 0, True, [[0] * 4] * 3)
    assert later.chance(two) == pytest.approx(around(0.4, 0.14, 5, "share", 1.0))
    assert later.chance(Sums(2, 1.0, 1.0)) == pytest.approx(around(0.5, 0.25 + 0.25 / 3, 2, "share", 1.0))
    assert later.chance(Sums(5, 0.0, 0.0)) == pytest.approx(around(0.0, 0.0, 5, "share", 1.0))
    assert later.chance(Sums(5, 5.0, 5.0)) == pytest.approx(around(1.0, 0.0, 5, "share", 1.0))


def test_later_rounds_are_played_once_a_round() -> None:
    """From its beginning, and with other cards than those of the round before."""
    games = [before for before, _, _ in played("scout", 3, rounds=2).record.steps()]
    later, first, second = LaterRounds(FACE, 7, 3), games[0], next(game for game in games if game.rounds() == 1)
    assert later(first) == later_rounds(FACE, first, 7, 3) and len(later(first)) == 3
    assert later(second) == later_rounds(FACE, second, 8, 3) != later_rounds(FACE, second, 6, 3)
    assert later(games[20]) is later(first) and games[20].rounds() == 0
