"""GIFT: the rows, and what can be placed on them. Kernel Python; the numbers are those of rules.md."""

from __future__ import annotations

from tefuda.games.gift.memory import (
    discards_are_seen,
    goes,
    into_hand,
    none_holds,
    out_of_hand,
    rank_of,
    show,
    suit_of,
)
from tefuda.games.gift.state import (
    ALL,
    BARE,
    CARDS,
    GIFT,
    OFFER0,
    ONE,
    PLACE0,
    PROCESS,
    RANKS,
    ROW,
    RUN0,
    RUN_MAX,
    RUNS,
    SHAPES,
    SUIT_CARDS,
    SUITS,
    WITH_GIFT0,
    State,
    Work,
)


def card_at(suit: int, way: int, position: int) -> int:
    """R6: the process card at a position, from 1, of a row."""
    return suit * RANKS + rank_at(way, position)


def rank_at(way: int, position: int) -> int:
    return position - 1 if way > 0 else PROCESS - position


def way_of(s: State, card: int, position: int) -> int:
    """R6: the row's way, or on a bare Ace the way that a card at this position fixes."""
    way = s.way[suit_of(card)]
    return way if way else 1 if rank_of(card) == position - 1 else -1


def grow(s: State, suit: int, way: int) -> None:
    """One card more."""
    s.way[suit] = way
    s.size[suit] += 1
    find_nexts(s, suit)


def find_nexts(s: State, suit: int) -> None:
    """R6: what comes next in the row."""
    s.nexts &= ~(SUIT_CARDS << (suit * RANKS))
    if s.size[suit] == 0:
        s.nexts |= BARE << (suit * RANKS)
    elif s.size[suit] < PROCESS:
        s.nexts |= ONE << card_at(suit, s.way[suit], s.size[suit] + 1)


def arrange(s: State) -> None:
    """What follows from where the cards are: the hands, the places in the deck and what comes next in the rows."""
    for seat in range(s.seats):
        s.hand_size[seat] = 0
        s.held[seat] = 0
    for card in range(CARDS):
        if s.where[card] < s.seats:
            into_hand(s, s.where[card], card)
    for i in range(s.deck_size):
        s.at[s.deck[i]] = i
    for suit in range(SUITS):
        find_nexts(s, suit)


def to_row(s: State, card: int) -> None:
    """A natural card leaves its hand for a row."""
    holder = s.where[card]
    goes(s, holder, card)
    out_of_hand(s, holder, card)
    s.where[card] = ROW
    show(s, card, ALL)


def card_laid(s: State) -> None:
    """R29."""
    s.laid = 1
    s.stall = 0


def lay(s: State, suit: int, way: int) -> None:
    """The next card of the row, from whoever holds it."""
    grow(s, suit, way)
    card_laid(s)
    to_row(s, card_at(suit, way, s.size[suit]))


def lay_gift(s: State, seat: int, suit: int, way: int) -> None:
    """R9: for the next card of the row."""
    grow(s, suit, way)
    goes(s, seat, GIFT)
    out_of_hand(s, seat, GIFT)
    s.where[GIFT] = ROW
    s.gift_for = card_at(suit, way, s.size[suit])
    show(s, GIFT, ALL)
    if not discards_are_seen(s) and s.where[s.gift_for] >= s.seats:
        none_holds(s, s.gift_for)  # R16: who discards a card unseen from now on does not discard this one


# ---- what can be placed


def legal_places(s: State, w: Work, seat: int) -> int:
    """R7, R8, R9."""
    n = 0
    held = s.held[seat]
    if held & s.nexts:
        for i in range(s.hand_size[seat]):
            card = s.hand[seat][i]
            w.out[n] = PLACE0 + card - suit_of(card)
            n += (s.nexts >> card) & 1
    gift = (held >> GIFT) & 1
    if gift:
        n = legal_with_gift(s, w, held, n)
    if gift or runs_are_allowed(s):
        for suit in range(SUITS):
            if s.way[suit] >= 0 and near(s, held, suit, 1):
                n = legal_runs(s, w, held, suit, 1, n)
            if s.way[suit] <= 0 and near(s, held, suit, -1):
                n = legal_runs(s, w, held, suit, -1, n)
    return n


