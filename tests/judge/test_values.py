"""What a decision cost, with scales of our own: every number can be worked out by hand."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from tefuda.games import GAMES
from tefuda.intervals import Mean, Sums
from tefuda.judge import Decision, Judged, decisions
from tefuda.judge.values import CANDIDATES, COMPARED, PLAYOUTS, SAME, STAGES, judging, leads
from tefuda.kernel.plain import Game
from tests.judge.scales import OwnScales, Worth
from tests.judge.test_judge import played

WORLDS = 100


def by_action(game: Game, seat: int, action: int | None) -> Worth:
    assert action is not None
    return Worth(action * 7919 % 101, action * 104729 % 89 / 89)


def decided(game: str) -> list[Decision]:
    """Some with few moves and some with many, and one whose move is the last that anybody would think of."""
    found = list(islice(decisions(played(game, 5, "casual", rounds=1).record, 0), 40))
    many = max(found, key=lambda one: len(one.moves))
    worths = GAMES[game].world(many.view).worths(0, GAMES[game].weights.CLUB)
    return [*found[:12], many, many._replace(chosen=many.moves[worths.index(min(worths))])]


@pytest.mark.parametrize("worlds", [16, WORLDS, 2 * PLAYOUTS[1]])
@pytest.mark.parametrize("game", GAMES)
def test_the_cost_is_how_much_better_the_best_move_is(game: str, worlds: int) -> None:
    face, found = GAMES[game], decided(game)
    assert len(found) > 3
    for decision in found:
        scales = OwnScales(by_action)
        judged = scales.done(judging(decision, 3, worlds, ()))
        world = face.world(decision.view)

        def worth(move: str, world: Game = world) -> Worth:
            return by_action(world, 0, face.parse_move(move))

        *stages, last = scales.asked
        assert len(stages) == STAGES and all(one.seat == 0 and one.relative for one in scales.asked)
        looked = [face.move_text(action) for action in stages[0].actions]
        worths = world.worths(0, face.weights.CLUB)
        likeliest = sorted(range(len(worths)), key=lambda index: -worths[index])[:CANDIDATES]
        assert set(looked) == {decision.chosen, *(decision.moves[index] for index in likeliest)}
        best = max(looked, key=lambda move: (worth(move).points, move == decision.chosen))
        assert worth(judged.best).points == worth(best).points
        assert judged.difference.value == pytest.approx(worth(best).points - worth(decision.chosen).points)
        assert judged.loss == judged.difference.value, "nothing is left to chance"
        usual = face.move_text(world.quick(0, face.weights.CLUB))
        assert judged.over_club == pytest.approx(worth(decision.chosen).points - worth(usual).points)
        better, made = judged.chances
        assert better.value == pytest.approx(worth(judged.best).chance)
        assert made.value == pytest.approx(worth(decision.chosen).chance)
        assert judged.gap.value == pytest.approx(better.value - made.value)
        for one in judged.candidates:
            assert one.value.value == pytest.approx(worth(one.move).points)
            assert one.chance.value == pytest.approx(worth(one.move).chance)
        assert judged.candidates[0].move == judged.best
        assert {one.move for one in judged.candidates} == set(looked), "each of them once"
        assert len(judged.candidates) == len(looked)
        # the worse half is dropped after each stage, never the move that was made
        for before, after in pairwise(stages):
            others = sorted(
                (a for a in before.actions if face.move_text(a) != decision.chosen),
                key=lambda a: -worth(face.move_text(a)).points,
            )
            kept = others[: max(1, len(before.actions[1:]) // 2)]
            assert after.actions[0] == face.parse_move(decision.chosen)
            assert sorted(by_action(world, 0, a) for a in after.actions[1:]) == sorted(
                by_action(world, 0, a) for a in kept
            )
        playouts = max(PLAYOUTS[0], min(PLAYOUTS[1], worlds))
        assert [one.worlds for one in stages] == [max(2, playouts // len(one.actions)) for one in stages]
        # then fresh worlds, the same for the best, the one that was made, that of club, and the next best
        assert last.worlds == worlds and len({one.seed for one in scales.asked}) == len(scales.asked)
        first = [judged.best, decision.chosen, usual]
        texts = [face.move_text(action) for action in last.actions]
        assert texts[: len(dict.fromkeys(first))] == list(dict.fromkeys(first))
        assert len(texts) == len(set(texts)) == min(COMPARED, len({*looked, usual}))


def test_moves_are_told_as_they_are_known() -> None:
    """The best, then those that were compared in fresh worlds, then the others; each by its worth."""
    decision = decided("scout")[-1]
    scales = OwnScales(by_action)
    judged = scales.done(judging(decision, 3, WORLDS, ()))
    compared = [GAMES["scout"].move_text(action) for action in scales.asked[-1].actions]
    values = {one.move: one.value.value for one in judged.candidates}
    order = sorted(values, key=lambda move: (move != judged.best, move not in compared, -values[move]))
    assert [values[one.move] for one in judged.candidates] == [values[move] for move in order]
    assert [one.move in compared for one in judged.candidates] == [move in compared for move in order]
    assert order != sorted(values, key=lambda move: -values[move])


def test_a_lead_is_more_than_half_its_error() -> None:
    """The errors of the two means are 3 and 4, so that of their difference is 5."""
    other = Sums(8, 8 * 1.0, 16 * 8**2 + 8 * 1.0)
    for value, does in ((3.5, False), (3.5001, True), (3.0, False), (-3.0, False)):
        assert leads(Sums(4, 4 * value, 9 * 4**2 + 4 * value * value), other) is does


def test_whoever_makes_the_best_move_loses_nothing() -> None:
    (decision, *_) = decided("scout")
    best = OwnScales(by_action).done(judging(decision, 3, WORLDS, ())).best
    judged = OwnScales(by_action).done(judging(decision._replace(chosen=best), 3, WORLDS, ()))
    assert judged.best == best and judged.difference == judged.gap == SAME and judged.loss == 0


def test_what_chance_alone_could_explain_is_as_good() -> None:
    """The same difference, in worlds that agree and in worlds that do not."""
    (decision, *_) = decided("scout")
    clear, noisy = (OwnScales(by_action, spread).done(judging(decision, 3, WORLDS, ())) for spread in (1.0, 9000.0))
    assert clear.loss == clear.difference.value > 0
    assert noisy.best == decision.chosen and noisy.loss == 0, "not even looked at more closely"
    half = OwnScales(by_action, clear.difference.value / 0.14).done(judging(decision, 3, WORLDS, ()))
    assert half.best == clear.best and half.difference.value == clear.difference.value and half.loss == 0
    cost = clear._replace(difference=Mean(0.4, 0.0, 0.8))
    assert cost.loss == 0 and cost._replace(difference=Mean(0.4, 0.01, 0.8)).loss == 0.4
    assert cost._replace(difference=Mean(0.4, -0.1, 0.9)).loss == 0
    assert isinstance(cost, Judged)
