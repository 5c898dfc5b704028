"""How often the 95 % intervals hold: long runs, cut into short ones.

`python -m tests.lab.coverage` plays a long run of two setups of each game and draws runs of 50, 200 and 1,000 of its
matches again and again. An interval of a short run holds if the figure of the long one lies in it. For each scale of
figures it prints the mean over all measures, and the measures that are furthest off.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tefuda.intervals import Mean, Scale, change_of, mean_of, ratio_of
from tefuda.lab.measures import known_sums, measures, scale_of, unit_of
from tefuda.lab.plan import Plan, check_plan
from tefuda.lab.play import play_matches

LENGTHS = (50, 200, 1000)
CUTS = 500  # short runs of each length
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


def holds(mean: Mean, value: float) -> bool:
    return mean.low - 1e-9 <= value <= mean.high + 1e-9


def coverage(
    game: str, games: int, bot: str = "club", cuts: int = CUTS, seed: int = 0, lengths: Sequence[int] = LENGTHS
) -> list[Found]:
    sides = [check_plan(game, options, bots=[bot], games=games, sample=0) for options in SETUPS[game]]
    (a, ratios), (b, _) = map(long_run, sides)
    rounds, moves = float(a["rounds"].mean()), float(a["round_moves"].mean())
    values = {name: (a[name], b[name] - a[name], ~np.isnan(b[name] - a[name])) for name in a}
    held: dict[tuple[str, Scale, str, int, float], list[bool]] = defaultdict(list)
    rng = np.random.default_rng(seed)
    cutting = [rng.choice(games, length, replace=False) for length in lengths for _ in range(cuts)]
    for name, (one, change, known) in values.items():
        scale, unit = scale_of(name), unit_of(name, rounds, moves)
        truth, changed = float(one[known].mean()), float(change[known].mean())
        for cut in cutting if np.ptp(one[known]) else ():
            interval = mean_of(known_sums(one[cut][known[cut]]), scale, unit)
            held[name, scale, "mean", len(cut), truth].append(holds(interval, truth))
        for cut in cutting if np.ptp(change[known]) else ():
            interval = change_of(known_sums(change[cut]), scale, unit)
            held[name, scale, "change", len(cut), changed].append(holds(interval, changed))
    for name, (x, d, scale) in ratios.items():
        truth = float(x.sum() / max(1, d.sum()))
        for cut in cutting if truth > 0 and (scale != "share" or truth < 1) and np.ptp(x) else ():
            one, other = x[cut], d[cut]
            sums = (one.sum(), other.sum(), one @ one, one @ other, other @ other)
            interval = ratio_of(len(cut), *map(float, sums), scale=scale)
            held[name, scale, "ratio", len(cut), truth].append(holds(interval, truth))
    return [
        Found(game, name, scale, what, length, truth, float(np.mean(each)))
        for (name, scale, what, length, truth), each in held.items()
    ]


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40_000
    found = [one for game in SETUPS for one in coverage(game, games)]
    for what in ("mean", "ratio", "change"):
        for scale in ("mean", "share", "rate"):
            row = []
            for length in LENGTHS:
                some = [one.held for one in found if (one.what, one.scale, one.length) == (what, scale, length)]
                if some:
                    row.append(f"{np.mean(some):6.1%} ({min(some):.1%} to {max(some):.1%})")
            print(f"{what:7}{scale:6}", *row)
    for one in sorted(found, key=lambda one: one.held)[:25]:
        print(f"{one.held:6.1%} {one.game} {one.what} of {one.measure} ({one.scale}, {one.value:.4g}), {one.length}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
