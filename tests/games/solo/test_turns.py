"""R4 to R10: what may be laid, jump-in, Triple+, drawing."""

from __future__ import annotations

from typing import Any

import pytest

from .position import COLOURS, DECK, Position, begin, deal, in_order, position

ALL = " ".join(in_order(DECK))  # one card of each face
BLACK = ("W", "A", "W4", "Kr", "Kg", "Ky", "Kb")


def cards(table: Position) -> set[str]:
    """Those that may be laid."""
    return {move.split()[1] for move in table.moves("play")}


def every(top: str, colour: str = "", **options: Any) -> Position:
    """The seat to act has a card of each face that is not the only one and on top."""
    hand = " ".join(card for card in ALL.split() if DECK[card] > (card == top))
    return position(hand, "W W", top=top, colour=colour, **options)


# ---- R4, R5


@pytest.mark.parametrize("top", [card for card in ALL.split() if card not in BLACK])
def test_r4_every_card_on_every_coloured_card(top: str) -> None:
    """Its colour, its number or its symbol, or a black card."""
    table = every(top)
    held = set(table.hand(0).split())
    assert cards(table) == {card for card in held if card in BLACK or card[0] == top[0] or card[1] == top[1]}


@pytest.mark.parametrize("top", ["W", "W4"])
@pytest.mark.parametrize("colour", COLOURS)
def test_r4_after_a_black_card_only_the_colour_counts(top: str, colour: str) -> None:
    assert cards(every(top, colour)) == {card for card in ALL.split() if card in BLACK or card[0] == colour}


def test_r4_a_black_card_can_always_be_laid() -> None:
    for top, colour in (("r1", ""), ("gS", ""), ("yX", ""), ("W", "g"), ("A", ""), ("W4", "b")):
        assert set(BLACK) <= cards(every(top, colour))


@pytest.mark.parametrize("top", ["Kr", "Kg", "Ky", "Kb"])
def test_r5_after_block_its_bolt_colour(top: str) -> None:
    table = every(top)
    assert cards(table) == {card for card in table.hand(0).split() if card in BLACK or card[0] == top[1]}


def test_r5_after_swap_all_any_card() -> None:
    assert cards(every("A")) == set(ALL.split())


def test_r5_the_colour_of_the_card_laid() -> None:
    table = position("g5 r1", "g1 b2", "y4 y3", top="r5")
    assert table.colour == "r"
    assert table.play("play g5").colour == "g"


def test_r5_the_freedom_lasts_until_a_card_is_played() -> None:
    table = position("r8 r2", "g1 g2", "b1 y2 y3", top="A")
    for drawn in ("* draw 0 r3", "* draw 1 r4"):
        table.play("draw", drawn, "keep")
        assert table.colour == "any"
    assert table.play("play b1").colour == "b"
    assert cards(table) == set()


def test_r5_a_named_colour_stays_while_all_draw() -> None:
    table = position("W r2 r3", "g1 g2", "b1 y2").play("play W y", "draw", "*", "keep", "draw", "*", "keep")
    assert table.colour == "y"


# ---- R6


@pytest.mark.parametrize(("direction", "order"), [(1, [1, 2, 3, 0]), (-1, [3, 2, 1, 0])])
def test_r6_the_next_player_in_the_current_direction(direction: int, order: list[int]) -> None:
    table = position("r1 y1 y2", "r2 y1 y2", "r3 b1 b2", "r4 b1 b2", direction=direction)
    found = []
    for _ in range(4):
        table.play(table.moves("play r")[0])
        found.append(table.turn)
    assert found == order


# ---- R7


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("jumper", [0, 2, 3])
def test_r7_any_player_at_any_time_and_the_next_is_after_the_jumper(jumper: int, direction: int) -> None:
    hands = ["g1 g2", "g3 g4", "y1 y2", "y3 y4"]
    hands[jumper] += " r5"
    table = position(*hands, top="r5", turn=1, direction=direction)
    assert table.to_act == sorted({1, jumper})
    assert table.moves("", jumper) == ["jump r5", "wait"]
    table.play(f"{jumper} jump r5")
    assert table.now == ("turn", (jumper + direction) % 4, "r")
    assert table.discards == ["r5", "r5"]


