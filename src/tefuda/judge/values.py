"""What a decision cost, by many worlds that fit what the seat knew then.

The same worlds for all moves. A first set of worlds finds the best move; a fresh one says by how much it is better than
the move that was made. So a move that looked best by chance is not called better by the same chance.
"""

from __future__ import annotations

import math
import random
from typing import NamedTuple

from tefuda.games import GAMES
from tefuda.intervals import NOTHING, Mean, Sums, mean_of
from tefuda.judge.decisions import Decision
from tefuda.judge.scales import Later, Scales, Steps, Weight, done, gap_of, lead_of, weight_of
from tefuda.kernel.plain import Game, Weighed

CANDIDATES = 24  # moves that are looked at, and the one that was made
STAGES = 3  # of the search for the best move, after each of which the worse half is dropped
PLAYOUTS = 48, 240  # of each stage, all moves together: one for each world in which moves are compared, within these
WORLDS = 256  # fresh ones, in which moves are compared
COMPARED = 5  # moves, at most
SAME = Mean(0.0, 0.0, 0.0)


class Candidate(NamedTuple):
    """A move, what it gains in the round less what the others gain on average, and the chance to win the match."""

    move: str
    value: Mean
    chance: Mean
    worlds: int


class Judged(NamedTuple):
    """A decision and what it cost."""

    decision: Decision
    candidates: tuple[Candidate, ...]  # the best first; those that were dropped early rest on fewer worlds
    best: str
    difference: Mean  # the best move less the one that was made, in points of the round
    gap: Mean  # the same in the chance to win the match
    over_club: float  # the move that was made less the one that `club` makes

    @property
    def loss(self) -> float:
        """0 where chance alone could explain the difference."""
        return self.difference.value if self.difference.low > 0 else 0.0

    @property
    def chances(self) -> tuple[Mean, Mean]:
        """Of winning the match: with the best move, and with the one that was made."""
        found = {one.move: one.chance for one in self.candidates}
        return found[self.best], found[self.decision.chosen]


def judge(decision: Decision, seed: int = 0, worlds: int = WORLDS, later: Later = ()) -> Judged:
    """Judges one decision; the same seed gives the same judgement. `later` is what later rounds bring."""
    return done(judging(decision, seed, worlds, later))


def judging(decision: Decision, seed: int, worlds: int, later: Later) -> Steps[Judged]:
    """The same, for whoever does the weighings that it asks for."""
    rng = random.Random(f"{seed}/{decision.number}")
    view, face = decision.view, GAMES[decision.view.game]
    seat, game = seat_of(decision), face.world(view)
    scales = Scales(face, seat, not face.is_shared(view), later)
    legal = dict(zip(decision.moves, game.legal(seat), strict=True))
    texts = {action: move for move, action in legal.items()}
    made, usual = legal[decision.chosen], game.quick(seat, face.weights.CLUB)
    seen = yield from screening(scales, game, made, rng, STAGES, max(PLAYOUTS[0], min(PLAYOUTS[1], worlds)))
    order = sorted(seen, key=lambda action: (-seen[action].points.n, -seen[action].points.value))
    best = order[0] if leads(seen[order[0]].points, seen[made].points) else made
    chosen = list(dict.fromkeys((best, made, usual, *order)))[:COMPARED]
    weighed = yield scales.ask(game, chosen, worlds, rng)
    found = dict(zip(chosen, weighed, strict=True))
    weights = seen | {action: weight_of(one, worlds) for action, one in found.items()}
    order.sort(key=lambda action: (action != best, action not in found, -weights[action].points.value))
    candidates = (_candidate(scales, texts[action], weights[action]) for action in order if action in texts)
    lead, gap = _between(found[best], found[made], worlds) if best != made else (SAME, SAME)
    over_club = (found[made].sum - found[usual].sum) / worlds
    return Judged(decision, tuple(candidates), texts[best], lead, gap, over_club)


def _between(best: Weighed, made: Weighed, worlds: int) -> tuple[Mean, Mean]:
    return mean_of(lead_of(best, made, worlds)), gap_of(best, made, worlds)


def _candidate(scales: Scales, move: str, weight: Weight) -> Candidate:
    return Candidate(move, mean_of(weight.points), scales.chance(weight.wins), weight.points.n)


def leads(one: Sums, other: Sums) -> bool:
    """Whether one leads the other by more than a margin for chance."""
    return one.value - other.value > math.sqrt(one.deviation / one.n**2 + other.deviation / other.n**2) / 2


def seat_of(decision: Decision) -> int:
    seat = decision.view.seat
    assert seat is not None, "a spectator decides nothing"
    return seat


def screen(scales: Scales, game: Game, made: int, rng: random.Random, stages: int, playouts: int) -> dict[int, Weight]:
    """What the likeliest moves gain, the worse half of them dropped after each stage; the one made stays to the end."""
    return done(screening(scales, game, made, rng, stages, playouts))


def screening(
    scales: Scales, game: Game, made: int, rng: random.Random, stages: int, playouts: int
) -> Steps[dict[int, Weight]]:
    """The same, for whoever does the weighings that it asks for."""
    worths = game.worths(scales.seat, scales.face.weights.CLUB)
    order = sorted(range(len(worths)), key=lambda index: -worths[index])[:CANDIDATES]
    left = [game.legal(scales.seat)[index] for index in order]
    if made not in left:
        left.append(made)
    known = dict.fromkeys(left, Weight(NOTHING, NOTHING))
    for stage in range(stages):
        if stage:
            better = sorted((one for one in left if one != made), key=lambda one: -known[one].points.value)
            left = [made, *better[: max(1, len(better) // 2)]]
        worlds = max(2, playouts // len(left))
        weighed = yield scales.ask(game, list(left), worlds, rng)
        for action, one in zip(left, weighed, strict=True):
            known[action] += weight_of(one, worlds)
    return known
