"""SOLO: what the rules say about a view, for whoever draws it: jump-ins, what a Triple+ takes, where hands go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tefuda.games.solo import rules
from tefuda.games.solo.cards import bit
from tefuda.games.solo.legal import invites, next_seat
from tefuda.games.solo.moves import FACE_OF, Triple, parse
from tefuda.games.solo.options import Options
from tefuda.games.solo.state import PHASES, State
from tefuda.games.solo.view import View, taken_by
from tefuda.kernel.record import fields


def facts(view: View, moves: Sequence[str]) -> dict[str, Any]:
    """See page.en.md."""
    return {
        "jump": _can_be_jumped_on(view),
        "passing": _passing(view),
        "moves": {text: {"cards": _taken(view, text)} for text in moves if "triple" in text},
    }


def _can_be_jumped_on(view: View) -> bool:
    """R7: whether, by what everybody sees, somebody could jump in."""
    if view.phase == "chance" or not view.top:
        return False
    s = State()
    s.phase = PHASES.index(view.phase)
    s.heap_size = 1
    s.heap[0] = FACE_OF[view.top]
    for option in fields(Options):
        setattr(s, option.name, getattr(view.options, option.name))
    return bool(invites(s))


def _passing(view: View) -> dict[str, list[list[int]]]:
    """R14, R18, R19: whose hand goes to whom if the seat that answers now accepts, or blocks; none if others answer."""
    if view.pending == "swap":
        assert view.source is not None and view.target is not None
        return {"accept": [[view.source, view.target], [view.target, view.source]]}
    if view.pending != "swap all":
        return {}
    s = State()
    s.seats, s.direction = view.seats, view.direction
    if next_seat(s, view.turn) != view.source:
        return {}
    blockers = sum(map(bit, view.blockers))
    return {"accept": _goes(s, blockers), "block": _goes(s, blockers | bit(view.turn))}


def _goes(s: State, blockers: int) -> list[list[int]]:
    s.blockers = blockers
    hands = [[giver, rules.taker_of(s, giver)] for giver in range(s.seats)]
    return [[giver, taker] for giver, taker in hands if giver != taker]


def _taken(view: View, text: str) -> list[str]:
    move = parse(text)
    assert isinstance(move, Triple)
    return taken_by(move, view.hand or [], view.options)
