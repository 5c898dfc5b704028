"""What a hand costs alone: a plan that can be carried out, and seldom a better one exists."""

from __future__ import annotations

import random
from functools import cache

import pytest

from tefuda.games.twentythree.plan import BACK, PRICE, cost_alone, list_numbers
from tefuda.games.twentythree.state import Work
from tests.games.twentythree.position import position


def planned(hand: str, pile: int, chips: int, penalty: int = 9) -> int:
    s = position(hand, "2", left=[1], pile=pile, bonus=[chips, 0], penalty=[penalty, 0]).s
    w = Work()
    return cost_alone(s, w, 0, list_numbers(s, w, 0), pile, chips)


def least(hand: tuple[int, ...], pile: int, chips: int, penalty: int) -> int:
    """The least cost of all ways to go on alone, one number after the other (R9 to R12, R16)."""

    @cache
    def best(left: tuple[int, ...], pile: int, chips: int, taken: int) -> int:
        if not left:
            return -min(BACK, penalty + taken)
        found = len(left)
        for v in set(left):
            for k in range(-chips, chips + 1):
                b = pile + 5 * k
                if v >= b:
                    skips = max(0, v - max(b, 0) - 1)
                    rest = tuple(one for one in left if one != v)
                    found = min(found, PRICE * abs(k) + skips + best(rest, v, chips - abs(k), taken + skips))
        return found

    return best(hand, pile, chips, 0)


@pytest.mark.parametrize(
    ("hand", "pile", "chips", "cost"),
    [
        ("5 6 7", 4, 0, -3),  # laid without a gap, and three chips come back
        ("6 7", 4, 0, -2),
        ("3 6", 5, 0, 1),  # the 6 is laid, and the seat leaves with the 3
        ("10 20", 9, 0, 1),  # ten is laid; to leave is cheaper than nine skips
        ("15", 9, 1, -1),  # a chip over a gap of five
        ("14", 9, 1, -1),  # ... and of four
        ("13", 9, 1, 0),  # not of three, which costs three and brings three
        ("19 23", 22, 1, -1),  # first the 23, then a chip brings the pile down to 18
        ("12 13 14", 14, 1, 1),  # a chip brings the pile down to 9, and two numbers are skipped
        ("2 3 23", 20, 0, 3),  # two skips cost more than the card
    ],
)
def test_what_a_hand_costs_alone(hand: str, pile: int, chips: int, cost: int) -> None:
    assert planned(hand, pile, chips) == cost == least(tuple(map(int, hand.split())), pile, chips, 9)


def test_no_plan_is_cheaper_than_the_best_and_most_are_as_cheap() -> None:
    rng = random.Random(23)
    same, total = 0, 300
    for _ in range(total):
        hand = sorted(rng.choices(range(3, 24), k=rng.randint(1, 6)))
        hand = [v for v in hand if hand.count(v) <= 2]
        if not hand:
            hand = [7]
        pile, chips, penalty = rng.randint(3, 23), rng.randint(0, 3), rng.randint(0, 6)
        found, best = planned(" ".join(map(str, hand)), pile, chips, penalty), least(tuple(hand), pile, chips, penalty)
        assert found >= best
        same += found == best
    assert same >= 0.85 * total