def test_r7_the_exactly_identical_card() -> None:
    table = position("g1 g2", "r4 g5 b5 y5 rS", top="r5")
    assert table.to_act == [0]
    assert table.moves("", 1) == []


def test_r7_also_the_player_who_just_played_and_on_the_start_card() -> None:
    table = position("r5 r5 g1 g7", "g2 g3", "g4 g6", top="r4").play("play r5")
    assert table.moves("", 0) == ["jump r5", "wait"]
    assert table.play("0 jump r5").now == ("turn", 1, "r")
    start = begin(3).play(deal(*["b1 b2 b3 b4 b5 b6 b7 b8"] * 2, "r1 r2 r3 r4 r5 r6 r7 r8"), "* turn r5")
    assert start.moves("", 2) == ["jump r5", "wait"]


def test_r7_not_while_a_triple_is_put_together() -> None:
    table = position("r7 g7 b7 W", "g3 g4", "r5 y1", triple_must_be_all=False)
    assert table.to_act == [0, 2]
    assert table.play("triple b7").to_act == [0]


@pytest.mark.parametrize("top", ["rS", "rR", "rD"])
def test_r7_only_on_numbers(top: str) -> None:
    assert position("g1 g2", "g3 g4", f"y1 y2 {top}", top=top).to_act == [0]


def test_r7_on_the_own_turn_it_is_simply_a_play() -> None:
    table = position("r5 g2", "g3 g4", top="r5")
    assert table.moves() == ["play r5", "play r5 solo", "draw"]


def test_r7_after_drawing_it_is_still_open() -> None:
    table = position("r5 g2 g3", "g3 g4", top="r5").play("draw", "* draw 0 b1")
    assert table.moves() == ["jump r5", "keep"]
    assert table.after("jump r5").now == ("turn", 1, "r")


def test_r7_until_the_top_changes() -> None:
    table = position("g1 g2", "g3 g4", "r5 g6 y1", "r4 y1 y2", top="r5")
    for _ in range(2):
        assert "jump r5" in table.moves("", 2)
        table.play("draw", "*", "keep")
    table.play("draw", "*", "keep", "play r4")
    assert table.moves("", 2) == []


def test_r7_letting_it_go_lasts_until_the_next_move() -> None:
    table = position("g1 g2", "g3 g4", "r5 g6 y1", top="r5")
    assert table.game.actor() == 2
    table.play("2 wait")
    assert (table.moves("", 2), table.to_act, table.game.actor()) == ([], [0], 0)
    table.play("draw", "* draw 0 b1")
    assert table.moves("", 2) == ["jump r5", "wait"]


# ---- R8


def test_r8_all_cards_of_a_number_and_the_last_is_on_top() -> None:
    table = position("r7 g7 b7 y1 y2", "g1 g2", top="r5")
    assert table.moves("triple") == ["triple g7", "triple b7"]
    table.play("triple b7")
    assert table.now == ("turn", 1, "b")
    assert (table.hand(0), table.top) == ("y1 y2", "b7")
    assert sorted(table.discards) == ["b7", "g7", "r5", "r7"]


def test_r8_the_first_must_fit_by_colour_or_number() -> None:
    assert position("r7 g7 b7 y1", "g1 g2", top="y5").moves("triple") == []
    by_number = position("r7 g7 b7 y1 y2", "g1 g2", top="y7")
    assert by_number.moves("triple") == ["triple r7", "triple g7", "triple b7"]


def test_r8_after_swap_all_it_is_free() -> None:
    table = position("r7 g7 b7 y1 y2", "g1 g2", top="A")
    assert table.moves("triple") == ["triple r7", "triple g7", "triple b7"]


def test_r8_after_a_black_card_only_the_colour_counts() -> None:
    table = position("r7 g7 b7 y1 y2", "g1 g2", top="W", colour="g")
    assert table.moves("triple") == ["triple r7", "triple b7"]


