"""23: what the rules say about a view, for whoever draws it: what a move costs, and what bonus chips do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tefuda.games.twentythree import rules
from tefuda.games.twentythree.moves import Play, parse
from tefuda.games.twentythree.state import CHIPS, FORCE, OUT, PASS, SHIFT, TOP, State
from tefuda.games.twentythree.view import View, chip_signs, put_away
from tefuda.games.twentythree.words import price


def facts(view: View, moves: Sequence[str]) -> dict[str, Any]:
    """See page.en.md."""
    return {
        "copies": [rules.copies(number) for number in range(1, TOP + 1)],
        "put_away": put_away(view.options),
        "bonus": CHIPS,
        "next": _next(view),
        "prices": {} if view.seat is None else _prices(view, view.seat),
        "ways": [] if view.seat is None else _ways(view, view.bonus[view.seat]),
        "skips": {text: numbers for text in moves if (numbers := _skipped(view, text))},
    }


def _next(view: View) -> int | None:
    """Whom a force of this seat would bind."""
    if view.seat is None:
        return None
    s = State()
    s.seats = view.seats
    s.out[: s.seats] = map(OUT.index, view.out)
    found = rules.next_seat(s, view.seat)
    return None if found in (-1, view.seat) else found


def _prices(view: View, seat: int) -> dict[str, int]:
    """In penalty chips, of what lays no cards."""
    return {
        "pass": rules.passing_costs(PASS),
        "force": rules.passing_costs(FORCE),
        "leave": view.hand_sizes[seat],
    }


def _ways(view: View, chips: int) -> list[dict[str, Any]]:
    """The ways to use bonus chips (R10, R24): how a move says it, and between which numbers the pile then counts."""
    pile = view.pile["value"]
    if chip_signs(view.options) == "*":
        return [
            {"chips": n, "text": f" *{n}" if n else "", "low": pile - SHIFT * n, "high": pile + SHIFT * n}
            for n in range(chips + 1)
        ]
    return [
        {"chips": n, "text": f" {n:+}" if n else "", "low": pile + SHIFT * n, "high": pile + SHIFT * n}
        for n in range(-chips, chips + 1)
    ]


def _skipped(view: View, text: str) -> list[int]:
    """The numbers that a play skips: each costs a penalty chip (R9, R11)."""
    move = parse(text)
    if not isinstance(move, Play):
        return []
    return list(range(move.number - price(view.pile["value"], move), move.number))
