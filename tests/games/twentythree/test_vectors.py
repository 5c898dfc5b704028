"""V1 to V23: the examples of the rules page, as they stand there."""

from __future__ import annotations

from typing import Any

import pytest

from tefuda import BadNotation, IllegalMove, Match, Result
from tefuda.games.twentythree.game import TWENTYTHREE

from .position import DECK, hand_of, position, put_away, seen, starting


@pytest.mark.parametrize(("seats", "used"), [(2, 30), (3, 45), (4, 60)])
def test_v1_cards(seats: int, used: int) -> None:
    match = Match("twentythree", seats, seed=1)
    hands = [hand_of(match, seat) for seat in range(seats)]
    assert DECK.total() == 66
    assert [len(hand) for hand in hands] == [15] * seats
    assert sum(len(hand) for hand in hands) == used
    assert sum(hand.count(1) for hand in hands) == 1


def test_v2_after_the_discards() -> None:
    match = Match("twentythree", 4, draw=starting(3))
    with pytest.raises(IllegalMove):
        match.play(3, "discard 1")
    view = seen(put_away(match), None)
    assert (view.pile["value"], view.hand_sizes, view.to_act) == (1, [12, 12, 12, 11], [0])
    assert view.penalty == [0, 0, 0, 0]


def test_v3_penalty() -> None:
    table = position("5 6 6 6 7 8 8", "20", pile=5)
    assert table.cost("play 8x2") == 2
    assert table.after("play 8x2").pile == 8
    assert [table.cost(move) for move in ("play 5x1", "play 6x3", "play 7x1")] == [0, 0, 1]
    assert position("23 3", "20", pile=1).cost("play 23x1") == 21


def test_v4_what_may_not_be_laid() -> None:
    table = position("8 9 10", "20", pile=9)
    assert table.moves("play") == ["play 9x1", "play 10x1"]
    with pytest.raises(BadNotation):
        TWENTYTHREE.parse_move("play 9x1 10x1")


def test_v5_one_bonus_down() -> None:
    table = position("10 10 3", "20", pile=14, bonus=[2, 0])
    assert table.cost("play 10x2 -1") == 0
    table.play("play 10x2 -1")
    assert (table.pile, table.bonus) == (10, [1, 0])


def test_v6_from_15_to_17() -> None:
    for pile, move in ((10, "play 17x1 +1"), (20, "play 17x1 -1")):
        table = position("17 3", "20", pile=pile, bonus=1)
        assert table.cost(move) == 1
        assert table.after(move).pile == 17
    for pile, chips in ((10, 1), (20, 0)):
        assert position("17 3", "20", pile=pile, bonus=1, bonus_shift="upto5").cost("play 17x1 *1") == chips


def test_v7_one_bonus_up() -> None:
    table = position("14 15 16 18", "20", pile=10, bonus=1)
    assert "play 14x1 +1" not in table.moves()
    assert [table.cost(f"play {v}x1 +1") for v in (15, 16, 18)] == [0, 0, 2]


def test_v8_two_bonus_down() -> None:
    table = position("10 11 12 12 12", "20", pile=21, bonus=[2, 0])
    assert table.cost("play 12x3 -2") == 0
    assert table.after("play 12x3 -2").pile == 12
    assert table.cost("play 11x1 -2") == 0
    assert table.moves("play 10") == []


def test_v9_below_1() -> None:
    assert position("2 3", "20", pile=3, bonus=1).cost("play 2x1 -1") == 1
    assert position("4 3", "20", pile=5, bonus=1).cost("play 4x1 -1") == 3


def test_v10_above_23() -> None:
    table = position("20 21 22 23", "3", pile=20, bonus=1)
    assert [move for move in table.moves() if "+1" in move] == []


def test_v11_upto5() -> None:
    table = position("4 5 7 15 16 17", "20", pile=10, bonus=1, bonus_shift="upto5")
    assert table.moves("play 4") == []
    assert [table.cost(f"play {v}x1 *1") for v in (5, 7, 15, 16, 17)] == [0, 0, 0, 0, 1]


def test_v12_forced() -> None:
    table = position("3 20 20", "4", pile=17, bonus=[3, 0], forced=0)
    assert table.kinds == ["play"]
    assert table.cost("play 20x2") == 2
    assert table.cost("play 3x1 -3") == 0
    assert position("3 20 20", "4", pile=17, forced=0).moves() == ["play 20x1", "play 20x2"]


