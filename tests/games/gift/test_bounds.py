"""R31: what follows from the rules, over random matches."""

from __future__ import annotations

import pytest

from tefuda.games.gift.state import CARDS, HAND_MAX, KING, N_ACTIONS, RANKS, RUN_MAX, State
from tests.games.walking import Table

from .position import position
from .walk import IDS, TABLES, TEXTS, walk

EACH_TABLE = pytest.mark.parametrize("table", TABLES, ids=IDS)


@EACH_TABLE
def test_r31_hands_deck_and_rows(table: Table) -> None:
    most = 0
    for seed in range(3):
        for step in walk(table, seed):
            for s in (step.before, step.after):
                most = max(most, *s.hand_size)
                assert max(s.hand_size) <= HAND_MAX
                assert all(others(s, seat) <= RUN_MAX for seat in range(s.seats))
                assert s.deck_size + s.pile_size <= 48
                assert max(s.size) <= 11
            assert step.legal != []
    assert most >= 5


def others(s: State, seat: int) -> int:
    """The cards of a hand that are not Ks."""
    return sum(s.where[card] == seat and card % RANKS != KING for card in range(CARDS))


@EACH_TABLE
def test_r31_turns_and_moves(table: Table) -> None:
    """At most three moves in a turn: Break, action, commit."""
    seats, options, _ = table
    limit = options.get("stall_turns", 30)
    for seed in range(3, 6):
        moves, turns = 0, 0
        for step in walk(table, seed):
            moves = moves + 1 if step.before.turns == turns else 1
            turns = step.before.turns
            assert moves <= 3
            assert step.after.turns <= limit * (44 + seats) + limit
            assert step.after.stall <= limit
        assert turns > 0


@EACH_TABLE
def test_r31_each_card_is_somewhere(table: Table) -> None:
    """49 cards: hands, rows, deck, discards and the Risk."""
    for step in walk(table, seed=7):
        s = step.after
        kings = sum(s.where[suit * RANKS + KING] == 7 for suit in range(4))
        assert sum(s.hand_size) + sum(s.size) + kings + s.deck_size + s.pile_size + 1 == CARDS


def test_r31_a_hand_of_seven() -> None:
    """Five, and two of four Ks."""
    table = position("_ _ _ _ _", "sK hK dK cK _").play("break")
    assert table.sizes == [7, 3]


def test_r31_a_longest_run() -> None:
    table = position("h5 h6 gift h8 h9", "_ _ _ _ _", rows="h3")
    assert table.moves("place")[-1] == "place h5 h6 gift h8 h9"
    assert max(len(text.split()) - 1 for text in TEXTS if text.startswith("place")) == 5


def test_r31_every_action_is_a_move_of_its_own() -> None:
    assert len(set(TEXTS)) == N_ACTIONS == 1020