def legal_with_gift(s: State, w: Work, held: int, n: int) -> int:
    """R9: the Gift and the card after it."""
    for suit in range(SUITS):
        if s.size[suit] == 0:
            w.out[n] = WITH_GIFT0 + suit * PROCESS + 1
            n += (held >> (suit * RANKS + 1)) & 1
            w.out[n] = WITH_GIFT0 + suit * PROCESS + PROCESS - 2
            n += (held >> (suit * RANKS + PROCESS - 2)) & 1
        elif s.size[suit] < PROCESS - 1:  # C8
            rank = rank_at(s.way[suit], s.size[suit] + 2)
            w.out[n] = WITH_GIFT0 + suit * PROCESS + rank
            n += (held >> (suit * RANKS + rank)) & 1
    return n


def run_start(position: int) -> int:
    """The number of runs of a row that begin before this position; near the row's end there is room for fewer."""
    return SHAPES * (position - 1) if position <= 8 else 99 if position == 9 else 103


def run_shape(length: int) -> int:
    """The first shape of this length: without the Gift; then with it as the first card, the second, ..."""
    return max(0, length * (length - 1) // 2 - 2)


def near(s: State, held: int, suit: int, way: int) -> bool:
    """Whether there is room for two cards and one of the next two is among these: no run does without."""
    first = s.size[suit] + 1
    return first < PROCESS and (held >> card_at(suit, way, first + (way < 0))) & 3 > 0


def runs_are_allowed(s: State) -> bool:
    """R30, A3: several cards at once, without the Gift."""
    return s.multi_place == 1


def legal_runs(s: State, w: Work, held: int, suit: int, way: int, n: int) -> int:
    """R9, A16: runs of at least two natural cards; R30: without the Gift."""
    first = s.size[suit] + 1
    base = RUN0 + (suit * 2 + (way < 0)) * RUNS + run_start(first)
    gift = (held >> GIFT) & 1
    gap = -1  # the only card that is not in hand
    for length in range(1, min(RUN_MAX, PROCESS + 1 - first) + 1):
        if (held >> card_at(suit, way, first + length - 1)) & 1 == 0:
            if gap >= 0 or not gift:
                return n
            gap = length - 1
        if length > 1:
            action = base + run_shape(length)
            w.out[n] = action
            n += gap < 0 and runs_are_allowed(s)
            if gift and length > 2:
                for at in range(length - 1):  # the last card is natural
                    w.out[n] = action + 1 + at
                    n += gap < 0 or gap == at
    return n


def legal_offers(s: State, w: Work, seat: int, n: int) -> int:
    """R12, A9: the next process card of a row, if the asker does not hold it; R30, A26, offer_own: or does."""
    own = s.offer_own
    if s.offer[seat]:
        for suit in range(SUITS):
            if s.size[suit] == 0:
                w.out[n] = OFFER0 + suit * PROCESS
                n += own | (s.where[suit * RANKS] != seat)
                w.out[n] = OFFER0 + suit * PROCESS + PROCESS - 1
                n += own | (s.where[suit * RANKS + PROCESS - 1] != seat)
            elif s.size[suit] < PROCESS:
                rank = rank_at(s.way[suit], s.size[suit] + 1)
                w.out[n] = OFFER0 + suit * PROCESS + rank
                n += own | (s.where[suit * RANKS + rank] != seat)
    return n


def lay_cards(s: State, seat: int, action: int) -> None:
    """The cards of a place action."""
    if action < WITH_GIFT0:
        card = action // PROCESS * RANKS + action % PROCESS
        lay(s, suit_of(card), way_of(s, card, 1))
    elif action < RUN0:
        card = (action - WITH_GIFT0) // PROCESS * RANKS + (action - WITH_GIFT0) % PROCESS
        way = way_of(s, card, 2)
        lay_gift(s, seat, suit_of(card), way)
        lay(s, suit_of(card), way)
    else:
        suit = (action - RUN0) // RUNS // 2
        way = -1 if (action - RUN0) // RUNS % 2 else 1
        shape = (action - RUN0) % RUNS - run_start(s.size[suit] + 1)
        length = 2
        while shape >= run_shape(length + 1):
            length += 1
        gift = shape - run_shape(length) - 1  # its place in the run, -1 for none
        for i in range(length):
            if i == gift:
                lay_gift(s, seat, suit, way)
            else:
                lay(s, suit, way)
