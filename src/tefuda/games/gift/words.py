"""GIFT: the sentences. Each tells a reader no more than the reader may know (rules, section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tefuda.games.events import SHOWN, UNSEEN
from tefuda.games.gift import rules
from tefuda.games.gift.moves import (
    CARD_OF,
    CARD_TEXTS,
    SUIT_TEXTS,
    Break,
    Commit,
    Discard,
    Hold,
    Move,
    Offer,
    Pass,
    Place,
    Success,
    move_of,
    parse,
)
from tefuda.games.gift.rows import card_at, runs_are_allowed
from tefuda.games.gift.state import CREATE, HAND, PROCESS, RANKS, State, Work
from tefuda.games.gift.texts import TEXTS, TITLE
from tefuda.games.gift.view import View
from tefuda.games.sentences import Say, Who
from tefuda.games.view import world_of

__all__ = [
    "SYMBOLS",
    "TEXTS",
    "TITLE",
    "aim",
    "card_in_row",
    "card_name",
    "gift_for",
    "idle_limit",
    "next_cards",
    "rule",
    "story",
]

SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def card_name(card: str, lang: str) -> str:
    """Such as ♥4, or the Gift's name."""
    return TEXTS[lang]["gift"] if card == "gift" else SYMBOLS[card[0]] + card[1:]


def card_in_row(suit: str, way: int, position: int) -> str:
    """R6: the process card that belongs at a position, from 1, of a row."""
    return CARD_TEXTS[card_at(SUIT_TEXTS.index(suit), way, position)]


def next_cards(view: View, suit: str) -> list[str]:
    """R6: the process cards that the row can take next; on a bare Ace two, in a complete row none."""
    way, size = view.rows[suit]["direction"], view.rows[suit]["size"]
    return [card_in_row(suit, w, size + 1) for w in ([way] if way else [1, -1])] if size < PROCESS else []


def gift_for(cards: Sequence[str], way: int) -> str:
    """R9: the card that the Gift stands for among cards that are laid on a row of this way."""
    last = len(cards) - 1
    suit, rank = divmod(CARD_OF[cards[last]], RANKS)
    way = way or (1 if rank == last else -1)  # on a bare Ace
    return CARD_TEXTS[suit * RANKS + rank - way * (last - cards.index("gift"))]


class GiftSay(Say):
    """GIFT's own: cards, and the end of a sentence about somebody who may draw next."""

    def __init__(self, lang: str, reader: int | None = None, names: Sequence[str] = ()) -> None:
        super().__init__(TEXTS, lang, reader, names)

    def card(self, card: str) -> str:
        return card_name(card, self.lang)

    def cards(self, cards: Iterable[str]) -> str:
        return " ".join(map(self.card, cards))

    def then(self, seat: int, after: View) -> str:
        """R14, R27: how many cards the seat draws next. Those that the reader will see have sentences of their own."""
        if after.drawer != seat or seat == self.reader:
            return self("then_stop")
        drawn = _to_draw(after)[: max(0, min(after.draws, HAND - after.hand_sizes[seat]))]
        hidden = drawn.count(UNSEEN)
        return self("then_draws", who=self.who(seat), n=hidden) if hidden else self("then_stop")

    def list(self, parts: Iterable[str]) -> str:
        return self("comma").join(parts)


def _to_draw(view: View) -> list[str]:
    """The cards of the deck and then of the discards in the order of drawing, unseen where it is not fixed (R17)."""
    if not view.deck:
        return []  # R18
    deck = view.memory["order"] or [UNSEEN] * view.deck
    turned_over = len(view.discards) == 1 or not view.options.shuffle_recycle
    return [*deck, *(view.discards if turned_over else [UNSEEN] * len(view.discards))]


def aim(view: View) -> str:
    """R20, R21, R30: what the players play for."""
    return "create" if view.options.mode == CREATE else "attack_on" if view.options.play_on else "attack"


def idle_limit(view: View) -> int:
    """R22: how many turns in a row without a card end the match; 0 until half of them have passed."""
    return view.options.stall_turns if 2 * view.stall >= view.options.stall_turns else 0


def story(before: View, seat: int | None, event: str, after: View, names: Sequence[str], lang: str) -> Iterator[str]:
    """One event as the reader saw it, in sentences for the log."""
    say = GiftSay(lang, before.seat, names)
    told = _chance(say, before, event, after) if seat is None else _move(say, before, seat, event, after)
    if line := say("space").join(told):
        yield line
    if after.options.mode == CREATE and len(after.finished) > len(before.finished) and after.phase != "over":
        assert after.turn is not None
        yield say("chain", n=len(after.finished), all=after.seats, who=say.who(after.turn))
    if after.memory["turned"] != before.memory["turned"] and not (before.final and after.drawing):  # R32: drawn back
        key = "recycled_one" if after.deck == 1 else "recycled_turned" if after.memory["order"] else "recycled"
        yield say(key, n=after.deck)
    if after.final and not before.final:
        yield say(f"final_{after.option('final_discard')}")
    for other in range(after.seats):
        if after.out[other] and not before.out[other]:
            yield say("out", who=say.who(other))
    if after.phase == "over":
        assert after.risk is not None
        yield say("space").join([*_end(say, after), say("risk_was", card=say.card(after.risk))])


