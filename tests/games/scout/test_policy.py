"""What a hand costs by the weights of `club`."""

from __future__ import annotations

import random

from tefuda.games.scout.policy import CLUB, add_costs, burden, burden_without
from tefuda.games.scout.state import State, Work


def test_a_hand_without_some_cards_costs_what_the_rest_would_cost() -> None:
    """`burden_without` looks only at the gap; here the rest is put together and counted from its first card."""
    rng, s, w, joined = random.Random(2), State(), Work(), 0
    s.seats = 3
    w.weights[0][: len(CLUB)] = CLUB
    for _ in range(300):
        size = rng.randint(2, 12)
        hand = [rng.randint(1, 5) for _ in range(size)]
        s.hand_size[1], s.hand_size[2] = rng.randint(1, 6), rng.randint(1, 6)
        for first in range(size):
            for count in range(1, size - first + 1):
                rest = hand[:first] + hand[first + count :]
                w.trial[: len(rest)] = rest
                expected = burden(s, w, 0, len(rest))
                w.trial[:size] = hand
                add_costs(s, w, 0, w.trial, size)
                assert burden_without(w, 0, size, first, count) == expected
                joined += 0 < first < len(rest) and rest[first] == rest[first - 1]
    assert joined > 100


def test_single_cards_cost_by_their_number_and_sets_by_their_length() -> None:
    s, w = State(), Work()
    s.seats = 3
    s.hand_size[1] = s.hand_size[2] = 9
    w.weights[0][: len(CLUB)] = (*[0] * 7, 1000, 1, 200, 300, 400, 500, 600, 10, *[0] * 6)
    for hand, cost in (
        ([7], 1000 - 7 - 10),
        ([3, 4], 200 - 20),
        ([4, 4], 300 - 20),
        ([5, 4, 3], 400 - 30),
        ([2, 2, 2], 500 - 30),
        ([1, 2, 3, 4], 600 - 40),
        ([1, 2, 2, 9], 200 + 1000 - 2 + 1000 - 9 - 20),  # from the left: 1 2, then 2, then 9
    ):
        w.trial[: len(hand)] = hand
        assert burden(s, w, 0, len(hand)) == cost
