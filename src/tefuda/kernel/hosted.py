"""The rules in a browser's Python: the plain form, whose searches the WebAssembly form of the same rules does.

Whoever runs them there sets `search`, which is given the name of the game, the number of seats and the bytes of the
state before the arguments of `Game.search`. Its answers are those of the plain search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tefuda.kernel.checks import check_weights
from tefuda.kernel.plain import Game

Found = tuple[list[float], list[float], int]
Search = Callable[[str, int, bytes, int, list[int], int, int, list[int] | None, bool], Found]
search: Search | None = None


def hosted(game: str, plain: type[Game]) -> type[Game]:
    """The plain Game of these rules, with its searches done elsewhere."""

    def searched(
        self: Game,
        seat: int,
        actions: Sequence[int],
        worlds: int,
        seed: int,
        weights: Sequence[int] | None = None,
        relative: bool = True,
    ) -> Found:
        if search is None:
            return plain.search(self, seat, actions, worlds, seed, weights, relative)
        given = None if weights is None else list(check_weights(weights, self.rules.N_WEIGHTS))
        return search(game, self.seats, self.pack(), seat, list(actions), worlds, seed, given, relative)

    members: dict[str, Any] = {"search": searched, "__slots__": ()}
    return type("Game", (plain,), members)
