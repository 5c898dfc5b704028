"""High Card: the rules, in kernel Python.

R1 Everybody is dealt a hand. R2 In turn each plays a card. R3 The highest card takes the trick and begins the next one.
R4 When the hands are empty, the most tricks win.
"""

from __future__ import annotations

from tefuda.blank import game as g
from tefuda.blank.game import State, Work
from tefuda.kernel import CHANCE, OVER, shuffle


def begin(s: State, w: Work, seats: int) -> None:
    s.seats = seats
    s.phase = g.DEAL


def chance(s: State, w: Work) -> int:
    """R1: from all cards so many are drawn."""
    w.sides = 1
    w.size = g.CARDS
    for card in range(g.CARDS):
        w.pool[card] = card
    return s.seats * s.dealt


def deal(s: State, w: Work) -> None:
    for seat in range(s.seats):
        s.hand_size[seat] = s.dealt
        for i in range(s.dealt):
            s.hand[seat][w.drawn[seat * s.dealt + i]] = 1
    s.phase = g.PLAY


def actor(s: State) -> int:
    if s.phase == g.PLAY:
        return s.turn
    return OVER if s.phase == g.END else CHANCE


def legal(s: State, w: Work, seat: int) -> int:
    """R2."""
    n = 0
    if s.phase == g.PLAY and seat == s.turn:
        for card in range(g.CARDS):
            w.out[n] = card
            n += s.hand[seat][card]
    return n


def apply(s: State, w: Work, seat: int, action: int) -> None:
    s.hand[seat][action] = 0
    s.hand_size[seat] -= 1
    s.laid[action] = 1
    s.trick[seat] = action + 1
    s.turn = (seat + 1) % s.seats
    if s.trick[s.turn]:
        end_trick(s)


def end_trick(s: State) -> None:
    """R3, R4."""
    best = 0
    for seat in range(s.seats):
        if s.trick[seat] > s.trick[best]:
            best = seat
    for seat in range(s.seats):
        s.trick[seat] = 0
    s.won[best] += 1
    s.turn = best
    if s.hand_size[best] == 0:
        s.phase = g.END


def score(s: State, seat: int) -> int:
    return s.won[seat]


def rounds(s: State) -> int:
    return 1 if s.phase == g.END else 0


def redeal(s: State, w: Work, seat: int) -> bool:
    """Deals again the cards that the seat has not seen. The state holds nothing that is hidden from the seat."""
    size = 0
    for card in range(g.CARDS):
        w.pool[size] = card
        size += s.laid[card] == 0 and (seat < 0 or s.hand[seat][card] == 0)
    shuffle(w, size)
    for other in range(s.seats):
        if other != seat:
            for card in range(g.CARDS):
                s.hand[other][card] = 0
            for _ in range(s.hand_size[other]):
                size -= 1
                s.hand[other][w.pool[size]] = 1
    return size >= 0
