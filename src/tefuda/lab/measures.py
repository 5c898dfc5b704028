"""What can be said of one match as a number."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tefuda.arena import Mean
from tefuda.lab.plan import Plan
from tefuda.lab.play import Table

DEAL, DECISION, FORCED = 60, 8, 2  # seconds: for a deal, a decision, a move without a choice; an estimate


class Sums(NamedTuple):
    """What is kept of many values: their number, sum, and sum of squares."""

    n: int
    total: float
    squares: float

    def __add__(self, other: object) -> Sums:
        assert isinstance(other, Sums)
        return Sums(self.n + other.n, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> Mean:
        """With its 95 % interval; with fewer than two values that is everything."""
        if self.n < 2:
            return Mean(self.total / max(1, self.n), -np.inf, np.inf)
        value = self.total / self.n
        half = 1.96 * float(np.sqrt(max(0.0, self.squares / self.n - value**2) / (self.n - 1)))
        return Mean(value, value - half, value + half)


def sums_of(values: Any) -> Sums:
    known = values[~np.isnan(values)]
    return Sums(len(known), float(known.sum()), float((known**2).sum()))


def ratio(n: int, x: float, d: float, xx: float, xd: float, dd: float) -> Mean:
    """The mean of a ratio of two sums over n matches, from the sums of x, d, x², xd and d²."""
    if n < 2 or d == 0:
        return Mean(x / d if d else float("nan"), -np.inf, np.inf)
    value = x / d
    spread = max(0.0, xx - 2 * value * xd + value**2 * dd)
    half = 1.96 * float(np.sqrt(spread * n / (n - 1))) / d
    return Mean(value, value - half, value + half)


def measures(plan: Plan, tables: dict[str, Table]) -> dict[str, Any]:
    """For each measure a value for each match; nan where a match has none."""
    matches, rounds = tables["matches"], tables["rounds"]
    index = rounds["match"] - matches["match"][0]
    count = len(matches["match"])

    def summed(values: Any) -> Any:
        return np.bincount(index, values, count)

    n_rounds = matches["rounds"].astype(float)
    decisions, asked = summed(rounds["decisions"]), summed(rounds["asked"])
    winners = matches["winners"].astype(np.int64)
    n_winners = np.array([int(one).bit_count() for one in winners])
    starts = winners >> matches["start"].astype(np.int64) & 1
    first = rounds["after_start"] == 0
    starter = summed(np.where(first, rounds["gain"], 0))
    others = (summed(rounds["gain"]) - starter) / (plan.seats - 1)
    final = np.zeros((count, plan.seats))
    final[index, rounds["seat"]] = rounds["score"]  # rounds stand in their order, so the last one stays
    found = {
        "rounds": n_rounds,
        "round_moves": matches["moves"] / n_rounds,
        "minutes": minutes(n_rounds, decisions, summed(rounds["forced"]), aside(plan, rounds, summed)),
        "branching": summed(rounds["choices"]) / asked,
        "best_score": final.max(1),
        "mean_score": final.mean(1),
        "margin": matches["margin"].astype(float),
        "spread": matches["spread"].astype(float),
        "lead_changes": matches["lead_changes"].astype(float),
        "led_from": matches["led_from"] / n_rounds,
        "start_win": np.where(n_winners > 0, starts / np.maximum(1, n_winners), np.nan),
        "start_gain": (starter - others) / n_rounds,
        "no_winner": (n_winners == 0).astype(float),
        "shared_win": (n_winners > 1).astype(float),
    }
    for kind in plan.face.study.KINDS:
        found[f"can_{kind}"] = summed(rounds[f"can_{kind}"]) / asked
        found[f"did_{kind}"] = summed(rounds[f"did_{kind}"]) / n_rounds
    endings = rounds["ending"].astype(str)
    for ending in plan.face.study.ENDS or plan.face.study.KINDS:
        found[f"end_{ending}"] = summed((endings == ending) / plan.seats) / n_rounds
    return found


def aside(plan: Plan, rounds: Table, summed: Any) -> Any:
    """Decisions that take no time of their own."""
    return sum((summed(rounds[f"did_{kind}"]) for kind in plan.face.study.ASIDE), start=np.zeros(1))


def minutes(rounds: Any, decisions: Any, forced: Any, beside: Any) -> Any:
    timed = decisions - beside
    forced = np.minimum(forced, timed)
    return (DEAL * rounds + DECISION * (timed - forced) + FORCED * forced) / 60
