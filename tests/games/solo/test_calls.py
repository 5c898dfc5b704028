"""R23 and R31: the call "Solo!", who owes it and for how long."""

from __future__ import annotations

import pytest

from .position import COLOURS, position

OTHERS = ("r8 y2 y3", "r9 b2 b3", "r7 b4 b6")

# ---- R23


def test_r23_with_the_action() -> None:
    table = position("r1 g2", *OTHERS)
    assert table.moves("play") == ["play r1", "play r1 solo"]
    table.play("play r1 solo")
    assert (table.owes, table.called, table.to_act) == ([], [0], [1])
    assert table.play("play r8").sizes == [1, 2, 3, 3]


def test_r23_afterwards_until_another_player_goes_on() -> None:
    table = position("r1 g2", *OTHERS).play("play r1")
    assert (table.owes, table.to_act) == ([0], [0, 1])
    assert table.moves("", 0) == ["wait", "solo"]
    called = table.after("0 solo")
    assert (called.owes, called.called, called.to_act) == ([], [0], [1])
    assert called.play("play r8").sizes == [1, 2, 3, 3]


@pytest.mark.parametrize("move", ["play r8", "draw"])
def test_r23_if_it_is_missing_two_cards_come_first(move: str) -> None:
    table = position("r1 g2", *OTHERS).play("play r1", move)
    assert table.drawing == (0, 2)
    assert table.top == "r1"  # the action waits
    table.play("* draw 0 b8 b9")
    assert (table.hand(0), table.owes) == ("g2 b8 b9", [])
    assert (table.top, table.turn) == ("r8", 2) if move == "play r8" else table.drawing == (1, 1)


def test_r23_letting_it_go_by_does_not_end_the_debt() -> None:
    table = position("r1 g2", *OTHERS).play("play r1", "0 wait")
    assert (table.owes, table.moves("", 0), table.to_act) == ([0], [], [1])
    assert table.play("draw").drawing == (0, 2)


@pytest.mark.parametrize("hand", ["r7 g7 b7 W", "r7 g7 y7 b7 W"])
def test_r23_after_a_triple(hand: str) -> None:
    table = position(hand, *OTHERS)
    assert "triple b7 solo" in table.moves()
    assert table.after("triple b7 solo").owes == []
    table.play("triple b7")
    assert table.owes == [0]
    assert table.play("draw").drawing == (0, 2)


def test_r23_after_a_gift() -> None:
    table = position("rG g1 g2 g3", *OTHERS).play("play rG 1", "accept", "give g1")
    assert table.moves() == ["give g2", "give g2 solo", "give g3", "give g3 solo"]
    assert table.after("give g2 solo").owes == []
    table.play("give g2")
    assert (table.owes, table.sizes[0]) == ([0], 1)
    assert table.play("draw").drawing == (0, 2)


def test_r23_after_a_jump_in() -> None:
    table = position(*OTHERS, "r5 g1")
    assert table.moves("", 3) == ["jump r5", "jump r5 solo", "wait"]
    assert table.play("3 jump r5").owes == [3]


# ---- R31: when the debt arises


@pytest.mark.parametrize("card", ["r1", "rR", "rS", "rD", "W b", "W4 b", "Kg"])
def test_r31_owed_from_the_lay_on_before_any_answer(card: str) -> None:
    name = card.split()[0]
    table = position(f"{name} g2", *OTHERS)
    assert f"play {card} solo" in table.moves()
    assert table.after(f"play {card}").owes == [0]
    assert table.after(f"play {card} solo").owes == []


@pytest.mark.parametrize("move", ["play rX 2", "play A", "play rG 2"])
def test_r31_owed_only_once_answers_are_done(move: str) -> None:
    """So the target's Block is not yet going on."""
    name = move.split()[1]
    table = position(f"{name} g2", "r8 Kr y3", "Kg b2 b3", "Kb b4 b6").play(move)
    assert (table.owes, table.moves("", 0)) == ([], [])
    if move == "play A":
        assert table.play("block r", "block g").owes == []
    table.play("block b" if move == "play A" else "block g")
    assert (table.drawing, table.owes, table.sizes[0]) == (None, [0], 1)
    assert table.play("draw").drawing == (0, 2)


def test_r31_a_card_got_by_a_swap_is_not_owed_for() -> None:
    table = position("rX g2 g3", "r8", "b2 b3").play("play rX 1", "accept")
    assert (table.sizes, table.owes) == ([1, 2, 2], [])
    passed = position("A g2", "y1 y2", "b2 b3").play("play A", "accept", "accept")
    assert (passed.sizes, passed.owes, passed.called) == ([2, 1, 2], [], [])


def test_r31_the_call_with_a_swap_counts_if_the_debt_arises_and_is_harmless_if_not() -> None:
    table = position("rX g2", "Kg y1 y2", "b2 b3")
    assert "play rX 1 solo" in table.moves()
    blocked = table.after("play rX 1 solo", "block g")
    assert (blocked.owes, blocked.called) == ([], [0])
    accepted = table.after("play rX 1 solo", "accept")
    assert (accepted.sizes[0], accepted.owes, accepted.called) == (3, [], [])


def test_r31_the_call_with_the_gift_card() -> None:
    """With 3 left; it counts for the debt after the second card, and is harmless if the Gift is blocked."""
    table = position("rG g1 g2 g3", "Kg y2 y3", "r9 b2 b3")
    assert table.moves("play") == ["play rG 1", "play rG 1 solo", "play rG 2", "play rG 2 solo"]
    given = table.after("play rG 1 solo", "accept", "give g1", "give g2")
    assert (given.owes, given.called) == ([], [0])
    blocked = table.after("play rG 1 solo", "block g")
    assert (blocked.sizes[0], blocked.owes, blocked.called) == (3, [], [])


