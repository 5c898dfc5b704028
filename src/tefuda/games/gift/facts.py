"""GIFT: what the rules say about a view, for whoever draws it: the aim, the rows, what comes next, whose rights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tefuda.games.gift.moves import SUIT_TEXTS, Place, Success, parse
from tefuda.games.gift.view import View
from tefuda.games.gift.words import aim, card_in_row, gift_for, idle_limit, next_cards


def facts(view: View, moves: Sequence[str]) -> dict[str, Any]:
    """See page.en.md."""
    return {
        "aim": aim(view),
        "idle": idle_limit(view),
        "laid": {suit: _laid(view, suit) for suit in SUIT_TEXTS},
        "next": {suit: next_cards(view, suit) for suit in SUIT_TEXTS},
        "rights": [_rights(view, seat) for seat in range(view.seats)],
        "moves": {text: about for text in moves if (about := _about(view, text))},
    }


def _laid(view: View, suit: str) -> list[str]:
    """The cards of a row in their order; where the Gift lies, the card for which it stands (R9)."""
    row = view.rows[suit]
    return [card_in_row(suit, row["direction"], position) for position in range(1, row["size"] + 1)]


def _rights(view: View, seat: int) -> dict[str, bool]:
    """The rights of a seat, and whether each is still unused (R11, R12); the Break is the dealer's (R13b)."""
    found = {"hold": view.holds[seat], "offer": view.offers[seat]}
    return {**found, "break": view.breaks} if seat == view.dealer else found


def _about(view: View, text: str) -> dict[str, Any]:
    """The cards of the hand that a move lays, and the places of the rows where they come to lie."""
    match parse(text):
        case Place(cards):
            suit = next(card[0] for card in cards if card != "gift")
            way = view.rows[suit]["direction"]
            return {"cards": list(cards), "at": [gift_for(cards, way) if card == "gift" else card for card in cards]}
        case Success():
            assert view.seat is not None and view.hand is not None
            suit = view.commitments[view.seat] or ""
            king = f"{suit}K"
            last = next_cards(view, suit)  # R30: the Gift stands for it
            return {"cards": ["gift", king], "at": [*last, king]} if last else {"cards": [king], "at": [king]}
    return {}
