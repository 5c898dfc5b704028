"""23: the invariants of a state. Kernel Python."""

from __future__ import annotations

from tefuda.games.twentythree.rules import actor, copies, dealt, legal, passes_left, still_in, turns_max
from tefuda.games.twentythree.state import CHIPS, DEAL, DISCARD, END, FINISHED, HAND_MAX, HOLDER, PLAY, TOP, State, Work


def sound(s: State, w: Work) -> int:
    """0, or the number of the first broken invariant."""
    for v in range(TOP + 1):
        w.count[v] = copies(v) if v else 0
    cards = s.laid_size
    for i in range(s.laid_size):
        w.count[s.laid[i]] -= 1
    for seat in range(s.seats):
        held = 0
        for v in range(TOP + 1):
            if s.hand[seat][v] < 0:
                return 1
            held += s.hand[seat][v]
            w.count[v] -= s.hand[seat][v]
            if s.hand[seat][v] and v >= s.below[seat]:
                return 2
        if held != s.hand_size[seat] or held > HAND_MAX:
            return 3  # R25
        for i in range(s.discarded[seat]):
            w.count[s.discards[seat][i]] -= 1
        cards += held + s.discarded[seat]
        if not 0 <= s.penalty[seat] < 10000 or not 0 <= s.bonus[seat] <= CHIPS:
            return 4  # R10, R25
        if (s.out[seat] == FINISHED) != (s.phase >= PLAY and held == 0):
            return 5  # R12
    for v in range(1, TOP + 1):
        if w.count[v] < 0:
            return 6  # R1: no number more often than there are cards
    if s.phase == HOLDER or s.phase == DEAL:
        return 0
    if cards != s.seats * dealt(s):
        return 7  # R3: no card is lost
    if s.phase == DISCARD and s.hand[s.holder][1] != 1:
        return 8  # R6
    if s.phase == PLAY or s.phase == END:
        if s.laid[0] != 1 or s.laid[s.laid_size - 1] != s.pile:
            return 9  # R7, R8
        if s.turns > turns_max(s):
            return 10  # R25
    if s.phase == PLAY:
        if s.out[s.turn] or (s.forced >= 0 and s.out[s.forced]):
            return 11  # R14
        if passes_left(s) < 0:
            return 12  # R22
    if s.phase != END and legal(s, w, actor(s)) == 0:
        return 13  # R22: there is always a move
    if s.phase == END and still_in(s):
        return 14  # R17
    return 0
