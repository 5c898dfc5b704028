"""What is hidden, and what its worlds leave open, in small positions: R7, R27, R30, A8, A15, A17."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tefuda import Match
from tefuda.games.scout.game import SCOUT, state_of
from tefuda.games.scout.state import CARD, KNOWN, TWELVE, State
from tefuda.games.scout.view import View

from .position import Position, position, seen


def worlds(view: View, seeds: int = 30) -> Iterator[State]:
    """From the view alone: the first one, and some that are dealt anew."""
    world = SCOUT.world(view)
    yield state_of(world).clone()
    for seed in range(seeds):
        yield state_of(world.redeal(view.seat, seed)).clone()


def test_a17_who_has_still_to_choose() -> None:
    """A seat knows it of itself alone."""
    match = Match("scout", 3, seed=1)
    match.play(0, "keep")
    assert [seen(match, reader).to_act for reader in (None, 0, 1)] == [[0, 1, 2], [1, 2], [0, 1, 2]]


def test_a17_in_every_world_all_have_chosen_once_play_has_begun() -> None:
    table = position("2/4", "1/3 5/7", "3/5", table="9/4")
    for reader in (None, 0, 1):
        assert all(world.chosen[:3] == [1, 1, 1] for world in worlds(table.view(reader), 5))


def test_a17_the_first_world_knows_whether_the_seat_itself_has_chosen() -> None:
    match = Match("scout", 3, seed=1)
    match.play(0, "keep")
    chosen = [state_of(SCOUT.world(match.view(reader))).chosen[:3] for reader in (None, 0, 1)]
    assert chosen == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]


def test_a8_in_a_world_a_seat_has_its_placed_cards_where_they_are() -> None:
    table = position("2/6", "1/3 5/7", "3/5", table="4/9 4/8", insert_visible=True).play("scout left flip 2")
    view = table.view(0)
    assert view.placed == [[[2, 9, 4]], [], []]
    assert SCOUT.view(SCOUT.world(view), 0) == view


def test_r7_a_hidden_card_is_either_way_up_alike() -> None:
    """400 cards: 250 would be five standard deviations too many."""
    table = position("2/4", "1/3 5/7 6/8 2/9", "3/5 4/6 7/9 1/8", table="9/4")
    drawn = [world.hands[seat][i] for world in list(worlds(table.view(0), 50))[1:] for seat in (1, 2) for i in range(4)]
    assert len(drawn) == 400
    assert 150 < sum((card & 15) < (card >> 4 & 15) for card in drawn) < 250


def test_r27_the_cards_aside_are_dealt_anew() -> None:
    """Whether or not it matters who is dealt the 1/2."""
    for start_player in ("random", "holder12"):
        table = position("2/4 6/8", "9/7 5/7", table="9/4", edition="oink", start_player=start_player)
        aside = {tuple(sorted(world.aside[:22])) for world in worlds(table.view(0), 8)}
        assert len(aside) > 4


def test_a15_in_round_1_everybody_knows_that_the_1_2_is_aside() -> None:
    table = position("2/4 6/8", "9/7 5/7", table="9/4", edition="oink", start_player="holder12")
    assert TWELVE in table.s.aside
    for reader in (None, 0, 1):
        for world in worlds(table.view(reader)):
            assert TWELVE in world.aside[:22]
            assert len({card & CARD for card in world.aside[:22]}) == 22


def test_r27_otherwise_the_1_2_may_be_aside_or_in_a_hand() -> None:
    table = position("2/4 6/8", "9/7 5/7 6/7 8/7 5/8 4/7", table="9/4", edition="oink")
    dealt = list(worlds(table.view(0), 60))[1:]
    assert {TWELVE in world.aside[:22] for world in dealt} == {True, False}


def test_r27_which_cards_of_round_1_the_other_kept_is_hidden() -> None:
    """Seat 1 kept two: seat 0 knows neither, and in each of its worlds seat 1 knows two."""
    ended = position("9/1", "7/3 2/4", table="5/8", edition="oink").play("play 1+1")
    ended.game.deal(ended.game.draw(3))
    for reader in (None, 0):
        view, kept = ended.view(reader), set()
        for world in worlds(view):
            theirs = SCOUT.view(SCOUT.engine.Game.unpack(world.pack(), 2), 1)
            assert isinstance(theirs, View)
            assert len(theirs.out_own) == 2
            kept.add(str(theirs.out_own))
        assert len(kept) > 5
    assert ended.view(1).out_own == [[2, 4], [3, 7]]


@pytest.mark.parametrize("kept", [0, 1])
def test_r27_in_a_world_each_seat_knows_its_own_cards_of_round_1(kept: int) -> None:
    hands = ("7/3 2/4", "9/1") if kept == 0 else ("9/1", "7/3 2/4")
    ended = position(*hands, table="5/8", edition="oink", turn=1 - kept).play("play 1+1")
    ended.game.deal(ended.game.draw(3))
    world = Position(SCOUT.world(ended.view(1 - kept)))
    assert [len(world.view(seat).out_own) for seat in (0, 1)] == ([2, 0] if kept == 0 else [0, 2])


def test_r30_a_seat_without_chips_can_beat_a_single_card_in_every_world() -> None:
    """Otherwise the round would be over."""
    table = position("2/4 6/8", "9/5 1/3", table="8/2", edition="oink", chips=[3, 0], turn=1, owner=0)
    for world in list(worlds(table.view(0), 40))[1:]:
        values = [card & 15 for card in world.hands[1][:2]]
        assert max(values) > 8 or abs(values[0] - values[1]) <= 1


def test_a8_worlds_of_hands_that_are_known() -> None:
    """Of the others' cards everybody knows which they are; a world only turns them."""
    table = position("2/4", "1/3", "3/5", table="9/4")
    s = table.s
    s.hands[1][0] |= KNOWN
    s.hands[2][0] |= KNOWN
    known = Position(SCOUT.engine.Game.unpack(s.pack(), 3))
    found = {tuple(world.hands[seat][0] & CARD for seat in (1, 2)) for world in worlds(known.view(0))}
    assert found == {(a, b) for a in (1 + 48, 3 + 16) for b in (3 + 80, 5 + 48)}
