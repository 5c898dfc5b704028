"""23: what the network of `expert` looks at, from what the seat may know. Kernel Python.

The position is the one after the seat's own move. While cards are put away nobody learns who has done so (R6), so the
position after a discard is taken as if all had: the pile is 1, and the others have the hands that they will have.
"""

from __future__ import annotations

from tefuda.games.twentythree.plan import BACK, cost_alone, list_numbers
from tefuda.games.twentythree.policy import CLUB
from tefuda.games.twentythree.rules import bonus_used, copies, legal, next_seat, score, skipped, still_in
from tefuda.games.twentythree.state import (
    DISCARD,
    DISCARDS,
    END,
    HAND_MAX,
    IN,
    LEFT,
    N_WEIGHTS,
    NO_CHIPS,
    PASS,
    PLAY,
    PLAY0,
    TOP,
    WAYS,
    State,
    Work,
)  # fmt: skip
from tefuda.kernel import places_after
from tefuda.kernel.net import FULL, Thought, feed, feed_full
from tefuda.kernel.play import quick

CHIP = 100  # a penalty chip, in a standing
BONUS = 200  # R19: what a bonus chip takes away at the end
LATER = 270  # ... and about what it is worth in round 1
POINTS = 500  # the network's 1
COSTS = 22  # from -3 on
PUSH = 3
CAUTION = 15  # hundredths of a chip by which a move must be better than that of `club`
CAUTION_OF_TWO = 25  # the same with two seats

# Where each kind of input begins, and how many there are.
HELD = 0  # each number, one to three copies
AHEAD = HELD + 3 * TOP  # copies so far above the pile
BEHIND = AHEAD + TOP + 1  # cards below the pile
SIZE = BEHIND + HAND_MAX + 1
STEPS = SIZE + HAND_MAX + 1  # different numbers that can still be laid
GAPS = STEPS + 13  # numbers that would be skipped in laying them one after the other
FIRST_GAP = GAPS + TOP + 1
GAP_SIZES = FIRST_GAP + TOP + 1  # gaps of 0, 1, 2, 3, 4, 5 or more
PILE = GAP_SIZES + 6
BONUSES = PILE + TOP + 1  # bonus chips, 4 of each seat
LAST_ROUND = BONUSES + 16
OWED = LAST_ROUND + 1  # R12: penalty chips that could come back
TURN = OWED + 4  # whose turn it is; 4 for nobody
FORCED = TURN + 5
PASSES = FORCED + 4
TO_PUT_AWAY = PASSES + 9
SIZES = TO_PUT_AWAY + DISCARDS + 1  # cards in the other hands; 0 if out
GONE = SIZES + 3 * (HAND_MAX + 1)  # how a seat went out: laid all cards, left
STUCK = GONE + 8  # everybody knows that this seat can lay nothing without chips
UNSEEN = STUCK + 4  # copies that the seat has not seen, so far above the pile
UNSEEN_LOW = UNSEEN + TOP + 1
ALONE = UNSEEN_LOW + 1  # nobody else is in the round
PLAN = ALONE + 2  # what the hand would cost alone: with the seat's chips, without, if the pile were pushed on a little
N_INPUTS = PLAN + 3 * COSTS


def standing(s: State, seat: int) -> int:
    """The seat's margin over the others as it stands, times their number, in hundredths of a chip."""
    found = 0
    for other in range(s.seats):
        points = points_of(s, other)
        found += points * (s.seats - 1) if other == seat else -points
    return found


def points_of(s: State, seat: int) -> int:
    if s.phase == END:
        return CHIP * score(s, seat)
    later = s.round == 1 or (s.phase != DISCARD and s.phase != PLAY)
    return (LATER if later else BONUS) * s.bonus[seat] - CHIP * s.penalty[seat]


def point(s: State) -> int:
    """What a point of the score is in a standing."""
    return CHIP * (s.seats - 1)


def spread(s: State) -> int:
    """What a 1 of the network is in a standing."""
    return POINTS * (s.seats - 1)


def unfinished(s: State, seat: int) -> bool:
    return False


def blind(s: State, seat: int, action: int) -> bool:
    return False


def caution(s: State) -> int:
    """Where moves differ by little, `club` knows better."""
    return CAUTION_OF_TWO if s.seats == 2 else CAUTION * (s.seats - 1)


def advised(s: State, w: Work, seat: int) -> int:
    """As `club`."""
    for i in range(N_WEIGHTS):
        w.weights[seat][i] = CLUB[i]
    return quick(s, w, seat)


def shortlist(s: State, w: Work, seat: int) -> int:
    """Writes the moves that are looked at to w.out: all but those that use a chip for nothing."""
    n = legal(s, w, seat)
    alone = still_in(s) == 1
    kept = 0
    for k in range(n):
        action = w.out[k]
        if not is_waste(s, action, alone):
            w.out[kept] = action
            kept += 1
    return kept


