"""A1 to A27: what the rulebook leaves open, as it is decided."""

from __future__ import annotations

import pytest

from .position import begin, deal, position

BOTH = pytest.mark.parametrize("on", [False, True])


def test_a1_points_for_gift_and_block() -> None:
    assert position("r1", "gG").play("play r1").totals == [0, 30]
    assert position("r1", "Kg").play("play r1").totals == [0, 40]
    assert position("r1", "gG Kg", points_gift=20, points_block=50).play("play r1").totals == [0, 70]


@BOTH
def test_a2_draw_cards_are_stacked_on_their_own_kind(on: bool) -> None:
    assert ("play W4 r" in position("rD g1 g2", "W4 y1 y2", mix_draw=on).play("play rD").moves()) == on
    assert ("play gD" in position("W4 g1 g2", "gD y1 y2", mix_draw=on).play("play W4 g").moves()) == on


def test_a3_after_taking_a_sum_a_normal_turn() -> None:
    table = position("rD g1 g2", "r1 y2", "b1 b2").play("play rD", "take", "*")
    assert table.now == ("turn", 1, "r")
    assert "play r1" in table.moves()


def test_a4_a_draw_card_just_drawn_starts_a_new_sum() -> None:
    table = position("rD g1 g2", "y1 y2", "b1 b2").play("play rD", "take", "* draw 1 b9 gD", "play gD")
    assert (table.turn, table.s.sum) == (2, 2)


@BOTH
def test_a5_reverse_with_two_players(on: bool) -> None:
    assert position("rR g1 g2", "y1 y2", reverse2p_skips=on).play("play rR").turn == (0 if on else 1)


@BOTH
def test_a6_a_triple_is_all_cards_of_the_number(on: bool) -> None:
    table = position("r7 g7 y7 b7 W W", "g1 g2", triple_must_be_all=on)
    table.play("triple b7", *[] if on else ["with r7", "with g7", "done"])
    assert table.hand(0) == ("W W" if on else "y7 W W")


@BOTH
def test_a7_a_jump_in_is_the_single_card(on: bool) -> None:
    table = position("g1 g2", "r5 g5 b5 W W", triple_jump_in=on)
    assert table.moves("jump triple", 1) == (["jump triple g5", "jump triple b5"] if on else [])


@BOTH
def test_a8_the_player_who_just_played_may_jump_in(on: bool) -> None:
    table = position("r1 r1 g2 g3", "y1 y2", self_jump_in=on).play("play r1")
    assert table.moves("", 0) == (["jump r1", "wait"] if on else [])


@pytest.mark.parametrize("window", [0, 1500])
def test_a9_until_the_top_changes(window: int) -> None:
    table = position("g1 g2", "y1 y2", "r5 b2 b3", jump_in_window_ms=window)
    for _ in range(4):
        table.play("draw", "*", "keep")
        assert "jump r5" in table.moves("", 2) or table.turn == 2
        assert "play r5" in table.moves() or table.turn != 2


@BOTH
def test_a10_no_jump_in_on_action_cards(on: bool) -> None:
    table = position("rS g1 g2", "y1 y2", "rS b2 b3", jump_in_actions=on).play("play rS")
    assert ("jump rS" in table.moves("", 2)) == on


@BOTH
def test_a11_after_a_block_against_swap_all_its_bolt_colour(on: bool) -> None:
    table = position("A g1 g2", "Ky y1 y2", block_after_swap_all_free=on).play("play A", "block y")
    assert table.colour == ("any" if on else "y")


@BOTH
def test_a12_no_call_for_a_hand_got_by_a_swap(on: bool) -> None:
    table = position("rX g1 g2", "y1", "b1 b2", solo_on_swap=on).play("play rX 1", "accept")
    assert table.owes == ([0] if on else [])


@BOTH
def test_a13_no_call_when_several_cards_go_at_once(on: bool) -> None:
    table = position("r7 g7 b7", "y1 y2", solo_on_multi_out=on).play("triple b7")
    assert table.over != on


@BOTH
def test_a14_the_call_until_the_next_player_acts(on: bool) -> None:
    table = position("r1 g1", "y1 y2", solo_before=on).play("play r1")
    assert ("solo" in table.moves("", 0)) != on
    assert table.drawing == ((0, 2) if on else None)


def test_a15_two_or_fewer_counted_after_laying_the_gift_card() -> None:
    assert position("rG g1 g2", "y1 y2").play("play rG 1", "accept").over
    assert position("rG g1 g2 g3", "y1 y2").play("play rG 1", "accept").phase == "give"


