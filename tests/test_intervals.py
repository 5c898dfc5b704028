"""Intervals: by hand where that is possible, and that they hold as often as they say."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tefuda.intervals import (
    Mean,
    Scale,
    Sums,
    change_between,
    change_of,
    controlled,
    mean_of,
    ratio_of,
    student,
    sums_of,
)
from tests.lab.coverage import coverage


def test_of_a_mean() -> None:
    """Of 1, 2, 3: mean 2, standard error sqrt(1 / 3)."""
    found = mean_of(sums_of([1.0, 2.0, 3.0]))
    assert found.value == 2
    assert 2 - found.low == pytest.approx(found.high - 2) == pytest.approx(student(3) / math.sqrt(3))
    assert mean_of(sums_of([5.0])) == Mean(5.0, -math.inf, math.inf)
    assert mean_of(sums_of([0.5]), "share") == Mean(0.5, 0.0, 1.0)
    assert math.isnan(mean_of(sums_of([])).value)


def test_student() -> None:
    """As printed in tables."""
    assert [student(n) for n in (6, 11, 51, 10**6)] == pytest.approx([2.571, 2.228, 2.009, 1.960], abs=0.004)


def test_of_a_share_it_is_wilson_s() -> None:
    """40 of 100: 0.309 to 0.498, with Student's 1.984 for 1.96 a little more."""
    found = mean_of(Sums(100, 40.0, 40.0), "share")
    assert found == pytest.approx((0.4, 0.308, 0.499), abs=0.001)


def test_what_was_never_seen_has_an_upper_bound() -> None:
    never, always = mean_of(Sums(100, 0.0, 0.0), "share"), mean_of(Sums(100, 100.0, 100.0), "share")
    assert never == pytest.approx((0, 0, 0.0379), abs=0.0005)
    assert always == pytest.approx((1, 1 - never.high, 1))
    assert mean_of(Sums(100, 0.0, 0.0), "rate").high == pytest.approx(0.0394, abs=0.0005)
    quarter = mean_of(Sums(100, 0.0, 0.0), "share", unit=1 / 4)  # four rounds in each
    assert quarter.high == pytest.approx(mean_of(Sums(400, 0.0, 0.0), "share").high, abs=0.0003)


def test_what_was_seen_once_may_be_far_rarer() -> None:
    """By Poisson's distribution: 0.0513 events are expected where one is seen one time in 20."""
    assert mean_of(Sums(1000, 1.0, 1.0), "share").low == pytest.approx(0.0000513, rel=0.01)
    assert mean_of(Sums(1000, 999.0, 999.0), "share").high == pytest.approx(1 - 0.0000513, abs=1e-6)
    assert mean_of(Sums(1000, 3.0, 3.0), "rate").low == pytest.approx(0.000818, rel=0.01)


def test_of_a_change_between_pairs() -> None:
    """Bonett and Price: 12 of 100 pairs one way and 3 the other; by hand 0.09 with root(14.19 + 2) / 102 times 1.98."""
    found = change_of(Sums(100, 9.0, 15.0), "share")
    assert found.value == 0.09
    assert found.high - 0.09 == pytest.approx(student(100) * math.sqrt(14.19 + 2) / 102)
    assert change_of(Sums(100, 0.0, 0.0), "share").high > 0.025, "no difference seen is no proof"
    assert change_of(Sums(100, 0.0, 0.0)) == Mean(0, 0, 0)
    assert change_of(Sums(1, 1.0, 1.0), "share").low == -math.inf
    many = change_of(Sums(100, 50.0, 90.0), "share")
    assert many.high - 0.5 == pytest.approx(student(100) * math.sqrt(65 / 99 / 100)), "never narrower than Student's"


def test_of_a_change_between_two_sides() -> None:
    """48 and 38 of 50, in 12 pairs only the one and in 2 only the other: by hand, with Wilson's intervals and a
    correlation of -0.115, 0.0569 to 0.3404; Student's t instead of z makes it a little wider."""
    a, b = Sums(50, 38.0, 38.0), Sums(50, 48.0, 48.0)
    found = change_between(a, b, Sums(50, 10.0, 14.0), "share", (1.0, 1.0))
    assert found.value == pytest.approx(0.2)
    assert 0.03 < found.low < 0.0569 and 0.3404 < found.high < 0.36
    skewed = change_between(Sums(50, 0.0, 0.0), Sums(50, 10.0, 50.0), Sums(50, 10.0, 50.0), "rate", (1.0, 1.0))
    assert skewed.high - 0.2 > 0.2 - skewed.low, "few matches that count much may be more"
    assert change_between(a, b, Sums(50, 10.0, 14.0), "mean", (1.0, 1.0)) == change_of(Sums(50, 10.0, 14.0))
    surer = change_between(a, b, Sums(50, 10.0, 14.0), "share", (1.0, 1.0), z=3.0)
    assert surer.low < found.low and surer.high > found.high


