"""SCOUT: what the network of `expert` looks at, from what the seat may know. Kernel Python.

The position is the one after the seat's own move. What matters most is how the seat's own hand fits together: pairs of
neighbours and of next-but-ones, the sets that it falls into, the best set of each size.
"""

from __future__ import annotations

from tefuda.games.scout.hidden import hidden_out
from tefuda.games.scout.policy import CLUB, add_costs, worth, worth_of_own_play
from tefuda.games.scout.rules import legal, longest_from, measure_hand, table_strength, up
from tefuda.games.scout.state import (
    CHOOSE,
    DOUBLE,
    DOUBLE0,
    KNOWN,
    N_WEIGHTS,
    OINK,
    SCOUT0,
    SCOUTS_MAX,
    State,
    Work,
)  # fmt: skip
from tefuda.kernel import places_after
from tefuda.kernel.net import FULL, Thought, feed, feed_full

DECISIVE = ("edition",)  # each value of these options has networks of its own
SCOUTS_SEEN = 12  # how many scouts are looked at, those that `club` likes best; and how many Double Actions
DOUBLES_SEEN = 12
PLAYS_SEEN = 2  # how many plays after the scout of a Double Action
CARDS_SEEN = 22  # of a long hand
ALONE = 16  # further from a card than any other
POINTS = 10  # the network's 1

# Where each kind of input begins, and how many there are.
PAIR = 0  # two neighbours: 10 times the left number and the right one, from 0
SKIP = PAIR + 100  # two next-but-ones
HELD = SKIP + 100  # a number in hand
SIZE = HELD + 10  # cards in hand, up to 20
PARTS = SIZE + 21  # sets that the hand falls into: single cards, runs and groups of two, of three, longer ones
LONGEST = PARTS + 6
N_PARTS = LONGEST + 8
BEST = N_PARTS + 13  # the highest group of one to five, the highest run
TABLE = BEST + 10  # size of the table set
TABLE_GROUP = TABLE + 7
TABLE_LOW = TABLE_GROUP + 1
ENDS = TABLE_LOW + 11  # the table's ends, left and right, up and down
OWNER = ENDS + 40  # of the table set, so many places after; 5 for nobody
SCOUTED = OWNER + 6  # scouts in a row
NEXT = SCOUTED + 5  # whose turn it is
SIZES = NEXT + 5  # cards in the other hands
MARKERS = SIZES + 64
UNSEEN = MARKERS + 5  # numbers on cards whose place the seat does not know
SHOWN = UNSEEN + 10  # numbers on cards known to be in the other hands
CAN_BEAT = SHOWN + 40  # whether the seat's best set is stronger than the table's
CHIPS = CAN_BEAT + 1  # oink: own chips, the other's
LAST_ROUND = CHIPS + 8
TABLE_BEATS = LAST_ROUND + 1  # of the seat's sets of the table's size or more, how many are stronger
TABLE_SET = TABLE_BEATS + 5  # the table set: size up to 5, run or group, lowest number
SMALLEST = TABLE_SET + 100  # cards in the smallest of the other hands, up to 9
MERGED = SMALLEST + 10  # sets that two others become when that between them is laid: of two, of three, longer
N_INPUTS = MERGED + 6


def standing(s: State, seat: int) -> int:
    """The seat's margin over the others as it stands, times their number."""
    found = 0
    for other in range(s.seats):
        points = s.total[other] + s.captured[other] + s.chips[other]
        found += points * (s.seats - 1) if other == seat else -points
    return found


def point(s: State) -> int:
    """What a point of the score is in a standing."""
    return s.seats - 1


def spread(s: State) -> int:
    """What a 1 of the network is in a standing."""
    return POINTS * (s.seats - 1)


def unfinished(s: State, seat: int) -> bool:
    """R20: a play must follow."""
    return s.phase == DOUBLE and s.turn == seat


def blind(s: State, seat: int, action: int) -> bool:
    """R30: the other seat may turn out to be stuck, which nobody knew."""
    return s.edition == OINK and s.phase != CHOOSE and action < SCOUT0


def caution(s: State) -> int:
    return 0


def advised(s: State, w: Work, seat: int) -> int:
    return -1


