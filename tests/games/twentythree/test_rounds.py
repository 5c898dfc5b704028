"""R17 to R20, R22, R23 and R26: how rounds and matches end, and in which order things happen."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tefuda import Match, Result
from tefuda.games.twentythree.state import IN

from .position import position, put_away, seen, starting

# ---- R17: the round ends


def test_r17_when_every_player_is_out() -> None:
    table = position("9", "10 10", "3 3 3", pile=8, penalty=[4, 4, 4])
    for move in ("play 9x1", "play 10x2", "leave"):
        assert not table.over
        table.play(move)
    assert table.over
    assert table.s.round == 2
    assert table.penalty == [1, 1, 7]  # penalty chips stay


def test_r17_the_last_player_goes_on_alone() -> None:
    table = position("9 10 10 23", "12", "3", pile=8).play("pass", "leave", "leave")
    for move in ("play 9x1", "pass", "play 10x1", "play 10x1"):
        table.play(move)
        assert table.to_act == [0]
    assert table.play("play 23x1").over
    assert table.penalty == [1 + 1 + 12 - 3, 1, 1]


def test_r17_after_round_2_the_match_is_over() -> None:
    match = Match("twentythree", 2, draw=starting(0))
    for _ in range(2):
        assert match.result is None
        put_away(match)
        match.play(1, "leave")
        match.play(0, "leave")
    assert match.to_act == ()
    assert [seen(match, reader).to_act for reader in (None, 0, 1)] == [[], [], []]
    assert match.result == Result("rounds", (-(11 + 11 - 6), -(12 + 12 - 6)), (0,))


def test_r17_nobody_s_turn_is_left_at_the_end_and_rounds_are_counted() -> None:
    table = position("9 9", "10", pile=8)
    assert (table.game.rounds(), table.play("leave", "leave").game.rounds()) == (0, 1)
    last = position("9 9", "10", pile=8, in_round=2)
    assert last.game.rounds() == 1
    assert last.play("leave", "leave").game.rounds() == 2
    assert (last.s.turn, last.to_act) == (-1, [])


# ---- R19, R20: the result


def result(penalty: Sequence[int], bonus: Sequence[int], allow_negative: bool = False) -> Result:
    """The result if after round 2 the seats have these chips; seat 0 has just finished, and got three chips back."""
    hands = ["23", "3", "4", "5"][: len(penalty)]
    table = position(
        *hands,
        pile=23,
        in_round=2,
        penalty=[penalty[0] + 3, *penalty[1:]],
        bonus=bonus,
        left=range(1, len(penalty)),
        allow_negative=allow_negative,
    )
    return table.play("play 23x1").result


@pytest.mark.parametrize(
    ("penalty", "bonus", "scores", "winners"),
    [
        ([9, 4], [0, 0], (-9, -4), (1,)),
        ([9, 4], [3, 0], (-3, -4), (0,)),  # 9 − 6
        ([5, 4, 6], [0, 1, 2], (-5, -2, -2), (1, 2)),
        ([3, 2], [1, 1], (-1, 0), (1,)),
        ([1, 6, 9], [1, 3, 3], (0, 0, -3), (0, 1)),  # not below 0, so 1 − 2 is no better than 6 − 6
    ],
)
def test_r19_each_unused_bonus_chip_removes_two(
    penalty: list[int], bonus: list[int], scores: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    assert result(penalty, bonus) == Result("rounds", scores, winners)


def test_r19_a_bonus_chip_counts_once_after_round_2() -> None:
    """After round 1 it takes nothing away."""
    table = position("22", "9", pile=21, left=[1], penalty=[10, 10], bonus=[2, 1]).play("play 22x1")
    assert table.s.round == 2
    assert table.penalty == [7, 10]
    assert table.deal(0).penalty == [7, 10]


@pytest.mark.parametrize(("penalty", "winners"), [([4, 4, 4], (0, 1, 2)), ([5, 4, 4], (1, 2)), ([4, 5, 4], (0, 2))])
def test_r20_a_tie_is_a_shared_win(penalty: list[int], winners: tuple[int, ...]) -> None:
    """Neither unused chips nor the order of finishing decide."""
    assert result([chips + 2 for chips in penalty], [1, 1, 1]).winners == winners
    mixed = [penalty[0] + 2, penalty[1] + 4, penalty[2]]
    assert result(mixed, [1, 2, 0]).winners == winners


# ---- R22: passing is blocked


@pytest.mark.parametrize(("passes", "blocked"), [(0, False), (5, False), (6, True)])
def test_r22_circles_of_those_still_in(passes: int, blocked: bool) -> None:
    table = position("9", "10", "11", "3", pile=8, passes=passes, left=[3], circles=2)
    assert ("pass" in table.kinds, "force" in table.kinds) == (not blocked, not blocked)
    assert "leave" in table.kinds
    assert "play" in table.kinds


def test_r22_both_kinds_of_pass_count() -> None:
    table = position("3", "4", pile=8, circles=2).play("force", "pass", "force")
    assert table.kinds == ["pass", "force", "leave"]
    assert table.play("force").moves() == ["leave"]


def test_r22_a_play_ends_it() -> None:
    table = position("9 9", "10 10", pile=8, passes=4, circles=2)
    assert table.kinds == ["play", "leave"]
    assert table.play("play 9x1").kinds == ["play", "pass", "force", "leave"]
    assert table.play("pass", "pass", "pass", "pass").kinds == ["play", "leave"]


def test_r22_the_laying_of_the_1_counts_as_a_play() -> None:
    """So each of three may pass twice at once, and no more."""
    match = put_away(Match("twentythree", 3, draw=starting(2), circles=2))
    for turn in range(6):
        match.play(turn % 3, "pass")
    assert {move.split()[0] for move in match.moves(0)} == {"play", "leave"}


def test_r22_passes_of_the_last_round_do_not_count() -> None:
    match = put_away(Match("twentythree", 2, draw=starting(1), circles=2))
    for seat, move in ((0, "pass"), (1, "pass"), (0, "leave"), (1, "pass"), (1, "pass"), (1, "leave")):
        match.play(seat, move)
    put_away(match)
    for seat in (0, 1, 0, 1):
        match.play(seat, "pass")
    assert "pass" not in match.moves(0)


def test_r22_a_block_is_counted_when_it_begins() -> None:
    """By the last pass that is allowed, and not by the one before; and not again by the play that ends it."""
    table = position("9 9", "10 10", pile=8, passes=2, circles=2)
    assert table.play("pass").s.blocked == 0
    assert table.play("pass").s.blocked == 1
    assert table.play("play 9x1").s.blocked == 1


# ---- R18: the next round


def test_r18_before_the_deal_of_round_2_nobody_has_anything_but_chips() -> None:
    table = position("9 23", "10 11", pile=8, bonus=[2, 1], below=[20, 15], passes=1, discards=["2 3 4", "5 6 7"])
    table.play("leave", "leave")
    s = table.s
    assert (s.round, s.hand_size[:2], s.discarded[:2], s.out[:2], s.below[:2]) == (
        2,
        [0, 0],
        [0, 0],
        [IN, IN],
        [24, 24],
    )
    assert (s.holder, s.turn, s.forced, s.pile, s.laid_size, s.turns, s.passes) == (-1, -1, -1, 0, 0, 0, 0)
    assert not any(map(any, s.hand))
    assert (table.bonus, table.penalty) == ([2, 1], [2, 2])


# ---- R23: in which order


def test_r23_play() -> None:
    table = position("12 3", "20", "21", pile=5, bonus=[1, 0, 0], penalty=[2, 0, 0], passes=3, forced=0)
    table.play("play 12x1 +1")
    assert (table.bonus[0], table.pile, table.hand(0), table.penalty[0]) == (0, 12, "3", 3)
    assert (table.s.passes, table.forced, table.to_act) == (0, None, [1])
    last = position("12", "20", "21", pile=5, bonus=[1, 0, 0], passes=3).play("play 12x1 +1")
    assert (last.penalty, last.view(1).out, last.s.passes) == ([0, 0, 0], ["finished", "", ""], 0)


def test_r23_pass_and_force() -> None:
    table = position("12 3", "20", "21", pile=5, passes=1).play("force")
    assert (table.penalty[0], table.s.passes, table.forced, table.to_act) == (2, 2, 1, [1])
    assert position("12 3", "20", "21", pile=5, passes=1).play("pass").s.passes == 2


def test_r23_leave() -> None:
    table = position("2 3", "20", "21", pile=5, passes=5, forced=0).play("leave")
    assert (table.penalty[0], table.view(1).out[0], table.s.passes) == (2, "left", 0)
    assert (table.forced, table.to_act) == (None, [1])


def test_r23_nobody_left_in_ends_the_round() -> None:
    """Also when the last one leaves under a force that has no effect, or finishes."""
    assert position("3", "20", pile=5, left=[1]).play("leave").over
    assert position("7", "20", pile=5, left=[1]).play("play 7x1").over
    assert not position("7", "20", pile=5).play("play 7x1").over


# ---- R26: exactness


def test_r26_a_force_comes_before_the_block() -> None:
    table = position("9 2", "10", pile=8, passes=3, turn=1, circles=2).play("force")
    assert table.s.passes == 4
    assert table.moves() == ["play 9x1"]


def test_r26_a_forced_player_who_cannot_play_may_only_leave_while_passing_is_blocked() -> None:
    table = position("3 2", "10", pile=8, passes=3, turn=1, circles=2).play("force")
    assert table.moves() == ["leave"]


def test_r26_the_old_force_is_dropped_before_a_new_one_is_set() -> None:
    """With two players the new force lies on the one who forced."""
    table = position("9 9", "3 4", pile=8).play("force", "force")
    assert table.forced == 0
    assert table.kinds == ["play"]
    assert table.play("play 9x1").forced is None
    assert table.s.forced == -1  # as an observation has it
    three = position("3", "4", "9", pile=8).play("force", "force")
    assert three.forced == 2


def test_r26_forced_may_leave_adds_leave_to_the_plays() -> None:
    table = position("9 2", "10", pile=8, forced=0, forced_may_leave=True)
    assert table.moves() == ["play 9x1", "leave"]
    blocked = position("9 2", "10", pile=8, forced=0, passes=4, circles=2, forced_may_leave=True)
    assert blocked.moves() == ["play 9x1", "leave"]


def test_r26_from_20_the_numbers_20_to_23_are_legal_without_chips() -> None:
    table = position("19 20 21 22 23", "3", pile=20, bonus=[1, 0])
    assert [move for move in table.moves("play") if " -" not in move] == [f"play {v}x1" for v in (20, 21, 22, 23)]