def test_r8_two_cards_are_not_enough() -> None:
    assert position("r7 b7 y1 y2", "g1 g2", top="r5").moves("triple") == []


def test_r8_the_second_copy_of_the_last_card_may_be_the_first() -> None:
    assert position("r7 r7 b7 y1 y2", "g1 g2", top="r5").moves("triple") == ["triple r7", "triple b7"]


def test_r8_all_eight() -> None:
    table = position("r7 r7 g7 g7 y7 y7 b7 b7 W", "g1 g2", top="r5")
    assert table.moves("triple") == [f"triple {c}7{call}" for c in COLOURS for call in ("", " solo")]
    assert table.play("triple y7").sizes == [1, 2]


def test_r8_of_each_number_by_itself() -> None:
    """Three 1s and two 2s: red is on top, and the twos are too few."""
    table = position("r1 g1 b1 r2 b2", "g1 g2", top="r5")
    assert table.moves("triple") == ["triple g1", "triple b1"]


def test_r8_after_drawing_only_that_of_the_drawn_card() -> None:
    """The eights and the sixes are three each as well."""
    hand = "g7 b7 r6 g6 b6 r8 g8 b8"
    assert position(hand, "g1 g2").play("draw", "* draw 0 r7").moves("triple") == ["triple g7", "triple b7"]
    assert position(hand, "g1 g2").play("draw", "* draw 0 y7").moves("triple") == []


def test_r8_only_numbers() -> None:
    assert position("rS rS gS gS W W W", "g1 g2", top="r5").moves("triple") == []


def test_r8_not_as_a_jump_in_nor_as_an_answer() -> None:
    table = position("g1 g2", "g3 g4", "r5 g5 b5 y1", top="r5")
    assert table.moves("", 2) == ["jump r5", "wait"]
    pending = position("rD g2", "r7 g7 b7 y1", "g3 g4", top="r5").play("play rD")
    assert pending.moves() == ["take"]


# ---- R9, R10


def test_r9_playing_is_never_compulsory() -> None:
    table = position("r1 r2 W", "g1 g2", top="r5")
    assert "draw" in table.moves()
    assert "keep" in table.play("draw", "* draw 0 r3").moves()


def test_r10_the_drawn_card_may_be_played_at_once_and_no_other() -> None:
    table = position("r1 b5 W", "g1 g2", top="r5").play("draw", "* draw 0 r3")
    assert (table.phase, table.moves()) == ("drawn", ["play r3", "keep"])
    assert table.play("play r3").now == ("turn", 1, "r")


def test_r10_or_it_is_kept_and_the_turn_passes() -> None:
    table = position("r1 b5 W", "g1 g2", top="r5").play("draw", "* draw 0 g3")
    assert table.moves() == ["keep"]
    table.play("keep")
    assert (table.turn, table.hand(0)) == (1, "r1 g3 b5 W")


def test_r10_inside_a_triple_that_contains_it() -> None:
    table = position("b7 g7 r9 r8 y8 b8", "g1 g2", top="r2").play("draw", "* draw 0 r7")
    assert table.moves() == ["play r7", "triple g7", "triple b7", "keep"]


def test_r10_a_card_equal_to_the_drawn_one_is_as_good() -> None:
    table = position("r3 b5 b4", "g1 g2", top="r5").play("draw", "* draw 0 r3")
    assert table.moves() == ["play r3", "keep"]
    assert table.play("play r3").hand(0) == "r3 b4 b5"


def test_r10_a_drawn_skip_is_in_no_triple() -> None:
    table = position("r1 g1 b1 y9", "g1 g2", top="r5").play("draw", "* draw 0 rS")
    assert table.moves() == ["play rS", "keep"]


def test_r10_a_jump_in_after_drawing_may_carry_the_call() -> None:
    table = position("r5", "g3 g4", top="r5").play("draw", "* draw 0 b1")
    assert table.moves() == ["jump r5", "jump r5 solo", "keep"]


def test_r10_one_card() -> None:
    table = position("r1 b5 W", "g1 g2", top="r5").play("draw")
    assert table.drawing == (0, 1)