def test_v13_forced_below_the_pile() -> None:
    table = position("3 20", "4 4", pile=21, bonus=[2, 0], forced=0)
    assert table.moves() == ["play 20x1 -2", "play 20x1 -1", "pass", "force", "leave"]
    assert table.cost("play 20x1 -1") == 3
    strict = position("3 20", "4 4", pile=21, bonus=[2, 0], forced=0, forced_must_use_bonus=True)
    assert strict.moves() == ["play 20x1 -2", "play 20x1 -1"]


def test_v14_the_force_skips_who_has_gone_out() -> None:
    table = position("9 9", "", "21 22", pile=8).play("force")
    assert (table.forced, table.kinds) == (2, ["play"])
    assert table.play("play 21x1").forced is None


def test_v15_alone() -> None:
    assert position("9 9", "", "22", pile=8, left=[2]).kinds == ["play", "pass", "leave"]


def test_v16_leave() -> None:
    table = position("3 3 9 12", "20", "21", pile=8)
    assert table.cost("leave") == 4
    assert table.play("leave", "pass").to_act == [2]


@pytest.mark.parametrize(("before", "v", "after"), [(2, 9, 0), (0, 11, 0), (5, 10, 3)])
@pytest.mark.parametrize("finished", [0, 1, 2])
def test_v17_last_card(before: int, v: int, after: int, finished: int) -> None:
    """Whether nobody, one or two have finished before."""
    others = [""] * finished + ["20 21", "20 22", "21 22"][finished:]
    assert position(str(v), *others, pile=8, penalty=[before, 0, 0, 0]).play(f"play {v}x1").penalty[0] == after


def test_v18_three_pass_twice() -> None:
    table = position("9 9", "10 10", "11 11", pile=8, circles=2).play(*["pass"] * 6)
    assert table.to_act == [0]
    assert table.kinds == ["play", "leave"]
    table.play("leave")
    for _ in range(4):
        assert "pass" in table.kinds
        table.play("pass")
    assert table.kinds == ["play", "leave"]
    usual = position("9 9", "10 10", "11 11", pile=8).play(*["pass"] * 29)
    assert usual.kinds == ["play", "pass", "force", "leave"]
    assert usual.play("pass").kinds == ["play", "leave"]
    assert usual.play("leave", *["pass"] * 19).kinds == ["play", "pass", "force", "leave"]
    assert usual.play("pass").kinds == ["play", "leave"]


def test_v19_alone_twice() -> None:
    table = position("9 9", "", "22", pile=8, left=[2], circles=2).play("pass", "pass")
    assert table.kinds == ["play", "leave"]
    usual = position("9 9", "", "22", pile=8, left=[2]).play(*["pass"] * 9)
    assert usual.kinds == ["play", "pass", "leave"]
    assert usual.play("pass").kinds == ["play", "leave"]


def test_v20_at_23() -> None:
    assert position("23 23 3", "20", pile=23).cost("play 23x2") == 0
    assert position("3 22", "20", pile=23, forced=0).moves() == ["pass", "force", "leave"]


def test_v21_the_last_one_goes_on() -> None:
    table = position("3", "", "9 10 10 11 12", pile=8, left=[0], turn=2)
    for move in ("play 9x1", "play 10x1", "play 10x1", "play 11x1"):
        assert table.play(move).to_act == [2]
    assert table.after("leave").over
    assert table.after("play 12x1").over


def test_v22_totals() -> None:
    chips: dict[str, Any] = {"pile": 9, "in_round": 2, "left": [1, 2]}
    table = position("3", "4", "5", penalty=[6, 1, 0], bonus=[2, 3, 0], **chips).play("leave")
    assert table.penalty == [7, 1, 0]
    assert table.result == Result("rounds", (-3, 0, 0), (1, 2))
    table = position("3", "4", "5", penalty=[6, 1, 0], bonus=[2, 3, 0], allow_negative=True, **chips)
    assert table.play("leave").result == Result("rounds", (-3, 5, 0), (1,))


def test_v23_round_2() -> None:
    table = position("9", "4", pile=8, left=[1], penalty=[5, 6], bonus=[1, 2]).play("play 9x1")
    table.game.deal([1])
    assert len(table.game.chance()[0]) == 65
    table.game.deal(table.game.draw(0))
    for seat in (0, 1):
        for _ in range(3):
            table.game.apply(seat, table.game.legal(seat)[0])
    assert (table.penalty, table.bonus) == ([2, 6], [1, 2])
    assert (table.view(None).holder, table.pile, table.to_act) == (1, 1, [0])
    assert table.view(None).hand_sizes == [12, 11]
