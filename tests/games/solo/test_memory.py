"""What seats remember of other hands: cards that they gave away, and what a Triple+ has told (R8)."""

from __future__ import annotations

import pytest

from .position import Position, position

READERS = (None, 0, 1, 2)


def lacks(table: Position, holder: int, number: int) -> list[int]:
    """How many unknown cards of a hand cannot be of a number: for a spectator, and for seats 0 to 2."""
    return [table.view(reader).lacks.get(str(holder), {}).get(str(number), 0) for reader in READERS]


def rows(table: Position) -> dict[tuple[int, int, int], int]:
    """What the state remembers, by holder, observer and number; a holder's own row is that of a spectator."""
    grid = enumerate(table.s.lacks)
    return {(*divmod(row, 10), number + 1): n for row, numbers in grid for number, n in enumerate(numbers) if n}


# ---- the Triple+


def test_r8_what_somebody_knows_of_the_hand_is_not_counted_again() -> None:
    """Seat 0 knows g2 and y9 and nothing of the W4; what seat 1 knows of another hand does not count here."""
    table = position("rX g7 r7 b7 g2 y9", "y1 y2 y3", "b1 b2").play("play rX 1", "accept", "draw", "* draw 1 W4")
    table.play("keep", "draw", "* draw 2 W", "keep", "draw", "* draw 0 W", "keep", "triple b7")
    assert (table.hand(1), lacks(table, 1, 7)) == ("g2 y9 W4", [3, 1, 0, 3])
    assert table.s.lacking == 0b010


def test_r8_who_knows_the_whole_hand_learns_nothing() -> None:
    table = position("rX g7 r7 b7 g2 y9", "y1 y2 y3", "b1 b2").play("play rX 1", "accept", "triple b7")
    assert lacks(table, 1, 7) == [2, 0, 0, 2]


@pytest.mark.parametrize("giver", [0, 2])
def test_r8_who_has_given_cards_before_does_not_count_them(giver: int) -> None:
    hands = ["W W W", "r7 g7 b7 r3", "W4 W4 W4"]
    hands[giver] = "rG r1 r2 r4"
    table = position(*hands, turn=giver).play("play rG 1", "accept", "give r1", "give r2 solo")
    while table.turn != 1:
        table.play("play W r")
    assert lacks(table.play("triple b7"), 1, 7) == ([3, 1, 0, 3] if giver == 0 else [3, 3, 0, 1])


# ---- a card is laid


def after_triple(number: int, left: str, *draws: str) -> Position:
    """Seat 1 of two lays three cards of a number and keeps these; it draws others later. The colour is blue."""
    three = f"g{number} y{number} b{number}"
    table = position("W W W A b4 b5 b6 bS", f"{three} {left}", top="g8", turn=1)
    table.play(f"triple b{number}" + " solo" * (" " not in left))
    for card in draws:
        table.play("draw", "* draw 0 W4", "keep", "draw", f"* draw 1 {card}", "keep")
    return table


@pytest.mark.parametrize(
    ("number", "left", "drawn", "named", "laid", "then"),
    [
        (7, "r2 r3", "b8", "b", "b8", {"7": 1}),  # the oldest that it can be
        (7, "r2 r3", "b7", "b", "b7", {"7": 2}),  # a card of the number came later
        (1, "r2 r3", "r1", "r", "r1", {"1": 2}),
        (1, "r2 r3", "rS", "r", "rS", {"1": 1}),  # a Skip is of no number
        (9, "r2 r3", "b9", "b", "b9", {"9": 2}),
        (9, "r2 r3", "W", "b", "W g", {"9": 1}),
        (1, "r2", "rS", "r", "rS", {}),
    ],
)
def test_r8_which_card_was_laid(
    number: int, left: str, drawn: str, named: str, laid: str, then: dict[str, int]
) -> None:
    table = after_triple(number, left, drawn).play(f"play W {named}", f"play {laid}")
    assert table.view(0).lacks == ({"1": then} if then else {})
    assert table.view(None).lacks == table.view(0).lacks