def test_of_a_ratio() -> None:
    """By hand: residuals 1, -1 over d = 4."""
    x, d = np.array([2.0, 2.0]), np.array([1.0, 3.0])
    found = ratio_of(2, x.sum(), d.sum(), x @ x, x @ d, d @ d)
    assert found.value == 1
    assert found.high - 1 == pytest.approx(student(2) * (2 * 2) ** 0.5 / 4)
    assert ratio_of(50, 0.0, 200.0, 0.0, 0.0, 800.0, scale="share").high == pytest.approx(0.0198, abs=0.0005)
    assert math.isnan(ratio_of(5, 0.0, 0.0, 0.0, 0.0, 0.0, scale="share").value)


@pytest.mark.parametrize("n", [50, 200, 1000])
@pytest.mark.parametrize("mean", [0.002, 0.01, 0.05, 0.3])
@pytest.mark.parametrize("scale", ["share", "rate"])
def test_rare_events_are_held_as_well(scale: Scale, mean: float, n: int) -> None:
    """Never much less often than 95 %; more often where the expected number of events is next to none."""
    rng = np.random.default_rng(1)
    drawn: Any = rng.binomial(1, mean, (2000, n)) if scale == "share" else rng.poisson(mean, (2000, n))
    found = [mean_of(Sums(n, float(row.sum()), float((row**2).sum())), scale) for row in drawn]
    held = np.mean([one.low <= mean <= one.high for one in found])
    assert held >= 0.93
    assert held <= 0.975 or mean * n < 3


@pytest.mark.parametrize("n", [50, 200, 1000])
@pytest.mark.parametrize(("a", "b", "both"), [(0.01, 0.01, 0.0), (0.05, 0.02, 0.01), (0.4, 0.3, 0.25)])
def test_changes_of_rare_events_are_held_as_well(a: float, b: float, both: float, n: int) -> None:
    rng = np.random.default_rng(2)
    parts = rng.multinomial(n, [both, a - both, b - both, 1 - a - b + both], 2000)
    only_a, only_b = parts[:, 1].astype(float), parts[:, 2].astype(float)
    found = [change_of(Sums(n, y - x, y + x), "share") for x, y in zip(only_a, only_b, strict=True)]
    assert np.mean([one.low <= b - a <= one.high for one in found]) >= 0.93


def test_matches_that_were_played_are_held() -> None:
    """A short form of `python -m tests.lab.coverage`: the mean over all measures of a scale."""
    found = coverage("gift", games=6000, cuts=200, lengths=(50, 200))
    for what in ("mean", "ratio", "change"):
        for scale in ("mean", "share", "rate"):
            held = [one.held for one in found if (one.what, one.scale) == (what, scale)]
            assert 0.93 <= np.mean(held) <= 0.98 if held else (what, scale) == ("ratio", "mean")
    skewed = [one.held for one in found if (one.what, one.measure) == ("change", "did_pass")]
    assert min(skewed) > 0.89, "passes are many in few matches"


def test_a_control_narrows_the_interval_and_leaves_the_mean() -> None:
    """Values that are a control and some noise, many times: the mean of the controlled ones is right on average, which
    it would not be by as much as their interval is narrower if the weight came from the same values."""
    rng = np.random.default_rng(1)
    means, widths = [], []
    for _ in range(400):
        control = rng.normal(size=20)
        values = 5 + 2 * control + rng.normal(size=20)
        found = mean_of(sums_of(controlled(list(values), list(control))))
        means.append(found.value)
        widths.append((found.high - found.low) / (mean_of(sums_of(values)).high - mean_of(sums_of(values)).low))
    everywhere = mean_of(sums_of(means))
    assert everywhere.low < 5 < everywhere.high
    assert np.mean(widths) < 0.65  # 1 / sqrt(5) if the weight were known
    assert controlled([1.0, 2.0], [0.0, 0.0]) == [1.0, 2.0]
    assert controlled([], []) == []
