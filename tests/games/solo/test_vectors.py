"""V1 to V36: the examples of the rules page, as they stand there. A, B, C and D are the seats 0 to 3."""

from __future__ import annotations

import pytest

from tefuda import Result

from .position import ALL_ACTIONS, Position, begin, deal, hands_of, position

B, C, D = "y1 y2 y3", "b1 b2 b3", "b4 b6 b7"


def playable(table: Position) -> list[str]:
    return list(dict.fromkeys(move.split()[1] for move in table.moves("play")))


def test_v1_what_may_be_laid() -> None:
    assert playable(position("r2 b2 b9 rS bS W Kg", B, top="r9")) == ["r2", "b9", "rS", "W", "Kg"]
    assert playable(position("g4 b4 bS r1", B, top="gS")) == ["g4", "bS"]


def test_v2_after_a_colour_change() -> None:
    table = position("W g1 g2", "r4 b4 rS A", C, top="b5").play("play W r")
    assert playable(table) == ["r4", "rS", "A"]
    assert table.play("draw", "* draw 1 b9", "keep").colour == "r"


def test_v3_the_start_card() -> None:
    table = begin(2, dealer=1).play(deal("r1 r2 r3 r4 r5 r6 r7 r8", "g1 g2 g3 g4 g5 g6 g7 g8"))
    table.play("* turn rS", "* turn W", "* turn b7")
    assert (table.now, table.discards) == (("turn", 0, "b"), ["rS", "W", "b7"])


def test_v3_a_pile_of_40_action_cards() -> None:
    numbers = [f"{colour}{n}" for colour in "rgyb" for n in range(1, 10) for _ in range(2)]
    table = begin(10, dealer=3).play(deal(*hands_of([*numbers, *ALL_ACTIONS], 10)))
    assert len(table.pile) == 40
    for card in table.pile:
        table.play(f"* turn {card}")
    assert (table.over, table.s.dealer, table.s.round) == (True, 3, 1)


def test_v4_jump_in() -> None:
    assert position("r3 g1 g2", B, C, "r3 b4 b6").play("play r3", "3 jump r3").turn == 0
    table = position("r3 g1 g2", "r3 y1 y2").play("play r3")
    assert table.moves("play r3") == ["play r3"]  # B's own turn: simply a play
    assert table.play("play r3").turn == 0


def test_v5_jump_in_while_a_drawn_card_is_decided() -> None:
    table = position("g1 g2", "b8 b9", C, "y5 b4 b6", top="y5", turn=1).play("draw", "* draw 1 g2")
    table.play("3 jump y5")
    assert (table.now, table.hand(1)) == (("turn", 0, "y"), "g2 b8 b9")


def test_v6_no_jump_in_on_a_skip_and_one_by_the_same_player() -> None:
    assert position("g1 g2", B, "rS b1 b2", top="rS").to_act == [0]
    table = position("y5 y5 g1 g2", B, C, top="y6").play("play y5")
    assert table.after("0 jump y5").turn == 1
    refused = position("y5 y5 g1 g2", B, C, top="y6", self_jump_in=False).play("play y5")
    assert refused.moves("", 0) == []


def test_v7_triple() -> None:
    hand = "y7 r7 b7 b7 W W"
    assert position(hand, B, top="y5").moves("triple") == ["triple r7", "triple b7"]
    assert position(hand, B, top="g7").moves("triple") == ["triple r7", "triple y7", "triple b7"]
    assert "triple y7" in position("y7 y7 r7 W W", B, top="y5").moves()


@pytest.mark.parametrize(
    ("top", "steps", "done"),
    [
        ("y5", ["triple b7", "with y7", "with r7"], True),
        ("y5", ["triple b7", "with y7", "with b7"], True),
        ("y5", ["triple b7", "with r7", "with b7"], False),
        ("g7", ["triple b7", "with r7", "with b7"], True),
        ("g7", ["triple y7", "with r7", "with b7"], True),
    ],
)
def test_v7_any_three(top: str, steps: list[str], done: bool) -> None:
    table = position("y7 r7 b7 b7 W W", B, top=top, triple_must_be_all=False).play(*steps)
    assert ("done" in table.moves()) == done


