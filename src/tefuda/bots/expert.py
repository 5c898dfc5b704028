"""`expert`: a small network that was trained by playing against itself.

It values the position after each of its moves, and makes the move whose position it likes best. Where the game has no
network for the options of the match it plays as `club`.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from functools import lru_cache

from tefuda.bots.levels import choose_club
from tefuda.bots.network import network_for, networks
from tefuda.games import GAMES, Face
from tefuda.games.option import Value
from tefuda.games.view import View
from tefuda.kernel.plain import Game


def is_offered(game: str) -> bool:
    """Whether there is an `expert` of this game: it has networks, and they are of these rules."""
    return bool(networks(game))


def choose_expert(view: View, moves: Sequence[str], rng: random.Random) -> str:
    """The move after which the network likes the position best."""
    if len(moves) == 1:
        return moves[0]
    face = GAMES[view.game]
    world = face.world(view)
    row = row_for(face, world)
    if row is None or view.seat is None:
        return choose_club(view, moves, rng)
    return face.move_text(world.think(view.seat, row, rng.getrandbits(62)))


def decide_expert(face: Face, game: Game, seat: int, rng: random.Random) -> int:
    """The same without a view, for simulations: what the seat cannot know is dealt again where the network needs it."""
    row = row_for(face, game)
    return game.quick(seat, face.weights.CLUB) if row is None else game.think(seat, row, rng.getrandbits(62))


def read_again() -> None:
    """The networks are read anew when they are next needed."""
    for kept in (networks, _telling, _row):
        kept.cache_clear()


def row_for(face: Face, game: Game) -> array[int] | None:
    """The network for this match."""
    state = face.state(game)
    return _row(face.name, game.seats, tuple(int(getattr(state, name)) for name in _telling(face.name)))


@lru_cache(maxsize=64)
def _telling(game: str) -> tuple[str, ...]:
    """The options that decide which network is right; a state has fields of these names."""
    return tuple(sorted({name for one in networks(game) for name in one.about["for"]}))


@lru_cache(maxsize=256)
def _row(game: str, seats: int, told: tuple[int, ...]) -> array[int] | None:
    face = GAMES[game]
    options: dict[str, Value] = {option.name: option.default for option in face.options}
    for name, number in zip(_telling(game), told, strict=True):
        option = next(one for one in face.options if one.name == name)
        options[name] = option.choices[number] if option.choices else number
    found = network_for(game, seats, options)
    return None if found is None else found.row
