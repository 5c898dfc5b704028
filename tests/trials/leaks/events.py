"""Leaks in the events that readers are told: what a move was, in which order, and how many there were."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tefuda.games import GAMES
from tefuda.record import Event, Part, Reading
from tefuda.server import protocol as p
from tefuda.server.stream import Stream
from tests.trials.leaks.planting import Patch, has_secrets, leak, waits


@leak("solo", suits=waits)
def _() -> Sequence[Patch]:
    """Events are numbered with the hidden ones counted in."""
    feed = Stream.feed

    def counting(self: Stream, part: Part, langs: Any) -> Any:
        before = self.n
        found = feed(self, part, langs)
        self.n = max(self.n, before + 1)
        return found

    return [(Stream, "feed", counting)]


@leak("solo", "twentythree", "gift")
def _() -> Sequence[Patch]:
    """Everybody gets a move in the words of the seat that made it."""
    return [
        (type(GAMES[game]), "seen_move", lambda face, game, seat, action, reader: face.move_text(action))
        for game in GAMES
    ]


@leak("solo", "scout")
def _() -> Sequence[Patch]:
    """Everybody gets all cards that chance dealt."""

    def of(self: Reading, part: Part) -> list[Event]:
        return [part.event] if part.event.seat is None else reading(self, part)

    reading = Reading.of
    return [(Reading, "of", of)]


@leak("scout", "twentythree", suits=has_secrets, pairs=24)
def _() -> Sequence[Patch]:
    """Secret moves are shown in the order in which they were made."""
    reading = Reading.of

    def of(self: Reading, part: Part) -> list[Event]:
        held = list(self.held)
        found = reading(self, part)
        return sorted(found, key=held.index) if len(found) > 1 and set(found) <= set(held) else found[::-1]

    return [(Reading, "of", of)]


@leak("solo", "scout")
def _() -> Sequence[Patch]:
    """Everybody reads the sentences that the acting seat reads."""
    tell = Stream._tell

    def telling(self: Stream, first: int, lines: Any, part: Part, langs: Any) -> Any:
        seat = part.event.seat or 0
        return {
            lang: [
                *ones[:-1],
                *(replace(one, told=list(self.match.told(*part[:3], seat, lang or "en"))) for one in ones[-1:]),
            ]
            for lang, ones in tell(self, first, lines, part, langs).items()
        }

    return [(Stream, "_tell", telling)]


@leak("solo", suits=waits, pairs=16)
def _() -> Sequence[Patch]:
    """How many past events a newcomer gets depends on hidden events."""
    catch_up = Stream.catch_up

    def catching(self: Stream, lang: p.Lang, since: int) -> list[p.Happened]:
        found = catch_up(self, lang, since)
        return found[-(len(self.match.record.events) % 5 + 1) :]

    return [(Stream, "catch_up", catching)]


@leak(suits=lambda made: len(made.turns) > 4, pairs=24)
def _() -> Sequence[Patch]:
    """Newcomers get the past events as seat 0 saw them."""
    catch_up = Stream.catch_up

    def catching(self: Stream, lang: p.Lang, since: int) -> list[p.Happened]:
        return catch_up(Stream(self.match, 0), lang, since)

    return [(Stream, "catch_up", catching)]