def test_v8_triple_with_the_drawn_card() -> None:
    table = position("b7 g7 r9", B, top="r2").play("draw", "* draw 0 r7")
    moves = ["play r7", "triple g7", "triple g7 solo", "triple b7", "triple b7 solo", "keep"]
    assert table.moves() == moves


def test_v9_skip() -> None:
    assert position("rS g1 g2", B, C, D).play("play rS", "accept").now == ("turn", 2, "r")
    assert position("rS g1 g2", "Kg y1 y2", C, D).play("play rS", "block g").now == ("turn", 2, "g")
    assert position("rS g1 g2", B).play("play rS", "accept").now == ("turn", 0, "r")
    assert position("rS g1 g2", "Kg y1 y2").play("play rS", "block g").now == ("turn", 0, "g")


def test_v10_reverse() -> None:
    table = position("rR g1 g2", B, C, D).play("play rR")
    found = [table.turn]
    for _ in range(2):
        found.append(table.play("draw", "*", "keep").turn)
    assert found == [3, 2, 1]
    assert position("rR g1 g2", B).play("play rR").turn == 1
    assert position("rR g1 g2", B, reverse2p_skips=True).play("play rR").turn == 0


def test_v11_draw_2() -> None:
    table = position("rD g1 g2", "bD y1 y2", C, D).play("play rD", "play bD", "take")
    assert table.drawing == (2, 4)
    assert table.play("* draw 2 g3 g4 g6 gD").now == ("turn", 2, "b")
    table.play("play gD")
    assert (table.turn, table.s.sum) == (3, 2)


def test_v12_what_answers_a_draw_2() -> None:
    hand = "W4 bR b4 Kg gD y1"
    assert position("rD g1 g2", hand, C).play("play rD").moves() == ["play gD", "block g", "take"]
    mixed = position("rD g1 g2", hand, C, mix_draw=True).play("play rD", "play W4 b")
    assert mixed.s.sum == 6


def test_v13_a_sum_is_blocked() -> None:
    table = position("rD g1 g2", "bD y1 y2", "Ky b1 b2", D).play("play rD", "play bD", "block y")
    assert (table.now, table.sizes) == (("turn", 3, "y"), [2, 2, 2, 3])


def test_v14_draw_4() -> None:
    table = position("W4 g1 g2", "W4 y1 y2", C).play("play W4 b")
    taken = table.after("take")
    assert taken.drawing == (1, 4)
    assert taken.play("*").now == ("turn", 1, "b")
    table.play("play W4 r")
    assert (table.now, table.s.sum) == (("answer", 2, "r"), 8)


def test_v15_swap_one() -> None:
    table = position("bX g1 g2 g3", B, "b1 b2 b3 b4 Kr", D, top="b5").play("play bX 2")
    accepted = table.after("accept")
    assert (accepted.sizes[0], accepted.sizes[2], accepted.now) == (5, 3, ("turn", 2, "b"))
    table.play("block r")
    assert (table.sizes[0], table.sizes[2], table.now) == (3, 4, ("turn", 3, "r"))


def test_v16_swap_one_with_one_card_left() -> None:
    table = position("rX g1", B, "b1 b2 b3 b4 b6 Kr", D).play("play rX 2")
    accepted = table.after("accept")
    assert (accepted.sizes[0], accepted.sizes[2], accepted.owes) == (6, 1, [])
    table.play("block r")
    assert (table.sizes[0], table.owes, table.turn) == (1, [0], 3)
    assert table.play("draw").drawing == (0, 2)


