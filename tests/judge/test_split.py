"""The parts of luck and skill are those that docs/judge.md speaks of: read a second time, with scales of our own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from tefuda.bots import BOTS
from tefuda.games import GAMES
from tefuda.games.events import SHOWN
from tefuda.judge import Split, split
from tefuda.judge.scales import Scales, later_rounds
from tefuda.judge.split import PARTS, Splitting, gain
from tefuda.kernel import OVER
from tefuda.kernel.plain import Game
from tefuda.match import Match
from tefuda.record import Record
from tests.judge.scales import OwnScales, worth_of
from tests.judge.test_judge import played

ROLLOUTS, WORLDS, MATCHES = 5, 7, 3
SET_UPS: list[tuple[str, dict[str, Any]]] = [(game, {}) for game in GAMES] + [("gift", {"mode": "create"})]


class Part(NamedTuple):
    """To which part an event belongs, and what it gave."""

    name: str
    gave: Fraction
    of_seat: Fraction  # what of it was a seat's own doing


def gained(game: Game, base: list[int], seat: int, together: bool) -> Fraction:
    own = game.scores()[seat] - base[seat]
    others = [game.scores()[other] - base[other] for other in range(game.seats) if other != seat]
    return Fraction(own) if together else own - Fraction(sum(others), len(others))


def second_reading(record: Record, seat: int) -> Iterator[dict[str, Fraction]]:
    """The parts of each round."""
    face, together = record.face, record.face.shared_by(record.options)
    rounds: list[list[tuple[Game, int | None, str, Game]]] = [[]]
    for before, event, after in record.steps():
        rounds[-1].append((before, event.seat, event.text.partition(SHOWN)[0], after))
        if after.rounds() > before.rounds():
            rounds.append([])
    assert not rounds.pop(), "the match is over"
    for steps in rounds:
        base = steps[0][0].scores()
        worths = [Fraction(worth_of(steps[0][0], seat).points)]
        for _, _, _, after in steps[:-1]:
            worths.append(gained(after, base, seat, together) + worth_of(after, seat).points)
        worths.append(gained(steps[-1][3], base, seat, together))
        parts = dict.fromkeys(PARTS, Fraction(0))
        parts["start"] = worths[0]
        decided = False
        for (before, mover, move, _), was, now in zip(steps, worths, worths[1:], strict=False):
            if mover is None:
                parts["draws" if decided else "deal"] += now - was
                continue
            decided = True
            made, usual = face.parse_move(move), before.quick(mover, face.weights.CLUB)
            better = Fraction(0)
            if len(before.legal(mover)) > 1 and made != usual:
                better = Fraction(worth_of(before, mover, made).points - worth_of(before, mover, usual).points)
            if mover == seat:
                parts["own"] += better
            else:
                better = better if together else -better / (record.seats - 1)
                parts["others"] += better
            parts["hidden"] += now - was - better
        yield parts


def by_own_scales(record: Record, seat: int) -> tuple[list[Split], OwnScales]:
    splitting, scales = Splitting(record, seat, 4, ROLLOUTS, WORLDS, MATCHES), OwnScales()
    for number, (before, event, after) in enumerate(record.steps()):
        splitting.take(scales.done(splitting.event(number, before, event, after)))
    return splitting.rounds, scales


@pytest.mark.parametrize(("game", "options"), SET_UPS)
def test_each_part_is_what_the_page_says(game: str, options: dict[str, Any]) -> None:
    match, rng = Match(game, seed=12, **options), random.Random(12)
    while match.result is None:
        mover = match.to_act[0] if match.actor is None or match.actor < 0 else match.actor
        match.play(mover, BOTS["random" if rng.random() < 0.2 else "club"](match.view(mover), match.moves(mover), rng))
    for seat in range(match.seats):
        found, _ = by_own_scales(match.record, seat)
        expected = list(second_reading(match.record, seat))
        assert [{part: getattr(one, part) for part in PARTS} for one in found] == expected
        assert [one.round for one in found] == list(range(1, len(expected) + 1))
        assert all(one.luck == one.deal + one.draws for one in found)
        assert [one.result for one in found] == [sum(one.values()) for one in expected]
        sums = {part: sum(one[part] for one in expected) for part in PARTS}
        assert sums["own"] and sums["others"] and sums["hidden"] and sums["deal"], "this match has all of it"
        shared = match.record.face.shared_by(match.record.options)
        assert sum(sums.values()) == gained(match._game, [0] * match.seats, seat, shared)
    assert (game in ("solo", "gift")) == bool(sums["draws"]), "only there cards are drawn"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_of_the_scales(game: str) -> None:
    """Positions with the cards where they lie, for the seat; moves in other worlds, for whoever made them."""
    match = played(game, 12, "casual", rounds=2)
    record, seat = match.record, 1
    face = record.face
    _, scales = by_own_scales(record, seat)
    steps, asked = list(record.steps()), list(scales.asked)
    packed = {game.pack() for before, _, after in steps for game in (before, after)}
    assert all(one.game.pack() in packed for one in asked)
    assert all(list(one.weights) == list(face.weights.CLUB) and one.relative for one in asked)
    positions = [one for one in asked if not one.actions]
    moves = [one for one in asked if one.actions]
    assert all(one.seat == seat and one.worlds == ROLLOUTS for one in positions)
    later = [len(one.later) for one in positions]
    assert set(later) == {MATCHES * match.seats}
    assert moves and all(one.worlds == WORLDS and not one.later and len({*one.actions}) == 2 for one in moves)
    deciders = {before.pack(): event.seat for before, event, _ in steps}
    assert all(one.seat == deciders[one.game.pack()] for one in moves)
    assert len({one.seed for one in asked}) == len(asked), "no two of them in the same worlds"
    again, _ = by_own_scales(record, seat)
    assert [one.own for one in again] == [one.own for one in by_own_scales(record, seat)[0]]


@pytest.mark.parametrize("game", GAMES)
def test_the_course_is_what_the_match_is_worth(game: str) -> None:
    match = played(game, 12, "casual")
    for seat in (0, 1):
        rounds, _ = by_own_scales(match.record, seat)
        moments = [(one.round, moment) for one in rounds for moment in one.course]
        base = [0] * match.seats
        for (number, moment), (before, _, after) in zip(moments, match.record.steps(), strict=True):
            assert number == before.rounds() + 1
            worth = gained(after, base, seat, False)
            if after.rounds() == before.rounds():
                worth += worth_of(after, seat).points
            assert moment.worth == worth
            if after.rounds() > before.rounds():
                base = after.scores()
            if after.actor() == OVER:
                winners = match.record.face.result(after).winners
                assert moment.chance == (seat in winners) / max(1, len(winners))
            else:
                assert moment.chance == pytest.approx(worth_of(after, seat).chance)


@pytest.mark.parametrize(
    ("options", "seed", "winners"),
    [({"mode": "create"}, 1, 2), ({"mode": "create"}, 2, 0), ({"stall_turns": 1}, 0, 0)],
)
def test_a_win_together_is_whole_and_none_is_nothing(options: dict[str, Any], seed: int, winners: int) -> None:
    """In GIFT's Create a win is not shared out; and a match may end without a winner."""
    match, rng = Match("gift", 2, seed, **options), random.Random(seed)
    while match.result is None:
        mover = match.to_act[0] if match.actor is None or match.actor < 0 else match.actor
        match.play(mover, BOTS["club"](match.view(mover), match.moves(mover), rng))
    assert len(match.result.winners) == winners
    for seat in range(2):
        rounds, _ = by_own_scales(match.record, seat)
        assert rounds[-1].course[-1].chance == (1.0 if winners else 0.0)


