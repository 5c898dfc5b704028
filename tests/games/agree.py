"""Walks a game's kernel and its oracle side by side and compares them at every position."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from tefuda.games import Face
from tefuda.kernel import CHANCE
from tefuda.kernel.plain import Game


class Oracle(Protocol):
    """What every oracle has."""

    def needs(self) -> str: ...
    def to_act(self) -> tuple[int, ...]: ...
    def moves(self, seat: int) -> list[str]: ...
    def play(self, seat: int, move: str) -> None: ...
    def snapshot(self) -> dict[str, Any]: ...


class Comparison(NamedTuple):
    """How the two sides of one game are put side by side."""

    face: Face
    of_kernel: Callable[[Game], dict[str, object]]
    of_oracle: Callable[[Any], dict[str, object]]
    chance_acts: Callable[[Game, Any, random.Random], None]  # on both sides

    def walk(
        self,
        game: Game,
        oracle: Oracle,
        rng: random.Random,
        greed: float,
        prefer: Sequence[str] = (),
        preference: float = 0.0,
        most: int = 10**9,
    ) -> int:
        """One match to its end, or to so many positions; gives the number of positions compared.

        Greed is how often the quick policy moves instead of chance; preference how often one of the preferred moves is
        made if it can be.
        """
        positions = 0
        while oracle.needs() != "over":
            if positions == most:
                return positions
            assert self.of_kernel(game) == self.of_oracle(oracle)
            if game.actor() == CHANCE:
                self.chance_acts(game, oracle, rng)
                continue
            positions += 1
            able = [seat for seat in range(game.seats) if game.count(seat)]
            assert tuple(able) == oracle.to_act()
            for seat in range(game.seats):
                assert sorted(map(self.face.move_text, game.legal(seat))) == sorted(oracle.moves(seat))
            seat = rng.choice(able)
            sensible = rng.random() < greed
            action = game.quick(seat, self.face.weights.CLUB) if sensible else rng.choice(game.legal(seat))
            if rng.random() < preference:
                wanted = map(self.face.parse_move, rng.sample(prefer, len(prefer)))
                action = next((other for other in wanted if other in game.legal(seat)), action)
            game.apply(seat, action)
            oracle.play(seat, self.face.move_text(action))
        while game.actor() == CHANCE:  # what is forced may still have to happen
            self.chance_acts(game, oracle, rng)
        assert self.of_kernel(game) == self.of_oracle(oracle)
        result, last = self.face.result(game), oracle.snapshot()
        assert list(result.winners) == last["winners"]
        assert list(result.scores) == last["scores"]
        return positions
