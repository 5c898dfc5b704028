"""Decisions are judged by what their seat knew, and a result is split into parts that add up."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tefuda.bots import BOTS
from tefuda.games import GAMES
from tefuda.intervals import mean_of, sums_of
from tefuda.judge import Decision, Judging, decisions, judge, split
from tefuda.judge.scales import later_rounds
from tefuda.judge.split import PARTS
from tefuda.match import Match


def played(game: str, seed: int, level: str = "club", rounds: int = 99, seats: int | None = None) -> Match:
    """A match in which seat 0 plays like a level, the others like `club`."""
    match, rng = Match(game, seats, seed), random.Random(seed)
    while match.result is None and match._game.rounds() < rounds:
        seat = match.to_act[0] if match.actor is None or match.actor < 0 else match.actor
        bot = BOTS[level if seat == 0 else "club"]
        match.play(seat, bot(match.view(seat), match.moves(seat), rng))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_judgement_depends_on_nothing_that_is_hidden(game: str) -> None:
    """In another world that looks the same to the seat, it is the same judgement."""
    match, rng = played(game, 5, "casual", rounds=1), random.Random(1)
    found = list(decisions(match.record, 0))
    for decision in found[:: max(1, len(found) // 6)]:
        face = GAMES[game]
        world = face.redeal(decision.view, rng)
        other = decision._replace(view=face.view(world, 0))
        later = later_rounds(face, world, 1, 8)
        judged = judge(decision, 7, 16, later)
        assert judged == judge(other, 7, 16, later)
        why, again = (face.why_better(one.view, judged.best, decision.moves[0], "ja") for one in (decision, other))
        assert why == again


@pytest.mark.parametrize("game", GAMES)
def test_the_parts_add_up_to_the_last_digit(game: str) -> None:
    match = played(game, 9, "casual", rounds=2)
    scores = match._game.scores()
    for seat in range(match.seats):
        found = split(match.record, seat, rollouts=4, worlds=8)
        assert len(found) == match._game.rounds()
        others = [score for other, score in enumerate(scores) if other != seat]
        expected = scores[seat] - Fraction(sum(others), len(others))
        assert sum((one.result for one in found), Fraction(0)) == expected
        assert all(sum(getattr(one, part) for part in PARTS) == one.result for one in found)
        assert all(one.course[-1][1] == one.result for one in found)
        events = [moment.event for one in found for moment in one.course]
        assert all(0 <= moment.chance <= 1 for one in found for moment in one.course)
        assert events == list(range(len(events))), "every event of the completed rounds, in order"


def test_whoever_plays_like_club_owes_everything_to_luck() -> None:
    for seat, one in enumerate(split(played("scout", 4, rounds=1).record, seat, rollouts=4)[0] for seat in range(4)):
        assert one.own == one.others == 0, seat


def test_a_weaker_level_has_less_skill_and_no_less_luck() -> None:
    own, luck = [], []
    for seed in range(24):
        (one,) = split(played("scout", 100 + seed, "beginner", rounds=1).record, 0, rollouts=8, worlds=32)
        own.append(float(one.own))
        luck.append(float(one.luck))
    assert mean_of(sums_of(own)).high < 0
    found = sums_of(luck)
    assert abs(found.value) < 3 * (found.deviation / (found.n - 1) / found.n) ** 0.5


def costly() -> Decision:
    """Seat 0 takes a card though it could lay its whole hand and end the round as its winner."""
    for seed in range(400):
        match, rng = Match("scout", 3, seed), random.Random(seed)
        while match.result is None and match._game.rounds() == 0:
            seat = match.to_act[0]
            moves = match.moves(seat)
            state = match.view(seat)
            whole = [move for move in moves if move.startswith("play") and move.endswith(f"+{len(state.hand or [])}")]
            if seat == 0 and whole and any(move.startswith("scout") for move in moves):
                worst = next(move for move in moves if move.startswith("scout"))
                match.play(seat, worst)
                return list(decisions(match.record, 0))[-1]
            match.play(seat, BOTS["club"](state, moves, rng))
    raise AssertionError("there is no such position")


def test_a_blunder_is_found() -> None:
    decision = costly()
    later = later_rounds(GAMES["scout"], GAMES["scout"].world(decision.view), 3, 64)
    judged = judge(decision, later=later)
    assert judged.best != decision.chosen and judged.loss > 1
    assert judged.chances[0].value > judged.chances[1].value and judged.gap.low > 0
    assert judged.gap.value == pytest.approx(judged.chances[0].value - judged.chances[1].value)
    best = decision._replace(chosen=judged.best)
    assert judge(best).loss == 0
    values = {one.move: one.value.value for one in judged.candidates}
    assert values[judged.best] - values[decision.chosen] == pytest.approx(judged.difference.value)
    assert "ends the round" in GAMES["scout"].why_better(decision.view, judged.best, decision.chosen, "en").better[0]


def test_a_move_that_ends_the_round_is_worth_what_it_ends_with() -> None:
    """No world makes it more or less, and the next round is no part of it."""
    decision = costly()
    judged = judge(decision)
    value = next(one.value for one in judged.candidates if one.move == judged.best)
    game, action = GAMES["scout"].world(decision.view), GAMES["scout"].parse_move(judged.best)
    sums, _, moves = game.search(0, [action], 20, 1, GAMES["scout"].weights.CLUB)
    before = game.scores()
    game.apply(0, action)
    gains = [after - score for after, score in zip(game.scores(), before, strict=True)]
    assert game.rounds() == decision.round
    assert value.value == pytest.approx(gains[0] - (gains[1] + gains[2]) / 2) and value.low == value.high == value.value
    assert moves == 20 and sums[0] == pytest.approx(20 * value.value), "the same in a search"


def test_the_seed_decides() -> None:
    decision = costly()
    assert judge(decision, 1, 32) == judge(decision, 1, 32)
    assert judge(decision, 1, 32).candidates != judge(decision, 2, 32).candidates


@pytest.mark.parametrize("game", GAMES)
def test_judging_can_stop_and_go_on(game: str) -> None:
    match = played(game, 3, "casual", seats=3)
    whole, parts = Judging(match.record, 0, worlds=2).finish(), Judging(match.record, 0, worlds=2)
    while parts.go_on():
        found = parts.as_data("en")
        assert found["done"] == len(found["curve"]) == parts.done
        if parts.done > 60:
            parts.finish()
    assert parts.as_data("ja") == whole.as_data("ja") and parts.done == parts.of == len(match.record.events)


@pytest.mark.parametrize("game", GAMES)
def test_the_curve_ends_with_who_won(game: str) -> None:
    """And with the result in points, which the parts of all rounds make up."""
    match = played(game, 6, seats=3)
    assert match.result is not None
    for seat in range(3):
        judging = Judging(match.record, seat, worlds=2).finish()
        _, points, chance = judging.curve()[-1]
        winners = match.result.winners
        assert chance == pytest.approx((seat in winners) / max(1, len(winners)), abs=1e-4)
        assert points == pytest.approx(float(sum(one.result for one in judging.rounds)), abs=1e-3)


def test_a_lead_is_a_chance_to_win() -> None:
    """By a standing in which one seat has won before the last round, and one in which nobody has."""
    face = GAMES["scout"]
    match = played("scout", 3, rounds=3)
    game, scores = match._game, match._game.scores()
    later = game.play_later(64, 1, face.weights.CLUB)
    assert set(later) == {0}, "no round comes after the last one"
    chances = [game.weigh(seat, (), 64, 1, face.weights.CLUB, True, later)[0].wins / 64 for seat in range(4)]
    assert sum(chances) == pytest.approx(1.0)
    assert scores[chances.index(max(chances))] == max(scores) and chances[scores.index(min(scores))] == 0


def test_nobody_has_won_where_all_have_nothing() -> None:
    """R22 of GIFT: a match that ended without a Success."""
    face = GAMES["gift"]
    game = Match("gift", seed=1)._game
    weighed = [game.weigh(seat, (), 200, 2, face.weights.CLUB, True, (), True)[0].wins for seat in range(4)]
    level = [game.weigh(seat, (), 200, 2, face.weights.CLUB, True, (), False)[0].wins for seat in range(4)]
    assert sum(level) == pytest.approx(200) and sum(weighed) <= 200
