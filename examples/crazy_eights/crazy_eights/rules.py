"""Crazy Eights: the rules.

R1 Everybody is dealt a hand; the next card is turned up and lies on the table.
R2 On a turn, lay a card of the table card's suit or rank, or draw one card.
R3 An eight can always be laid; who lays it names the suit that counts until another card is laid.
R4 With queens_skip, a queen skips the next seat.
R5 Who has drawn may still lay a card, or passes; without a stock one may pass at once.
R6 A round ends when a hand is empty, or when all pass in turn. What is left in a hand counts: an eight 50, J, Q and K
   10, an ace 1, others their number.
R7 The match ends after a round in which somebody reaches the target. The fewest points win.
"""

from __future__ import annotations

from crazy_eights import game as g
from crazy_eights.game import State, Work
from tefuda.kernel import CHANCE, OVER, shuffle


def begin(s: State, w: Work, seats: int) -> None:
    s.seats = seats
    begin_round(s, 1)


def begin_round(s: State, number: int) -> None:
    s.round = number
    s.phase = g.DEAL
    s.start = (number - 1) % s.seats
    s.turn = s.start
    s.drew = 0
    s.passes = 0
    s.stock = g.CARDS
    for card in range(g.CARDS):
        s.laid[card] = 0
        for seat in range(s.seats):
            s.hand[seat][card] = 0


def chance(s: State, w: Work) -> int:
    """R1, R2: what nobody holds and what does not lie on the table is in the stock."""
    w.sides = 1
    w.size = 0
    for card in range(g.CARDS):
        held = s.laid[card]
        for seat in range(s.seats):
            held += s.hand[seat][card]
        w.pool[w.size] = card
        w.size += held == 0
    return s.seats * s.dealt if s.phase == g.DEAL else 1


def deal(s: State, w: Work) -> None:
    if s.phase == g.DEAL:
        for seat in range(s.seats):
            s.hand_size[seat] = s.dealt
            for i in range(s.dealt):
                s.hand[seat][w.drawn[seat * s.dealt + i]] = 1
        s.stock -= s.seats * s.dealt
        s.phase = g.TURN_UP
    elif s.phase == g.TURN_UP:
        s.stock -= 1
        s.phase = g.PLAY
        lay(s, w.drawn[0])
    else:
        s.stock -= 1
        s.hand_size[s.turn] += 1
        s.hand[s.turn][w.drawn[0]] = 1
        s.phase = g.PLAY


def lay(s: State, card: int) -> None:
    s.laid[card] = 1
    s.top = card
    s.suit = card // 13


def actor(s: State) -> int:
    if s.phase == g.PLAY or s.phase == g.NAME:
        return s.turn
    return OVER if s.phase == g.END else CHANCE


def fits(s: State, card: int) -> bool:
    """R2, R3."""
    return card // 13 == s.suit or card % 13 == s.top % 13 or card % 13 == g.EIGHT


def legal(s: State, w: Work, seat: int) -> int:
    n = 0
    if seat != s.turn:
        return 0
    if s.phase == g.NAME:
        for suit in range(4):
            w.out[n] = g.NAME0 + suit
            n += 1
    elif s.phase == g.PLAY:
        for card in range(g.CARDS):
            w.out[n] = card
            n += s.hand[seat][card] > 0 and fits(s, card)
        w.out[n] = g.DRAW_ONE
        n += s.stock > 0 and s.drew == 0
        w.out[n] = g.PASS
        n += s.stock == 0 or s.drew > 0  # R5
    return n


def apply(s: State, w: Work, seat: int, action: int) -> None:
    if action == g.DRAW_ONE:
        s.drew = 1
        s.phase = g.DRAW
    elif action == g.PASS:
        s.passes += 1
        end_turn(s, 1)
    elif action >= g.NAME0:
        s.suit = action - g.NAME0
        s.phase = g.PLAY
        end_turn(s, 1)
    else:
        s.hand[seat][action] = 0
        s.hand_size[seat] -= 1
        s.passes = 0
        lay(s, action)
        if action % 13 == g.EIGHT and s.hand_size[seat]:
            s.phase = g.NAME
        else:
            end_turn(s, 2 if s.queens_skip and action % 13 == g.QUEEN else 1)


def end_turn(s: State, steps: int) -> None:
    if s.hand_size[s.turn] == 0 or s.passes == s.seats:
        end_round(s)
        return
    s.turn = (s.turn + steps) % s.seats
    s.drew = 0


def end_round(s: State) -> None:
    """R6, R7."""
    over = False
    for seat in range(s.seats):
        for card in range(g.CARDS):
            if s.hand[seat][card]:
                s.points[seat] += worth_of(card)
        over = over or s.points[seat] >= s.target
    if over or s.round == 100:  # a match of so many rounds is none; R6 makes it end long before
        s.phase = g.END
    else:
        begin_round(s, s.round + 1)


def worth_of(card: int) -> int:
    rank = card % 13
    return 50 if rank == g.EIGHT else min(rank + 1, 10)


def score(s: State, seat: int) -> int:
    return -s.points[seat]


def rounds(s: State) -> int:
    return s.round if s.phase == g.END else s.round - 1


def redeal(s: State, w: Work, seat: int) -> bool:
    """What the seat has neither in hand nor seen laid goes to the other hands and the stock; all worlds are alike."""
    size = 0
    for card in range(g.CARDS):
        for other in range(s.seats):
            if other != seat:
                s.hand[other][card] = 0
        w.pool[size] = card
        size += s.laid[card] == 0 and (seat < 0 or s.hand[seat][card] == 0)
    shuffle(w, size)
    for other in range(s.seats):
        if other != seat and (s.phase == g.PLAY or s.phase == g.NAME or s.phase == g.END or s.phase == g.DRAW):
            for _ in range(s.hand_size[other]):
                size -= 1
                if size < 0:
                    return False
                s.hand[other][w.pool[size]] = 1
    return True


def sound(s: State, w: Work) -> int:
    cards = s.stock
    for card in range(g.CARDS):
        held = s.laid[card]
        for seat in range(s.seats):
            held += s.hand[seat][card]
        if held > 1:
            return 1
        cards += held
    return 2 if cards != g.CARDS else 0
