"""R22 to R26: the end of a round, its score, the next round and the end of the match."""

from __future__ import annotations

import pytest

from tefuda import Match, Result

from .position import Position, position, starting
from .walk import first_turns


def test_r22_the_round_ends_when_a_play_empties_the_hand() -> None:
    table = position("6 7", "1 2 3", "1 5", table="4 5").play("play 1+2")
    assert table.ending == "hand"
    assert table.game.rounds() == 1


def test_r22_the_old_table_cards_are_captured_first() -> None:
    table = position("6 7", "1 2 3", "1 5", table="4 5", captured=[1, 0, 0], chips=[1, 0, 0]).play("play 1+2")
    assert table.scores == [1 + 2 + 1, -3, -2]


def test_r22_also_inside_a_double_action() -> None:
    table = position("6 5", "1 2 3", "1 5", table="7/2 7/3 7/4", owner=2, captured=[1, 0, 0])
    table.play("double left 1")
    assert table.ending == ""
    table.play("play 1+3")  # 7 6 5
    assert table.ending == "hand"
    assert table.scores == [1 + 2, -3, 1 - 2]


def test_r22_not_while_a_card_is_left() -> None:
    assert position("6 7 1", "1 2 3", "1 5", table="4 5").play("play 1+2").ending == ""


@pytest.mark.parametrize(
    ("seats", "played"), [(3, "5 6"), (3, "5 6 7"), (4, "5 6 7"), (5, "5 6 7 8"), (5, "3 3 3 3 3")]
)
def test_r23_the_round_ends_when_all_others_only_scouted(seats: int, played: str) -> None:
    """Also when the last Scout takes the last card."""
    size = len(played.split())
    table = position(f"{played} 1 1", *["2 9", "2 8", "2 7", "4 9"][: seats - 1]).play(f"play 1+{size}")
    for scouted in range(seats - 1):
        assert table.ending == ""
        assert table.s.scouts == scouted
        table.play("scout left 1")
    assert table.ending == "scouts"
    assert table.scores == [seats - 1] + [-3] * (seats - 1)  # no penalty for the two cards of the owner


def test_r23_a_smaller_set_is_used_up_first() -> None:
    table = position("6 1 1", "2 9", "2 8").play("play 1+1", "scout left 1")
    assert table.ending == ""
    assert table.moves() == table.moves("play")
    table.play("play 1+1", "scout left 1")  # seat 2 plays, seat 0 scouts: only the second in a row over both sets
    assert table.ending == ""


def test_r23_a_play_in_between_starts_the_count_anew() -> None:
    table = position("3 3 3 1", "2 9", "4 4 4 8", "2 7", "2 5").play("play 1+3", "scout left 1")
    table.play("play 1+3", "scout left 1", "scout left 1")
    assert table.s.scouts == 2
    table.play("scout left 1")  # the third after the Play of seat 2; seat 1 comes last
    assert table.ending == ""
    assert table.owner == 2


def test_r23_the_one_who_played_last_is_exempt() -> None:
    table = position("5 6 9", "8 2", "3 3 9 9 9", table="1 2", turn=2, owner=1).play("play 1+2", "scout left 1")
    assert table.play("scout left 1").scores == [-4, -3, 2 + 2]


def test_r24_score_cards_and_chips_less_hand_cards() -> None:
    table = position("6", "1 2 3", "1 5", table="4", captured=[3, 4, 0], chips=[2, 1, 1], markers=[1, 0, 1])
    assert table.play("play 1+1").scores == [3 + 1 + 2, 4 + 1 - 3, 0 + 1 - 2]


def test_r24_the_table_set_counts_for_nobody() -> None:
    end_i = position("6 7 8", "1 2 3", "1 5").play("play 1+3")
    assert end_i.scores == [0, -3, -2]
    end_ii = position("1 9", "1 2 3", "1 5", table="6 7 8", owner=1, chips=[0, 1, 0]).play("scout left 1")
    assert end_ii.ending == "scouts"
    assert end_ii.scores == [-3, 2, -2]


def test_r24_markers_count_for_nobody() -> None:
    kept = position("6", "1 2", "1 5", table="4", markers=[1, 1, 1]).play("play 1+1")
    used = position("6", "1 2", "1 5", table="4", markers=[0, 0, 0]).play("play 1+1")
    assert kept.scores == used.scores == [1, -2, -2]


def test_r24_end_i_exempts_nobody_else() -> None:
    """The owner of the beaten set pays for the hand as all others do."""
    assert position("6", "1 2 3", "1 5 7", table="4", owner=2).play("play 1+1").scores == [1, -3, -3]


def test_r24_rounds_add_up() -> None:
    table = position("6", "1 2 3", "1 5", table="4", total=[-4, 7, 1], in_round=2).play("play 1+1")
    assert table.scores == [-3, 4, -1]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r25_the_left_neighbour_starts_the_next_round(seats: int) -> None:
    for start in range(seats):
        rounds = first_turns(Match("scout", seats, draw=starting(start), turn_cap=7))
        order = [(start + number) % seats for number in range(seats)]
        assert [view.start for view in rounds] == order
        assert [view.to_act for view in rounds] == [[seat] for seat in order]


def test_r25_with_a_full_new_set_up() -> None:
    size = {3: 12, 4: 11, 5: 9}
    for seats in (3, 4, 5):
        for view in first_turns(Match("scout", seats, draw=starting(1), turn_cap=25)):
            assert view.hand_sizes == [size[seats]] * seats
            assert view.markers == [True] * seats
            assert view.chips == view.captured == [0] * seats
            assert (view.table, view.owner, view.scouts, view.turns) == ([], None, 0, 0)
            assert view.gone == []


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r26_as_many_rounds_as_players(seats: int) -> None:
    match = Match("scout", seats, seed=26, turn_cap=7)
    assert [view.round for view in first_turns(match)] == list(range(1, seats + 1))
    assert match.to_act == ()
    assert match.result is not None


def last_play(*total: int) -> Position:
    """The last round of three ends with scores of +1, -2 and -2."""
    return position("6", "1 2", "1 5", table="4", total=total, in_round=3).play("play 1+1")


def test_r26_the_highest_total_wins() -> None:
    assert last_play(5, 9, 8).result == Result("hand", (6, 7, 6), (1,))
    assert last_play(8, 9, 9).result == Result("hand", (9, 7, 7), (0,))


def test_r26_ties_share_the_win() -> None:
    assert last_play(5, 8, 3).result == Result("hand", (6, 6, 1), (0, 1))
    assert last_play(-9, -6, -6).result == Result("hand", (-8, -8, -8), (0, 1, 2))
