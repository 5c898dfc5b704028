"""Leaks in what everybody is told about the people at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from tefuda.server import protocol as p
from tefuda.server.audience import Audience
from tefuda.server.live import Live
from tefuda.server.table import Step
from tests.trials.leaks.planting import Patch, leak, secret_of, waits


@leak("solo", suits=waits)
def _() -> Sequence[Patch]:
    """The people at the table are announced again after every move, including hidden ones."""
    happened = Live.happened

    def telling(self: Live, step: Step) -> None:
        happened(self, step)
        self.audience.tell_table()

    return [(Live, "happened", telling)]


def _seats(spoil: Callable[[Audience, int, p.SeatInfo], p.SeatInfo]) -> list[Patch]:
    """Lets `spoil` change what everybody is told about a seat."""
    seat_info = Audience._seat
    return [(Audience, "_seat", lambda self, seat: spoil(self, seat, seat_info(self, seat)))]


def _moves_of(self: Audience, seat: int) -> int:
    return len(self.table.match.moves(seat)) if self.table.match and self.table.status == "playing" else 0


@leak(suits=lambda made: made.evening.renames and len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """A name carries the number of moves of its seat."""
    return _seats(lambda self, seat, info: replace(info, name=f"{info.name}{_moves_of(self, seat)}"))


@leak(suits=lambda made: made.evening.renames and len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """Whether somebody is shown as away depends on the number of their moves."""
    return _seats(lambda self, seat, info: replace(info, here=info.here and _moves_of(self, seat) % 3 != 1))


@leak(suits=lambda made: made.evening.renames and len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """The level that is shown of a bot depends on its cards."""
    return _seats(lambda self, seat, info: replace(info, level="master" if _moves_of(self, seat) % 2 else "club"))


@leak(suits=lambda made: made.evening.renames and len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """The number of spectators depends on the players' moves."""
    return [(Audience, "_spectators", lambda self: secret_of(self.table.match, 0))]
