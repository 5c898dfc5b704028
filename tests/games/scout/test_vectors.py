"""V1 to V25: the test vectors of the game's rules.md, in their order and with its letters: A sits at seat 0."""

from __future__ import annotations

from itertools import combinations

import pytest

from tefuda import Match, Result

from .position import beats, position, seen, starting
from .walk import first_turns

FILL = ("1", "1", "1", "1")  # other hands, whose cards do not matter


def test_v1_order_of_strength() -> None:
    sets = ["2", "9", "1 2", "7 6", "4 4", "8 8", "7 6 5", "7 8 9", "2 2 2", "8 8 8", "2 3 4 5"]
    for weaker, stronger in combinations(sets, 2):
        assert beats(stronger, weaker)
        assert not beats(weaker, stronger)
    assert all(not beats(one, one) for one in sets)


def test_v2_sets_of_a_hand() -> None:
    hand = position("4 3 5 6 9 1 1 2 3", *FILL)
    assert "play 3+2" in hand.moves()  # 5 6
    assert "play 7+3" in hand.moves()  # 1 2 3
    assert "play 6+2" in hand.moves()  # 1 1
    assert "4 5" not in hand.sets()
    assert "play 1+4" not in hand.moves()  # 4 3 5 6
    assert "play 1+3" in position("4 3 2 6", *FILL).moves()


def test_v3_what_beats_what() -> None:
    assert beats("1 2 3", "9 9")
    assert not beats("9", "9 9")
    assert beats("2 2", "4 5")
    assert beats("5 6", "4 5")
    for cards in ("4 5", "5 4", "3 4"):
        assert not beats(cards, "4 5")
    assert not beats("4 5", "2 2")


def test_v4_turning_the_hand() -> None:
    ups, downs = [4, 7, 8, 3, 3, 1, 6, 4], [1, 3, 4, 2, 1, 5, 7, 2]
    cards = [f"{up}/{down}" for up, down in zip(ups, downs, strict=True)]
    table = position(" ".join(cards), "1", "1", phase="choose")
    table.play("flip")
    assert table.hand(0) == " ".join(f"{down}/{up}" for up, down in zip(ups, downs, strict=True))
    assert table.values(0) == "1 3 4 2 1 5 7 2"


def test_v5_scoring() -> None:
    end_i = position("9", "1 2 3 4 5", "1", table="8", captured=[2, 2, 0], chips=[2, 1, 0]).play("play 1+1")
    assert end_i.scores[:2] == [3 + 2, 2 + 1 - 5]
    end_ii = position("9", "1 2 3", "1", table="5 6 7", owner=1, captured=[0, 2, 0], chips=[0, 4, 0])
    assert end_ii.play("scout left 1").ending == "scouts"
    assert end_ii.scores[1] == 2 + 5 - 0


@pytest.mark.parametrize(("seats", "cards", "hand"), [(3, 36, 12), (4, 44, 11), (5, 45, 9)])
def test_v6_deck_and_hands(seats: int, cards: int, hand: int) -> None:
    match = Match("scout", seats, seed=6)
    hands = [seen(match, seat).hand or [] for seat in range(seats)]
    assert [len(one) for one in hands] == [hand] * seats
    dealt = {tuple(sorted(card)) for one in hands for card in one}
    assert len(dealt) == cards
    count = {number: sum(number in card for card in dealt) for number in range(1, 11)}
    if seats == 3:
        assert count == {**dict.fromkeys(range(1, 10), 8), 10: 0}
    elif seats == 4:
        assert count == {**dict.fromkeys(range(1, 9), 9), 9: 8, 10: 8}
    else:
        assert count == dict.fromkeys(range(1, 11), 9)


def test_v7_legal_sets_on_an_empty_table() -> None:
    assert sorted(position("9 10 1", *FILL).sets()) == sorted(["9", "10", "1", "9 10"])
    assert sorted(position("3 4 3", *FILL).sets()) == sorted(["3", "4", "3", "3 4", "4 3"])
    assert sorted(position("5 5 6", *FILL).sets()) == sorted(["5", "5", "6", "5 5", "5 6"])


