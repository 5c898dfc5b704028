"""GIFT: what can be said for and against a move, from the seat's view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tefuda.games.gift.moves import Break, Commit, Discard, Hold, Offer, Place, Success, parse
from tefuda.games.gift.state import PROCESS
from tefuda.games.gift.view import View
from tefuda.games.gift.words import aim, next_cards
from tefuda.games.reasons import Point, saying
from tefuda.games.sentences import Say

TEXTS = {
    "en": {
        "success": "It is the Success.",
        "own": "It brings your row on: {n:card is|cards are} still missing.",
        "theirs": "It brings the row of {who} on.",
        "free": "It brings a row on that is nobody’s.",
        "needed_king": "It throws away the K that your row needs.",
        "needed": "It throws away a card that your row needs.",
        "kept_next": "It keeps the next card of the row of {who} from being laid.",
        "kept": "It keeps a card from the row of {who}.",
        "lost": "It throws away a card that the row of {who} needs.",
        "asks": "It asks for the very card that your row needs next.",
        "asks_theirs": "It asks for a card of the row of {who}.",
        "offer": "It spends the Offer.",
        "hold": "It keeps every card of the hand.",
        "holds": "It spends the right to Hold.",
        "break": "It may bring you the K that is missing.",
        "breaks": "It gives the K of your row out of the hand.",
        "hand": "{n:card|cards} of it are in the hand.",
        "row": "{n:card|cards} of its row lie already.",
        "king": "Its K is in the hand.",
    },
    "ja": {
        "success": "サクセスになります。",
        "own": "自分の列が進み、残りは{n}枚です。",
        "theirs": "{who}の列が進みます。",
        "free": "だれのものでもない列が進みます。",
        "needed_king": "自分の列に要るKを捨てます。",
        "needed": "自分の列に要る札を捨てます。",
        "kept_next": "{who}の列の次の札を出させません。",
        "kept": "{who}の列に札を渡しません。",
        "lost": "{who}の列に要る札を捨てます。",
        "asks": "自分の列が次に要る札を求めます。",
        "asks_theirs": "{who}の列の札を求めます。",
        "offer": "オファーの権利を使います。",
        "hold": "手札をすべて残せます。",
        "holds": "ホールドの権利を使います。",
        "break": "足りないKが来るかもしれません。",
        "breaks": "自分の列のKを出してしまいます。",
        "hand": "そのスートの札が手札に{n}枚あります。",
        "row": "その列にはもう{n}枚並んでいます。",
        "king": "そのKが手札にあります。",
    },
}


def points(view: View, text: str, lang: str, names: Sequence[str] = ()) -> Iterator[Point]:
    """What can be said about a move of the seat whose view it is."""
    assert view.seat is not None
    say, hand = saying(TEXTS, view, lang, names), view.hand or []
    mine = view.commitments[view.seat]
    match parse(text):
        case Success():
            yield Point("success", 1, say("success"))
        case Place(cards):
            suit = next(card[0] for card in cards if card != "gift")
            yield from _placed(say, view, suit, len(cards))
        case Discard(card):
            yield from _discarded(say, view, card)
        case Offer(suit, _):
            if suit == mine:
                yield Point("asks", 1, say("asks"))
            elif (owner := owner_of(view, suit)) is not None and aim(view) != "create":
                yield Point("asks", -1, say("asks_theirs", who=say.who(owner)))
            yield Point("offer", -1, say("offer"))
        case Hold():
            yield Point("hold", 1, say("hold"))
            yield Point("holds", -1, say("holds"))
        case Break() if mine:
            has = f"{mine}K" in hand
            yield Point("break", -1 if has else 1, say("breaks" if has else "break"))
        case Commit(suit):
            if f"{suit}K" in hand:
                yield Point("king", 1, say("king"))
            held = sum(card[0] == suit and card != "gift" for card in hand)
            if held:
                yield Point("hand", held, say("hand", n=held))
            if view.rows[suit]["size"]:
                yield Point("row", view.rows[suit]["size"], say("row", n=view.rows[suit]["size"]))


def _placed(say: Say, view: View, suit: str, count: int) -> Iterator[Point]:
    owner = owner_of(view, suit)
    if owner == view.seat:
        yield Point("own", count, say("own", n=PROCESS - view.rows[suit]["size"] - count))
    elif owner is None:
        yield Point("free", 0.5, say("free"))
    else:
        yield Point("theirs", count if aim(view) == "create" else -count, say("theirs", who=say.who(owner)))


def _discarded(say: Say, view: View, card: str) -> Iterator[Point]:
    owner = owner_of(view, card[0])
    if owner is None:
        return
    if owner == view.seat:
        king = card[1:] == "K"
        yield Point("needed", -2 if king else -1, say("needed_king" if king else "needed"))
    elif aim(view) == "create":
        yield Point("kept", -1, say("lost", who=say.who(owner)))
    elif card in next_cards(view, card[0]):
        yield Point("kept", 2, say("kept_next", who=say.who(owner)))
    else:
        yield Point("kept", 1, say("kept", who=say.who(owner)))


def owner_of(view: View, suit: str) -> int | None:
    """Whose row it is."""
    return next((seat for seat, committed in enumerate(view.commitments) if committed == suit), None)
