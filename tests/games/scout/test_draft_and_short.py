"""R32 to R35: the draft and its short game."""

from __future__ import annotations

import random

import pytest

from tefuda import Match, Result
from tefuda.games.scout.game import SCOUT

from .position import Position, position, seen, starting
from .walk import first_turns, walk

# ---- R32, R33: the draft


def test_r32_draft_end_i_scores_the_table_set() -> None:
    table = position("6 7 8", "1 2 3", "1 5", table="4 5", captured=[1, 0, 2], chips=[0, 1, 0], edition="draft")
    assert table.play("play 1+3").scores == [1 + 2 + 3, 1 - 3, 2 - 2]


def test_r32_draft_end_ii_scores_what_is_left_and_no_hand() -> None:
    table = position("1 9", "1 2 3", "1 5", table="6 7 8 9", owner=1, chips=[0, 1, 0], edition="draft")
    assert table.play("scout left 1").scores == [-3, 1 + 1 + 3, -2]


def test_r32_first_edition_scores_no_table_set() -> None:
    table = position("1 9", "1 2 3", "1 5", table="6 7 8 9", owner=1, chips=[0, 1, 0], edition="first")
    assert table.play("scout left 1").scores == [-3, 1 + 1, -2]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r33_draft_ends_before_the_turn_comes_back(seats: int) -> None:
    """At the Scout after which the last player who played would have the turn; that player gets none."""
    others = ["2 9", "2 8", "2 7", "4 9"][: seats - 1]
    table = position("3 3 3 3 3 1", *others, edition="draft").play("play 1+5")
    for seat in range(1, seats):
        assert table.ending == ""
        assert table.to_act == [seat]
        table.play("scout right 1")
    assert table.ending == "scouts"
    assert table.scores == [(seats - 1) + (5 - (seats - 1))] + [-3] * (seats - 1)


# ---- R34: the short game


def short(*hands: str, table: str = "", **more: object) -> Position:
    return position(*hands, table=table, edition="short", **more)  # type: ignore[arg-type]  # passed on as it is


def test_r34_no_chips_are_paid() -> None:
    table = short("6 9", "1 2 3", "1 5", table="4 5")
    assert table.after("scout left 1").chips == [0, 0, 0]
    double = table.after("double left 1")
    assert double.chips == [0, 0, 0]
    assert double.play("play 2+1").chips == [0, 0, 0]


def test_r34_beaten_sets_go_to_a_common_pile() -> None:
    match = Match("scout", 3, seed=34, edition="short")
    rng = random.Random(34)
    beaten = 0
    while match.actor is not None:
        view = seen(match, None)
        move = rng.choice([move for move in match.moves(match.actor) if "double" not in move])
        match.play(match.actor, move)
        after = seen(match, None)
        if move.startswith("play"):
            beaten += len(view.table)
        assert after.captured == [0, 0, 0]
        assert after.pile == beaten
    assert beaten > 0


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("start_player", ["random", "holder12"])
def test_r34_the_holder_of_the_1_2_starts(seats: int, start_player: str) -> None:
    starts = set()
    for seed in range(20):
        match = Match("scout", seats, seed=seed, edition="short", start_player=start_player)
        holder = [seat for seat in range(seats) if [1, 2] in map(sorted, seen(match, seat).hand or [])]
        assert holder == [seen(match, None).start]
        starts |= set(holder)
        for seat in range(seats):
            match.play(seat, "flip" if seat % 2 else "keep")
        assert match.to_act == tuple(holder)
    assert starts == set(range(seats))


def test_r34_everybody_knows_who_was_dealt_the_1_2() -> None:
    match = Match("scout", 4, seed=3, edition="short")
    start = seen(match, None).start
    for reader in (None, 0, 1, 2, 3):
        known = seen(match, reader).known
        assert known == [[[1, 2]] if seat == start else [] for seat in range(4)]


def test_r34_markers_are_used_as_usual() -> None:
    assert seen(Match("scout", 4, seed=3, edition="short"), None).markers == [True] * 4
    table = short("2 4", "7 9", "1 5", table="3/8 3/9").play("double left 2", "play 1+2")
    assert table.markers == [0, 1, 1]
    assert short("2 4", "7 9", "1 5", table="3/8 3/9", markers=[0, 1, 1]).moves("double") == []


def test_r34_the_empty_hand_wins_alone() -> None:
    table = short("1 2 3", "6 7", "1 5", table="4 5", turn=1).play("play 1+2")
    assert table.result == Result("hand", (0, 1, 0), (1,))


def test_r34_the_owner_wins_alone_when_all_others_scouted() -> None:
    table = short("1 9", "1 5", "1 2 3 6 7 8 9", table="6 7 8", owner=2, turn=0)
    assert table.play("scout left 1", "scout left 1").result == Result("scouts", (0, 0, 1), (2,))


# ---- R35: how many deals


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r35_the_draft_has_as_many_deals_as_players(seats: int) -> None:
    match = Match("scout", seats, draw=starting(2), edition="draft", turn_cap=9)
    assert [view.start for view in first_turns(match)] == [(2 + number) % seats for number in range(seats)]
    assert match.result is not None


def test_r35_in_the_draft_ties_share() -> None:
    table = position("6", "1 2", "1 5", table="4", total=[4, 8, 8], in_round=3, edition="draft").play("play 1+1")
    assert table.result == Result("hand", (6, 6, 6), (0, 1, 2))


@pytest.mark.parametrize(("edition", "seats", "rounds"), [("draft", 3, 3), ("short", 4, 1), ("oink", 2, 2)])
def test_r35_all_rounds_are_counted_when_the_match_is_over(edition: str, seats: int, rounds: int) -> None:
    *_, last = walk(edition, seats, 35)
    assert SCOUT.engine.Game.unpack(last.after.pack(), seats).rounds() == rounds
    assert SCOUT.engine.Game.unpack(last.before.pack(), seats).rounds() == rounds - 1


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r35_the_short_game_is_one_deal(seats: int) -> None:
    match = Match("scout", seats, seed=35, edition="short")
    assert len(first_turns(match)) == 1
    result = match.result
    assert result is not None
    assert sorted(result.scores) == [0] * (seats - 1) + [1]
    assert result.winners == (result.scores.index(1),)
