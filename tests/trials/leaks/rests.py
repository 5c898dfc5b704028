"""Leaks between two rounds, while people look at the end of the first one."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tefuda.server import protocol as p
from tefuda.server.audience import Audience, Follower
from tefuda.server.clocks import Clocks
from tefuda.server.live import Live
from tefuda.server.table import Step
from tests.trials.leaks.planting import Patch, leak, secret_of, waits
from tests.trials.twins import Twins


def _secretly(made: Twins) -> bool:
    """Whether people make secret moves in the second round, and others are still waited for."""
    return any(turn.secret for turn in made.turns[made.first :]) and len(made.bots) < made.seats - 1


@leak("scout", "twentythree", suits=_secretly, pairs=24, rests=True)
def _() -> Sequence[Patch]:
    """A secret move tells the others that its seat is ready."""
    play = Live.play

    async def playing(self: Live, follower: Follower, command: p.Play) -> None:
        self.clocks.awaited.discard(self.table.seat_of(follower.person) or 0)
        await play(self, follower, command)

    return [(Live, "play", playing)]


def _telling(self: Live, step: Step) -> None:
    _happened(self, step)
    if self.clocks.rest:
        self.audience.tell_table()


_happened = Live.happened


@leak("scout", "twentythree", suits=_secretly, pairs=24, rests=True)
def _() -> Sequence[Patch]:
    """Who is ready is told again after every move, including secret ones."""
    return [(Live, "happened", _telling)]


def _lets_go_by(made: Twins) -> bool:
    """Whether in one world more seats let a chance go by, while people still look."""
    return waits(made._replace(turns=made.turns[made.first :][:3]))


@leak("solo", suits=_lets_go_by, pairs=24, rests=True)
def _() -> Sequence[Patch]:
    """Who is ready is told again after a chance that somebody lets go by."""
    return [(Live, "happened", _telling)]


@leak("scout", "twentythree", "solo", pairs=24, rests=True)
def _() -> Sequence[Patch]:
    """How long people may look depends on the new hands."""
    rest_left = Clocks.rest_left

    def left(self: Clocks, now: float) -> int | None:
        found = rest_left(self, now)
        return None if found is None else found + secret_of(self.table.match, None)

    return [(Clocks, "rest_left", left)]


@leak("scout", "twentythree", suits=_secretly, pairs=24, rests=True)
def _() -> Sequence[Patch]:
    """A newcomer is told who of those that are waited for has made a secret move."""
    seat_info = Audience._seat

    def shown(self: Audience, seat: int) -> p.SeatInfo:
        info = seat_info(self, seat)
        match = self.table.match
        if info.looking and match is not None and match.is_secret and not match.may_act(seat):
            return replace(info, looking=False)
        return info

    return [(Audience, "_seat", shown)]
