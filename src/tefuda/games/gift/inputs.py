"""GIFT: what the network of `expert` looks at, from what the seat may know. Kernel Python.

The position is the one after the seat's own move, before anything is drawn, answered or swapped. Rows are counted by
their owners: its own first, then those of the seats to the left; rows that nobody has claimed fill the gaps.
"""

from __future__ import annotations

from tefuda.games.gift.memory import is_king, suit_of
from tefuda.games.gift.policy import CLUB, distance, hopeless, lost, worth
from tefuda.games.gift.rows import card_at
from tefuda.games.gift.rules import legal, score
from tefuda.games.gift.state import (
    ANSWER,
    BREAK,
    CREATE,
    DECK,
    END,
    GIFT,
    HAND_MAX,
    HOLD,
    KING,
    N_WEIGHTS,
    PILE,
    PROCESS,
    RANKS,
    ROW,
    SEATS_MAX,
    SUCCESS,
    SUITS,
    State,
    Work,
)
from tefuda.kernel import places_after
from tefuda.kernel.net import FULL, Thought, feed, feed_full
from tefuda.kernel.play import quick

DECISIVE = ("mode",)  # each value of these options has networks of its own
WIN = 1000  # in a standing
PLACES_SEEN = 6  # where a card is: here, in another hand, among the discards, gone, in the row, who knows
MOVES_SEEN = 24  # of a long list, those that `club` likes best

# Where each kind of input begins within those of a row, and how many there are.
LENGTH = 0
WAY = LENGTH + PROCESS + 1
NEXT = WAY + 3  # where the card is that comes next
AFTER = NEXT + PLACES_SEEN  # ... and the one after it
OWN_AHEAD = AFTER + PLACES_SEEN  # own cards of the suit, so far ahead
OWN_CARDS = OWN_AHEAD + PROCESS
LOST = OWN_CARDS + 6  # cards ahead that are out of the game; whether the row is hopeless
DISCARDED = LOST + 4
KING_AT = DISCARDED + 1
KING_WITH = KING_AT + PLACES_SEEN  # ... known to be in this hand
CLAIMED = KING_WITH + SEATS_MAX
GIFT_IN = CLAIMED + 1  # the Gift stands in the row
FULL_ROW = GIFT_IN + 1  # complete; and its owner has one card
ASKED = FULL_ROW + 2  # an Offer for it waits for its answer
OF_A_ROW = ASKED + 1

# ... and within all.
SIZES = SUITS * OF_A_ROW  # cards in each hand
RIGHTS = SIZES + SEATS_MAX * (HAND_MAX + 1)  # Hold, Offer
STATUS = RIGHTS + SEATS_MAX * 2  # committed, out, finished
DEALER = STATUS + SEATS_MAX * 3  # who may still break; nobody
TURN = DEALER + SEATS_MAX + 1
DECK_SIZE = TURN + SEATS_MAX
PILE_SIZE = DECK_SIZE + 12
FINAL = PILE_SIZE + 6
STALL = FINAL + 1
GIFT_AT = STALL + 11
GIFT_WITH = GIFT_AT + PLACES_SEEN
STRANGERS = GIFT_WITH + SEATS_MAX  # own cards of other suits; other Ks; cards that could be placed now
KINGS = STRANGERS + 8
PLACEABLE = KINGS + 4
DONE = PLACEABLE + 6  # complete rows; Successes
SUCCESSES = DONE + SUITS + 1
BARE = SUCCESSES + SEATS_MAX + 1  # its own suit's K and the Gift, with the final phase and without
N_INPUTS = BARE + 4


def standing(s: State, seat: int) -> int:
    """What the seat has won, not its margin: a network that only keeps others from winning makes matches long."""
    return WIN * score(s, seat) if s.phase == END else 0


def point(s: State) -> int:
    """What a point of the score is in a standing."""
    return WIN


def spread(s: State) -> int:
    """What a 1 of the network is in a standing."""
    return WIN // 2


def unfinished(s: State, seat: int) -> bool:
    return False


def blind(s: State, seat: int, action: int) -> bool:
    """R26: a Break shows how many Ks the others have; R22, R28: Success and a last card, who is ready or stuck."""
    if action == BREAK:
        return True
    if action == SUCCESS:
        return s.mode == CREATE
    return s.final != 0 and action < HOLD and s.hand_size[seat] <= 2


def caution(s: State) -> int:
    """In Create a match is seldom won, and one odd move can lose it."""
    return WIN * 2 // 100 if s.mode == CREATE else 0


def advised(s: State, w: Work, seat: int) -> int:
    """As `club`."""
    for i in range(N_WEIGHTS):
        w.weights[seat][i] = CLUB[i]
    return quick(s, w, seat)


def shortlist(s: State, w: Work, seat: int) -> int:
    """Writes the moves that are looked at to w.out: all, or of very many those that `club` likes best."""
    n = legal(s, w, seat)
    if n <= MOVES_SEEN:
        return n
    for i in range(N_WEIGHTS):
        w.weights[seat][i] = CLUB[i]
    for k in range(MOVES_SEEN):
        best = k
        found = worth(s, w, seat, w.out[k])
        for i in range(k + 1, n):
            other = worth(s, w, seat, w.out[i])
            if other > found:
                found = other
                best = i
        action = w.out[best]
        w.out[best] = w.out[k]
        w.out[k] = action
    return MOVES_SEEN


def lasting(s: State, w: Work, t: Thought, seat: int) -> None:
    """Nothing that is looked at stays the same after every move."""