def is_waste(s: State, action: int, alone: bool) -> bool:
    """Whether the cards could be laid with fewer of its chips for the same penalty; or a pass that nobody uses."""
    if action == PASS:
        return alone
    if action < PLAY0 or action > PASS:
        return False
    v = (action - PLAY0) // WAYS // 3 + 1
    way = (action - PLAY0) % WAYS
    if bonus_used(way) == 0 or v < s.pile:
        return False
    return skipped(s.pile, way, v) >= skipped(s.pile, NO_CHIPS, v)


def lasting(s: State, w: Work, t: Thought, seat: int) -> None:
    """Nothing that is looked at stays the same after every move."""


def inputs(s: State, w: Work, t: Thought, seat: int) -> None:
    begun = s.phase == PLAY
    pile = max(s.pile, 1)
    put_own(s, w, t, seat, pile)
    put_plans(s, w, t, seat, pile)
    put_unseen(s, w, t, seat, pile)
    feed_full(t, PILE + pile)
    if s.round > 1:
        feed_full(t, LAST_ROUND)
    feed_full(t, OWED + min(3, s.penalty[seat]))
    turn = s.turn if begun else next_seat(s, s.holder)
    feed_full(t, TURN + (places_after(seat, turn, s.seats) if turn >= 0 else 4))
    if s.forced >= 0:
        feed_full(t, FORCED + places_after(seat, s.forced, s.seats))
    feed_full(t, PASSES + min(s.passes, 8))
    feed_full(t, TO_PUT_AWAY + (0 if begun else DISCARDS - s.discarded[seat]))
    inside = 0
    for other in range(s.seats):
        k = places_after(seat, other, s.seats)
        feed_full(t, BONUSES + 4 * k + s.bonus[other])
        if s.out[other] != IN:
            feed_full(t, GONE + 2 * k + (s.out[other] == LEFT))
        elif k > 0:
            inside += 1
            size = s.hand_size[other] if begun else HAND_MAX - DISCARDS - (other == s.holder)
            feed_full(t, SIZES + (HAND_MAX + 1) * (k - 1) + size)
            if s.below[other] <= pile:
                feed_full(t, STUCK + k)
    if inside == 0:
        feed_full(t, ALONE)
    if s.out[seat] == IN:
        feed_full(t, ALONE + 1)


def put_own(s: State, w: Work, t: Thought, seat: int, pile: int) -> None:
    """The own hand, without the 1, by number and as it lies before the pile."""
    size = s.hand_size[seat] - s.hand[seat][1]
    behind = 0
    steps = 0
    gaps = 0
    last = pile
    for v in range(2, TOP + 1):
        count = s.hand[seat][v]
        if count > 0:
            feed_full(t, HELD + 3 * (v - 1) + count - 1)
            if v < pile:
                behind += count
            else:
                feed(t, AHEAD + v - pile, count * FULL // 2)
                gap = max(0, v - last - 1)
                if steps == 0:
                    feed_full(t, FIRST_GAP + gap)
                feed(t, GAP_SIZES + min(gap, 5), FULL // 2)
                gaps += gap
                steps += 1
                last = v
    feed_full(t, BEHIND + behind)
    feed_full(t, SIZE + size)
    feed_full(t, STEPS + min(steps, 12))
    feed_full(t, GAPS + gaps)


def put_plans(s: State, w: Work, t: Thought, seat: int, pile: int) -> None:
    """What the hand would cost if all others were out."""
    if s.out[seat] == IN:
        n = list_numbers(s, w, seat)
        put_cost(t, 0, cost_alone(s, w, seat, n, pile, s.bonus[seat]))
        put_cost(t, 1, cost_alone(s, w, seat, n, pile, 0))
        put_cost(t, 2, cost_alone(s, w, seat, n, min(TOP, pile + PUSH), s.bonus[seat]))


def put_cost(t: Thought, k: int, cost: int) -> None:
    feed_full(t, PLAN + COSTS * k + min(cost + BACK, COSTS - 1))


def put_unseen(s: State, w: Work, t: Thought, seat: int, pile: int) -> None:
    """The cards that the seat has not seen: in other hands, put away, or not dealt."""
    for v in range(1, TOP + 1):
        w.count[v] = copies(v) - s.hand[seat][v]
    for i in range(s.laid_size):
        w.count[s.laid[i]] -= 1
    for i in range(s.discarded[seat]):
        w.count[s.discards[seat][i]] -= 1
    low = 0
    for v in range(2, TOP + 1):
        if v < pile:
            low += w.count[v]
        elif w.count[v] > 0:
            feed(t, UNSEEN + v - pile, w.count[v] * FULL // 4)
    if low > 0:
        feed(t, UNSEEN_LOW, low * 2)
