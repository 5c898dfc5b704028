"""The worlds that a seat cannot rule out: what redeal keeps, what it shuffles, and what is remembered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, sqrt

import pytest

from tefuda.games.solo.game import SOLO
from tefuda.games.solo.moves import CARDS
from tests.games.walking import Table, assert_worlds_fit

from .position import DECK, Position, position
from .walk import IDS, TABLES, walk

WORLDS = 100
SAMPLES = 1500


def worlds(table: Position, seat: int | None, count: int = WORLDS) -> Iterator[Position]:
    """Worlds made from the view alone; each shows it."""
    view = table.view(seat)
    base = SOLO.world(view)
    for seed in range(count):
        world = Position(base.redeal(seat, seed))
        assert world.view(seat) == view
        assert world.game.sound() == 0
        yield world


def hands(table: Position, seat: int | None, of: int) -> list[Counter[str]]:
    return [Counter(world.hand(of).split()) for world in worlds(table, seat)]


def always(table: Position, seat: int | None, of: int, cards: str) -> bool:
    return all(Counter(cards.split()) <= hand for hand in hands(table, seat, of))


def ever(table: Position, seat: int | None, of: int, cards: str) -> bool:
    return any(Counter(cards.split()) <= hand for hand in hands(table, seat, of))


# ---- what is seen


def test_redeal_keeps_the_own_hand_the_discards_and_all_sizes() -> None:
    table = position("r1 r2 W4", "g1 g2", "y1 y2 y3", below="b1 b2 b3")
    seen = Counter(["r1", "r2", "W4", "b1", "b2", "b3", "r5"])
    for world in worlds(table, 0):
        assert world.hand(0) == "r1 r2 W4"
        assert world.discards == ["b1", "b2", "b3", "r5"]
        assert world.sizes == [3, 2, 3]
        unseen = Counter(world.pile) + Counter(f"{world.hand(1)} {world.hand(2)}".split())
        assert unseen == DECK - seen


def test_redeal_after_a_reshuffle_everything_is_unseen_again() -> None:
    """Before it, the discards are in nobody's hand; afterwards they may be."""
    gone = position("r1", "g1 g2 g3", "", below="b1 b1 b3", rest=2)
    assert not ever(gone, 0, 1, "b1")
    after = gone.after("draw", "* draw 0 b3", "keep")
    assert after.discards == ["r5"]
    assert ever(after, 0, 1, "b1")


def test_redeal_reaches_exactly_the_possible_worlds_evenly() -> None:
    """Seat 0 holds all but five cards: two in the other hand, three in the pile; comb(5, 2) worlds."""
    unseen = ["g1", "gS", "y3", "W4", "Kb"]
    held = in_hand_of_0(unseen)
    table = position(held, "g1 W4", pile="gS y3 Kb", top="r5")
    found = Counter(world.hand(1) for world in worlds(table, 0, SAMPLES))
    expected = {frozenset(pair) for pair in combinations(unseen, 2)}
    assert {frozenset(hand.split()) for hand in found} == expected
    share = 1 / comb(5, 2)
    for times in found.values():
        assert abs(times / SAMPLES - share) < 5 * sqrt(share * (1 - share) / SAMPLES)


def in_hand_of_0(unseen: list[str]) -> str:
    return " ".join((DECK - Counter(unseen) - Counter(["r5"])).elements())


def test_redeal_for_a_spectator() -> None:
    table = position("r1 r2 W4", "g1 g2", "y1 y2 y3")
    assert len({world.hand(0) for world in worlds(table, None)}) > WORLDS // 2


# ---- Gift


def gift() -> Position:
    return position("rG g1 g2 g3 g4", "y1 y2", "b1 b2").play("play rG 1", "accept", "give g1", "give g2")


def test_known_after_a_gift() -> None:
    """The giver knows where the cards are; the receiver has them; a third seat knows nothing."""
    table = gift()
    assert table.view(0).known == {"1": ["g1", "g2"]}
    assert always(table, 0, 1, "g1 g2")
    assert not always(table, 2, 1, "g1")
    assert ever(table, 2, 0, "g1")


def test_known_ends_when_the_card_is_laid() -> None:
    table = position("gG g1 g2 g3 g4", "y1 y2", "b1 b2", top="g9").play("play gG 1", "accept", "give g1", "give g2")
    table.play("play g1")
    assert table.view(0).known == {"1": ["g2"]}
    assert not always(table, 0, 1, "g1")


