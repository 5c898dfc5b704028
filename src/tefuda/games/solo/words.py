"""SOLO: the sentences. Each tells a reader no more than the reader may know (rules, section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tefuda.games.events import SHOWN, UNSEEN
from tefuda.games.solo.fitting import POINTS
from tefuda.games.solo.moves import Block, Done, Jump, Move, Play, Triple, With, Word, parse
from tefuda.games.solo.rule_words import moves_of, plays_again, rule
from tefuda.games.solo.say import SoloSay
from tefuda.games.solo.state import GIFTS, TURNS_MAX
from tefuda.games.solo.texts import TEXTS, TITLE
from tefuda.games.solo.view import View

__all__ = ["TEXTS", "TITLE", "moves_of", "rule", "story"]

BLOCKED = {
    "skip": "blocked_skip",
    "draw": "blocked_draw",
    "swap": "blocked_swap",
    "gift": "blocked_gift",
    "swap all": "blocked_swap",
}


def story(before: View, seat: int | None, event: str, after: View, names: Sequence[str], lang: str) -> Iterator[str]:
    """One event as the reader saw it, in sentences for the log."""
    say = SoloSay(lang, before.seat, names)
    yield from _chance(say, before, event, after) if seat is None else _moved(say, before, seat, event, after)
    if _round_over(before, after):
        yield from _round_end(say, before, after)


def _round_over(before: View, after: View) -> bool:
    return after.round != before.round or after.phase == "over"


# ---- chance


def _chance(say: SoloSay, before: View, event: str, after: View) -> Iterator[str]:
    """R1 to R3; the cards that somebody draws, told only to them."""
    word, *rest = event.partition(SHOWN)[0].split(" ")
    if word == "deal":
        yield say("round", round=after.round, cards=after.hand_sizes[after.dealer], other=say.other(after.dealer))
        if after.hand is not None:
            yield say("dealt", cards=say.hand(after.hand))
    elif word == "turn":
        yield from _turned_up(say, before, rest[0], after)
    elif word == "draw":
        yield _drawn(say, before, int(rest[0]), rest[1:])
        yield from _pile(say, before, after)
        if before.then == "act" and after.then != "act":
            assert before.doer is not None
            yield from _made(say, before, before.doer, before.waiting, after)


def _turned_up(say: SoloSay, before: View, card: str, after: View) -> Iterator[str]:
    if card[1:].isdigit() and card != "W4":
        yield say("start", card=say.card(card), who=say.who(after.turn))
    else:
        yield say("turned", card=say.card(card))
    if after.redealt > before.redealt:
        yield say("redealt")


def _drawn(say: SoloSay, before: View, seat: int, cards: Sequence[str]) -> str:
    """R10, R13, R23: three reasons to draw."""
    own = seat == say.reader
    took = before.then == "turn" and before.waiting == "take"
    key = "took" if took else "drew" if before.then == "drawn" else "fined"
    seen = "" if not own else say.card(cards[0]) if key == "drew" else say.hand(cards)
    return say(f"{key}_seen" if own else key, who=say.who(seat), n=len(cards), cards=seen)


def _pile(say: SoloSay, before: View, after: View) -> Iterator[str]:
    """R27."""
    if after.reshuffled > before.reshuffled:
        yield say("reshuffled")
    if after.waived > before.waived:
        yield say("waived")


# ---- moves


def _moved(say: SoloSay, before: View, seat: int, event: str, after: View) -> Iterator[str]:
    """The penalties for the calls that the move shows to be missed, and then the move."""
    late: list[int] = []
    if event.split(" ")[0] not in ("with", "done", "give", "keep", "accept", "wait", "solo"):
        late = [other for other in before.owes if other != seat]
    for other in late:
        yield say("missed", who=say.who(seat), other=say.other(other))
    if late:
        yield from _pile(say, before, after)
    if after.then != "act":  # R30: an action waits for others to draw for their missed calls
        yield from _made(say, before, seat, event, after)
    if not late:
        yield from _pile(say, before, after)


def _made(say: SoloSay, before: View, seat: int, event: str, after: View) -> Iterator[str]:
    """A move that takes effect, with the cards that it shows."""
    text, *shown = event.split(SHOWN)
    cards = shown[0].split(" ") if shown and not shown[0].startswith(POINTS) else []
    if text.startswith("give"):
        yield from _gave(say, before, seat, text)
    else:
        yield from _told(say, before, seat, parse(text), cards, after)
    for other in range(after.seats):
        if after.then and after.hand_sizes[other] == 0 and before.hand_sizes[other]:
            yield say("uncalled", who=say.who(other))  # A13


def _told(say: SoloSay, before: View, seat: int, move: Move, cards: Sequence[str], after: View) -> Iterator[str]:
    who = say.who(seat)
    match move:
        case Play() | Jump():
            yield say("space").join(_laid(say, before, seat, move, after))
        case Triple(card, jump, call):
            jumped = "jumped_" if jump else ""
            if cards:  # all at once (A6)
                yield say(f"{jumped}triple", who=who, cards=say.row(cards), call=say.called(call))
            else:
                yield say(f"{jumped}triple_begun", who=who, card=say.card(card))
        case With(card):
            yield say("added", who=who, card=say.card(card))
        case Done(call):
            key = "jumped_triple" if before.jumping else "triple"
            yield say(key, who=who, cards=say.row(before.triple), call=say.called(call))
        case Block():
            yield from _block(say, before, seat, move, after)
        case Word("accept"):
            yield from _accept(say, before, seat, cards, after)
        case Word(word):
            yield from _word(say, seat, word, after)


def _word(say: SoloSay, seat: int, word: str, after: View) -> Iterator[str]:
    """Cards that are drawn or taken are told when they come."""
    if word == "pass" or (word == "draw" and not after.then):  # R28: a penalty took the last card
        yield say("passed", who=say.who(seat))
    elif word == "keep":
        yield say("kept", who=say.who(seat))
    elif word == "solo":
        yield say("called", who=say.who(seat))
    elif word == "wait":
        yield say("waited")


def _laid(say: SoloSay, before: View, seat: int, move: Play | Jump, after: View) -> Iterator[str]:
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
    if kind in ("D", "W4") and before.pending == "draw":
        yield say("stacked", n=after.sum)
    elif kind == "R":
        yield say("turned_round", other=say.other(seat if plays_again(before) else _next(after, seat)))


def _next(view: View, seat: int) -> int:
    """In the current direction."""
    return (seat + view.direction) % view.seats


# ---- answers and effects


def _block(say: SoloSay, before: View, seat: int, move: Block, after: View) -> Iterator[str]:
    """R19."""
    yield say(
        BLOCKED[before.pending],
        who=say.who(seat),
        card=say.card(f"K{move.colour}"),
        n=before.sum,
        call=say.called(move.call),
    )
    if before.pending == "swap all" and not _round_over(before, after):
        yield from _all_answered(say, before, seat, [*before.blockers, seat], after)


def _accept(say: SoloSay, before: View, seat: int, cards: Sequence[str], after: View) -> Iterator[str]:
    """What an unblocked card does. A Gift, and a seat's part in a Swap all, are told by what follows."""
    source = before.source
    assert source is not None
    if before.pending == "skip":
        yield say("skipped", who=say.who(seat))
    elif before.pending == "swap":
        yield say(
            "swapped",
            everybody=say.everybody([source, seat]),
            who=say.who(source),
            n=before.hand_sizes[seat],
            other=say.other(seat),
            m=before.hand_sizes[source],
        )
        yield from _new_hand(say, before, after, [source, seat])
    elif before.pending == "gift":
        left = before.hand_sizes[source]
        if left <= GIFTS:  # R15: giver and taker see the cards
            key = "gave_rest_seen" if cards else "gave_rest"
            yield say(key, who=say.who(source), other=say.other(seat), n=left, cards=say.hand(cards))
    else:
        yield from _all_answered(say, before, seat, before.blockers, after)


