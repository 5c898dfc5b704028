"""Section 3 of the rules: who may know what."""

from __future__ import annotations

import random

import pytest

from tefuda import Match
from tefuda.games.gift.game import GIFT
from tests.games.walking import Table

from .position import READERS, Position, dealing, lines, position, seen
from .walk import IDS, TABLES

FIVE = "_ _ _ _ _"
HANDS = "s2 s3 s4 s5 sK | h2 h3 h4 h5 hK | d2 d3 d4 d5 dK | c2 c3 c4 c5 c6"


def assert_alike(one: Position, two: Position, readers: list[int | None]) -> None:
    """What these readers get is the same in both, and what one of the others gets is not."""
    for reader in readers:
        assert one.view(reader).to_dict() == two.view(reader).to_dict()
    others = [seat for seat in range(one.game.seats) if seat not in readers]
    assert any(one.view(seat) != two.view(seat) for seat in others)


# ---- hands, deck and Risk


def test_hand_only_its_owner_sees_it() -> None:
    one = position("h4 d9 cK", "s5 s6 s7", "gift c2 c3", rows="h2")
    two = position("h4 d9 cK", "gift c3 s7", "c2 s5 s6", rows="h2")
    assert one.view(0).hand == ["h4", "d9", "cK"]
    assert one.view(None).hand is None
    assert one.moves() == two.moves()
    assert_alike(one, two, [None, 0])


def test_deck_nobody_sees_it() -> None:
    """A card of another hand and one of the deck change places."""
    one = position("h4 d9 cK", "s5 s6 s7", FIVE, rows="h2", risk="d4")
    two = position("h4 d9 cK", "s5 s6 s8", FIVE, rows="h2", risk="d4")
    assert "s8" in one.deck
    assert "s7" in two.deck
    assert_alike(one, two, [None, 0, 2])


def test_risk_only_the_dealer_sees_it() -> None:
    one = position(FIVE, "s5 s6 s7 s8 s9", "h5 h6 h7 h8 h9", dealer=1, risk="h10")
    two = position(FIVE, "s5 s6 s7 s8 s9", "h5 h6 h7 h8 h9", dealer=1, risk="s10")
    assert one.view(1).risk == "h10"
    assert_alike(one, two, [None, 0, 2])


def test_view_has_no_hidden_card_in_it() -> None:
    """In the first lap nothing but the seat's own hand, and for the dealer the Risk, is in a view."""
    match = Match("gift", draw=dealing(HANDS, 1, "cJ"))
    for reader in READERS:
        text = str({name: value for name, value in seen(match, reader).to_dict().items() if name != "hand"})
        for card in HANDS.replace("|", "").split():
            assert f"'{card}'" not in text
        assert ("'cJ'" in text) == (reader == 1)


# ---- the record


def test_record_of_the_deal() -> None:
    match = Match("gift", draw=dealing(HANDS, 1, "cJ"))
    whole = HANDS.split(" | ")
    for reader in READERS:
        events = [str(event) for event in match.record.seen_by(reader).events]
        hands = [whole[seat] if seat == reader else "? ? ? ? ?" for seat in range(4)]
        assert events == ["* dealer 1", "* deal " + " | ".join(hands), f"* risk {'cJ' if reader == 1 else '?'}"]


def test_record_of_a_draw() -> None:
    match = Match("gift", draw=dealing(HANDS, 1, "cJ", "gift"))
    match.play(1, "place h2")
    for reader in READERS:
        assert lines(match, reader) == ["1 place h2", f"* draw 1 {'gift' if reader == 1 else '?'}"]


def test_record_of_offers_is_open() -> None:
    match = Match("gift", draw=dealing(HANDS, 1, "cJ", "gift"))
    for seat, move in ((1, "offer c 2"), (1, "commit h"), (2, "offer s Q"), (2, "commit d")):
        match.play(seat, move)
    for reader in READERS:
        drawn = "gift" if reader == 3 else "?"
        start = ["1 offer c 2", "* answer 3 c2", f"* draw 3 {drawn}", "1 commit h"]
        assert lines(match, reader) == [*start, "2 offer s Q", "* nobody", "2 commit d"]


def test_record_of_a_swap_is_open() -> None:
    hands = "s2 s3 s4 s5 sK | gift h3 h4 h5 hK | d2 d3 d4 d5 dK | c2 c3 c4 c5 h2"
    match = Match("gift", draw=dealing(hands, 1, "cJ"))
    match.play(1, "place gift h3")
    for reader in READERS:
        assert lines(match, reader)[:2] == ["1 place gift h3", "* swap 3 h2"]
        assert seen(match, reader).open == {"gift": 3}


def test_record_of_a_break_shows_each_the_own_ks() -> None:
    """The dealer is seat 1; three Ks go to the seats 1, 2 and 3. How many each laid down is open, which are not."""
    match = Match("gift", draw=dealing(HANDS, 1, "cJ"))
    match.play(1, "break")
    kings = match.record.events[-1].text.split()[1:]
    assert sorted(kings) == ["dK", "hK", "sK"]
    for reader in READERS:
        shown = [card if reader == seat else "?" for seat, card in zip((1, 2, 3), kings, strict=True)]
        assert lines(match, reader) == ["1 break = 1 1 1 0", " ".join(["* kings", *shown])]
        assert seen(match, reader).given == [1, 1, 1, 0]
        assert seen(match, reader).hand_sizes == [4, 5, 5, 6]


