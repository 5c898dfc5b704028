"""What everybody remembers of hidden cards, in small positions: R10, R12, R17, R26, R30."""

from __future__ import annotations

import pytest

from tefuda.games.gift.game import GIFT
from tefuda.games.gift.moves import CARD_OF

from .position import Position, position

Spans = list[tuple[int, int]]
FIVE = "_ _ _ _ _"


def remembering(
    table: Position,
    came: dict[int, Spans],
    broke: int = 0,
    turned: int = 0,
    since: dict[str, int] | None = None,
    blurred: int = 0,
) -> Position:
    """The position with these times: when the unknown cards of hands came, the Break, the last new deck."""
    s = table.s
    s.clock, s.broke, s.turned = 9, broke, turned
    for seat, spans in came.items():
        assert len(spans) == s.unseen[seat]
        s.low[seat][: len(spans)] = [low for low, _ in spans]
        s.high[seat][: len(spans)] = [high for _, high in spans]
        s.blurred[seat] = blurred
    for card, time in (since or {}).items():
        s.since[CARD_OF[card]] = time
    return Position(GIFT.engine.Game.unpack(s.pack(), s.seats))


def left(table: Position, seat: int = 0) -> Spans:
    return [(low, high) for low, high in table.view(None).memory["came"][seat]]


# ---- a card leaves before all eyes


def last(hand: str, spans: Spans, broke: int = 0, since: dict[str, int] | None = None, blurred: int = 0) -> Position:
    """Without a deck, so that nothing is drawn."""
    return remembering(position(hand, "_ _", rows="s3 d5@2", final=True), {0: spans}, broke, 0, since, blurred)


def test_r10_the_card_that_goes_is_the_oldest_one() -> None:
    assert left(last("s5 c9 d9", [(1, 1), (2, 3), (4, 5)]).play("place s5")) == [(2, 3), (4, 5)]


def test_r12_but_not_older_than_the_offer_that_failed() -> None:
    table = last("s5 c9 d9", [(1, 1), (2, 2), (3, 3)], since={"s5": 2})
    assert left(table.play("place s5")) == [(1, 1), (3, 3)]


def test_r26_what_a_break_dealt_is_a_k() -> None:
    table = last("s5 sK", [(2, 2), (3, 3)], broke=2)
    assert left(table.play("place s5")) == [(2, 2)]


@pytest.mark.parametrize(
    ("hand", "spans", "then", "blurred"),
    [
        ("sK c9 d9", [(1, 1), (2, 2), (3, 3)], [(1, 1), (2, 3)], 1),
        ("sK c9", [(2, 2), (3, 3)], [(2, 3)], 1),
        ("sK c9 d9", [(1, 1), (3, 3), (4, 4)], [(1, 1), (4, 4)], 0),  # none was dealt by the Break
        ("sK hK c9", [(1, 1), (2, 2), (2, 2)], [(1, 1), (2, 2)], 0),  # both were
    ],
)
def test_r26_a_k_that_goes_may_be_dealt_or_drawn_since(hand: str, spans: Spans, then: Spans, blurred: int) -> None:
    """The Break was at 2. If the Ks that were dealt and later cards may be it, the rest came at any of these times."""
    table = last(hand, spans, broke=2).play("discard sK")
    assert (left(table), table.s.blurred[0]) == (then, blurred)


@pytest.mark.parametrize(
    ("spans", "then", "blurred"),
    [
        ([(2, 3), (4, 4)], [(2, 4)], 1),
        ([(3, 3), (4, 4)], [(4, 4)], 0),
        ([(3, 5), (4, 4), (2, 2)], [(3, 5), (2, 2)], 1),
        ([(1, 1), (3, 4), (2, 2)], [(1, 4), (2, 2)], 1),
        ([(3, 3), (3, 4), (2, 3)], [(2, 4), (2, 4)], 1),
    ],
)
def test_r26_times_that_are_not_clear_stay_so(spans: Spans, then: Spans, blurred: int) -> None:
    """s5 is no K, so it is none of those that the Break dealt at 2."""
    hand = "s5 sK" if len(spans) == 2 else "s5 sK hK"
    table = last(hand, spans, broke=2, blurred=1).play("place s5")
    assert (left(table), table.s.blurred[0]) == (then, blurred)


