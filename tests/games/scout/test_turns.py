"""R10 to R21: the turn, Play, Scout and Double Action."""

from __future__ import annotations

import random

import pytest

from tefuda import IllegalMove, Match

from .position import Card, beats, position, starting
from .walk import TABLES, hand_of, legal_plays, random_cards, table_of, walk

# ---- R10, R11: turns and the table set


def test_r10_start_player_first_then_clockwise() -> None:
    match = Match("scout", 4, draw=starting(2, seed=7))
    for seat in range(4):
        match.play(seat, "keep")
    for seat in (2, 3, 0, 1, 2):  # a Play, three Scouts of what lies there, or Plays: each ends the turn
        assert match.to_act == (seat,)
        match.play(seat, match.moves(seat)[0])


@pytest.mark.parametrize(("edition", "seats"), [table for table in TABLES if table[0] != "oink"])
def test_r10_each_turn_is_one_action(edition: str, seats: int) -> None:
    """Every move but the scout half of a Double Action passes the turn to the next seat, and there is no pass."""
    for step in walk(edition, seats, seed=10):
        kind = step.move.split()[0]
        if (
            step.before.phase == step.after.phase
            and kind in ("play", "scout")
            and step.after.round == step.before.round
        ):
            assert step.after.turn == (step.seat + 1) % seats
            assert step.after.turns == step.before.turns + 1
        if kind not in ("keep", "flip"):
            assert {move.split()[0] for move in step.legal} <= {"play", "scout", "double"}


def test_r10_nobody_else_may_act() -> None:
    match = Match("scout", 3, draw=starting(1))
    for seat in range(3):
        match.play(seat, "keep")
    assert match.moves(0) == match.moves(2) == []
    with pytest.raises(IllegalMove):
        match.play(0, "play 1+1")


def test_r11_the_table_set_is_the_last_set_less_what_was_scouted() -> None:
    table = position("5 6 7 1", "3 9", "8 8 8 8 1")
    assert table.table == ""
    table.play("play 1+3")
    assert table.table_values == "5 6 7"
    table.play("scout right 1")
    assert table.table_values == "5 6"
    table.play("play 1+4")
    assert table.table_values == "8 8 8 8"


def test_r11_the_table_is_empty_at_the_start_of_each_round() -> None:
    table = position("7", "4 6 8", "2 9", table="5")
    table.play("play 1+1")
    table.game.deal(table.game.draw(1))
    assert table.s.round == 2
    assert table.table == ""


# ---- R12 to R16: Play


def test_r12_one_card_a_group_or_a_run() -> None:
    assert position("8", "1", "1").sets() == ["8"]
    assert position("5 5 5", "1", "1").sets() == ["5", "5 5", "5 5 5", "5", "5 5", "5"]
    assert position("3 4 5", "1", "1").sets() == ["3", "3 4", "3 4 5", "4", "4 5", "5"]
    assert position("5 4 3", "1", "1").sets() == ["5", "5 4", "5 4 3", "4", "4 3", "3"]


def test_r12_cards_must_be_adjacent_and_in_order() -> None:
    assert position("4 9 5", "1", "1").sets() == ["4", "9", "5"]
    assert position("3 5 7", "1", "1").sets() == ["3", "5", "7"]
    assert "3 5 4" not in position("3 5 4", "1", "1").sets()
    assert "4 4 5" not in position("4 4 5", "1", "1").sets()
    assert "4 5 4" not in position("4 5 4", "1", "1").sets()


def test_r12_no_wrap_from_10_to_1() -> None:
    assert position("10 1", "1", "1", "1").sets() == ["10", "1"]
    assert position("1 10", "1", "1", "1").sets() == ["1", "10"]


def test_r12_no_upper_limit() -> None:
    up, down = "1 2 3 4 5 6 7 8 9 10", "10 9 8 7 6 5 4 3 2 1"
    assert up in position(f"{up} 5", "1", "1", "1", "1").sets()
    assert down in position(f"{down} 5", "1", "1", "1", "1").sets()
    nines = " ".join(["9"] * 9)
    assert nines in position(f"{nines} 5", "1", "1", "1", "1").sets()