def test_r8_two_numbers_are_remembered_each_for_itself() -> None:
    """Of three cards none is a five, but one came after the sevens: the seven that is laid may have been that one."""
    table = after_triple(7, "g5 y5 b5 r3 r4", "W4").play("play W g", "triple b5")
    assert table.view(0).lacks == {"1": {"5": 3, "7": 2}}
    table.play("draw", "* draw 0 W4", "keep", "draw", "* draw 1 b7", "keep", "play b4", "play b7")
    assert table.view(0).lacks == {"1": {"5": 2, "7": 2}}


@pytest.mark.parametrize(
    ("held", "drawn", "top"),
    [("r3 g3", "b3", "g3"), ("r3 g3", "r3", "g3"), ("g3 b3", "r3", "b3"), ("r3 g3", "b3", "b3")],
)
def test_r8_the_card_that_was_just_drawn_was_none_of_those_before(held: str, drawn: str, top: str) -> None:
    """Seat 1 has no sevens. It draws and lays three threes, one of which has just come: r1 and r2 are older."""
    table = after_triple(7, f"{held} r1 r2").play("play W r", "draw", f"* draw 1 {drawn}", f"triple {top}")
    assert (table.hand(1), table.view(0).lacks) == ("r1 r2", {"1": {"3": 2, "7": 2}})


@pytest.mark.parametrize("giver", [0, 2])
def test_r8_who_knew_the_card_that_is_laid_still_knows_of_the_others(giver: int) -> None:
    """The giver knows that it was one of its own; for the other it may have been one that was there before."""
    hands = ["b4 b6 y4 y6", "g7 y7 b7 r1 r2 r3", "b4 b6 y4 y6"]
    hands[giver] = "b1 b2 bG b3 b5"
    table = position(*hands, top="g5", turn=1).play("triple b7")
    while table.turn != giver:
        table.play("draw", "*", "keep")
    table.play("play bG 1", "accept", "give b1", "give b2")
    assert lacks(table, 1, 7) == [3, 3, 0, 3]
    while table.turn != 1:
        table.play("play b4")
    table.play("play b2")
    assert lacks(table, 1, 7) == ([2, 3, 0, 2] if giver == 0 else [2, 2, 0, 3])


# ---- a card is given


def gifted(number: int, *moves: str) -> Position:
    """Seat 1 lays a Triple+, draws one more card of the number, and gives to seat 2. It has r1 r2 r3, and that."""
    three = f"g{number} y{number} b{number}"
    table = position("b1 b2", f"{three} r1 r2 r3 bG", "y1 y2 y3", top="g5", turn=1).play(f"triple b{number}")
    table.play("draw", "* draw 2 W4", "keep", "draw", "* draw 0 W", "keep", "draw", f"* draw 1 r{number}", "keep")
    table.play("draw", "* draw 2 W", "keep", "play b1", "play bG 2", "accept")
    assert lacks(table, 1, number) == [3, 3, 0, 3]
    return table.play(*moves)


@pytest.mark.parametrize("number", [7, 9])
def test_r8_only_the_receiver_sees_whether_a_given_card_is_of_the_number(number: int) -> None:
    assert lacks(gifted(number, f"give r{number}"), 1, number) == [2, 2, 0, 3]
    assert lacks(gifted(number, "give r1"), 1, number) == [2, 2, 0, 2]


def test_r8_a_card_that_is_given_back_was_none_of_the_unknown_ones() -> None:
    """Seat 2 gave r4 and r6 to seat 1; one of them comes back."""
    table = position("W b1 b2", "g7 y7 b7 r1 r2 r3 rG", "bG r4 r6 y2 y3", top="g5", turn=1)
    table.play("triple b7", "play bG 1", "accept", "give r4", "give r6", "play W r")
    assert lacks(table, 1, 7) == [4, 4, 0, 4]
    table.play("play rG 2", "accept")
    assert lacks(table, 1, 7) == [3, 3, 0, 3]
    table.play("give r6")
    assert lacks(table, 1, 7) == [2, 2, 0, 3]


# ---- hands move


def known_in_part(*moves: str) -> Position:
    """Seat 0 has given seat 1 r1 and r2; then seat 1 has laid its sevens. Of r1 r2 r3 seat 0 does not know one."""
    hands = ("rG r1 r2 r4 rX W", "r7 g7 b7 r3", "bX y1 y2")
    table = position(*hands).play("play rG 1", "accept", "give r1", "give r2", "triple b7")
    assert lacks(table, 1, 7) == [3, 1, 0, 3]
    return table.play(*moves)