def _chance(say: GiftSay, before: View, event: str, after: View) -> Iterator[str]:
    """R2 to R4, and what follows a move."""
    word, *rest = event.split(" ")
    match word:
        case "dealer":
            yield say(aim(after))
            yield say("dealer", who=say.who(after.dealer))
        case "deal" if after.hand is None:
            yield say("dealt_all", n=HAND)
        case "deal":
            yield say("dealt", cards=say.cards(after.hand or ()))
        case "risk" if rest[0] != UNSEEN:
            yield say("risk_own", card=say.card(rest[0]))
        case "risk":
            yield say("risk", who=say.who(after.dealer))
        case "kings":
            yield say("got", list=say.list(_kings_dealt(say, before, rest)))
        case "nobody":
            assert before.asked is not None
            yield say("nobody_has", card=say.card(before.asked))
        case "answer":
            seat = int(rest[0])
            yield say("answered", who=say.who(seat), card=say.card(rest[1]), then=say.then(seat, after))
        case "swap":
            yield say("swapped", who=say.who(int(rest[0])), card=say.card(rest[1]))
        case "draw" if rest[1] != UNSEEN:
            yield say("drew", who=say.who(int(rest[0])), card=say.card(rest[1]))


def _is_in(view: View, seat: int) -> bool:
    """R23: not out and not finished."""
    return not view.out[seat] and seat not in view.finished


def _next(view: View, seat: int) -> int:
    """R23: to the left."""
    around = [(seat + i) % view.seats for i in range(1, view.seats + 1)]
    return next(other for other in around if _is_in(view, other))


def _kings_dealt(say: GiftSay, before: View, cards: Sequence[str]) -> Iterator[str]:
    """R26: who gets how many is public."""
    seat = before.dealer
    got: dict[int, list[str]] = {}
    for card in cards:
        got.setdefault(seat, []).append(card)
        seat = _next(before, seat)
    for seat, own in got.items():
        key = "kings_seen" if seat == say.reader else "kings_of"
        yield say(key, who=say.who(seat), n=len(own), cards=say.cards(own) if seat == say.reader else "")


def _move(say: GiftSay, before: View, seat: int, event: str, after: View) -> Iterator[str]:
    who, then = say.who(seat), say.then(seat, after)
    if event == f"discard {UNSEEN}":
        yield say("discarded_unseen", who=who, then=then)
        return
    match parse(event.partition(SHOWN)[0]):
        case Place(cards) if "gift" in cards:
            card = gift_for(cards, before.rows[cards[-1][0]]["direction"])
            yield say("placed_gift", who=who, cards=say.cards(cards), card=say.card(card), then=then)
        case Place(cards):
            yield say("placed", who=who, cards=say.cards(cards), then=then)
        case Discard(card):
            yield say("discarded", who=who, card=say.card(card), then=then)
        case Hold():
            yield say("held", who=who)
        case Offer(suit, rank):
            yield say("offered", who=who, card=say.card(suit + rank))
        case Break():
            yield say("broke", who=who)
            given = [say("kings_of", who=say.who(p), n=n) for p, n in enumerate(after.given) if n]
            yield say("gave", list=say.list(given)) if given else say("no_kings")
        case Success():
            yield _success(say, before, seat)
        case Commit(suit):
            yield say("committed", who=who, suit=say(suit))
        case Pass():
            yield say("kept" if before.phase == "late" else "passed", who=who)


def _success(say: GiftSay, before: View, seat: int) -> str:
    """R13, R30."""
    suit = before.commitments[seat]
    assert suit is not None
    last = card_in_row(suit, before.rows[suit]["direction"], PROCESS)
    key = "succeeded_gift" if before.hand_sizes[seat] == 2 else "succeeded"
    return say(key, who=say.who(seat), suit=say(suit), card=say.card(suit + "K"), last=say.card(last))


def _end(say: GiftSay, view: View) -> Iterator[str]:
    """R20 to R22."""
    if view.reason == "success":
        yield say("end_success", who=say.who(view.finished[0]))
    elif view.reason == "together":
        yield say("end_together")
    elif view.reason == "failed":
        assert view.turn is not None
        yield say("end_failed_out") if any(view.out) else say("end_failed_unready", who=say.who(view.turn))
    else:
        stuck = [seat for seat in range(view.seats) if _is_in(view, seat)]
        if view.reason == "nobody" and stuck:
            yield say("end_stuck", who=say.who(stuck[0]))
        elif view.stall >= view.options.stall_turns:
            yield say("end_idle", n=view.stall)
        yield say("end_places", list=say.list(_places(say, view))) if view.reason == "places" else say("end_nobody")


