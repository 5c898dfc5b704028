"""GIFT: what an action is worth to a seat, from what the seat may know. Kernel Python.

How much each thing counts is a weight; weights.py has those of the levels. With those of `club` cards are placed
whenever they can be, the own suit's first; the own K is kept, other Ks go back to the deck while there is one. Hold and
Offer wait for the final phase, and there for the moment when only discards would be left that one needs.
"""

from __future__ import annotations

from tefuda.games.gift.memory import is_king, rank_of, suit_of
from tefuda.games.gift.rows import card_at, run_shape, run_start
from tefuda.games.gift.state import (
    ASIDE,
    BREAK,
    COMMIT0,
    CREATE,
    DISCARD0,
    GIFT,
    HOLD,
    KING,
    OFFER0,
    OUT_OF_PLAY,
    PASS,
    PILE,
    PROCESS,
    RANKS,
    RUN0,
    RUN_MAX,
    RUNS,
    SUCCESS,
    WITH_GIFT0,
    State,
    Work,
)

# The weights, in the order of weights.py.
W_WIN = 0
W_BREAK_UP = 1  # Create, final phase, without the own K
W_FREE_KING = 2  # Create: another's K, which they need
W_PLACE = 3
W_EACH = 4  # card of a run
W_OWN = 5  # on the own row
W_DEAD = 6  # a card whose row can never be completed
W_ASK = 7  # for the own row
W_WAIT = 8  # Hold, in the final phase
W_MAKE_WAY = 9  # a card that another needs together with the Gift, when nothing moves
W_EARLY_KING = 10  # another's K while there is a deck
W_LATE_KING = 11  # ... and when there is none
W_LATE_CARD = 12  # another suit's card when there is no deck
W_EARLY_CARD = 13
W_LAST_CARD = 14  # placing it: out
W_HELP = 15  # placing what lets another seat win
W_KEEP_CARD = 16  # the own suit's, in the final phase
W_SPOIL = 17  # Create: another's K when there is no deck
W_KEEP_KING = 18
W_KEEP_BREAK = 19
W_WAIT_TOGETHER = 20  # Hold, in the final phase of Create


def worth(s: State, w: Work, seat: int, action: int) -> int:
    if action < DISCARD0:
        return place_worth(s, w, seat, action)
    if action < HOLD:
        return discard_worth(s, w, seat, action - DISCARD0)
    if action == HOLD:
        return w.weights[seat][W_WAIT_TOGETHER if s.mode == CREATE else W_WAIT] if s.final else 0
    if action < BREAK:
        return offer_worth(s, w, seat, action - OFFER0)
    if action == BREAK:
        return break_worth(s, w, seat)
    if action == SUCCESS:
        return success_worth(s, w, seat)
    if action < PASS:
        return commit_worth(s, w, seat, action - COMMIT0)
    return 0


def lost(s: State, seat: int, card: int) -> bool:
    """Whether the seat knows that the card is out of the game."""
    if (s.known[card] >> seat) & 1 == 0:
        return False
    return s.where[card] == ASIDE or (s.where[card] == PILE and s.final == 1 and s.final_discard == OUT_OF_PLAY)


def hopeless(s: State, seat: int, suit: int) -> bool:
    """Whether the row cannot be completed, for all that the seat knows; the Gift stands for one card, not the last."""
    way = s.way[suit]
    if way == 0:
        return False
    missing = 0
    for position in range(s.size[suit] + 1, PROCESS + 1):
        if lost(s, seat, card_at(suit, way, position)):
            missing += 1 if position < PROCESS else 2
    return missing > 1


def distance(s: State, card: int) -> int:
    """How many cards come before this one in its row."""
    suit = suit_of(card)
    rank = rank_of(card)
    if s.way[suit] > 0:
        return rank - s.size[suit]
    if s.way[suit] < 0:
        return PROCESS - 1 - rank - s.size[suit]
    return min(rank, PROCESS - 1 - rank)


def place_worth(s: State, w: Work, seat: int, action: int) -> int:
    if action < RUN0:
        cards = 1 + (action >= WITH_GIFT0)
        suit = (action - WITH_GIFT0 if action >= WITH_GIFT0 else action) // PROCESS
    else:
        suit = (action - RUN0) // RUNS // 2
        shape = (action - RUN0) % RUNS - run_start(s.size[suit] + 1)
        cards = 2
        while cards < RUN_MAX and shape >= run_shape(cards + 1):
            cards += 1
    if s.final:
        if s.mode != CREATE and helps(s, seat, suit, cards):
            return w.weights[seat][W_HELP]
        if s.hand_size[seat] == cards:
            return w.weights[seat][W_LAST_CARD]
    return (
        w.weights[seat][W_PLACE]
        + w.weights[seat][W_EACH] * cards
        + (w.weights[seat][W_OWN] if s.commit[seat] == suit else 0)
    )


def helps(s: State, seat: int, suit: int, cards: int) -> bool:
    """Whether so many cards more would complete the row of another seat that has one card left."""
    for other in range(s.seats):
        if other != seat and s.commit[other] == suit:
            return s.hand_size[other] == 1 and s.size[suit] + cards == PROCESS
    return False


def discard_worth(s: State, w: Work, seat: int, card: int) -> int:
    suit = suit_of(card)
    own = s.commit[seat] == suit
    if is_king(card):
        if own:
            return 0 if hopeless(s, seat, suit) else w.weights[seat][W_KEEP_KING]
        if s.mode == CREATE:
            return w.weights[seat][W_SPOIL] if s.final else w.weights[seat][W_FREE_KING]
        return w.weights[seat][W_LATE_KING] if s.final else w.weights[seat][W_EARLY_KING]
    if hopeless(s, seat, suit):
        return w.weights[seat][W_DEAD]
    far = distance(s, card)
    if s.final:
        return far + (w.weights[seat][W_KEEP_CARD] if own else w.weights[seat][W_LATE_CARD])
    if far == 1 and s.stall >= 2 * s.seats and s.where[GIFT] != seat:
        return w.weights[seat][W_EARLY_CARD] + w.weights[seat][W_MAKE_WAY]
    return w.weights[seat][W_EARLY_CARD] + 2 * far - (30 if own else 0)


def offer_worth(s: State, w: Work, seat: int, index: int) -> int:
    suit = index // PROCESS
    if not s.final or lost(s, seat, suit * RANKS + index % PROCESS):
        return -10
    if s.commit[seat] == suit:
        return w.weights[seat][W_ASK]
    return 30 if s.mode == CREATE else -5


def break_worth(s: State, w: Work, seat: int) -> int:
    king = s.commit[seat] * RANKS + KING
    if s.mode != CREATE or not s.final or s.where[king] == seat or lost(s, seat, king):
        return w.weights[seat][W_KEEP_BREAK]
    return w.weights[seat][W_BREAK_UP]


def success_worth(s: State, w: Work, seat: int) -> int:
    """In Create only when all look ready, or when there is nothing else."""
    if s.mode == CREATE and s.successes == 0:
        for other in range(s.seats):
            suit = s.commit[other]
            if suit < 0 or s.size[suit] < PROCESS or s.hand_size[other] != 1:
                return 1
    return w.weights[seat][W_WIN]


def commit_worth(s: State, w: Work, seat: int, suit: int) -> int:
    value = 3 * s.size[suit]
    for rank in range(RANKS):
        value += 5 * (s.where[suit * RANKS + rank] == seat)
    return value + 20 * (s.where[suit * RANKS + KING] == seat)
