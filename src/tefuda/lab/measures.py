"""The measures: what a number can say about one match."""

from __future__ import annotations

from typing import Any

import numpy as np

from tefuda.intervals import Mean, Scale, Sums, Z
from tefuda.lab.plan import Plan
from tefuda.lab.play import Table

GROUPS = 20  # of matches, for the interval of the seat gap
DEAL, DECISION, FORCED = 60, 8, 2  # seconds: for a deal, a decision, a move without a choice; an estimate


def known_sums(values: Any) -> Sums:
    """The sums of an array; nan counts as no value."""
    known = values[~np.isnan(values)]
    return Sums(len(known), float(known.sum()), float((known**2).sum()))


def scale_of(measure: str) -> Scale:
    """On which scale a measure lies."""
    what = measure.partition("_")[0]
    if what in ("can", "end") or measure in ("start_win", "no_winner", "shared_win"):
        return "share"
    return "rate" if what == "did" or measure == "lead_changes" else "mean"


def unit_of(measure: str, rounds: float, round_moves: float) -> float:
    """What one round, decision or match that is counted adds to a match's value."""
    return 1 / {"end": rounds, "did": rounds, "can": rounds * round_moves}.get(measure.partition("_")[0], 1.0)


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


def win_parts(winners: Any, start: Any, seats: int) -> Any:
    """Of each match the parts of the win, by the seat after the one that starts."""
    bits, first = winners.astype(np.int64), start.astype(np.int64)
    count = np.maximum(1, [int(one).bit_count() for one in bits])
    return np.stack([(bits >> (first + place) % seats & 1) / count for place in range(seats)], axis=1)


def seat_gap(parts: Any) -> Mean:
    """How far the seats' parts of the wins are from each other: their standard deviation, chance taken off."""
    if len(parts) < 2 * GROUPS:
        return Mean(float(np.sqrt(max(0.0, squared_gap(parts)[0]))) if len(parts) > 1 else 0.0, 0.0, 1.0)
    groups = np.array_split(parts, GROUPS)
    square, noise = squared_gap(parts)
    without = [squared_gap(np.concatenate(groups[:one] + groups[one + 1 :]))[0] for one in range(GROUPS)]
    half = Z * float(np.sqrt((GROUPS - 1) * np.var(without)))  # jackknife
    ends = (square, square - half, max(square + half, noise))
    return Mean(*(float(np.sqrt(max(0.0, end))) for end in ends))


def squared_gap(parts: Any) -> tuple[float, float]:
    """The variance between the seats less what chance adds to it, which may be more; and that."""
    spread = np.cov(parts.T)
    noise = float((np.trace(spread) - spread.mean() * len(spread)) / len(spread) / len(parts))
    return float(parts.mean(axis=0).var()) - noise, noise


def aside(plan: Plan, rounds: Table, summed: Any) -> Any:
    """Decisions that take no time of their own."""
    return sum((summed(rounds[f"did_{kind}"]) for kind in plan.face.study.ASIDE), start=np.zeros(1))


def minutes(rounds: Any, decisions: Any, forced: Any, beside: Any) -> Any:
    timed = decisions - beside
    forced = np.minimum(forced, timed)
    return (DEAL * rounds + DECISION * (timed - forced) + FORCED * forced) / 60
