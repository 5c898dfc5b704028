"""Leaks by the wrong eyes: somebody sees what another seat sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tefuda.server import audience, eyes
from tefuda.server import protocol as p
from tefuda.server.audience import Audience
from tefuda.server.eyes import SPECTATOR, Sight
from tefuda.server.log import AnyEntry, Over
from tefuda.server.stream import Stream
from tefuda.server.table import Step, Table
from tests.trials.leaks.planting import Patch, leak
from tests.trials.twins import Twins


@leak("solo", "scout", suits=lambda made: made.reader is None)
def _() -> Sequence[Patch]:
    """Spectators see what seat 0 sees."""
    return [(Stream, "view_json", property(lambda self: self.match.view_json(self.reader or 0, p.encode)))]


def _in_lobby(made: Twins) -> bool:
    """Whether somebody lent the reader their eyes in the lobby, and then left the seat."""
    return made.reader is None and made.evening.guest is not None


def _sight(change: Callable[[Table, str, int | None], Sight | None]) -> list[Patch]:
    """Replaces the function that decides what a person sees; where `change` gives None, the honest answer stays."""
    honest = eyes.sight

    def deciding(table: Table, person: str, wish: int | None = None) -> Sight:
        return change(table, person, wish) or honest(table, person, wish)

    return [(audience, "sight", deciding)]


@leak(suits=_in_lobby)
def _() -> Sequence[Patch]:
    """What somebody may see is decided once, when they connect."""
    honest, kept = eyes.sight, dict[tuple[str, str, int | None], Sight]()

    def deciding(table: Table, person: str, wish: int | None = None) -> Sight:
        found = honest(table, person, wish)
        known = table.code, person, wish
        return kept.setdefault(known, found) if wish is not None and not found.plays else found

    return [(audience, "sight", deciding)]


@leak(suits=_in_lobby)
def _() -> Sequence[Patch]:
    """Lent eyes stay with the seat when its player leaves it."""
    read = Table.read

    def reading(self: Table, entry: AnyEntry) -> Step | None:
        lent = [place.eyes for place in self.places]
        found = read(self, entry)
        for place, before in zip(self.places, lent, strict=True):
            place.eyes = place.eyes or before
        return found

    return [(Table, "read", reading)]


@leak(suits=lambda made: made.reader is None and made.evening.before and made.seats - len(made.bots) > 1)
def _() -> Sequence[Patch]:
    """Lent eyes are still lent in the next match."""
    read = Table.read

    def reading(self: Table, entry: AnyEntry) -> Step | None:
        lent = [place.eyes for place in self.places]
        found = read(self, entry)
        if isinstance(entry, Over):
            for place, before in zip(self.places, lent, strict=True):
                place.eyes = before
        return found

    return [(Table, "read", reading)]


@leak(suits=_in_lobby)
def _() -> Sequence[Patch]:
    """Whoever asks for a seat's eyes gets them."""
    return _sight(
        lambda table, person, wish: Sight(wish) if wish is not None and table.seat_of(person) is None else None
    )


@leak(suits=lambda made: made.evening.private)
def _() -> Sequence[Patch]:
    """Somebody from the lobby watches a match without spectators."""
    return _sight(lambda table, person, wish: SPECTATOR if table.seat_of(person) is None else None)


@leak(suits=lambda made: made.evening.lends, pairs=24)
def _() -> Sequence[Patch]:
    """Eyes that are lent with a delay show everything at once."""

    def at_once(table: Table, person: str, wish: int | None) -> Sight | None:
        lent = wish is not None and table.places[wish].eyes and table.seat_of(person) is None
        return Sight(wish, 0) if lent else None

    return _sight(at_once)


@leak(suits=lambda made: made.evening.lends and len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """Eyes that were taken back can still be used."""
    honest, lent = eyes.sight, set[tuple[str, int]]()

    def deciding(table: Table, person: str, wish: int | None = None) -> Sight:
        found = honest(table, person, wish)
        if wish is not None and found == Sight(wish, found.delay):
            lent.add((table.code, wish))
        elif wish is not None and not found.plays and (table.code, wish) in lent:
            return Sight(wish)
        return found

    return [(audience, "sight", deciding)]


@leak(suits=lambda made: made.evening.second)
def _() -> Sequence[Patch]:
    """A person's second connection sees through the next seat's eyes."""
    sights = Audience._sights

    def seeing(self: Audience) -> dict[Any, Sight]:
        found, known = sights(self), set[str]()
        for one, seen in found.items():
            if one.person in known:
                found[one] = Sight(((-1 if seen.seat is None else seen.seat) + 1) % len(self.table.places))
            known.add(one.person)
        return found

    return [(Audience, "_sights", seeing)]


@leak(suits=lambda made: made.reader is not None and made.evening.guest is not None, pairs=96)
def _() -> Sequence[Patch]:
    """A player who asked for another seat's eyes gets them."""
    return _sight(lambda table, person, wish: Sight(wish) if wish is not None and table.status == "playing" else None)
