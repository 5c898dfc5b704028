"""The levels: what each of them does, and that each is stronger than the one before."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from itertools import pairwise

import pytest

from tefuda import GAMES, Match
from tefuda.arena import check_contest, play, summary
from tefuda.bots import BOTS, LEVELS, Master
from tefuda.bots.levels import worths
from tefuda.bots.master import lead, prior

SOME = ("random", "beginner", "casual", "club")


def test_the_levels_are_named_from_weak_to_strong() -> None:
    assert tuple(BOTS) == LEVELS == ("random", "beginner", "casual", "club", "expert", "master")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_weights_fit_the_policy(game: str) -> None:
    """Each level has as many weights as the policy reads, and they are not the same."""
    face = GAMES[game]
    match = Match(game, seed=1)
    seat = match.to_act[0]
    for weights in (face.weights.CASUAL, face.weights.CLUB):
        assert len(worths(match.view(seat), weights)) == len(match.moves(seat))
        with pytest.raises(ValueError, match="weights, not"):
            worths(match.view(seat), weights[1:])
    assert face.weights.CASUAL != face.weights.CLUB


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_beginner_overlooks_what_casual_sees(game: str) -> None:
    same: Counter[bool] = Counter()
    for seed in range(40):
        match = Match(game, seed=seed)
        rng = random.Random(seed)
        for _ in range(12):
            if not match.to_act:
                break
            seat = match.to_act[0]
            view, moves = match.view(seat), match.moves(seat)
            if len(moves) > 2:
                same[BOTS["beginner"](view, moves, rng) == BOTS["casual"](view, moves, rng)] += 1
            match.play(seat, rng.choice(moves))
    assert same[True] > same.total() // 3
    assert same[False] > same.total() // 8


@pytest.mark.parametrize("game", sorted(GAMES))
def test_master_repeats_itself_when_its_budget_is_in_playouts(game: str) -> None:
    match = Match(game, seed=3)
    master = Master(playouts=60)
    for _ in range(6):
        if not match.to_act:
            break
        seat = match.to_act[0]
        choices = {master(match.view(seat), match.moves(seat), random.Random(1)) for _ in range(2)}
        assert len(choices) == 1
        match.play(seat, choices.pop())


@pytest.mark.parametrize(("passing", "chunks"), [(1.0, 1), (0.2, 2), (0.1, 3)])
def test_master_stops_when_its_time_is_over(passing: float, chunks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the rules are plain Python one world may take longer than that; by hand, the time passing at every look."""
    match = Match("scout", seed=3)
    for seat in match.to_act:
        match.play(seat, "keep")
    (seat,) = match.to_act
    now, rng = itertools.count(), Counting(1)
    monkeypatch.setattr("tefuda.bots.master.time.perf_counter", lambda: passing * next(now))
    Master(seconds=0.5)(match.view(seat), match.moves(seat), rng)
    assert rng.asked == 1 + chunks  # once for the network


class Counting(random.Random):
    asked = 0

    def getrandbits(self, k: int, /) -> int:
        self.asked += 1
        return super().getrandbits(k)


def test_master_with_one_move_does_not_think() -> None:
    match = Match("solo", seats=2, seed=1)
    seat = match.to_act[0]
    moves = match.moves(seat)[:1]
    assert Master(seconds=60)(match.view(seat), moves, random.Random(1)) == moves[0]


def test_master_doubts_a_lead_that_it_has_looked_at_little() -> None:
    """By hand: the sum less two standard deviations. The same lead counts once it has been seen often."""
    assert lead([]) == lead([9.0]) == 0
    assert lead([0.0, 0.0, 0.0, 1.0]) == pytest.approx(1 - 2 * 0.5)
    assert lead([-1.0, 1.0, 0.0, 1.0]) < 0 < lead([-1.0, 1.0, 0.0, 1.0] * 4)


def test_what_the_network_thinks_at_first_is_never_forgotten() -> None:
    """It counts as 12 chunks, and never less than half of those that were played: a third of the whole."""
    assert prior([], 0.5) == prior([3.0] * 24, 0.5) == 6
    assert prior([3.0] * 100, 0.5) == 25
    assert prior([3.0] * 100, -1.0) == -50


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(SOME)))
def test_each_level_beats_the_one_before(game: str, weaker: str, stronger: str) -> None:
    """A short form of the ladder in docs/bots.md, on deals of its own."""
    seats = GAMES[game].seats({option.name: option.default for option in GAMES[game].options})[0]
    contest = check_contest(game, {}, [stronger] + [weaker] * (seats - 1))
    deals = 200 if (weaker, stronger) == ("casual", "club") else 30  # quick, and near to each other
    margin, share, _ = summary(play(contest, range(5_000_000, 5_000_000 + deals)), 0)
    assert margin.value > 0
    assert share.value > 1 / seats
