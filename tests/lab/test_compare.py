"""Comparisons: paired, with intervals that hold, and stopped early only by their width."""

from __future__ import annotations

import pytest

from tefuda.lab.compare import Difference, compare
from tefuda.lab.measures import Sums, ratio, sums_of
from tefuda.lab.plan import Plan, check_plan


def sides(games: int = 1500) -> tuple[Plan, Plan]:
    first, draft = ({"edition": edition} for edition in ("first", "draft"))
    return (
        check_plan("scout", first, 3, ["random"], games),
        check_plan("scout", draft, 3, ["random"], games),
    )


def by_name(found: list[Difference]) -> dict[str, Difference]:
    return {one.measure: one for one in found}


def test_only_the_scores_differ_between_the_editions_if_nobody_plays_for_them() -> None:
    found = by_name(compare(*sides(600), processes=1))
    assert found["round_moves"].change == (0, 0, 0)
    assert found["mean_score"].change.low > 0
    assert found["mean_score"].sure
    assert {one.games for one in found.values()} == {600}


def test_pairs_tell_more_than_two_runs() -> None:
    found = by_name(compare(*sides(600), processes=1))["mean_score"]
    apart = (found.a.high - found.a.low) ** 2 + (found.b.high - found.b.low) ** 2
    assert (found.change.high - found.change.low) ** 2 < apart / 4


def test_it_stops_when_the_interval_is_narrow_enough_at_the_same_place_with_any_workers() -> None:
    a, b = sides(40_000)
    one = compare(a, b, {"mean_score": 0.12}, processes=1)
    two = compare(a, b, {"mean_score": 0.12}, processes=2)
    assert one == two
    change = by_name(one)["mean_score"].change
    assert change.high - change.value <= 0.12
    assert 1000 <= one[0].games < 40_000


def test_seats_and_bots_can_be_compared() -> None:
    a = check_plan("twentythree", {}, 2, ["club"], 200)
    b = check_plan("twentythree", {}, 4, ["casual"], 200)
    found = by_name(compare(a, b, processes=1))
    assert found["did_discard"].change.value == 2  # one decision of each of two more seats
    assert found["minutes"].change.low > 0


def test_a_measure_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="there is no measure 'joy'; there are rounds, round_moves"):
        compare(*sides(100), {"joy": 1.0}, processes=1)


def test_intervals() -> None:
    """Of 1, 2, 3: mean 2, standard error sqrt(1 / 3); of a ratio by hand: residuals 1, -1 over d = 4."""
    import numpy as np

    found = sums_of(np.array([1.0, 2.0, np.nan, 3.0])).mean
    assert found.value == 2
    assert found.high - 2 == pytest.approx(1.96 / 3**0.5)
    assert Sums(1, 4.0, 16.0).mean.low == -float("inf")
    x, d = np.array([2.0, 2.0]), np.array([1.0, 3.0])  # ratio 1
    mean = ratio(2, x.sum(), d.sum(), (x**2).sum(), (x * d).sum(), (d**2).sum())
    assert mean.value == 1
    assert mean.high - 1 == pytest.approx(1.96 * (2 * 2) ** 0.5 / 4)
