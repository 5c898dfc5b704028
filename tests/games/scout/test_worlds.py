"""The worlds that a seat cannot rule out, counted; and views when the hidden cards of others are changed."""

from __future__ import annotations

import random
from itertools import combinations, permutations, product

import pytest

from tefuda import GAMES, Match
from tefuda.games.scout.game import state_of
from tefuda.games.scout.rules import face
from tefuda.games.scout.state import CARD, DOUBLE, KNOWN, PLACED, TURN, TWELVE, State
from tests.games.walking import assert_worlds_fit

from .position import seen
from .walk import TABLES, walk

SCOUT = GAMES["scout"]


def card(text: str, flags: int = 0) -> int:
    up, down = text.split("/")
    return int(up) | int(down) << 4 | flags


def position(phase: int, mine: list[int], theirs: list[list[int]], table: list[int]) -> State:
    """Three seats; every card that is nowhere is gone, as seat 0's score cards."""
    s = State()
    s.seats, s.turn_cap, s.round, s.phase, s.turn, s.owner = 3, 600, 1, phase, 1, 2
    for seat, hand in enumerate([mine, *theirs]):
        s.hand_size[seat] = len(hand)
        s.hands[seat][: len(hand)] = hand
        s.chosen[seat] = 1
    s.table_size = len(table)
    s.table[: len(table)] = table
    s.captured[0] = 36 - len(mine) - len(table) - sum(map(len, theirs))
    return s


def hands(s: State) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(c & CARD for c in s.hands[seat][: s.hand_size[seat]]) for seat in range(s.seats))


def turned(c: int) -> int:
    return c >> 4 & 15 | (c & 15) << 4


def both(cards: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The cards in this order, each either way up."""
    return set(product(*((c, turned(c)) for c in cards)))


def worlds(s: State) -> set[tuple[tuple[int, ...], ...]]:
    found = set()
    world = SCOUT.world(SCOUT.view(SCOUT.engine.Game.unpack(s.pack(), 3), 0))
    for seed in range(3500):
        game = world.redeal(0, seed)
        found.add(hands(state_of(game)))
    return found


def test_redeal_reaches_exactly_the_possible_worlds() -> None:
    """Seat 1 holds a card that everybody saw and one unseen, seat 2 two unseen ones."""
    unseen = [card("3/7"), card("4/8"), card("5/9")]
    s = position(TURN, [card("1/2")], [[unseen[0], card("6/9", KNOWN)], unseen[1:]], [card("2/4")])
    expected = set()
    for first in unseen:
        rest = [c for c in unseen if c != first]
        for one in both((first, card("6/9"))) | both((card("6/9"), first)):
            for two in both((rest[0], rest[1])) | both((rest[1], rest[0])):
                expected.add((hands(s)[0], one, two))
    assert len(expected) == 3 * 8 * 8
    assert worlds(s) == expected


def test_redeal_keeps_a_card_whose_place_everybody_saw() -> None:
    unseen = [card("3/7"), card("4/8"), card("5/9")]
    s = position(TURN, [card("1/2")], [[unseen[0], card("6/9", KNOWN | PLACED), unseen[1]], [unseen[2]]], [card("2/4")])
    s.insert_visible = 1
    expected = set()
    for order in permutations(unseen):
        for a, b, c in both(order):
            expected.add((hands(s)[0], (a, card("6/9"), b), (c,)))
    assert len(expected) == 6 * 8
    assert worlds(s) == expected


def test_redeal_gives_a_seat_that_must_play_something_to_play() -> None:
    """R20: seat 1 has made the scout half of a Double Action, so it can beat the 8 that is left."""
    unseen = [card("3/7"), card("4/6"), card("5/9")]
    s = position(DOUBLE, [card("1/2")], [[unseen[2], card("2/3", KNOWN)], unseen[:2]], [card("8/1")])
    found = worlds(s)
    assert len(found) > 10
    for _, one, _ in found:
        values = [c & 15 for c in one]
        assert max(values) > 8 or abs(values[0] - values[1]) <= 1
    pairs = {tuple(sorted(min(c, turned(c)) for c in one)) for _, one, _ in found}
    assert len(pairs) == 3, "each of the three unseen cards can be the one that lets seat 1 play"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_swapping_hidden_cards_changes_nothing_for_the_others(seats: int) -> None:
    """Cards that nobody ever saw are swapped in the deal; the reader's record and views stay the same."""
    rng = random.Random(seats)
    swapped = 0
    for seed in range(12):
        match = Match("scout", seats, seed, edition="short")
        while match.to_act and len(match.record.events) < 25:
            seat = rng.choice(match.to_act)
            plays = [move for move in match.moves(seat) if not move.startswith("double")]
            match.play(seat, rng.choice(plays))
        lines = str(match.record).splitlines()
        deal = next(i for i, line in enumerate(lines) if line.startswith("* deal"))
        dealt = [hand.split() for hand in lines[deal].removeprefix("* deal ").split(" | ")]
        seen = {frozenset(c.split("/")) for c in str(match.record.seen_by(None)).replace("=", " ").split() if "/" in c}
        for (a, b), reader in zip(combinations(range(1, seats), 2), range(1), strict=False):
            hidden = [[i for i, c in enumerate(dealt[s]) if frozenset(c.split("/")) not in seen] for s in (a, b)]
            if not all(hidden):
                continue
            i, j = hidden[0][0], hidden[1][0]
            other = [list(hand) for hand in dealt]
            other[a][i], other[b][j] = dealt[b][j], dealt[a][i]
            changed = [*lines]
            changed[deal] = "* deal " + " | ".join(" ".join(hand) for hand in other)
            again = Match.replay("\n".join(changed))
            assert again != match
            assert str(again.record.seen_by(reader)) == str(match.record.seen_by(reader))
            assert again.view(reader) == match.view(reader)
            assert again.view(None) == match.view(None)
            assert list(again.story(reader)) == list(match.story(reader))
            swapped += 1
    assert swapped > 3


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_worlds_show_what_is_seen(edition: str, seats: int) -> None:
    assert_worlds_fit(SCOUT, (step.after for step in walk(edition, seats, 7)), seats, every=9)


@pytest.mark.parametrize("ready", [False, True])
def test_a17_worlds_leave_open_who_else_has_chosen(ready: bool) -> None:
    """But not all have, or play would have begun."""
    match = Match("scout", 3, seed=1)
    if ready:
        match.play(0, "keep")
    base = SCOUT.world(match.view(0))
    found = {tuple(state_of(base.redeal(0, seed)).chosen[1:3]) for seed in range(80)}
    every = set(product((0, 1), repeat=2))
    assert found == (every - {(1, 1)} if ready else every)


def test_a15_a_1_2_that_was_set_aside_in_round_1_is_in_a_hand_in_round_2() -> None:
    looked = 0
    for seed in range(12):
        match, rng = Match("scout", 2, seed=seed, edition="oink", start_player="holder12"), random.Random(seed)
        dealt = any(sorted(card) == [1, 2] for seat in (0, 1) for card in seen(match, seat).hand or [])
        while seen(match, None).round == 1:
            match.play(match.to_act[0], rng.choice(match.moves(match.to_act[0])))
        for reader in (None, 0, 1):
            base = SCOUT.world(match.view(reader))
            for world in [base, *(base.redeal(reader, other) for other in range(20))]:
                s = state_of(world)
                held = {
                    face(card & CARD) for hand, size in zip(s.hands, s.hand_size, strict=True) for card in hand[:size]
                }
                assert (TWELVE in held) is not dealt
                assert world.sound() == 0
        looked += not dealt
    assert 0 < looked < 12
