"""SCOUT: what the rules say about a view, for whoever draws it: what the table set is, and which cards can be taken."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from tefuda.games.scout.moves import ENDS, Double, End, Scout, move_of
from tefuda.games.scout.state import DRAFT, FIRST, N_ACTIONS, OINK, SCOUT0, SHORT
from tefuda.games.scout.view import View
from tefuda.games.scout.words import kind_of

USES = {  # what lies before the seats
    FIRST: ["scores", "chips", "captured", "doubles"],
    DRAFT: ["scores", "chips", "captured", "doubles"],
    SHORT: ["doubles"],
    OINK: ["scores", "chips", "captured"],
}


@cache
def _takes(end: End) -> frozenset[str]:
    """All moves that take a card from this end of the table set."""
    moves = map(move_of, range(SCOUT0, N_ACTIONS))
    return frozenset(str(move) for move in moves if isinstance(move, Scout | Double) and move.end == end)


def facts(view: View, moves: Sequence[str]) -> dict[str, Any]:
    """See page.en.md."""
    table = [up for up, _ in view.table]
    places = {"left": 0, "right": len(table) - 1}
    return {
        "set": kind_of(table) if table else "",
        "ends": {end: places[end] for end in ENDS if not _takes(end).isdisjoint(moves)},
        "uses": USES[view.options.edition],
        "scouts_end": 0 if view.options.edition == OINK else view.seats - 1,
    }