def shortlist(s: State, w: Work, seat: int) -> int:
    """Writes the moves that are looked at to w.out: all plays, and the scouts that `club` likes best."""
    n = legal(s, w, seat)
    if s.phase == CHOOSE:
        return n
    for i in range(N_WEIGHTS):
        w.weights[seat][i] = CLUB[i]
    plays = 0
    if s.phase == DOUBLE:
        add_costs(s, w, seat, s.hands[seat], s.hand_size[seat])
        for k in range(n):
            w.rank[k] = worth_of_own_play(s, w, seat, w.out[k])
        return best_first(w, 0, n, PLAYS_SEEN)
    while plays < n and w.out[plays] < SCOUT0:
        plays += 1
    n = keep_sensible(s, w, seat, plays, n)
    for k in range(plays, n):
        w.rank[k] = worth(s, w, seat, w.out[k])
    doubles = plays
    while doubles < n and w.out[doubles] < DOUBLE0:
        doubles += 1
    scouts = best_first(w, plays, doubles, SCOUTS_SEEN)
    best_first(w, doubles, n, DOUBLES_SEEN)
    for k in range(doubles, min(n, doubles + DOUBLES_SEEN)):
        w.out[scouts] = w.out[k]
        scouts += 1
    return scouts


def keep_sensible(s: State, w: Work, seat: int, start: int, stop: int) -> int:
    """Keeps of the scouts in w.out those that put the card next to one that it goes with, or at an end of the hand.

    Behind a card of its own number it does the same as before it, so only the latter is kept.
    """
    size = s.hand_size[seat]
    kept = start
    for k in range(start, stop):
        how = w.out[k] - (SCOUT0 if w.out[k] < DOUBLE0 else DOUBLE0)
        place = how % SCOUTS_MAX
        way = how // SCOUTS_MAX
        card = s.table[s.table_size - 1] if way >= 2 else s.table[0]
        x = (card >> 4) & 15 if way & 1 else card & 15
        left = x - up(s.hands[seat][place - 1]) if place > 0 else ALONE
        right = x - up(s.hands[seat][place]) if place < size else ALONE
        w.out[kept] = w.out[k]
        kept += left != 0 and (place == 0 or place == size or -1 <= left <= 1 or -1 <= right <= 1)
    return kept


def best_first(w: Work, start: int, stop: int, count: int) -> int:
    """Puts the best of w.out from start up to stop first; gives where so many of them end."""
    end = min(stop, start + count)
    for k in range(start, end):
        best = k
        for i in range(k + 1, stop):
            if w.rank[i] > w.rank[best]:
                best = i
        action = w.out[best]
        rank = w.rank[best]
        w.out[best] = w.out[k]
        w.rank[best] = w.rank[k]
        w.out[k] = action
        w.rank[k] = rank
    return end


