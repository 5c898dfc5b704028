"""SOLO: the sentences. Each tells a reader no more than the reader may know (rules, section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tefuda.games.solo import rules
from tefuda.games.solo.legal import next_seat
from tefuda.games.solo.moves import CARDS, Block, Done, Give, Jump, Move, Play, Triple, With, Word, move_of, parse
from tefuda.games.solo.rule_words import moves_of, rule
from tefuda.games.solo.say import SoloSay
from tefuda.games.solo.state import (
    CAPPED,
    DEAL,
    DEALT,
    DRAWING,
    END,
    GIFTS,
    NUMBERS,
    OUT,
    TAKE,
    THEN_ACT,
    THEN_DRAWN,
    THEN_TURN,
    TO_DRAW,
    TO_GIFT,
    TO_SKIP,
    TO_SWAP,
    TO_SWAP_ALL,
    TURN_UP,
    TURNS_MAX,
    State,
)
from tefuda.games.solo.texts import TEXTS, TITLE
from tefuda.games.solo.view import hand_of

__all__ = ["TEXTS", "TITLE", "moves_of", "rule", "story"]

BLOCKED = {
    TO_SKIP: "blocked_skip",
    TO_DRAW: "blocked_draw",
    TO_SWAP: "blocked_swap",
    TO_GIFT: "blocked_gift",
    TO_SWAP_ALL: "blocked_swap",
}


def story(
    before: State, seat: int | None, event: str, after: State, reader: int | None, names: Sequence[str], lang: str
) -> Iterable[str]:
    """One event, in sentences for the log."""
    say = SoloSay(lang, reader, names)
    told = _chance(say, before, event, after) if seat is None else _moved(say, before, seat, parse(event), after)
    yield from told
    if _round_over(before, after):
        yield from _round_end(say, before, after)


def _round_over(before: State, after: State) -> bool:
    return after.round != before.round or after.phase == END


# ---- chance


def _chance(say: SoloSay, before: State, event: str, after: State) -> Iterator[str]:
    """R1 to R3; the cards that somebody draws, told only to them."""
    if before.phase == DEAL:
        yield say("round", round=after.round, cards=DEALT, other=say.other(after.dealer))
        if say.reader is not None:
            yield say("dealt", cards=say.hand(hand_of(after, say.reader)))
    elif before.phase == TURN_UP:
        yield from _turned_up(say, before, event.split()[1], after)
    elif before.phase == DRAWING:
        yield _drawn(say, before, event.split()[2:])
        yield from _pile(say, before, after)
        if before.then == THEN_ACT and not _fines_first(after):
            yield from _made(say, before, before.doer, move_of(before.action), after)


def _turned_up(say: SoloSay, before: State, card: str, after: State) -> Iterator[str]:
    if card[1:].isdigit() and card != "W4":
        yield say("start", card=say.card(card), who=say.who(after.turn))
    else:
        yield say("turned", card=say.card(card))
    if after.redealt > before.redealt:
        yield say("redealt")


def _drawn(say: SoloSay, s: State, cards: Sequence[str]) -> str:
    """R10, R13, R23: three reasons to draw."""
    own = s.drawer == say.reader
    key = "took" if s.then == THEN_TURN and s.action == TAKE else "drew" if s.then == THEN_DRAWN else "fined"
    seen = say.card(cards[0]) if key == "drew" else say.hand(cards)
    return say(f"{key}_seen" if own else key, who=say.who(s.drawer), n=len(cards), cards=seen if own else "")


def _pile(say: SoloSay, before: State, after: State) -> Iterator[str]:
    """R27."""
    if after.reshuffled > before.reshuffled:
        yield say("reshuffled")
    if after.waived > before.waived:
        yield say("waived")


# ---- moves


def _fines_first(after: State) -> bool:
    """R30: whether an action still waits for others to draw for their missed calls."""
    return after.phase == DRAWING and after.then == THEN_ACT


def _moved(say: SoloSay, before: State, seat: int, move: Move, after: State) -> Iterator[str]:
    """A move, and what it first brings upon those who have missed their calls."""
    late: list[int] = []
    if not isinstance(move, With | Done | Give) and str(move) not in ("keep", "accept", "wait", "solo"):
        late = [other for other in range(before.seats) if other != seat and before.owes >> other & 1]
    for other in late:
        yield say("missed", who=say.who(seat), other=say.other(other))
    if late:
        yield from _pile(say, before, after)
    if not _fines_first(after):
        yield from _made(say, before, seat, move, after)
    if not late:
        yield from _pile(say, before, after)


def _made(say: SoloSay, before: State, seat: int, move: Move, after: State) -> Iterator[str]:
    """A move that takes effect."""
    who = say.who(seat)
    match move:
        case Play() | Jump():
            yield say("space").join(_laid(say, before, seat, move, after))
        case Triple(card, jump, call):
            jumped = "jumped_" if jump else ""
            if before.triple_must_be_all:
                cards = say.row(_all_of_a_number(before, seat, card))
                yield say(f"{jumped}triple", who=who, cards=cards, call=say.called(call))
            else:
                yield say(f"{jumped}triple_begun", who=who, card=say.card(card))
        case With(card):
            yield say("added", who=who, card=say.card(card))
        case Done(call):
            key = "jumped_triple" if before.jumping else "triple"
            yield say(key, who=who, cards=say.row(_put_together(before)), call=say.called(call))
        case Block():
            yield from _block(say, before, seat, move, after)
        case Give(card, call):
            yield from _gave(say, before, seat, card, call)
        case Word("accept"):
            yield from _accept(say, before, seat, after)
        case Word(word):
            yield from _word(say, seat, word, after)
    for other in range(after.seats):
        if after.phase == DRAWING and after.hand_size[other] == 0 and before.hand_size[other]:
            yield say("uncalled", who=say.who(other))  # A13


def _word(say: SoloSay, seat: int, word: str, after: State) -> Iterator[str]:
    """What is drawn or taken is told when it comes."""
    if word == "pass" or (word == "draw" and after.phase != DRAWING):  # R28: a penalty took the last card
        yield say("passed", who=say.who(seat))
    elif word == "keep":
        yield say("kept", who=say.who(seat))
    elif word == "solo":
        yield say("called", who=say.who(seat))
    elif word == "wait" and seat == say.reader:
        yield say("waited")


def _laid(say: SoloSay, before: State, seat: int, move: Play | Jump, after: State) -> Iterator[str]:
    """R6, R11 to R18: the card and what it names; what else it does is told with the answers."""
    card, named = move.card, move.named if isinstance(move, Play) else ""
    values = {"who": say.who(seat), "card": say.card(card), "call": say.called(move.call)}
    if isinstance(move, Jump):
        yield say("jumped", **values)
    elif named.isdigit():
        key = "laid_swap" if card[1] == "X" else "laid_gift"
        yield say(key, **values, other=say.other(int(named)))
    elif named:
        yield say("laid_colour", **values, colour=say(named))
    else:
        yield say("laid", **values)
    if _round_over(before, after):
        return
    kind = card if card == "W4" else card[1:]
    if kind in ("D", "W4") and before.pending == TO_DRAW:
        yield say("stacked", n=after.sum)
    elif kind == "R":
        again = before.seats == 2 and before.reverse2p_skips
        yield say("turned_round", other=say.other(seat if again else next_seat(after, seat)))


def _all_of_a_number(s: State, seat: int, last: str) -> list[str]:
    """R8: a Triple+ of all cards of the number, the new top one last."""
    cards = [card for card in hand_of(s, seat) if card[1:] == last[1:] and card != "W4"]
    cards.remove(last)
    return [*cards, last]


def _put_together(s: State) -> list[str]:
    number = s.topmost % NUMBERS
    return [CARDS[c * NUMBERS + number] for c in range(4) for _ in range(s.picked[c])] + [CARDS[s.topmost]]


# ---- answers and effects


def _block(say: SoloSay, before: State, seat: int, move: Block, after: State) -> Iterator[str]:
    """R19."""
    yield say(
        BLOCKED[before.pending],
        who=say.who(seat),
        card=say.card(f"K{move.colour}"),
        n=before.sum,
        call=say.called(move.call),
    )
    if before.pending == TO_SWAP_ALL and not _round_over(before, after):
        yield from _all_answered(say, before, seat, before.blockers | 1 << seat, after)


def _accept(say: SoloSay, before: State, seat: int, after: State) -> Iterator[str]:
    """What then happens; that a Gift or one's part in a Swap all is not stopped needs no words."""
    source = before.source
    if before.pending == TO_SKIP:
        yield say("skipped", who=say.who(seat))
    elif before.pending == TO_SWAP:
        yield say(
            "swapped",
            everybody=say.everybody([source, seat]),
            who=say.who(source),
            n=before.hand_size[seat],
            other=say.other(seat),
            m=before.hand_size[source],
        )
        yield from _new_hand(say, before, after, [source, seat])
    elif before.pending == TO_GIFT:
        left = before.hand_size[source]
        if left <= GIFTS:  # R15
            seen = say.reader in (source, seat)
            cards = say.hand(hand_of(before, source)) if seen else ""
            key = "gave_rest_seen" if seen else "gave_rest"
            yield say(key, who=say.who(source), other=say.other(seat), n=left, cards=cards)
    else:
        yield from _all_answered(say, before, seat, before.blockers, after)


