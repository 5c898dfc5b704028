"""GIFT: why a move is not possible now, from what the seat may know."""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.games.gift.moves import Break, Commit, Discard, Hold, Move, Offer, Pass, Place, Success
from tefuda.games.gift.rows import runs_are_allowed
from tefuda.games.gift.state import CREATE, PROCESS
from tefuda.games.gift.view import View
from tefuda.games.gift.words import GiftSay, next_cards
from tefuda.games.reason import Reason, out_of_turn
from tefuda.games.view import world_of


def why_not(view: View, move: Move, lang: str, names: Sequence[str] = ()) -> Reason:
    """Of a move that is not legal now for the seat whose view it is."""
    say = GiftSay(lang, view.seat, names)
    if reason := out_of_turn(view, lang, names):
        return reason
    assert view.seat is not None and view.hand is not None
    if view.phase == "commit":
        if isinstance(move, Commit):
            return Reason(say("why_claimed", suit=say(move.suit)), "R15")
        return Reason(say("why_commit"), "R15")
    if view.phase == "late":
        return Reason(say("why_late"), "R30")
    chain = view.options.mode == CREATE and bool(view.finished)
    if chain and not isinstance(move, Success | Break):
        return Reason(say("why_chain"), "R28")
    match move:
        case Place(cards):
            return _no_place(say, view, view.hand, cards)
        case Discard(card):
            return Reason(say("why_card", card=say.card(card)), "R10")
        case Hold():
            return Reason(say("why_hold"), "R11")
        case Offer():
            return _no_offer(say, view, view.seat, move.suit + move.rank)
        case Break():
            key, rule = ("why_dealer", "R13b") if view.seat != view.dealer else ("why_broken", "R5")
            return Reason(say("why_break_chain"), "R32") if chain and view.breaks else Reason(say(key), rule)
        case Success():
            return _no_success(say, view, view.commitments[view.seat])
        case Commit():
            return Reason(say("why_not_commit"), "R15")
        case Pass():
            return Reason(say("why_pass"), "R19")


def _no_place(say: GiftSay, view: View, hand: Sequence[str], cards: Sequence[str]) -> Reason:
    if "gift" in cards and "gift" not in hand:
        return Reason(say("why_gift"), "R9")
    for card in cards:
        if card not in hand:
            return Reason(say("why_card", card=say.card(card)), "R9" if "gift" in cards else "R8")
    if len(cards) > 1 and "gift" not in cards and not runs_are_allowed(world_of(view)):
        return Reason(say("why_one"), "R8")
    first = next(card for card in cards if card != "gift")
    return _not_next(say, view, first, "R9" if "gift" in cards else "R8")


def _no_offer(say: GiftSay, view: View, seat: int, card: str) -> Reason:
    if not view.offers[seat]:
        return Reason(say("why_offer"), "R12")
    if card in (view.hand or ()) and card in next_cards(view, card[0]):
        return Reason(say("why_own", card=say.card(card)), "R12")
    return _not_next(say, view, card, "R12")


def _not_next(say: GiftSay, view: View, card: str, rule: str) -> Reason:
    nexts = next_cards(view, card[0])
    if not nexts:
        return Reason(say("why_complete", suit=say(card[0])), "R6")
    return Reason(say("why_next", card=say.card(card), nexts=say("or").join(map(say.card, nexts))), rule)


def _no_success(say: GiftSay, view: View, suit: str | None) -> Reason:
    if suit is None:
        return Reason(say("why_no_suit"), "R13")
    missing = PROCESS - view.rows[suit]["size"]
    if missing:
        return Reason(say("why_row", suit=say(suit), n=missing), "R13")
    return Reason(say("why_hand", card=say.card(suit + "K")), "R13")