@pytest.mark.parametrize("solo_on_swap", [False, True])
def test_v17_swap_one_with_a_hand_of_one_card(solo_on_swap: bool) -> None:
    table = position("rX g1 g2 g3 g4", B, "b1", D, solo_on_swap=solo_on_swap).play("play rX 2", "accept")
    assert (table.sizes[0], table.owes) == (1, [0] if solo_on_swap else [])


def test_v18_gift_from_three() -> None:
    table = position("rG g1 g2 g3", B, C, D).play("play rG 2", "accept", "give g1", "give g3")
    assert (table.hand(0), table.owes, table.turn) == ("g2", [0], 1)


def test_v19_gift_from_two() -> None:
    table = position("rG g1 g2", B, "b1 b2 Kr", D).play("play rG 2")
    accepted = table.after("accept")
    assert (accepted.out, accepted.totals) == (0, [0, 6, 46, 17])
    table.play("block r")
    assert (table.hand(0), table.now) == ("g1 g2", ("turn", 3, "r"))


def test_v20_gift_from_one() -> None:
    table = position("rG g1", B, "b1 b2 Kb", D).play("play rG 2", "block b")
    assert (table.sizes[0], table.owes) == (1, [0])
    table.play("play b4", "* draw 0 r8 r9")
    assert (table.hand(0), table.top) == ("r8 r9 g1", "b4")


@pytest.mark.parametrize("card", ["rG", "rX", "A", "W4", "rS"])
def test_v21_the_last_card_is_an_action(card: str) -> None:
    table = position(card, B, C)
    assert table.moves("play") == [f"play {card}"]
    assert table.play(f"play {card}").totals == [0, 6, 6]


def test_v22_swap_all() -> None:
    table = position("A g1 g2", "y1 y2 y3 y4 y5", "b1 b2 b3 b4 b6 b7 b8").play("play A", "accept", "accept")
    assert (table.sizes, table.now) == ([7, 2, 5], ("turn", 1, "any"))
    assert playable(table) == ["g1", "g2"]
    table.play("draw", "* draw 1 r9", "keep")
    assert playable(table) == ["y1", "y2", "y3", "y4", "y5"]


@pytest.mark.parametrize("free", [False, True])
def test_v23_swap_all_with_a_block(free: bool) -> None:
    table = position("A g1 g2", "y1 y2 y3 Ky", "b1 b2 b3 b4", block_after_swap_all_free=free)
    table.play("play A", "block y", "accept")
    assert [table.hand(seat) for seat in range(3)] == ["b1 b2 b3 b4", "y1 y2 y3", "g1 g2"]
    assert table.now == ("turn", 1, "any" if free else "y")


def test_v24_swap_all_with_two_blocks() -> None:
    table = position("A g1 g2", "y1 y2 Kb", "b1 b2 b3", "b4 b6 Kr", direction=-1)
    table.play("play A", "block r", "accept", "block b")
    assert [table.hand(seat) for seat in range(4)] == ["b1 b2 b3", "y1 y2", "g1 g2", "b4 b6"]
    assert table.now == ("turn", 3, "b")
    two = position("A g1", "y1 y2 Kb").play("play A", "block b")
    assert (two.hand(0), two.hand(1), two.owes) == ("g1", "y1 y2", [0])


def test_v25_the_answer_is_the_last_card() -> None:
    table = position("A g1 g2", "Kb", C).play("play A", "block b")
    assert (table.out, table.totals) == (1, [3, 0, 6])
    table = position("rD g1 g2", "bD", C).play("play rD", "play bD")
    assert (table.out, table.totals) == (1, [3, 0, 6])


def test_v26_block_on_a_normal_turn() -> None:
    assert position(B, "Kg y5 y6", C, turn=1).play("play Kg").now == ("turn", 2, "g")


