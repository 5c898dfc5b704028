"""R1 to R7, R18 and R21: the cards, the deal, the discards and the 1."""

from __future__ import annotations

from collections import Counter

import pytest

from tefuda import IllegalMove, Match
from tefuda.games.option import check_options
from tefuda.games.twentythree.game import TWENTYTHREE, state_of
from tefuda.kernel.plain import Game

from .position import DECK, hand_of, position, put_away, seen, starting


def begin(seats: int, holder: int = 0, **options: object) -> Game:
    """A new match after the 1 has gone to a seat, before the deal."""
    game = TWENTYTHREE.begin(seats, check_options(TWENTYTHREE.options, options))
    game.deal([holder])
    return game


# ---- R1, R2: what there is


def test_r1_cards() -> None:
    pool, sides, _ = begin(3).chance()
    assert sides == 1
    assert Counter(pool) + Counter([1]) == DECK
    assert DECK.total() == 66


def test_r1_the_back_of_the_1_differs() -> None:
    """So that everybody sees who is dealt it."""
    for holder in range(3):
        match = Match("twentythree", 3, draw=starting(holder))
        assert [seen(match, reader).holder for reader in (None, 0, 1, 2)] == [holder] * 4


def test_r2_twelve_bonus_chips_are_enough_for_four() -> None:
    assert sum(seen(Match("twentythree", 4, seed=2), None).bonus) == 12


def test_r2_penalty_chips_are_unlimited() -> None:
    table = position("2 3", "2 4", penalty=[50, 49]).play("pass", "force")
    assert table.penalty == [51, 51]


# ---- R3, R4: the deal


@pytest.mark.parametrize(("seats", "used"), [(2, 30), (3, 45), (4, 60)])
def test_r3_cards_used(seats: int, used: int) -> None:
    for seed in range(10):
        match = Match("twentythree", seats, seed)
        dealt = [hand_of(match, seat) for seat in range(seats)]
        cards = Counter(card for hand in dealt for card in hand)
        assert cards.total() == used
        assert cards <= DECK
        assert cards[1] == 1


def test_r3_every_card_but_the_1_may_be_removed() -> None:
    """In 200 deals for 2 seats some card of each number is missing once, and once all its cards are there."""
    missing, whole = set(), set()
    game = begin(2)
    for seed in range(200):
        cards = Counter(game.draw(seed))
        missing |= {v for v in range(2, 24) if cards[v] < DECK[v]}
        whole |= {v for v in range(2, 24) if cards[v] == DECK[v]}
    assert missing == whole == set(range(2, 24))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r3_any_seat_gets_the_1_alike(seats: int) -> None:
    game = TWENTYTHREE.begin(seats, check_options(TWENTYTHREE.options, {}))
    holders = Counter(game.draw(seed)[0] for seed in range(1200))
    assert set(holders) == set(range(seats))
    assert all(abs(count - 1200 / seats) < 120 for count in holders.values())  # more than six standard deviations


@pytest.mark.parametrize("holder", [0, 1, 2])
def test_r4_fifteen_each(holder: int) -> None:
    """The holder of the 1 as well, the 1 included."""
    match = Match("twentythree", 3, draw=starting(holder))
    for seat in range(3):
        hand = hand_of(match, seat)
        assert len(hand) == 15
        assert hand.count(1) == (seat == holder)


# ---- R5: bonus chips


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r5_three_bonus_chips_each_before_round_1(seats: int) -> None:
    assert seen(Match("twentythree", seats, seed=5), None).bonus == [3] * seats


def test_r5_none_are_added_for_round_2() -> None:
    table = position("22", "22", pile=21, bonus=[2, 0], left=[1]).play("play 22x1").deal(1)
    assert table.s.round == 2
    assert table.bonus == [2, 0]


# ---- R6: discards


def test_r6_three_cards_each_in_any_order_of_the_seats() -> None:
    match = Match("twentythree", 3, draw=starting(1, seed=6))
    hands = [hand_of(match, seat) for seat in range(3)]
    for place, seat in ((14, 2), (13, 0), (9, 2), (8, 1), (7, 1), (6, 0), (5, 0), (4, 2), (3, 1)):
        assert seen(match, None).phase == "discard"
        match.play(seat, f"discard {hands[seat][place]}")
        hands[seat][place] = 0
    assert seen(match, None).phase == "play"
    for seat in range(3):
        assert hand_of(match, seat) == [card for card in hands[seat] if card > 1]
        assert len(hand_of(match, seat)) == (11 if seat == 1 else 12)


@pytest.mark.parametrize("rounds", [1, 2])
def test_r6_it_is_nobody_s_turn_until_all_are_ready(rounds: int) -> None:
    match = Match("twentythree", 2, draw=starting(0))
    if rounds == 2:
        put_away(match)
        match.play(1, "leave")
        match.play(0, "leave")
    assert (seen(match, None).phase, state_of(match.record.last()).turn) == ("discard", -1)


def test_r6_never_the_1() -> None:
    match = Match("twentythree", 3, draw=starting(1))
    assert "discard 1" not in match.moves(1)
    assert match.moves(1) == [f"discard {card}" for card in sorted(set(hand_of(match, 1)) - {1})]
    with pytest.raises(IllegalMove):
        match.play(1, "discard 1")


