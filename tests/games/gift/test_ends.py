"""R20 to R22, R28 and R29: how a match ends."""

from __future__ import annotations

from typing import Any

import pytest

from tefuda import BadNotation, Result
from tefuda.games.gift.game import GIFT

from .position import Position, position

FIVE = "_ _ _ _ _"
SPENT = [0, 0, 0, 0]
FULL = "s11 h-11 d11 c11@4"  # all rows complete; c5, for which the Gift stands, is the Risk


def everybody(*hands: str, **more: Any) -> Position:
    """All four rows are complete."""
    return position(*hands, rows=FULL, risk="c5", final=True, **more)


# ---- R20: Attack


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_r20_the_first_success_wins_at_once(seat: int) -> None:
    table = everybody("sK", "hK", "dK", "cK", turn=seat).play("success")
    assert table.over
    assert table.result == Result("success", tuple(int(p == seat) for p in range(4)), (seat,))
    assert table.to_act == []


# ---- R21, R28: Create


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_r21_all_one_after_the_other_win_together(first: int) -> None:
    table = everybody("sK", "hK", "dK", "cK", turn=first, mode="create")
    for i in range(4):
        assert not table.over
        assert table.to_act == [(first + i) % 4]
        table.play("success")
    assert table.result == Result("together", (1, 1, 1, 1), (0, 1, 2, 3))
    assert table.view(None).finished == [(first + i) % 4 for i in range(4)]


def test_r21_an_unready_player_fails_the_mission() -> None:
    table = everybody("sK", "dK", "hK", "cK", mode="create", unbroken=False).play("success")
    assert table.over
    assert table.result == Result("failed", (0, 0, 0, 0), ())


def test_r21_with_two_seats() -> None:
    table = position("sK", "hK", rows=FULL, risk="c5", discards="dK cK", final=True, mode="create")
    assert table.play("success", "success").result == Result("together", (1, 1), (0, 1))


def test_r28_success_is_the_only_action() -> None:
    table = everybody("sK", "hK", "dK", "cK", mode="create").play("success")
    assert table.moves() == ["success"]


def test_r28_whoever_is_not_ready_makes_no_move() -> None:
    """Seat 2 has two cards when its turn comes."""
    table = position("sK", "hK", "dK c9", rows="s11 h-11 d11 c3@2", final=True, mode="create")
    table.play("success", "success")
    assert table.over
    assert table.result.reason == "failed"
    assert table.view(None).finished == [0, 1]


def test_r28_the_dealer_may_break_first() -> None:
    """Seat 3 begins; seat 0 is the dealer and holds the K of seat 1."""
    table = everybody("hK", "sK", "dK", "cK", turn=3, mode="create").play("success")
    assert (table.to_act, table.moves()) == ([0], ["break"])
    good = table.after("break", kings="sK hK dK")
    assert good.moves() == ["success"]
    assert good.play("success", "success", "success").result.winners == (0, 1, 2, 3)
    bad = table.after("break", kings="hK sK dK")
    assert bad.result == Result("failed", (0, 0, 0, 0), ())


def test_r28_ks_only_among_those_not_finished() -> None:
    table = everybody("hK", "sK", "dK", "cK", turn=3, mode="create").play("success", "break")
    assert sorted(table.events[0].split()[1:]) == ["dK", "hK", "sK"]
    assert table.sizes == [1, 1, 1, 0]
    assert table.row("c") == "c11@4K"


def test_r28_a_ready_dealer_may_break_as_well() -> None:
    table = everybody("sK", "hK", "dK", "cK", turn=3, mode="create").play("success")
    assert table.moves() == ["break", "success"]
    assert table.play("break", kings="dK hK sK").result.reason == "failed"


def test_r28_only_on_the_own_turn() -> None:
    """Seat 1 comes before the dealer and is not ready, so the dealer's Break comes too late."""
    table = everybody("sK", "dK", "hK", "cK", dealer=2, mode="create").play("success")
    assert table.result.reason == "failed"
    assert table.view(None).breaks


def test_r28_the_last_one_left_is_stuck_but_has_the_break() -> None:
    """Nothing can come of it: all Ks lie in rows or are out of the game."""
    table = position("gift", "hK", rows="s11 h11", final=True, turn=1, hold=SPENT, offer=SPENT, mode="create")
    table.play("success")
    assert (table.to_act, table.moves()) == ([0], ["break"])
    assert table.play("break").result == Result("failed", (0, 0), ())
    spent = position("gift", "hK", rows="s11 h11", final=True, turn=1, mode="create", unbroken=False)
    assert spent.play("success").result == Result("failed", (0, 0), ())


# ---- R22: nobody wins


