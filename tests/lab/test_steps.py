"""A decision that is taken in steps counts once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tefuda.games import GAMES
from tefuda.lab.measures import measures
from tefuda.lab.plan import check_plan
from tefuda.lab.play import play_matches
from tefuda.lab.steps import decided, steps_of


def rows_of(game: str, moves: list[tuple[int, str, int]]) -> tuple[Any, Any]:
    """Moves as the kernel writes them, and the kinds of the game's actions."""
    from tefuda.lab.play import kinds_of

    face = GAMES[game]
    return np.array([(seat, face.parse_move(text), legal) for seat, text, legal in moves], np.int16), kinds_of(face)


def test_a_double_action_is_one_decision_of_two_kinds() -> None:
    double = [(1, "double left 3", 4), (1, "play 1+1", 1)]
    moves, kinds = rows_of("scout", [(0, "play 1+2", 9), *double, (0, "play 1+1", 1)])
    made = decided(steps_of(GAMES["scout"]), 2, [moves], kinds)
    assert made.decisions.tolist() == [2, 1]
    assert made.forced.tolist() == [1, 0], "who scouts and then has one play left had a choice"
    assert made.asked.tolist() == [2, 2]
    assert made.choices.tolist() == [10, 5]
    assert made.again == {}


def test_picks_and_gives_are_not_counted_again() -> None:
    solo = GAMES["solo"]
    picks = [(0, "triple r5", 5), (0, "with r5", 2), (0, "done", 1), (1, "give r1", 8), (1, "give r2", 7)]
    moves, kinds = rows_of("solo", [*picks, (0, "draw", 1), (0, "keep", 1)])
    made = decided(steps_of(solo), 2, [moves], kinds)
    assert made.decisions.tolist() == made.asked.tolist() == [3, 1], "a drawn card is something new to decide about"
    assert made.forced.tolist() == [2, 0]
    assert made.choices.tolist() == [7, 8]
    names = list(solo.study.KINDS)
    again = {names[kind]: counts.tolist() for kind, counts in made.again.items()}
    assert again == {"triple": [2, 0], "give": [0, 1]}


def test_picks_of_a_jump_in_are_not_a_triple_of_their_own() -> None:
    moves, kinds = rows_of("solo", [(0, "jump triple r5", 5), (0, "with g5", 2), (0, "done", 1)])
    made = decided(steps_of(GAMES["solo"]), 1, [moves], kinds)
    assert made.decisions.tolist() == made.asked.tolist() == [1]


def test_rounds_and_seats_are_kept_apart() -> None:
    """The last move of a round and the first of the next are two decisions, whoever makes them."""
    moves, kinds = rows_of("twentythree", [(0, "discard 9", 9), (0, "discard 9", 9), (1, "discard 9", 9)])
    made = decided(steps_of(GAMES["twentythree"]), 2, [moves, moves[1:]], kinds)
    assert made.decisions.tolist() == [1, 1, 1, 1]


def test_the_first_turn_of_gift_is_one_decision() -> None:
    moves, kinds = rows_of("gift", [(0, "place d2", 15), (0, "commit d", 4), (1, "break", 9), (1, "discard c5", 9)])
    made = decided(steps_of(GAMES["gift"]), 2, [moves], kinds)
    assert made.decisions.tolist() == [1, 2], "after a Break the Ks are new"
    assert made.asked.tolist() == [2, 2]


def test_the_same_play_has_the_same_figures_however_it_is_entered() -> None:
    """`club` always lays the whole Triple+, card by card or at once; only the way of entering it differs."""
    sides = [
        check_plan("solo", {"triple_must_be_all": whole, "target_score": 100}, 4, games=20, sample=20)
        for whole in (True, False)
    ]
    tables = [play_matches(plan, 0, 20) for plan in sides]
    assert tables[0]["moves"]["step"].sum() < tables[1]["moves"]["step"].sum()
    one, other = (measures(plan, each) for plan, each in zip(sides, tables, strict=True))
    for name in one.keys() - {"branching"}:  # a first pick is offered with and without the call less often
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_steps_are_between_kinds_of_the_game(game: str) -> None:
    study = GAMES[game].study
    for kind, begun in study.STEPS.items():
        assert {kind, *begun} <= set(study.KINDS)
