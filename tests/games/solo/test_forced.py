"""Worlds of which a reader's knowledge leaves one, or a few: what it does not know is only some cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tefuda.games.solo.cards import bit
from tefuda.games.solo.game import SOLO
from tefuda.games.solo.hidden import exchange, honour, lift, mend
from tefuda.games.solo.memory import row_of
from tefuda.games.solo.moves import CARDS, FACE_OF
from tefuda.games.solo.state import NOBODY, State, Work
from tefuda.kernel.chance import seed_stream

from .position import Position, in_order, position

SEEDS = 12


def worlds(table: Position, reader: int | None, seeds: int = SEEDS) -> list[Position]:
    """Some dealt from the real position and some from the view alone; all show the view, and break no rule."""
    view = table.view(reader)
    bases = (table.game, SOLO.world(view))
    found = [Position(bases[seed % 2].redeal(reader, seed)) for seed in range(seeds)]
    for world in found:
        assert (world.view(reader), world.game.sound()) == (view, 0)
    return found


def hands(table: Position, reader: int | None, of: int, seeds: int = SEEDS) -> set[str]:
    return {world.hand(of) for world in worlds(table, reader, seeds)}


# ---- what is kept and what is not


def test_redeal_what_the_seat_has_not_seen_changes_places() -> None:
    """Three of the six unseen cards lie in the hand; the seat whose turn it is need not have the nines."""
    table = position("", "r9 y9 W4", "g9", pile="gS Kb", rest=0, turn=1)
    unseen = Counter(["r9", "y9", "W4", "g9", "gS", "Kb"])
    found = worlds(table, 0)
    for world in found:
        assert Counter(f"{world.hand(1)} {world.hand(2)}".split()) + Counter(world.pile) == unseen
        assert world.s.drawn == NOBODY
    assert len({world.hand(1) for world in found}) > 3
    assert len({world.hand(2) for world in found}) > 2


def test_r23_who_has_called_has_called_in_every_world() -> None:
    table = position("r1 g2 g3", "r2 y1", "b1 b2").play("play r1", "play r2 solo")
    for world in worlds(table, 0, 4):
        assert (world.called, world.sizes) == ([1], [2, 1, 2])


def test_r7_in_a_world_only_the_reader_has_let_go() -> None:
    table = position("r5 g1 g2", "y1 y2", "b2 b3", turn=1).play("0 wait")
    assert [worlds(table, reader, 2)[0].s.let_go for reader in (None, 0, 1)] == [0, 1, 0]


@pytest.mark.parametrize("reader", [None, 0, 1, 2])
def test_r14_in_a_world_only_the_reader_knows_cards(reader: int | None) -> None:
    """Seats 0 and 1 have exchanged hands; whoever has not seen them finds other cards there."""
    table = position("rX g1 g2 g4", "y1 y2 y3", "b1 b2").play("play rX 1", "accept")
    for world in worlds(table, reader, 4):
        assert all(world.view(other).known == {} for other in (None, 0, 1, 2) if other != reader)
    assert (hands(table, reader, 1, 4) == {"g1 g2 g4"}) == (reader in (0, 1))
    assert (hands(table, reader, 0, 4) == {"y1 y2 y3"}) == (reader in (0, 1))


def test_r1_worlds_of_ten_seats() -> None:
    table = position(*(f"r{n} g{n} W" if n < 5 else f"y{n} b{n} g{n}" for n in range(1, 10)), "A A rX")
    for world in worlds(table, 9, 2):
        assert (world.sizes, world.hand(9)) == ([3] * 10, "rX A A")


# ---- R8: what a Triple+ has left


def test_r8_what_is_no_seven_is_dealt_so() -> None:
    """Five sevens and five other cards are unseen, and the hand has no seven: one world of 252."""
    table = position("", "g7 y7 b7 r1 r2 y3 rS W", pile="r7 r7 g7 y7 b7", rest=0, top="g5", turn=1).play("triple b7")
    assert hands(table, 0, 1) == {"r1 r2 y3 rS W"}


def test_r8_no_card_of_number_1_is_left_but_a_skip_may_be() -> None:
    table = position("", "g1 y1 b1 rS W4", pile="r1 r1 g1", rest=0, top="g5", turn=1).play("triple b1")
    assert hands(table, 0, 1) == {"rS W4"}


def test_r8_the_seven_that_is_there_came_later() -> None:
    """Seats 1 and 2 have laid their sevens; seat 1 has drawn the last card since, which is the only seven."""
    table = position("", "g7 y7 b7 r1 r2", "r7 y7 b7 r3 r4", pile="g7", rest=0, top="g5", turn=1)
    table.play("triple b7", "triple y7", "play y6", "draw", "* draw 1 g7")
    assert table.view(0).lacks == {"1": {"7": 2}, "2": {"7": 2}}
    for world in worlds(table, 0):
        assert (world.view(1).drawn, "g7" in world.hand(1)) == ("g7", True)


def test_r8_three_cards_change_places_in_a_ring() -> None:
    """Seat 1 has neither a five nor a seven, seat 2 no seven: so seat 1 has r3, seat 2 r5, and the pile y7.

    Dealt the other way round, no two of them can change places so that both fit.
    """
    table = position("", "g7 y7 b7 g5 y5 b5 r3", "r7 g7 b7 r5", pile="y7", rest=0, top="g9", turn=1)
    table.play("triple b7", "triple g7 solo", "play g1", "triple b5 solo")
    assert table.view(0).lacks == {"1": {"5": 1, "7": 1}, "2": {"7": 1}}
    assert {(world.hand(1), world.hand(2)) for world in worlds(table, 0, 24)} == {("r3", "r5")}


def test_r8_where_no_world_fits_there_is_none() -> None:
    """A state that play cannot reach: all unseen cards are sevens, and the hand has none."""
    s = position("", "r7 g7 b7", pile="y7", rest=0).s
    s.lacking, s.lacks[row_of(1, 0)][6] = bit(1), 3
    with pytest.raises(ValueError, match="no world fits"):
        SOLO.engine.Game.unpack(s.pack(), 2).redeal(0, 1)


def arranged(table: Position, pool: str, seed: int = 0) -> tuple[State, Work, int]:
    """What seat 0 does not know lies in the pool in this order: the pile, then the hand of seat 1, the oldest last."""
    s, w = table.s, Work()
    seed_stream(w, seed)
    size = lift(s, w, 0, bit(0))
    cards = [card for card in pool.split() if card != "|"]
    assert in_order(cards) == in_order(CARDS[face] for face in w.pool[:size])
    assert pool.partition("|")[2].split() == cards[size - w.hand_size[1] :]
    w.pool[:] = [FACE_OF[card] for card in cards] + [FACE_OF["W"]] * (len(w.pool) - size)
    return s, w, size


def shown(w: Work, size: int, hand: int) -> str:
    cards = [CARDS[face] for face in w.pool[:size]]
    return " ".join([*cards[: size - hand], "|", *cards[size - hand :]])


def settled(pool: str, seed: int = 0) -> tuple[State, Work, int]:
    """Seat 1 has no seven, and it is known who gets what lies where; then the pool is put in this order."""
    table = position("", "g7 y7 b7 r1 r2", pile="r7 r7 g7 y7 b7", rest=0, top="g5", turn=1).play("triple b7")
    s, w, size = arranged(table, "r7 r7 g7 y7 b7 | r1 r2", seed)
    assert honour(s, w, 0, size)
    w.pool[:size] = [FACE_OF[card] for card in pool.replace("|", "").split()]
    return s, w, size


def test_r8_a_card_that_can_change_places_does_so_whatever_chance_says() -> None:
    """The r7 in the hand can do so with r1 alone, the first card of the pile: the others are sevens, too."""
    for seed in range(40):
        s, w, size = settled("r1 r7 g7 y7 b7 | r7 r2", seed)
        assert exchange(s, w, 0, 5, size)
        assert shown(w, size, 2) == "r7 r7 g7 y7 b7 | r1 r2"


def test_r8_a_card_that_cannot_change_places_stays() -> None:
    s, w, size = settled("r7 r7 g7 y7 b7 | r7 r2")
    assert not exchange(s, w, 0, 5, size)
    assert shown(w, size, 2) == "r7 r7 g7 y7 b7 | r7 r2"


# ---- R8, R34: a Triple+ that is put together


def opened(hand: str, pool: str, *steps: str, top: str = "r5", turn: int = 1) -> Position:
    """Seat 1 has this hand, the pile has the rest of this pool, and seat 0 all other cards. Then come the steps."""
    pile = Counter(pool.replace("|", "").split()) - Counter(hand.split())
    where: dict[str, Any] = {"pile": " ".join(pile.elements()), "rest": 0, "top": top, "turn": turn}
    return position("", hand, **where, triple_must_be_all=False, triple_jump_in=True).play(*steps)


def mended(table: Position, pool: str) -> str:
    s, w, size = arranged(table, pool)
    mend(s, w, 1, size)
    return shown(w, size, w.hand_size[1])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("r9 y9 W | W4 A", "W4 A W | r9 y9"),  # the red one is fit; then any
        ("y9 r9 W | W4 A", "A W4 W | r9 y9"),  # the yellow one is taken when the red one is there
        ("r9 W A | y9 W4", "W4 W A | y9 r9"),
        ("r9 W A | y9 g9", "g9 W A | y9 r9"),  # three of the number, but none fit: the last one makes room
        ("y9 W A | r9 g9", "y9 W A | r9 g9"),  # all is well
        ("r9 W A | r9 g9", "r9 W A | r9 g9"),
        ("y9 W A | r9 W4", "W4 W A | r9 y9"),
        ("r9 y9 g9 | W4 A", "W4 A g9 | r9 y9"),  # no more than are needed
        ("g9 y9 r9 | W4 A", "A y9 W4 | r9 g9"),
    ],
)
def test_r8_cards_come_until_the_triple_can_be_finished(before: str, after: str) -> None:
    """Seat 1 has named b9, and two cards more are unknown. Red is on top."""
    other = next(card for card in before.split() if card in ("y9", "g9"))
    assert mended(opened(f"b9 r9 {other}", before, "triple b9"), before) == after


@pytest.mark.parametrize(("before", "after"), [("W y9 | A", "W A | y9"), ("W A | y9", "W A | y9")])
def test_r8_what_is_named_counts_for_the_triple(before: str, after: str) -> None:
    """Besides b9 it has named the red one, which is fit."""
    assert mended(opened("b9 r9 y9", before, "triple b9", "with r9"), before) == after


def test_r8_a_skip_is_no_card_of_number_1() -> None:
    before = "r1 y1 | rS W"
    assert mended(opened("b1 r1 y1", before, "triple b1"), before) == "rS W | r1 y1"


@pytest.mark.parametrize("before", ["y5 r5 W | W4 A", "W r5 y5 | A W4"])
def test_r34_a_triple_that_jumps_in_gets_the_identical_card_first(before: str) -> None:
    table = opened("b5 r5 y5", before, "1 jump triple b5", turn=0)
    assert mended(table, before).endswith("| r5 y5")


def test_r8_every_world_lets_the_triple_be_finished() -> None:
    """Only the two unknown nines can do that; or, if three of them are named, any card may be the fourth."""
    pool = "r9 y9 W W4 A"
    assert hands(opened("b9 r9 y9", pool, "triple b9"), 0, 1) == {"r9 y9 b9"}
    assert hands(opened("b9 r9 y9", pool, "triple b9"), 1, 1, 2) == {"r9 y9 b9"}
    steps = ("triple b9", "with r9", "with y9")
    assert hands(opened("b9 r9 y9 A", pool, *steps), 0, 1) == {f"r9 y9 b9 {card}" for card in ("W", "W4", "A")}


def test_r8_of_two_alike_only_the_named_one_is_known_to_be_there() -> None:
    table = opened("b9 r9 r9 y9", "r9 r9 y9 W W4", "triple b9", "with r9", "with y9")
    assert hands(table, 0, 1) == {f"{hand}" for hand in ("r9 r9 y9 b9", "r9 y9 b9 W", "r9 y9 b9 W4")}


@pytest.mark.parametrize("own", ["r9", ""])
def test_r8_of_two_alike_the_named_one_may_be_the_one_that_was_given(own: str) -> None:
    """Seat 1 has given seat 0 an r9: whether there is another one, it does not know."""
    pile = "W" if own else "W r9"
    table = position(f"b9 y9 {own}", "rG r9 b1", pile=pile, rest=1, turn=1, triple_must_be_all=False)
    table.play("play rG 0", "accept", "give r9", "give b1", "triple b9", "with r9", "with y9")
    worlds_ = hands(table, 1, 0)
    assert worlds_ == ({"r9 r9 y9 b1 b9", "r9 y9 b1 b9 W"} if own else {"r9 y9 b1 b9"})


def test_r8_when_a_triple_lies_nothing_is_named_any_more() -> None:
    """Seat 1 has laid r7 and g7 below b7; the next seat has r9 and g9, of which nobody else knows."""
    hands_ = ("y1 y2", "r7 g7 b7 y7 W", "r9 g9 W4")
    table = position(*hands_, turn=1, triple_must_be_all=False).play("triple b7", "with r7", "with g7", "done")
    assert not any("r9" in hand.split() and "g9" in hand.split() for hand in hands(table, 0, 2, 6))


# ---- R10: which card was drawn


def test_r10_the_drawn_card_is_in_the_hand_and_none_that_was_known() -> None:
    """Seat 0 knows g1 and g2. Of the four other cards seat 1 has drawn one, seat 2 has two, and one is in the pile."""
    table = position("rX g1 g2", "", "b1 b2", pile="b8 b9", rest=1).play("play rX 1", "accept", "draw", "* draw 1 b9")
    found = worlds(table, 0, 24)
    for world in found:
        assert world.hand(1).split() == in_order(["g1", "g2", str(world.view(1).drawn)])
    assert {world.view(1).drawn for world in found} == {"b1", "b2", "b8", "b9"}
    assert {world.view(1).drawn for world in worlds(table, 1, 2)} == {"b9"}


def opened_after_drawing(known: str, *drawn: str) -> Position:
    """Seat 0 has given these cards away; seat 1 draws in each turn, and then opens a Triple+ on red. The pile is W."""
    table = position(f"rX {known}", "", pile=f"W {' '.join(drawn)}", rest=1, triple_must_be_all=False)
    table.play("play rX 1", "accept", "draw", f"* draw 1 {drawn[0]}")
    for card in drawn[1:]:
        table.play("keep", "play r1", "draw", f"* draw 1 {card}")
    return table.play("triple b7")


@pytest.mark.parametrize(
    ("known", "drawn", "found"),
    [
        ("r7 g7 W4", ["b7"], {("r7 g7 b7 W4", "b7")}),
        ("r7 g7 W4", ["b7", "y7"], {("r7 g7 b7 W W4", "b7"), ("r7 g7 y7 b7 W4", "b7"), ("r7 g7 y7 b7 W4", "y7")}),
        ("r7 g7 b7", ["y7"], {("r7 g7 y7 b7", "y7"), *(("r7 g7 b7 W", card) for card in ("r7", "g7", "b7"))}),
    ],
)
def test_r10_the_drawn_card_is_one_of_the_triple(known: str, drawn: list[str], found: set[tuple[str, str]]) -> None:
    """If it can be one that seat 0 did not know, it is; else any of the number in the hand."""
    table = opened_after_drawing(known, *drawn)
    assert {(world.hand(1), CARDS[world.s.drawn]) for world in worlds(table, 0, 24)} == found
