"""R1 to R5: the cards, the dealer, the deal, the Risk and the rights."""

from __future__ import annotations

from collections import Counter

import pytest

from tefuda import Match
from tefuda.games.gift.game import GIFT, state_of
from tefuda.games.gift.moves import CARD_TEXTS, RANK_TEXTS
from tefuda.games.option import check_options
from tefuda.kernel.plain import Game

from .position import dealing, seen

HANDS = "s2 s3 s4 s5 s6 | h2 h3 h4 h5 h6 | d2 d3 d4 d5 d6 | c2 c3 c4 c5 c6"


def begin(seats: int, *drawn: list[int], **options: object) -> Game:
    """A new match, after chance has drawn this."""
    game = GIFT.begin(seats, check_options(GIFT.options, options))
    for things in drawn:
        game.deal(things)
    return game


def test_r1_a_bare_ace_for_each_suit() -> None:
    rows = seen(Match("gift", seed=1), None).rows
    assert list(rows) == ["s", "h", "d", "c"]
    assert all(row == {"direction": 0, "size": 0, "king": False, "gift": 0} for row in rows.values())


def test_r1_nobody_owns_a_row_yet() -> None:
    assert seen(Match("gift", seed=1), None).commitments == [None] * 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r2_any_seat_may_be_the_dealer_and_begins(seats: int) -> None:
    game = begin(seats)
    dealers = Counter(game.draw(seed)[0] for seed in range(1200))
    assert set(dealers) == set(range(seats))
    assert all(abs(count - 1200 / seats) < 120 for count in dealers.values())  # more than six standard deviations


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_r2_the_dealer_is_first_then_to_the_left(dealer: int) -> None:
    match = Match("gift", draw=dealing(HANDS, dealer, "cJ"))
    for turn in range(4):
        seat = (dealer + turn) % 4
        assert match.to_act == (seat,)
        match.play(seat, "hold")
        match.play(seat, match.moves(seat)[0])
    assert match.to_act == (dealer,)


def test_r3_forty_nine_cards() -> None:
    """44 process cards, 4 Ks and the Gift, each once."""
    pool, sides, count = begin(4, [0]).chance()
    assert sides == 1
    assert count == 20
    texts = [CARD_TEXTS[card] for card in pool]
    ranks = Counter(text[1:] for text in texts if text != "gift")
    assert len(texts) == len(set(texts)) == 49
    assert texts.count("gift") == 1
    assert ranks == Counter(dict.fromkeys(RANK_TEXTS, 4))


@pytest.mark.parametrize(("seats", "deck"), [(2, 38), (3, 33), (4, 28)])
def test_r3_five_cards_each(seats: int, deck: int) -> None:
    for seed in range(10):
        match = Match("gift", seats, seed)
        view = seen(match, None)
        assert view.hand_sizes == [5] * seats
        assert view.deck == deck
        hands = [card for seat in range(seats) for card in seen(match, seat).hand or []]
        assert len(set(hands)) == 5 * seats


def test_r4_the_risk_is_any_process_card_of_the_deck() -> None:
    """Ks and the Gift are never among what it is drawn from; nor are cards in hands."""
    hands = [CARD_TEXTS.index(card) for card in HANDS.replace("|", "").split()]
    pool, _, count = begin(4, [2], hands).chance()
    assert count == 1
    assert [CARD_TEXTS[card] for card in pool] == [suit + rank for suit in "shdc" for rank in RANK_TEXTS[5:11]]


def test_r4_each_of_them_alike() -> None:
    hands = [CARD_TEXTS.index(card) for card in HANDS.replace("|", "").split()]
    game = begin(4, [2], hands)
    found = Counter(game.draw(seed)[0] for seed in range(2400))
    assert len(found) == 24
    assert all(abs(count - 100) < 60 for count in found.values())  # six standard deviations


def test_r4_it_is_out_of_the_game_and_only_the_dealer_knows_it() -> None:
    match = Match("gift", draw=dealing(HANDS, 1, "cJ"))
    assert [seen(match, reader).risk for reader in (None, 0, 1, 2, 3)] == [None, None, "cJ", None, None]
    assert seen(match, 1).deck == 28
    match.play(1, "discard h6")
    match.play(1, "commit h")
    while match.result is None:  # until the match stalls
        seat = match.to_act[0]
        match.play(seat, next(move for move in match.moves(seat) if move.startswith(("discard", "commit"))))
    assert len(match.record.events) > 50
    assert not any("cJ" in str(event) for event in match.record.events[3:])


def test_r5_the_rights() -> None:
    match = Match("gift", draw=dealing(HANDS, 1, "cJ"))
    view = seen(match, None)
    assert (view.holds, view.offers, view.breaks) == ([True] * 4, [True] * 4, True)


def test_r5_only_the_dealer_may_break() -> None:
    match = Match("gift", draw=dealing(HANDS, 1, "cJ"))
    for seat in (1, 2, 3, 0):
        assert ("break" in match.moves(seat)) == (seat == 1)
        match.play(seat, "hold")
        match.play(seat, match.moves(seat)[0])
    assert "break" in match.moves(1)


def test_r5_each_right_once() -> None:
    game = begin(2)
    s = state_of(game)
    assert (s.hold[:2], s.offer[:2], s.unbroken) == ([1, 1], [1, 1], 1)
    match = Match("gift", 2, draw=dealing("s2 s3 s4 s5 s6 | h2 h3 h4 h5 h6", 0, "cJ"))
    for move in ("hold", "commit s", "hold", "commit h", "offer c 2", "offer d 2", "break", "discard s6"):
        match.play(match.to_act[0], move)
    view = seen(match, None)
    assert (view.holds, view.offers, view.breaks) == ([False] * 2, [False] * 2, False)
    for _ in range(2):
        seat = match.to_act[0]
        assert not {"hold", "break"} & set(match.moves(seat))
        assert not any(move.startswith("offer") for move in match.moves(seat))
        match.play(seat, next(move for move in match.moves(seat) if move.startswith("discard")))