def test_known_with_two_copies_the_count_goes_down() -> None:
    table = position("gG g1 g1 g3 g4", "y1 y2", "b1 b2", top="g9").play("play gG 1", "accept", "give g1", "give g1")
    assert table.view(0).known == {"1": ["g1", "g1"]}
    assert table.play("play g1").view(0).known == {"1": ["g1"]}


def test_known_of_a_copy_it_is_always_the_known_one_that_may_have_gone() -> None:
    """The receiver had one of its own; after one is laid the giver no longer knows whether the other is there."""
    table = position("gG g1 g2 g3 g4", "g1 y1 y2", "b1 b2", top="g9").play("play gG 1", "accept", "give g1", "give g2")
    assert table.view(0).known == {"1": ["g1", "g2"]}
    table.play("play g1")
    assert (table.hand(1), table.view(0).known) == ("g1 g2 y1 y2", {"1": ["g2"]})
    assert not always(table, 0, 1, "g1")
    assert ever(table, 0, 1, "g1")


# ---- swaps


def test_known_after_swap_one() -> None:
    table = position("rX g1 g2", "y1 y2 y3", "b1 b2").play("play rX 1", "accept")
    assert (table.view(0).known, table.view(1).known) == ({"1": ["g1", "g2"]}, {"0": ["y1", "y2", "y3"]})
    assert always(table, 0, 1, "g1 g2")
    assert always(table, 1, 0, "y1 y2 y3")
    assert not always(table, 2, 1, "g1")


def test_known_after_swap_all() -> None:
    """Everybody remembers the hand that it passed on."""
    table = position("A r1 r2", "g1 g2", "y1 y2").play("play A", "accept", "accept")
    assert table.view(0).known == {"1": ["r1", "r2"]}
    assert table.view(1).known == {"2": ["g1", "g2"]}
    assert table.view(2).known == {"0": ["y1", "y2"]}
    assert always(table, 0, 1, "r1 r2")
    assert not always(table, 0, 2, "g1")


def test_known_goes_with_the_hand_in_the_next_swap() -> None:
    """Seat 0's hand goes to seat 1, then to seat 2, then back; there it is simply its hand."""
    table = position("A r1 r2 r3", "A g1 g2", "A y1 y2").play("play A", "accept", "accept")
    table = Position(table.game).play("play r1", "play A", "accept", "accept")
    assert table.hand(0) == "g1 g2"
    assert table.view(1).known["0"] == ["g1", "g2"]
    assert table.view(0).known["1"] == ["y1", "y2", "A"]
    assert table.view(2).known["1"] == ["y1", "y2", "A"]


def test_known_the_blocker_of_swap_all_passes_nothing_on() -> None:
    table = position("A r1 r2", "g1 g2 Kg", "y1 y2").play("play A", "block g", "accept")
    assert [table.view(seat).known for seat in range(3)] == [{"2": ["r1", "r2"]}, {}, {"0": ["y1", "y2"]}]


# ---- third parties


def test_known_third_parties_forget_after_a_gift() -> None:
    """Seat 0 knows seat 1's hand; two cards leave it unseen, so seat 0 is sure of none of them any more."""
    table = position("rX rG g1 g2 g3", "y1 y2", "b1 b2").play("play rX 1", "accept")
    assert table.view(0).known == {"1": ["g1", "g2", "g3", "rG"]}
    table.play("play rG 2", "accept", "give g1")
    assert (table.view(0).known, table.view(1).known) == ({}, {"0": ["y1", "y2"], "2": ["g1"]})
    table.play("give g2 solo")
    assert table.view(0).known == {}
    assert not always(table, 0, 1, "g3")
    assert ever(table, 0, 1, "g3") and ever(table, 0, 2, "g3")


def test_known_the_receiver_of_a_gift_keeps_what_it_knew() -> None:
    table = position("rX rG g1 g2 g3", "y1 y2", "b1 b2").play("play rX 1", "accept", "play rG 0", "accept", "give g1")
    assert table.view(0).known == {"1": ["g2", "g3"]}
    assert table.view(0).hand == ["g1", "y1", "y2"]
    table.play("give g3 solo")
    assert table.view(0).known == {"1": ["g2"]}


def test_known_a_blocked_gift_changes_nothing() -> None:
    table = position("rX rG g1 g2 g3", "y1 y2", "b1 b2 Kb").play("play rX 1", "accept", "play rG 2", "block b")
    assert table.view(0).known == {"1": ["g1", "g2", "g3"]}


def test_known_drawing_and_reshuffling_change_nothing() -> None:
    table = position("rX g1 g2", "y1 y2", "", below="b1 b2 b3", rest=2).play("play rX 1", "accept")
    table.play("draw", "*", "keep")
    assert table.discards == ["rX"]
    assert table.view(0).known == {"1": ["g1", "g2"]}


