"""The plain, the checked and the compiled rules agree: same legal lists, same states, same results."""

from __future__ import annotations

import inspect
import os
import random
from itertools import groupby

import numpy as np
import pytest

from tefuda.kernel import CHANCE, OVER, plain
from tefuda.kernel.batch import Batch
from tests.setups import FORMS, IDS, SETUPS, Setup

MOVES = int(os.environ.get("TEFUDA_MOVES", "600"))  # at least, per setup; a game has 20 setups or more
SOUND_EVERY = 8  # moves: outside of C to check all invariants takes much longer than to move


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_forms_agree_move_by_move(setup: Setup) -> None:
    rng = random.Random(str(setup))
    moves = 0
    while moves < MOVES:
        first, *others = games = [setup.begin(form) for form in FORMS]
        while first.actor() != OVER:
            assert len({game.actor() for game in games}) == 1
            if first.actor() == CHANCE:
                seed = rng.getrandbits(62)
                chance, drawn = first.chance(), first.draw(seed)
                assert all(game.chance() == chance and game.draw(seed) == drawn for game in others)
                for game in games:
                    game.deal(drawn)
            else:
                legal = [first.legal(seat) for seat in range(setup.seats)]
                assert all([game.legal(seat) for seat in range(setup.seats)] == legal for game in others)
                seat = rng.choice([seat for seat in range(setup.seats) if legal[seat]])
                action = rng.choice(legal[seat])
                for game in games:
                    game.apply(seat, action)
                moves += 1
                if moves % SOUND_EVERY == 0:
                    assert [game.sound() for game in games] == [0] * len(FORMS)
            packed = first.pack()
            assert all(game.pack() == packed for game in others)
        assert len({(*game.scores(), game.rounds()) for game in games}) == 1


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_forms_agree_on_playouts_worlds_policies_and_search(setup: Setup) -> None:
    for seed in range(2):
        games = [setup.begin(form) for form in FORMS]
        assert len({game.playout(seed) for game in games}) == 1
        assert len({game.pack() for game in games}) == 1
        moves, broken = setup.begin("compiled").playout_checked(seed)
        assert moves > 0
        assert broken == 0, "cards are conserved and all other invariants hold"
    rng = random.Random(str(setup))
    games = [setup.begin(form) for form in FORMS]
    for _ in range(6):
        counts = {game.settle(9) for game in games}
        while counts != {0}:
            assert len(counts) == 1
            index = rng.randrange(counts.pop())
            counts = {game.advance(index) for game in games}
        assert len({game.pack() for game in games}) == 1
        with pytest.raises(IndexError):
            games[-1].advance(0)
    games = [setup.begin(form) for form in FORMS]
    for step in range(30):
        while games[0].actor() == CHANCE:
            drawn = games[0].draw(rng.getrandbits(62))
            for game in games:
                game.deal(drawn)
        seat = games[0].actor()
        if seat == OVER:
            break
        seed = rng.getrandbits(62)
        for eyes in (seat, (seat + 1) % setup.seats, None):
            assert len({game.redeal(eyes, seed).pack() for game in games}) == 1
        level = setup.face.weights.CLUB if step % 2 else setup.face.weights.CASUAL
        action, worths = games[0].quick(seat, level), games[0].worths(seat, level)
        assert all((game.quick(seat, level), game.worths(seat, level)) == (action, worths) for game in games[1:])
        assert games[0].legal(seat)[worths.index(max(worths))] == action
        some = games[0].legal(seat)[:4]
        if step % 15 == 0:
            how = rng.choice((None, level)), rng.random() < 0.5
            found = [game.search(seat, some, 1, seed, *how) for game in games[:: len(games) - 1]]
            assert found[0] == found[1]
        for game in games:
            game.apply(seat, action)


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
@pytest.mark.parametrize("restart", [True, False])
def test_forms_agree_on_batches(setup: Setup, restart: bool) -> None:
    numbers = setup.face.numbers(setup.options)
    batches = [
        setup.engine(form).Batch(5, setup.seats, numbers, [9, 8, 7, 6, 5], restart) for form in ("plain", "compiled")
    ]
    actions = [np.zeros(5, np.int16) for _ in batches]
    steps = ended = 0
    while steps < 120 or (ended == 0 and setup.seats == 2):  # a match of two ends soon enough
        steps += 1
        for batch, chosen in zip(batches, actions, strict=True):
            batch.draw_actions(chosen)
        assert (actions[0] == actions[1]).all()
        for batch, chosen in zip(batches, actions, strict=True):
            batch.step(chosen)
        ended += int(batches[0].ended.sum())
        assert not restart or (batches[0].actors >= 0).all()
        for name in ("masks", "actors", "scores", "ended", "final", "gains", "streams"):
            assert (getattr(batches[0], name) == getattr(batches[1], name)).all(), name
        assert same_states(*batches)
    for batch in batches:
        batch.reset([1, 3], [40, 41])
    assert same_states(*batches)


