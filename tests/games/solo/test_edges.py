"""Where two rules meet: empty piles, last cards, two players, and a jump-in while something is pending."""

from __future__ import annotations

import pytest

from tefuda import Result
from tefuda.games.solo.cards import add_card
from tefuda.games.solo.legal import jumper
from tefuda.games.solo.moves import CARDS
from tefuda.games.solo.state import NOBODY, SWAP

from .position import DECK, Position, position

# ---- no two seats can race for a jump-in


@pytest.mark.parametrize("top", CARDS[:SWAP])
def test_race_at_most_one_seat_can_jump_in(top: str) -> None:
    """Of each of these faces there are two cards. One lies on top, so at most one is in a hand, whosever it is."""
    assert DECK[top] == 2
    for holder in range(3):
        hands = ["W W", "A A", "W4 W4"]
        hands[holder] += f" {top}"
        table = position(*hands, top=top, turn=1, jump_in_actions=True)
        assert jumper(table.s) == (holder if holder != 1 else NOBODY)  # in one's own turn it is simply a play
        able = [seat for seat in range(3) if table.moves("jump", seat) or f"play {top}" in table.moves("play", seat)]
        assert able == [holder]


@pytest.mark.parametrize("top", CARDS[SWAP:])
def test_race_no_jump_in_on_other_cards(top: str) -> None:
    """Of the black ones there are four, and of the rest one."""
    assert DECK[top] in (1, 4)
    hands = [f"{top} r1", f"{top} r2", f"{top} r3"] if DECK[top] == 4 else ["r1 r2", "g1 g2", "y1 y2"]
    table = position(*hands, top=top, colour="b", jump_in_actions=True)
    assert (jumper(table.s), table.to_act) == (NOBODY, [0])


def test_race_a_state_with_both_cards_in_hands_is_unsound() -> None:
    """Two in hands and a third on top are one too many: invariant 1, from which invariant 9 follows."""
    table = position("r5 g1", "r5 g3", top="r4")
    s = table.s
    s.heap[0] = CARDS.index("r5")
    assert type(table.game).unpack(s.pack(), 2).sound() == 1


# ---- draw pile empty


def test_empty_pile_with_discards() -> None:
    table = position("g1", "", below="g2 y3 W", rest=1)
    assert "draw" in table.moves()
    table.play("draw")
    assert (table.pile, table.discards, table.drawing) == (["g2", "y3", "W"], ["r5"], (0, 1))


def test_empty_pile_without_discards() -> None:
    table = position("g1", "", rest=1)
    assert table.moves() == ["pass"]


def test_empty_pile_a_penalty_is_waived() -> None:
    table = position("rX g1", "Kg y1", "", rest=2).play("play rX 1", "block g", "1 solo")
    assert (table.owes, table.turn, table.discards) == ([0], 2, ["r5", "rX", "Kg"])
    table.play("draw", "* draw 0 r5 rX")
    assert (table.pile, table.phase, table.turn) == ([], "turn", 0)  # nothing was left for the draw: a pass
    assert table.s.passes == 1


def test_empty_pile_solo_before_with_nothing_to_draw() -> None:
    table = position("r1 g1", "", rest=1, top="r5", solo_before=True).play("play r1")
    assert table.drawing == (0, 1)  # the old top
    assert table.play("*").turn == 1


def test_empty_pile_on_the_way_out_there_is_always_a_card_to_draw() -> None:
    """solo_on_multi_out: whoever lays a Gift or a Triple+ leaves the old top below it."""
    triple = position("r7 g7 b7", "", rest=1, top="r5", solo_on_multi_out=True).play("triple b7")
    assert triple.drawing == (0, 2)
    gift = position("rG g1", "y1 y2", "", rest=2, top="r5", solo_on_multi_out=True).play("play rG 1", "accept")
    assert gift.drawing == (0, 1)
    gift.play("* draw 0 r5")
    assert (gift.turn, gift.sizes[0]) == (1, 1)


def test_empty_pile_without_it_the_round_would_end() -> None:
    """A state that play cannot reach: the old top lies in a hand instead of below the Gift."""
    table = position("rG g1", "y1 y2", "", rest=2, top="r5", solo_on_multi_out=True).play("play rG 1")
    s = table.s
    s.heap[0], s.heap_size = s.heap[1], 1
    add_card(s, 2, CARDS.index("r5"))
    table = Position(type(table.game).unpack(s.pack(), 3))
    assert table.game.sound() == 0
    assert table.play("accept").out == 0


# ---- the last card


@pytest.mark.parametrize("card", ["rS", "rR", "rD", "rX", "rG", "W", "A", "W4", "Kb"])
@pytest.mark.parametrize("seats", [2, 3])
def test_last_card_of_each_kind(card: str, seats: int) -> None:
    """Nobody draws, swaps or is skipped, and no colour or seat is named."""
    table = position(card, *["y1 y2", "b1 b2"][: seats - 1]).play(f"play {card}")
    assert (table.out, table.totals) == (0, [0, 3, 3][:seats])


@pytest.mark.parametrize("card", ["bD", "W4"])
def test_last_card_stacked(card: str) -> None:
    first = "play W4 b" if card == "W4" else "play rD"
    assert position("rD W4 g1", card, "b1 b2").play(first, f"play {card}").out == 1


@pytest.mark.parametrize("pending", ["play rS", "play rD", "play W4 b", "play rX 1", "play rG 1", "play A"])
def test_last_card_is_a_block(pending: str) -> None:
    table = position("rS rD W4 rX rG A g1", "Kb", "b1 b2").play(pending)
    assert table.moves("block") == ["block b"]
    assert table.play("block b").out == 1


