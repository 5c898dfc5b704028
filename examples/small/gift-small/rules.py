"""GIFT from near its end: all rows are begun, so that hands, Risk and deck have 17 cards with two seats.

With three seats they have 21, with four 29: after the deal one of those left is always a process card, for the Risk.
"""

from tefuda.games.gift import state as g
from tefuda.games.gift.rows import arrange
from tefuda.games.gift.state import State, Work

VARIANT_OF = "gift"
TITLE = {"en": "GIFT, small", "ja": "GIFT(小)"}


def begin(s: State, w: Work, seats: int) -> None:
    """R5, R6: the rights, and rows that go forward from the 2."""
    s.seats = seats
    s.phase = g.DEALER
    s.dealer = -1
    s.turn = -1
    s.drawer = -1
    s.asked = -1
    s.gift_for = -1
    s.clock = 1
    s.unbroken = 1
    for seat in range(seats):
        s.commit[seat] = -1
        s.hold[seat] = 1
        s.offer[seat] = 1
    laid = 8 if seats == 2 else 7 if seats == 3 else 5
    for suit in range(g.SUITS):
        s.gave[suit] = -1
        s.size[suit] = laid
        s.way[suit] = 1
    size = 0
    for card in range(g.CARDS):
        s.until[card] = g.FOREVER
        if card != g.GIFT and card % g.RANKS < laid:
            s.where[card] = g.ROW
            s.known[card] = g.ALL
            s.seen[card] = g.ALL
        else:
            s.where[card] = g.DECK
            s.deck[size] = card
            size += 1
    s.deck_size = size
    arrange(s)