def test_whoever_plays_alone_is_compared_with_nobody() -> None:
    class Alone:
        def scores(self) -> list[int]:
            return [7]

    assert gain(Alone(), [2], 0, True) == 5  # type: ignore[arg-type]


# ---- and with the scales of the judge


def test_a_bad_move_is_weighed_the_same_for_whoever_made_it_and_for_the_others() -> None:
    """What one seat loses by its moves, the others gain together, to the last digit."""
    record = played("twentythree", 5, "random", rounds=1).record
    (own,) = split(record, 0, rollouts=2, worlds=16)
    assert own.own < 0 and own.others == 0
    for other in range(1, record.seats):
        (one,) = split(record, other, rollouts=2, worlds=16)
        assert one.own == 0 and one.others == -own.own / (record.seats - 1)


def test_a_move_is_worth_what_rounds_played_on_after_it_bring() -> None:
    """In 23, where hidden cards are dealt at random: without the kernel's scales, round by round."""
    record, rng = played("twentythree", 8, "random", rounds=1).record, random.Random(1)
    face = record.face
    checked = 0
    for before, event, _ in record.steps():
        if event.seat != 0 or before.count(0) < 2 or checked == 2:
            continue
        pair = face.parse_move(event.text.partition(SHOWN)[0]), before.quick(0, face.weights.CLUB)
        if pair[0] == pair[1]:
            continue
        checked += 1
        leads = []
        for _ in range(600):
            world, seed = before.redeal(0, rng.getrandbits(62)), rng.getrandbits(62)
            worths = []
            for action in pair:
                after = world.clone()
                after.apply(0, action)
                if after.rounds() == before.rounds():
                    after.play_round(seed, [list(face.weights.CLUB)] * record.seats)
                worths.append(float(gained(after, [0] * record.seats, 0, False)))
            leads.append(worths[0] - worths[1])
        first, second = Scales(face, 0, True).weigh(before, pair, 600, rng)
        mean = sum(leads) / len(leads)
        variance = sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1) / len(leads)
        assert abs((first.sum - second.sum) / 600 - mean) < 5 * (2 * variance) ** 0.5
    assert checked == 2


def test_a_position_is_worth_what_rounds_played_on_from_it_bring() -> None:
    record, rng = played("scout", 8, rounds=1).record, random.Random(1)
    face = record.face
    before = [before for before, event, _ in record.steps() if event.seat is not None][12]
    (found,) = Scales(face, 2, True, later_rounds(face, before, 1, 4)).weigh(before, (), 600, rng)
    rest = []
    for _ in range(600):
        after = before.clone()
        after.play_round(rng.getrandbits(62), [list(face.weights.CLUB)] * record.seats)
        rest.append(float(gained(after, before.scores(), 2, False)))
    mean = sum(rest) / len(rest)
    variance = sum((one - mean) ** 2 for one in rest) / (len(rest) - 1) / len(rest)
    assert abs(found.sum / 600 - mean) <= 5 * (2 * variance) ** 0.5