DEFAULTS = [setup for setup in SETUPS if "=" not in str(setup).replace("target_score=60", "")]


@pytest.mark.parametrize("setup", [next(group) for _, group in groupby(DEFAULTS, lambda one: one.game)], ids=str)
def test_forms_agree_on_playouts_that_are_checked(setup: Setup) -> None:
    ((moves, broken),) = {setup.begin(form).playout_checked(0) for form in FORMS}
    assert moves > 0 and broken == 0


@pytest.mark.parametrize("setup", DEFAULTS, ids=str)
def test_forms_agree_on_counted_rounds(setup: Setup) -> None:
    """Seats of all levels; and with weights everywhere the same moves as `play_round`."""
    weights = setup.face.weights
    places = list(setup.face.study.KINDS)
    actions = range(setup.engine("plain").n_actions)
    kinds = np.array([places.index(setup.face.study.kind_of(setup.face.moves.move_of(a))) for a in actions], np.uint8)
    for levels in ((None, weights.CASUAL), (weights.CLUB,)):
        rows = [levels[seat % len(levels)] for seat in range(setup.seats)]
        found = []
        for form in FORMS:
            game = setup.begin(form)
            counts = np.zeros((setup.seats, 3 + 2 * len(places)), np.int32)
            moves = np.zeros((5000, 3), np.int16)
            made = game.count_round(7, rows, kinds, counts, moves)
            found.append((made, game.pack(), counts.tolist(), moves[: made[0]].tolist()))
        assert all(one == found[0] for one in found)
        (total, last, action), packed, table, listed = found[0]
        assert listed[-1][:2] == [last, action]
        assert (
            total
            == len(listed)
            == sum(row[0] for row in table)
            == sum(map(sum, (row[-len(places) :] for row in table)))
        )
        for seat, row in enumerate(table):
            own = [(number, n) for who, number, n in listed if who == seat]
            assert row[:3] == [len(own), sum(n == 1 for _, n in own), sum(n for _, n in own)]
            assert row[3 + len(places) :] == [sum(kinds[number] == k for number, _ in own) for k in range(len(places))]
            assert all(can >= did for can, did in zip(row[3:], row[3 + len(places) :], strict=False))
        if levels == (weights.CLUB,):
            game = setup.begin("compiled")
            assert game.play_round(7, [weights.CLUB] * setup.seats) == total
            assert game.pack() == packed


@pytest.mark.parametrize("form", ["plain", "compiled"])
def test_counted_rounds_refuse_what_does_not_fit(form: str) -> None:
    setup = next(setup for setup in DEFAULTS if setup.game == "scout")
    game, actions = setup.begin(form), setup.engine(form).n_actions
    kinds = np.zeros(actions, np.uint8)
    counts = np.zeros((setup.seats, 5), np.int32)
    nobody = [None] * setup.seats
    before = game.pack()
    for bad in (
        (nobody[1:], kinds, counts),
        (nobody, kinds[1:], counts),
        (nobody, kinds + np.uint8(64), counts),
        (nobody, kinds, counts[:, 1:]),
        (nobody, kinds, counts, np.zeros((9, 2), np.int16)),
    ):
        with pytest.raises(ValueError):
            game.count_round(1, *bad)
    assert game.pack() == before


def same_states(one: Batch, other: Batch) -> bool:
    return bool((one.states.view(np.uint8) == other.states.view(np.uint8)).all())


@pytest.mark.parametrize("game", sorted({setup.game for setup in SETUPS}))
def test_forms_have_the_same_methods(game: str) -> None:
    """Methods that are written again in C take the same arguments; all others are the same code."""
    compiled = next(setup for setup in SETUPS if setup.game == game).engine("compiled")
    in_c = {name for name in vars(compiled.Game.__bases__[0]) if not name.startswith("__")} - {"s", "seats"}
    assert {"advance", "apply", "legal", "playout"} <= in_c <= set(vars(plain.Game))
    for name in in_c - {"_load"}:
        wanted = inspect.signature(getattr(plain.Game, name)).parameters
        assert list(inspect.signature(getattr(compiled.Game, name)).parameters) == list(wanted), name
    compiled.Game(seats=4, options=())
    compiled.Batch(games=2, seats=4, options=(), seeds=0, restart=True)


@pytest.mark.parametrize("game", sorted({setup.game for setup in SETUPS}))
def test_what_a_position_remembers_is_forgotten_when_its_memory_is_written(game: str) -> None:
    setup = next(setup for setup in SETUPS if setup.game == game)
    one, other = setup.begin("compiled"), setup.begin("compiled")
    one.settle(1)
    other.playout(2)
    with memoryview(one.s) as held:
        assert one.actor() >= 0
        assert one.legal(one.actor())
        held[:] = other.pack()
        assert one.actor() == other.actor() == OVER
        assert one.legal(0) == other.legal(0) == []
        held[:] = setup.begin("compiled").pack()
    assert one.actor() == CHANCE
