"""Where rounds begin and end: R4, R11, R25, R34, R36, A15."""

from __future__ import annotations

import pytest

from tefuda import Result
from tefuda.games.option import check_options
from tefuda.games.scout.game import SCOUT, state_of

from .position import deck, position


def test_r4_cards_that_are_not_in_play_are_not_gone() -> None:
    for seats in (3, 4, 5):
        shown = position("2/4", "1/3", *["5/7", "6/8", "3/9"][: seats - 2])
        held = {(2, 4), (1, 3), *[(5, 7), (6, 8), (3, 9)][: seats - 2]}
        assert shown.view(None).gone == [[low, high] for low, high in sorted(deck(seats) - held)]


@pytest.mark.parametrize(("edition", "pile"), [("first", 0), ("draft", 0), ("short", 31)])
def test_r34_only_the_short_game_has_a_common_pile(edition: str, pile: int) -> None:
    assert position("2/4 3/5", "1/3", "5/7", table="9/1", edition=edition).view(None).pile == pile  # of 36


def test_r11_r25_a_round_begins_with_nothing() -> None:
    """Before the cards of the next round are dealt: seat 2 has just ended this one, the second of two Scouts."""
    table = position("1 9", "4 8", "2 5", table="6 6 6", owner=0, turn=2, chips=[1, 0, 0], captured=[1, 2, 0], start=1)
    s = table.play("scout left 1").s
    assert (table.ending, s.round, s.start) == ("scouts", 2, 2)
    assert (s.owner, s.scouts, s.turns, s.turn, s.table_size) == (-1, 0, 0, 0, 0)
    for held in (s.hand_size, s.chips, s.captured, s.chosen, s.marker):
        assert held[:3] == [0, 0, 0]


def test_r36_the_cap_of_the_short_game_makes_no_winner_of_the_last_seat() -> None:
    table = position("1 9", "4 8", "2 5", "3 3", "7 7", table="6", turns=599, edition="short").play("scout left 1")
    assert table.result == Result("cap", (0, 0, 0, 0, 0), ())


def test_a15_the_start_player_is_unknown_until_drawn() -> None:
    """Nobody was dealt the 1/2."""
    game = SCOUT.begin(2, check_options(SCOUT.options, {"edition": "oink", "start_player": "holder12"}))
    cards = [low + 16 * high for low, high in sorted(deck(2)) if (low, high) != (1, 2)]
    game.deal(cards[:22])
    assert state_of(game).start == -1
