"""R27 to R31: the two-player variant."""

from __future__ import annotations

from itertools import combinations

import pytest

from tefuda import GAMES, Match, Result

from .position import Position, position, starting
from .walk import first_turns, walk


def oink(mine: str, theirs: str, table: str = "", **more: object) -> Position:
    return position(mine, theirs, table=table, edition="oink", **more)  # type: ignore[arg-type]  # passed on as it is


def test_r27_eleven_each_and_the_other_22_in_round_2() -> None:
    whole = set(combinations(range(1, 11), 2)) - {(9, 10)}
    for seed in range(10):
        match = Match("scout", 2, seed=seed, edition="oink")
        assert [view.aside for view in first_turns(match)] == [22, 0]
        deals = [event.text for event in match.record.events if event.text.startswith("deal ")]
        hands = [hand.split() for deal in deals for hand in deal.removeprefix("deal ").split(" | ")]
        assert [len(hand) for hand in hands] == [11, 11, 11, 11]
        dealt = [tuple(sorted(map(int, card.split("/")))) for hand in hands for card in hand]
        assert len(dealt) == len(set(dealt)) == 44
        assert set(dealt) == whole


def test_r27_the_start_player_changes() -> None:
    for start in (0, 1):
        rounds = first_turns(Match("scout", 2, draw=starting(start), edition="oink"))
        assert [view.start for view in rounds] == [start, 1 - start]
        assert [view.to_act for view in rounds] == [[start], [1 - start]]


def test_r27_round_2_is_shuffled_again() -> None:
    """The 22 cards come in any order and either way up."""
    game = oink("6", "1 2", table="4").play("play 1+1").game
    deals = [[(card & 15, card >> 4) for card in game.draw(seed)] for seed in range(100)]
    assert len({frozenset(map(frozenset, deal)) for deal in deals}) == 1
    assert len({deal[0] for deal in deals}) > 35  # of 44
    assert 950 < sum(up < down for deal in deals for up, down in deal) < 1250  # of 2200


def test_r28_three_chips_and_no_marker_each_round() -> None:
    for view in first_turns(Match("scout", 2, seed=28, edition="oink")):
        assert view.chips == [3, 3]
        assert view.markers == [False, False]


def test_r28_no_double_action() -> None:
    for step in walk("oink", 2, seed=28):
        assert not any(move.startswith("double") for move in step.legal)


def test_r29_a_scout_costs_a_chip_that_nobody_gets() -> None:
    table = oink("2 4", "7 9", table="5 6 7").play("scout left 1")
    assert table.chips == [2, 3]


def test_r29_after_a_scout_the_same_player_goes_on() -> None:
    table = oink("2 4", "7 9", table="5/8 6/9 7/9").play("scout left 2")
    assert table.to_act == [0]
    assert table.values(0) == "2 5 4"
    table.play("scout right 1", "scout left 1")
    assert table.to_act == [0]
    assert table.chips == [0, 3]
    assert table.table == ""
    assert table.moves() == table.moves("play")
    table.play("play 1+1")
    assert table.to_act == [1]


def test_r29_only_a_show_passes_the_turn() -> None:
    table = oink("9 4", "7 1", table="5").play("play 1+1")
    assert table.to_act == [1]
    assert table.captured == [1, 0]


def test_r29_no_scout_without_a_chip_or_a_table_set() -> None:
    assert oink("9 4", "7 1", table="5", chips=[0, 3]).moves() == ["play 1+1"]
    assert oink("9 4", "7 1").moves() == ["play 1+1", "play 2+1"]


def test_r29_a_player_who_cannot_show_must_scout() -> None:
    table = oink("2 4", "7 1", table="9 9", chips=[1, 0])
    assert table.moves() == table.moves("scout")
    assert len(table.moves()) == 12


def test_r29_both_are_free_while_possible() -> None:
    table = oink("9 4", "7 1", table="5")
    assert table.moves("play") == ["play 1+1"]
    assert len(table.moves("scout")) == 6


