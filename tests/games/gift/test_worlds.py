"""The worlds that a seat cannot rule out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, sqrt

import pytest

from tefuda.games.gift.game import GIFT
from tefuda.games.gift.moves import CARD_OF
from tefuda.games.gift.state import ASIDE, DECK, PILE, ROW
from tests.games.walking import Table, assert_worlds_fit

from .position import Position, position
from .walk import IDS, TABLES, walk

FIVE = "_ _ _ _ _"
SAMPLES = 150


def worlds(table: Position, eyes: int | None, samples: int = SAMPLES) -> Iterator[Position]:
    """Redealt from the view alone. Each shows the same view and is sound, which is looked at now and then."""
    view = table.view(eyes)
    base = GIFT.world(view)
    for seed in range(samples):
        world = Position(base.redeal(eyes, seed))
        if seed % 10 == 0:
            assert GIFT.view(world.game, eyes) == view
            assert world.game.sound() == 0
        yield world


def places(table: Position, eyes: int | None, card: str, samples: int = SAMPLES) -> set[str]:
    """Where a card is in these worlds: hand 0, hand 1, ..., deck, discards, risk."""
    return {place(world, card) for world in worlds(table, eyes, samples)}


def place(world: Position, card: str) -> str:
    where = world.s.where[CARD_OF[card]]
    return {DECK: "deck", PILE: "discards", ROW: "row", ASIDE: "risk"}.get(where, f"hand {where}")


# ---- all worlds of a small position, counted


def small() -> Position:
    """Seat 0 has seen all but eight cards: two hands of two, three in the deck, and the Risk. Seat 2 is the dealer."""
    hands = ("sK c9", "hK c10", "dK cJ")
    return position(*hands, rows="s11 h11 d10 c6 ", deck="cK dQ gift", risk="cQ", dealer=2, discards="c8")


def test_redeal_reaches_exactly_the_possible_worlds() -> None:
    """The Risk is one of the four process cards; then two of seven and two of five for the hands."""
    table = small()
    hidden = ["hK", "c10", "dK", "cJ", "cK", "dQ", "gift", "cQ"]
    expected = set()
    for risk in ("c10", "cJ", "dQ", "cQ"):
        left = [card for card in hidden if card != risk]
        for one in combinations(left, 2):
            for two in combinations([card for card in left if card not in one], 2):
                expected.add((risk, frozenset(one), frozenset(two)))
    assert len(expected) == 4 * comb(7, 2) * comb(5, 2)
    found = Counter(
        (world.risk, frozenset(world.hand(1).split()), frozenset(world.hand(2).split()))
        for world in worlds(table, 0, 3000)
    )
    assert set(found) <= expected
    assert len(found) > 0.95 * len(expected)  # 840 worlds, 3000 samples: about 24 are missed
    for card in hidden:
        share = sum(card in one for _, one, _ in expected) / len(expected)
        met = sum(count for (_, one, _), count in found.items() if card in one) / 3000
        assert met == pytest.approx(share, abs=5 * sqrt(share * (1 - share) / 3000))


def test_redeal_for_the_dealer_keeps_the_risk() -> None:
    assert places(small(), 2, "cQ") == {"risk"}
    assert places(small(), 2, "gift") == {"hand 0", "hand 1", "deck"}


def test_redeal_for_a_spectator() -> None:
    assert places(small(), None, "c9") == {"hand 0", "hand 1", "hand 2", "deck", "risk"}
    assert places(small(), None, "sK") == {"hand 0", "hand 1", "hand 2", "deck"}


def test_redeal_the_risk_is_neither_a_k_nor_the_gift() -> None:
    for card in ("hK", "dK", "cK", "gift"):
        assert places(small(), 0, card) == {"hand 1", "hand 2", "deck"}


# ---- a failed Offer


def test_redeal_after_a_failed_offer_nobody_holds_the_card() -> None:
    table = position(FIVE, FIVE, FIVE, rows="s3 h11 d11", dealer=2).play("offer s 5")
    for eyes in (None, 0, 1):
        assert places(table, eyes, "s5") == {"deck", "risk"}
    assert places(table, 2, "s5") == {"deck"}  # the dealer knows the Risk


def test_redeal_after_a_failed_offer_a_later_draw_may_be_the_card() -> None:
    """Seat 1 discards and draws; its older cards and the other hands are still without it."""
    table = position(FIVE, FIVE, FIVE, rows="s3 h11 d11", dealer=2).play("offer s 5")
    table.play(table.moves("discard")[0], draws="cK")
    assert places(table, 0, "s5") == {"hand 1", "deck", "risk"}
    assert places(table, 2, "s5") == {"hand 1", "deck"}
    assert places(table, None, "s5") == {"hand 1", "deck", "risk"}


def test_redeal_after_a_failed_offer_an_older_discard_is_not_the_card() -> None:
    """Seat 1 discards face down, from a hand that is older than the Offer, and then draws."""
    table = position(FIVE, FIVE, FIVE, rows="s3 h11 d11", dealer=2, discard_face_up=False).play("offer s 5")
    table.play(table.moves("discard")[0], draws="cK")
    assert places(table, 0, "s5") == {"hand 1", "deck", "risk"}


# ---- the Gift


@pytest.mark.parametrize("eyes", [None, 1, 2])
def test_redeal_nobody_holds_what_the_gift_stands_for(eyes: int | None) -> None:
    table = position(FIVE, FIVE, FIVE, rows="s4@3 h11 d11")
    assert places(table, eyes, "s4") == {"deck", "risk"}
    assert places(table, eyes, "gift") == {"row"}


def test_redeal_the_gift_stays_with_its_known_holder() -> None:
    table = position("c9 _ _ _ _", FIVE, FIVE, rows="h4@3 s11").play("discard c9", draws="h4")
    for eyes in (None, 1, 2):
        assert places(table, eyes, "gift") == {"hand 0"}
        assert places(table, eyes, "h4") == {"row"}


@pytest.mark.parametrize("eyes", [None, 1])
def test_r16_a_later_unseen_discard_is_not_what_the_gift_stands_for(eyes: int | None) -> None:
    """Seat 0 may have discarded s5 before the Gift stood for it; afterwards nobody can hold it."""
    table = position("c9 _ _ _ _", "gift s6 _ _ _", "d9 _ _ _ _", rows="s3 h11 d6", dealer=0, discard_face_up=False)
    table.play("discard c9", draws="cK").play("place gift s6", draws="sK dK").play("discard d9", draws="hK")
    for _ in range(3):
        table.play(table.moves("discard")[-1], draws=next(card for card in table.deck if card != "s5"))
    assert places(table, eyes, "s5") == {"discards", "deck", "risk"}
    piles = [world.discards.split() for world in worlds(table, eyes)]
    assert {pile.index("s5") for pile in piles if "s5" in pile} == {0}


# ---- discards and the recycled deck


def test_redeal_the_recycled_deck_is_what_was_discarded() -> None:
    rows = "s11 h11 d7 c6"
    table = position("d9 _ _ _ _", "gift _ _ _ _", rows=rows, deck="cK", discards="sK hK").play("discard d9")
    assert table.deck == ["sK", "hK", "d9"]
    for eyes in (None, 0, 1):
        for card in table.deck:
            assert places(table, eyes, card) == {"deck"}
        for card in table.hand(0).split():
            assert places(table, eyes, card) <= {"hand 0", "hand 1", "risk"}


def test_redeal_after_a_draw_from_the_recycled_deck() -> None:
    rows = "s11 h11 d7 c6"
    table = position("d9 _ _ _ _", "gift _ _ _ _", rows=rows, deck="cK", discards="sK hK").play("discard d9")
    table.play(table.moves("discard")[0], draws="hK")
    for card in ("sK", "hK", "d9"):
        assert places(table, 0, card) == {"hand 1", "deck"}
    for world in worlds(table, 0):
        assert sum(card in ("sK", "hK", "d9") for card in world.hand(1).split()) == 1
    assert places(table, 1, "sK") == {"deck"}


def test_redeal_cards_of_older_hands_are_not_in_the_recycled_deck() -> None:
    """Nobody has the Gift in sight, but it was in a hand when the pile became the deck."""
    rows = "s11 h11 d7 c6"
    table = position("d9 _ _ _ _", "gift _ _ _ _", rows=rows, deck="cK", discards="sK hK").play("discard d9")
    assert places(table, 0, "gift") == {"hand 1"}
    assert places(table, None, "gift") == {"hand 0", "hand 1"}


def test_redeal_discards_face_down() -> None:
    """The discarder knows its own; for others each may be any card but the Gift."""
    table = position(
        "c9 _ _ _ _", "d9 _ _ _ _", FIVE, rows="s11 h11", discard_face_up=False, dealer=2
    ).play("discard c9", "discard d9")  # fmt: skip
    assert places(table, 0, "c9") == places(table, 1, "d9") == {"discards"}
    assert "discards" in places(table, 0, "d9")
    assert {"discards", "hand 0", "hand 1", "hand 2", "deck"} <= places(table, None, "c9")
    assert "discards" not in places(table, 0, "gift")


def test_redeal_a_face_down_pile_that_became_the_deck() -> None:
    """Its discarder knows that the card is in the deck, until somebody draws."""
    rows = "s11 h11 d7 c6"
    table = position(
        "d9 _ _ _ _", "gift _ _ _ _", rows=rows, deck="cK", discards="sK hK", discarded_by=[1, 1], discard_face_up=False
    ).play("discard d9")
    assert places(table, 0, "d9") == {"deck"}
    assert places(table, 1, "d9") == {"deck", "hand 0", "risk"}  # seat 1 has never seen it
    assert places(table, 1, "sK") == {"deck"}
    table.play(table.moves("discard")[0], draws="d9")
    assert places(table, 0, "d9") == {"deck", "hand 1"}


# ---- Break


def test_redeal_a_k_that_one_gave_is_in_a_hand_that_was_dealt_one() -> None:
    table = position(FIVE, FIVE, "hK _ _ _ _", "dK _ _ _ _", rows="s11").play("break", kings="hK dK")
    assert places(table, 2, "hK") == {"hand 0", "hand 1"}
    assert places(table, 3, "dK") == {"hand 0", "hand 1"}


def test_redeal_a_k_that_one_gave_is_no_older_discard() -> None:
    """R26, R30: what lies face down was discarded before."""
    hands = (FIVE, FIVE, "hK _ _ _ _", "dK _ _ _ _")
    table = position(*hands, rows="s11", discards="d9 c8", discarded_by=[1, 0], discard_face_up=False)
    table.play("break", kings="hK dK")
    assert places(table, 2, "hK") == places(table, 3, "dK") == {"hand 0", "hand 1"}


def test_redeal_a_k_that_one_gave_is_still_there_when_the_discards_are_the_deck() -> None:
    """R17, R26: they lay face up, so it was not among them, and nobody has drawn it since."""
    hands = ("gift _ _ _ _", FIVE, "hK _ _ _ _", "dK _ _ _ _")
    discards = "sK h9 h10 hJ d3 dQ c2 cQ"
    table = position(*hands, rows="s11 h7", deck="cK d2", discards=discards).play("break", kings="hK dK")
    for _ in range(3):
        table.play(next(move for move in table.moves("discard") if not move.endswith("K")))
    assert "sK" in table.deck, "seat 2 has drawn the last two cards"
    assert places(table, 2, "hK") == places(table, 3, "dK") == {"hand 0", "hand 1"}


def test_r26_of_a_hand_that_gives_no_k_as_much_is_known_as_before() -> None:
    """Seat 1 has drawn one card of the new deck; its others are older."""
    hands, rows = ("d9 dK c8 c9 c10", "gift d10 dJ cJ cQ"), "s11 h11 d7 c6"
    table = position(*hands, rows=rows, deck="cK", discards="sK hK", risk="dQ", dealer=0).play("discard d9")
    table.play("discard cJ", draws="d9")
    before = table.view(None).memory["came"][1]
    assert len({low for low, _ in before}) == 2
    table.play("break", kings="dK cK")
    assert table.view(None).memory["came"][1][:-1] == before  # and the K that it is dealt


def test_redeal_one_sees_the_k_that_one_is_dealt() -> None:
    table = position(FIVE, FIVE, "hK _ _ _ _", "dK _ _ _ _", rows="s11").play("break", kings="hK dK")
    assert places(table, 0, "hK") == {"hand 0"}
    assert places(table, 0, "dK") == {"hand 1", "deck"}  # which K the other one is seat 0 does not know
    assert places(table, 0, "sK") == {"hand 1", "deck"}


def test_redeal_after_a_break_only_the_cards_dealt_then_are_ks() -> None:
    table = position(FIVE, FIVE, "hK _ _ _ _", "dK _ _ _ _", rows="s11").play("break", kings="hK dK")
    for eyes in (None, 2, 3):
        for world in worlds(table, eyes):
            kings = [sum(card.endswith("K") for card in world.hand(seat).split()) for seat in range(4)]
            assert kings == [1, 1, 0, 0]


def test_redeal_before_a_break_anybody_may_hold_a_k() -> None:
    table = position(FIVE, FIVE, "hK _ _ _ _", "dK _ _ _ _", rows="s11")
    assert places(table, 3, "hK") == {"hand 0", "hand 1", "hand 2", "deck"}


def test_redeal_after_a_break_without_ks_all_are_in_the_deck() -> None:
    table = position(FIVE, FIVE, FIVE, rows="s11").play("break")
    for eyes in (None, 0, 1):
        for king in ("sK", "hK", "dK", "cK"):
            assert places(table, eyes, king) == {"deck"}


def test_redeal_after_a_break_a_later_draw_may_be_a_k() -> None:
    table = position(FIVE, FIVE, FIVE, rows="s11").play("break")
    table.play(table.moves("discard")[0], draws="sK")
    assert places(table, 1, "sK") == {"hand 0", "deck"}
    assert places(table, 0, "hK") == {"deck"}


# ---- the Risk


def test_world_the_dealer_knows_the_risk_and_everybody_their_hand() -> None:
    """Before anything is dealt anew, too."""
    table = position("c9 _ _ _ _", FIVE, FIVE, rows="h4@3 s11", dealer=2).play("discard c9", draws="h4")
    for eyes in (None, 0, 1, 2):
        world = Position(GIFT.world(table.view(eyes)))
        assert world.view(2).risk == world.risk
        for seat in range(3):
            assert all(world.s.known[CARD_OF[card]] >> seat & 1 for card in world.hand(seat).split())


def test_redeal_the_risk_is_no_card_that_one_has_seen() -> None:
    """Seat 0 discards d9, which becomes the deck again; seat 1 has never seen it when face down."""
    rows = "s11 h11 d7 c6"
    for face_up, risk in ((True, set[str]()), (False, {"risk"})):
        table = position(
            "d9 _ _ _ _", "gift _ _ _ _", rows=rows, deck="cK", discards="sK hK", discard_face_up=face_up,
            discarded_by=[1, 1],
        ).play("discard d9")  # fmt: skip
        assert places(table, 1, "d9") & {"risk"} == risk
        assert "risk" not in places(table, 0, "d9")


def test_redeal_at_the_end_the_risk_is_known_to_all() -> None:
    table = position("sK", "_ _", "_ _", rows="s11 d5@2", final=True, risk="c8").play("success")
    assert places(table, 1, "c8", 50) == {"risk"}


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_worlds_show_what_is_seen(table: Table) -> None:
    assert_worlds_fit(GIFT, (step.after for step in walk(table, 7)), table[0], every=9, first_is_sound=False)
