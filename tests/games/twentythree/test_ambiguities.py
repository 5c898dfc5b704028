"""A1 to A20: what the rulebook leaves open, as it is decided."""

from __future__ import annotations

from typing import Any

import pytest

from tefuda import BadNotation, Match, Result
from tefuda.games.twentythree.game import TWENTYTHREE

from .position import position, put_away, seen, starting


def test_a1_equal_or_larger_may_be_laid_and_smaller_not() -> None:
    assert position("4 5 6", "20", pile=5).moves("play") == ["play 5x1", "play 6x1"]


def test_a2_a_chip_shifts_by_exactly_5() -> None:
    """p10, lay 7 or 13 with one chip: 7 counts from 5, and 13 is below 15."""
    table = position("4 7 13 17", "20", pile=10, bonus=[1, 0])
    assert table.moves("play 4") == []
    assert table.cost("play 7x1 -1") == 1
    assert "play 13x1 +1" not in table.moves()
    assert table.cost("play 17x1 +1") == 1


def test_a2_upto5_takes_the_best_value() -> None:
    table = position("4 7 13 17", "20", pile=10, bonus=[1, 0], bonus_shift="upto5")
    assert table.moves("play") == ["play 7x1 *1", "play 13x1", "play 13x1 *1", "play 17x1", "play 17x1 *1"]
    assert [table.cost(f"play {v}x1 *1") for v in (7, 13, 17)] == [0, 0, 1]
    assert table.after("play 7x1 *1").pile == 7
    assert table.after("play 7x1 *1").bonus == [0, 0]


def test_a2_the_other_way_s_chips_are_not_offered() -> None:
    exact = position("17", "20", pile=10, bonus=3)
    upto = position("17", "20", pile=10, bonus=3, bonus_shift="upto5")
    assert not any("*" in move for move in exact.moves())
    assert not any("-" in move or "+" in move for move in upto.moves())


def test_a3_a_forced_player_without_a_play_is_free_and_pays_nothing_more() -> None:
    table = position("3 8", "20 21", pile=9, forced=0)
    assert table.moves() == ["pass", "force", "leave"]
    assert [table.cost(move) for move in table.moves()] == [1, 2, 2]


def test_a4_a_forced_player_need_not_spend_bonus_chips() -> None:
    table = position("3 8", "20 21", pile=9, bonus=1, forced=0)
    assert table.moves() == ["play 8x1 -1", "pass", "force", "leave"]


def test_a4_forced_must_use_bonus() -> None:
    options: dict[str, Any] = {"forced_must_use_bonus": True}
    assert position("3 8", "20", pile=9, bonus=1, forced=0, **options).moves() == ["play 8x1 -1"]
    assert position("3 8", "20", pile=9, bonus=1, **options).kinds == ["play", "pass", "force", "leave"]  # not forced
    assert position("3 8", "20", pile=14, bonus=1, forced=0, **options).kinds == ["pass", "force", "leave"]


def test_a4_forced_must_use_bonus_only_in_need() -> None:
    """With a chip-free play chips stay free."""
    table = position("9 10", "20", pile=9, bonus=[1, 0], forced=0, forced_must_use_bonus=True)
    assert table.moves() == ["play 9x1 -1", "play 9x1", "play 10x1 -1", "play 10x1"]


def test_a5_a_forced_player_may_not_leave() -> None:
    assert position("3 9", "20", pile=9, forced=0).moves() == ["play 9x1"]
    assert position("3 8", "20", pile=9, forced=0).kinds == ["pass", "force", "leave"]


def test_a5_forced_may_leave() -> None:
    table = position("3 9", "20", "21", pile=9, forced=0, forced_may_leave=True)
    assert table.moves() == ["play 9x1", "leave"]
    assert table.cost("leave") == 2
    assert table.play("leave").forced is None


def test_a6_both_comparison_and_penalty_use_the_shifted_value() -> None:
    """p14 made 9: a 10 may be laid and skips nothing; the printed value would forbid it, or cost 3."""
    table = position("10 10 23", "20", pile=14, bonus=1)
    assert table.cost("play 10x2 -1") == 0
    assert table.cost("play 23x1 +1") == 3  # 20 to 22; from 14 it would be eight
    assert "play 10x2" not in table.moves()


def test_a7_directions_are_not_mixed() -> None:
    table = position("16", "20", pile=14, bonus=2)
    assert table.moves("play") == ["play 16x1 -2", "play 16x1 -1", "play 16x1"]
    for text in ("play 16x1 -1 +1", "play 16x1 +-1", "play 16x1 -1+1"):
        with pytest.raises(BadNotation):
            TWENTYTHREE.parse_move(text)


@pytest.mark.parametrize(("allow_negative", "scores"), [(False, (-4, 0)), (True, (-4, 4))])
def test_a8_totals_stop_at_0(allow_negative: bool, scores: tuple[int, int]) -> None:
    table = position(
        "3", "4", pile=9, in_round=2, penalty=[3, 2], bonus=[0, 3], left=[1], allow_negative=allow_negative
    )
    assert table.play("leave").result == Result("rounds", scores, (1,))


def test_a8_negative_totals_decide() -> None:
    """0 − 4 is better than 3 − 6; if totals stop at 0, both are 0 and share the win."""
    chips: dict[str, Any] = {"penalty": [2, 0], "bonus": [3, 2], "left": [1], "in_round": 2, "pile": 9}
    assert position("3", "4", **chips).play("leave").result.winners == (0, 1)
    negative = position("3", "4", **chips, allow_negative=True).play("leave").result
    assert negative == Result("rounds", (3, 4), (1,))


