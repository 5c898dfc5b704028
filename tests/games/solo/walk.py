"""Random play, position by position, with hands of all sizes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from tefuda.games.option import check_options
from tefuda.games.solo.game import SOLO, state_of
from tefuda.games.solo.state import N_ACTIONS, State
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game
from tests.games.walking import Table, ids

TEXTS = [SOLO.move_text(action) for action in range(N_ACTIONS)]
MOVES = 250  # of one walk

EVEN: dict[str, float] = {}
HOARD = {"play": 0.02, "triple": 0.02, "jump": 0.02, "block": 0.02}
CARELESS = {"solo": 0.05, "wait": 3, "accept": 1, "give": 1}
TABLES: list[Table] = [
    (2, {}, HOARD),
    (3, {}, CARELESS),
    (4, {}, EVEN),
    (10, {}, HOARD),
    (3, {"triple_must_be_all": False, "triple_jump_in": True, "jump_in_actions": True, "mix_draw": True}, EVEN),
    (2, {"triple_must_be_all": False, "play_any_after_draw": True, "reverse2p_skips": True}, HOARD),
    (5, {"solo_before": True, "solo_on_swap": True, "solo_on_multi_out": True}, CARELESS),
    (10, {"self_jump_in": False, "block_after_swap_all_free": True, "solo_on_multi_out": True}, CARELESS),
]
IDS = ids(TABLES, {"even": EVEN, "hoard": HOARD, "careless": CARELESS})


class Step(NamedTuple):
    game: Game  # before the move; do not change it
    before: State
    seat: int
    move: str


def walk(table: Table, seed: int) -> Iterator[Step]:
    """The moves of a random match, of any seat that may act; then a new match, MOVES in all."""
    seats, options, likely = table
    rng = random.Random(seed)
    game = SOLO.begin(seats, check_options(SOLO.options, options))
    for _ in range(MOVES):
        while game.actor() == CHANCE:
            game.deal(game.draw(rng.getrandbits(62)))
        if game.actor() == OVER:
            game = SOLO.begin(seats, check_options(SOLO.options, options))
            continue
        seat = rng.choice([seat for seat in range(seats) if game.count(seat)])
        legal = game.legal(seat)
        weights = [likely.get(TEXTS[action].split()[0], 1) for action in legal]
        action = rng.choices(legal, weights)[0]
        yield Step(game, state_of(game), seat, TEXTS[action])
        game.apply(seat, action)
