"""SCOUT: hands as players come to hold them. Kernel Python.

Cards dealt at random seldom go together; those of a player do, for the others were played first, and what was scouted
was scouted for a set. How much more likely a hand is for what is in it was learnt from rounds of `expert`;
scripts/likely.py goes on from these numbers.
"""

from __future__ import annotations

from tefuda.games.scout.hidden import either_way
from tefuda.games.scout.rules import strength, table_strength, up
from tefuda.games.scout.state import CHOOSE, KNOWN, NO_STEP, OINK, PLACED, State, Work
from tefuda.kernel import draw

STEPS = 200  # exchanges that are tried
PLACE = 64  # more than the places of a hand
HELD = 16  # where in w.rank the logarithms of the hands are
LONG = 4

# What is counted of a hand.
ALONE = 0  # the numbers of the cards that are in no set, added up
SETS = 1  # runs of two, groups of two, runs of three, groups of three
LONGER = 5  # sets of four and more
CARDS = 6  # ... and their cards beyond the fourth
SCOUTED_ALONE = 7  # a card known to be in the hand is in no set; in a set of three or more
SCOUTED = 8
BEATS = 9  # the hand beats the table, although its owner scouted last; or did not have to say
STRONGER = 10
KINDS = 11

# By how much each of them makes a hand more likely: 256 times a logarithm, for each stage.
LIKELY = (
    -3, 74, 120, 252, 260, 414, 109, -223, 464, 0, 127,
    -8, 42, 96, 274, 242, 736, 480, -725, 946, -18, 39,
    -18, -148, -47, 91, -29, 702, 1308, -621, 514, -150, 63,
)  # fmt: skip
CHANCES = tuple(round(65536 * 2.718281828459045 ** (-k / 16)) for k in range(128))  # of a step down so far


def likely(s: State, w: Work, seat: int) -> None:
    """Exchanges and turns hidden cards of a world until the hands are such as play leads to (Metropolis)."""
    if s.phase == CHOOSE or s.turn != seat or s.edition == OINK:
        return
    n = 0
    for other in range(s.seats):
        if other != seat:
            for i in range(s.hand_size[other]):
                if not s.hands[other][i] & PLACED:
                    w.pool[n] = other * PLACE + i
                    n += 1
            w.rank[HELD + other] = likelihood(s, w, other)
    for _ in range(STEPS if n > 0 else 0):
        exchange(s, w, w.pool[draw(w, n)], w.pool[draw(w, n)])


def exchange(s: State, w: Work, here: int, there: int) -> None:
    """Two cards change places, and perhaps their way up, if chance finds what they make likely enough."""
    a = here // PLACE
    b = there // PLACE
    one = s.hands[a][here % PLACE]
    other = s.hands[b][there % PLACE]
    if a != b and (one | other) & KNOWN:
        return
    s.hands[a][here % PLACE] = either_way(w, other)
    if here != there:
        s.hands[b][there % PLACE] = either_way(w, one)
    new = likelihood(s, w, a)
    new_too = likelihood(s, w, b)
    less = w.rank[HELD + a] - new
    if a != b:
        less += w.rank[HELD + b] - new_too
    if less <= 0 or (less < 2048 and draw(w, 65536) < CHANCES[less // 16]):
        w.rank[HELD + a] = new
        w.rank[HELD + b] = new_too
    else:
        s.hands[b][there % PLACE] = other
        s.hands[a][here % PLACE] = one


def stage(s: State) -> int:
    """Of the round: the first turn of each seat, its next two, and later."""
    return 0 if s.turns < s.seats else 1 if s.turns < 3 * s.seats else 2


def likelihood(s: State, w: Work, seat: int) -> int:
    """Of the seat's hand: 256 times its logarithm."""
    count_hand(s, w, seat)
    at = KINDS * stage(s)
    found = 0
    for kind in range(KINDS):
        found += LIKELY[at + kind] * w.rank[kind]
    return found


def count_hand(s: State, w: Work, seat: int) -> None:
    """Counts what is in the seat's hand, in w.rank."""
    for kind in range(KINDS):
        w.rank[kind] = 0
    size = s.hand_size[seat]
    best = 0
    i = 0
    while i < size:
        first = up(s.hands[seat][i])
        last = first
        known = s.hands[seat][i] & KNOWN
        count = 1
        step = up(s.hands[seat][i + 1]) - first if i + 1 < size else NO_STEP
        if step < -1 or step > 1:
            step = NO_STEP
        while step != NO_STEP and i + count < size and up(s.hands[seat][i + count]) - last == step:
            last += step
            known |= s.hands[seat][i + count] & KNOWN
            count += 1
        if count == 1:
            w.rank[ALONE] += first
            w.rank[SCOUTED_ALONE] += known != 0
        elif count < LONG:
            w.rank[SETS + 2 * count - 4 + (step == 0)] += 1
        else:
            w.rank[LONGER] += 1
            w.rank[CARDS] += count - LONG
        if count > 2:
            w.rank[SCOUTED] += known != 0
        best = max(best, strength(count, step, min(first, last)))
        i += count
    if s.table_size > 0 and best > table_strength(s, 0, s.table_size):
        ago = s.turn - seat if s.turn > seat else s.turn - seat + s.seats
        w.rank[BEATS if ago <= s.scouts else STRONGER] = 1
