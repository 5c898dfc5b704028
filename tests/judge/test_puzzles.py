"""Puzzles have one clearly best move, and say so in a text that can be read again."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest

from tefuda.bots import BOTS
from tefuda.errors import BadRecord
from tefuda.games import GAMES
from tefuda.judge.decisions import Decision
from tefuda.judge.levels import measured
from tefuda.judge.puzzles import Puzzle, as_data, confirmed, find, leads, number_of, puzzle, shipped, themes

LEAST = 200  # puzzles of a game


def position(found: Puzzle) -> Decision:
    match = found.match
    return Decision(0, 0, 1, match.view(found.seat), tuple(match.moves(found.seat)), found.best)


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_puzzle_can_be_read(game: str) -> None:
    """All of them as texts; every tenth is replayed."""
    texts, known = shipped(game), measured(game)
    assert len(texts) >= LEAST and len(set(texts)) == len(texts) and known
    for text in texts[::10]:
        found = Puzzle.parse(text)
        assert str(found).rstrip() == text.rstrip()
        assert found.record.game == game and found.best not in found.less
        assert found.lead >= known.inaccuracy and "club" not in found.solved


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_hold_in_other_worlds(game: str) -> None:
    """The rival is what `club` does; the worlds are those of another seed."""
    for number in (1, len(shipped(game)) // 2):
        found = puzzle(game, number)
        decision = position(found)
        club = BOTS["club"](decision.view, decision.moves, random.Random(0))
        assert club != found.best
        assert leads(decision, found.best, [club], worlds=2048, seed=77, z=1.5)[club] > 0


def test_one_is_found() -> None:
    found = next(find("twentythree", 4_000_000))
    assert Puzzle.parse(str(found)) == found
    assert found.best in found.match.moves(found.seat)


def test_what_is_not_better_in_fresh_worlds_leads_nothing() -> None:
    decision = position(puzzle("scout", 1))
    assert leads(decision, decision.chosen, [decision.chosen], worlds=64) == {decision.chosen: 0.0}


def test_the_day_decides() -> None:
    days = [date(2026, 1, 1) + timedelta(days) for days in range(len(shipped("scout")))]
    numbers = [number_of("scout", day) for day in days]
    assert sorted(numbers) == list(range(1, len(days) + 1)), "each once before one comes again"
    assert number_of("scout", days[0]) == numbers[0]


@pytest.mark.parametrize("game", GAMES)
def test_what_the_page_gets(game: str) -> None:
    data, found = as_data(game, 2, "ja"), puzzle(game, 2)
    assert data["view"] == found.match.view(found.seat).to_dict() and data["view"]["seat"] == data["seat"]
    assert data["best"] in data["moves"] and set(data["less"]) < set(data["moves"])
    assert sorted(number for numbers in themes(game).values() for number in numbers) == [*range(1, data["count"] + 1)]


def test_a_game_that_was_never_measured_has_none() -> None:
    assert shipped("nothing") == ()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("puzzle", "riddle", "no puzzle"),
        ("\nbest ", "\nworst ", "no puzzle"),
        ("\nbest ", "\nbest wait ", "is not possible here"),
        ("\nless ", "\nless x", "no puzzle"),
        ("\nless ", "\nless 1.00 wait\nless ", "is not possible here"),
        ("seat ", "seat 9", "no seat 9"),
        ("\ngame ", "\ngame x", "game"),
    ],
)
def test_what_is_no_puzzle(old: str, new: str, reason: str) -> None:
    text = shipped("scout")[0].replace(old, new, 1)
    with pytest.raises(BadRecord, match=reason):
        Puzzle.parse(text)


def test_a_puzzle_is_confirmed_by_other_worlds_and_a_wrong_one_is_not() -> None:
    found = puzzle("scout", 1)
    assert confirmed(found, worlds=256)
    worst = max(found.less, key=lambda move: found.less[move])
    others = {**{move: less for move, less in found.less.items() if move != worst}, found.best: 1.0}
    assert not confirmed(found._replace(best=worst, less=others), worlds=256)
