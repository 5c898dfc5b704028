"""23: what a hand costs a seat whom nobody helps or hinders. Kernel Python.

In penalty chips, with a bonus chip counted as two of them (R19). It is a plan, not the best of all: go down with chips
first, or last, or not at all; else lay upwards, with chips over wide gaps, and leave wherever that is cheapest.
"""

from __future__ import annotations

from tefuda.games.twentythree.state import SHIFT, TOP, State, Work

PRICE = 2  # of a bonus chip
BACK = 3  # R12


def list_numbers(s: State, w: Work, seat: int) -> int:
    """Writes the numbers in hand but for the 1 to w.held, from the lowest; gives how many."""
    n = 0
    for v in range(2, TOP + 1):
        w.held[n] = v
        n += s.hand[seat][v] > 0
    return n


def cost_alone(s: State, w: Work, seat: int, n: int, pile: int, chips: int) -> int:
    """What the hand whose n numbers are listed costs from this pile on."""
    first = 0
    while first < n and w.held[first] < pile:
        first += 1
    best = climb(s, w, seat, n, first, pile, chips)
    if first > 0 and chips > 0:
        best = min(best, up_then_down(s, w, seat, n, first, pile, chips))
        lower = first
        for k in range(1, chips + 1):
            b = max(0, pile - SHIFT * k)
            while lower > 0 and w.held[lower - 1] >= b:
                lower -= 1
            if lower < first:
                skips = max(0, w.held[lower] - b - 1)
                best = min(best, PRICE * k + skips + climb(s, w, seat, n, lower, w.held[lower], chips - k))
    return best


def climb(s: State, w: Work, seat: int, n: int, first: int, pile: int, chips: int) -> int:
    """The same if nothing below the pile is laid any more: these numbers are from the place `first` on."""
    left = s.hand_size[seat] - s.hand[seat][1]
    best = left
    gaps = 0
    wide = 0  # gaps for which a chip saves five, and four
    narrow = 0
    last = pile
    for i in range(first, n):
        v = w.held[i]
        gap = max(0, v - last - 1)
        gaps += gap
        wide += gap // SHIFT
        narrow += gap % SHIFT == SHIFT - 1
        left -= s.hand[seat][v]
        last = v
        over_wide = min(chips, wide)
        over_narrow = min(chips - over_wide, narrow)
        taken = gaps - SHIFT * over_wide - (SHIFT - 1) * over_narrow
        cost = taken + PRICE * (over_wide + over_narrow) + left
        if left == 0:
            cost -= min(BACK, s.penalty[seat] + taken)
        best = min(best, cost)
    return best


def up_then_down(s: State, w: Work, seat: int, n: int, first: int, pile: int, chips: int) -> int:
    """The same if all from the pile on is laid, and then chips bring the pile down to the lowest number."""
    gaps = 0
    last = pile
    for i in range(first, n):
        gaps += max(0, w.held[i] - last - 1)
        last = w.held[i]
    low = w.held[0]
    k = (last - low + SHIFT - 1) // SHIFT
    if k > chips:
        return s.hand_size[seat]
    last = max(0, last - SHIFT * k)
    for i in range(first):
        gaps += max(0, w.held[i] - last - 1)
        last = w.held[i]
    return gaps + PRICE * k - min(BACK, s.penalty[seat] + gaps)