def test_last_card_is_a_block_after_other_answers_to_swap_all() -> None:
    """Seat 1 has blocked, seat 2 goes out: no hand moves."""
    table = position("A r1", "Kg g1 g2", "Kb", "b1 b2", target_score=1).play("play A", "block g", "block b")
    assert (table.out, table.phase) == (2, "over")
    assert [table.hand(seat) for seat in range(4)] == ["r1", "g1 g2", "", "b1 b2"]


# ---- Gift


@pytest.mark.parametrize(("left", "points"), [("g1", 1), ("g1 g1", 2), ("g1 W", 41)])
def test_gift_with_two_or_fewer_cards(left: str, points: int) -> None:
    table = position(f"rG {left}", "y1 y2", "b1 b2").play("play rG 1", "accept")
    assert (table.out, table.totals) == (0, [0, 3 + points, 3])


def test_gift_to_the_next_player_who_then_acts() -> None:
    table = position("rG g1 g2 g3 g4", "y1 y2", "b1 b2").play("play rG 1", "accept", "give g1", "give g2")
    assert (table.turn, table.hand(1)) == (1, "g1 g2 y1 y2")


def test_gift_with_two_players() -> None:
    table = position("rG r1 r2 r3 r4", "y1 y2").play("play rG 1", "accept", "give r1", "give r2")
    assert table.turn == 1
    blocked = position("rG r1 r2 r3 r4", "Ky y2 y3").play("play rG 1", "block y")
    assert blocked.now == ("turn", 0, "y")


# ---- Swap all with several Blocks


@pytest.mark.parametrize(
    ("blockers", "hands"),
    [
        ([1, 2], ["y1 y2 y3", "g1 g2 g3", "b1 b2 b3", "r1 r2 r3", "W W W"]),
        ([1, 3], ["y1 y2 y3", "g1 g2 g3", "r1 r2 r3", "W W W", "b1 b2 b3"]),
        ([2, 4], ["W W W", "r1 r2 r3", "b1 b2 b3", "g1 g2 g3", "y1 y2 y3"]),
        ([1, 2, 3], ["y1 y2 y3", "g1 g2 g3", "b1 b2 b3", "W W W", "r1 r2 r3"]),
        ([1, 2, 3, 4], ["r1 r2 r3", "g1 g2 g3", "b1 b2 b3", "W W W", "y1 y2 y3"]),
    ],
)
def test_swap_all_with_several_blocks(blockers: list[int], hands: list[str]) -> None:
    bolts = dict(zip(blockers, "rgyb", strict=False))
    dealt = ["r1 r2 r3", "g1 g2 g3", "b1 b2 b3", "W W W", "y1 y2 y3"]
    held = [f"{hand} K{bolts[seat]}" if seat in bolts else hand for seat, hand in enumerate(dealt)]
    table = position(f"{held[0]} A", *held[1:]).play("play A")
    for seat in range(1, 5):
        assert table.turn == seat
        table.play(f"block {bolts[seat]}" if seat in bolts else "accept")
    assert [table.hand(seat) for seat in range(5)] == hands
    assert table.now == ("turn", 1, bolts[blockers[-1]])


# ---- two players


def test_two_players_reverse_and_skip_in_a_row() -> None:
    table = position("rR rS g1 g2", "r1 r2 y1 y2").play("play rR", "play r1", "play rS", "accept")
    assert (table.turn, table.s.direction) == (0, -1)


def test_two_players_a_jump_in_of_oneself() -> None:
    table = position("r1 r1 g1 g2", "y1 y2").play("play r1", "0 jump r1")
    assert table.turn == 1


# ---- a jump-in into something


def test_jump_in_while_a_drawn_card_is_decided() -> None:
    table = position("g1 g2", "y1 y2", "r5 b1 b2").play("draw", "* draw 0 r1")
    assert table.to_act == [0, 2]
    table.play("2 jump r5")
    assert (table.now, table.s.drawn, table.hand(0)) == (("turn", 0, "r"), NOBODY, "r1 g1 g2")
    assert "play r1" in table.moves()


def test_jump_in_with_the_card_just_drawn() -> None:
    table = position("g1 g2", "y1 y2").play("draw", "* draw 0 r5")
    assert table.moves() == ["play r5", "keep"]
    assert table.play("keep").moves("", 0) == ["jump r5", "wait"]


def test_jump_in_after_a_forgotten_call() -> None:
    table = position("r1 g1", "y1 y2", "r1 b1 b2").play("play r1", "2 jump r1")
    assert (table.drawing, table.discards) == ((0, 2), ["r5", "r1"])
    table.play("* draw 0 b8 b9")
    assert (table.hand(0), table.discards, table.turn) == ("g1 b8 b9", ["r5", "r1", "r1"], 0)


def test_jump_in_the_penalty_cannot_bring_a_rival() -> None:
    """The two cards of the penalty come from the pile, where no third copy is."""
    table = position("r1 g1", "y1 y2", "r1 b1 b2").play("play r1", "2 jump r1")
    assert "r1" not in table.pile


# ---- the 500th point


@pytest.mark.parametrize(("before", "phase"), [(499, "chance"), (500, "over")])
def test_the_500th_point(before: int, phase: str) -> None:
    table = position("r1", "g1", totals=[0, before - 1]).play("play r1")
    assert (table.totals[1], table.phase) == (before, phase)


def test_the_500th_point_by_the_penalty() -> None:
    """A27: the two cards count, and end the match."""
    table = position("r1 g1", "r2", totals=[480, 0]).play("play r1", "play r2", "* draw 0 g9 W")
    assert table.result == Result("out", (-530, 0), (1,))


def test_the_500th_point_of_two_at_once() -> None:
    table = position("r1", "g1", "g2", totals=[0, 499, 498]).play("play r1")
    assert table.result == Result("out", (0, -500, -500), (0,))
