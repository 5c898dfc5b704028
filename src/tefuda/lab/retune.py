"""Bots that learn a setup before it is measured, because bots that do not know a rule do not adapt their play to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tefuda.bots.entrants import Weights
from tefuda.intervals import Mean, mean_of, sums_of
from tefuda.lab.plan import Plan
from tefuda.tune import FRESH, Trial, margins_of, tune

CYCLES = 3  # after each, the others play with the weights found so far


class Budget(NamedTuple):
    """How much is spent on one setup; the same for all."""

    generations: int = 12  # in all cycles together
    population: int = 24
    deals: int = 30
    seed: int = 1


class Learnt(NamedTuple):
    """The weights that were found, and what they gain."""

    weights: Weights
    gain: Mean  # a round, of one seat with these weights among others with the old ones, on fresh deals
    kept: bool  # whether they are used: the gain's interval is above 0


def learn(plan: Plan, budget: Budget, processes: int, tell: Callable[[int, int], None] | None = None) -> Learnt:
    """Weights tuned for this setup from those of the plan's bot, with it and its successors in all other seats."""
    start = own_weights(plan)
    weights, done = start, 0
    for cycle in range(CYCLES):
        first = Trial(plan.game, plan.options, plan.seats, weights, weights)
        generations = budget.generations * (cycle + 1) // CYCLES - done
        seed = budget.seed * CYCLES + cycle
        for found in tune(first, generations, budget.population, budget.deals, seed, processes):
            weights, done = found.weights, done + 1
            if tell:
                tell(done, budget.generations)
    trial, fresh = Trial(plan.game, plan.options, plan.seats, weights, start), range(FRESH, FRESH + 20 * budget.deals)
    # The old weights in the same seat have a margin of 0 over all rotations, but not where all win together.
    pairs = zip(margins_of(trial, fresh), margins_of(trial._replace(weights=start), fresh), strict=True)
    gain = mean_of(sums_of(new - old for new, old in pairs))
    return Learnt(weights, gain, gain.low > 0)


def own_weights(plan: Plan) -> Weights:
    """Of the bot that all seats share, or a ValueError."""
    bot = plan.entrants[0]
    if len(set(plan.bots)) > 1 or bot.weights is None or bot.avoids:
        raise ValueError("bots are tuned where one that is nothing but weights has all seats: casual, club or a file")
    return bot.weights


def with_weights(plan: Plan, learnt: Learnt) -> Plan:
    """The plan with the bots that have learnt it, or as it was if they gained nothing."""
    if not learnt.kept:
        return plan
    name = f"{plan.bots[0].removesuffix('.toml')}-retuned.toml"
    return plan._replace(bots=(name,) * plan.seats, files=((name, learnt.weights),))
