"""R8 to R16: Play, bonus chips, Pass, Pass and force, Leave."""

from __future__ import annotations

import pytest

from tefuda import BadNotation
from tefuda.games.twentythree.game import TWENTYTHREE

from .position import position

# ---- R8, R9: Play


def test_r8_one_to_three_cards_of_one_number() -> None:
    table = position("7 7 7 9 9", "20", pile=6)
    assert table.moves("play") == ["play 7x1", "play 7x2", "play 7x3", "play 9x1", "play 9x2"]
    table.play("play 7x2")
    assert (table.hand(0), table.pile) == ("7 9 9", 7)
    assert table.view(1).pile["cards"] == [1, 6, 7, 7]


def test_r8_equal_or_larger() -> None:
    assert position("8 9 10", "20", pile=9).moves("play") == ["play 9x1", "play 10x1"]


def test_r8_more_cards_on_the_pile_change_nothing() -> None:
    """One card may follow two or three, an equal one too."""
    table = position("9 3", "20", pile=9, laid="1 9 9")
    assert table.moves("play") == ["play 9x1"]
    assert table.cost("play 9x1") == 0
    assert position("9 3", "20", pile=8, laid="1 8 8 8").moves("play") == ["play 9x1"]


def test_r8_the_pile_value_becomes_v_never_b() -> None:
    assert position("16 3", "20", pile=10, bonus=1).play("play 16x1 +1").pile == 16
    assert position("20 3", "20", pile=10, bonus=1).play("play 20x1 -1").pile == 20


@pytest.mark.parametrize(("pile", "v", "chips"), [(4, 4, 0), (4, 5, 0), (4, 6, 1), (4, 9, 4), (1, 2, 0), (2, 23, 20)])
def test_r9_one_chip_for_every_number_skipped(pile: int, v: int, chips: int) -> None:
    table = position(f"{v} {v} 3", "20", pile=pile)
    assert table.cost(f"play {v}x1") == chips
    assert table.cost(f"play {v}x2") == chips  # however many cards
    assert table.after(f"play {v}x1").penalty[1] == 0


# ---- R10, R11: bonus chips


def test_r10_each_chip_shifts_by_5_all_in_one_direction() -> None:
    table = position("4 5 10 15 19 20", "20", pile=10, bonus=[2, 0])
    assert table.moves("play 4") == ["play 4x1 -2"]
    assert table.moves("play 5") == ["play 5x1 -2", "play 5x1 -1"]
    assert table.moves("play 10") == ["play 10x1 -2", "play 10x1 -1", "play 10x1"]
    assert table.moves("play 15") == ["play 15x1 -2", "play 15x1 -1", "play 15x1", "play 15x1 +1"]
    assert table.moves("play 19") == ["play 19x1 -2", "play 19x1 -1", "play 19x1", "play 19x1 +1"]
    assert table.moves("play 20") == [f"play 20x1{way}" for way in (" -2", " -1", "", " +1", " +2")]


@pytest.mark.parametrize(
    ("way", "chips"), [(" -3", 22 - 1), (" -2", 22 - 3), (" -1", 22 - 8), ("", 22 - 13), (" +1", 22 - 18), (" +2", 0)]
)
def test_r10_the_penalty_is_counted_from_b(way: str, chips: int) -> None:
    """p12, lay 22: from 22 nothing, from 17 the four numbers 18 to 21, from 12 nine, from −3 the 1 to 21."""
    assert position("22 3", "20", pile=12, bonus=3).cost(f"play 22x1{way}") == chips


def test_r10_the_chips_leave_the_game() -> None:
    table = position("14 3", "20 21", pile=4, bonus=3).play("play 14x1 +2")
    assert table.bonus == [1, 3]
    assert table.play("play 20x1 +1").bonus == [1, 2]


def test_r10_only_the_own_chips() -> None:
    assert position("9 3", "20", pile=9, bonus=[0, 3]).moves("play") == ["play 9x1"]


def test_r10_only_as_part_of_a_play() -> None:
    table = position("3", "20", pile=9, bonus=[3, 3])
    assert [move for move in table.moves() if not move.startswith("play")] == ["pass", "force", "leave"]
    for text in ("pass -1", "force +1", "leave -1"):
        with pytest.raises(BadNotation):
            TWENTYTHREE.parse_move(text)


def test_r10_after_a_lowering_the_pile_goes_on_from_the_lower_number() -> None:
    table = position("6 3", "7 9", pile=11, bonus=[1, 0]).play("play 6x1 -1")
    assert table.moves("play") == ["play 7x1", "play 9x1"]
    assert table.cost("play 9x1") == 2


@pytest.mark.parametrize(
    ("pile", "move", "chips"),
    [
        (2, "play 2x1 -1", 1),
        (2, "play 2x1 -3", 1),  # b = −13: only the 1 is skipped
        (5, "play 2x1 -1", 1),  # b = 0
        (6, "play 2x1 -1", 0),  # b = 1
        (7, "play 2x1 -1", 0),  # b = 2
        (4, "play 9x1 -1", 8),  # b = −1: the 1 to 8
        (23, "play 23x1 -3", 14),  # b = 8: the 9 to 22
        (15, "play 23x1 -3", 22),  # b = 0: the 1 to 22
    ],
)
def test_r11_numbers_below_1_are_not_skipped(pile: int, move: str, chips: int) -> None:
    v = move.split()[1].removesuffix("x1")
    assert position(f"{v} 3", "20", pile=pile, bonus=3).cost(move) == chips


