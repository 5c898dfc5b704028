"""SOLO: why a move is not possible now, from what the seat may know."""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.games.reason import Reason, out_of_turn
from tefuda.games.solo.moves import Block, Done, Give, Jump, Move, Play, Triple, With, Word
from tefuda.games.solo.rule_words import any_card_after_draw, moves_of, must_call_to_go_out, stacked
from tefuda.games.solo.say import SoloSay
from tefuda.games.solo.view import View

NAMING = {"X": "R14", "G": "R15"}  # the cards that name a player
WORDS = {
    "draw": ("why_drew", "R10"),
    "pass": ("why_pass", "R28"),
    "keep": ("why_not_drawn", "R10"),
    "take": ("why_no_sum", "R13"),
    "accept": ("why_no_effect", "R21"),
    "solo": ("why_no_call", "R31"),
    "wait": ("why_nothing_by", ""),
}


def why_not(view: View, move: Move, lang: str, names: Sequence[str] = ()) -> Reason:
    """Of a move that is not legal now for the seat whose view it is."""
    say = SoloSay(lang, view.seat, names)
    assert view.seat is not None
    if view.phase == "over":
        reason = out_of_turn(view, lang, names)
        assert reason is not None
        return reason
    if not isinstance(move, With | Word) and move.call and move._replace(call=False) in moves_of(view, view.seat):
        return Reason(say("why_call_out" if must_call_to_go_out(view) else "why_call"), "R31")
    if view.seat != view.turn:
        return _out_of_turn(say, view, move, lang, names)
    if isinstance(move, Word) and move.word in ("solo", "wait"):
        return _because(say, *WORDS[move.word])
    if isinstance(move, Jump) or (isinstance(move, Triple) and move.jump):
        return _no_jump(say, view, move)
    match view.phase:
        case "turn":
            return _no_turn(say, view, move)
        case "drawn":
            return _no_drawn(say, view, move)
        case "answer":
            return _no_answer(say, view, move)
        case "give":
            if isinstance(move, Give):
                return _because(say, "why_card", "R15", card=say.card(move.card))
            return _because(say, "why_give", "R15", n=view.gifts)
    return _no_step(say, view, move)


def _because(say: SoloSay, key: str, rule: str, **values: object) -> Reason:
    return Reason(say(key, **values), rule)


def _held(view: View, card: str) -> int:
    return (view.hand or []).count(card)


def _number_held(view: View, number: str) -> int:
    return sum(card[1:] == number for card in view.hand or [] if card[0] in "rgyb")


# ---- not one's turn


def _out_of_turn(say: SoloSay, view: View, move: Move, lang: str, names: Sequence[str]) -> Reason:
    if isinstance(move, Jump) or (isinstance(move, Triple) and move.jump):
        return _no_jump(say, view, move)
    if isinstance(move, Word) and move.word in ("solo", "wait"):
        return _because(say, "why_let_go", "") if view.let_go else _because(say, *WORDS[move.word])
    if view.seat in view.to_act:  # only to react
        view = view._replace(to_act=[view.turn])
    reason = out_of_turn(view, lang, names)
    assert reason is not None
    return reason


def _no_jump(say: SoloSay, view: View, move: Jump | Triple) -> Reason:
    """R7, R34."""
    if view.seat == view.turn and (view.phase == "turn" or view.pending == "draw"):
        return _because(say, "why_own_turn", "R7")
    if view.let_go:
        return _because(say, "why_let_go", "")
    if view.phase in ("give", "triple"):
        return _because(say, "why_jump_phase", "R29")
    actions = view.options.jump_in_actions
    if not (view.top[1:].isdigit() and view.top[0] in "rgyb") and not (actions and view.top[1:] in ("S", "R", "D")):
        return _because(say, "why_jump_kind_actions" if actions else "why_jump_kind", "R34" if actions else "R7")
    if isinstance(move, Triple) and not view.options.triple_jump_in:
        return _because(say, "why_jump_triple", "R34")
    if not _held(view, view.top) or (isinstance(move, Jump) and move.card != view.top):
        return _because(say, "why_jump_card", "R7", card=say.card(view.top))
    if view.laid_by == view.seat and not view.options.self_jump_in:
        return _because(say, "why_jump_self", "R34")
    if isinstance(move, Triple):
        return _no_triple(say, view, move)
    return _because(say, "why_jump_phase", "R29")