def test_known_ends_with_the_round() -> None:
    table = position("rX r2", "r1", "b1 b2").play("play rX 1", "accept", "play r2")
    assert (table.over, table.s.knowers) == (True, [0] * 120)


# ---- R8: what a Triple+ tells


def tripled(*moves: str) -> Position:
    """Seat 1 has laid all its sevens; then seat 2 draws, seat 0 lays, and so on."""
    return position("b1 b2 bG b4 b6", "g7 y7 b7 r1 r2 r3", "y1 y2 y3", top="g5", turn=1).play("triple b7", *moves)


def sevens(table: Position, seat: int | None, of: int = 1) -> int:
    """The most sevens in a hand of 300 worlds."""
    return max(sum(card[1:] == "7" for card in world.hand(of).split()) for world in worlds(table, seat, 300))


def test_r8_a_triple_leaves_no_card_of_its_number() -> None:
    table = tripled()
    assert table.view(0).lacks == table.view(None).lacks == {"1": {"7": 3}}
    assert table.view(1).lacks == {}
    assert sevens(table, 0) == sevens(table, None) == 0
    assert sevens(table, 0, of=2) > 0


def test_r8_nothing_is_told_where_not_all_must_be_laid() -> None:
    table = position("b1 b2", "g7 y7 b7 y7 r1 r2", "y1", top="g5", turn=1, triple_must_be_all=False)
    assert table.play("triple b7", "with g7", "with y7", "done").view(0).lacks == {}
    assert sevens(table, 0) > 0


def test_r8_what_is_drawn_later_may_be_of_the_number() -> None:
    """One card came; whichever seat 1 lays then, that may still be it."""
    table = tripled("draw", "* draw 2 W4", "keep", "play b1", "draw", "* draw 1 g7", "keep")
    assert table.view(0).lacks == {"1": {"7": 3}}
    assert sevens(table, 0) == 1


def test_r8_a_drawn_card_that_is_laid_at_once_is_no_longer_there() -> None:
    """R10: no other may be laid."""
    table = tripled("draw", "* draw 2 W4", "keep", "play b1", "draw", "* draw 1 b9", "play b9")
    assert table.view(0).lacks == {"1": {"7": 3}}
    assert sevens(table, 0) == 0


def test_r8_a_card_that_is_laid_is_taken_to_be_the_one_longest_there() -> None:
    table = tripled("draw", "* draw 2 W4", "keep", "play b1", "draw", "* draw 1 b9", "keep")
    table.play("draw", "* draw 2 W", "keep", "play b2", "play b9")
    assert table.view(0).lacks == {"1": {"7": 2}}
    assert sevens(table, 0) == 1


def test_r8_a_card_of_the_number_that_is_laid_was_a_later_one() -> None:
    table = tripled("draw", "* draw 2 W4", "keep", "play b1", "draw", "* draw 1 b7", "keep")
    table.play("draw", "* draw 2 W", "keep", "play b2", "play b7")
    assert table.view(0).lacks == {"1": {"7": 3}}
    assert sevens(table, 0) == 0


def test_r8_who_gave_a_card_knows_that_it_is_not_one() -> None:
    """Seat 0 gave it two cards, and knows that the other three are older; for seat 2 these two may be sevens."""
    table = tripled("draw", "* draw 2 W4", "keep", "play bG 1", "accept", "give b1", "give b2")
    assert table.view(0).lacks == table.view(2).lacks == {"1": {"7": 3}}
    assert (sevens(table, 0), sevens(table, 2)) == (0, 1)
    table.play("play b2")
    assert table.view(0).lacks == {"1": {"7": 3}}
    assert table.view(2).lacks == {"1": {"7": 2}}


def test_r8_of_two_alike_the_one_that_was_known_is_laid() -> None:
    """Seat 1 has given a b2 to seat 0, which had one: when one is laid, the three that seat 1 does not know stay."""
    table = position("g7 y7 b7 b2 r2 r3", "b1 b2 bG b4 b6", "y1 y2 y3", top="g5").play("triple b7", "play bG 0")
    table.play("accept", "give b1", "give b2", "draw", "* draw 2 W4", "keep", "play b2")
    assert (table.view(1).known, table.view(1).lacks) == ({"0": ["b1"]}, {"0": {"7": 3}})