def test_r8_a_hand_that_moves_on_is_known_to_its_last_holder_alone() -> None:
    """It comes to seat 0, which sees it; a spectator knows what it knew of it, and not what seat 0 did."""
    table = known_in_part("draw", "* draw 2 b9", "keep", "play W r", "draw", "* draw 1 b8", "keep")
    table.play("draw", "* draw 2 W", "keep", "play rX 1", "accept")
    assert (table.hand(0), lacks(table, 0, 7), lacks(table, 1, 7)) == ("r1 r2 r3 b8", [3, 0, 0, 3], [0] * 4)
    assert table.s.lacking == 0b001


def test_r8_of_a_hand_that_moves_a_third_seat_knows_what_it_knew() -> None:
    table = known_in_part("play bX 1", "accept")
    assert (table.hand(2), lacks(table, 2, 7), lacks(table, 1, 7)) == ("r1 r2 r3", [3, 1, 0, 0], [0] * 4)
    assert table.s.lacking == 0b100


def test_r8_a_hand_that_stays_is_remembered_while_others_move() -> None:
    table = known_in_part("play bX 0", "accept")
    assert lacks(table, 1, 7) == [3, 1, 0, 3]
    assert (lacks(table, 0, 7), lacks(table, 2, 7), table.s.lacking) == ([0] * 4, [0] * 4, 0b010)


def test_r8_hands_that_change_places_take_along_what_is_known_of_them() -> None:
    """Seat 0 has no sevens, seat 1 no nines."""
    table = position("g7 r7 b7 rX y1 W", "g9 b9 y9 y2 y3", "y4 y5 y6", top="r5").play("triple b7", "triple y9")
    table.play("draw", "* draw 2 b1", "keep", "play W r", "draw", "* draw 1 b2", "keep", "draw", "* draw 2 b3", "keep")
    assert (lacks(table, 0, 7), lacks(table, 1, 9), table.s.lacking) == ([2, 0, 2, 2], [2, 2, 0, 2], 0b011)
    table.play("play rX 1", "accept")
    assert (lacks(table, 1, 7), lacks(table, 0, 9)) == ([1, 0, 0, 1], [2, 0, 0, 2])
    assert (lacks(table, 0, 7), lacks(table, 1, 9), table.s.lacking) == ([0] * 4, [0] * 4, 0b011)


def test_r8_seat_0_alone_lacks_a_number_and_its_hand_moves() -> None:
    table = position("g7 r7 b7 y1 y3", "bX y4 y2", "y5 y6", top="r5").play("triple b7", "play bX 0", "accept")
    assert (lacks(table, 1, 7), lacks(table, 0, 7), table.s.lacking) == ([2, 0, 0, 2], [0] * 4, 0b010)


# ---- what is forgotten


def test_r8_a_new_round_begins_with_nothing_known() -> None:
    table = position("b7 b2", "g7 y7 b7 r1", "b1", top="g5", turn=1).play("triple b7 solo", "play b1")
    assert (table.over, table.s.lacking, rows(table)) == (True, 0, {})


@pytest.mark.parametrize("reader", READERS)
def test_r8_in_a_world_only_the_reader_remembers(reader: int | None) -> None:
    """Seats 0 and 1 have laid sevens and nines; seat 0 has given seat 1 two of its cards before."""
    table = position("rG r1 r2 r7 g7 b7 y1 y3", "r9 g9 b9 r3", "W W W").play(
        "play rG 1", "accept", "give r1", "give r2"
    )
    table.play("triple b9", "play W r", "triple b7")
    assert (lacks(table, 1, 9), lacks(table, 0, 7)) == ([3, 1, 0, 3], [2, 0, 2, 2])
    world = Position(table.game.redeal(reader, 1))
    own = {holder: holder if reader is None else reader for holder in (0, 1) if holder != reader}
    numbers = {0: 7, 1: 9}
    found = {(holder, row, numbers[holder]): rows(table)[holder, row, numbers[holder]] for holder, row in own.items()}
    assert rows(world) == found
    assert world.s.lacking == sum(1 << holder for holder in own)