def lasting(s: State, w: Work, t: Thought, seat: int) -> None:
    """What the seat knows of the other hands, and the numbers on all cards that it has not seen."""
    for k in range(60):
        w.mark[k] = 0
    smallest = 9
    for other in range(s.seats):
        k = places_after(seat, other, s.seats)
        if k > 0:
            feed_full(t, SIZES + 16 * (k - 1) + min(s.hand_size[other], 15))
            smallest = min(smallest, s.hand_size[other])
            if s.marker[other]:
                feed_full(t, MARKERS + k)
            for i in range(s.hand_size[other]):
                card = s.hands[other][i]
                mark_card(w, card, 10 * k if card & KNOWN else 0)
    feed_full(t, SMALLEST + smallest)
    for i in range(s.aside_size):
        mark_card(w, s.aside[i], 0)
    for i in range(s.out_size):
        if hidden_out(s.out[i], seat):
            mark_card(w, s.out[i], 0)
    for i in range(1, 11):
        if w.mark[i] > 0:
            feed(t, UNSEEN + i - 1, 2 * w.mark[i])
    for i in range(11, 10 * s.seats + 1):
        if w.mark[i] > 0:
            feed(t, SHOWN + i - 11, w.mark[i] * FULL // 2)


def mark_card(w: Work, card: int, at: int) -> None:
    """Counts both numbers of a card."""
    w.mark[at + up(card)] += 1
    w.mark[at + ((card >> 4) & 15)] += 1


def inputs(s: State, w: Work, t: Thought, seat: int) -> None:
    size = measure_hand(s, w, seat)
    put_hand(w, t, size)
    stronger = put_sets(w, t, size, table_strength(s, 0, s.table_size) if s.table_size > 0 else 0)
    put_table(s, t, seat, stronger)
    if s.marker[seat]:
        feed_full(t, MARKERS)
    if s.edition == OINK:
        feed_full(t, CHIPS + s.chips[seat])
        feed_full(t, CHIPS + 4 + s.chips[1 - seat])
        if s.round == 2:
            feed_full(t, LAST_ROUND)


def put_hand(w: Work, t: Thought, size: int) -> None:
    """The hand in w.v, measured."""
    seen = min(size, CARDS_SEEN)
    for i in range(seen - 1):
        feed_full(t, PAIR + w.v[i] * 10 + w.v[i + 1] - 11)
    for i in range(seen - 2):
        feed_full(t, SKIP + w.v[i] * 10 + w.v[i + 2] - 11)
    for i in range(size):
        feed(t, HELD + w.v[i] - 1, FULL // 2)
    feed_full(t, SIZE + min(size, 20))
    for i in range(10):
        w.mark[i] = 0
    for i in range(size):
        k = min(w.reach[i], 5) - 1 + (0 if w.step[i] == 0 else 5)
        w.mark[k] = max(w.mark[k], longest_from(w, i) & 15)
    for k in range(10):
        if w.mark[k] > 0:
            feed(t, BEST + k, 2 * w.mark[k])


def put_sets(w: Work, t: Thought, size: int, beat: int) -> int:
    """The sets that the hand falls into, and what two of them become once that between them is laid.

    Gives how many are stronger than this.
    """
    longest = 0
    parts = 0
    stronger = 0
    before = 0  # where the last set but one begins
    last = 0
    i = 0
    while i < size:
        count = w.reach[i]
        kind = max(0, min(5, 2 * count - 3 + (w.step[i] == 0)))
        feed(t, PARTS + kind, FULL // 2)
        if parts > 1:
            gap = w.v[i] - w.v[last - 1]
            if -1 <= gap <= 1 and (w.reach[before] == 1 or w.step[before] == gap):
                joined = w.reach[before] + (count if w.step[i] == gap else 1)
                feed(t, MERGED + 2 * min(joined, 4) - 4 + (gap == 0), FULL // 2)
        longest = max(longest, count)
        stronger += longest_from(w, i) > beat
        parts += 1
        before = last
        last = i
        i += count
    if size > 0:
        feed_full(t, LONGEST + min(longest, 8) - 1)
    feed_full(t, N_PARTS + min(parts, 12))
    return stronger


def put_table(s: State, t: Thought, seat: int, stronger: int) -> None:
    """The table, and how many of the seat's sets are stronger."""
    feed_full(t, TABLE + min(s.table_size, 6))
    feed_full(t, OWNER + (5 if s.table_size == 0 else places_after(seat, s.owner, s.seats)))
    feed_full(t, SCOUTED + s.scouts)
    feed_full(t, NEXT + places_after(seat, s.turn, s.seats))
    if s.table_size > 0:
        left = s.table[0]
        right = s.table[s.table_size - 1]
        low = min(up(left), up(right))
        group = s.table_size > 1 and up(left) == up(right)
        if group:
            feed_full(t, TABLE_GROUP)
        feed_full(t, TABLE_LOW + low)
        feed_full(t, TABLE_SET + 20 * min(s.table_size, 5) + 10 * group + low - 21)
        feed_full(t, ENDS + up(left) - 1)
        feed_full(t, ENDS + 10 + ((left >> 4) & 15) - 1)
        feed_full(t, ENDS + 20 + up(right) - 1)
        feed_full(t, ENDS + 30 + ((right >> 4) & 15) - 1)
        if stronger > 0:
            feed_full(t, CAN_BEAT)
        feed_full(t, TABLE_BEATS + min(stronger, 4))
