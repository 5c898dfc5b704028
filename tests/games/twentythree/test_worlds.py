"""The worlds that a seat cannot rule out, counted."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb, sqrt

import pytest

from tefuda import Match
from tefuda.games.twentythree.game import TWENTYTHREE, state_of
from tefuda.games.twentythree.state import State
from tests.games.walking import Table, assert_worlds_fit

from .position import DECK, Position, hand_of, position, put_away, seen, starting
from .walk import IDS, TABLES, walk

# A world is the others' hands and discards: for each seat two sets of numbers. In these positions every number that is
# unseen is unseen once, so that a set of numbers is a set of cards.
World = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
Place = tuple[int, str, int]  # seat, "hand" or "discards", card
SAMPLES = 3000


def tiny(unseen: str, hands: list[str], below: list[int]) -> Position:
    """Seat 0 has seen all cards but these few: the others' hands, their discards, and the box."""
    hidden = [int(card) for card in unseen.split()]
    rest = sorted((DECK - Counter(hidden) - Counter([1])).elements())
    mine, away, laid = rest[:12], rest[12:15], rest[15:]
    assert len(laid) + 1 <= 48
    others = [card for hand in hands for card in map(int, hand.split())]
    free = [card for card in hidden if card not in others]
    discards = [away, *(free[3 * i : 3 * i + 3] for i in range(len(hands)))]
    return position(
        " ".join(map(str, mine)),
        *hands,
        laid=" ".join(map(str, [1, *laid])),
        pile=laid[-1],
        below=[24, *below],
        discards=[" ".join(map(str, cards)) for cards in discards],
    )


def world(s: State) -> World:
    return tuple(
        (
            tuple(v for v in range(24) for _ in range(s.hand[seat][v])),
            tuple(sorted(s.discards[seat][: s.discarded[seat]])),
        )
        for seat in range(1, s.seats)
    )


def hand_in(s: State, seat: int) -> list[int]:
    return [v for v in range(24) for _ in range(s.hand[seat][v])]


def sampled(table: Position) -> Counter[World]:
    base = TWENTYTHREE.world(table.view(0))
    return Counter(world(state_of(base.redeal(0, seed))) for seed in range(SAMPLES))


def possible(table: Position) -> set[World]:
    """All ways to give the unseen cards to the hands, each below its bound, and the discards; the box has the rest."""
    s = table.s
    seen_cards = Counter(s.laid[: s.laid_size]) + Counter(v for v in range(24) for _ in range(s.hand[0][v]))
    unseen = sorted((DECK - seen_cards - Counter(s.discards[0])).elements())
    found: list[tuple[World, list[int]]] = [((), unseen)]
    for seat in range(1, s.seats):
        wider = []
        for before, free in found:
            low = [v for v in free if v < s.below[seat]]
            for hand in combinations(low, s.hand_size[seat]):
                left = [v for v in free if v not in hand]
                for away in combinations(left, 3):
                    wider.append(((*before, (hand, away)), [v for v in left if v not in away]))
        found = wider
    assert len({one for one, _ in found}) == len(found)
    return {one for one, _ in found}


def assert_even(found: Counter[World], expected: set[World]) -> None:
    """Only these worlds, and each card in each place as often as in all of them, up to five standard deviations."""
    assert set(found) <= expected
    samples = found.total()
    listed, met = Counter[Place](), Counter[Place]()
    for one in expected:
        listed.update(places(one))
    for one, times in found.items():
        for place in places(one):
            met[place] += times
    for place in listed:
        share = listed[place] / len(expected)
        assert met[place] / samples == pytest.approx(share, abs=5 * sqrt(share * (1 - share) / samples)), place


def places(one: World) -> list[Place]:
    return [
        (seat, zone, card)
        for seat, zones in enumerate(one, 1)
        for zone, cards in zip(("hand", "discards"), zones, strict=True)
        for card in cards
    ]


def test_redeal_reaches_exactly_the_possible_worlds() -> None:
    """Seven unseen cards: two in the other hand, three put away, two in the box."""
    table = tiny("3 5 8 12 15 18 21", ["5 15"], [24])
    expected = possible(table)
    assert len(expected) == comb(7, 2) * comb(5, 3)
    found = sampled(table)
    assert set(found) == expected
    assert_even(found, expected)


def test_redeal_keeps_a_hand_below_what_it_showed() -> None:
    """The other hand has two of the 3, 5 and 8; its discards and the box may have the third, and higher cards."""
    table = tiny("3 5 8 12 15 18 21", ["5 8"], [9])
    expected = possible(table)
    assert len(expected) == 3 * comb(5, 3)
    found = sampled(table)
    assert set(found) == expected
    assert_even(found, expected)