def test_r12_the_set_lies_on_the_table_in_hand_order() -> None:
    table = position("1 7/2 6/2 5/3 9", "8", "8").play("play 2+3")
    assert table.table == "7/2 6/2 5/3"
    assert table.after("scout left 1").values(1) == "7 8"
    assert table.after("scout right 1").values(1) == "5 8"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r12_to_r14_all_plays_of_random_hands(seats: int) -> None:
    rng = random.Random(12)
    for number in range(80):
        table, hand = random_cards(rng, seats)
        if not hand:
            continue
        others = ["", "", "", ""][: seats - 1]  # their cards do not matter here
        shown = position(hand, *others, table=table if number % 3 else "")
        numbers = [[int(card.split("/")[0]) for card in cards.split()] for cards in (hand, shown.table)]
        assert shown.moves("play") == [f"play {first}+{size}" for first, size in legal_plays(*numbers)]


def test_r13_an_empty_table_takes_any_set() -> None:
    assert position("1 2 8 8", "1", "1").sets() == ["1", "1 2", "2", "8", "8 8", "8"]


def test_r13_otherwise_the_set_must_be_stronger() -> None:
    assert position("1 2 8 8", "1", "1", table="7 7").sets() == ["8 8"]
    assert position("1 2 8 8", "1", "1", table="1").sets() == ["1 2", "2", "8", "8 8", "8"]
    assert position("1 2 8 8", "1", "1", table="9 9").sets() == []


def test_r14_more_cards_beat_fewer() -> None:
    assert beats("1 2", "10")
    assert beats("1 2 3", "10 10")
    assert not beats("10", "1 2")
    assert not beats("10 10", "1 2 3")


def test_r14_group_beats_run() -> None:
    assert beats("1 1", "9 10")
    assert beats("1 1 1", "10 9 8")
    assert not beats("9 10", "1 1")
    assert not beats("10 9 8", "1 1 1")


def test_r14_the_higher_smallest_number_wins() -> None:
    assert beats("5", "4")
    assert beats("5 5", "4 4")
    assert beats("5 6", "4 5")
    assert beats("6 5", "4 5")
    assert not beats("4", "5")
    assert not beats("4 4", "5 5")
    assert not beats("4 5", "5 6")
    assert not beats("5 4", "5 6")


def test_r14_equal_is_not_enough() -> None:
    for equal in ("5", "5 5", "5 6", "6 5", "5 5 5", "4 5 6"):
        assert not beats(equal, equal)


def test_r14_a_single_card_has_no_type() -> None:
    """A table set of one card is neither group nor run: 4 and 5 are compared by their number alone."""
    for table in ("4 4", "4 5"):
        shown = position("1", "4 5", "1", table=table).play("scout right 1")
        assert shown.sets() == ["4 5", "5"]


@pytest.mark.parametrize(
    ("table", "scout", "left", "beaten_by", "not_by"),
    [
        ("3 4 5", "left", "4 5", ["5 6", "1 1"], ["4 5", "5 4", "3 4", "9"]),
        ("5 4 3", "left", "4 3", ["4 5", "1 1"], ["3 4", "2 3", "9"]),
        ("5 4 3", "right", "5 4", ["5 6", "1 1"], ["3 4", "4 5", "9"]),
        ("4 4 4", "right", "4 4", ["5 5", "1 2 3"], ["4 4", "3 3", "8 9", "9"]),
        ("3 4", "left", "4", ["5", "1 2"], ["4", "3"]),
        ("3 4", "right", "3", ["4", "1 2"], ["3", "2"]),
    ],
)
def test_r15_strength_of_what_is_left(
    table: str, scout: str, left: str, beaten_by: list[str], not_by: list[str]
) -> None:
    def may_play(cards: str) -> bool:
        shown = position("1", f"{cards} 7", "1", "1", table=table).play(f"scout {scout} 1")
        assert shown.table_values == left
        return f"play 1+{len(cards.split())}" in shown.moves()

    assert [may_play(cards) for cards in beaten_by] == [True] * len(beaten_by)
    assert [may_play(cards) for cards in not_by] == [False] * len(not_by)


