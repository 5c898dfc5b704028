"""R11 to R18: what the action cards do."""

from __future__ import annotations

import pytest

from tefuda.games.solo.moves import CARDS
from tefuda.games.solo.rules import sort_drawn
from tefuda.games.solo.state import Work

from .position import COLOURS, position

# ---- R11, R12: Skip, Reverse


@pytest.mark.parametrize(("direction", "target", "then"), [(1, 1, 2), (-1, 3, 2)])
def test_r11_skip_takes_the_next_turn(direction: int, target: int, then: int) -> None:
    table = position("rS g1 g2", "y1 y2", "y3 y4", "b1 b2", direction=direction).play("play rS")
    assert (table.now, table.pending) == (("answer", target, "r"), "skip")
    assert table.moves() == ["accept"]
    assert table.play("accept").now == ("turn", then, "r")
    assert table.sizes == [2, 2, 2, 2]  # neither play nor draw


def test_r11_with_two_players_the_skipper_plays_again() -> None:
    table = position("rS r1 g2", "y1 y2").play("play rS", "accept")
    assert table.now == ("turn", 0, "r")


@pytest.mark.parametrize(("direction", "then"), [(1, 3), (-1, 1)])
def test_r12_reverse_the_previous_player_is_next(direction: int, then: int) -> None:
    table = position("rR g1 g2", "r1 r2 y2", "y3 y4", "r3 r4 b2", direction=direction).play("play rR")
    assert (table.now, table.s.direction) == (("turn", then, "r"), -direction)
    assert table.play(table.moves("play")[0]).turn == 2


def test_r12_with_two_players_simply_the_other() -> None:
    table = position("rR r1 g2", "r2 y2 y3").play("play rR")
    assert (table.turn, table.s.direction) == (1, -1)
    assert table.play("play r2").turn == 0


# ---- R13: Draw 2


def test_r13_the_sum_grows_and_passes_on() -> None:
    table = position("rD g1 g2", "bD y1 y2", "gD W g3", "b1 b2").play("play rD")
    assert (table.now, table.s.sum, table.moves()) == (("answer", 1, "r"), 2, ["play bD", "take"])
    table.play("play bD")
    assert (table.now, table.s.sum, table.moves()) == (("answer", 2, "b"), 4, ["play gD", "take"])
    assert table.play("play gD").s.sum == 6


def test_r13_after_taking_a_full_normal_turn() -> None:
    table = position("rD g1 g2", "r1 y2", "y3 y4").play("play rD", "take")
    assert table.drawing == (1, 2)
    table.play("* draw 1 g5 W")
    assert (table.now, table.s.sum, table.pending) == (("turn", 1, "r"), 0, "")
    assert table.moves() == ["play r1", *(f"play W {colour}" for colour in COLOURS), "draw"]
    assert table.play("draw", "* draw 1 b1", "keep").turn == 2


def test_r13_it_must_be_stacked_blocked_or_taken() -> None:
    """Neither a red number nor a black card that is no Draw, nor a draw."""
    table = position("rD g1 g2", "r1 rS W A W4 Kg", "y3 y4").play("play rD")
    assert table.moves() == ["block g", "take"]


def test_r13_two_players_hand_it_to_and_fro() -> None:
    table = position("rD gD g2", "bD yD y2").play("play rD", "play bD", "play gD solo", "play yD solo")
    assert (table.turn, table.s.sum) == (0, 8)
    assert table.play("take").drawing == (0, 8)


@pytest.mark.parametrize("order", ["b9 r1 g5 g5", "r1 g5 g5 b9", "g5 b9 g5 r1"])
def test_r13_the_cards_of_a_sum_come_in_no_order(order: str) -> None:
    """The record holds none, so the state must not depend on it either."""
    one, two = (position("W4 g1 g2", "y1 y2").play("play W4 b", "take") for _ in range(2))
    one.game.deal([CARDS.index(card) for card in order.split()])
    two.game.deal([CARDS.index(card) for card in ["g5", "r1", "b9", "g5"]])
    assert (one.hand(1), one.game.pack()) == ("r1 g5 g5 y1 y2 b9", two.game.pack())


def test_r13_only_what_was_drawn_is_put_in_order() -> None:
    w = Work()
    w.drawn[:] = [CARDS.index(card) for card in ["g5", "r1", "b9"]] + [CARDS.index("Kb")] * (len(w.drawn) - 3)
    sort_drawn(w, 3)
    assert [CARDS[face] for face in w.drawn[:4]] == ["r1", "g5", "b9", "Kb"]


# ---- R14: Swap one


