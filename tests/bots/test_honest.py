"""What peeks is found."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import cycle

import pytest

from tefuda import GAMES, Match
from tefuda.bots import BOTS
from tefuda.bots.honest import peeking
from tefuda.cli import main
from tefuda.games.view import View

SCOUT = GAMES["scout"]


def test_a_bot_that_chooses_otherwise_in_the_other_world_is_named() -> None:
    """No bot can look into a world, so this one stands for one that could: it never does the same twice."""
    world = cycle([0, 1])

    def peeper(view: View, moves: Sequence[str], rng: random.Random) -> str:
        return moves[next(world)]

    game = Match("scout", 3, seed=1)._game
    other = SCOUT.redeal(SCOUT.view(game, 0), random.Random(2))
    assert peeking(SCOUT, {"peeper": peeper, **BOTS}, game, other, 0, 5) == ["peeper"]


def test_worlds_that_the_seat_can_tell_apart_are_named() -> None:
    """At the choice of a way up; `casual` does not think about that."""
    game, other = Match("scout", 3, seed=1)._game, Match("scout", 3, seed=2)._game
    assert peeking(SCOUT, {}, game, other, 0, 5) == ["view", "worths of club"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_command(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["honest", game, "--pairs", "50", "--processes", "1"]) == 0
    out = capsys.readouterr().out
    assert f"{game}: 50 pairs of worlds for each of random, beginner, casual, club, expert, master" in out
    assert "what differed: nothing" in out


def test_bad_input_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["honest", "scout", "--pairs", "0"]) == 2
    assert "--pairs must be at least 1" in capsys.readouterr().err