def _all_answered(say: SoloSay, before: State, seat: int, blockers: int, after: State) -> Iterator[str]:
    """R18, R19, R22: after the last answer the hands move, past those who have blocked."""
    if next_seat(before, seat) != before.source:
        return
    kept = [other for other in range(before.seats) if blockers >> other & 1]
    moved = [other for other in range(before.seats) if other not in kept]
    if len(moved) == 1:
        yield say("nothing_moved")
        return
    key = "moved_left" if before.direction > 0 else "moved_right"
    yield say(f"{key}_past", others=say.others(kept)) if kept else say(key)
    yield from _new_hand(say, before, after, moved)


def _new_hand(say: SoloSay, before: State, after: State, moved: Sequence[int]) -> Iterator[str]:
    if say.reader in moved and say.reader is not None and not _round_over(before, after):
        yield say("new_hand", cards=say.hand(hand_of(after, say.reader)))


def _gave(say: SoloSay, before: State, seat: int, card: str, call: bool) -> Iterator[str]:
    """R15: who gives and who gets knows each card; the others learn that two were given."""
    who, other, called = say.who(seat), say.other(before.target), say.called(call)
    if say.reader in (seat, before.target):
        yield say("gave", who=who, other=other, card=say.card(card), call=called)
    elif before.gifts == 1:
        yield say("gave_two", who=who, other=other, call=called)


# ---- the end


def _round_end(say: SoloSay, before: State, after: State) -> Iterator[str]:
    """R24, R25, R28; and after the last round R26."""
    if after.ending == OUT:
        yield say("out", who=say.who(after.winner), round=before.round)
    else:
        yield say("capped" if after.ending == CAPPED else "stuck", round=before.round, n=TURNS_MAX)
    points = [
        say("point", other=say.other(seat), n=after.total[seat] - before.total[seat], total=after.total[seat])
        for seat in range(after.seats)
    ]
    yield say("points", points=say("comma").join(points))
    if after.phase == END:
        yield _winners(say, after)


def _winners(say: SoloSay, s: State) -> str:
    totals = [-rules.score(s, seat) for seat in range(s.seats)]
    winners = [seat for seat in range(s.seats) if totals[seat] == min(totals)]
    if len(winners) == 1:
        return say("win", who=say.who(winners[0]), n=min(totals))
    return say("share", everybody=say.everybody(winners), n=min(totals))
