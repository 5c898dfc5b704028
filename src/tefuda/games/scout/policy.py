"""SCOUT: what an action is worth to a seat, from what the seat may know. Kernel Python.

The points that it brings at once, in hundredths, less what the hand that it leaves will still cost. How much each thing
counts is a weight; each level has its own.
"""

from __future__ import annotations

from tefuda.games.scout.rules import Cards, longest_from, measure, table_strength, turned, up
from tefuda.games.scout.state import (
    CHOOSE,
    DOUBLE0,
    FLIP,
    NO_STEP,
    OINK,
    PLAY0,
    SCOUT0,
    SCOUTS_MAX,
    SET_MAX,
    State,
    Work,
)  # fmt: skip

# The places of the weights.
W_CAPTURE = 0  # a card of the table set that is taken
W_CARD = 1  # a card less in hand
W_LOW = 2  # a point of the lowest number laid
W_GROUP = 3  # the set laid is a group
W_TWO = 4  # two cards are laid; three; four or more
W_THREE = 5
W_FOUR = 6
W_ALONE = 7  # cost of a card without neighbours in hand
W_HIGH = 8  # each point of its number makes it cheaper
W_RUN2 = 9  # cost of a run of two in hand
W_GROUP2 = 10
W_RUN3 = 11
W_GROUP3 = 12
W_LONG = 13  # cost of four or more
W_BEST = 14  # a card of the longest set in hand
W_LAST = 15  # laying the last card
W_CHIP = 16  # a chip for the owner of the table set, or of one's own
W_TURN = 17  # a turn spent on scouting
W_MARKER = 18  # using the Scout & Play marker
W_THREAT = 19  # a card in hand, for each card that the smallest other hand is short of 4
W_END = 20  # a card in hand when scouting ends the round
NEVER = -1000000

# The weights of the levels. Those of `club` were found by `tefuda tune scout`.
CASUAL = (100, 45, 4, 25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2000, 100, 0, 60, 0, 100)
CLUB = (60, 18, -1, 23, -5, 1, -1, 271, -2, 270, 225, 175, 108, 55, -4, 1941, 43, -5, 75, 5, 91)


def worth(s: State, w: Work, seat: int, action: int) -> int:
    size = s.hand_size[seat]
    if s.phase == CHOOSE:
        for i in range(size):
            card = s.hands[seat][i]
            w.trial[i] = up(turned(card)) if action == FLIP else up(card)
        return -burden(s, w, seat, size)
    if action < SCOUT0:
        add_costs(s, w, seat, s.hands[seat], size)
        return worth_of_own_play(s, w, seat, action)
    if action < DOUBLE0:
        insert(s, w, seat, action - SCOUT0)
        found = worth_of_scout(s, w, seat) - burden(s, w, seat, size + 1) - w.weights[seat][W_TURN]
        if s.edition != OINK and s.scouts == s.seats - 2:
            found -= w.weights[seat][W_END] * (size + 1)
        return found
    return worth_of_scout(s, w, seat) + worth_of_double(s, w, seat, action - DOUBLE0)


def burden(s: State, w: Work, seat: int, size: int) -> int:
    """What a hand w.trial will cost: the points of its cards and the turns to get rid of its sets."""
    add_costs(s, w, seat, w.trial, size)
    return total_cost(w, seat, w.cost[0], w.longest[0], size)


def add_costs(s: State, w: Work, seat: int, cards: Cards, size: int) -> None:
    """For each card, what it and those after it cost as sets of their own, and how long the longest set is.

    From the right, so that nothing is done twice, and without branches, for what sets there are cannot be foreseen.
    """
    measure(cards, w, size)
    w.cost[size] = 0
    w.longest[size] = 0
    w.short = shortage(s, seat)
    for i in range(size - 1, -1, -1):
        count = w.reach[i]
        w.cost[i] = cost_of_set(w, seat, count, w.step[i], w.v[i]) + w.cost[i + count]
        w.longest[i] = max(count, w.longest[i + count])


def cost_of_set(w: Work, seat: int, count: int, step: int, value: int) -> int:
    """The weights of sets stand in a row; only that of a single card depends on its number."""
    cost = w.weights[seat][min(W_LONG, W_ALONE + 2 * (count - 1) + (step == 0))]
    return cost - (w.weights[seat][W_HIGH] * value & -(count == 1))


def total_cost(w: Work, seat: int, cost: int, longest: int, size: int) -> int:
    return cost - w.weights[seat][W_BEST] * longest + w.weights[seat][W_THREAT] * size * w.short


def burden_without(w: Work, seat: int, size: int, first: int, count: int) -> int:
    """The burden of a hand whose costs were added, without these cards: the sets around the gap may become one."""
    start = 0
    longest = 0
    while start + w.reach[start] < first:
        longest = max(longest, w.reach[start])
        start += w.reach[start]
    cost = w.cost[0] - w.cost[start]
    after = first + count
    if start < first:
        left = first - start
        step = w.step[start] if left > 1 else NO_STEP
        gap = w.v[after] - w.v[first - 1] if after < size else NO_STEP
        if -1 <= gap <= 1 and (left == 1 or gap == step):
            more = w.reach[after] if w.step[after] == gap else 1
            step = gap
            left += more
            after += more
        cost += cost_of_set(w, seat, left, step, w.v[start])
        longest = max(longest, left)
    return total_cost(w, seat, cost + w.cost[after], max(longest, w.longest[after]), size - count)


def shortage(s: State, seat: int) -> int:
    """How near the others are to going out."""
    short = 0
    for other in range(s.seats):
        if other != seat:
            short = max(short, 4 - s.hand_size[other])
    return short


def worth_of_own_play(s: State, w: Work, seat: int, action: int) -> int:
    """Of a play from the hand as it is, whose costs were added."""
    place = action - PLAY0
    return worth_of_play(w, seat, s.hand_size[seat], place // SET_MAX, place % SET_MAX + 1, s.table_size)


def worth_of_play(w: Work, seat: int, size: int, first: int, count: int, captured: int) -> int:
    """Of playing these cards from a hand whose costs were added."""
    found = w.weights[seat][W_CAPTURE] * captured
    if size == count:
        return found + w.weights[seat][W_LAST]  # it ends the round
    low = min(w.v[first], w.v[first + count - 1])
    found += w.weights[seat][W_CARD] * count + w.weights[seat][W_LOW] * low
    if count > 1:
        if w.step[first] == 0:
            found += w.weights[seat][W_GROUP]
        found += w.weights[seat][W_TWO if count == 2 else W_THREE if count == 3 else W_FOUR]
    return found - burden_without(w, seat, size, first, count)


def worth_of_scout(s: State, w: Work, seat: int) -> int:
    """Before the hand is looked at: a chip for the owner, or in oink one of our own."""
    return -w.weights[seat][W_CHIP] if s.edition == OINK else -w.weights[seat][W_CHIP] // (s.seats - 1)


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
    best = NEVER
    insert(s, w, seat, how)
    add_costs(s, w, seat, w.trial, size)
    for first in range(size):
        if longest_from(w, first) > beat:
            best = max(best, worth_of_play(w, seat, size, first, w.reach[first], s.table_size - 1))
    return best - w.weights[seat][W_MARKER]
