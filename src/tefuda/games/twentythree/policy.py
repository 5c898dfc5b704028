"""23: a quick, sensible choice for a seat, from what the seat may know. Kernel Python.

Each legal action costs the chips it takes at once, in hundredths, and what the hand that it leaves will still cost. The
cheapest one is taken, the first among equals.
"""

from __future__ import annotations

from tefuda.games.twentythree.rules import bonus_used, legal, skipped, still_in
from tefuda.games.twentythree.state import DISCARD0, LEAVE, PASS, PLAY0, TOP, WAYS, State, Work

CHIP = 100
BONUS = 215  # R19: an unused bonus chip takes two penalty chips away
GAP = 45  # a number skipped later: others may still fill it
STEP = 30  # a number still to be laid: the pile may run past it
BACK = 150  # R12: three chips come back if the last card is laid
RISE = 1  # how far the pile is thought to go on with each other seat while a seat passes
DEAR = 1000000


def quick(s: State, w: Work, seat: int) -> int:
    n = legal(s, w, seat)
    best = DEAR
    choice = w.out[0]
    for k in range(n):
        action = w.out[k]
        price = cost(s, w, seat, action)
        if price < best:
            best = price
            choice = action
    return choice


def cost(s: State, w: Work, seat: int, action: int) -> int:
    size = s.hand_size[seat]
    for v in range(TOP + 1):
        w.count[v] = s.hand[seat][v]
    if action < PLAY0:
        w.count[action - DISCARD0 + 1] -= 1
        return burden(w, size - 1, 1)
    if action < PASS:
        v = (action - PLAY0) // WAYS // 3 + 1
        cards = (action - PLAY0) // WAYS % 3 + 1
        way = (action - PLAY0) % WAYS
        chips = skipped(s.pile, way, v)
        paid = CHIP * chips + BONUS * bonus_used(way)
        if cards == size:
            return paid - CHIP * min(3, s.penalty[seat] + chips)
        w.count[v] -= cards
        return paid + burden(w, size - cards, v)
    if action == LEAVE:
        return CHIP * size
    rise = RISE * (still_in(s) - 1)
    return CHIP * (1 if action == PASS else 2) + burden(w, size, min(TOP, s.pile + rise))


def burden(w: Work, size: int, pile: int) -> int:
    """What the hand w.count will cost from this pile on: leaving now, or laying what can be laid and then leaving."""
    dead = 0
    gaps = 0
    steps = 0
    last = pile
    for v in range(1, TOP + 1):
        if w.count[v]:
            if v < pile:
                dead += w.count[v]
            else:
                gaps += max(0, v - last - 1)
                steps += 1
                last = v
    going_on = GAP * gaps + STEP * steps + (CHIP * dead if dead else -BACK)
    return min(CHIP * size, going_on)