@pytest.mark.parametrize("face_up", [True, False])
def test_record_of_a_discard(face_up: bool) -> None:
    match = Match("gift", draw=dealing(HANDS, 1, "cJ"), discard_face_up=face_up)
    match.play(1, "discard h5")
    for reader in READERS:
        shown = face_up or reader == 1
        assert lines(match, reader)[0] == f"1 discard {'h5' if shown else '?'}"
        assert seen(match, reader).discards == ["h5" if shown else "?"]
        assert seen(match, reader).discarders == [1]


def test_record_of_a_face_down_pile_that_is_turned_over() -> None:
    """Its discarder knows what comes off it, whoever draws it; others see who draws, not what."""
    rows = "s11 h11 d7 c6"
    table = position(
        "d9 _ _ _ _", "gift _ _ _ _", rows=rows, deck="cK", discards="sK hK", discarded_by=[1, 0],
        discard_face_up=False, shuffle_recycle=False,
    ).play("discard d9")  # fmt: skip
    assert [table.view(reader).memory["order"] for reader in (None, 0, 1)] == [
        ["?", "?", "?"],
        ["?", "hK", "d9"],
        ["sK", "?", "?"],
    ]
    assert table.view(None).memory["order_by"] == [1, 0, 0]
    game = table.game.clone()
    game.apply(1, GIFT.parse_move(table.moves("discard")[0]))
    read = [GIFT.seen_chance(game, [11], reader) for reader in (None, 0, 1)]
    assert read == ["draw 1 ?", "draw 1 ?", "draw 1 sK"]


# ---- what is public


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_public_what_is_the_same_for_all(table: Table) -> None:
    own = {"seat", "hand", "risk", "discards", "known", "memory"}
    seats, options, _ = table
    rng = random.Random(5)
    match = Match("gift", seats, seed=5, **options)
    while match.actor is not None:
        spectator = seen(match, None).to_dict()
        for seat in range(seats):
            view = seen(match, seat).to_dict()
            assert {name for name in view if view[name] != spectator[name]} <= own
            for name in ("clock", "turned", "broke", "came", "since", "until", "order_by"):
                assert view["memory"][name] == spectator["memory"][name]
        match.play(match.actor, rng.choice(match.moves(match.actor)))


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_public_known_cards_are_where_they_are_said_to_be(table: Table) -> None:
    seats, options, _ = table
    rng = random.Random(6)
    match = Match("gift", seats, seed=6, **options)
    while match.actor is not None:
        for reader in (None, *range(seats)):
            view = seen(match, reader)
            for card, seat in (view.open | view.known).items():
                assert card in (seen(match, seat).hand or [])
                assert seat != reader or card in view.open
        match.play(match.actor, rng.choice(match.moves(match.actor)))


# ---- what everybody can work out


def test_open_the_holder_of_the_gift_after_a_swap() -> None:
    table = position("c9 _ _ _ _", FIVE, rows="h4@3").play("discard c9", draws="h4")
    assert [table.view(reader).open for reader in (None, 0, 1)] == [{"gift": 0}] * 3


def test_open_until_it_is_laid_again() -> None:
    table = position("gift h6 _ _ _", FIVE, rows="h3", shown="gift", risk="h5")
    assert table.view(1).open == {"gift": 0}
    assert table.play("place gift h6").view(1).open == {}


def test_open_a_stuck_player_shows_the_gift() -> None:
    table = position("gift", "_ _", rows="h3", final=True, hold=[0, 0], offer=[0, 0], unbroken=False)
    assert table.view(1).open == {}
    assert table.play("pass").view(1).open == {"gift": 0}


def test_open_the_hand_of_whoever_goes_on_in_the_create_chain() -> None:
    """Otherwise the mission would have failed at once."""
    table = position("sK", "hK", rows="s11 h11@3", final=True, mode="create").play("success")
    assert table.view(None).open == {"hK": 1}


def test_since_a_failed_offer_shows_that_nobody_has_the_card() -> None:
    table = position(FIVE, FIVE, FIVE, rows="s3").play("offer s 5")
    for reader in (None, 0, 1, 2):
        memory = table.view(reader).memory
        assert memory["since"] == {"s5": 2}
        assert memory["clock"] == 2
        assert memory["came"] == [[[1, 1]] * 5] * 3  # all hands are older


def test_seen_a_card_lost_from_sight() -> None:
    """Whoever discarded it knows, also after it has become the deck, that it is not the Risk."""
    rows = "s11 h11 d7 c6"
    table = position(
        "d9 _ _ _ _", "gift _ _ _ _", rows=rows, deck="cK", discards="sK hK", discarded_by=[1, 1], dealer=1,
        discard_face_up=False,
    ).play("discard d9")  # fmt: skip
    assert table.view(0).memory["seen"] == table.view(0).memory["stocked"] == ["d9"]
    assert table.view(1).memory["stocked"] == ["sK", "hK"]


def test_gave_a_seat_remembers_its_own_ks() -> None:
    table = position("_ _ _ _ _", "sK _ _ _ _", "hK _ _ _ _").play("break", kings="hK sK")
    gave = [table.view(reader).memory["gave"] for reader in (None, 0, 1, 2)]
    assert gave == [[], [], [], ["hK"]]  # seat 1 was dealt its own K again


def test_known_a_face_down_discard_drawn_from_a_known_deck() -> None:
    """Seat 0 turned d9 up as the deck's only card: it knows who draws it."""
    table = position(
        "d9 _ _ _ _", "gift _ _ _ _", rows="s11 h11 d7 c8", deck="cK", discard_face_up=False
    ).play("discard d9")  # fmt: skip
    assert table.view(1).memory["order"] == ["?"]
    table.play(table.moves("discard")[0])
    assert "d9" in table.hand(1)
    assert [table.view(reader).known for reader in (None, 0, 1)] == [{}, {"d9": 1}, {}]
