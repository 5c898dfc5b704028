"""Tuning: weights that gain more, found by the cross-entropy method.

Each generation draws weights around the best of the last one, lets one seat with each of them play the others, who have
fixed weights, on deals of their own, and goes on from those with the highest margins.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from tefuda.arena import margins, play_inside
from tefuda.games import GAMES
from tefuda.games.option import Value

Weights = tuple[int, ...]
ELITE = 4  # one in so many is kept
HASTE = 0.6  # how far the next generation goes to them
SPREAD = 0.35  # of a weight, at first
LEAST = 8  # ... but not less than this
FRESH = 900_000  # deals from here on are for the final measurement of what was found, from a million on for figures


class Generation(NamedTuple):
    number: int
    best: float  # margin per round of the best of it
    mean: float
    weights: Weights  # the centre of the next one


class Trial(NamedTuple):
    """One seat with these weights against others with theirs."""

    game: str
    options: Mapping[str, Value]
    seats: int
    weights: Weights
    others: Weights
    alone: bool = False  # whether only what the seat gains counts, not what the others gain


def margin(trial: Trial, deals: Sequence[int]) -> float:
    """The mean margin per round over the deals."""
    return statistics.fmean(margins_of(trial, deals))


def margins_of(trial: Trial, deals: Sequence[int]) -> list[float]:
    """The margin per round of each deal, in all rotations; where all win together, all seats try the weights."""
    face = GAMES[trial.game]
    start = face.begin(trial.seats, trial.options)
    shared = face.shared_by(trial.options)
    found = []
    for deal in deals:
        total = 0.0
        for seat in range(1 if shared else trial.seats):
            rows = [trial.weights if shared else trial.others] * trial.seats
            rows[seat] = trial.weights
            game = start.clone()
            play_inside(face, game, deal, rows)
            gained = game.scores()[seat] - start.scores()[seat]
            own = gained if shared or trial.alone else margins(start.scores(), game.scores())[seat]
            total += own / max(1, game.rounds())
        found.append(total / (1 if shared else trial.seats))
    return found


def tune(
    first: Trial, generations: int, population: int, deals: int, seed: int, processes: int = 1
) -> Iterator[Generation]:
    """Generation by generation, from the weights of the first trial; the seed decides all."""
    rng = random.Random(seed)
    centre = [float(weight) for weight in first.weights]
    spread = [max(LEAST, abs(weight) * SPREAD) for weight in centre]
    with ProcessPoolExecutor(processes) as pool:
        for number in range(1, generations + 1):
            drawn = [_draw(centre, spread, rng) for _ in range(population - 1)] + [_rounded(centre)]
            start = rng.randrange(FRESH - deals)
            chosen = [range(start, start + deals)] * population
            trials = [first._replace(weights=weights) for weights in drawn]
            found = list(pool.map(margin, trials, chosen, chunksize=max(1, population // (4 * processes))))
            order = sorted(range(population), key=lambda i: -found[i])
            elite = [drawn[i] for i in order[: max(3, population // ELITE)]]
            for i in range(len(centre)):
                column = [weights[i] for weights in elite]
                centre[i] += HASTE * (statistics.mean(column) - centre[i])
                spread[i] += HASTE * (max(1.0, statistics.pstdev(column)) - spread[i])
            yield Generation(number, max(found), statistics.mean(found), _rounded(centre))


def _draw(centre: Sequence[float], spread: Sequence[float], rng: random.Random) -> Weights:
    return _rounded([rng.gauss(mean, width) for mean, width in zip(centre, spread, strict=True)])


def _rounded(numbers: Sequence[float]) -> Weights:
    return tuple(round(number) for number in numbers)
