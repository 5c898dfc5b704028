"""R24 and R25: what follows from the rules, over random matches and against a second reading of R24."""

from __future__ import annotations

import pytest

from tefuda.games.twentythree.rules import turns_max
from tefuda.games.twentythree.state import DISCARD, PLAY, State
from tests.games.walking import Step, Table

from .position import position
from .walk import IDS, TABLES, legal_moves, penalty, read_play, shifted, walk, walks

EACH_TABLE = pytest.mark.parametrize("table", TABLES, ids=IDS)


@EACH_TABLE
def test_r24_legal_moves(table: Table) -> None:
    kinds = set()
    bound = 0
    for step in walks(table, seed=24):
        if step.before.phase != PLAY:
            continue
        expected = legal_moves(step.before, step.seat)
        assert sorted(step.legal) == sorted(expected)
        assert len(step.legal) == len(set(step.legal))
        kinds.add(step.kind)
        bound += step.before.forced == step.seat and "pass" not in expected and "play" in expected[0]
    assert {"play", "pass", "force"} <= kinds
    assert bound > 0


@EACH_TABLE
def test_r24_what_a_play_costs(table: Table) -> None:
    """R9 to R12, with the skipped numbers counted one by one and, with upto5, the best b looked for."""
    used = 0
    for step in walks(table, seed=25):
        if step.kind != "play":
            continue
        before, after, seat = step.before, step.after, step.seat
        v, count, way, chips = read_play(step.move)
        b = shifted(before.pile, v, way, chips)
        assert b is not None
        expected = before.penalty[seat] + penalty(b, v)
        if before.hand_size[seat] == count:
            expected = max(0, expected - 3)
        assert after.penalty[seat] == expected
        assert after.bonus[seat] == before.bonus[seat] - chips
        used += chips
    assert used > 0


def test_r24_at_most_84_plays() -> None:
    """Twelve cards of which each count of each number can be laid with three chips down to three chips up (b = 18)."""
    hand = "18 18 18 19 19 19 20 20 20 21 21 21"
    table = position(hand, "3", pile=3, bonus=[3, 0])
    assert len(table.moves("play")) == 84
    assert table.kinds == ["play", "pass", "force", "leave"]


def test_r24_plays_are_sorted_by_number_cards_and_chips() -> None:
    ways = [f" {way}" if way else "" for way in ("-3", "-2", "-1", "", "+1", "+2", "+3")]
    table = position("18 18 19", "3", pile=3, bonus=[3, 0])
    assert table.moves("play") == [f"play {cards}{way}" for cards in ("18x1", "18x2", "19x1") for way in ways]
    upto5 = position("18 19", "3", pile=3, bonus=[3, 0], bonus_shift="upto5")
    assert upto5.moves("play") == [f"play {v}x1{way}" for v in (18, 19) for way in ("", " *1", " *2", " *3")]


def rounds(table: Table, seed: int) -> list[list[Step[State]]]:
    found: list[list[Step[State]]] = [[], []]
    for step in walk(table, seed):
        found[step.before.round - 1].append(step)
    return found


@EACH_TABLE
def test_r25_bounds(table: Table) -> None:
    seats = table[0]
    circles = table[1].get("circles", 10)
    most_turns = (12 * seats - 1) * (circles * seats + 1) + 1
    assert circles != 10 or most_turns == {2: 484, 3: 1086, 4: 1928}[seats]
    for steps in rounds(table, seed=26):
        assert sum(step.before.phase == PLAY for step in steps) <= most_turns
        assert sum(step.before.phase == DISCARD for step in steps) == (0 if "learn12" in table[1] else 3 * seats)
        for step in steps:
            assert all(size <= 15 for size in step.before.hand_size)
            assert all(0 <= chips <= 4 * circles * (12 * seats - 1) + 552 < 10_000 for chips in step.after.penalty)
            if step.kind == "play":
                assert step.after.penalty[step.seat] - step.before.penalty[step.seat] <= 22
            assert step.legal != []


@EACH_TABLE
def test_r25_passes_before_a_play_or_leave(table: Table) -> None:
    """Each play or leave takes a card or a player, and at most `circles` passes for each player come before it."""
    for steps in rounds(table, seed=27):
        passes = 0
        for step in steps:
            if step.before.phase == PLAY:
                assert cards(step.before) + players(step.before) > 0
                passes = passes + 1 if step.kind in ("pass", "force") else 0
                assert passes <= table[1].get("circles", 10) * table[0]
                if step.kind in ("play", "leave") and step.after.phase == PLAY:
                    assert cards(step.after) < cards(step.before)


def cards(s: State) -> int:
    """In the hands of those who are still in."""
    return sum(s.hand_size[seat] for seat in range(s.seats) if not s.out[seat])


def players(s: State) -> int:
    return sum(not s.out[seat] for seat in range(s.seats))


@pytest.mark.parametrize(("seats", "circles", "turns"), [(2, 10, 484), (3, 10, 1086), (4, 10, 1928), (2, 1, 70)])
def test_r25_the_most_turns_of_a_round(seats: int, circles: int, turns: int) -> None:
    """As the page says; with one circle (12 * 2 - 1) * (2 + 1) + 1."""
    s = State()
    s.seats, s.circles = seats, circles
    assert turns_max(s) == turns


def test_r25_every_turn_is_counted_once() -> None:
    table = position("9 9 12", "10 10", pile=8)
    assert [table.play(move).s.turns for move in ("play 9x1", "pass", "force", "play 10x1", "leave")] == [1, 2, 3, 4, 5]


def test_r25_the_highest_penalty_of_one_play() -> None:
    assert position("23 2", "3", pile=3, bonus=3).cost("play 23x1 -1") == 22