def test_r14_the_hands_change_places_and_the_named_player_is_next() -> None:
    table = position("bX g1 g2 g3", "y1 y2", "r1 r2 r3 r4 r6", "b1 b2", top="b5")
    assert table.moves("play bX") == ["play bX 1", "play bX 2", "play bX 3"]
    table.play("play bX 2")
    assert (table.now, table.pending) == (("answer", 2, "b"), "swap")
    table.play("accept")
    assert (table.hand(0), table.hand(2)) == ("r1 r2 r3 r4 r6", "g1 g2 g3")
    assert table.now == ("turn", 2, "b")
    assert (table.hand(1), table.hand(3)) == ("y1 y2", "b1 b2")


@pytest.mark.parametrize("direction", [1, -1])
def test_r14_whatever_the_direction(direction: int) -> None:
    table = position("rX g1 g2", "y1 y2", "r1 r2", "b1 b2", direction=direction).play("play rX 3", "accept")
    assert table.turn == 3
    assert table.play("draw", "*", "keep").turn == (3 + direction) % 4


# ---- R15: Gift


def test_r15_two_cards_of_the_giver_s_choice_go_over() -> None:
    table = position("rG g1 g2 g3 W", "y1 y2", "b1 b2", "b3 b4")
    assert table.moves("play rG") == ["play rG 1", "play rG 2", "play rG 3"]
    table.play("play rG 2", "accept")
    assert (table.now, table.moves()) == (("give", 0, "r"), ["give g1", "give g2", "give g3", "give W"])
    table.play("give W")
    assert (table.phase, table.sizes) == ("give", [3, 2, 3, 2])
    table.play("give g2")
    assert (table.hand(0), table.hand(2)) == ("g1 g3", "g2 b1 b2 W")
    assert table.now == ("turn", 1, "r")  # after the giver


def test_r15_two_equal_cards_may_be_given() -> None:
    table = position("rG g1 g1 g3 g4", "y1 y2", "b1 b2").play("play rG 1", "accept", "give g1", "give g1")
    assert (table.hand(0), table.hand(1)) == ("g3 g4", "g1 g1 y1 y2")


@pytest.mark.parametrize("left", ["g1", "g1 W4"])
def test_r15_with_two_or_fewer_all_go_over_without_a_choice_and_the_round_ends(left: str) -> None:
    table = position(f"rG {left}", "y1 y2", "b1 b2").play("play rG 2", "accept")
    assert (table.over, table.out) == (True, 0)
    assert table.totals == [0, 3, 3 + (1 if left == "g1" else 51)]


# ---- R16, R17: the black cards that name a colour


@pytest.mark.parametrize("colour", COLOURS)
def test_r16_colour_change_names_any_colour_also_the_current(colour: str) -> None:
    table = position("W g1 g2", "y1 y2", "b1 b2", top="r5")
    assert f"play W {colour}" in table.moves()
    assert table.play(f"play W {colour}").now == ("turn", 1, colour)


def test_r17_draw_4_names_a_colour_and_the_sum_grows_by_4() -> None:
    table = position("W4 g1 g2", "W4 y1 y2", "b1 b2", "b3 b4").play("play W4 b")
    assert (table.now, table.s.sum) == (("answer", 1, "b"), 4)
    assert table.moves() == [*(f"play W4 {colour}" for colour in COLOURS), "take"]
    table.play("play W4 r")
    assert (table.now, table.s.sum, table.moves()) == (("answer", 2, "r"), 8, ["take"])
    assert table.play("take").drawing == (2, 8)
    assert table.play("*").now == ("turn", 2, "r")


def test_r17_after_taking_a_full_normal_turn_on_the_named_colour() -> None:
    table = position("W4 g1 g2", "r1 b1", "g3 g4").play("play W4 b", "take", "* draw 1 r6 r7 r8 b9")
    assert table.moves() == ["play b1", "play b9", "draw"]


# ---- R18: Swap all


@pytest.mark.parametrize(
    ("direction", "hands", "then"),
    [(1, ["b1 b2 b3", "g1 g2", "y1 y2 y3 y4"], 1), (-1, ["y1 y2 y3 y4", "b1 b2 b3", "g1 g2"], 2)],
)
def test_r18_every_hand_goes_to_the_next_player(direction: int, hands: list[str], then: int) -> None:
    table = position("A g1 g2", "y1 y2 y3 y4", "b1 b2 b3", direction=direction).play("play A")
    assert (table.phase, table.pending, table.turn) == ("answer", "swap all", then)
    table.play("accept", "accept")
    assert [table.hand(seat) for seat in range(3)] == hands
    assert table.now == ("turn", then, "any")


def test_r18_with_two_players_the_hands_are_exchanged() -> None:
    table = position("A g1 g2 g3", "y1 y2 y3 y4").play("play A", "accept")
    assert (table.hand(0), table.hand(1), table.turn) == ("y1 y2 y3 y4", "g1 g2 g3", 1)
    assert table.moves("play") == ["play g1", "play g2", "play g3"]
