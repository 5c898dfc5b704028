"""SOLO: what the rules say about what a seat can do now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tefuda.games.solo.legal import legal
from tefuda.games.solo.moves import Block, Done, Give, Jump, Move, Play, Triple, Word, move_of
from tefuda.games.solo.say import SoloSay
from tefuda.games.solo.state import Work
from tefuda.games.solo.view import View, is_whole
from tefuda.games.view import world_of

KINDS = ("S", "R", "D", "X", "G", "W", "A", "W4", "K")  # in the order of the rules


def rule(view: View, lang: str, names: Sequence[str] = ()) -> str:
    """The rules for what this seat can do now, one action a line."""
    say = SoloSay(lang, view.seat, names)
    if view.phase == "over":
        return say("rule_over", points=-min(view.scores))
    if view.seat is None or view.seat not in view.to_act:
        let_go = [say("rule_let_go")] if view.let_go else []
        return "\n".join([*let_go, say("rule_wait", other=say.other(view.turn))])
    return "\n".join(_now(say, view, moves_of(view, view.seat)))


# ---- house rules (R34)


def stacked(view: View) -> str:
    """R13, R17, A2: which Draw cards may be laid on the top one."""
    return "mixed" if view.options.mix_draw else "W4" if view.top == "W4" else "D"


def plays_again(view: View) -> bool:
    """R12, A5: whether a Reverse is a Skip now."""
    return view.seats == 2 and bool(view.options.reverse2p_skips)


def any_card_after_draw(view: View) -> bool:
    """R10, A20."""
    return bool(view.options.play_any_after_draw)


def must_call_to_go_out(view: View) -> bool:
    """R31, A13."""
    return bool(view.options.solo_on_multi_out)


# ---- what can be done now


def moves_of(view: View, seat: int) -> list[Move]:
    """The legal moves of the seat whose view it is."""
    w = Work()
    return [move_of(action) for action in w.out[: legal(world_of(view), w, seat)]]


def _now(say: SoloSay, view: View, moves: Sequence[Move]) -> Iterator[str]:
    own = view.seat == view.turn
    if view.seat in view.owes:
        yield say("rule_owe_turn" if own else "rule_owe")
    if not own:
        yield from _jump(say, moves)
        yield say("rule_react")
    elif view.phase == "turn":
        yield from _turn(say, view, moves)
    elif view.phase == "drawn":
        yield from _drawn(say, view, moves)
    elif view.phase == "answer":
        yield from _answer(say, view, moves)
    elif view.phase == "give" and view.target is not None:
        yield say("rule_give", other=say.other(view.target), n=view.gifts)
    else:
        done = [say("rule_triple_done")] if any(isinstance(move, Done) for move in moves) else []
        yield say("space").join([say("rule_triple_begun", cards=say.row(view.triple)), *done])
    yield from _call(say, view, moves)
    yield from (say("rule_other_owes", other=say.who(seat)) for seat in view.owes if seat != view.seat)


def _call(say: SoloSay, view: View, moves: Sequence[Move]) -> Iterator[str]:
    """R23, R31, R34."""
    if any(move.call for move in moves if isinstance(move, Play | Jump | Triple | Done | Block | Give)):
        said = [say("rule_call_before" if view.options.solo_before else "rule_call")]
        said += [say("rule_call_out")] if must_call_to_go_out(view) else []
        yield say("space").join(said)


def _jump(say: SoloSay, moves: Sequence[Move]) -> Iterator[str]:
    """R7."""
    cards = [move.card for move in moves if isinstance(move, Jump)]
    if cards:
        number = cards[0][1].isdigit()
        said = [say("rule_jump" if number else "rule_jump_action", card=say.card(cards[0]))]
        if any(isinstance(move, Triple) and move.jump for move in moves):
            said.append(say("rule_jump_triple"))
        yield say("space").join(said)


# ---- the turn


def _turn(say: SoloSay, view: View, moves: Sequence[Move]) -> Iterator[str]:
    cards = [move.card for move in moves if isinstance(move, Play)]
    lay = [_fits(say, view)]
    if not cards:
        lay.append(say("rule_none"))
    elif view.hand is not None and len(view.hand) == 1:
        lay.append(say("rule_last"))
    yield say("space").join(lay)
    if view.hand_sizes[view.turn] > 1:
        yield from _effects(say, view, cards)
    yield from _triple(say, view, moves)
    if Word("pass") in moves:
        yield say("rule_pass")
    else:
        yield say("rule_draw_any" if any_card_after_draw(view) else "rule_draw")


def _fits(say: SoloSay, view: View) -> str:
    """R4, R5."""
    if view.colour == "any":
        return say("rule_lay_any_block" if view.top[0] == "K" else "rule_lay_any")
    colour = say(view.colour)
    if view.top[0] in "WK":
        return say("rule_lay_colour", colour=colour)
    return say("rule_lay_face", colour=colour, face=say.face(view.top))


def _effects(say: SoloSay, view: View, cards: Sequence[str]) -> Iterator[str]:
    """What the action cards that can be laid would do."""
    held = {card if card in ("W", "A", "W4") else "K" if card[0] == "K" else card[1] for card in cards}
    for kind in KINDS:
        if kind in held:
            yield say("rule_R_again" if kind == "R" and plays_again(view) else f"rule_{kind}")


def _triple(say: SoloSay, view: View, moves: Sequence[Move]) -> Iterator[str]:
    numbers = sorted({move.card[1] for move in moves if isinstance(move, Triple) and not move.jump})
    if numbers:
        key = "rule_triple" if is_whole(view.options) else "rule_triple_some"
        yield say(key, numbers=say("comma").join(numbers))


def _drawn(say: SoloSay, view: View, moves: Sequence[Move]) -> Iterator[str]:
    """R10, A20, A25."""
    assert view.drawn is not None
    card = say.card(view.drawn)
    if any_card_after_draw(view):
        yield say("rule_drawn_any", card=card)
        yield from _triple(say, view, moves)
    else:
        fits = any(isinstance(move, Play) for move in moves)
        said = [say("rule_drawn" if fits else "rule_drawn_unfit", card=card)]
        if any(isinstance(move, Triple) and not move.jump for move in moves):
            said.append(say("rule_drawn_triple"))
        yield say("space").join(said)
    yield from _jump(say, moves)


# ---- answers


def _answer(say: SoloSay, view: View, moves: Sequence[Move]) -> Iterator[str]:
    if view.pending == "draw":
        yield say("rule_take_W4" if view.top == "W4" else "rule_take_D", n=view.sum)
        if any(isinstance(move, Play) for move in moves):
            yield say(f"rule_stack_{stacked(view)}")
        else:
            yield say("rule_no_stack")
    else:
        assert view.source is not None
        yield say(f"rule_accept_{view.pending.replace(' ', '_')}", other=say.other(view.source))
    if not any(isinstance(move, Block) for move in moves):
        yield say("rule_no_block")
    else:
        yield say("rule_block_swap_all" if view.pending == "swap all" else "rule_block")
    yield from _jump(say, moves)