def test_v27_the_missed_call() -> None:
    table = position("r1 g1", "y4 y5", C).play("play r1")
    assert table.after("draw").drawing == (0, 2)
    assert table.after("0 solo", "draw").drawing == (1, 1)
    four = position("r7 g7 b7 W", B, C).play("triple b7", "draw")
    assert four.drawing == (0, 2)
    assert position("r7 g7 b7", B, C).play("triple b7").out == 0
    assert position("r7 g7 b7", B, C, solo_on_multi_out=True).play("triple b7").drawing == (0, 2)


def test_v28_the_missed_call_with_a_skip() -> None:
    table = position("rS g1", "y1 y2 Kr", "r1 b2 b3", D).play("play rS")
    accepted = table.after("accept")
    assert accepted.drawing is None
    assert accepted.play("play r1").drawing == (0, 2)
    table.play("block r")
    assert (table.drawing, table.top) == ((0, 2), "rS")


def test_v29_two_players_and_a_skip() -> None:
    assert position("rS r1", B).play("play rS", "accept", "play r1").out == 0


def test_v30_both_penalty_cards_count() -> None:
    table = position("r1 g1", "r2", C).play("play r1", "play r2", "* draw 0 b8 b9")
    assert table.totals == [1 + 8 + 9, 0, 6]


def test_v31_a_new_call() -> None:
    table = position("rG r7 r8 g3 g4", B, "r1 r6", D, turn=2).play("play r1 solo")
    assert table.called == [2]
    table.play("draw", "*", "keep", "play rG 2", "accept", "give r7", "give r8")
    assert (table.hand(2), table.called) == ("r6 r7 r8", [])
    table.play("draw", "*", "keep", "play r6", *["draw", "*", "keep"] * 3, "play r7")
    assert (table.hand(2), table.owes) == ("r8", [2])


def test_v32_the_pile_runs_out() -> None:
    """Discards with the Draw 4 on top: 5 in all. The rest is in A's hand."""
    table = position("W4", B, C, pile="g9", below="g1 g2 g3", rest=0, top="r5").play("play W4 b", "take")
    assert (len(table.discards), table.drawing) == (5, (1, 1))
    table.play("* draw 1 g9")
    assert (table.pile, table.drawing) == (["r5", "g1", "g2", "g3"], (1, 3))
    table.play("* draw 1 r5 g1 g2")
    assert (table.pile, table.discards) == (["g3"], ["W4"])


def test_v33_nothing_to_draw() -> None:
    table = position("g1", "y1", "", rest=2, top="r5")
    assert table.moves() == ["pass"]
    table.play("pass", "pass", "pass")
    assert (table.over, table.out, table.totals) == (True, None, [1, 1, 1760 - 7])


def test_v33_a_sum_of_no_cards() -> None:
    """The Draw 2 leaves the old top to draw; a missed call takes it first, and the sum is 0 cards."""
    table = position("rD g1", "r1 y1", "", rest=2, top="r5").play("play rD", "take", "* draw 0 r5")
    assert (table.now, table.sizes[1], table.pile) == (("turn", 1, "r"), 2, [])
    assert table.moves() == ["play r1", "play r1 solo", "pass"]


def test_v34_points() -> None:
    assert position("r1", "r7 gS W4 gG Kb").play("play r1").totals == [0, 147]


def test_v35_the_end() -> None:
    table = position("r1", "g1", "g2", totals=[120, 502, 118]).play("play r1")
    assert table.result == Result("out", (-120, -503, -120), (0, 2))
    assert position("r1", "g1", "g2", totals=[120, 498, 118]).play("play r1").phase == "chance"


def test_v36_a_missed_call_before_a_jump_in() -> None:
    table = position("r3 g1", B, C, "r3 b4").play("play r3", "3 jump r3", "* draw 0 b8 b9")
    assert (table.hand(0), table.owes, table.now) == ("g1 b8 b9", [3], ("turn", 0, "r"))
    assert table.play("draw").drawing == (3, 2)
    assert table.play("*").drawing == (0, 1)