def test_r8_what_is_known_goes_with_the_hand() -> None:
    table = position("bX b2 b3", "g7 y7 b7 r1 r2", "y1 y2 y3", "b9", top="g5", turn=1).play("triple b7")
    table.play("draw", "* draw 2 W4", "keep", "draw", "* draw 3 W4", "keep", "play bX 1", "accept")
    assert table.view(2).lacks == table.view(None).lacks == {"0": {"7": 2}}
    assert table.view(0).lacks == {}
    assert table.view(1).lacks == {}  # it knows that hand
    assert (sevens(table, 2, of=0), sevens(table, 2, of=1) > 0) == (0, True)


def test_r8_a_gift_that_is_not_seen_may_have_been_any_of_them() -> None:
    table = position("b1 b2", "g7 y7 b7 r1 r2 r3 bG", "y1 y2 y3", top="g5", turn=1).play("triple b7")
    table.play("draw", "* draw 2 W4", "keep", "play b1 solo", "play bG 2", "accept", "give r1")
    assert table.view(0).lacks == {"1": {"7": 2}}
    table.play("give r2 solo")
    assert table.view(0).lacks == {"1": {"7": 1}}


def test_r8_it_ends_with_the_round() -> None:
    table = position("b7 b2", "g7 y7 b7 r1", "b1", top="g5", turn=1).play("triple b7 solo")
    assert table.view(0).lacks
    assert table.after("play b1").view(0).lacks == {}


# ---- R10: a drawn card that is laid at once


def swapped(*moves: str, play_any_after_draw: bool = False) -> Position:
    """Seat 0 knows the hand of seat 1, which draws."""
    table = position("rX g7 r7 b7 g2", "y1 y2 y3", "b1 b2", play_any_after_draw=play_any_after_draw)
    return table.play("play rX 1", "accept", "draw", *moves)


def test_r10_a_drawn_card_that_is_laid_at_once_leaves_what_is_known() -> None:
    """No other card may be laid, so the r7 that seat 0 gave away is still there."""
    table = swapped("* draw 1 r7", "play r7")
    assert table.view(0).known == {"1": ["r7", "g2", "g7", "b7"]}
    assert always(table, 0, 1, "r7 g2 g7 b7")


def test_r10_where_any_card_may_follow_a_draw_the_known_one_may_have_gone() -> None:
    table = swapped("* draw 1 r7", "play r7", play_any_after_draw=True)
    assert table.view(0).known == {"1": ["g2", "g7", "b7"]}
    assert not always(table, 0, 1, "r7")


def test_r10_a_card_that_is_laid_in_a_later_turn_may_be_the_known_one() -> None:
    table = swapped("* draw 1 r7", "keep", "draw", "* draw 2 W", "keep", "draw", "* draw 0 W", "keep", "play r7")
    assert table.view(0).known == {"1": ["g2", "g7", "b7"]}


def test_r10_who_knew_two_of_a_kind_knows_both_still() -> None:
    table = position("rX W W g2", "y1 y2 y3", "b1 b2").play("play rX 1", "accept", "draw", "* draw 1 W", "play W b")
    assert table.view(0).known == {"1": ["g2", "W", "W"]}


def tripled_then_drawn(held: str, drawn: str, *moves: str) -> Position:
    """Seat 1 lays all its sevens, gets r3 and y9 as gifts of seat 0, and draws."""
    table = position("rG r3 r5 y9 b1", f"g7 y7 r7 {held}", "y1 y2 y3", top="b7", turn=1, triple_jump_in=True)
    table.play("triple r7", "draw", "* draw 2 W4", "keep", "play rG 1", "accept", "give r3", "give y9")
    return table.play("draw", f"* draw 1 {drawn}", *moves)


@pytest.mark.parametrize("reader", [0, 2, None])
def test_r10_which_card_of_a_triple_was_drawn_is_not_told(reader: int | None) -> None:
    """Seat 1 lays the same cards, among them the r3 that seat 0 knew; it drew another r3, or g3."""
    one = tripled_then_drawn("g3 b3 r1 r2", "r3", "triple b3").view(reader)
    two = tripled_then_drawn("r3 b3 r1 r2", "g3", "triple b3").view(reader)
    assert one.heap == two.heap
    assert (one.known, one.lacks) == (two.known, two.lacks)


@pytest.mark.parametrize("reader", [0, 2, None])
def test_r10_whether_a_triple_that_jumps_in_holds_the_drawn_card_is_not_told(reader: int | None) -> None:
    on_r5 = ("keep", "draw", "* draw 2 W", "keep", "play r5 solo", "draw")
    one = tripled_then_drawn("r5 g5 b5 r1", "W", *on_r5, "* draw 1 b9", "jump triple b5").view(reader)
    two = tripled_then_drawn("r5 g5 r1 b9", "W", *on_r5, "* draw 1 b5", "jump triple b5").view(reader)
    assert one.heap == two.heap
    assert (one.known, one.lacks) == (two.known, two.lacks)


