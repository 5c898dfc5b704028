"""R1 to R4: the cards, the chips and the markers."""

from __future__ import annotations

from itertools import combinations

import pytest

from tefuda import GAMES, Match

from .position import position, seen

DEFAULTS = {option.name: option.default for option in GAMES["scout"].options}


def cards_in_play(seats: int, edition: str = "first") -> list[tuple[int, int]]:
    """What chance deals from, each card once with its lower number first."""
    game = GAMES["scout"].begin(seats, {**DEFAULTS, "edition": edition})
    pool, sides, _ = game.chance()
    assert sides == 2
    both = [(card & 15, card >> 4) for card in pool]
    for one, other in zip(both[::2], both[1::2], strict=True):
        assert one == other[::-1]  # the two sides of one card
    return sorted((min(card), max(card)) for card in both[::2])


def test_r1_every_pair_of_different_numbers_once() -> None:
    assert cards_in_play(5) == list(combinations(range(1, 11), 2))
    assert len(cards_in_play(5)) == 45


def test_r2_only_the_upper_number_counts() -> None:
    assert position("4/9 5/8", "1", "1").sets() == ["4", "4 5", "5"]
    assert position("9/4 5/8", "1", "1").sets() == ["9", "5"]
    assert position("9/4 8/5", "1", "1").sets() == ["9", "9 8", "8"]


def test_r2_the_other_number_counts_when_a_card_is_turned() -> None:
    table = position("4/6", "1", "1", table="9/5 9/2")
    assert table.after("scout left flip 2").values(0) == "4 5"
    assert table.after("scout left 2").values(0) == "4 9"


def test_r3_chips_never_run_out() -> None:
    table = position("5 2", "3 7", "8 8", table="4 4", owner=2, chips=[6, 0, 9])
    assert table.play("scout left 1").chips == [6, 0, 10]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r3_one_marker_for_each_player(seats: int) -> None:
    assert seen(Match("scout", seats, seed=1), None).markers == [True] * seats


@pytest.mark.parametrize("edition", ["first", "draft", "short"])
def test_r4_cards_removed(edition: str) -> None:
    whole = set(combinations(range(1, 11), 2))
    assert set(cards_in_play(3, edition)) == {card for card in whole if 10 not in card}
    assert set(cards_in_play(4, edition)) == whole - {(9, 10)}
    assert set(cards_in_play(5, edition)) == whole
    assert [len(cards_in_play(seats, edition)) for seats in (3, 4, 5)] == [36, 44, 45]