@pytest.mark.parametrize(("left", "call"), [("g1", True), ("g1 g2", False), ("g1 g2 g3", True), ("g1 g2 g3 g4", False)])
def test_r31_after_how_many_cards_a_gift_may_carry_it(left: str, call: bool) -> None:
    table = position(f"rG {left}", *OTHERS)
    assert ("play rG 1 solo" in table.moves()) == call


@pytest.mark.parametrize("hand", ["r1", "r1 g2 g3", "r1 g2 g3 g4"])
def test_r31_no_other_call_exists(hand: str) -> None:
    table = position(hand, *OTHERS)
    assert [move for move in table.moves() if "solo" in move] == []
    table.play("draw", "* draw 0 r3")
    assert ("play r3 solo" in table.moves()) == (hand == "r1")


def test_r31_not_on_the_first_gift_nor_with_more_cards() -> None:
    table = position("rG g1 g2 g3 g4", *OTHERS).play("play rG 1", "accept")
    for move in ("give g1", "give g2"):
        assert [text for text in table.moves() if "solo" in text] == []
        table.play(move)
    assert table.owes == []


# ---- R31: how it ends


def test_r31_own_next_action_ends_it_without_penalty() -> None:
    table = position("rS r1", "y1 y2").play("play rS", "accept")
    assert (table.owes, table.moves()) == ([0], ["play r1", "draw", "solo"])
    table.play("draw", "* draw 0 g2")
    assert (table.owes, table.sizes) == ([], [2, 2])


def test_r31_also_by_a_jump_in_of_its_own() -> None:
    table = position("r1 r1 g3 g3", *OTHERS).play("play r1", "0 jump r1", "draw", "* draw 1 b1", "keep")
    assert table.owes == []
    table = position("r1 r1 g3", *OTHERS).play("play r1", "0 jump r1")
    assert table.owes == [0]
    last = position("r1 r1", *OTHERS).play("play r1")
    assert last.owes == [0]
    assert last.play("0 jump r1").out == 0


def test_r31_accepting_keeping_and_giving_do_not_end_it() -> None:
    """Only a game action of another player is going on (R30)."""
    table = position("rS g2", "y1 y2", "r8 b2", "r9 b4").play("play rS", "accept")
    assert (table.owes, table.turn) == ([0], 2)
    swap = position("A r1 r2 r3", "Kg g1", "y1 y2").play("play A", "block g", "accept")
    assert (swap.owes, swap.turn) == ([1], 1)


def test_r31_several_debtors_draw_in_turn_order_after_the_one_who_goes_on() -> None:
    """Both sides of a blocked swap owe; seat 0 goes on, so seat 1 draws before seat 3."""
    table = position("r1 r2", "rX g1", "r8 y2 y3", "Kr b1", turn=1).play("play rX 3", "block r")
    assert (table.owes, table.turn) == ([1, 3], 0)
    table.play("draw")
    assert table.drawing == (1, 2)
    table.play("*")
    assert table.drawing == (3, 2)
    assert table.play("*").drawing == (0, 1)


def test_r31_in_the_other_direction_the_other_way_round() -> None:
    """Seat 0 blocks, so seat 3 goes on; then come 2, 1 and 0 in this order, of whom 1 and 0 owe."""
    hands = ("Kr b1", "rX g1", "r8 y2 y3", "r1 r2")
    backward = position(*hands, turn=1, direction=-1).play("play rX 0", "block r")
    assert (backward.owes, backward.turn) == ([0, 1], 3)
    assert backward.play("draw").drawing == (1, 2)
    assert backward.play("*").drawing == (0, 2)
    forward = position(*hands, turn=1).play("play rX 0", "block r", "1 solo", "draw")
    assert (forward.turn, forward.drawing) == (1, (0, 2))  # seat 1 itself goes on


def test_r31_each_debt_needs_its_own_call() -> None:
    table = position("r1 r2", *OTHERS).play("play r1 solo", "draw", "*", "keep", "draw", "*", "keep")
    assert table.called == [0]
    table.play("draw", "*", "keep", "draw", "* draw 0 b1")
    assert table.called == []
    assert table.play("keep", "draw", "*", "keep").called == []


def test_r31_who_has_one_card_and_draws_owes_nothing() -> None:
    table = position("g2", *OTHERS).play("draw", "* draw 0 r3", "keep")
    assert table.owes == []
    table = position("g2", *OTHERS).play("draw", "* draw 0 r3", "play r3")
    assert table.owes == [0]


def test_r31_the_call_and_letting_go_are_no_game_actions() -> None:
    """Another player's call does not settle a debt."""
    table = position("rX g1", "r8 y2", "Kr b1", "r9 b4").play("play rX 2", "block r")
    assert table.owes == [0, 2]
    table.play("2 solo")
    assert (table.owes, table.drawing) == ([0], None)
    assert table.play("0 wait").owes == [0]


def test_r31_with_all_black_colours_the_call_stands_beside_each() -> None:
    table = position("W g1", *OTHERS)
    assert table.moves("play") == [f"play W {colour}{call}" for colour in COLOURS for call in ("", " solo")]


def test_r31_a_block_against_a_skip_asks_for_no_second_call() -> None:
    """Seat 0 has called after it laid the Skip."""
    table = position("rS g1", "Kr y1 y2", "b2 b3").play("play rS", "0 solo", "block r")
    assert (table.owes, table.called, table.drawing) == ([], [0], None)


@pytest.mark.parametrize("call", ["", " solo"])
def test_r31_a_triple_that_leaves_one_card(call: str) -> None:
    table = position("r7 g7 b7 y1", *OTHERS).play(f"triple b7{call}")
    assert (table.owes, table.called) == (([], [0]) if call else ([0], []))
