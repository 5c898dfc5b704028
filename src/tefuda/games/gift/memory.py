"""GIFT: what the whole table remembers of the hidden cards. Kernel Python.

Everybody sees when a hand gets an unknown card, and sometimes learns that a card is in no hand: by a failed Offer,
while it lies among the discards, by a Break. So a card in a hand came there at a time from since[card] to until[card],
and each unknown card of a hand at a time from low to high: where these times meet, it may be that card.
"""

from __future__ import annotations

from tefuda.games.gift.state import ALL, CARDS, FOREVER, KING, KING_CARDS, ONE, PILE, RANKS, SUITS, State


def suit_of(card: int) -> int:
    """card // RANKS, faster in C, where // also has to handle negative numbers. It is exact for all these cards."""
    return (card * 43) >> 9


def rank_of(card: int) -> int:
    return card - RANKS * suit_of(card)


def is_king(card: int) -> bool:
    return (KING_CARDS >> card) & 1 == 1


def into_hand(s: State, seat: int, card: int) -> None:
    """A hand has at most HAND_MAX cards. From the highest on, the higher of two stays and the other goes on down."""
    s.where[card] = seat
    s.held[seat] |= ONE << card
    for i in range(s.hand_size[seat], 0, -1):
        below = s.hand[seat][i - 1]
        s.hand[seat][i] = max(below, card)
        card = min(below, card)
    s.hand[seat][0] = card
    s.hand_size[seat] += 1


def out_of_hand(s: State, seat: int, card: int) -> None:
    """Those above it move down."""
    s.held[seat] &= ~(ONE << card)
    s.hand_size[seat] -= 1
    for i in range(s.hand_size[seat]):
        s.hand[seat][i] = s.hand[seat][i + (s.hand[seat][i] >= card)]


def may_be(s: State, card: int, low: int, high: int) -> bool:
    """Whether the card may have come into a hand between these times, for all that everybody knows."""
    if s.since[card] > high or s.until[card] < low or card == s.gift_for:  # R16: nobody holds what the Gift stands for
        return False
    return s.broke == 0 or after_break(s, card, low, high)


def after_break(s: State, card: int, low: int, high: int) -> bool:
    """R26: the Ks in hands are those that were dealt, or came later; and nothing else was dealt."""
    return high >= s.broke if is_king(card) else low != s.broke or high != s.broke


def show(s: State, card: int, to: int) -> None:
    """These seats learn where the card is."""
    s.known[card] |= to
    s.seen[card] |= to
    if s.broke and is_king(card):
        giver = s.gave[suit_of(card)]
        if giver >= 0 and (s.known[card] >> giver) & 1:
            s.gave[suit_of(card)] = -1


def comes(s: State, seat: int, time: int) -> None:
    """The hand gets a card that not everybody knows. A hand has at most HAND_MAX cards."""
    k = s.unseen[seat]
    s.low[seat][k] = time
    s.high[seat][k] = time
    s.unseen[seat] = k + 1


def goes(s: State, seat: int, card: int) -> None:
    """A card leaves the hand before all eyes, or is known to be in it from now on.

    It is taken to be the one that came first: one that came later, from the same deck, can be whatever an earlier one
    can be. Where that does not hold (for a hand with cards from before a Break), those left came at any of these times.
    """
    if s.known[card] == ALL:
        return
    if s.blurred[seat] or (is_king(card) and s.low[seat][0] <= s.broke):
        blur(s, seat, card)
    k = 0
    last = s.unseen[seat] - 1
    while k < last and not may_be(s, card, s.low[seat][k], s.high[seat][k]):
        k += 1
    drop(s, seat, k)


