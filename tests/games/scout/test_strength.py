"""Sets and their strength, with a scouted card too: R14, R15, R20, R39, A3."""

from __future__ import annotations

import pytest

from tefuda.games.scout.rules import measure, measure_back, strength, table_strength
from tefuda.games.scout.state import HAND_MAX, State, Work

from .position import deck, position
from .test_turns import double_choices
from .walk import hand_of, table_of


def test_r39_the_last_of_41_cards_is_followed_by_none() -> None:
    """The first card has the same number."""
    others = [(8, 10), (7, 10), (6, 10)]
    held = [card for card in sorted(deck(4)) if card not in [*others, (1, 3)]]
    hand = " ".join(f"{up}/{down}" for up, down in [*held, (1, 3)])
    table = position(hand, *(f"{up}/{down}" for up, down in others))
    assert len(hand.split()) == HAND_MAX
    assert table.moves("play 41+") == ["play 41+1"]


def test_r14_a_strength_is_made_of_count_kind_and_smallest_number() -> None:
    """Its lowest four bits, the smallest number, are read by what the networks look at."""
    for count in range(1, 11):
        for step, group in ((0, 1), (1, 0), (-1, 0)):
            for low in range(1, 11):
                whole = strength(count, step, low)
                assert (whole >> 5, whole >> 4 & 1, whole & 15) == (count, group, low)


def test_r15_no_table_set_has_no_strength() -> None:
    s = State()
    s.table[:] = [5 + 16 * 7] * len(s.table)
    assert table_strength(s, 0, 0) == 0


def test_r20_outside_the_hand_there_are_no_sets() -> None:
    """Whatever the work record held before."""
    w = Work()
    w.before[:], w.after[:] = [999] * len(w.before), [999] * len(w.after)
    measure([3 + 16 * 7, 3 + 16 * 8], w, 2)
    measure_back(w, 2)
    assert (w.before[0], w.after[2]) == (0, 0)
    assert w.before[2] == w.after[0] == strength(2, 0, 3)


DOUBLES = [
    ("4/10 6/10", "4/1 5/1 6/1 7/5"),  # 4 5 6 does not beat 4 5 6
    ("6/10 4/10", "4/1 5/1 6/1 7/5"),
    ("1/9 1/5 2/7", "1/3 1/8 1/2"),
    ("9/10 7/4 8/10 9/1", "10/2 9/7 8/2"),
    ("8/7 9/5 8/3 9/8", "9/7 8/2 7/4"),
    ("6/4 6/3", "5/7 6/10 7/6"),
    ("5/6 5/10 4/8 3/6", "4/7 4/9 4/10 4/5"),
    ("10/7 8/3 8/5", "10/8 10/6"),
    ("5/4", "4/1 5/1"),
    ("7/10 8/6", "7/9 7/5 7/6 7/8"),
]


@pytest.mark.parametrize(("hand", "table"), DOUBLES)
def test_r20_a3_which_scouts_lead_to_a_play(hand: str, table: str) -> None:
    """The card makes a set as large as what is left: then its kind or its smallest number decides."""
    shown = position(hand, "", "", "", "", table=table, owner=4)
    expected = double_choices(hand_of(shown.s, 0), table_of(shown.s))
    assert shown.moves("double") == expected
