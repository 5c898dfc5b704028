"""Positions of random matches."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tefuda.kernel import CHANCE
from tefuda.kernel.plain import Game
from tests.setups import Setup


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
