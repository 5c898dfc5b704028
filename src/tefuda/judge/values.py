"""What a decision cost, by many worlds that fit what the seat knew then.

The same worlds for all moves. A first set of worlds finds the best move; a fresh one says by how much it is better than
the move that was made. So a move that looked best by chance is not called better by the same chance.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from tefuda.games import GAMES
from tefuda.intervals import NOTHING, Mean, Sums, mean_of, sums_of
from tefuda.judge.decisions import Decision
from tefuda.kernel import OVER
from tefuda.kernel.plain import Game

CANDIDATES = 24  # moves that are looked at, and the one that was made
STAGES = 3  # of the search for the best move, after each of which the worse half is dropped
PLAYOUTS = 480  # of each stage, all moves together
WORLDS = 256  # fresh ones, in which two moves are compared
CHUNK = 4  # worlds that count as one value of an interval
MASK = 2**62 - 1


class Candidate(NamedTuple):
    """A move and what it gains in the round, less what the others gain on average."""

    move: str
    value: float
    worlds: int


class Judged(NamedTuple):
    """A decision and what it cost, in points of the round."""

    decision: Decision
    candidates: tuple[Candidate, ...]  # the best first; those that were dropped early rest on fewer worlds
    best: str
    difference: Mean  # the best move less the one that was made
    over_club: float  # the move that was made less the one that `club` makes
    chances: tuple[Mean, Mean] | None = None  # of winning the match: with the best move, and with the one made

    @property
    def loss(self) -> float:
        """0 where chance alone could explain the difference."""
        return self.difference.value if self.difference.low > 0 else 0.0


def judge(decision: Decision, seed: int = 0, worlds: int = WORLDS, chances: bool = False) -> Judged:
    """Judges one decision; the same seed gives the same judgement."""
    rng = random.Random(f"{seed}/{decision.event}")
    view, face = decision.view, GAMES[decision.view.game]
    seat = seat_of(decision)
    game = face.world(view)
    legal = dict(zip(decision.moves, game.legal(seat), strict=True))
    made, usual = legal[decision.chosen], game.quick(seat, face.weights.CLUB)
    looked_at = screen(game, seat, made, rng, face.weights.CLUB, not face.is_shared(view))
    texts = {action: move for move, action in legal.items()}
    candidates = tuple(
        Candidate(texts[action], sums.value, sums.n)
        for action, sums in sorted(looked_at.items(), key=lambda item: (-item[1].n, -item[1].value))
    )
    best = max(looked_at, key=lambda action: (looked_at[action].n, looked_at[action].value))
    if best != made and not leads(looked_at[best], looked_at[made]):
        best = made
    found = compare(game, seat, (made, best, usual), worlds, rng, face.weights.CLUB, not face.is_shared(view))
    judged = Judged(decision, candidates, texts[best], found[0], found[1])
    if chances and judged.loss:
        return judged._replace(chances=chances_of(decision, best, made, worlds, rng))
    return judged


def leads(one: Sums, other: Sums) -> bool:
    """Whether one leads the other by more than a margin for chance."""
    return one.value - other.value > math.sqrt(one.deviation / one.n**2 + other.deviation / other.n**2) / 2


def seat_of(decision: Decision) -> int:
    seat = decision.view.seat
    assert seat is not None, "a spectator decides nothing"
    return seat


def screen(
    game: Game,
    seat: int,
    made: int,
    rng: random.Random,
    weights: Sequence[int],
    relative: bool,
    stages: int = STAGES,
) -> dict[int, Sums]:
    """What the likeliest moves gain, the worse half of them dropped after each stage; the one made stays to the end."""
    worths = game.worths(seat, weights)
    order = sorted(range(len(worths)), key=lambda index: -worths[index])[:CANDIDATES]
    left = [game.legal(seat)[index] for index in order]
    if made not in left:
        left.append(made)
    known = dict.fromkeys(left, NOTHING)
    for stage in range(stages):
        if stage:
            better = sorted((action for action in left if action != made), key=lambda action: -known[action].value)
            left = [made, *better[: max(1, len(better) // 2)]]
        worlds = PLAYOUTS // len(left)
        sums, squares, _ = game.search(seat, left, worlds, rng.getrandbits(62), weights, relative)
        for action, total, square in zip(left, sums, squares, strict=True):
            known[action] += Sums(worlds, total, square)
    return known


def compare(
    game: Game,
    seat: int,
    actions: tuple[int, int, int],
    worlds: int,
    rng: random.Random,
    weights: Sequence[int],
    relative: bool,
) -> tuple[Mean, float]:
    """The best move less the one made, and the one made less the usual one, in the same fresh worlds."""
    made, best, usual = actions
    different = sorted({made, best, usual})
    if len(different) == 1:
        return Mean(0.0, 0.0, 0.0), 0.0
    losses, gains = [], []
    for _ in range(max(2, worlds // CHUNK)):
        sums, _, _ = game.search(seat, different, CHUNK, rng.getrandbits(62), weights, relative)
        value = {action: total / CHUNK for action, total in zip(different, sums, strict=True)}
        losses.append(value[best] - value[made])
        gains.append(value[made] - value[usual])
    loss = Mean(0.0, 0.0, 0.0) if best == made else mean_of(sums_of(losses))
    return loss, sums_of(gains).value


def chances_of(decision: Decision, best: int, made: int, worlds: int, rng: random.Random) -> tuple[Mean, Mean]:
    """The chance of winning the match with each of two moves, if all play on like `club`."""
    face, seat = GAMES[decision.view.game], seat_of(decision)
    wins: tuple[list[float], list[float]] = ([], [])
    for _ in range(worlds):
        world, seed = face.redeal(decision.view, rng), rng.getrandbits(61)
        for action, won in zip((best, made), wins, strict=True):
            game = world.clone()
            game.apply(seat, action)
            play_out(game, seed, face.weights.CLUB)
            winners = face.result(game).winners
            won.append((seat in winners) / (1 if face.is_shared(decision.view) else max(1, len(winners))))
    return mean_of(sums_of(wins[0]), "share"), mean_of(sums_of(wins[1]), "share")


def play_out(game: Game, seed: int, weights: Sequence[int]) -> None:
    """Plays the match to its end, all like these weights. Later rounds get the same deals after all first moves."""
    rounds = game.rounds()
    while game.actor() != OVER:
        game.play_round((seed + game.rounds() - rounds) & MASK, [weights] * game.seats)