def test_a15_the_first_and_the_last_of_all_cards_go_over() -> None:
    assert position("rG r1 Kb", "y1 y2").play("play rG 1", "accept").totals == [0, 1 + 40 + 3]


@pytest.mark.parametrize("left", ["g1", "g1 g2"])
def test_a16_a_blocked_gift_of_the_last_cards_goes_on(left: str) -> None:
    table = position(f"rG {left}", "Ky y1 y2", "b1 b2").play("play rG 1", "block y")
    assert (table.hand(0), table.now) == (left, ("turn", 2, "y"))


@pytest.mark.parametrize("move", ["rS", "rD", "W4 b", "rX 1", "rG 1", "A"])
def test_a17_a_block_as_the_last_card_wins_at_once(move: str) -> None:
    table = position(f"{move.split()[0]} g1 g2", "Ky", "b1 b2").play(f"play {move}", "block y")
    assert (table.out, table.totals) == (1, [3, 0, 3])


def test_a18_an_empty_pile_is_made_anew() -> None:
    table = position("g1", "", below="g2 y3", rest=1, top="r5").play("draw")
    assert (table.pile, table.discards) == (["g2", "y3"], ["r5"])


def test_a19_an_action_card_turned_up_first_is_not_obeyed() -> None:
    hands = ["r1 r2 r3 r4 r6 r7 r8 r9", "g1 g2 g3 g4 g6 g7 g8 g9"]
    table = begin(2).play(deal(*hands), "* turn rS", "* turn rD", "* turn b5")
    assert (table.now, table.s.sum) == (("turn", 1, "b"), 0)


@BOTH
def test_a20_after_drawing_no_other_card(on: bool) -> None:
    table = position("r1 r2 g1", "y1 y2", play_any_after_draw=on).play("draw", "* draw 0 b9")
    assert table.moves() == (["play r1", "play r2", "keep"] if on else ["keep"])


def test_a21_a_skip_of_two_players_may_be_blocked() -> None:
    table = position("rS g1 g2", "Ky y1 y2").play("play rS", "block y")
    assert table.now == ("turn", 0, "y")


def test_a22_acting_again_oneself_is_no_penalty() -> None:
    table = position("rS r1", "y1 y2").play("play rS", "accept", "play r1")
    assert (table.out, table.totals) == (0, [0, 3])


def test_a23_letting_a_skip_or_swap_happen_is_not_going_on() -> None:
    table = position("rS g1", "y1 y2", "b1 b2").play("play rS", "accept")
    assert (table.drawing, table.owes) == (None, [0])
    swap = position("A g1 g2 g3", "Ky y1", "b1 b2").play("play A", "block y", "accept")
    assert (swap.drawing, swap.owes) == (None, [1])


def test_a24_gift_cards_are_chosen_after_the_answer() -> None:
    table = position("rG g1 g2 g3 g4", "Ky y1 y2", "b1 b2").play("play rG 1")
    assert table.moves() == ["block y", "accept"]
    assert table.moves("", 0) == []
    assert table.view(1).known == {}


def test_a25_after_drawing_a_jump_in_with_a_card_held_before() -> None:
    table = position("r5 g1 g2", "y1 y2").play("draw", "* draw 0 b9")
    assert table.moves() == ["jump r5", "keep"]
    assert table.after("jump r5").now == ("turn", 1, "r")
    assert table.after("keep").moves("", 0) == ["jump r5", "wait"]  # a moment later


def test_a25_the_drawn_card_itself_is_played() -> None:
    table = position("g3 g1 g2", "y1 y2").play("draw", "* draw 0 r5")
    assert table.moves() == ["play r5", "keep"]


def test_a26_saying_triple_is_part_of_the_move() -> None:
    table = position("r7 g7 b7 W W", "y1 y2")
    assert table.moves("triple") == ["triple g7", "triple b7"]
    assert table.play("triple b7").now == ("turn", 1, "b")


def test_a27_the_penalty_comes_before_an_action_that_ends_the_round() -> None:
    table = position("r1 g1", "r2", "b1 b2").play("play r1", "play r2", "* draw 0 b8 b9")
    assert (table.out, table.totals) == (1, [18, 0, 3])


@pytest.mark.parametrize("card", ["rD", "W4", "A", "rX", "rG", "rS"])
def test_a28_an_action_card_that_empties_the_hand_is_not_carried_out(card: str) -> None:
    table = position(card, "b1 b2", "y1 y2")
    assert table.moves("play") == [f"play {card}"]
    table.play(f"play {card}")
    assert (table.out, table.totals) == (0, [0, 3, 3])
