"""`master`: a search, the same for all games.

It plays its best-looking moves in many worlds that its view cannot rule out, the same worlds for all of them. Where
`expert` has a network the moves are those that it likes best, and all seats then move as `expert` would; what counts is
a mean of how the round ends and of what the network thinks on the way there. Elsewhere the moves are those that `club`
likes best, and all play on like `club` to the end of the round.

After each stage the worse half of the moves is dropped (sequential halving), so that most of the budget goes to the
moves between which it is hard to choose. The move that `expert`, or `club`, would make stays to the end, and another
must lead it by more than a little chance to be made instead. What the network thinks of a move counts as much as some
worlds: with a small budget the search only corrects it, with a large one it has two thirds of the say.

The search asks for worlds and waits for what is found in them. Here that is done at once; on a device other workers do
it, several pieces side by side. Pieces have seeds of their own, so that it makes no difference who does them.
"""

from __future__ import annotations

import math
import random
import time
from array import array
from collections.abc import Generator, Sequence
from typing import NamedTuple

from tefuda.bots.expert import row_for
from tefuda.bots.levels import club_weights
from tefuda.games import GAMES
from tefuda.games.view import View
from tefuda.kernel.plain import Game

CANDIDATES = 12  # moves that are looked at
LIKED = 8  # the same with a network
CHUNK = 2  # worlds between two looks at the clock
DOUBTS = 2  # imagined chunks in which a move loses by one standard deviation
TRUST = 12  # imagined chunks in which a move leads as the network thinks
SHARE = 0.5  # ... or, if that is more, so many for each chunk that was played


class Piece(NamedTuple):
    worlds: int
    seed: int


class Asked(NamedTuple):
    """What a search wants to know: what these actions bring, in the worlds of each piece."""

    name: str  # of the game
    game: Game
    seat: int
    actions: list[int]
    weights: Sequence[int]
    net: array[int] | None
    relative: bool
    pieces: list[Piece]

    def find(self, piece: Piece) -> list[float]:
        """For each action the sum of what it brought."""
        if self.net is None:
            given = (self.weights, self.relative)
            return self.game.search(self.seat, self.actions, piece.worlds, piece.seed, *given)[0]
        return self.game.look_ahead(self.seat, self.actions, piece.worlds, piece.seed, self.net)[0]


Steps = Generator[Asked, list[list[float]], str]


class Master:
    """A budget in seconds a decision, or, so that it can be repeated, in playouts."""

    def __init__(self, seconds: float = 0.5, playouts: int = 0, width: int = 1) -> None:
        self.seconds = seconds
        self.playouts = playouts
        self.width = width  # how many pieces are asked for at once

    def __call__(self, view: View, moves: Sequence[str], rng: random.Random) -> str:
        steps = self.steps(view, moves, rng)
        try:
            asked = next(steps)
            while True:
                asked = steps.send([asked.find(piece) for piece in asked.pieces])
        except StopIteration as end:
            return str(end.value)

    def steps(self, view: View, moves: Sequence[str], rng: random.Random) -> Steps:
        """The search, for whoever answers what it asks."""
        begun = time.perf_counter()
        if len(moves) == 1:
            return moves[0]
        face, seat, weights = GAMES[view.game], view.seat, club_weights(view)
        assert seat is not None
        game = face.world(view)
        net = row_for(face, game)
        thought = by_worth(game, seat, weights) if net is None else by_network(game, seat, net, rng)
        left = list(thought)
        relative = not face.is_shared(view)
        leads: dict[int, list[float]] = {action: [] for action in left}  # over the first, chunk by chunk
        stages = (len(left) - 1).bit_length()
        for stage in range(stages):
            if stage and not self.playouts and time.perf_counter() >= begun + self.seconds:
                break
            if stage:
                hopes = {action: sum(leads[action]) + prior(leads[action], thought[action]) for action in left[1:]}
                left[1:] = sorted(hopes, key=lambda action: -hopes[action])[: (len(left) - 1) // 2]
            worlds = max(1, self.playouts // (stages * len(left)))
            until = begun + self.seconds * (stage + 1) / stages
            while worlds > 0:
                at_once = min(worlds, CHUNK * self.width)
                pieces = [Piece(min(CHUNK, at_once - k), rng.getrandbits(62)) for k in range(0, at_once, CHUNK)]
                told = yield Asked(view.game, game, seat, list(left), weights, net, relative, pieces)
                for piece, found in zip(pieces, told, strict=True):
                    for action, value in zip(left, found, strict=True):
                        leads[action].append((value - found[0]) / piece.worlds)
                worlds = worlds - at_once if self.playouts else int(time.perf_counter() < until) * CHUNK * self.width
        return face.move_text(max(left, key=lambda action: lead(leads[action]) + prior(leads[action], thought[action])))


def by_worth(game: Game, seat: int, weights: Sequence[int]) -> dict[int, float]:
    """The moves that `club` likes best, its own first; it has nothing to say that could be added to a search."""
    worths, actions = game.worths(seat, weights), game.legal(seat)
    best = sorted(range(len(worths)), key=lambda index: -worths[index])[:CANDIDATES]
    return {actions[index]: 0.0 for index in best}


def by_network(game: Game, seat: int, net: array[int], rng: random.Random) -> dict[int, float]:
    """The moves that `expert` likes best, its own first, with what each leads that one by."""
    seed = rng.getrandbits(62)
    own, values = game.think(seat, net, seed), game.points(seat, net, seed)
    best = sorted(values, key=lambda action: (action != own, -values[action]))[:LIKED]
    return {action: values[action] - values[own] for action in best}


def prior(leads: Sequence[float], thought: float) -> float:
    """What the network thinks of a move, in all imagined chunks. It is never forgotten, for worlds are only guesses."""
    return max(TRUST, SHARE * len(leads)) * thought


def lead(leads: Sequence[float]) -> float:
    """The lead in all chunks, less a little: a move that was tried in few worlds is doubted most."""
    if len(leads) < 2:
        return 0.0
    middle = math.fsum(leads) / len(leads)
    spread = math.sqrt(math.fsum((one - middle) ** 2 for one in leads) / (len(leads) - 1))
    return sum(leads) - DOUBTS * spread
