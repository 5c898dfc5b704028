"""Leaks in an update: its view, its moves, its numbers, its length."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tefuda.server import protocol as p
from tefuda.server.audience import Audience
from tefuda.server.eyes import Sight
from tests.trials.leaks.planting import Patch, leak, secret_of, waits


def _updates(spoil: Callable[[Audience, int | None, p.Update], None]) -> list[Patch]:
    """Lets `spoil` change every update before it is sent."""
    update = Audience.update

    def spoiled(self: Audience, seen: Sight, since: int, events: list[p.Happened], facts: bool) -> bytes:
        message = p.decode_server(update(self, seen, since, events, facts))
        assert isinstance(message, p.Update)
        spoil(self, seen.seat, message)
        return p.encode(message)

    return [(Audience, "update", spoiled)]


@leak()
def _() -> Sequence[Patch]:
    """The view shows somebody else's hand."""

    def spoil(self: Audience, reader: int | None, message: p.Update) -> None:
        assert self.table.match
        message.view["hand"] = self.table.match.view(0 if reader != 0 else 1).to_dict()["hand"]

    return _updates(spoil)


@leak()
def _() -> Sequence[Patch]:
    """The moves that a reader gets are those of the next seat."""

    def spoil(self: Audience, reader: int | None, message: p.Update) -> None:
        assert self.table.match
        message.moves = self.table.match.moves(((reader or 0) + 1) % self.table.match.seats)

    return _updates(spoil)


@leak()
def _() -> Sequence[Patch]:
    """The order of the view's fields depends on hidden cards."""

    def spoil(self: Audience, reader: int | None, message: p.Update) -> None:
        if secret_of(self.table.match, reader) % 2:
            message.view = dict(reversed(message.view.items()))

    return _updates(spoil)


@leak()
def _() -> Sequence[Patch]:
    """The length of an update depends on the others' moves."""

    update = Audience.update

    def padded(self: Audience, seen: Sight, since: int, events: list[p.Happened], facts: bool) -> bytes:
        return update(self, seen, since, events, facts) + b" " * secret_of(self.table.match, seen.seat)

    return [(Audience, "update", padded)]


@leak("solo", suits=waits, pairs=24)
def _() -> Sequence[Patch]:
    """An update gives the number of all events, including hidden ones."""

    def spoil(self: Audience, reader: int | None, message: p.Update) -> None:
        assert self.table.match
        message.since = len(self.table.match.record.events)

    return _updates(spoil)