def blur(s: State, seat: int, card: int) -> None:
    """After a Break: whichever of these is the card, the others came at any of their times, if these are not alike."""
    n = s.unseen[seat]
    low = FOREVER
    high = 0
    kings = 0
    unclear = False
    s.blurred[seat] = 0
    for k in range(n):
        if s.low[seat][k] != s.high[seat][k]:
            s.blurred[seat] = 1
        if may_be(s, card, s.low[seat][k], s.high[seat][k]):
            low = min(low, s.low[seat][k])
            high = max(high, s.high[seat][k])
            kings += s.high[seat][k] == s.broke
            unclear = unclear or s.low[seat][k] != s.high[seat][k]
    if unclear or (kings > 0 and high != s.broke):
        s.blurred[seat] = 1
        for k in range(n):
            if may_be(s, card, s.low[seat][k], s.high[seat][k]):
                s.low[seat][k] = low
                s.high[seat][k] = high


def drop(s: State, seat: int, k: int) -> None:
    """Those after it move up."""
    s.unseen[seat] -= 1
    for i in range(k, s.unseen[seat]):
        s.low[seat][i] = s.low[seat][i + 1]
        s.high[seat][i] = s.high[seat][i + 1]


def goes_unseen(s: State, seat: int, count: int) -> None:
    """So many cards leave the hand unseen: the first ones, as above, or if they are not alike any of them."""
    n = s.unseen[seat]
    if s.broke or (discards_are_seen(s) and s.low[seat][0] < s.turned):
        s.blurred[seat] = 1
        low = FOREVER
        high = 0
        for k in range(n):
            low = min(low, s.low[seat][k])
            high = max(high, s.high[seat][k])
        for k in range(n):
            s.low[seat][k] = low
            s.high[seat][k] = high
    for _ in range(count):
        drop(s, seat, 0)


def discarded_unseen(s: State, seat: int) -> None:
    """The next card of the pile is any of the hand's; nobody else knows of any card whether it is still there."""
    low = FOREVER
    high = 0
    for k in range(s.unseen[seat]):
        low = min(low, s.low[seat][k])
        high = max(high, s.high[seat][k])
    s.pile_low[s.pile_size] = low
    s.pile_high[s.pile_size] = high
    s.pile_time[s.pile_size] = s.clock
    goes_unseen(s, seat, 1)
    for card in range(CARDS):
        if s.where[card] == seat and s.known[card] != ALL:
            s.known[card] = 1 << seat


def none_holds(s: State, card: int) -> None:
    """R12: a failed Offer; R16: the Gift stands for the card, and no swap is due."""
    s.clock += 1
    s.since[card] = s.clock


def discards_are_seen(s: State) -> bool:
    """R30, A13: whether discards lie face up."""
    return s.discard_face_up == 1


def deck_turned(s: State) -> None:
    """R17: the pile is the deck, and so no other card is in it. Before the cards are moved."""
    s.clock += 1
    s.turned = s.clock
    if discards_are_seen(s):
        before = s.clock - 1
        for card in range(CARDS):
            s.until[card] = min(s.until[card], before)
        for i in range(s.pile_size):
            s.since[s.pile[i]] = s.clock
            s.until[s.pile[i]] = FOREVER
    else:
        for card in range(CARDS):
            s.stocked[card] = s.known[card] if s.where[card] == PILE else 0


def kings_collected(s: State) -> None:
    """R26: which Ks were in hands not everybody knows, only how many of each hand (s.given)."""
    s.clock += 1
    for suit in range(SUITS):
        card = suit * RANKS + KING
        open_hand = s.known[card] == ALL and s.where[card] < s.seats
        if open_hand or s.until[card] < FOREVER:  # it was in a hand for certain
            s.since[card] = s.clock
            s.until[card] = s.clock
        elif not possibly_given(s, card):
            s.since[card] = s.clock + 1
    for seat in range(s.seats):
        hidden = s.given[seat]
        for suit in range(SUITS):
            card = suit * RANKS + KING
            hidden -= s.where[card] == seat and s.known[card] == ALL
        if hidden > 0:
            goes_unseen(s, seat, hidden)
    s.broke = s.clock
    s.clock += 1


def possibly_given(s: State, card: int) -> bool:
    for seat in range(s.seats):
        if s.given[seat] > 0:
            for k in range(s.unseen[seat]):
                if may_be(s, card, s.low[seat][k], s.high[seat][k]):
                    return True
    return False