def _places(say: GiftSay, view: View) -> Iterator[str]:
    """R30: those without Success share the last place."""
    for place, seat in enumerate(view.finished, 1):
        yield say("place", n=place, who=say.who(seat))
    others = [say.who(seat).name for seat in range(view.seats) if seat not in view.finished]
    if others:
        yield say("place", n=len(view.finished) + 1, who=Who(say("and").join(others), False))


# ---- the rules that apply now


def rule(view: View, lang: str, names: Sequence[str] = ()) -> str:
    """The rules for what this seat can do now, one action a line."""
    say = GiftSay(lang, view.seat, names)
    if view.phase == "over":
        create = view.options.mode == CREATE
        return say("rule_over_create" if create else "rule_over_places" if view.options.play_on else "rule_over_attack")
    if view.seat is None or view.seat not in view.to_act:
        return "\n".join(_waiting(say, view))
    s = world_of(view)
    if view.phase == "commit":
        free = [say(suit) for i, suit in enumerate(SUIT_TEXTS) if not rules.claimed(s, i)]
        return say("rule_commit", suits=say.list(free))
    if view.phase == "late":
        return "\n".join([say("rule_break_late"), say("rule_keep")])
    return "\n".join(say("space").join(line) for line in _turn(say, view, s, view.seat))


def _waiting(say: GiftSay, view: View) -> Iterator[str]:
    if view.seat is not None and view.out[view.seat]:
        yield say("rule_out")
    elif view.seat in view.finished:
        yield say("rule_finished")
    yield say("rule_wait", who=say.who(view.to_act[0]))
    if view.seat is not None and view.hand:
        yield say("rule_by_itself")


def _turn(say: GiftSay, view: View, s: State, seat: int) -> Iterator[list[str]]:
    """R25, R28."""
    w = Work()
    moves = [move_of(action) for action in w.out[: rules.legal(s, w, seat)]]
    kinds = set(map(type, moves))  # moves without fields are equal, whatever they are
    if rules.chain(s):
        not_ready = [] if Success in kinds else [say("rule_chain_break")]
        yield [say("rule_chain", n=s.successes, all=s.seats), *not_ready]
    if Success in kinds:
        key = "rule_success_gift" if s.hand_size[seat] == 2 else "rule_success"
        yield [say(key, card=say.card(f"{view.commitments[seat]}K"))]
    if Break in kinds:
        late = rules.late_break_is_allowed(s)
        ends = "rule_break_ends" if s.break_ends_turn else "rule_break_or_late" if late else "rule_break_goes_on"
        yield [say("rule_break"), say(ends)]
    if rules.chain(s):
        return
    yield from _placing(say, view, s, moves)
    if Discard in kinds:
        at_once = s.final and s.deck_size == 0
        yield [say("rule_discard"), *([say(f"rule_discard_{view.option('final_discard')}")] if at_once else [])]
    if s.deck_size and s.hand_size[seat] <= HAND:
        yield [say("rule_draw")]
    if Hold in kinds:
        yield [say("rule_hold")]
    if Offer in kinds:
        yield [say("rule_offer_own" if s.offer_own else "rule_offer")]
    if Pass in kinds:
        yield [say("rule_stuck")]
    yield from _prospects(say, view, s, seat)


def _placing(say: GiftSay, view: View, s: State, moves: Sequence[Move]) -> Iterator[list[str]]:
    """R6 to R9, R16."""
    nexts = [say("or").join(map(say.card, cards)) for suit in SUIT_TEXTS if (cards := next_cards(view, suit))]
    places = [move.cards for move in moves if isinstance(move, Place)]
    if nexts:
        line = [say("rule_place_many" if runs_are_allowed(s) else "rule_place", nexts=say.list(nexts))]
        if not any("gift" not in cards for cards in places):
            line.append(say("rule_none"))
        yield line
    else:
        yield [say("rule_full")]
    if min(s.size) == 0:
        yield [say("rule_bare")]
    if "gift" in (view.hand or ()):
        yield [say("rule_gift" if any("gift" in cards for cards in places) else "rule_gift_none")]
    if s.gift_for >= 0:
        yield [say("rule_swap", card=say.card(CARD_TEXTS[s.gift_for]))]


def _prospects(say: GiftSay, view: View, s: State, seat: int) -> Iterator[list[str]]:
    """R13, R15, R29: what is still to come."""
    suit = view.commitments[seat]
    if suit is None:
        yield [say("rule_first")]
    elif not rules.ready(s, seat):
        missing = PROCESS - view.rows[suit]["size"]
        key = "rule_lacks_row" if missing else "rule_lacks_hand"
        yield [say(key, suit=say(suit), card=say.card(suit + "K"), n=missing)]
    if most := idle_limit(view):
        yield [say("rule_idle", n=view.stall, most=most)]