def inputs(s: State, w: Work, t: Thought, seat: int) -> None:
    order_rows(s, w, seat)
    done = 0
    for suit in range(SUITS):
        put_row(s, t, seat, suit, w.tried[suit] * OF_A_ROW)
        done += s.size[suit] == PROCESS
    feed_full(t, DONE + done)
    feed_full(t, SUCCESSES + s.successes)
    put_hand(s, t, seat)
    for other in range(s.seats):
        put_seat(s, t, places_after(seat, other, s.seats), other)
    feed_full(t, DEALER + (places_after(seat, s.dealer, s.seats) if s.unbroken else SEATS_MAX))
    feed_full(t, TURN + places_after(seat, s.turn, s.seats))
    feed_full(t, DECK_SIZE + (s.deck_size if s.deck_size < 4 else min(11, 4 + (s.deck_size - 4) // 4)))
    feed_full(t, PILE_SIZE + min(5, (s.pile_size + 2) // 3))
    if s.final:
        feed_full(t, FINAL)
    feed_full(t, STALL + min(10, s.stall // 3))
    at = place_of(s, seat, GIFT)
    feed_full(t, GIFT_AT + at)
    if at == 1:
        feed_full(t, GIFT_WITH + places_after(seat, s.where[GIFT], s.seats))


def order_rows(s: State, w: Work, seat: int) -> None:
    """w.tried[suit] is the place of its row."""
    taken = 0
    for suit in range(SUITS):
        w.tried[suit] = -1
        for other in range(s.seats):
            if s.commit[other] == suit:
                place = places_after(seat, other, s.seats)
                w.tried[suit] = place
                taken |= 1 << place
    for suit in range(SUITS):
        if w.tried[suit] < 0:
            place = SUITS - 1
            while (taken >> place) & 1:
                place -= 1
            w.tried[suit] = place
            taken |= 1 << place


def place_of(s: State, seat: int, card: int) -> int:
    """Where the card is, as far as the seat knows."""
    where = s.where[card]
    if where == seat:
        return 0
    if where == ROW:
        return 4
    if lost(s, seat, card):
        return 3
    if (s.known[card] >> seat) & 1 == 0 or where == DECK:
        return 5
    return 2 if where == PILE else 1


def put_row(s: State, t: Thought, seat: int, suit: int, at: int) -> None:
    size = s.size[suit]
    way = s.way[suit]
    feed_full(t, at + LENGTH + size)
    feed_full(t, at + WAY + way + 1)
    for k in range(2):
        position = size + 1 + k
        if position <= PROCESS:
            card = card_at(suit, 1 if way == 0 else way, position)
            feed_full(t, at + (AFTER if k else NEXT) + place_of(s, seat, card))
    own = 0
    gone = 0
    discarded = 0
    for rank in range(PROCESS):
        card = suit * RANKS + rank
        where = place_of(s, seat, card)
        if where == 0:
            own += 1
            feed_full(t, at + OWN_AHEAD + max(0, min(PROCESS - 1, distance(s, card))))
        gone += where == 3
        discarded += where == 2
    feed_full(t, at + OWN_CARDS + min(own, 5))
    if gone > 0:
        feed_full(t, at + LOST + min(gone, 3) - 1)
    if hopeless(s, seat, suit):
        feed_full(t, at + LOST + 3)
    if discarded > 0:
        feed(t, at + DISCARDED, min(7, discarded) * FULL // 2)
    king = suit * RANKS + KING
    where = place_of(s, seat, king)
    feed_full(t, at + KING_AT + where)
    if where == 1:
        feed_full(t, at + KING_WITH + places_after(seat, s.where[king], s.seats))
    if s.gift_for >= 0 and suit_of(s.gift_for) == suit:
        feed_full(t, at + GIFT_IN)
    if s.phase == ANSWER and suit_of(s.asked) == suit:
        feed_full(t, at + ASKED)
    for other in range(s.seats):
        if s.commit[other] == suit:
            feed_full(t, at + CLAIMED)
            if size == PROCESS:
                feed_full(t, at + FULL_ROW)
                if s.hand_size[other] == 1:
                    feed_full(t, at + FULL_ROW + 1)


def put_hand(s: State, t: Thought, seat: int) -> None:
    strangers = 0
    kings = 0
    placeable = 0
    for i in range(s.hand_size[seat]):
        card = s.hand[seat][i]
        if card != GIFT:
            own = suit_of(card) == s.commit[seat]
            if is_king(card):
                kings += not own
            else:
                strangers += not own
                placeable += distance(s, card) == 0
    feed_full(t, STRANGERS + strangers)
    feed_full(t, KINGS + min(kings, 3))
    feed_full(t, PLACEABLE + min(placeable, 5))
    if s.commit[seat] >= 0 and s.where[s.commit[seat] * RANKS + KING] == seat:
        feed_full(t, BARE + (1 if s.final else 0))
    if s.where[GIFT] == seat:
        feed_full(t, BARE + 2 + (1 if s.final else 0))


def put_seat(s: State, t: Thought, k: int, other: int) -> None:
    feed_full(t, SIZES + (HAND_MAX + 1) * k + s.hand_size[other])
    if s.hold[other]:
        feed_full(t, RIGHTS + 2 * k)
    if s.offer[other]:
        feed_full(t, RIGHTS + 2 * k + 1)
    if s.commit[other] >= 0:
        feed_full(t, STATUS + 3 * k)
    if s.out[other]:
        feed_full(t, STATUS + 3 * k + 1)
    if s.place[other] > 0:
        feed_full(t, STATUS + 3 * k + 2)
