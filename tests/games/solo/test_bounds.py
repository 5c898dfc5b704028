"""R33: bounds that follow from the rules, reached by hand and kept in random play."""

from __future__ import annotations

import pytest

from tests.games.walking import Table

from .position import DECK, Position, in_order, position
from .walk import IDS, TABLES, walk

EACH_TABLE = pytest.mark.parametrize("table", TABLES, ids=IDS)


def most_moves(seats: int) -> int:
    """The longest possible list of legal moves: 90 + 8 for each seat, 170 with ten.

    On a normal turn a lay names a face, and with it one of the other seats (Swap one and Gift, 8 faces), one of four
    colours (colour change and Draw 4), or nothing (the other 53). So there are at most 53 + 2 * 4 + 8 * (seats - 1)
    lays without the call. There are at most 36 Triple+, one for each face that ends on top, and a draw or pass. That
    makes 98 + 8 * (seats - 1), and a hand with one card of each face reaches it on Swap all.

    The call adds to that only in small hands. With a lay it is legal from 2 cards (or, with a Gift, from 3 or 4): at
    most 4 faces, each with at most four colours or seats - 1 targets, all twice, at most 8 Triple+, a draw and `solo`:
    4 * 2 * max(4, seats - 1) + 10, which is less. With a Triple+ it is legal if at most one card is left: then the hand
    has at most 5 faces, 4 of them of one number.

    Elsewhere the lists are shorter. After drawing only what is also open on a turn may be laid, but for a jump-in and
    its Triple+ (5 moves): those need a number on top, with which most faces are not playable. Answers are at most 2 * 4
    lays of Draw 2 and Draw 4 more than the Blocks, gifts at most 63 faces, steps of a Triple+ at most 4 and `done`.
    """
    return 90 + 8 * seats


@pytest.mark.parametrize("seats", range(2, 11))
def test_r33_the_longest_list_of_moves(seats: int) -> None:
    others = ["r1", "r2", "r3", "r4", "r6", "r7", "r8", "r9", "g1"][: seats - 1]
    table = position(" ".join(in_order(DECK)), *others, top="A")
    assert len(table.moves()) == most_moves(seats)
    assert most_moves(10) == 170


@pytest.mark.parametrize("hand", ["rG gG yG bG", "rX gX", "W W4", "W4 rG gG", "r7 g7 b7 rG", "r7 g7 b7"])
@pytest.mark.parametrize("seats", [2, 10])
def test_r33_small_hands_have_shorter_lists(hand: str, seats: int) -> None:
    others = ["r1", "r2", "r3", "r4", "r6", "y7", "r8", "r9", "g1"][: seats - 1]
    table = position(hand, *others, top="A", solo_on_multi_out=True)
    assert any("solo" in move for move in table.moves())
    assert len(table.moves()) <= 4 * 2 * max(4, seats - 1) + 10 < most_moves(seats)


@EACH_TABLE
def test_r33_no_list_is_longer(table: Table) -> None:
    seats = table[0]
    longest = 0
    for step in walk(table, seed=33):
        for seat in range(seats):
            moves = step.game.legal(seat)
            assert moves == sorted(set(moves))
            longest = max(longest, len(moves))
    assert 10 < longest <= most_moves(seats)


@pytest.mark.parametrize("seats", range(2, 11))
def test_r33_the_largest_hand(seats: int) -> None:
    """All but the top and one card in every other hand."""
    table = full(seats)
    assert table.sizes == [120 - seats, *[1] * (seats - 1)]


def full(seats: int) -> Position:
    others = ["r1", "r2", "r3", "r4", "r6", "r7", "r8", "r9", "g1"][: seats - 1]
    return position("", *others, rest=0, top="r5")


@pytest.mark.parametrize("seats", range(2, 11))
def test_r33_the_largest_pile(seats: int) -> None:
    """After a reshuffle with one card in every hand."""
    hands = ["g2", "r1", "r2", "r3", "r4", "r6", "r7", "r8", "r9", "g1"][:seats]
    table = position(*hands, rest="below", top="r5").play("draw")
    assert (len(table.pile), table.discards) == (119 - seats, ["r5"])


@EACH_TABLE
def test_r33_hands_piles_and_sums_in_random_play(table: Table) -> None:
    seats = table[0]
    sums, hands = set(), set()
    for step in walk(table, seed=34):
        s = step.before
        assert s.pile_size <= 119 - seats
        assert all(1 <= size <= 120 - seats for size in s.hand_size[:seats])
        assert sum(s.hand_size[:seats]) + s.pile_size + s.heap_size == 120
        assert 0 <= s.sum <= 120
        assert s.turns <= 2000
        assert all(total <= 499 for total in s.total[:seats])
        sums.add(s.sum)
        hands.add(max(s.hand_size[:seats]))
        assert step.game.sound() == 0
    assert max(sums) >= 4
    assert max(hands) > 8


def test_r33_a_sum_of_16_from_the_cards_alone() -> None:
    table = position("rD gD yD bD g1", "rD gD yD bD y1", top="r5").play("play rD")
    for move in ("play rD", "play gD", "play gD", "play yD", "play yD", "play bD solo", "play bD solo"):
        table.play(move)
    assert table.s.sum == 16
    fours = position("W4 W4 g1 g2", "W4 W4 y1 y2").play(*["play W4 r"] * 4)
    assert fours.s.sum == 16


def test_r33_a_sum_of_32_with_mix_draw() -> None:
    table = position("rD gD yD bD W4 W4 g1", "rD gD yD bD W4 W4 y1", mix_draw=True)
    table.play("play rD", "play rD", "play gD", "play gD", "play yD", "play yD", "play bD", "play bD")
    table.play("play W4 r", "play W4 r", "play W4 r solo", "play W4 r solo")
    assert table.s.sum == 32


def test_r33_the_sum_is_kept_at_120() -> None:
    """More cannot be drawn."""
    table = position("rD g1 g2", "gD y1 y2", "b1 b2").play("play rD")
    for before, after in ((117, 119), (118, 120), (119, 120), (120, 120)):
        assert table.changed(sum=before).play("play gD").s.sum == after


def test_r33_laid_draw_cards_can_come_back_into_hands_within_a_chain() -> None:
    """The penalty for a missed call makes a new pile of what lies below the top, the chain's own cards included."""
    table = position("rD g1 g2", "gD y1", "", rest=2, top="r5").play("play rD", "play gD", "play yD", "* draw 1 r5 rD")
    assert (table.s.sum, table.hand(1)) == (6, "r5 y1 rD")


def test_r33_points() -> None:
    """All cards count 1,760, so a total is at most 499 + 1,760 when the match ends."""
    table = position("r1", "", rest=1, top="r1", totals=[499, 499]).play("play r1")
    assert table.totals == [499, 499 + 1760 - 2]


@pytest.mark.parametrize(("seats", "rounds"), [(2, 999), (3, 749), (10, 555)])
def test_r33_rounds(seats: int, rounds: int) -> None:
    """A round adds at least one point to each of the other seats, so before the last one all totals are at most 499."""
    assert 499 * seats // (seats - 1) + 1 == rounds
    table = position("r1", *["g1", "g1", "y1", "y1", "b1", "b1", "r2", "r2", "g2"][: seats - 1]).play("play r1")
    assert sum(table.totals) >= seats - 1
