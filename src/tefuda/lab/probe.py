"""Probes: what a kind of move is worth, how much is at stake, and how open a match is."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tefuda.kernel import OVER
from tefuda.kernel.plain import Game
from tefuda.lab.plan import Plan
from tefuda.lab.play import Table, kinds_of, mixed, seed_of, weights_of

POINTS = 10  # of a match, at which it is continued
CONTINUED = 24  # times
OWN, OTHERS = 2, 3  # moves that are compared: of the kind itself, of other kinds
LOOKED_AT = 5  # moves between which something is at stake: those that look best
DECISIONS = 4  # of a match, of which that is measured
CHOOSING, MEASURING = 16, 32  # worlds in which the best of each is chosen, and others in which the two are measured


class Position(NamedTuple):
    """A decision in a match."""

    game: Game
    round: int
    seat: int
    kinds: dict[int, list[int]]  # the legal actions by kind


def probe_matches(plan: Plan, first: int, last: int) -> dict[str, Table]:
    kinds = kinds_of(plan.face)
    odds: list[tuple[Any, ...]] = []
    worth: list[tuple[Any, ...]] = []
    stakes: list[tuple[Any, ...]] = []
    for match in range(first, last):
        rng = random.Random(f"probe {plan.seed + match}")
        positions, final = walk(plan, match, kinds, rng)
        winners = plan.face.result(final).winners
        for point in range(POINTS):
            position = positions[point * len(positions) // POINTS]
            shares = continued(plan, match, position.game, rng)
            odds += [(match, point / POINTS, seat, shares[seat], seat in winners) for seat in range(plan.seats)]
        choices = [position for position in positions if sum(map(len, position.kinds.values())) > 1]
        for position in rng.sample(choices, min(DECISIONS, len(choices))):
            stakes.append((match, stake_of(plan, position, rng)))
        for kind in range(len(plan.face.study.KINDS)):
            possible = [position for position in positions if kind in position.kinds and len(position.kinds) > 1]
            if possible:
                gain, chosen = worth_of(plan, rng.choice(possible), kind, rng)
                worth.append((match, kind, len(possible), gain, chosen))
    return {
        "odds": columns(odds, {"match": "i8", "point": "f8", "seat": "i1", "share": "f8", "won": "?"}),
        "stakes": columns(stakes, {"match": "i8", "stake": "f8"}),
        "worth": columns(worth, {"match": "i8", "kind": "i1", "positions": "i4", "gain": "f8", "chosen": "f8"}),
    }


def columns(rows: Sequence[tuple[Any, ...]], types: dict[str, str]) -> Table:
    return {name: np.array([row[place] for row in rows], kind) for place, (name, kind) in enumerate(types.items())}


def walk(plan: Plan, match: int, kinds: Any, rng: random.Random) -> tuple[list[Position], Game]:
    """A match, move by move: all its decisions, and its end."""
    face = plan.face
    weights = [weights_of(face, plan.bot(match, seat)) for seat in range(plan.seats)]
    game = face.begin(plan.seats, plan.options)
    positions: list[Position] = []
    dealt, made = -1, 0
    while game.actor() != OVER:
        if dealt != game.rounds():
            dealt, made = game.rounds(), 0
        game.settle(seed_of(plan, match, dealt, 0) if made == 0 else mixed(seed_of(plan, match, dealt, 2), made))
        seat = game.actor()
        if seat == OVER:
            break
        legal = game.legal(seat)
        by_kind: dict[int, list[int]] = {}
        for action in legal:
            by_kind.setdefault(int(kinds[action]), []).append(action)
        positions.append(Position(game.clone(), dealt, seat, by_kind))
        own = weights[seat]
        game.apply(seat, rng.choice(legal) if own is None else game.quick(seat, own))
        made += 1
    return positions, game


def continued(plan: Plan, match: int, game: Game, rng: random.Random) -> list[float]:
    """Each seat's part of the wins when the match goes on from what a spectator knows."""
    face = plan.face
    weights = [weights_of(face, plan.bot(match, seat)) for seat in range(plan.seats)]
    kinds = np.zeros(face.engine.n_actions, np.uint8)
    wins = [0.0] * plan.seats
    for _ in range(CONTINUED):
        world = game.redeal(None, rng.getrandbits(62))
        while world.actor() != OVER:
            world.count_round(rng.getrandbits(62), weights, kinds, np.zeros((plan.seats, 5), np.int32))
        winners = face.result(world).winners
        for seat in winners:
            wins[seat] += (1 if face.shared_by(plan.options) else 1 / len(winners)) / CONTINUED
    return wins


def stake_of(plan: Plan, position: Position, rng: random.Random) -> float:
    """What the best of the moves that look best gains over the worst of them, to the end of the round.

    The two are chosen in some worlds and measured in others, so that luck does not make them look further apart.
    """
    game, seat, weights = position.game, position.seat, plan.face.weights.CLUB
    relative = not plan.face.shared_by(plan.options)
    worths = dict(zip(game.legal(seat), game.worths(seat, weights), strict=True))
    looked_at = sorted(worths, key=lambda action: -worths[action])[:LOOKED_AT]
    sums, _, _ = game.search(seat, looked_at, CHOOSING, rng.getrandbits(62), weights, relative)
    order = sorted(range(len(looked_at)), key=lambda place: sums[place])
    ends = [looked_at[order[-1]], looked_at[order[0]]]
    (best, worst), _, _ = game.search(seat, ends, MEASURING, rng.getrandbits(62), weights, relative)
    return (best - worst) / MEASURING


def worth_of(plan: Plan, position: Position, kind: int, rng: random.Random) -> tuple[float, float]:
    """What the best move of this kind gains over the best of other kinds, to the end of the round.

    The best ones are chosen in some worlds and measured in others; so neither looks better than it is. Also whether the
    kind was preferred in the first ones, half if there was no difference.
    """
    game, seat, weights = position.game, position.seat, plan.face.weights.CLUB
    relative = not plan.face.shared_by(plan.options)
    worths = dict(zip(game.legal(seat), game.worths(seat, weights), strict=True))
    order = sorted(worths, key=lambda action: -worths[action])
    own = [action for action in order if action in position.kinds[kind]][:OWN]
    others = [action for action in order if action not in position.kinds[kind]][:OTHERS]
    sums, _, _ = game.search(seat, own + others, CHOOSING, rng.getrandbits(62), weights, relative)
    found = dict(zip(own + others, sums, strict=True))
    best = [max(some, key=lambda action: found[action]) for some in (own, others)]
    (one, other), _, _ = game.search(seat, best, MEASURING, rng.getrandbits(62), weights, relative)
    ahead = found[best[0]] - found[best[1]]
    return (one - other) / MEASURING, 0.5 if ahead == 0 else float(ahead > 0)
