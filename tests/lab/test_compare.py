"""Comparisons: paired, with intervals that hold, and stopped early only by their width."""

from __future__ import annotations

import pytest

from tefuda.intervals import z_for
from tefuda.lab.compare import Difference, compare, differences, together
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
    assert found["round_moves"].same and found["round_moves"].change == (0, 0, 0)
    assert not found["mean_score"].same
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


def test_what_never_happened_may_still_happen() -> None:
    """What neither side has seen in 100 pairs of three rounds may differ by all that one of them may have."""
    found = by_name(compare(*sides(100), processes=1))["end_cap"]
    assert found.same and not found.sure
    assert found.a.value == found.a.low == 0
    assert found.a.high == pytest.approx(3.94 / 300, abs=0.0005)  # Wilson's, for 0 of 300 rounds
    assert found.change.high == -found.change.low == pytest.approx(found.a.high)


def test_several_setups_are_compared_with_the_first() -> None:
    plans = [*sides(100), check_plan("scout", {"edition": "draft"}, 4, ["random"], 100)]
    one, other = together(plans, processes=1)
    assert by_name(differences(one)) == by_name(compare(*sides(100), processes=1))
    assert by_name(differences(other))["mean_score"].a == by_name(differences(one))["mean_score"].a
    plain, corrected = (by_name(differences(one, z))["margin"].change for z in (1.96, z_for(20)))
    assert corrected.high - corrected.low == pytest.approx((plain.high - plain.low) * 3.02 / 1.96, rel=0.03)


def test_a_measure_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="there is no measure 'joy'; there are rounds, round_moves"):
        compare(*sides(100), {"joy": 1.0}, processes=1)