def test_r6_no_more_copies_than_the_hand_has() -> None:
    """Once a seat has put its only copy away, it has no such card; of three copies all may go."""
    game = begin(2)
    game.deal([5, 5, 5, *range(6, 17), 2, 3, 4, *range(6, 18)])
    five, six = TWENTYTHREE.parse_move("discard 5"), TWENTYTHREE.parse_move("discard 6")
    other = game.clone()
    game.apply(0, six)
    assert six not in game.legal(0)
    for _ in range(3):
        assert five in other.legal(0)
        other.apply(0, five)
    assert other.legal(0) == []


def test_r6_every_number_from_2_to_23_may_be_put_away() -> None:
    game = begin(2)
    game.deal([*range(2, 16), *range(10, 24), 23])
    moves = [[TWENTYTHREE.move_text(action) for action in game.legal(seat)] for seat in range(2)]
    assert moves == [[f"discard {v}" for v in cards] for cards in (range(2, 16), range(10, 24))]


def test_r6_who_has_put_three_away_waits_for_the_others() -> None:
    match = put_away(Match("twentythree", 3, draw=starting(0)), [0, 2])
    assert match.moves(0) == match.moves(2) == []
    assert match.to_act == (1,)
    with pytest.raises(IllegalMove):
        match.play(0, f"discard {hand_of(match, 0)[-1]}")
    assert seen(put_away(match, [1]), None).phase == "play"


# ---- R7: the 1


@pytest.mark.parametrize(("holder", "first"), [(0, 1), (1, 2), (2, 0)])
def test_r7_the_1_is_laid_and_the_next_seat_acts(holder: int, first: int) -> None:
    match = Match("twentythree", 3, draw=starting(holder))
    put_away(match)
    view = seen(match, None)
    assert view.pile == {"value": 1, "cards": [1]}
    assert view.hand_sizes == [11 if seat == holder else 12 for seat in range(3)]
    assert (view.to_act, match.to_act) == ([first], (first,))
    assert (view.penalty, view.bonus, view.forced) == ([0, 0, 0], [3, 3, 3], None)
    assert all(1 not in hand_of(match, seat) for seat in range(3))


def test_r7_without_a_decision() -> None:
    """The record has the deal and nine discards, and no move for the 1."""
    match = put_away(Match("twentythree", 3, draw=starting(0)))
    assert len(match.record.events) == 2 + 9
    assert seen(match, None).turns == 0


# ---- R18: round 2


def test_r18_all_cards_again() -> None:
    table = position("22", "9 9", pile=21, left=[1], penalty=[7, 4]).play("play 22x1")
    assert table.s.round == 2
    table.game.deal([1])
    pool, _, count = table.game.chance()
    assert Counter(pool) + Counter([1]) == DECK
    assert count == 29
    table.game.deal(table.game.draw(18))
    view = table.view(1)
    assert (view.holder, view.phase, view.hand_sizes) == (1, "discard", [15, 15])
    assert (view.pile, view.out, view.forced, view.turns) == ({"value": 0, "cards": []}, ["", ""], None, 0)
    assert view.penalty == [4, 4]


def test_r18_discards_and_the_1_again() -> None:
    match = put_away(Match("twentythree", 2, draw=starting(1)))
    for seat in (0, 1):
        match.play(seat, "leave")
    assert seen(match, None).round == 2
    assert seen(match, None).penalty == [12, 11]
    put_away(match)
    view = seen(match, None)
    assert (view.hand_sizes, view.to_act, view.pile["value"]) == ([12, 11], [0], 1)


def test_r18_what_was_known_of_a_hand_is_forgotten() -> None:
    table = position("2", "22", pile=21, forced=0, turn=0).play("pass")
    assert table.view(1).below == [21, 24]
    table.play("play 22x1", "leave").deal(0)
    assert table.view(1).below == [24, 24]


# ---- R21: for learning


@pytest.mark.parametrize(("seats", "used"), [(2, 24), (3, 36), (4, 48)])
def test_r21_twelve_cards_and_no_discards(seats: int, used: int) -> None:
    match = Match("twentythree", seats, draw=starting(seats - 1), learn12=True)
    dealt = match.record.events[1].text.removeprefix("deal ").split(" | ")
    cards = Counter(int(card) for hand in dealt for card in hand.split())
    assert [len(hand.split()) for hand in dealt] == [12] * seats
    assert cards.total() == used
    assert cards <= DECK
    assert cards[1] == 1
    view = seen(match, 0)
    assert (view.phase, view.pile["value"], view.to_act) == ("play", 1, [0])
    assert view.hand_sizes == [12] * (seats - 1) + [11]
    assert view.discards == []


def test_r21_in_round_2_as_well() -> None:
    match = Match("twentythree", 2, draw=starting(1), learn12=True)
    match.play(0, "leave")
    match.play(1, "leave")
    view = seen(match, None)
    assert (view.round, view.phase, view.hand_sizes, view.bonus) == (2, "play", [12, 11], [3, 3])
