"""Matches of one level among another, and of a seat that avoids a kind of move."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from tefuda.lab.plan import INSTANT, Plan
from tefuda.lab.play import Played, Table, kinds_of, play_match
from tefuda.lab.probe import columns


def play_ladder(plan: Plan, first: int, last: int) -> dict[str, Table]:
    """One seat of each level among seats of each other level, and what part of the win it and its neighbour have."""
    kinds = kinds_of(plan.face)
    rows: list[tuple[Any, ...]] = []
    for alone, among in permutations(INSTANT, 2):
        pair = plan._replace(bots=(alone, *[among] * (plan.seats - 1)), files=())
        for match in range(first, last):
            winners = play_match(pair, match, kinds, closely=False, room=None).winners
            seat = match % plan.seats  # where it sits
            parts = [(winners >> who & 1) / max(1, winners.bit_count()) for who in (seat, (seat + 1) % plan.seats)]
            rows.append((match, alone, among, *parts, winners > 0))
    types = {"match": "i8", "alone": "O", "among": "O", "share": "f8", "other": "f8", "won": "?"}
    return {"ladder": columns(rows, types)}


def play_without(plan: Plan, first: int, last: int) -> dict[str, Table]:
    """For each kind of move: how much less a round one seat gains when it avoids it, on the same deals.

    The bot is that of the first seat if it consists of weights alone, else `club`.
    """
    kinds, names = kinds_of(plan.face), list(plan.face.study.KINDS)
    bot = plan.bots[0] if plan.entrants[0].weights is not None and plan.entrants[0].instant else "club"
    usual = plan._replace(bots=(bot,) * plan.seats)
    rows: list[tuple[Any, ...]] = []
    for match in range(first, last):
        seat = match % plan.seats
        with_it = margin(usual, play_match(usual, match, kinds, closely=False, room=None), seat)
        for place, kind in enumerate(names):
            avoiding = usual._replace(bots=(f"{bot}~{kind}", *[bot] * (plan.seats - 1)))
            without = margin(avoiding, play_match(avoiding, match, kinds, closely=False, room=None), seat)
            rows.append((match, place, with_it - without))
    return {"without": columns(rows, {"match": "i8", "kind": "i1", "loss": "f8"})}


def margin(plan: Plan, played: Played, seat: int) -> float:
    """What the seat gained a round, less what the others gained on average; where all win together, what it gained."""
    begun = plan.face.begin(plan.seats, plan.options).scores()
    gains = [after - before for after, before in zip(played.rounds[-1].scores, begun, strict=True)]
    others = 0.0 if plan.face.shared_by(plan.options) else (sum(gains) - gains[seat]) / (plan.seats - 1)
    return (gains[seat] - others) / len(played.rounds)
