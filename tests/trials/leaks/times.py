"""Leaks by the moment at which something is sent, by clocks and by windows for reactions."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from tefuda.games import GAMES
from tefuda.match import Match
from tefuda.server import answers, http
from tefuda.server import protocol as p
from tefuda.server.clocks import Clocks
from tefuda.server.live import Live
from tefuda.server.planner import Planner
from tefuda.server.table import Step
from tests.trials.leaks.planting import Patch, has_secrets, leak, secret_of, waits


@leak()
def _() -> Sequence[Patch]:
    """An update comes later when the others have more moves."""
    from tefuda.server.connection import Connection

    send = Connection.send

    def slow(self: Connection, message: p.Message | bytes) -> None:
        seat = self.live.table.seat_of(self.person) if self.live else None
        delay = secret_of(self.live.table.match, seat) / 1000 if self.live else 0
        self.house.loop.call_later(delay, send, self, message)

    return [(Connection, "send", slow)]


@leak("solo", suits=lambda made: bool(made.bots), pairs=12)
def _() -> Sequence[Patch]:
    """A bot takes longer when it has more moves."""
    acts = Planner.bot_acts

    async def acting(self: Planner, seat: int, thought: object) -> None:
        live = self.live
        assert live.table.match
        live.clocks.since[seat] = live.changed + 0.01 * len(live.table.match.moves(seat))
        await acts(self, seat, thought)

    return [(Planner, "bot_acts", acting)]


@leak("solo", suits=lambda made: len(made.turns) > 5 and waits(made), pairs=60)
def _() -> Sequence[Patch]:
    """The window for reactions opens only if somebody can react."""
    face = GAMES["solo"]
    window = type(face).window

    def opening(self: Any, before: Any, after: Any) -> int:
        able = sum(after.count(seat) > 0 for seat in range(after.seats))
        return window(self, before, after) if able > 1 else 0

    return [(type(face), "window", opening)]


@leak("solo", suits=lambda made: len(made.turns) > 5 and waits(made), pairs=60)
def _() -> Sequence[Patch]:
    """The window for reactions is shorter if nobody can react."""
    face = GAMES["solo"]
    window = type(face).window

    def opening(self: Any, before: Any, after: Any) -> int:
        able = sum(after.count(seat) > 0 for seat in range(after.seats))
        return window(self, before, after) // (1 if able > 1 else 2)

    return [(type(face), "window", opening)]


@leak("solo", suits=lambda made: made.clock and len(made.turns) > 5, pairs=20)
def _() -> Sequence[Patch]:
    """The clock runs for everybody who could act."""
    return [(Match, "waits_for", property(lambda self: self.to_act))]


@leak("scout", "twentythree", suits=lambda made: has_secrets(made) and made.clock, pairs=12)
def _() -> Sequence[Patch]:
    """The clock of a seat stops when it has made its secret move."""
    return [(Match, "waits_for", property(lambda self: self.to_act))]


@leak("solo", suits=waits, pairs=160)
def _() -> Sequence[Patch]:
    """The HTTP API shows when the last move was stored."""
    table = answers.table_of
    return [(http, "table_of", lambda head: {**table(head), "updated": head.updated})]


@leak("scout", "twentythree", suits=has_secrets)
def _() -> Sequence[Patch]:
    """A chat phrase goes out when somebody makes a secret move."""
    happened = Live.happened

    def counting(self: Live, step: Step) -> None:
        happened(self, step)
        if self.table.match and step.seat in (0, 1):
            asyncio.get_running_loop().call_soon(self.audience.broadcast, p.Said(step.seat, "", "nice", ""))

    return [(Live, "happened", counting)]


@leak(suits=lambda made: made.reader is not None and len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """An acknowledgement comes later when the others have more moves."""
    do = Live._do

    async def slow(self: Live, follower: Any, command: p.Command) -> None:
        await asyncio.sleep(secret_of(self.table.match, self.table.seat_of(follower.person)) / 1000)
        await do(self, follower, command)

    return [(Live, "_do", slow)]


@leak("scout", "twentythree", suits=lambda made: has_secrets(made) and made.clock, pairs=24)
def _() -> Sequence[Patch]:
    """The clocks show when a secret move was made."""
    happened = Clocks.happened

    def telling(self: Clocks, step: Step, known: bool, now: float) -> None:
        happened(self, step, known, now)
        self.known = list(self.since)

    return [(Clocks, "happened", telling)]