def test_r22_nobody_is_in_any_more() -> None:
    table = position("c9", "", rows="h3 d5@2", final=True).play("discard c9")
    assert table.result == Result("nobody", (0, 0), ())


def test_r22_the_only_player_in_is_stuck() -> None:
    table = position("gift", "c9", rows="h3", final=True, turn=1, hold=SPENT, offer=SPENT).play("discard c9")
    assert table.result == Result("nobody", (0, 0), ())


def test_r22_the_only_player_in_is_stuck_with_the_break() -> None:
    table = position("gift", "c9", rows="h3", final=True, turn=1, hold=SPENT, offer=SPENT, mode="create")
    assert table.view(None).breaks
    assert table.play("discard c9").result == Result("failed", (0, 0), ())  # b comes before a
    attack = position("gift", "c9", rows="h3", final=True, turn=1, hold=SPENT, offer=SPENT).play("discard c9")
    assert (attack.view(None).breaks, attack.result.reason) == (True, "nobody")


def test_r22_the_only_player_in_gets_stuck() -> None:
    table = position("gift", "", rows="h3", final=True, hold=[1, 0], offer=SPENT, unbroken=False)
    assert table.play("hold").result.reason == "nobody"


def test_r22_a_stuck_player_passes_while_others_are_in() -> None:
    table = position("gift", "c9 c8", rows="h3", final=True, hold=SPENT, offer=SPENT, unbroken=False)
    assert table.play("pass", "discard c9", "pass").to_act == [1]
    assert table.play("discard c8").over


def test_r22_in_create_a_player_is_out() -> None:
    out: dict[str, Any] = {"final": True, "mode": "create", "rows": "h3 d5@2"}
    assert position("h5", FIVE, **out).play("place h5").result == Result("failed", (0, 0), ())
    assert position("c9", FIVE, **out).play("discard c9").result.reason == "failed"
    assert position("_ _", "h5", **out).play("offer h 5").result.reason == "failed"
    assert position("_ _", "hK", **out).play("break").result.reason == "failed"


def test_r22_thirty_turns_without_a_card_placed() -> None:
    table = position(FIVE, FIVE, stall=29).play("hold")
    assert table.result == Result("stall", (0, 0), ())
    assert not position(FIVE, FIVE, stall=28).play("hold").over


def test_r22_in_create_as_well() -> None:
    assert position(FIVE, FIVE, stall=29, mode="create").play("hold").result == Result("stall", (0, 0), ())


def test_r22_giving_up_is_no_move() -> None:
    for text in ("give up", "resign", "agree"):
        with pytest.raises(BadNotation):
            GIFT.parse_move(text)


# ---- R29: the stall counter


def test_r29_place_gift_run_answered_offer_and_success_set_it_to_0() -> None:
    table = position("h5 gift h7 _ _", "d2 _ _ _ _", rows="h3", stall=12)
    for move in ("place h5", "place h5 gift h7", "offer d 2"):
        assert table.after(move).stall == 0
    table = position("sK", FIVE, "_", rows="s11 d5@2", stall=12, final=True, play_on=True)
    assert table.play("success").stall == 0


def test_r29_other_turns_count() -> None:
    table = position("c9 gift _ _ _", FIVE, rows="h3", stall=12)
    for move in ("hold", "discard c9", "offer d 2"):
        assert table.after(move).stall == 13
    table = position("gift", "_ _", rows="h3", final=True, hold=SPENT, offer=SPENT, unbroken=False, stall=12)
    assert table.play("pass").stall == 13


def test_r29_a_gift_swap_does_not_set_it_to_0() -> None:
    table = position("c9 _ _ _ _", FIVE, rows="h4@3", stall=12).play("discard c9", draws="h4")
    assert table.events[-1] == "swap 0 h4"
    assert table.stall == 13


def test_r29_a_break_neither_counts_nor_sets_it_to_0() -> None:
    table = position("sK _ _ _ _", FIVE, stall=12).play("break")
    assert table.stall == 12
    assert table.play("hold").stall == 13


def test_r29_turns_of_all_players() -> None:
    table = position(FIVE, FIVE, FIVE, FIVE).play("hold", "hold", "hold", "hold")
    assert table.stall == 4


def test_r29_a_turn_of_the_first_lap_counts_when_it_is_over() -> None:
    table = position(FIVE, FIVE, commit="--").play("hold")
    assert table.stall == 0
    assert table.play("commit s").stall == 1


def test_r29_another_end_at_the_same_time_is_named() -> None:
    table = position("gift", "c9", rows="h3", final=True, turn=1, hold=SPENT, offer=SPENT, stall=29)
    assert table.play("discard c9").result.reason == "nobody"
    table = position("c9", FIVE, rows="h3 d5@2", final=True, stall=29, mode="create")
    assert table.play("discard c9").result.reason == "failed"