def test_r11_above_23_nothing_can_be_laid() -> None:
    table = position("23", "20", pile=19, bonus=3)
    assert [move for move in table.moves("play") if "+" in move] == []
    assert "play 23x1 +1" in position("23", "20", pile=18, bonus=3).moves()


# ---- R12: the last card


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        (0, "play 9x1", 0),
        (1, "play 9x1", 0),
        (3, "play 9x1", 0),
        (4, "play 9x1", 1),
        (0, "play 12x1", 0),  # takes 3, returns 3
        (0, "play 13x1", 1),  # takes 4, returns 3
        (2, "play 11x1", 1),  # takes 2, returns 3
    ],
)
def test_r12_first_the_penalty_then_three_chips_back(before: int, move: str, after: int) -> None:
    v = move.split()[1].removesuffix("x1")
    assert position(v, "20", "21", pile=8, penalty=[before, 5, 5]).play(move).penalty == [after, 5, 5]


def test_r12_also_with_several_cards_at_once() -> None:
    table = position("9 9 9", "20", "21", pile=8, penalty=[7, 0, 0])
    assert table.after("play 9x3").penalty[0] == 4
    assert table.after("play 9x2").penalty[0] == 7  # one card is left


def test_r12_out_of_the_round() -> None:
    table = position("9", "20 21", "21 22", pile=8).play("play 9x1")
    assert table.view(None).out == ["finished", "", ""]
    assert table.play("pass", "pass").to_act == [1]


# ---- R13, R14: passing


def test_r13_pass() -> None:
    table = position("9 9", "20 21", "21 22", pile=8, bonus=2).play("pass")
    assert (table.penalty, table.bonus, table.pile, table.hand(0)) == ([1, 0, 0], [2, 2, 2], 8, "9 9")
    assert (table.to_act, table.forced) == ([1], None)
    assert table.play("pass", "pass").to_act == [0]  # still in the round


def test_r14_pass_and_force() -> None:
    table = position("9 9", "20 21", "21 22", pile=8).play("force")
    assert (table.penalty, table.pile, table.hand(0)) == ([2, 0, 0], 8, "9 9")
    assert (table.to_act, table.forced) == ([1], 1)
    assert table.kinds == ["play"]
    assert table.play("play 20x1").forced is None
    assert table.play("pass").to_act == [0]  # the next seat is free


def test_r14_players_who_are_out_are_skipped() -> None:
    """Clockwise past the last seat: from seat 2 over 3, who left, and 0, who finished, to 1."""
    table = position("", "20 21", "21 22", "5 5", left=[3], pile=8, turn=2).play("force")
    assert (table.forced, table.to_act) == (1, [1])


def test_r14_not_without_another_player() -> None:
    assert position("9 9", "", "21 22", pile=8, left=[2]).kinds == ["play", "pass", "leave"]
    assert position("9 9", "5", "21 22", pile=8, left=[2]).kinds == ["play", "pass", "force", "leave"]


# ---- R15: the forced player


def test_r15_must_play_with_a_card_as_high_as_the_pile() -> None:
    assert position("3 9", "20", pile=9, forced=0).kinds == ["play"]
    assert position("3 8", "20", pile=9, forced=0).kinds == ["pass", "force", "leave"]


def test_r15_may_choose_the_cards_and_use_chips() -> None:
    table = position("5 9 9 14", "20", pile=9, bonus=[1, 0], forced=0)
    assert table.moves() == [
        "play 5x1 -1",
        *(f"play 9x{count}{way}" for count in (1, 2) for way in (" -1", "")),
        *(f"play 14x1{way}" for way in (" -1", "", " +1")),
    ]
    assert table.play("play 5x1 -1").forced is None


def test_r15_without_such_a_play_the_force_has_no_effect() -> None:
    free = position("3 8", "20 21", pile=9, bonus=[1, 0])
    forced = position("3 8", "20 21", pile=9, bonus=[1, 0], forced=0)
    assert forced.moves() == free.moves() == ["play 8x1 -1", "pass", "force", "leave"]
    assert forced.after("force").forced == 1
    assert forced.after("force").penalty == [2, 0]
    assert forced.after("pass").forced is None
    assert forced.after("leave").forced is None


def test_r15_others_are_not_bound() -> None:
    """The force lies on one seat for one turn."""
    table = position("9 9", "20 21", "21 22", pile=8).play("force", "play 20x1")
    assert table.kinds == ["play", "pass", "force", "leave"]
    assert table.play("pass").kinds == ["pass", "force", "leave"]


# ---- R16: leaving


def test_r16_a_chip_for_each_card_in_hand() -> None:
    table = position("9 9 12", "20 21", "21 22", pile=8, bonus=2, penalty=[1, 0, 0]).play("leave")
    assert table.penalty == [4, 0, 0]
    assert table.bonus == [2, 2, 2]
    assert (table.pile, table.view(1).pile["cards"]) == (8, [1, 8])
    assert table.view(1).out == ["left", "", ""]
    assert table.view(1).hand_sizes == [3, 2, 2]


def test_r16_later_turns_are_skipped() -> None:
    table = position("9 9 12", "20 21", "21 22", pile=8).play("leave", "pass", "pass")
    assert table.to_act == [1]
    assert table.play("play 20x1", "pass").to_act == [1]


def test_r16_no_three_chips_back() -> None:
    assert position("9", "20 21", pile=8, penalty=[5, 0]).play("leave").penalty == [6, 0]
