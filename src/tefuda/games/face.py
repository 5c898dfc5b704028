"""A game's face to people: what the match, the bots and the terminal ask of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tefuda.games.option import Option, Value
from tefuda.kernel import Engine
from tefuda.kernel.plain import Game

if TYPE_CHECKING:
    import random


class Result(NamedTuple):
    """How a match ended."""

    reason: str  # how its last round ended, in the game's own words
    scores: tuple[int, ...]
    winners: tuple[int, ...]  # several share a win; none if nobody won


class AnyView(Protocol):
    """What every game's view has; the rest is the game's own."""

    @property
    def game(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    def to_dict(self) -> dict[str, Any]: ...


class Face(Protocol):
    """What every game gives. A state is passed as the kernel's Game; moves are texts or action numbers."""

    @property
    def name(self) -> str: ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def engine(self) -> Engine: ...

    def title(self, lang: str) -> str: ...

    def seats(self, options: Mapping[str, Value]) -> Sequence[int]:
        """How many seats these options allow, the usual number first."""

    def begin(self, seats: int, options: Mapping[str, Value]) -> Game:
        """A new match, before the first deal."""

    def move_text(self, action: int) -> str: ...

    def parse_move(self, text: str) -> int:
        """The action of a move's text, or BadNotation."""

    def chance_text(self, game: Game, drawn: Sequence[int]) -> str:
        """What chance draws now, as it stands in the record."""

    def parse_chance(self, game: Game, text: str) -> list[int]:
        """What a record says that chance draws now, or BadNotation."""

    def is_secret(self, game: Game) -> bool:
        """Whether the moves made now are secret: nobody else even learns who has already moved."""

    def seen_move(self, game: Game, seat: int, action: int, reader: int | None) -> str:
        """The move as the reader may know it, with what it shows."""

    def seen_chance(self, game: Game, drawn: Sequence[int], reader: int | None) -> str: ...

    def view(self, game: Game, seat: int | None) -> AnyView: ...

    def world(self, view: Any) -> Game:
        """A game that shows this view, with what is hidden in some fixed order."""

    def redeal(self, view: Any, rng: random.Random) -> Game:
        """A game that this view cannot rule out."""

    def result(self, game: Game) -> Result: ...

    def safety(self, game: Game) -> Mapping[str, int]:
        """How often each safety rule, by its number, fired in this match so far."""

    def story(
        self,
        before: Game,
        seat: int | None,
        event: str,
        after: Game,
        reader: int | None,
        names: Sequence[str],
        lang: str,
    ) -> Iterable[str]:
        """What happened, in sentences that the reader may read."""

    def rule(self, view: Any, lang: str) -> str:
        """What the rules say about what this seat can do now."""