def test_v8_partly_scouted_sets() -> None:
    def beats_rest(cards: str, table: str) -> bool:
        after = position("1", f"{cards} 6", *FILL[:3], table=table).play("scout left 1")
        return f"play 1+{len(cards.split())}" in after.moves()

    assert beats_rest("1 1", "7 8 9")
    assert beats_rest("9 10", "7 8 9")
    for cards in ("8 9", "9 8", "7 8", "10"):
        assert not beats_rest(cards, "7 8 9")
    for cards in ("5", "1 2", "3 2"):
        assert beats_rest(cards, "4 4")
    assert not beats_rest("4", "4 4")


def test_v9_beating_a_set() -> None:
    table = position("2 6 6 3", "1 9", "1 9", table="3 4", owner=1).play("play 2+2")
    assert table.captured == [2, 0, 0]
    assert table.owner == 0
    assert table.table_values == "6 6"
    assert table.values(0) == "2 3"
    table.play("scout left 1", "play 2+1")
    assert table.sets() == ["2 3"]  # a run now, on the 9 of C


def test_v10_number_of_scouts() -> None:
    for table in ("9 9", "5 6 7", "8 8 8 8"):
        assert len(position("1 4 2", *FILL, table=table).moves("scout")) == 16
    assert len(position("1 4 2", *FILL, table="9").moves("scout")) == 8


def test_v11_scouting() -> None:
    """B sits before A: seat 2 of three."""
    table = position("8 1", "2 2", "3 3", table="4/9 5/1", owner=2).play("scout right flip 3")
    assert table.values(0) == "8 1 1"
    assert table.hand(0).endswith("1/5")
    assert table.table == "4/9"
    assert table.chips == [0, 0, 1]
    assert table.owner == 2


def test_v12_the_table_is_emptied() -> None:
    table = position("7 3 3", "2 5", "1 8", "4 4").play("play 1+1", "scout left 1")
    assert table.to_act == [2]
    assert table.moves() == ["play 1+1", "play 2+1"]
    assert table.sets() == ["1", "8"]
    table.play("play 2+1")
    assert table.captured == [0, 0, 0, 0]
    assert table.s.scouts == 0


def test_v13_double_action_on_a_single_card() -> None:
    table = position("2 5", "1 9", "1 9", "1 9", table="10/3", owner=1)
    assert len(table.moves("double")) == 6
    table.play("double left flip 2")
    assert table.values(0) == "2 3 5"
    assert "2 3" in table.sets()
    table.play("play 1+2")
    assert table.chips == [0, 1, 0, 0]
    assert table.captured == [0, 0, 0, 0]


def test_v14_no_double_action() -> None:
    table = position("4 6", "1 8", "1 8", table="9/1 9/2 9/3")
    assert table.moves("double") == []
    assert len(table.moves("scout")) == 12


def test_v15_exactly_two_double_actions() -> None:
    table = position("1 4", "2 7", "2 7", "2 7", table="8/1 9/2 10/3")
    assert table.moves("double") == ["double left flip 1", "double left flip 2"]
    for move in table.moves("double"):
        after = table.after(move)
        assert after.sets() == ["1 1"]
        assert after.play(after.moves()[0]).captured == [2, 0, 0, 0]


def test_v16_double_action_that_empties_the_hand() -> None:
    table = position("4", "1 9", "1 9", table="5/3 5/8", owner=1).play("double left flip 1", "play 1+2")
    assert table.ending == "hand"
    assert table.scores == [1, 1 - 2, -2]


