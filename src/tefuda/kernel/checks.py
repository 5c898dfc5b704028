"""What Game and Batch refuse, with the same errors in every form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tefuda.kernel.chance import CHANCE


def check_seats(seats: int, most: int) -> None:
    if not 1 <= seats <= most:
        raise ValueError(f"the rules know 1 to {most} seats, not {seats}")


def check_seen(seat: int, seats: int, actor: int) -> None:
    """ValueError unless there is something for this seat to observe."""
    if not 0 <= seat < seats:
        raise ValueError(f"there is no seat {seat}")
    if actor == CHANCE:
        raise ValueError("there is nothing to observe while chance must act")


def check_weights(weights: Sequence[int], count: int) -> Sequence[int]:
    if len(weights) != count:
        raise ValueError(f"this game has {count} weights, not {len(weights)}")
    return weights


def check_counts(seats: int, actions: int, weights: Sequence[Any], kinds: Any, counts: Any, moves: Any) -> int:
    """The number of kinds; ValueError if an array of `count_round` has another shape than it must."""
    if len(weights) != seats:
        raise ValueError(f"{seats} seats need {seats} rows of weights, not {len(weights)}")
    n_kinds = int(kinds.max()) + 1
    if len(kinds) != actions or n_kinds > 64:
        raise ValueError(f"each of the {actions} actions needs a kind from 0 to 63")
    if counts.shape != (seats, 3 + 2 * n_kinds):
        raise ValueError(f"counts must have the shape {(seats, 3 + 2 * n_kinds)}, not {counts.shape}")
    if moves is not None and moves.shape[1:] != (3,):
        raise ValueError("a move is seat, action and number of legal actions")
    return n_kinds


def check_drawn(drawn: Sequence[int], pool: Sequence[int], sides: int, count: int) -> None:
    """ValueError unless these are `count` different things of the pool, each with one of its sides up."""
    if len(drawn) != count:
        raise ValueError(f"{count} must be drawn, not {len(drawn)}")
    thing_of = {value: pool[i - i % sides] for i, value in enumerate(pool)}
    left = Counter(pool[i] for i in range(0, len(pool), sides))
    for value in drawn:
        if value not in thing_of:
            raise ValueError(f"{value} is not in the pool")
        thing = thing_of[value]
        if left[thing] == 0:
            raise ValueError(f"{value} is drawn more often than it is there")
        left[thing] -= 1


def spread_seeds(seeds: int | Iterable[int], count: int) -> list[int]:
    """`count` seeds: those given, or consecutive ones from the number given."""
    numbers = [seeds + i for i in range(count)] if isinstance(seeds, int) else [int(seed) for seed in seeds]
    if len(numbers) != count:
        raise ValueError(f"{count} seeds are needed, not {len(numbers)}")
    return numbers
