"""The rules in a browser's Python: the plain form, but the WebAssembly form of the same rules does what takes long.

Whoever runs them there sets `work`. Its answers are those of the plain form.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from tefuda.kernel.checks import check_weights
from tefuda.kernel.plain import Game, Weighed

Found = tuple[list[float], list[float], int]


class Position(NamedTuple):
    game: str
    seats: int
    state: bytes


class Work(Protocol):
    """The methods of `Game` that are done elsewhere, with the position before their arguments."""

    def search(
        self, position: Position, seat: int, actions: list[int], worlds: int, seed: int, weights: list[int] | None,
        relative: bool,
    ) -> Found: ...  # fmt: skip

    def quick(self, position: Position, seat: int, weights: list[int]) -> int: ...

    def worths(self, position: Position, seat: int, weights: list[int]) -> list[int]: ...

    def think(self, position: Position, seat: int, net: Any, seed: int) -> int: ...

    def values(self, position: Position, seat: int, net: Any, seed: int) -> dict[int, int]: ...

    def look_ahead(
        self, position: Position, seat: int, actions: list[int], worlds: int, seed: int, net: Any
    ) -> Found: ...

    def play_later(self, position: Position, matches: int, seed: int, weights: list[int]) -> list[int]: ...

    def weigh(
        self, position: Position, seat: int, actions: list[int], worlds: int, seed: int, weights: list[int],
        relative: bool, later: list[int], blank: bool,
    ) -> list[Weighed]: ...  # fmt: skip


work: Work | None = None


def hosted(game: str, plain: type[Game]) -> type[Game]:
    """The plain Game of these rules, with what takes long done elsewhere."""

    class Hosted(plain):  # type: ignore[misc,valid-type]
        __slots__ = ()

        def search(
            self,
            seat: int,
            actions: Sequence[int],
            worlds: int,
            seed: int,
            weights: Sequence[int] | None = None,
            relative: bool = True,
        ) -> Found:
            if work is None:
                return plain.search(self, seat, actions, worlds, seed, weights, relative)
            given = None if weights is None else self._checked(weights)
            return work.search(self._position(), seat, list(actions), worlds, seed, given, relative)

        def quick(self, seat: int, weights: Sequence[int]) -> int:
            if work is None:
                return plain.quick(self, seat, weights)
            return work.quick(self._position(), seat, self._checked(weights))

        def worths(self, seat: int, weights: Sequence[int]) -> list[int]:
            if work is None:
                return plain.worths(self, seat, weights)
            return work.worths(self._position(), seat, self._checked(weights))

        def think(self, seat: int, net: Any, seed: int) -> int:
            if work is None:
                return plain.think(self, seat, net, seed)
            return work.think(self._position(), seat, net, seed)

        def values(self, seat: int, net: Any, seed: int) -> dict[int, int]:
            if work is None:
                return plain.values(self, seat, net, seed)
            return work.values(self._position(), seat, net, seed)

        def look_ahead(self, seat: int, actions: Sequence[int], worlds: int, seed: int, net: Any) -> Found:
            if work is None:
                return plain.look_ahead(self, seat, actions, worlds, seed, net)
            return work.look_ahead(self._position(), seat, list(actions), worlds, seed, net)

        def play_later(self, matches: int, seed: int, weights: Sequence[int]) -> list[int]:
            if work is None:
                return plain.play_later(self, matches, seed, weights)
            return work.play_later(self._position(), matches, seed, self._checked(weights))

        def weigh(
            self,
            seat: int,
            actions: Sequence[int],
            worlds: int,
            seed: int,
            weights: Sequence[int],
            relative: bool = True,
            later: Sequence[int] = (),
            blank: bool = False,
        ) -> list[Weighed]:
            if work is None:
                return plain.weigh(self, seat, actions, worlds, seed, weights, relative, later, blank)
            given = (list(actions), worlds, seed, self._checked(weights), relative, list(later), blank)
            return work.weigh(self._position(), seat, *given)

        def _position(self) -> Position:
            return Position(game, self.seats, self.pack())

        def _checked(self, weights: Sequence[int]) -> list[int]:
            return list(check_weights(weights, self.rules.N_WEIGHTS))

    Hosted.__name__ = "Game"
    return Hosted