def test_r12_times_of_other_cards_may_be_unclear() -> None:
    table = last("s5 c9", [(1, 2), (5, 5)], broke=3, since={"s5": 5}, blurred=1).play("place s5")
    assert (left(table), table.s.blurred[0]) == ([(1, 2)], 1)


# ---- a card leaves unseen


def face_down(spans: Spans, broke: int = 0) -> Position:
    table = position("c9 sK hK", "gift _", rows="s3", final=True, discard_face_up=False)
    return remembering(table, {0: spans}, broke)


def test_r30_face_down_the_oldest_goes() -> None:
    assert left(face_down([(1, 1), (2, 2), (3, 3)]).play("discard c9")) == [(2, 2), (3, 3)]


def test_r30_face_down_after_a_break_it_may_be_any() -> None:
    table = face_down([(1, 1), (2, 2), (3, 3)], broke=2).play("discard c9")
    assert (left(table), table.s.blurred[0]) == ([(1, 3), (1, 3)], 1)
    assert table.view(1).memory["pile"][-1] == [1, 3, 9]


# ---- Break


@pytest.mark.parametrize(("turned", "then"), [(2, [(1, 3), (1, 3)]), (1, [(2, 2), (3, 3)]), (0, [(2, 2), (3, 3)])])
def test_r17_r26_a_k_that_is_given_is_the_oldest_card_unless_a_new_deck_came_between(turned: int, then: Spans) -> None:
    table = position("_ _", "hK c9 d9", rows="s3 d5@2", final=True)
    table = remembering(table, {1: [(1, 1), (2, 2), (3, 3)]}, turned=turned).play("break")
    assert left(table, 1) == then
    assert table.s.blurred[1] == (turned == 2)


def test_r26_a_k_that_all_know_is_given_before_all_eyes() -> None:
    """It was in a hand for certain; what else is in that hand is as old as before."""
    table = position(FIVE, "hK c9 d9 _ _", rows="s3", shown="hK").play("break")
    memory = table.view(None).memory
    assert (memory["since"]["hK"], memory["until"]["hK"], memory["broke"]) == (2, 2, 2)
    assert left(table, 1) == [(1, 1)] * 4


def test_r26_a_k_that_lies_open_elsewhere_was_in_no_hand() -> None:
    table = position(FIVE, FIVE, rows="s3", discards="hK").play("break")
    assert (table.s.since[CARD_OF["hK"]], table.s.until[CARD_OF["hK"]]) == (3, 32767)


def test_r26_if_nobody_gives_a_k_none_was_in_a_hand() -> None:
    memory = position(FIVE, FIVE, rows="s3").play("break").view(None).memory
    assert memory["since"] == {"sK": 3, "hK": 3, "dK": 3, "cK": 3}


def test_r26_a_k_that_came_into_the_deck_later_was_not_given() -> None:
    table = remembering(position(FIVE, "dK _ _ _ _", rows="s3"), {}, since={"hK": 5}).play("break")
    assert table.view(None).memory["since"] == {"hK": 11}


def test_r26_the_first_seat_too_sees_a_k_again_that_it_gave() -> None:
    table = position("hK _ _ _ _", FIVE, "dK _ _ _ _", rows="s3")
    assert table.after("break", kings="hK dK").view(0).memory["gave"] == []
    assert table.after("break", kings="dK hK").view(0).memory["gave"] == ["hK"]


def test_r14_whoever_draws_a_card_has_seen_it() -> None:
    table = position("c9 _ _ _ _", FIVE, FIVE, rows="s3", dealer=2).play("discard c9", draws="h4")
    assert table.s.seen[CARD_OF["h4"]] == 1 << 0
