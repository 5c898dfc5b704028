"""The decisions of a seat in a match: what it saw, what it could do, and what it did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tefuda.games.events import SHOWN
from tefuda.games.face import Face
from tefuda.games.view import View
from tefuda.kernel.plain import Game
from tefuda.record import Event, Record


class Decision(NamedTuple):
    """All that a judge gets: nothing in it is hidden from the seat."""

    event: int  # its number in the record
    number: int  # among the seat's own, from 0: the same in a record as the seat may read it
    round: int  # from 1
    view: View
    moves: tuple[str, ...]
    chosen: str


def decisions(record: Record, seat: int) -> Iterator[Decision]:
    """Each decision of the seat in which it had a choice."""
    number = 0
    for index, (game, event, _) in enumerate(record.replay()):
        decision = decision_at(record.face, index, number, game, event) if event.seat == seat else None
        if decision:
            yield decision
            number += 1


def decision_at(face: Face, index: int, number: int, game: Game, event: Event) -> Decision | None:
    """What was decided in this event; None if chance acted, or there was no choice."""
    if event.seat is None or game.count(event.seat) < 2:
        return None
    moves = tuple(face.move_texts(game.legal(event.seat)))
    chosen = event.text.partition(SHOWN)[0]
    return Decision(index, number, game.rounds() + 1, face.view(game, event.seat), moves, chosen)