@pytest.mark.parametrize(("hands", "below"), [(["3", "12"], [6, 13]), (["12", "3"], [13, 6])])
def test_redeal_with_two_bounds(hands: list[str], below: list[int]) -> None:
    """One hand is below 6, the other below 13, whichever sits first; six cards are put away, one is in the box."""
    table = tiny("3 5 8 12 15 18 20 21 22", hands, below)
    expected = possible(table)
    assert len(expected) == 2 * 3 * comb(7, 3) * comb(4, 3)
    found = sampled(table)
    assert {tuple(zones[0] for zones in one) for one in found} == {tuple(zones[0] for zones in one) for one in expected}
    assert_even(found, expected)


def test_redeal_of_equal_cards() -> None:
    """Of an 8 and two 9s the hand has one card: twice as often a 9."""
    hands = Counter(one[0][0][0] for one in sampled(tiny("8 9 9 20 21", ["9"], [10])).elements())
    assert set(hands) == {8, 9}
    assert abs(hands[9] / SAMPLES - 2 / 3) < 5 * sqrt(2 / 9 / SAMPLES)


@pytest.mark.parametrize("ready", [False, True])
def test_redeal_during_the_discards(ready: bool) -> None:
    """How many cards others have put away is unknown, but not all can be ready, or play would have begun."""
    match = Match("twentythree", 3, draw=starting(1))
    for card in hand_of(match, 0)[-3:] if ready else hand_of(match, 0)[-1:]:
        match.play(0, f"discard {card}")
    view = seen(match, 0)
    base = TWENTYTHREE.world(view)
    progress = set()
    for seed in range(400):
        game = base.redeal(0, seed)
        s = state_of(game)
        assert TWENTYTHREE.view(game, 0) == view
        assert game.sound() == 0
        assert s.hand[1][1] == 1  # the 1 stays with its holder
        progress.add((s.discarded[1], s.discarded[2]))
    expected = {(a, b) for a in range(4) for b in range(4)}
    assert progress == (expected - {(3, 3)} if ready else expected)


def test_redeal_for_a_spectator() -> None:
    """All hands are dealt anew, each within its bound."""
    table = position("3 8", "20 4", "21 2", pile=9, forced=0).play("pass")
    hands = set()
    for seed in range(200):
        s = state_of(table.game.redeal(None, seed))
        assert max(v for v in range(24) if s.hand[0][v]) < 9
        hands.add(tuple(v for v in range(24) for _ in range(s.hand[0][v])))
    assert len(hands) > 20


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_worlds_show_what_is_seen(table: Table) -> None:
    assert_worlds_fit(TWENTYTHREE, (step.after for step in walk(table, 7)), table[0], every=9)


@pytest.mark.parametrize("ready", [False, True])
def test_redeal_deals_every_card_that_is_unseen(ready: bool) -> None:
    """From a 2 to a 23, each as often as it is unseen: the other seat may hold all copies of it."""
    match = Match("twentythree", 2, draw=starting(0))
    unseen = DECK - Counter([1, *hand_of(match, 0)])
    if ready:
        put_away(match)
    base = TWENTYTHREE.world(seen(match, 0))
    found = [Counter(hand_in(state_of(base.redeal(0, seed)), 1)) for seed in range(1500)]
    assert {card: max(one[card] for one in found) for card in unseen} == unseen


def test_r6_what_others_put_away_are_cards_in_every_world() -> None:
    match = Match("twentythree", 3, draw=starting(0))
    put_away(match)
    base = TWENTYTHREE.world(seen(match, 0))
    for game in (base, base.redeal(0, 1)):
        assert all(card in DECK and card != 1 for seat in (1, 2) for card in state_of(game).discards[seat][:3])


def test_redeal_takes_a_hand_away_before_it_deals_another() -> None:
    table = position("3 8", "22 23 23 21", pile=9)
    for seed in range(50):
        game = table.game.redeal(0, seed)
        assert len(hand_in(state_of(game), 1)) == 4


def test_redeal_with_a_bound_just_below_the_highest() -> None:
    """The first hand is below 23; whether the second is the 23 is left to chance."""
    table = tiny("3 5 8 12 15 18 20 21 23", ["5", "23"], [23, 24])
    assert_even(sampled(table), possible(table))


@pytest.mark.parametrize(("hand", "below", "fits"), [("2 2", 3, True), ("2 3", 3, True), ("2 3 4", 3, False)])
def test_redeal_says_when_no_world_fits(hand: str, below: int, fits: bool) -> None:
    """Two cards are below 3; three cards that all are would be none of the game's worlds."""
    table = position("20 21", hand, pile=9, below=[24, below])
    if fits:
        assert hand_in(state_of(table.game.redeal(0, 1)), 1) == [2, 2]
    else:
        with pytest.raises(ValueError, match="world"):
            table.game.redeal(0, 1)
