"""What makes a game good, computed from the tables of a run: skill and luck, tension, catching up, what is at stake."""

from __future__ import annotations

import math
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from tefuda.intervals import Mean, Z
from tefuda.lab.measures import seat_gap, win_parts
from tefuda.lab.plan import INSTANT, Plan

if TYPE_CHECKING:
    from tefuda.lab.figures import Asking

ELO = 400 / math.log(10)
STAKE = 0.1  # of the standard deviation of what a seat gains in a round: less is not much at stake


def luck_of(ahead: Mean, deviation: float) -> Mean:
    """The variance over the mean square: 1 if it does not matter who plays, 0 if the better one always wins.

    `ahead` is by how much the better one is ahead of another seat in one match, on average.
    """
    whole = [deviation**2 / max(1e-12, deviation**2 + max(0.0, end) ** 2) for end in ahead]
    return Mean(whole[0], whole[2], whole[1])


def matrix_of(ask: Asking, plan: Plan) -> dict[str, Any]:
    """The wins of each level among each other level, and ratings that explain them: least squares of the Elo
    differences."""
    matrix = {
        (alone, among): ask.share(f"select share from ladder where alone = '{alone}' and among = '{among}'")
        for alone, among in permutations(INSTANT, 2)
        if ask.one(f"select count(*) from ladder where alone = '{alone}' and among = '{among}'") > 1
    }
    if len(matrix) < len(INSTANT) * (len(INSTANT) - 1):
        return {"matrix": {}, "ratings": {}}
    rows, values, spreads = [], [], []
    for (alone, among), mean in matrix.items():
        share = min(max(mean.value, 0.001), 0.999)
        rows.append([float(level == alone) - float(level == among) for level in INSTANT[1:]])
        values.append(ELO * math.log(share / (1 - share) * (plan.seats - 1)))
        spreads.append(ELO * max(1e-4, mean.high - mean.low) / (2 * Z) / (share * (1 - share)))
    weighed = np.array(rows) / np.array(spreads)[:, None]
    found = np.linalg.lstsq(weighed, np.array(values) / spreads, rcond=None)[0]
    halves = Z * np.sqrt(np.diag(np.linalg.inv(weighed.T @ weighed)))
    ratings = {INSTANT[0]: Mean(0.0, 0.0, 0.0)}
    for level, value, half in zip(INSTANT[1:], found, halves, strict=True):
        ratings[level] = Mean(float(value), float(value - half), float(value + half))
    return {"matrix": matrix, "ratings": ratings}


def seat_gap_of(ask: Asking, plan: Plan) -> Mean:
    table = ask.base.execute("select winners, start from matches order by match").fetchnumpy()
    return seat_gap(win_parts(table["winners"], table["start"], plan.seats))


def catch_up(ask: Asking) -> Mean | None:
    """Of matches of two and more rounds in which one seat alone is last after half of them."""
    least = ask.one("select min(rounds) from matches")
    if least < 2:
        return None
    ask.base.execute(
        "create temp table behind as select match, arg_min(seat, score) as seat from (select r.*, min(score) over"
        " (partition by match) as worst from rounds r join matches m using (match)"
        " where r.round = (m.rounds + 1) // 2 - 1) where score = worst group by match having count(*) = 1"
    )
    return ask.share(
        "select (winners >> seat & 1) / greatest(1, bit_count(winners)) from behind join matches using (match)"
    )


def stakes_of(ask: Asking) -> dict[str, Any]:
    gains = ask.one("select stddev_samp(gain) from ahead")
    stake = STAKE * (gains or 0.0)
    return {
        "at_stake": ask.mean("select avg(stake) from stakes group by match"),
        "matter": ask.ratio(f"(stake > {stake})::int", "1", "stakes", "match", "share"),
        "stake": stake,
        "stakes": [value for (value,) in ask.rows("select stake from stakes order by 1")],
    }


def tension_of(ask: Asking) -> Mean:
    """The chance that the favourite of a spectator does not win, over the whole match."""
    return ask.share(
        "select avg(1 - most) from (select match, point, max(share) as most from odds group by match, point)"
        " group by match"
    )
