"""SCOUT: what the rules say about a view, for whoever draws it: what the table set is, and which cards can be taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tefuda.games.scout.moves import ENDS
from tefuda.games.scout.state import DRAFT, FIRST, OINK, SHORT
from tefuda.games.scout.view import View
from tefuda.games.scout.words import kind_of

USES = {  # what lies before the seats
    FIRST: ["scores", "chips", "captured", "doubles"],
    DRAFT: ["scores", "chips", "captured", "doubles"],
    SHORT: ["doubles"],
    OINK: ["scores", "chips", "captured"],
}


def facts(view: View, moves: Sequence[str]) -> dict[str, Any]:
    """See docs/games/scout.md."""
    table = [up for up, _ in view.table]
    places = {"left": 0, "right": len(table) - 1}
    scouts = {move.split(" ")[1] for move in moves if move.startswith(("scout ", "double "))}
    return {
        "set": kind_of(table) if table else "",
        "ends": {end: places[end] for end in ENDS if end in scouts},
        "uses": USES[view.options.edition],
        "scouts_end": 0 if view.options.edition == OINK else view.seats - 1,
    }
