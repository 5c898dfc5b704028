"""R5 to R9: the start player, the deal and the choice to turn the hand."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from tefuda import Event, IllegalMove, Match
from tefuda.games.option import check_options
from tefuda.games.scout.game import SCOUT, state_of
from tefuda.games.scout.state import START

from .position import position, seen, starting
from .walk import TABLES, hand_of, table_of, walk


def hand(match: Match, seat: int) -> list[list[int]]:
    return seen(match, seat).hand or []


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r5_random_start_player(seats: int) -> None:
    """The bounds are five standard deviations wide; the seeds are fixed."""
    matches = [Match("scout", seats, seed=seed) for seed in range(300)]
    starts = Counter(seen(match, None).start for match in matches)
    spread = 5 * (300 * (seats - 1)) ** 0.5 / seats
    assert set(starts) == set(range(seats))
    assert all(abs(count - 300 / seats) < spread for count in starts.values())
    for match in matches[:20]:
        assert match.record.events[-1] == Event(None, f"start {seen(match, None).start}")


def test_r5_nobody_starts_before_it_is_drawn() -> None:
    game = SCOUT.begin(3, check_options(SCOUT.options, {}))
    assert state_of(game).start == -1
    game.deal(game.draw(1))
    assert (state_of(game).phase, state_of(game).start) == (START, -1)
    game.deal([2])
    assert state_of(game).start == 2


def test_r5_the_start_player_has_the_first_turn() -> None:
    for start in range(4):
        match = Match("scout", 4, draw=starting(start))
        for seat in (3, 1, 0, 2):
            match.play(seat, "keep")
        assert match.to_act == (start,)


def test_r6_each_round_begins_with_markers_and_without_chips() -> None:
    last = position("7 7", "4 6 8", "2 9", table="5 5", chips=[2, 3, 1], captured=[1, 0, 4], markers=[0, 0, 1])
    last.play("play 1+2")
    assert last.scores == [3 + 2, 3 - 3, 5 - 2]  # noted
    last.game.deal(last.game.draw(1))
    assert last.s.round == 2
    assert last.markers == [1, 1, 1]
    assert last.chips == [0, 0, 0]
    assert last.captured == [0, 0, 0]
    assert last.table == ""
    assert last.scores == [5, 0, 3]


@pytest.mark.parametrize(("seats", "size"), [(3, 12), (4, 11), (5, 9)])
def test_r7_everything_is_dealt(seats: int, size: int) -> None:
    match = Match("scout", seats, seed=3)
    hands = [hand(match, seat) for seat in range(seats)]
    assert [len(cards) for cards in hands] == [size] * seats
    faces = {tuple(sorted(card)) for cards in hands for card in cards}
    assert len(faces) == {3: 36, 4: 44, 5: 45}[seats]


def test_r7_order_and_orientation_are_shuffled() -> None:
    """Of 200 deals: 44 cards lie either way up, and each seat's first card is now this, now that one."""
    low_up: Counter[tuple[int, ...]] = Counter()
    first: Counter[tuple[int, ...]] = Counter()
    for seed in range(200):
        match = Match("scout", 4, seed=seed)
        for seat in range(4):
            cards = hand(match, seat)
            low_up.update(tuple(card) for card in cards if card[0] < card[1])
            first[tuple(sorted(cards[0]))] += 1
    assert len(low_up) == 44
    assert all(65 < count < 135 for count in low_up.values())  # 100, five standard deviations of 7
    assert abs(sum(low_up.values()) - 4400) < 235  # ... of 47
    assert len(first) == 44
    assert max(first.values()) < 50  # 800 / 44 = 18 expected


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_r8_hands_are_never_sorted_and_no_card_is_turned(edition: str, seats: int) -> None:
    for step in walk(edition, seats, seed=8):
        if step.move in ("keep", "flip") or step.after.round != step.before.round:
            continue
        before, after = hand_of(step.before, step.seat), hand_of(step.after, step.seat)
        if step.move.startswith("play"):
            left = set(before) - set(table_of(step.after))
            assert after == [card for card in before if card in left]
        else:
            place = int(step.move.split()[-1])
            assert after[: place - 1] + after[place:] == before
        for other in set(range(seats)) - {step.seat}:
            assert hand_of(step.after, other) == hand_of(step.before, other)


def test_r8_the_dealt_order_is_the_hand_order() -> None:
    match = Match("scout", 3, seed=2)
    dealt = match.record.events[0].text.removeprefix("deal ").split(" | ")
    for seat in range(3):
        assert " ".join(f"{up}/{down}" for up, down in hand(match, seat)) == dealt[seat]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_r9_each_seat_chooses_once_in_any_order(order: tuple[int, ...]) -> None:
    match = Match("scout", 3, seed=11)
    waiting = {0, 1, 2}
    for seat in order:
        assert set(match.to_act) == waiting
        assert match.moves(seat) == ["keep", "flip"]
        before = hand(match, seat)
        match.play(seat, "flip" if seat == 1 else "keep")
        assert hand(match, seat) == ([[down, up] for up, down in before] if seat == 1 else before)
        waiting.remove(seat)
        for again in ("keep", "flip"):
            with pytest.raises(IllegalMove):
                match.play(seat, again)
    assert seen(match, None).phase == "turn"
    assert match.to_act == (seen(match, None).start,)


def test_r9_no_turn_before_all_have_chosen() -> None:
    match = Match("scout", 4, seed=11)
    start = seen(match, None).start
    for seat in [seat for seat in range(4) if seat != (start + 1) % 4]:
        match.play(seat, "keep")
    with pytest.raises(IllegalMove):
        match.play(start, "play 1+1")
    match.play((start + 1) % 4, "keep")
    match.play(start, "play 1+1")
