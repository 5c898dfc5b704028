"""SCOUT: why a move is not possible now, from what the seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tefuda.games.reason import Reason, out_of_turn
from tefuda.games.scout.moves import Double, Flip, Keep, Move, Play, Scout
from tefuda.games.scout.state import OINK
from tefuda.games.scout.view import View
from tefuda.games.scout.words import ScoutSay, ways


def why_not(view: View, move: Move, lang: str, names: Sequence[str] = ()) -> Reason:
    """Of a move that is not legal now for the seat whose view it is."""
    say = ScoutSay(lang, view.seat, names, view.options.edition)
    if view.phase == "choose":
        return Reason(say("why_chosen" if view.chosen else "why_choose"), "R9")
    if reason := out_of_turn(view, lang, names):
        return reason
    match move:
        case Keep() | Flip():
            return Reason(say("why_too_late"), "R9")
        case Play():
            return _no_play(say, view, move)
        case Scout() | Double():
            return _no_scout(say, view, move)


def _no_play(say: ScoutSay, view: View, move: Play) -> Reason:
    hand = [up for up, _ in view.hand or []]
    cards = hand[move.first - 1 : move.first - 1 + move.size]
    if len(cards) < move.size:
        return Reason(say("why_hand", n=len(hand)), "R12")
    if not _is_set(cards):
        return Reason(say("why_no_set", cards=" ".join(map(str, cards))), "R12")
    table = [up for up, _ in view.table]
    beating = say("or").join(ways(say, table, view.seats))
    return Reason(say("why_weak", set=say.set(cards), table=say.set(table), ways=beating), "R14")


def _is_set(cards: Sequence[int]) -> bool:
    """Whether these cards go on by the same step, which is none, one up or one down."""
    steps = {after - before for before, after in pairwise(cards)}
    return len(steps) <= 1 and steps <= {-1, 0, 1}


def _no_scout(say: ScoutSay, view: View, move: Scout | Double) -> Reason:
    assert view.seat is not None
    if view.phase == "double":
        return Reason(say("why_play_now"), "R20")
    if isinstance(move, Double) and view.options.edition == OINK:
        return Reason(say("why_no_double"), "R28")
    if not view.table:
        return Reason(say("why_empty"), "R19")
    if view.options.edition == OINK and not view.chips[view.seat]:
        return Reason(say("why_no_chip"), "R29")
    if isinstance(move, Double) and not view.markers[view.seat]:
        return Reason(say("why_no_marker"), "R20")
    if move.end == "right" and len(view.table) == 1:
        return Reason(say("why_one_end"), "R17")
    places = len(view.hand or []) + 1
    if move.place > places:
        return Reason(say("why_place", n=places), "R17")
    left = [up for up, _ in (view.table[1:] if move.end == "left" else view.table[:-1])]
    return Reason(say("why_no_play", set=say.set(left)), "R20")
