"""23: what an action is worth to a seat, from what the seat may know. Kernel Python.

Minus the chips that it takes at once, in hundredths, and minus what the hand that it leaves will still cost. How much
each thing counts is a weight; each level has its own.
"""

from __future__ import annotations

from tefuda.games.twentythree.rules import bonus_used, next_seat, skipped, still_in
from tefuda.games.twentythree.state import DISCARD0, FORCE, LEAVE, PASS, PLAY0, TOP, WAYS, State, Work

# The places of the weights.
W_BONUS = 0  # a bonus chip kept (R19: it takes two penalty chips away)
W_GAP = 1  # a number skipped later: others may still fill it
W_STEP = 2  # a number still to be laid: the pile may run past it
W_BACK = 3  # R12: chips that come back if the last card is laid
W_RISE = 4  # how far, in hundredths, the pile is thought to go on with each other seat that has not passed since a play
W_DEAD = 5  # a card that cannot be laid any more
W_FORCE = 6  # a number that a forced seat is thought to skip, shared by the others
W_STAY = 7  # a card in hand of somebody who leaves, less this for staying in
W_RUSH = 8  # a card in hand, for each card that the next seat is short of 4
W_WAIT = 9  # passing on, for each circle in which all have only passed
W_PUSH = 10  # how far a forced seat is thought to bring the pile, in hundredths of the way to its next card
CHIP = 100

# The weights of the levels. Those of `club` were found by `tefuda tune twentythree`.
CASUAL = (200, 100, 0, 0, 0, 100, 0, 0, 0, 100, 100)
CLUB = (210, 36, 33, 108, 89, 93, 4, 18, 11, 71, 62)


def worth(s: State, w: Work, seat: int, action: int) -> int:
    size = s.hand_size[seat]
    for v in range(TOP + 1):
        w.count[v] = s.hand[seat][v]
    if action < PLAY0:
        w.count[action - DISCARD0 + 1] -= 1
        return -burden(w, seat, size - 1, 1)
    if action < PASS:
        v = (action - PLAY0) // WAYS // 3 + 1
        cards = (action - PLAY0) // WAYS % 3 + 1
        way = (action - PLAY0) % WAYS
        chips = skipped(s.pile, way, v)
        paid = CHIP * chips + w.weights[seat][W_BONUS] * bonus_used(way)
        if cards == size:
            return CHIP * min(3, s.penalty[seat] + chips) - paid
        w.count[v] -= cards
        rush = w.weights[seat][W_RUSH] * cards * max(0, 4 - s.hand_size[next_seat(s, seat)])
        return rush - paid - burden(w, seat, size - cards, v)
    if action == LEAVE:
        return -CHIP * size - w.weights[seat][W_STAY]
    others = still_in(s) - 1
    if others == 0:  # a pass brings nothing: everything else is better, if only to leave
        return -CHIP * (size + 1) - w.weights[seat][W_STAY]
    moving = max(0, others - s.passes)
    if action == FORCE:
        return forced_worth(s, w, seat, others, moving) - 2 * CHIP
    rise = w.weights[seat][W_RISE] * moving // 100
    waited = w.weights[seat][W_WAIT] * (s.passes // (others + 1))
    return -CHIP - waited - burden(w, seat, size, min(TOP, s.pile + rise))


def forced_worth(s: State, w: Work, seat: int, others: int, moving: int) -> int:
    """R14: what it is worth that the next seat must play; so many of the others play by themselves, it seems."""
    other = next_seat(s, seat)
    if s.below[other] <= s.pile:  # it has nothing to lay, as everybody knows
        return -burden(w, seat, s.hand_size[seat], s.pile)
    way = 100 * (TOP + 1 - s.pile) // (s.hand_size[other] + 1)  # to its next card, in hundredths
    rise = w.weights[seat][W_PUSH] * way // 100 + w.weights[seat][W_RISE] * max(0, moving - 1)
    gained = w.weights[seat][W_FORCE] * way // (100 * others)
    return gained - burden(w, seat, s.hand_size[seat], min(TOP, s.pile + rise // 100))


def burden(w: Work, seat: int, size: int, pile: int) -> int:
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
    going_on = w.weights[seat][W_GAP] * gaps + w.weights[seat][W_STEP] * steps
    going_on += w.weights[seat][W_DEAD] * dead if dead else -w.weights[seat][W_BACK]
    return min(CHIP * size, going_on)