def _all_answered(say: SoloSay, before: View, seat: int, kept: Sequence[int], after: View) -> Iterator[str]:
    """R18, R19, R22: after the last answer the hands move, past those who have blocked."""
    if _next(before, seat) != before.source:
        return
    moved = [other for other in range(before.seats) if other not in kept]
    if len(moved) == 1:
        yield say("nothing_moved")
        return
    key = "moved_left" if before.direction > 0 else "moved_right"
    yield say(f"{key}_past", others=say.others(sorted(kept))) if kept else say(key)
    yield from _new_hand(say, before, after, moved)


def _new_hand(say: SoloSay, before: View, after: View, moved: Sequence[int]) -> Iterator[str]:
    if say.reader in moved and after.hand is not None and not _round_over(before, after):
        yield say("new_hand", cards=say.hand(after.hand))


def _gave(say: SoloSay, before: View, seat: int, text: str) -> Iterator[str]:
    """R15: who gives and who gets knows each card; the others learn that two were given."""
    assert before.target is not None
    _, card, *call = text.split(" ")
    who, other, called = say.who(seat), say.other(before.target), say.called(bool(call))
    if card != UNSEEN:
        yield say("gave", who=who, other=other, card=say.card(card), call=called)
    elif before.gifts == 1:
        yield say("gave_two", who=who, other=other, call=called)


# ---- the end


def _round_end(say: SoloSay, before: View, after: View) -> Iterator[str]:
    """R24, R25, R28; and after the last round R26."""
    if after.ending == "out":
        assert after.winner is not None
        yield say("out", who=say.who(after.winner), round=before.round)
    else:
        yield say(after.ending, round=before.round, n=TURNS_MAX)
    points = [
        say("point", other=say.other(seat), n=before.scores[seat] - after.scores[seat], total=-after.scores[seat])
        for seat in range(after.seats)
    ]
    yield say("points", points=say("comma").join(points))
    if after.phase == "over":
        yield say.winners(after.scores, -max(after.scores))
