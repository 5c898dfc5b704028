"""Why a move is better is said from what the seat sees."""

from __future__ import annotations

import random

import pytest

from tefuda.bots import BOTS
from tefuda.games import GAMES
from tefuda.games.reasons import Point, compared
from tefuda.games.scout.reasons import around, fewest, longest, set_from
from tefuda.games.solo.moves import Play, parse
from tefuda.games.solo.reasons import next_after
from tefuda.games.twentythree.reasons import skipped
from tefuda.judge.puzzles import as_data, puzzle, shipped
from tefuda.match import Match


def test_what_speaks_for_one_move_and_not_for_the_other() -> None:
    one = [Point("a", 3, "more"), Point("b", 1, "same"), Point("c", -1, "bad"), Point("d", 2, "only")]
    other = [Point("a", 2, "less"), Point("b", 1, "same"), Point("c", -2, "worse"), Point("e", -1, "cost")]
    assert compared(one, other) == (["more", "only"], ["worse", "cost"])
    assert compared(other, one) == ([], [])


def test_sets_of_a_hand() -> None:
    """Worked out by hand by R12 of SCOUT."""
    hand = [4, 5, 6, 6, 6, 2]
    assert [set_from(hand, first) for first in range(6)] == [3, 2, 3, 2, 1, 1]
    assert longest(hand) == (0, 3) and longest([]) == (0, 0)
    assert around(hand, 3, 1) == (2, 3) and around(hand, 1, 2) == (0, 3) and around(hand, 4, 2) == (0, 0)
    assert fewest(hand) == 3, "4 5, 6 6 6 and 2"


def test_who_is_next() -> None:
    """R11, R12 and R15 of SOLO: seat 0 of 4, in the direction of play."""
    view = Match("solo", 4, 1).view(0)
    for direction, text, seat in (
        (1, "r4", 1),
        (-1, "r4", 3),
        (1, "rR", 3),
        (-1, "rS", 2),
        (1, "rG 2", 2),
        (1, "rD", None),
    ):
        move = parse(f"play {text}")
        assert isinstance(move, Play)
        assert next_after(view._replace(direction=direction), move) == seat, (direction, text)


def test_skipped_numbers() -> None:
    """R9 of 23: from 3 over 5 5 8 to 9; a 2 cannot be laid any more."""
    assert skipped([2, 5, 5, 8, 9], 3) == 1 + 2 + 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_move_can_be_talked_about(game: str, lang: str) -> None:
    """In matches at random; and in another world that looks the same to the seat the same is said."""
    face, kinds = GAMES[game], set[str]()
    match, rng = Match(game, 3, 4), random.Random(4)
    for _ in range(250):
        if match.result is not None:
            break
        seat = rng.choice(match.to_act)
        view, moves = match.view(seat), match.moves(seat)
        world = face.redeal(view, rng)
        for move in rng.sample(moves, min(3, len(moves))):
            found = list(face.reasons.points(view, move, lang, ["Aki", "Ben", "Chie"]))
            assert found == list(face.reasons.points(face.view(world, seat), move, lang, ["Aki", "Ben", "Chie"]))
            assert all(point.text and "{" not in point.text for point in found)
            assert len({point.kind for point in found}) == len(found), "one of a kind"
            kinds |= {point.kind for point in found}
        match.play(seat, rng.choice(moves))
    assert len(kinds) >= 5


@pytest.mark.parametrize("game", GAMES)
def test_most_puzzles_are_explained(game: str) -> None:
    """Why the best move is better than that of `club`."""
    explained = 0
    numbers = range(1, len(shipped(game)) + 1, 8)
    for number in numbers:
        found = puzzle(game, number)
        view, moves = found.match.view(found.seat), found.match.moves(found.seat)
        club = BOTS["club"](view, moves, random.Random(0))
        explained += any(GAMES[game].why_better(view, found.best, club, "ja"))
    assert explained >= len(numbers) * 0.5


def test_a_puzzle_says_why() -> None:
    data = as_data("scout", 1, "en")
    assert set(data["why"]) == set(data["less"])
    assert any(one["better"] for one in data["why"].values())
