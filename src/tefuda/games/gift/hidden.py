"""GIFT: what a seat cannot know, dealt anew. Kernel Python."""

from __future__ import annotations

from tefuda.games.gift.memory import after_break, discards_are_seen, is_king, may_be, rank_of, show, suit_of
from tefuda.games.gift.rows import arrange
from tefuda.games.gift.state import (
    ALL,
    ASIDE,
    CARDS,
    DECK,
    FOREVER,
    GIFT,
    PILE,
    PROCESS,
    RISK,
    WATCHER,
    State,
    Work,
)
from tefuda.kernel import draw, shuffle


def redeal(s: State, w: Work, seat: int) -> bool:
    """The cards that the seat does not know go to the places that it cannot look into, each where it may be.

    First any deal that fits, then random swaps that keep it fitting, so that all worlds become about equally likely.
    What others know of cards in hands that are not theirs is not kept.
    """
    eyes = WATCHER if seat < 0 else seat
    cards = gather_cards(s, w, eyes)
    places = gather_places(s, w, eyes)
    if cards != places:
        return False
    for i in range(places):
        w.held[i] = -1
        w.free[i] = i
    left = places
    for k in range(cards):
        for i in range(places):
            w.tried[i] = 0
        if not find_place(s, w, eyes, w.pool[k], places, left):
            return False
        left -= 1
    for _ in range(2 * places):
        i = draw(w, places)
        j = draw(w, places)
        card = w.held[i]
        other = w.held[j]
        if fits(s, w, eyes, card, j) and fits(s, w, eyes, other, i):
            w.held[i] = other
            w.held[j] = card
    for i in range(places):
        put(s, w, eyes, w.held[i], i)
    arrange(s)
    return True


def gather_cards(s: State, w: Work, eyes: int) -> int:
    """To w.pool, in random order, those first that few places fit."""
    cards = 0
    for card in range(CARDS):
        if not placed_for(s, card, eyes):
            w.pool[cards] = card
            cards += 1
    shuffle(w, cards)
    first = 0
    for k in range(cards):
        card = w.pool[k]
        if s.since[card] > 0 or s.until[card] < FOREVER or card == s.gift_for or is_king(card) or s.stocked[card]:
            w.pool[k] = w.pool[first]
            w.pool[first] = card
            first += 1
    return cards


def placed_for(s: State, card: int, eyes: int) -> bool:
    """Whether the card is not dealt: these eyes know where it is. One known to be in a hand is dealt with that hand."""
    if s.known[card] == ALL or s.where[card] == eyes:
        return True
    return (s.known[card] >> eyes) & 1 == 1 and s.where[card] >= DECK


def gather_places(s: State, w: Work, eyes: int) -> int:
    """To w.spot and w.index; the Risk first, which the fewest cards can be."""
    n = 0
    if s.phase > RISK and s.dealer != eyes:
        n = 1
        w.spot[0] = ASIDE
        for card in range(CARDS):
            if s.where[card] == ASIDE and s.known[card] == ALL:
                n = 0
    for seat in range(s.seats):
        if seat != eyes:
            for k in range(s.unseen[seat]):
                w.spot[n] = seat
                w.index[n] = k
                n += 1
    for k in range(s.pile_size):
        if not placed_for(s, s.pile[k], eyes):
            w.spot[n] = PILE
            w.index[n] = k
            n += 1
    for k in range(s.deck_size):
        if not placed_for(s, s.deck[k], eyes):
            w.spot[n] = DECK
            w.index[n] = k
            n += 1
    return n


def fits(s: State, w: Work, eyes: int, card: int, i: int) -> bool:
    """Whether the card may be at place i for all that these eyes know."""
    spot = w.spot[i]
    suit = suit_of(card)
    if (s.known[card] >> eyes) & 1:
        if spot != s.where[card]:
            return False
    if spot == ASIDE:
        return rank_of(card) < PROCESS and card != GIFT and (s.seen[card] >> eyes) & 1 == 0
    given = is_king(card) and s.gave[suit] == eyes
    # A K that one gave, and has not seen since, stays where it was dealt, unless others have discarded it unseen.
    stays = given and (s.turned < s.broke or discards_are_seen(s))
    if spot == DECK:
        return s.until[card] == FOREVER and not stays
    at = w.index[i]
    pile = spot == PILE
    low = s.pile_low[at] if pile else s.low[spot][at]
    high = s.pile_high[at] if pile else s.high[spot][at]
    if (s.stocked[card] >> eyes) & 1 and high < s.turned:
        return False
    if given and (high < s.broke or (low > s.broke and stays)):
        return False
    return fits_pile(s, card, at) if pile else may_be(s, card, low, high)


def fits_pile(s: State, card: int, at: int) -> bool:
    """Whether the unseen discard may be the card. One found to be in no hand only later may lie there."""
    time = s.pile_time[at]
    high = s.pile_high[at]
    if card == GIFT or (s.since[card] <= time and (s.since[card] > high or card == s.gift_for)):
        return False
    return s.broke == 0 or s.broke > time or after_break(s, card, s.pile_low[at], high)


def find_place(s: State, w: Work, eyes: int, card: int, places: int, left: int) -> bool:
    """A free place for the card, any alike; if none fits, another card makes room and looks for one itself."""
    start = draw(w, left)
    for k in range(left):
        j = start + k if start + k < left else start + k - left
        if fits(s, w, eyes, card, w.free[j]):
            w.held[w.free[j]] = card
            w.free[j] = w.free[left - 1]
            return True
    start = draw(w, places)
    for k in range(places):
        i = start + k if start + k < places else start + k - places
        if w.held[i] >= 0 and w.tried[i] == 0 and fits(s, w, eyes, card, i):
            w.tried[i] = 1
            other = w.held[i]
            w.held[i] = card
            if find_place(s, w, eyes, other, places, left):
                return True
            w.held[i] = other
    return False


def put(s: State, w: Work, eyes: int, card: int, i: int) -> None:
    spot = w.spot[i]
    mine = s.known[card] & (1 << eyes)
    s.where[card] = spot
    s.known[card] = mine
    if s.seen[card] != ALL:
        s.seen[card] &= 1 << eyes
    s.stocked[card] &= 1 << eyes
    if is_king(card) and s.gave[suit_of(card)] != eyes:
        s.gave[suit_of(card)] = -1
    if spot == PILE:
        s.pile[w.index[i]] = card
        show(s, card, 1 << s.pile_by[w.index[i]])
    elif spot == DECK:
        s.deck[w.index[i]] = card
        if s.ordered:
            show(s, card, 1 << s.deck_by[w.index[i]])
    elif spot == ASIDE:
        show(s, card, 1 << s.dealer)
    else:
        show(s, card, 1 << spot)
