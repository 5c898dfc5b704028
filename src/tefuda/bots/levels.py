"""The levels that decide at once, each by what a move is worth to it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from tefuda.games import GAMES, Face
from tefuda.games.view import View
from tefuda.kernel.plain import Game

Bot = Callable[[View, Sequence[str], random.Random], str]
NOTICED = 0.6  # the share of its moves that a beginner thinks of


def choose_random(view: View, moves: Sequence[str], rng: random.Random) -> str:
    """Any legal move, all equally likely."""
    return rng.choice(moves)


def choose_beginner(view: View, moves: Sequence[str], rng: random.Random) -> str:
    """As `casual`, but overlooks many of its moves: a better set, a jump-in, the call."""
    noticed = [rng.random() < NOTICED for _ in moves]
    found = worths(view, casual_weights(view))
    seen = [(worth, -index) for index, worth in enumerate(found) if noticed[index]]
    return moves[-max(seen)[1]] if seen else rng.choice(moves)


def choose_casual(view: View, moves: Sequence[str], rng: random.Random) -> str:
    """The move that looks best by a few simple rules of thumb."""
    return _best(view, casual_weights(view))


def choose_club(view: View, moves: Sequence[str], rng: random.Random) -> str:
    """The move that leaves the best position, by tuned weights."""
    return _best(view, club_weights(view))


def decide_casual(face: Face, game: Game, seat: int, rng: random.Random) -> int:
    return game.quick(seat, face.weights.CASUAL)


def decide_club(face: Face, game: Game, seat: int, rng: random.Random) -> int:
    return game.quick(seat, face.weights.CLUB)


def casual_weights(view: View) -> tuple[int, ...]:
    weights: tuple[int, ...] = GAMES[view.game].weights.CASUAL
    return weights


def club_weights(view: View) -> tuple[int, ...]:
    weights: tuple[int, ...] = GAMES[view.game].weights.CLUB
    return weights


def worths(view: View, weights: Sequence[int]) -> list[int]:
    """What each of the seat's moves is worth, in their order."""
    assert view.seat is not None
    return GAMES[view.game].world(view).worths(view.seat, weights)


def _best(view: View, weights: Sequence[int]) -> str:
    face = GAMES[view.game]
    assert view.seat is not None
    return face.move_text(face.world(view).quick(view.seat, weights))