def test_v17_all_others_scout() -> None:
    four = position("2 3 4 9 9", "1 5", "1 6", "1 7").play("play 1+3", "scout left 1", "scout left 1")
    assert four.ending == ""
    four.play("scout left 1")
    assert four.ending == "scouts"
    assert four.scores == [3, -3, -3, -3]
    five = position("2 3 4 9 9", "1 5", "1 6", "1 7", "1 8").play("play 1+3", *["scout left 1"] * 3)
    assert five.table == ""
    assert five.ending == ""
    assert five.to_act == [4]
    assert five.moves() == five.moves("play")


def test_v18_a_double_action_is_no_end() -> None:
    table = position("5 6 7 1", "2 9", "9 9 3").play("play 1+3", "scout left 1", "double left 4", "play 1+2")
    assert table.ending == ""
    assert table.owner == 2
    assert table.s.scouts == 0


def test_v19_score_after_end_ii() -> None:
    table = position(
        "2 4 6 8 2 4", "1 3 5 7 1", "9 3", table="8 8", owner=0, turn=2, captured=[2, 3, 0], chips=[3, 0, 0]
    )
    table.play("scout left 1")
    assert table.ending == "scouts"
    assert table.scores[:2] == [6, -2]


def test_v20_the_same_in_the_draft() -> None:
    table = position(
        "2 4 6 8 2 4",
        "1 3 5 7 1",
        "9 3",
        table="8 8",
        owner=0,
        turn=2,
        captured=[2, 3, 0],
        chips=[3, 0, 0],
        edition="draft",
    )
    assert table.play("scout left 1").scores[:2] == [2 + 4 + 1, -2]
    last = position("6 7 8", "1 9", "1 9", edition="draft").play("play 1+3")
    assert last.scores == [3, -2, -2]


def test_v21_short_game() -> None:
    table = position("7 7 1", "2 9", "1 5", table="4 5", edition="short", turns=7)
    assert table.after("scout left 1").chips == [0, 0, 0]
    piles = table.view(None).pile
    beaten = table.after("play 1+2")
    assert beaten.captured == [0, 0, 0]
    assert beaten.view(None).pile == piles + 2
    assert beaten.play("scout left 1", "scout left 1").result == Result("scouts", (1, 0, 0), (0,))
    capped = position("7 7 1", "2 9", "1 5", table="4 5", edition="short", turns=599)
    assert capped.play("scout left 1").result == Result("cap", (0, 0, 0), ())


def test_v22_oink_end_ii() -> None:
    table = position("9/1 9/2 3", "4 6", chips=[3, 1], edition="oink").play("play 1+2")
    assert table.to_act == [1]
    assert table.moves() == table.moves("scout")
    for move in table.moves():
        after = table.after(move)
        assert after.ending == "scouts"
        assert after.scores == [3, -3]
    other = position("9/1 9/2 3", "5 5 5", chips=[3, 1], edition="oink").play("play 1+2")
    assert other.sets() == ["5 5 5"]
    assert len(other.moves("scout")) == 16


def test_v23_oink_score() -> None:
    table = position("9", "1 3 5", table="8", captured=[0, 4], chips=[3, 2], edition="oink").play("play 1+1")
    assert table.scores[1] == 3


def test_v24_start_players_and_shared_win() -> None:
    rounds = first_turns(Match("scout", 4, draw=starting(2), turn_cap=6))
    assert [view.to_act for view in rounds] == [[2], [3], [0], [1]]
    last = position("9", "1 3", "1 3", "1 3", table="8", total=[8, 14, 14, -1], in_round=4).play("play 1+1")
    assert last.result == Result("hand", (9, 12, 12, -3), (1, 2))


def test_v25_the_last_turn_is_a_scout() -> None:
    capped = position("1 3", "1 5 5", "1 7 7", table="8 8 8", owner=2, turns=599).play("scout left 1")
    assert capped.ending == "cap"
    assert capped.scores == [-3, -3, 1 - 3]
    ended = position("1 3", "1 5 5", "1 7 7", table="8 8 8", owner=1, turns=599).play("scout left 1")
    assert ended.ending == "scouts"
    assert ended.scores == [-3, 1, -3]
