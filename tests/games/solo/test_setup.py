"""R1 to R3: the cards, the deal, the start card and who begins."""

from __future__ import annotations

from collections import Counter

import pytest

from tefuda import Match
from tefuda.games.option import check_options
from tefuda.games.solo.game import SOLO
from tefuda.games.solo.moves import CARDS
from tefuda.games.solo.state import NOBODY

from .position import ALL_ACTIONS, DECK, begin, deal, hands_of, in_order, position

NUMBERS = in_order((DECK - Counter(ALL_ACTIONS)).elements())
ACTIONS = in_order(ALL_ACTIONS)


# ---- R1


def test_r1_cards() -> None:
    pool, sides, _ = begin(3).game.chance()
    assert sides == 1
    assert Counter(CARDS[face] for face in pool) == DECK
    assert (DECK.total(), len(DECK), len(CARDS)) == (120, 63, 63)
    assert (len(NUMBERS), len(ACTIONS)) == (72, 48)


@pytest.mark.parametrize("seats", range(2, 11))
def test_r1_eight_cards_each_and_the_rest_is_the_draw_pile(seats: int) -> None:
    table = begin(seats).play("*")
    assert table.sizes == [8] * seats
    assert len(table.pile) == 120 - 8 * seats
    dealt = Counter(card for seat in range(seats) for card in table.hand(seat).split())
    assert dealt + Counter(table.pile) == DECK


def test_r1_two_to_ten_players() -> None:
    assert sorted(SOLO.seats({})) == list(range(2, 11))
    for seats in (1, 11):
        with pytest.raises(ValueError, match="seats must be"):
            Match("solo", seats)


# ---- R2


def test_r2_the_first_number_is_the_start_card() -> None:
    table = begin(3).play(deal(*hands_of(NUMBERS, 3)), "* turn b9")
    assert (table.top, table.colour, table.discards) == ("b9", "b", ["b9"])
    assert len(table.pile) == 120 - 24 - 1


@pytest.mark.parametrize("card", ["rS", "rR", "rD", "rX", "rG", "W", "A", "W4", "Ky"])
def test_r2_action_cards_stay_below_without_effect(card: str) -> None:
    table = begin(3).play(deal(*hands_of(NUMBERS, 3)), f"* turn {card}")
    assert table.phase == "chance"
    table.play("* turn b7")
    assert table.discards == [card, "b7"]
    assert table.now == ("turn", 1, "b")
    assert (table.s.direction, table.s.sum, table.sizes) == (1, 0, [8, 8, 8])
    assert table.pending == ""


@pytest.mark.parametrize(("seats", "turned"), [(9, 48), (10, 40)])
def test_r2_without_a_number_the_same_dealer_deals_anew(seats: int, turned: int) -> None:
    """With 9 hands all 72 numbers are dealt, with 10 all of them and 8 action cards."""
    table = begin(seats, dealer=4).play(deal(*hands_of([*NUMBERS, *ACTIONS], seats)))
    for card in table.pile:
        assert (table.over, table.game.chance()[2]) == (False, 1)
        table.play(f"* turn {card}")
        turned -= 1
    assert turned == 0
    assert (table.over, table.s.dealer, table.s.round, table.totals) == (True, 4, 1, [0] * seats)
    assert SOLO.safety(table.game)["R2 dealt anew"] == 1
    table.play(deal(*hands_of([*ACTIONS, *NUMBERS], seats)), "* turn b9")
    assert (table.sizes, table.now) == ([8] * seats, ("turn", 5, "b"))


def test_r2_nobody_has_laid_the_start_card() -> None:
    table = position("r1 r2", "g1 g2").play("play r1 solo", "draw", "*", "keep", "play r2")
    assert table.s.laid_by == 0
    assert table.play(deal(*hands_of(NUMBERS, 2)), "* turn b9").view(0).laid_by is None


def test_r2_with_eight_players_a_number_is_always_left() -> None:
    assert len(NUMBERS) - 8 * 8 == 8


# ---- R3


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 0)])
def test_r3_the_player_left_of_the_dealer_begins_clockwise(dealer: int, first: int) -> None:
    table = begin(3, dealer).play(deal(*hands_of(NUMBERS, 3)), "* turn b9")
    assert table.turn == first
    assert table.play("draw", "*", "keep").turn == (first + 1) % 3


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_r3_the_first_dealer_is_random(seats: int) -> None:
    game = SOLO.begin(seats, check_options(SOLO.options, {}))
    dealers = Counter(game.draw(seed)[0] for seed in range(2000))
    assert set(dealers) == set(range(seats))
    assert all(abs(count - 2000 / seats) < 135 for count in dealers.values())  # six standard deviations


@pytest.mark.parametrize(("dealer", "then"), [(0, 1), (1, 2), (2, 0)])
def test_r3_each_round_the_deal_moves_left_and_the_direction_is_reset(dealer: int, then: int) -> None:
    table = position("r1", "g1 g2", "g3 g4", direction=-1, dealer=dealer).play("play r1")
    assert (table.over, table.s.dealer, table.s.round) == (True, then, 2)
    table.play(deal(*hands_of(NUMBERS, 3)), "* turn b9")
    assert (table.s.direction, table.turn) == (1, (then + 1) % 3)


@pytest.mark.parametrize("call", ["", " solo"])
def test_r3_calls_end_with_the_round(call: str) -> None:
    """The cap of R28 ends it while seat 0 owes the call, or has said it."""
    table = position("r1 g5", "g1 g2", turns=2000).play(f"play r1{call}")
    s = table.s
    assert (table.over, table.owes, table.called, s.turn, s.turns) == (True, [], [], NOBODY, 0)


def test_r3_a_penalty_that_nobody_draws_any_more_ends_with_the_round() -> None:
    """R28: the cap comes when seat 1 stacks, and has not called, as it must with `solo_before`."""
    table = position("rD r1 r2", "gD y1", turns=2000, solo_before=True).play("play rD", "play gD")
    assert (table.over, table.s.fined, table.s.to_draw) == (True, 0, 0)


def test_r3_passes_end_with_the_round() -> None:
    table = position("g1", "", rest=1, passes=1, target_score=5000).play("pass")
    assert (table.over, table.s.passes, table.s.turn, table.sizes) == (True, 0, NOBODY, [0, 0])


def test_r3_nothing_of_a_round_is_left_in_the_next() -> None:
    table = position("r1 g5", "g1 g2", "g3 W4", turns=7, direction=-1)
    table.play("play r1 solo", "play W4 g", "take", "*", "*", "play g1", "play g5")
    assert (table.over, table.out) == (True, 0)
    table.play(deal(*hands_of(NUMBERS, 3)), "* turn b9")
    s = table.s
    assert (table.owes, table.called, s.turns, s.passes, s.sum, table.pending) == ([], [], 1, 0, 0, "")
    assert [table.view(seat).known for seat in range(3)] == [{}, {}, {}]
