"""Section 5 of the rules: who may know what. A8 and A17 are in test_ambiguities.py."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tefuda import Match
from tefuda.games.scout.game import SCOUT

from .position import Position, position, seen, starting

READERS = (None, 0, 1, 2)


def chosen(match: Match) -> Match:
    for seat in range(match.seats):
        match.play(seat, "keep")
    return match


def test_hand_the_owner_sees_numbers_both_ends_and_order() -> None:
    table = position("2/4 6/8", "1/3 5/7", "3/5")
    assert table.view(0).hand == [[2, 4], [6, 8]]
    assert table.view(1).hand == [[1, 3], [5, 7]]
    assert table.view(None).hand is None


def test_hand_others_see_only_how_many_cards() -> None:
    """Whatever the other hands are, and however their cards lie, the view and the moves stay the same."""
    one = position("2/4 6/8", "1/3 5/7", "3/5", table="9/4")
    two = position("2/4 6/8", "5/3 3/1", "7/5", table="9/4")
    assert one.view(0).to_dict() == two.view(0).to_dict()
    assert one.moves() == two.moves()
    three = position("8/6 4/2", "1/3 5/7", "3/5", table="9/4")
    assert one.view(None).to_dict() == three.view(None).to_dict()
    assert one.view(1).to_dict() == three.view(1).to_dict()
    assert one.view(1).hand_sizes == [2, 2, 1]


def test_hand_the_deal_is_read_by_its_owner_alone() -> None:
    match = Match("scout", 3, draw=starting(0))
    whole = match.record.events[0].text.removeprefix("deal ").split(" | ")
    unseen = " ".join(["?"] * 12)
    for reader in READERS:
        read = match.record.seen_by(reader).events[0].text.removeprefix("deal ").split(" | ")
        assert read == [whole[seat] if seat == reader else unseen for seat in range(3)]


def test_hand_where_a_played_set_came_from_is_hidden() -> None:
    """The same set from another place of the hand is the same to all others."""
    match = chosen(Match("scout", 3, draw=starting(0)))
    up, down = (seen(match, 0).hand or [])[4]
    match.play(0, "play 5+1")
    assert str(match.record.seen_by(0).events[-1]) == f"0 play 5+1 = {up}/{down}"
    for reader in (None, 1, 2):
        assert str(match.record.seen_by(reader).events[-1]) == f"0 play ?+1 = {up}/{down}"


def test_hand_cards_left_in_hand_stay_hidden_after_the_round() -> None:
    """Two-player variant: what the opponent kept in round 1 is not known in round 2."""
    ended = position("9/1", "7/3 2/4", table="5/8", edition="oink").play("play 1+1")
    ended.game.deal(ended.game.draw(3))
    mine, theirs, neither = ended.view(0), ended.view(1), ended.view(None)
    for view in (mine, theirs, neither):
        assert [1, 9] in view.out
        assert [5, 8] in view.out
        assert [3, 7] not in view.out
    assert theirs.out_own == [[2, 4], [3, 7]]
    assert mine.out_own == neither.out_own == []


def test_table_set_everybody_sees_both_ends_and_the_owner() -> None:
    table = position("2/4", "1/3 5/7", "3/5", table="9/4 9/2", owner=2)
    for reader in READERS:
        assert table.view(reader).table == [[9, 4], [9, 2]]
        assert table.view(reader).owner == 2


@pytest.mark.parametrize(("end", "card"), [("left", [4, 9]), ("right", [2, 9])])
def test_scouted_card_everybody_sees_which_and_from_which_end(end: str, card: list[int]) -> None:
    table = position("2/6", "1/3 5/7", "3/5", "3/7", table="9/4 9/2 9/1").play("scout right 1")
    assert table.table == "9/4 9/2"
    table.play(f"scout {end} flip 2")
    for reader in (*READERS, 3):
        assert table.view(reader).known == [[[1, 9]], [card], [], []]
        assert len(table.view(reader).table) == 1


def test_scouted_card_is_known_until_it_is_played() -> None:
    table = position("2/6", "1/3 5/7", "3/5 8/1", table="4/9").play("scout left 2", "play 1+1", "scout left 1")
    assert table.view(1).known == [[[4, 9]], [], [[1, 3]]]
    table.play("play 2+1")
    assert table.view(1).known == [[], [], [[1, 3]]]


def test_score_cards_everybody_sees_how_many() -> None:
    table = position("9/1 9/2 5/1", "1/3 5/7", "3/5", table="8/1 8/2", captured=[1, 0, 2]).play("play 1+2")
    for reader in READERS:
        assert table.view(reader).captured == [3, 0, 2]
        assert [1, 8] in table.view(reader).gone
        assert [2, 8] in table.view(reader).gone


def test_holder_of_the_1_2_is_public_when_that_decides_the_start() -> None:
    match = Match("scout", 4, seed=12, start_player="holder12")
    start = seen(match, None).start
    for seat in range(4):
        match.play(seat, "flip")
    for reader in (None, 0, 1, 2, 3):
        view = seen(match, reader)
        assert view.known == [[[1, 2]] if seat == start else [] for seat in range(4)]
        assert view.placed == [[], [], [], []]  # but not where it is, nor which way up


def test_holder_of_the_1_2_is_hidden_otherwise() -> None:
    match = Match("scout", 4, seed=12)
    for reader in (None, 0, 1, 2, 3):
        assert seen(match, reader).known == [[], [], [], []]


def test_cards_set_aside_are_seen_by_nobody() -> None:
    """A card that is aside and a card in the opponent's hand change places: no view but the opponent's changes."""
    one = position("2/4 6/8", "9/7 5/7", table="9/4", edition="oink")
    s = one.s
    s.hands[1][0], s.aside[0] = s.aside[0], s.hands[1][0]
    two = Position(SCOUT.engine.Game.unpack(s.pack(), 2))
    assert one.view(0).to_dict() == two.view(0).to_dict()
    assert one.view(None).to_dict() == two.view(None).to_dict()
    assert one.view(1).to_dict() != two.view(1).to_dict()
    s = one.s
    s.aside[:2] = s.aside[1::-1]
    three = Position(SCOUT.engine.Game.unpack(s.pack(), 2))
    assert one.view(1).to_dict() == three.view(1).to_dict()
    assert one.view(1).aside == 22


def test_cards_set_aside_are_not_in_the_record_of_round_1() -> None:
    match = Match("scout", 2, seed=5, edition="oink")
    deal = match.record.events[0].text
    assert [len(hand.split()) for hand in deal.removeprefix("deal ").split(" | ")] == [11, 11]


def test_chips_markers_totals_and_turns_are_public() -> None:
    public = ["chips", "markers", "scores", "captured", "hand_sizes", "table", "owner", "scouts", "turns", "round"]
    public += ["start", "phase", "known", "gone", "pile", "aside", "out", "out_size", "ending", "edition", "seats"]
    rng = random.Random(5)
    for edition, seats in (("first", 3), ("draft", 4), ("short", 5), ("oink", 2)):
        match = Match("scout", seats, seed=5, edition=edition, turn_cap=40)
        while match.actor is not None:
            spectator = seen(match, None).to_dict()
            views: list[dict[str, Any]] = [seen(match, seat).to_dict() for seat in range(seats)]
            assert all(view[name] == spectator[name] for view in views for name in public)
            match.play(match.actor, rng.choice(match.moves(match.actor)))


def test_totals_are_public() -> None:
    table = position("6", "1 2 3", "1 5", table="4", total=[-4, 7, 1], in_round=2, chips=[1, 2, 3], markers=[1, 0, 1])
    for reader in READERS:
        view = table.view(reader)
        assert (view.scores, view.chips, view.markers) == ([-4, 7, 1], [1, 2, 3], [True, False, True])