def test_r8_in_a_world_of_seat_1_seat_2_knows_nothing_of_seat_0() -> None:
    table = position("g7 r7 b7 y1 y3", "y4 y2", "y5 y6", top="r5").play("triple b7")
    assert (table.s.lacking, rows(table)) == (0b001, {(0, 0, 7): 2, (0, 1, 7): 2, (0, 2, 7): 2})
    assert rows(Position(table.game.redeal(1, 1))) == {(0, 1, 7): 2}


# ---- cards that were given or swapped away


def known(table: Position) -> list[dict[str, list[str]]]:
    """Of other hands: for a spectator, and for seats 0 to 2."""
    return [table.view(reader).known for reader in READERS]


def passed_on() -> Position:
    """Seat 2 has given its hand to seat 0, whose turn it is."""
    return position("y1 y2 y3", "b1 b2", "rX rG g1 g2", turn=2, solo_on_multi_out=True).play("play rX 0", "accept")


def test_r15_after_a_gift_only_giver_and_receiver_know_where_a_card_is() -> None:
    """Seat 2 knew the giver's hand. It did not see which cards left, and is sure of none; what seat 0 knows stays."""
    table = position("y1 y2", "b1 b2", "rX rG g1 g2 g3", turn=2).play("play rX 0", "accept", "play rG 1", "accept")
    assert known(table) == [{}, {"2": ["y1", "y2"]}, {}, {"0": ["g1", "g2", "g3"]}]
    table.play("give g1")
    assert known(table) == [{}, {"1": ["g1"], "2": ["y1", "y2"]}, {}, {}]


def test_r15_the_receiver_knows_what_is_left_if_it_knew_it_before() -> None:
    table = position("y1 y2", "b1 b2", "rX rG g1 g2 g3", turn=2).play("play rX 0", "accept", "play rG 2", "accept")
    assert known(table.play("give g1"))[3] == {"0": ["g2", "g3"]}


def test_a15_where_all_cards_go_over_whoever_knew_one_knows_where_it_is() -> None:
    table = passed_on().play("play rG 1", "accept", "* draw 0 b8 b9")
    assert known(table) == [{}, {"1": ["g1", "g2"], "2": ["y1", "y2", "y3"]}, {}, {"1": ["g1", "g2"]}]


def test_a15_the_receiver_of_all_cards_has_them_and_need_not_know_them() -> None:
    table = passed_on().play("play rG 2", "accept", "* draw 0 b8 b9")
    assert known(table) == [{}, {"2": ["g1", "g2", "y1", "y2", "y3"]}, {}, {}]


@pytest.mark.parametrize(("whole", "left"), [(True, "W4"), (False, "r7 W4")])
def test_r8_where_some_are_kept_back_nobody_sees_which_card_of_a_triple_was_drawn(whole: bool, left: str) -> None:
    """Seat 0 knew r7 g7 b7 W4, and seat 1 has drawn another r7. In steps it lays one of the two."""
    table = position("rX r7 g7 b7 W4", "y1 y2", "b1 b2", triple_must_be_all=whole)
    table.play(
        "play rX 1", "accept", "draw", "* draw 1 r7", "triple b7", *[] if whole else ["with r7", "with g7", "done"]
    )
    assert (table.hand(1), table.view(0).known) == (left, {"1": ["W4"]})


# ---- R31: the call


def test_r31_who_has_called_and_draws_has_not_called_any_more() -> None:
    table = position("r1 g1", "rD y1 y2").play("play r1 solo", "play rD")
    assert (table.called, table.play("take", "*").called) == ([0], [])


def test_r31_who_has_called_and_gets_another_hand_has_not_called() -> None:
    """Seat 2 has called, too, and keeps its card."""
    table = position("rX g1 g2", "y1 r1", "b1 r1", turn=1).play("play r1 solo", "play r1 solo")
    assert table.called == [1, 2]
    assert table.play("play rX 1", "accept").called == [2]


def test_r31_who_has_called_and_lays_the_last_card_is_none_with_one_card() -> None:
    table = position("r1 r2", "g1 g2", target_score=1).play("play r1 solo", "draw", "*", "keep", "play r2")
    assert (table.phase, table.view(1).called) == ("over", [])
