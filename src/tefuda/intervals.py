"""Means and their confidence intervals: 95 % intervals that hold for rare events as well.

There are three scales of figures. A *mean* can be any number; its interval is Student's. A *share* lies between 0 and 1
and a *rate* is not below 0: their variance depends on where the true value lies, and so the interval holds every value
for which what was seen would not be surprising (a score interval: Wilson's, if what is counted is yes or no). It keeps
its width where something was never seen: then it ends at the value with which it would have been seen 19 times in 20.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

Scale = Literal["mean", "share", "rate"]
Z = 1.96  # of the normal distribution: 95 % lie within
FEW = (0.0, 0.0513, 0.355, 0.818)  # the mean of Poisson's distribution which brings so many events 1 time in 20


class Mean(NamedTuple):
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float


class Sums(NamedTuple):
    """What is kept of many values: their number, sum, and sum of squares."""

    n: int
    total: float
    squares: float

    def __add__(self, other: object) -> Sums:
        assert isinstance(other, Sums)
        return Sums(self.n + other.n, self.total + other.total, self.squares + other.squares)

    @property
    def value(self) -> float:
        return self.total / self.n if self.n else math.nan

    @property
    def deviation(self) -> float:
        """The sum of the squared distances to the mean."""
        return max(0.0, self.squares - self.total**2 / self.n)


NOTHING = Sums(0, 0.0, 0.0)


def sums_of(values: Iterable[float]) -> Sums:
    known = list(values)
    return Sums(len(known), math.fsum(known), math.fsum(value * value for value in known))


def mean_of(sums: Sums, scale: Scale = "mean", unit: float = 1.0, z: float = Z) -> Mean:
    """The mean of values of this scale. `unit` is the least that one occurrence adds to a value.

    A value that says whether something happened has the unit 1; one that says in which part of four rounds it happened
    has the unit 1/4. z says how certain the interval is to be.
    """
    if sums.n < 2:
        return Mean(sums.value, *((0.0, 1.0) if scale == "share" else (-math.inf, math.inf)))
    return around(sums.value, sums.deviation / (sums.n - 1) / sums.n, sums.n, scale, unit, z)


def around(value: float, variance: float, n: int, scale: Scale, unit: float, z: float = Z) -> Mean:
    """The interval of a figure that rests on n values; the variance is that of the figure itself."""
    if scale == "mean":
        half = student(n, z) * math.sqrt(variance)
        return Mean(value, value - half, value + half)
    spread = value * (1 - value) if scale == "share" else value
    each = variance / spread if spread > 0 else unit / n  # what one event adds to the figure
    c = student(n, z) ** 2 * each
    whole = 1 + c if scale == "share" else 1.0
    middle, half = (value + c / 2) / whole, math.sqrt(max(0.0, c * spread + c**2 / 4)) / whole
    low, high = min(middle - half, few(value, each)), middle + half
    if scale == "share":
        high = min(1.0, max(high, 1 - few(1 - value, each)))
    return Mean(value, min(value, max(0.0, low)), max(value, high))


def few(value: float, each: float) -> float:
    """The lower end for a figure made of very few events, by Poisson's distribution; else the figure itself.

    The score interval is a little too short there: something that was seen once may be far rarer.
    """
    events = round(value / each) if each > 0 else 0
    return value * FEW[events] / events if 0 < events < len(FEW) else value


def change_of(differences: Sums, scale: Scale = "mean", unit: float = 1.0, z: float = Z) -> Mean:
    """The mean of differences between two values of this scale, pair by pair; z says how certain the interval is to be.

    Student's interval; of shares and rates at least as wide as if one more pair had differed by a unit in each
    direction (Bonett and Price 2012, for yes and no).
    """
    n = differences.n
    if n < 2:
        return Mean(differences.value, -math.inf, math.inf)
    error = math.sqrt(differences.deviation / (n - 1) / n)
    if scale != "mean":
        error = max(error, math.sqrt(differences.deviation + 2 * unit**2) / (n + 2))
    half = student(n, z) * error
    return Mean(differences.value, differences.value - half, differences.value + half)


def change_between(a: Sums, b: Sums, differences: Sums, scale: Scale, units: tuple[float, float], z: float = Z) -> Mean:
    """The same where both sides are known, too.

    A share or rate that rests on few matches of one side is skewed, and so is its change: it is as uncertain upwards
    as that side is upwards and the other downwards, less what the pairs have in common (Newcombe 1998). The
    wider of both intervals.
    """
    found = change_of(differences, scale, max(units), z)
    if scale == "mean" or differences.n < 2:
        return found
    one, other = mean_of(a, scale, units[0], z), mean_of(b, scale, units[1], z)
    alike = math.sqrt(a.deviation * b.deviation)
    alike = (a.deviation + b.deviation - differences.deviation) / 2 / alike if alike else 0.0

    def apart(up: float, down: float) -> float:
        return math.sqrt(max(0.0, up**2 - 2 * alike * up * down + down**2))

    low = found.value - apart(other.value - other.low, one.high - one.value)
    high = found.value + apart(other.high - other.value, one.value - one.low)
    return Mean(found.value, min(low, found.low), max(high, found.high))


def ratio_of(n: int, x: float, d: float, xx: float, xd: float, dd: float, *, scale: Scale = "mean") -> Mean:
    """A ratio of two sums over n matches, from the sums of x, d, x², xd and d²; of a share, d are the chances."""
    if n < 2 or d == 0:
        return Mean(x / d if d else math.nan, *((0.0, 1.0) if scale == "share" else (-math.inf, math.inf)))
    value = x / d
    residuals = max(0.0, xx - 2 * value * xd + value**2 * dd)
    return around(value, residuals * n / (n - 1) / d**2, n, scale, n / d)


def controlled(values: Sequence[float], controls: Sequence[float]) -> list[float]:
    """Values less that part of them which goes with a control whose mean is known to be 0: they vary less around the
    same mean.

    How much of the control is taken is found for each half of the values in the other half, so that it does not depend
    on the values it is used for, and the mean stays unbiased.
    """
    found = list(values)
    for half in (0, 1):
        others = range(1 - half, len(found), 2)
        weight = _slope([values[i] for i in others], [controls[i] for i in others])
        for i in range(half, len(found), 2):
            found[i] -= weight * controls[i]
    return found


def _slope(values: Sequence[float], controls: Sequence[float]) -> float:
    """Of the line that goes best through the values over the controls; 0 where nothing is known."""
    spread = math.fsum(control * control for control in controls)
    middle = math.fsum(values) / max(1, len(values))
    together = math.fsum((value - middle) * control for value, control in zip(values, controls, strict=True))
    return together / spread if spread else 0.0


def z_for(comparisons: int) -> float:
    """The z with which all of so many intervals hold simultaneously 19 times in 20 (Bonferroni)."""
    if comparisons <= 1:
        return Z
    from statistics import NormalDist  # imported here, because a browser has no use for it

    return NormalDist().inv_cdf(1 - 0.025 / comparisons)


def student(n: int, z: float = Z) -> float:
    """Of Student's distribution for n values: 95 % lie within; by a series, right to 0.01 from 5 values on."""
    v = float(n - 1)
    terms = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return z + terms[0] / v + terms[1] / v**2 + terms[2] / v**3
