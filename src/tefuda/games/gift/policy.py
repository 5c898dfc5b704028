"""GIFT: what an action is worth to a seat, from what the seat may know. Kernel Python.

How much each thing counts is a weight; each level has its own, for each mode. With those of `club`
cards are placed whenever they can be, those of the seat's own suit first; its own K is kept, other Ks go back to the
deck while there is one. Hold and Offer wait for the final phase, where in Attack a discard is better than a card on
another row.
"""

from __future__ import annotations

from tefuda.games.gift.memory import is_king, rank_of, suit_of
from tefuda.games.gift.rows import card_at, run_shape, run_start
from tefuda.games.gift.rules import claimed, discards_are_lost
from tefuda.games.gift.state import (
    ASIDE,
    BREAK,
    COMMIT0,
    CREATE,
    DISCARD0,
    GIFT,
    HOLD,
    KING,
    N_MODE,
    OFFER0,
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

# The places of the weights: first those for Attack, then those for Create. While there is a deck:
W_PLACE = 0
W_OWN = 1  # placing on one's own row
W_THEIRS = 2  # on another seat's
W_EACH = 3  # each card of a run
W_CARD = 4  # discarding a card
W_OWN_CARD = 5  # ... of one's own suit
W_FAR = 6  # ... for each card that comes before it in its row
W_MAKE_WAY = 7  # ... that another needs together with the Gift, when nothing moves
W_KING = 8  # another's K
# When there is none:
W_LATE_PLACE = 9
W_LAST_CARD = 10  # placing it: out
W_HELP = 11  # placing what lets another seat win
W_LATE_CARD = 12
W_LATE_OWN_CARD = 13
W_LATE_KING = 14
W_HOLD = 15
W_ASK = 16  # for one's own row
W_ASK_ELSE = 17
W_BREAK_UP = 18  # without one's own K
# At all times:
W_DEAD = 19  # discarding a card whose row can never be completed
W_KEEP_KING = 20  # discarding one's own K
W_KEEP_BREAK = 21
WIN = 10000
NEVER = -10

# The weights of the levels. Most of those of `club` were found by `tefuda tune gift`, once for each mode.
_CASUAL_ATTACK = (100, 80, 0, 10, 20, -10, 2, 60, 70, 100, 20, 5, 30, -200, 65, 80, 85, -5, -600, 90, -500, -600)
_CASUAL_CREATE = (100, 80, 0, 10, 20, -10, 2, 60, 150, 100, 20, 5, 30, -200, -300, 80, 85, 30, 300, 90, -500, -600)
_CLUB_ATTACK = (100, 80, 0, 22, 20, -10, 2, 60, 70, 4, 20, 5, 29, -273, 82, 0, 45, -5, -600, 90, -500, -600)
_CLUB_CREATE = (53, 85, 9, 10, 11, 5, 14, 138, 239, 142, 7, -4, 18, -146, -281, 94, 69, 37, 303, 123, -448, -430)
CASUAL = _CASUAL_ATTACK + _CASUAL_CREATE
CLUB = _CLUB_ATTACK + _CLUB_CREATE


def worth(s: State, w: Work, seat: int, action: int) -> int:
    if action < DISCARD0:
        return place_worth(s, w, seat, action)
    if action < HOLD:
        return discard_worth(s, w, seat, action - DISCARD0)
    if action == HOLD:
        return weight(s, w, seat, W_HOLD) if s.final else 0
    if action < BREAK:
        return offer_worth(s, w, seat, action - OFFER0)
    if action == BREAK:
        return break_worth(s, w, seat)
    if action == SUCCESS:
        return success_worth(s)
    if action < PASS:
        return commit_worth(s, seat, action - COMMIT0)
    return 0


def weight(s: State, w: Work, seat: int, number: int) -> int:
    return w.weights[seat][number + (N_MODE if s.mode == CREATE else 0)]


def lost(s: State, seat: int, card: int) -> bool:
    """Whether the seat knows that the card is out of the game."""
    if (s.known[card] >> seat) & 1 == 0:
        return False
    return s.where[card] == ASIDE or (s.where[card] == PILE and s.final == 1 and discards_are_lost(s))


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
            return weight(s, w, seat, W_HELP)
        if s.hand_size[seat] == cards:
            return weight(s, w, seat, W_LAST_CARD)
    late = s.final != 0 and discards_are_lost(s)  # otherwise a discard gets nobody nearer to the end
    found = weight(s, w, seat, W_LATE_PLACE if late else W_PLACE) + weight(s, w, seat, W_EACH) * cards
    if s.commit[seat] == suit:
        return found + weight(s, w, seat, W_OWN)
    return found + (weight(s, w, seat, W_THEIRS) if claimed(s, suit) else 0)


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
            return 0 if hopeless(s, seat, suit) else weight(s, w, seat, W_KEEP_KING)
        return weight(s, w, seat, W_LATE_KING if s.final else W_KING)
    if hopeless(s, seat, suit):
        return weight(s, w, seat, W_DEAD)
    far = distance(s, card)
    if s.final:
        return far + weight(s, w, seat, W_LATE_OWN_CARD if own else W_LATE_CARD)
    if far == 1 and s.stall >= 2 * s.seats and s.where[GIFT] != seat:
        return weight(s, w, seat, W_CARD) + weight(s, w, seat, W_MAKE_WAY)
    return weight(s, w, seat, W_OWN_CARD if own else W_CARD) + weight(s, w, seat, W_FAR) * far


def offer_worth(s: State, w: Work, seat: int, index: int) -> int:
    suit = index // PROCESS
    if not s.final or lost(s, seat, suit * RANKS + index % PROCESS):
        return NEVER
    return weight(s, w, seat, W_ASK if s.commit[seat] == suit else W_ASK_ELSE)


def break_worth(s: State, w: Work, seat: int) -> int:
    king = s.commit[seat] * RANKS + KING
    if not s.final or s.where[king] == seat or lost(s, seat, king):
        return weight(s, w, seat, W_KEEP_BREAK)
    return weight(s, w, seat, W_BREAK_UP)


def success_worth(s: State) -> int:
    """In Create only when all look ready, or when there is nothing else."""
    if s.mode == CREATE and s.successes == 0:
        for other in range(s.seats):
            suit = s.commit[other]
            if suit < 0 or s.size[suit] < PROCESS or s.hand_size[other] != 1:
                return 1
    return WIN


def commit_worth(s: State, seat: int, suit: int) -> int:
    value = 3 * s.size[suit]
    for rank in range(RANKS):
        value += 5 * (s.where[suit * RANKS + rank] == seat)
    return value + 20 * (s.where[suit * RANKS + KING] == seat)
