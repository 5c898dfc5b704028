"""How often the 95 % intervals hold: long runs, from which short ones are drawn.

`python -m tests.lab.coverage` plays a long run of two setups of each game and draws runs of 50, 200 and 1,000 of its
matches, with replacement, again and again. An interval of a short run holds if the figure of the long one lies in it.
For each scale of figures it prints the mean over all measures, the worst and the best, how many hold less often than
93 %, and how many more often than 97 %; then the measures that are furthest off, with how many events a short run has
of them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tefuda.intervals import Mean, Scale, Sums, change_between, mean_of, ratio_of
from tefuda.lab.measures import measures, scale_of, unit_of
from tefuda.lab.plan import Plan, check_plan
from tefuda.lab.play import play_matches

LENGTHS = (50, 200, 1000)
CUTS = 2000  # short runs of each length
SETUPS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "scout": ({"edition": "first"}, {"edition": "draft"}),
    "twentythree": ({"bonus_shift": "exact5"}, {"bonus_shift": "upto5"}),
    "solo": ({"target_score": 100}, {"target_score": 100, "mix_draw": True}),
    "gift": ({"final_discard": "out"}, {"final_discard": "next_draws"}),
}


class Found(NamedTuple):
    """How often the intervals of a measure held."""

    game: str
    measure: str
    scale: Scale
    what: str  # mean, change or ratio
    length: int
    value: float
    held: float
    events: float  # that a short run has on average, of what is counted


def long_run(plan: Plan) -> tuple[dict[str, Any], dict[str, tuple[Any, Any, Scale]]]:
    """The measures of each match, and figures that are ratios of sums over matches, as the report has them."""
    parts = [play_matches(plan, first, first + 1000) for first in range(0, plan.games, 1000)]
    found = [measures(plan, part) for part in parts]
    every = {name: np.concatenate([one[name] for one in found]) for name in found[0]}
    matches = np.concatenate([part["rounds"]["match"] for part in parts])
    column = {name: np.concatenate([part["rounds"][name] for part in parts]) for name in parts[0]["rounds"]}

    def summed(name: str) -> Any:
        return np.bincount(matches, column[name].astype(float), plan.games)

    ratios: dict[str, tuple[Any, Any, Scale]] = {"forced": (summed("forced"), summed("decisions"), "share")}
    for kind in plan.face.study.KINDS:
        ratios[f"can_{kind}"] = (summed(f"can_{kind}"), summed("asked"), "share")
        ratios[f"did_{kind}"] = (summed(f"did_{kind}"), summed(f"can_{kind}"), "share")
        ratios[f"per_round_{kind}"] = (summed(f"did_{kind}"), every["rounds"], "rate")
    return every, ratios


def sums_of_cuts(values: Any, cuts: Any) -> list[Sums]:
    """Of each short run; nan counts as no value."""
    cut = values[cuts]
    known = ~np.isnan(cut)
    cut = np.where(known, cut, 0.0)
    return [
        Sums(int(n), float(x), float(xx)) for n, x, xx in zip(known.sum(1), cut.sum(1), (cut**2).sum(1), strict=True)
    ]


def held(intervals: Sequence[Mean], value: float) -> float:
    return float(np.mean([mean.low - 1e-9 <= value <= mean.high + 1e-9 for mean in intervals]))


def coverage(
    game: str, games: int, bot: str = "club", cuts: int = CUTS, seed: int = 0, lengths: Sequence[int] = LENGTHS
) -> list[Found]:
    sides = [check_plan(game, options, bots=[bot], games=games, sample=0) for options in SETUPS[game]]
    (a, ratios), (b, _) = map(long_run, sides)
    rng, found = np.random.default_rng(seed), []
    for length in lengths:
        drawn = rng.integers(games, size=(cuts, length), dtype=np.int32)
        for name in a:
            found += of_a_measure(game, name, a, b, drawn)
        for name, (x, d, scale) in ratios.items():
            truth = float(x.sum() / max(1, d.sum()))
            if truth > 0 and (scale != "share" or truth < 1) and np.ptp(x):
                one, other = x[drawn], d[drawn]
                sums = [one, other, one**2, one * other, other**2]
                rows = zip(*(each.sum(1).tolist() for each in sums), strict=True)
                intervals = [ratio_of(length, *row, scale=scale) for row in rows]
                found.append(
                    Found(game, name, scale, "ratio", length, truth, held(intervals, truth), length * float(x.mean()))
                )
    return found


def of_a_measure(game: str, name: str, a: dict[str, Any], b: dict[str, Any], drawn: Any) -> list[Found]:
    """The measure on the first side, and its change, where they vary at all."""
    change = b[name] - a[name]
    known, scale, length = ~np.isnan(change), scale_of(name), drawn.shape[1]
    units = tuple(unit_of(name, float(side["rounds"].mean()), float(side["round_moves"].mean())) for side in (a, b))
    one, other, apart = (sums_of_cuts(np.where(known, values, np.nan), drawn) for values in (a[name], b[name], change))
    found = []
    for what, values in (("mean", a[name]), ("change", change)):
        truth = float(values[known].mean())
        if not np.ptp(values[known]):
            continue
        if what == "mean":
            intervals = [mean_of(sums, scale, units[0]) for sums in one]
        else:
            sides = zip(one, other, apart, strict=True)
            intervals = [change_between(*three, scale, (units[0], units[1])) for three in sides]
        events = length * abs(truth) / units[0]
        found.append(Found(game, name, scale, what, length, truth, held(intervals, truth), events))
    return found


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    found = [one for game in SETUPS for one in coverage(game, games)]
    for what in ("mean", "ratio", "change"):
        for scale in ("mean", "share", "rate"):
            row = []
            for length in LENGTHS:
                some = [one.held for one in found if (one.what, one.scale, one.length) == (what, scale, length)]
                below, above = (sum(one < 0.93 for one in some), sum(one > 0.97 for one in some))
                if some:
                    ends = f"{min(some):.1%} to {max(some):.1%}"
                    row.append(f"{np.mean(some):6.1%} ({ends}; {below} below, {above} above of {len(some)})")
            print(f"{what:7}{scale:6}", *row)
    furthest = sorted(found, key=lambda one: one.held)
    for one in (*furthest[:15], *furthest[-25:]):
        print(
            f"{one.held:6.1%} {one.game} {one.what} of {one.measure} ({one.scale}, {one.value:.4g}), {one.length},"
            f" events {one.events:.3g}"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
