"""A bot that peeks at hidden cards is found out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import cycle

import pytest

from tefuda import GAMES, Match
from tefuda.bots import BOTS, DECISIONS
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


def test_a_decision_on_a_state_that_peeks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked about states in which what the seat cannot know is dealt again, as at a live table."""
    actions = cycle([0, 1])
    monkeypatch.setitem(DECISIONS, "peeper", lambda face, game, seat, rng: next(actions))
    game = Match("scout", 3, seed=1)._game
    other = SCOUT.redeal(SCOUT.view(game, 0), random.Random(2))
    assert peeking(SCOUT, {}, game, other, 0, 5) == ["decision of peeper"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_bots_decide_the_same_without_a_view(game: str) -> None:
    match, rng = Match(game, seed=3), random.Random(3)
    for _ in range(40):
        if not match.to_act:
            break
        seat = rng.choice(match.to_act)
        for level in ("casual", "club"):
            by_view = BOTS[level](match.view(seat), match.moves(seat), rng)
            assert match.decide(seat, DECISIONS[level], rng) == by_view
        match.play(seat, rng.choice(match.moves(seat)))


def test_worlds_that_the_seat_can_tell_apart_are_named() -> None:
    """At the choice of a way up; `casual` does not think about that."""
    game, other = Match("scout", 3, seed=1)._game, Match("scout", 3, seed=2)._game
    assert peeking(SCOUT, {}, game, other, 0, 5) == ["view", "decision of club", "worths of club"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_command(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["honest", game, "--pairs", "50", "--processes", "1"]) == 0
    out = capsys.readouterr().out
    assert f"{game}: 50 pairs of worlds for each of random, beginner, casual, club, expert, master" in out
    assert "what differed: nothing" in out


def test_the_slowest_levels_can_be_left_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(BOTS, "master")
    assert main(["honest", "23", "--pairs", "50", "--up-to", "expert", "--processes", "1"]) == 0
    out = capsys.readouterr().out
    assert "50 pairs of worlds for each of random, beginner, casual, club, expert\n" in out


def test_bad_input_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["honest", "scout", "--pairs", "0"]) == 2
    assert "--pairs must be at least 1" in capsys.readouterr().err
    assert main(["honest", "scout", "--up-to", "oracle"]) == 2
    assert "there is no level 'oracle'" in capsys.readouterr().err
