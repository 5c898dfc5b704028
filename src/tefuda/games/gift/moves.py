"""GIFT: the moves as values, each with one short text and one action number.

>>> str(Place(("h4", "gift", "h6")))
'place h4 gift h6'
>>> parse("offer h 4")
Offer(suit='h', rank='4')
"""

from __future__ import annotations

from typing import NamedTuple

from tefuda.errors import BadNotation
from tefuda.games.gift.rows import card_at, run_shape, run_start
from tefuda.games.gift.state import (
    BREAK,
    COMMIT0,
    DISCARD0,
    GIFT,
    HOLD,
    N_ACTIONS,
    OFFER0,
    PASS,
    PLACE0,
    PROCESS,
    RANKS,
    RUN0,
    RUN_MAX,
    RUNS,
    SUCCESS,
    SUITS,
    WITH_GIFT0,
)
from tefuda.games.gift.state import CARD_TEXTS as CARD_TEXTS
from tefuda.games.gift.state import RANK_TEXTS as RANK_TEXTS
from tefuda.games.gift.state import SUIT_TEXTS as SUIT_TEXTS

CARD_OF = {text: card for card, text in enumerate(CARD_TEXTS)}


class Place(NamedTuple):
    """Lay cards on one row, in this order. The Gift stands for the card of its position."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(["place", *self.cards])


class Discard(NamedTuple):
    card: str

    def __str__(self) -> str:
        return f"discard {self.card}"


class Hold(NamedTuple):
    def __str__(self) -> str:
        return "hold"


class Offer(NamedTuple):
    """Ask for the next process card of a row."""

    suit: str
    rank: str

    def __str__(self) -> str:
        return f"offer {self.suit} {self.rank}"


class Break(NamedTuple):
    """Collect all Ks in hands and deal them anew."""

    def __str__(self) -> str:
        return "break"


class Success(NamedTuple):
    """Close one's own row with its K."""

    def __str__(self) -> str:
        return "success"


class Commit(NamedTuple):
    """Choose a suit."""

    suit: str

    def __str__(self) -> str:
        return f"commit {self.suit}"


class Pass(NamedTuple):
    """Do nothing, being stuck with the Gift alone."""

    def __str__(self) -> str:
        return "pass"


Move = Place | Discard | Hold | Offer | Break | Success | Commit | Pass
WORDS: dict[str, Move] = {"hold": Hold(), "break": Break(), "success": Success(), "pass": Pass()}


def parse(text: str) -> Move:
    """The move with this text."""
    match text.split(" "):
        case [word] if word in WORDS:
            return WORDS[word]
        case ["place", *cards] if tuple(cards) in _PLACES:
            return Place(tuple(cards))
        case ["discard", card] if card in CARD_OF and card != "gift":
            return Discard(card)
        case ["offer", suit, rank] if suit in SUIT_TEXTS and rank in RANK_TEXTS[:PROCESS]:
            return Offer(suit, rank)
        case ["commit", suit] if suit in SUIT_TEXTS:
            return Commit(suit)
    raise BadNotation(
        f"{text!r} is not a move; moves are like place h4, place h4 gift h6, discard c9, offer h 4, commit h, hold,"
        " break, success, pass"
    )


def action_of(move: Move) -> int:
    """The move's place in the order of all moves."""
    match move:
        case Place(cards):
            return _PLACES[cards]
        case Discard(card):
            return DISCARD0 + CARD_OF[card]
        case Hold():
            return HOLD
        case Offer(suit, rank):
            return OFFER0 + SUIT_TEXTS.index(suit) * PROCESS + RANK_TEXTS.index(rank)
        case Break():
            return BREAK
        case Success():
            return SUCCESS
        case Commit(suit):
            return COMMIT0 + SUIT_TEXTS.index(suit)
        case Pass():
            return PASS


def move_of(action: int) -> Move:
    """The move at this place in the order of all moves."""
    if not 0 <= action < N_ACTIONS:
        raise ValueError(f"there is no action {action}")
    if action < DISCARD0:
        return _PLACE_MOVES[action]
    if action < HOLD:
        return Discard(CARD_TEXTS[action - DISCARD0])
    if OFFER0 <= action < BREAK:
        suit, rank = divmod(action - OFFER0, PROCESS)
        return Offer(SUIT_TEXTS[suit], RANK_TEXTS[rank])
    if COMMIT0 <= action < PASS:
        return Commit(SUIT_TEXTS[action - COMMIT0])
    words: dict[int, Move] = {HOLD: Hold(), BREAK: Break(), SUCCESS: Success(), PASS: Pass()}
    return words[action]


def _places() -> dict[tuple[str, ...], int]:
    """The cards of every place, and its action."""
    found: dict[tuple[str, ...], int] = {}
    for suit in range(SUITS):
        for rank in range(PROCESS):
            card = CARD_TEXTS[suit * RANKS + rank]
            found[(card,)] = PLACE0 + suit * PROCESS + rank
            found[("gift", card)] = WITH_GIFT0 + suit * PROCESS + rank
        for way in (1, -1):
            base = RUN0 + (suit * 2 + (way < 0)) * RUNS
            for first in range(1, PROCESS):
                for length in range(2, min(RUN_MAX, PROCESS + 1 - first) + 1):
                    cards = [CARD_TEXTS[card_at(suit, way, first + i)] for i in range(length)]
                    action = base + run_start(first) + run_shape(length)
                    found[tuple(cards)] = action
                    for at in range(length - 1) if length > 2 else ():
                        found[(*cards[:at], CARD_TEXTS[GIFT], *cards[at + 1 :])] = action + 1 + at
    return found


_PLACES = _places()
_PLACE_MOVES = [Place(cards) for cards, _ in sorted(_PLACES.items(), key=lambda item: item[1])]