def test_r16_beaten_cards_are_captured_and_the_player_owns_the_new_set() -> None:
    table = position("9 2 8 8 8 3", "1 5", "1 5", table="6 7", captured=[1, 0, 0]).play("play 3+3")
    assert table.captured == [3, 0, 0]
    assert table.owner == 0
    assert table.table_values == "8 8 8"
    assert table.values(0) == "9 2 3"


def test_r16_only_the_cards_that_are_left_are_captured() -> None:
    table = position("9", "8 8 2", "1 5", table="5 6 7").play("scout left 1", "play 1+2")
    assert table.captured == [0, 2, 0]


def test_r16_the_gap_in_the_hand_closes() -> None:
    table = position("3 8 4", "1 5", "1 5").play("play 2+1")
    assert table.values(0) == "3 4"
    table.play("scout left 1", "play 1+1")
    assert table.sets() == ["3", "3 4", "4"]  # 3 and 4 are neighbours now


# ---- R17 to R19: Scout


@pytest.mark.parametrize("size", [1, 2, 5, 12])
def test_r17_every_end_place_and_orientation(size: int) -> None:
    hand = ("2 4 6 8 " * 3).split()[:size]
    several = position(" ".join(hand), "1", "1", "1", table="9 9 9")
    assert len(several.moves("scout")) == len(set(several.moves("scout"))) == 4 * (size + 1)
    single = position(" ".join(hand), "1", "1", "1", table="9")
    assert len(single.moves("scout")) == len(set(single.moves("scout"))) == 2 * (size + 1)


def test_r17_what_each_scout_does() -> None:
    table = position("2/4 6/8", "1", "1", table="5/3 6/7 7/1")
    results = {(shown.hand(0), shown.table) for shown in (table.after(move) for move in table.moves("scout"))}
    left, right = "6/7 7/1", "5/3 6/7"
    assert results == {
        (hand, rest)
        for card, turned, rest in (("5/3", "3/5", left), ("7/1", "1/7", right))
        for one in (card, turned)
        for hand in (f"{one} 2/4 6/8", f"2/4 {one} 6/8", f"2/4 6/8 {one}")
    }
    assert table.after("scout left 1").hand(0) == "5/3 2/4 6/8"
    assert table.after("scout right flip 3").hand(0) == "2/4 6/8 1/7"


def test_r17_a_scout_is_always_possible() -> None:
    """Also for a player who could play, and whatever lies there."""
    table = position("9 9 9", "1", "1", table="2", markers=[0, 0, 0])
    assert len(table.moves("scout")) == 8
    assert len(table.moves("play")) == 6


def test_r18_the_owner_gets_one_chip_and_stays_owner() -> None:
    table = position("2 4", "1", "1", "1", table="5 6 7", owner=2, turn=3, chips=[1, 2, 3, 4])
    table.play("scout left 1")
    assert table.chips == [1, 2, 4, 4]
    assert table.owner == 2
    table.play("scout left 1")
    assert table.chips == [1, 2, 5, 4]
    assert table.owner == 2


def test_r19_an_emptied_table_must_be_played_on() -> None:
    table = position("2 4", "6 7 9", "1", "1", table="8").play("scout left 1")
    assert table.table == ""
    assert table.to_act == [1]
    assert table.sets() == ["6", "6 7", "7", "9"]
    assert table.moves() == table.moves("play")  # with a marker, too
    table.play("play 1+1")
    assert table.captured == [0, 0, 0, 0]
    assert table.chips == [0, 0, 0, 1]


# ---- R20, R21: Double Action


def double_choices(hand: list[Card], table: list[Card]) -> list[str]:
    """By R20: the scouts after which the cards in hand beat what is left, tried out one by one."""
    found = []
    for end in ("left", "right") if len(table) > 1 else ("left",):
        card, rest = (table[0], table[1:]) if end == "left" else (table[-1], table[:-1])
        for flip, value in zip(("", " flip"), card, strict=True):
            for place in range(len(hand) + 1):
                values = [up for up, _ in hand]
                values.insert(place, value)
                if legal_plays(values, [up for up, _ in rest]):
                    found.append(f"double {end}{flip} {place + 1}")
    return found


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r20_only_scouts_that_lead_to_a_play_are_offered(seats: int) -> None:
    rng = random.Random(20)
    offered = refused = 0
    for _ in range(40):
        table, hand = random_cards(rng, seats)
        if not hand:
            continue
        shown = position(hand, *["", "", "", ""][: seats - 1], table=table, owner=seats - 1)
        doubles = shown.moves("double")
        assert doubles == double_choices(hand_of(shown.s, 0), table_of(shown.s))
        offered += len(doubles)
        refused += len(shown.moves("scout")) - len(doubles)
    assert offered > 50
    assert refused > 50


