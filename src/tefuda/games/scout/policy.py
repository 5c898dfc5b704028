"""SCOUT: a quick, sensible choice for a seat, from what the seat may know. Kernel Python.

Each legal action is worth the points it brings at once, in hundredths, less what the hand that it leaves will still
cost. The best one is taken, the first among equals.
"""

from __future__ import annotations

from tefuda.games.scout.rules import legal, strength, table_strength, turned, up
from tefuda.games.scout.state import (
    CHOOSE,
    DOUBLE0,
    FLIP,
    KEEP,
    NO_STEP,
    OINK,
    PLAY0,
    SCOUT0,
    SCOUTS_MAX,
    SET_MAX,
    State,
    Work,
)  # fmt: skip

POINT = 100
NOTHING = -1000000


def quick(s: State, w: Work, seat: int) -> int:
    size = s.hand_size[seat]
    if s.phase == CHOOSE:
        for i in range(size):
            w.trial[i] = up(s.hands[seat][i])
        kept = burden(w, size)
        for i in range(size):
            w.trial[i] = up(turned(s.hands[seat][i]))
        return FLIP if burden(w, size) < kept else KEEP
    n = legal(s, w, seat)
    best = NOTHING
    choice = w.out[0]
    for k in range(n):
        action = w.out[k]
        if action < SCOUT0:
            for i in range(size):
                w.trial[i] = up(s.hands[seat][i])
            worth = worth_of_play(w, size, (action - PLAY0) // SET_MAX, (action - PLAY0) % SET_MAX + 1, s.table_size)
        elif action < DOUBLE0:
            insert(s, w, seat, action - SCOUT0)
            worth = worth_of_scout(s) - burden(w, size + 1)
            if s.edition != OINK and s.scouts == s.seats - 2:
                worth -= POINT * (size + 1)  # it ends the round
        else:
            worth = worth_of_scout(s) + worth_of_double(s, w, seat, action - DOUBLE0)
        if worth > best:
            best = worth
            choice = action
    return choice


def burden(w: Work, size: int) -> int:
    """What a hand w.trial will cost: the points of its cards and the turns to get rid of its sets."""
    cost = 0
    i = 0
    while i < size:
        count = 1
        if i + 1 < size:
            step = w.trial[i + 1] - w.trial[i]
            if -1 <= step <= 1:
                count = 2
                while i + count < size and w.trial[i + count] - w.trial[i + count - 1] == step:
                    count += 1
        if count == 1:
            cost += 230 - 8 * w.trial[i]
        elif count == 2:
            cost += 210
        elif count == 3:
            cost += 150
        else:
            cost += 60
        i += count
    return cost


def worth_of_play(w: Work, size: int, first: int, count: int, captured: int) -> int:
    """Of playing these cards from w.trial, which then holds the rest."""
    low = min(w.trial[first], w.trial[first + count - 1])
    group = count > 1 and w.trial[first] == w.trial[first + count - 1]
    for i in range(first + count, size):
        w.trial[i - count] = w.trial[i]
    if size == count:
        return POINT * (captured + 20)  # it ends the round
    return POINT * captured + 45 * count + 4 * low + (25 if group else 0) - burden(w, size - count)


def worth_of_scout(s: State) -> int:
    """Before the hand is looked at: a chip for the owner, or in oink one of our own."""
    return -POINT if s.edition == OINK else -POINT // (s.seats - 1)


def insert(s: State, w: Work, seat: int, how: int) -> None:
    """The hand after this scout, in w.trial."""
    place = how % SCOUTS_MAX
    way = how // SCOUTS_MAX
    card = s.table[s.table_size - 1] if way >= 2 else s.table[0]
    for i in range(place):
        w.trial[i] = up(s.hands[seat][i])
    w.trial[place] = up(turned(card)) if way & 1 else up(card)
    for i in range(place, s.hand_size[seat]):
        w.trial[i + 1] = up(s.hands[seat][i])


def worth_of_double(s: State, w: Work, seat: int, how: int) -> int:
    """Of the best play after this scout half, less the worth of the marker. Only longest sets are tried."""
    size = s.hand_size[seat] + 1
    right = 1 if how // SCOUTS_MAX >= 2 else 0
    beat = table_strength(s, 1 - right, s.table_size - right)
    best = NOTHING
    for first in range(size):
        insert(s, w, seat, how)
        step = NO_STEP
        count = 1
        if first + 1 < size and -1 <= w.trial[first + 1] - w.trial[first] <= 1:
            step = w.trial[first + 1] - w.trial[first]
            count = 2
            while first + count < size and w.trial[first + count] - w.trial[first + count - 1] == step:
                count += 1
        low = min(w.trial[first], w.trial[first + count - 1])
        if strength(count, step, low) > beat:
            best = max(best, worth_of_play(w, size, first, count, s.table_size - 1))
    return best - 60
