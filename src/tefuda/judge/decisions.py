"""The decisions of a seat in a match: what it saw, what it could do, and what it did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tefuda.games.view import View
from tefuda.record import Record


class Decision(NamedTuple):
    """All that a judge gets: nothing in it is hidden from the seat."""

    event: int  # its number in the record
    round: int  # from 1
    view: View
    moves: tuple[str, ...]
    chosen: str


def decisions(record: Record, seat: int) -> Iterator[Decision]:
    """Each decision of the seat in which it had a choice."""
    face = record.face
    for number, (game, event, _) in enumerate(record.replay()):
        if event.seat == seat and game.count(seat) > 1:
            moves = tuple(face.move_texts(game.legal(seat)))
            yield Decision(number, game.rounds() + 1, face.view(game, seat), moves, event.text)
