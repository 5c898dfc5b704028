"""What makes a game good: skill and luck, what is at stake, tension, catching up, doing without."""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import pytest

from tefuda.intervals import Mean
from tefuda.lab.depth import STAKE, luck_of
from tefuda.lab.figures import Figures, figures
from tefuda.lab.levels import margin, play_without
from tefuda.lab.measures import seat_gap
from tefuda.lab.plan import INSTANT, check_plan
from tefuda.lab.play import kinds_of, play_match


@pytest.fixture(scope="module")
def found(folder: Path) -> Figures:
    return figures(folder)


def test_every_level_is_measured_among_every_other_one(found: Figures) -> None:
    assert set(found.matrix) == {(a, b) for a in INSTANT for b in INSTANT if a != b}
    assert found.matrix["club", "random"].value > 0.9 > 0.2 > found.matrix["random", "club"].value
    assert found.ratings["random"] == (0, 0, 0)
    assert found.ratings["club"].value > found.ratings["casual"].value > 100
    assert all(one.low <= one.value <= one.high for one in found.ratings.values())


def test_luck() -> None:
    """By hand: half a point ahead with a deviation of one half is as much skill as luck."""
    assert luck_of(Mean(0.5, 0.4, 0.6), 0.5).value == pytest.approx(0.5)
    found = luck_of(Mean(0.5, 0.4, 0.6), 0.5)
    assert found.low == pytest.approx(0.25 / 0.61) and found.high == pytest.approx(0.25 / 0.41)
    assert luck_of(Mean(0.0, -0.1, 0.1), 0.5).value == 1
    assert luck_of(Mean(1.0, 1.0, 1.0), 0.0).value == 0


def test_what_is_at_stake(found: Figures, folder: Path) -> None:
    assert len(found.stakes) == 6 * 4
    assert found.matter.value == pytest.approx(np.mean(np.array(found.stakes) > found.stake))
    query = f"from '{folder}/rounds/*.parquet' select gain order by match, round, seat"
    rows = duckdb.connect().execute(query).fetchnumpy()
    gains = rows["gain"].reshape(-1, 3)
    ahead = (3 * gains - gains.sum(1, keepdims=True)) / 2
    assert found.stake == pytest.approx(STAKE * ahead.std(ddof=1))
    assert found.at_stake.value == pytest.approx(np.mean(found.stakes))


def test_tension_and_catching_up(found: Figures) -> None:
    assert 0 < found.tension.value < 2 / 3
    assert found.catch_up is not None
    assert 0 < found.catch_up.value < 1 / 3, "who is last after one round of two seldom wins"


def test_the_gap_between_seats_has_an_interval() -> None:
    parts = np.eye(2)[(np.random.default_rng(1).random(400) < 0.75).astype(int)]  # one seat wins three of four
    found = seat_gap(parts)
    assert 0.15 < found.low < found.value < found.high < 0.35
    assert found.low < 0.25 < found.high
    assert seat_gap(parts[:10]).high == 1


def test_a_seat_that_does_without() -> None:
    """By hand for one match: the margin with everything less that of the seat that avoids the play."""
    plan = check_plan("twentythree", {}, 2, ["club"], 4)
    rows = play_without(plan, 0, 4)["without"]
    names = list(plan.face.study.KINDS)
    losses = {kind: rows["loss"][rows["kind"] == place] for place, kind in enumerate(names)}
    assert losses["play"].mean() > 2, "who only pays or passes loses"
    assert (losses["shift"] == 0).all(), "what is never possible is not missed"
    kinds = kinds_of(plan.face)
    avoiding = plan._replace(bots=("club~play", "club"))
    played = [play_match(one, 1, kinds, closely=False, room=None) for one in (plan, avoiding)]
    expected = margin(plan, played[0], 1) - margin(avoiding, played[1], 1)
    assert losses["play"][1] == pytest.approx(expected)


def test_who_wins_together_loses_what_all_lose() -> None:
    plan = check_plan("gift", {"mode": "create"}, 2, ["club"], 2)
    assert set(play_without(plan, 0, 2)["without"]["loss"]) <= {-1.0, 0.0, 1.0}
