"""GIFT: a world in which cards lie where a record shows them, for whoever follows a record as a seat read it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tefuda.games.events import UNSEEN
from tefuda.games.gift.hidden import fits, gather_cards, gather_places, put
from tefuda.games.gift.moves import CARD_OF
from tefuda.games.gift.rows import arrange
from tefuda.games.gift.state import DECK, State, Work

Wanted = dict[int, tuple[int, int | None]]  # by card: the hand or the deck, and which place of an ordered deck


def wanted(s: State, seat: int, lines: Sequence[str]) -> Wanted:
    """What must be where so that a move, and what chance does then, can be told so. What comes after the deck was
    turned over is left to chance."""
    word, *cards = lines[0].split(" ")
    found: Wanted = {}
    if word in ("place", "discard") and cards != [UNSEEN]:
        found = {CARD_OF[card]: (seat, None) for card in cards}
    drawn = 0
    for line in lines[1:]:
        word, *cards = line.split(" ")
        if word in ("swap", "answer"):  # a swap that comes after a draw is due because the card was just drawn
            found[CARD_OF[cards[1]]] = DECK if drawn else int(cards[0]), None
        elif word == "draw":
            drawn += 1
            if cards[1] != UNSEEN and drawn <= s.deck_size:
                found[CARD_OF[cards[1]]] = DECK, s.deck_size - drawn if s.ordered else None
    return found


def arranged(s: State, seat: int, wanted: Wanted, rng: random.Random) -> bool:
    """Deals the cards that the seat does not know so that each may be where it is, and lies where it is wanted.

    False if that is not possible.
    """
    w = Work()
    count = gather_cards(s, w, seat)
    if count != gather_places(s, w, seat):
        return False
    cards, order = list(w.pool[:count]), rng.sample(range(count), count)
    rng.shuffle(cards)
    held: dict[int, int] = {}

    def may_lie(card: int, place: int) -> bool:
        spot, index = wanted.get(card, (w.spot[place], None))
        return w.spot[place] == spot and index in (None, w.index[place]) and bool(fits(s, w, seat, card, place))

    def finds_place(card: int, tried: set[int]) -> bool:
        for place in order:
            if place not in tried and may_lie(card, place):
                tried.add(place)
                if place not in held or finds_place(held[place], tried):
                    held[place] = card
                    return True
        return False

    if not all(finds_place(card, set()) for card in cards):
        return False
    for place, card in held.items():
        put(s, w, seat, card, place)
    arrange(s)
    return True
