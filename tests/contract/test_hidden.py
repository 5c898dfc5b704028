"""What a seat cannot know changes nothing that it gets; and redeal makes all the worlds that it cannot rule out."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from tefuda import Match
from tefuda.bots import BOTS
from tefuda.bots.honest import peeking
from tefuda.kernel import CHANCE
from tefuda.kernel.plain import Game
from tests.setups import IDS, SETUPS, Setup


def positions(setup: Setup, count: int) -> Iterator[Game]:
    """Positions of random matches, in all phases; seats that may act at once act in any order."""
    rng = random.Random(str(setup))
    while True:
        game = setup.face.begin(setup.seats, setup.options)
        while True:
            while game.actor() == CHANCE:
                game.deal(game.draw(rng.getrandbits(62)))
            if rng.random() < 0.4:
                yield game.clone()
                count -= 1
                if count == 0:
                    return
            able = [seat for seat in range(setup.seats) if game.count(seat)]
            if not able:
                break
            seat = rng.choice(able)
            game.apply(seat, rng.choice(game.legal(seat)))


def eyes(setup: Setup) -> list[int | None]:
    return [*range(setup.seats), None]


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_another_world_shows_the_same_view_and_the_same_moves(setup: Setup) -> None:
    rng = random.Random(4)
    face = setup.face
    differed = 0
    for game in positions(setup, 60):
        for seat in eyes(setup):
            view = face.view(game, seat)
            world = face.redeal(view, rng)
            assert face.view(world, seat) == view
            assert world.sound() == 0
            if seat is not None:
                assert world.legal(seat) == game.legal(seat)
            differed += any(face.view(world, other) != face.view(game, other) for other in range(setup.seats))
    assert differed > 0


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_redeal_reaches_the_truth(setup: Setup) -> None:
    """Every possible world is the true one of some match, so none may be left out: any card of the true hands turns up.

    A hand holds any card that it can hold in more than one world of 100, so 2,500 worlds miss it with less than 1e-10.
    """
    rng = random.Random(5)
    face = setup.face
    for game in positions(setup, 4):
        seat = rng.choice(eyes(setup))
        base = face.world(face.view(game, seat))
        others = [other for other in range(setup.seats) if other != seat and hand(setup, game, other)]
        missing = {}
        for other in others:
            missing[other] = rng.choice(hand(setup, game, other))
        for _ in range(2500):
            if not missing:
                break
            world = base.redeal(seat, rng.getrandbits(62))
            missing = {other: card for other, card in missing.items() if card not in hand(setup, world, other)}
        assert missing == {}


def hand(setup: Setup, game: Game, seat: int) -> list[object]:
    return list(setup.face.view(game, seat).to_dict()["hand"])


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_bots_do_not_depend_on_what_they_cannot_know(setup: Setup) -> None:
    """A short form of `tefuda honest`."""
    rng = random.Random(6)
    face = setup.face
    for game in positions(setup, 40):
        for seat in range(setup.seats):
            if game.count(seat):
                world = face.redeal(face.view(game, seat), rng)
                assert peeking(face, BOTS, game, world, seat, rng.getrandbits(62)) == []


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_views_are_plain_json(setup: Setup) -> None:
    for game in positions(setup, 10):
        for seat in eyes(setup):
            view = setup.face.view(game, seat).to_dict()
            assert json.loads(json.dumps(view)) == view
            assert view["seat"] == seat
            assert view["game"] == setup.game
            for name in ("to_act", "round", "phase", "hand_sizes"):
                assert name in view


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_a_view_may_be_changed_without_harm(setup: Setup) -> None:
    match = Match(setup.game, setup.seats, seed=1, **setup.options)
    before = match.view(0).to_dict()
    spoilt = match.view(0).to_dict()
    for value in spoilt.values():
        if isinstance(value, list):
            value.clear()
    assert match.view(0).to_dict() == before