@pytest.mark.parametrize("hand", ["2/7", "6/1"])
def test_r20_numbers_two_apart_make_no_set(hand: str) -> None:
    """With the 4, or the 8 of its other end, there is no set of two, as the 3 and the 2 that are left ask for."""
    table = position(hand, "9 9", "1 5", table="4/8 3/9 2/1", owner=2)
    assert [move for move in table.moves("double") if "left" in move] == []


def test_r20_scout_and_play_are_one_turn() -> None:
    table = position("2 4", "7 9", "1 5", table="3/8 3/9", owner=2, chips=[0, 0, 2])
    table.play("double left 2")
    assert table.values(0) == "2 3 4"
    assert table.chips == [0, 0, 3]
    assert table.markers == [0, 1, 1]
    assert table.to_act == [0]  # nobody else acts between the two parts
    assert table.moves() == table.moves("play")
    assert table.sets() == ["2 3", "2 3 4", "3 4", "4"]  # what beats the 3 that is left
    assert table.s.turns == 0
    table.play("play 1+2")
    assert table.captured == [1, 0, 0]
    assert table.owner == 0
    assert table.table_values == "2 3"
    assert table.values(0) == "4"
    assert table.s.turns == 1
    assert table.to_act == [1]


def test_r20_once_a_round() -> None:
    hands = ("2 4", "7 9", "1 5")
    assert position(*hands, table="3 3").moves("double") != []
    used = position(*hands, table="3 3", markers=[0, 1, 1])
    assert used.moves("double") == []
    assert len(used.moves("scout")) == 12
    again = position("2 4 4 8", "5 5 9", "1 5", table="3/8 3/9").play("double left 2", "play 1+2")
    again.play("play 1+2", "scout left 1")
    assert again.to_act == [0]
    assert again.moves("double") == []


def test_r20_not_without_a_table_set() -> None:
    assert position("2 4", "7 9", "1 5").moves("double") == []


def test_r20_the_play_may_be_any_that_beats_what_is_left() -> None:
    """The Play need not use the scouted card, and beats the rest, not the whole set."""
    table = position("8 8 1", "7 9", "1 5", table="7 7 7")
    assert "8 8" not in table.sets()
    table.play("double right 4")
    assert table.sets() == ["8 8"]
    table.play("play 1+2")
    assert table.captured == [2, 0, 0]
    assert table.values(0) == "1 7"


@pytest.mark.parametrize(("edition", "seats"), [("first", 3), ("first", 5), ("short", 4)])
def test_r20_over_random_matches(edition: str, seats: int) -> None:
    doubles = 0
    for step in walk(edition, seats, seed=20):
        if step.move.startswith("double"):
            doubles += 1
            assert step.before.marker[step.seat] == 1
            assert step.after.marker[step.seat] == 0
            assert step.after.turn == step.seat
            hand = [up for up, _ in hand_of(step.after, step.seat)]
            assert legal_plays(hand, [up for up, _ in table_of(step.after)]) != []
    assert doubles >= seats


def test_r21_a_scouted_single_card_leaves_the_play_free() -> None:
    table = position("2 5", "7 9", "1 6", table="8/3", owner=2).play("double left flip 2")
    assert table.table == ""
    assert table.chips == [0, 0, 1]
    assert table.sets() == ["2", "2 3", "3", "5"]
    table.play("play 1+1")  # weaker than the 8 that lay there
    assert table.captured == [0, 0, 0]
    assert table.owner == 0
    assert table.chips == [0, 0, 1]


def test_r21_all_choices_are_offered_for_a_single_card() -> None:
    table = position("1 3", "7 9", "1 6", table="9/8", owner=2)
    assert len(table.moves("double")) == len(table.moves("scout")) == 6