def test_a9_the_holder_of_the_1_lays_it_before_anything_else() -> None:
    match = Match("twentythree", 2, draw=starting(0))
    assert "leave" not in match.moves(0)
    assert all(move.startswith("discard") for move in match.moves(0))
    view = seen(put_away(match), None)
    assert (view.pile["value"], view.to_act) == (1, [1])


def test_a10_every_finisher_gets_three_chips_back() -> None:
    table = position("9", "10", "11", pile=8, penalty=[6, 6, 6])
    assert table.play("play 9x1", "play 10x1", "play 11x1").penalty == [3, 3, 3]


def test_a11_numbers_skipped_not_points_of_difference() -> None:
    assert position("8 3", "20", pile=5).cost("play 8x1") == 2


def test_a12_the_force_goes_to_the_next_player_still_in() -> None:
    assert position("9 9", "", "21 22", pile=8).play("force").forced == 2
    assert position("9 9", "4", "21 22", pile=8, left=[1]).play("force").forced == 2


def test_a13_a_chip_that_brings_nothing_is_allowed() -> None:
    """p9, lay 10: with a chip down it counts from 4 and skips five."""
    table = position("10 3", "20", pile=9, bonus=[1, 0])
    assert table.cost("play 10x1 -1") == 5
    assert table.after("play 10x1 -1").bonus == [0, 0]
    same = position("14 3", "20", pile=9, bonus=[1, 0])
    assert same.cost("play 14x1 +1") == 0


@pytest.mark.parametrize(("pile", "chips", "v"), [(2, 1, 4), (4, 1, 4), (5, 1, 4), (3, 3, 12)])
def test_a14_lowered_below_1_a_card_costs_its_number_less_1(pile: int, chips: int, v: int) -> None:
    assert position(f"{v} 3", "20", pile=pile, bonus=3).cost(f"play {v}x1 -{chips}") == v - 1


def test_a15_the_return_is_automatic() -> None:
    table = position("9", "10 10", pile=8, penalty=[6, 0]).play("play 9x1")
    assert (table.penalty, table.to_act) == ([3, 0], [1])


def test_a16_no_force_without_another_player() -> None:
    table = position("9 9", "4", pile=8).play("pass", "leave")
    assert table.kinds == ["play", "pass", "leave"]


def test_a17_the_last_player_goes_on() -> None:
    table = position("9 9", "4", pile=8, left=[1]).play("play 9x1")
    assert not table.over
    assert table.to_act == [0]
    assert table.after("play 9x1").over
    assert table.after("pass", "leave").over


def test_a18_force_and_forced_must_use_bonus() -> None:
    """Any play counts, up to the reach of all own chips and not of the others'."""
    options: dict[str, Any] = {"forced_must_use_bonus": True, "forced": 0}
    assert position("3 4", "20", pile=18, bonus=[3, 0], **options).moves() == [
        "play 3x1 -3",
        "play 4x1 -3",
    ]
    assert position("3", "20", pile=19, bonus=[3, 0], **options).kinds == ["pass", "force", "leave"]
    assert position("3", "20", pile=18, bonus=[2, 3], **options).kinds == ["pass", "force", "leave"]


def test_a18_also_with_upto5() -> None:
    table = position("3", "20", pile=7, bonus=[1, 0], forced=0, forced_must_use_bonus=True, bonus_shift="upto5")
    assert table.moves() == ["play 3x1 *1"]


def test_a18_with_forced_may_leave_leave_is_always_added() -> None:
    table = position("3 4", "20", pile=18, bonus=[3, 0], forced=0, forced_must_use_bonus=True, forced_may_leave=True)
    assert table.moves() == ["play 3x1 -3", "play 4x1 -3", "leave"]


def test_a19_penalty_chips_never_run_out() -> None:
    table = position("3 4 5", "20", pile=9, penalty=[49, 50]).play("leave")
    assert table.penalty == [52, 50]
    assert table.play("pass").penalty == [52, 51]


@pytest.mark.parametrize("circles", [1, 2, 10, 50])
def test_a20_passing_is_blocked_after_so_many_circles(circles: int) -> None:
    table = position("9 9", "10 10", pile=8, circles=circles).play(*["pass"] * (2 * circles - 1))
    assert table.kinds == ["play", "pass", "force", "leave"]
    assert table.play("pass").kinds == ["play", "leave"]


def test_a20_ten_circles_by_default_and_two_in_older_records() -> None:
    assert Match("twentythree").record.options["circles"] == 10
    match = put_away(Match("twentythree", 2, draw=starting(1), circles=2))
    for seat in (0, 1, 0, 1):
        match.play(seat, "pass")
    older = str(match.record).replace("option circles 2\n", "").replace("version 2\n", "")
    assert older.startswith("tefuda 1\ngame twentythree\nseats 2\n")
    assert Match.replay(older).record == match.record
    assert "pass" not in Match.replay(older).moves(0)


@pytest.mark.parametrize("value", [0, 51, "2", True])
def test_a20_from_1_to_50(value: object) -> None:
    with pytest.raises(ValueError, match="circles must be a number from 1 to 50"):
        Match("twentythree", circles=value)