# ---- a drawn card, a call, letting go


def test_redeal_draws_the_drawn_card_anew() -> None:
    """Seat 1 has just drawn: any card may be it, but none that seat 0 knows to have been there before."""
    table = position("rX g1 g2", "y1 y2", "b1 b2").play("play rX 1", "accept", "draw", "* draw 1 b9")
    drawn = {world.view(1).drawn for world in worlds(table, 0)}
    assert len(drawn) > 20
    for world in worlds(table, 0, 50):
        assert world.view(1).drawn in (Counter(world.hand(1).split()) - Counter(["g1", "g2"]))


def test_redeal_nobody_knows_who_else_let_go() -> None:
    table = position("g1 g2", "y1 y2", "r5 b2 b3").play("2 wait")
    assert all(world.s.let_go == 0 for world in worlds(table, 0, 50))
    assert all(world.view(2).let_go for world in worlds(table, 2, 50))


# ---- Triple+ in steps


@pytest.mark.parametrize("steps", [["triple b7"], ["triple b7", "with g7"], ["triple b7", "with g7", "with r7"]])
def test_triple_steps_what_is_named_is_in_the_hand_and_it_can_be_finished(steps: list[str]) -> None:
    table = position("y1 y2", "r7 g7 b7 b7 W W4", "b1 b2", turn=1, triple_must_be_all=False).play(*steps)
    named = Counter(step.split()[1] for step in steps)
    for world in worlds(table, 0):
        assert named <= Counter(world.hand(1).split())
        finish(world)
        assert world.turn == 2
    assert len({world.hand(1) for world in worlds(table, 0)}) > 20


def finish(world: Position) -> None:
    """Adds cards until the Triple+ can be laid; what fits red or the number is among them at the latest with all."""
    while "done" not in world.moves():
        world.play(world.moves("with")[0])
    world.play("done")


def test_triple_steps_a_hand_of_three_is_the_triple() -> None:
    table = position("y1 y2", "r7 g7 b7", "b1 b2", turn=1, triple_must_be_all=False).play("triple b7")
    for world in worlds(table, 0):
        assert {card[1] for card in world.hand(1).split()} == {"7"}


def test_triple_steps_after_a_draw_the_drawn_card_is_one_of_the_number() -> None:
    table = position("y1 y2", "g7 b7 y7 W W4", "b1 b2", turn=1, triple_must_be_all=False)
    table.play("draw", "* draw 1 r7", "triple b7")
    for world in worlds(table, 0):
        drawn = world.s.drawn
        assert drawn % 9 == 6 and drawn < 36  # a seven
        finish(world)
    assert len({world.s.drawn for world in worlds(table, 0)}) > 1


def test_triple_steps_after_a_draw_the_drawn_card_is_none_that_was_known() -> None:
    """Seat 0 has given the other two sevens away, and their doubles are among the discards."""
    table = position("rX r7 g7 W4 W", "y1 y2", "b1 b2", below="r7 g7", triple_must_be_all=False)
    table.play("play rX 1", "accept", "draw", "* draw 1 b7", "triple b7")
    assert {CARDS[world.s.drawn] for world in worlds(table, 0)} == {"b7"}


def test_triple_steps_as_a_jump_in_the_identical_card_is_there() -> None:
    table = position("y1 y2", "b1 b2", "r5 g5 b5 W W4", triple_must_be_all=False, triple_jump_in=True)
    table.play("2 jump triple b5")
    for world in worlds(table, 0):
        assert "r5" in world.hand(2).split()
        finish(world)


def test_triple_steps_when_it_is_laid_nothing_of_it_is_kept() -> None:
    """Seat 2 is next; of its nines seat 0 knows nothing."""
    hands = ("y1 y2", "r7 g7 b7 y7 W W4", "r9 g9 b9 y9 W")
    table = position(*hands, turn=1, triple_must_be_all=False).play("triple b7", "with r7", "with g7", "done")
    dealt = [Position(table.game.redeal(0, seed)).hand(2).split() for seed in range(WORLDS)]
    for card in ("r9", "g9", "b9", "y9"):
        assert not all(card in hand for hand in dealt)


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_worlds_show_what_is_seen(table: Table) -> None:
    assert_worlds_fit(SOLO, (step.before for step in walk(table, 7)), table[0], every=40)