def test_r30_end_i_when_a_show_empties_the_hand() -> None:
    table = oink("9", "7 1", table="5", chips=[1, 2], captured=[3, 0]).play("play 1+1")
    assert table.ending == "hand"
    assert table.scores == [3 + 1 + 1, 2 - 2]


def test_r30_end_ii_when_the_opponent_can_neither_show_nor_scout() -> None:
    table = oink("8 8 1 3", "7 9", chips=[2, 0]).play("play 1+2")
    assert table.ending == "scouts"
    assert table.scores == [2, -2]  # no penalty for the owner's two cards


def test_r30_no_end_while_the_opponent_can_show_or_scout() -> None:
    assert oink("8 8 1 3", "7 9", chips=[2, 1]).play("play 1+2").ending == ""
    assert oink("8 8 1 3", "9 9", chips=[2, 0]).play("play 1+2").ending == ""


@pytest.mark.parametrize(
    ("hand", "ending"),
    [("6 5", ""), ("5 6", ""), ("3 3", ""), ("5 4", "scouts"), ("4 5", "scouts"), ("4 3", "scouts")],
)
def test_r30_a_show_is_possible_by_just_what_beats_the_table(hand: str, ending: str) -> None:
    """A 4 and a 5 lie there: a run that begins or ends with a 5 beats them, as does a group; an equal run does not."""
    assert oink("4 5 1 3", hand, chips=[2, 0]).play("play 1+2").ending == ending


def test_r30_end_ii_after_a_scout_of_ones_own() -> None:
    table = oink("2 4", "7 1 1", table="9/6 9/7 9/8", chips=[2, 1], captured=[0, 4])
    table.play("scout left 1")
    assert table.ending == ""  # a chip is left
    assert table.values(0) == "9 2 4"
    table.play("scout left 4")
    assert table.ending == "scouts"  # 9 2 4 9: nothing beats the 9 that is left
    assert table.scores == [-4, 4 + 1]


def test_r30_no_end_after_the_last_chip_if_a_show_is_possible() -> None:
    table = oink("2 4", "7 1 1", table="9/3 9/7", chips=[1, 1]).play("scout left flip 2")
    assert table.ending == ""
    assert table.sets() == ["2 3", "2 3 4", "3 4"]


def test_r30_an_empty_table_can_always_be_shown_on() -> None:
    table = oink("2 4", "7 1 1", table="9/3", chips=[1, 1]).play("scout left 3")
    assert table.ending == ""
    assert table.sets() == ["2", "4", "9"]


def test_r30_scouts_in_a_row_do_not_end_the_round() -> None:
    table = oink("2 4", "7 1 1", table="5 6 7 8").play("scout left 1", "scout left 1")
    assert table.ending == ""


def test_r31_score_cards_and_unspent_chips_less_hand_cards() -> None:
    table = oink("9", "7 1 2", table="5 ", chips=[2, 3], captured=[4, 1], total=[1, 1]).play("play 1+1")
    assert table.scores == [1 + 5 + 2, 1 + 1 + 3 - 3]


def test_r31_the_table_set_counts_for_nobody() -> None:
    assert oink("7 8 9", "1 3", chips=[0, 0]).play("play 1+3").scores == [0, -2]
    assert oink("7 8 9 1", "1 3", chips=[0, 0]).play("play 1+3").scores == [0, -2]


def test_r31_the_higher_total_of_two_rounds_wins() -> None:
    def won(*total: int) -> Result:
        return oink("9", "7 1 2", table="5", chips=[0, 0], total=total, in_round=2).play("play 1+1").result

    assert won(3, 2) == Result("hand", (4, -1), (0,))
    assert won(-6, 2) == Result("hand", (-5, -1), (1,))
    assert won(-6, -2) == Result("hand", (-5, -5), (0, 1))


def test_r31_there_are_two_rounds() -> None:
    match = Match("scout", edition="oink", seed=31)
    assert match.seats == 2
    assert len(first_turns(match)) == 2
    result = match.result
    assert result is not None
    assert len(result.scores) == 2
    assert GAMES["scout"].seats({"edition": "oink"}) == (2,)
