"""23: why a move is not possible now, from what the seat may know."""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.games.reason import Reason, out_of_turn
from tefuda.games.sentences import Say
from tefuda.games.twentythree import rules
from tefuda.games.twentythree.moves import Discard, Force, Leave, Move, Pass, Play
from tefuda.games.twentythree.state import DISCARDS, TOP, State
from tefuda.games.twentythree.texts import TEXTS
from tefuda.games.twentythree.view import View, chip_signs
from tefuda.games.twentythree.words import blocked_after, lowest
from tefuda.games.view import world_of


def why_not(view: View, move: Move, lang: str, names: Sequence[str] = ()) -> Reason:
    """Of a move that is not legal now for the seat whose view it is."""
    say = Say(TEXTS, lang, view.seat, names)
    assert view.seat is not None and view.hand is not None and view.discards is not None
    if view.phase == "discard":
        return _no_discard(say, view.hand, DISCARDS - len(view.discards), move)
    if view.phase == "play" and view.out[view.seat]:
        return Reason(say(f"why_{view.out[view.seat]}"), "R12" if view.out[view.seat] == "finished" else "R16")
    if reason := out_of_turn(view, lang, names):
        return reason
    s = world_of(view)
    match move:
        case Discard():
            return Reason(say("why_too_late"), "R6")
        case Play():
            return _no_play(say, s, view.seat, move)
        case Pass() | Force() if not rules.must_play(s, view.seat):
            n = blocked_after(s)
            return Reason(say("why_blocked", n=n), "R22") if n else Reason(say("why_alone"), "R14")
        case Pass() | Force() | Leave():
            return Reason(say("why_forced"), "R15")


def _no_discard(say: Say, hand: Sequence[int], left: int, move: Move) -> Reason:
    if left == 0:
        return Reason(say("why_discarded"), "R6")
    if not isinstance(move, Discard):
        return Reason(say("why_discard", n=left), "R6")
    if move.number == 1:
        return Reason(say("why_one"), "R6")
    return Reason(say("why_held", n=hand.count(move.number), number=move.number), "R6")


def _no_play(say: Say, s: State, seat: int, move: Play) -> Reason:
    if s.hand[seat][move.number] < move.cards:
        return Reason(say("why_held", n=s.hand[seat][move.number], number=move.number), "R8")
    if move.chips and move.way not in chip_signs(s):
        return Reason(say("why_exact" if move.way == "*" else "why_up_to"), "R10")
    if move.chips > s.bonus[seat]:
        return Reason(say("why_chips", n=s.bonus[seat]), "R10")
    if move.chips:
        least = max(1, lowest(s.pile, move))
        return Reason(say("why_high" if least > TOP else "why_low_chips", pile=least), "R11" if least > TOP else "R10")
    return Reason(say("why_low", pile=s.pile), "R8")