# ---- one's turn


def _no_turn(say: SoloSay, view: View, move: Move) -> Reason:
    match move:
        case Play():
            return _no_play(say, view, move)
        case Triple():
            return _no_triple(say, view, move)
        case Word("draw"):
            return _because(say, "why_no_pile", "R28")
    return _no_such(say, move)


def _no_play(say: SoloSay, view: View, move: Play) -> Reason:
    """R4, R14 to R17, R29."""
    card = say.card(move.card)
    if not _held(view, move.card):
        return _because(say, "why_card", "R4", card=card)
    if not any(isinstance(legal, Play) and legal.card == move.card for legal in moves_of(view, view.turn)):
        return _because(say, "why_fit", "R4", card=card, fits=_fits(say, view))
    if len(view.hand or ()) == 1:
        return _because(say, "why_name_nothing", "R29")
    if move.card[1:] in NAMING:
        return _because(say, "why_name_player", NAMING[move.card[1:]], card=card)
    return _because(say, "why_name_colour", "R17" if move.card == "W4" else "R16", card=card)


def _fits(say: SoloSay, view: View) -> str:
    """R4, R5: what would fit."""
    key = "why_fits_colour" if view.top[0] in "WAK" else "why_fits_face"
    return say(key, colour=say(view.colour), face=say.face(view.top))


def _no_triple(say: SoloSay, view: View, move: Triple) -> Reason:
    """R8, R34."""
    if not _held(view, move.card):
        return _because(say, "why_card", "R8", card=say.card(move.card))
    count = _number_held(view, move.card[1:])
    if count < 3:
        return _because(say, "why_three", "R8", n=count)
    if move.jump:
        return _because(say, "why_jump_under", "R34", card=say.card(view.top))
    return _because(say, "why_triple_fit", "R8", fits=_fits(say, view))


def _no_such(say: SoloSay, move: Move) -> Reason:
    """A move that belongs to another phase."""
    match move:
        case With() | Done():
            return _because(say, "why_no_triple", "R34")
        case Give():
            return _because(say, "why_no_gift", "R15")
        case Block():
            return _because(say, "why_no_block", "R20")
        case Word(word):
            return _because(say, *WORDS[word])
    raise AssertionError(move)


def _no_drawn(say: SoloSay, view: View, move: Move) -> Reason:
    """R10."""
    if isinstance(move, Play | Triple):
        tied = not any_card_after_draw(view)
        other = move.card != view.drawn if isinstance(move, Play) else move.card[1:] != (view.drawn or "")[1:]
        if tied and other:
            return _because(say, "why_drawn", "R10")
        return _no_play(say, view, move) if isinstance(move, Play) else _no_triple(say, view, move)
    return _no_such(say, move)


def _no_answer(say: SoloSay, view: View, move: Move) -> Reason:
    """R13, R17, R19, R21, R29."""
    if isinstance(move, Block):
        return _because(say, "why_card", "R19", card=say.card("K" + move.colour))
    if view.pending != "draw":
        return _because(say, "why_answer", "R29")
    if isinstance(move, Word) and move.word == "accept":
        return _because(say, "why_take", "R29")
    if not isinstance(move, Play):
        return _because(say, "why_answer_draw", "R29", n=view.sum)
    if not _held(view, move.card):
        return _because(say, "why_card", "R4", card=say.card(move.card))
    if any(isinstance(legal, Play) and legal.card == move.card for legal in moves_of(view, view.turn)):
        return _no_play(say, view, move)
    return _because(say, f"why_stack_{stacked(view)}", {"mixed": "R34", "W4": "R17", "D": "R13"}[stacked(view)])


def _no_step(say: SoloSay, view: View, move: Move) -> Reason:
    """R8, R34: while a Triple+ is put together."""
    last = view.triple[-1]
    match move:
        case With(card) if card[1:] != last[1:]:
            return _because(say, "why_with", "R8", number=last[1:])
        case With(card):
            return _because(say, "why_copies", "R8", card=say.card(card))
        case Done():
            tied = view.drawn is not None and not view.jumping and not any_card_after_draw(view)
            if tied and view.drawn not in view.triple and len(view.triple) >= 3:
                return _because(say, "why_done_drawn", "R10")
            return _because(say, "why_done", "R8")
    return _because(say, "why_steps", "R34")
