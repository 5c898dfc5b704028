"""23: the rules, in the order of the rulebook. Kernel Python; the numbers are those of rules.md."""

from __future__ import annotations

from tefuda.games.twentythree import state as g
from tefuda.games.twentythree.state import State, Work
from tefuda.kernel import CHANCE, OVER

# ---- cards


def copies(v: int) -> int:
    """R1: how many cards show this number."""
    return min(v, 3)


def dealt(s: State) -> int:
    """R4, R21: cards in a hand at the deal."""
    return g.LEARN_HAND if s.learn12 else g.HAND_MAX


# ---- set-up


def begin(s: State, w: Work, seats: int) -> None:
    s.seats = seats
    for seat in range(seats):
        s.bonus[seat] = g.CHIPS  # R2, R5: for both rounds
    begin_round(s, 1)


def begin_round(s: State, number: int) -> None:
    """R18: all cards again; the chips stay."""
    s.round = number
    s.phase = g.HOLDER
    s.holder = -1
    s.turn = -1
    s.forced = -1
    s.pile = 0
    s.laid_size = 0
    s.turns = 0
    s.passes = 0
    for seat in range(s.seats):
        s.out[seat] = g.IN
        s.below[seat] = g.TOP + 1
        s.hand_size[seat] = 0
        s.discarded[seat] = 0
        for v in range(g.TOP + 1):
            s.hand[seat][v] = 0


def chance(s: State, w: Work) -> int:
    """R3: the 1 is always dealt, to any seat alike; then as many of the other 65 cards as are used."""
    w.sides = 1
    if s.phase == g.HOLDER:
        w.size = s.seats
        for seat in range(s.seats):
            w.pool[seat] = seat
        return 1
    size = 0
    for v in range(2, g.TOP + 1):
        for _ in range(copies(v)):
            w.pool[size] = v
            size += 1
    w.size = size
    return s.seats * dealt(s) - 1


def deal(s: State, w: Work) -> None:
    """R4. The holder of the 1 gets one card less of the others."""
    if s.phase == g.HOLDER:
        s.holder = w.drawn[0]
        s.phase = g.DEAL
        return
    size = 0
    for seat in range(s.seats):
        s.hand_size[seat] = dealt(s)
        fewer = 0
        if seat == s.holder:
            s.hand[seat][1] = 1
            fewer = 1
        for _ in range(dealt(s) - fewer):
            s.hand[seat][w.drawn[size]] += 1
            size += 1
    s.phase = g.DISCARD
    if s.learn12:  # R21: no discards
        lay_the_one(s)


def discard(s: State, seat: int, v: int) -> None:
    """R6: secret, in any order of the seats; play begins when all have put three cards away."""
    s.hand[seat][v] -= 1
    s.hand_size[seat] -= 1
    s.discards[seat][s.discarded[seat]] = v
    s.discarded[seat] += 1
    for other in range(s.seats):
        if s.discarded[other] < g.DISCARDS:
            return
    lay_the_one(s)


def lay_the_one(s: State) -> None:
    """R7, A9: without a decision, a chip or a penalty."""
    s.phase = g.PLAY
    s.hand[s.holder][1] = 0
    s.hand_size[s.holder] -= 1
    s.laid[0] = 1
    s.laid_size = 1
    s.pile = 1
    s.turn = next_seat(s, s.holder)


# ---- who acts


def actor(s: State) -> int:
    if s.phase == g.PLAY:
        return s.turn
    if s.phase == g.DISCARD:
        seat = 0
        while s.discarded[seat] == g.DISCARDS:
            seat += 1
        return seat
    return OVER if s.phase == g.END else CHANCE


def next_seat(s: State, seat: int) -> int:
    """Clockwise, the next seat that is still in the round (R14, A12); -1 if there is none."""
    for i in range(1, s.seats + 1):
        other = seat + i if seat + i < s.seats else seat + i - s.seats
        if s.out[other] == g.IN:
            return other
    return -1


def still_in(s: State) -> int:
    n = 0
    for seat in range(s.seats):
        n += s.out[seat] == g.IN
    return n


def legal(s: State, w: Work, seat: int) -> int:
    n = 0
    if s.phase == g.DISCARD:
        if s.discarded[seat] < g.DISCARDS:
            for v in range(2, g.TOP + 1):  # R6: never the 1
                w.out[n] = g.DISCARD0 + v - 1
                n += s.hand[seat][v] > 0
        return n
    if s.phase != g.PLAY or seat != s.turn:
        return 0
    n = legal_plays(s, w, seat)
    if must_play(s, seat):  # R15
        if s.forced_may_leave:  # A5
            w.out[n] = g.LEAVE
            n += 1
        return n
    if passes_left(s) > 0:
        w.out[n] = g.PASS
        n += 1
        w.out[n] = g.FORCE
        n += still_in(s) > 1  # R14, A16
    w.out[n] = g.LEAVE
    return n + 1


def passes_left(s: State) -> int:
    """R22, A20: how many passes in a row are still allowed."""
    return s.circles * still_in(s) - s.passes


def turns_max(s: State) -> int:
    """R25: of a round: after each of the cards and the last leave, as many passes as R22 allows."""
    return (12 * s.seats - 1) * (s.circles * s.seats + 1) + 1


def apply(s: State, w: Work, seat: int, action: int) -> None:
    if action < g.PLAY0:
        discard(s, seat, action - g.DISCARD0 + 1)
        return
    remember(s, seat, action)
    s.turns += 1
    if s.forced == seat:  # R26: before a new force is set
        s.forced = -1
    if action < g.PASS:
        cards = (action - g.PLAY0) // g.WAYS
        play(s, seat, cards // 3 + 1, cards % 3 + 1, (action - g.PLAY0) % g.WAYS)
    elif action == g.LEAVE:
        leave(s, seat)
    else:
        s.penalty[seat] += passing_costs(action)  # R2, A19: there is no limit
        s.passes += 1
        if action == g.FORCE:
            s.forced = next_seat(s, seat)
    s.turn = next_seat(s, seat)
    if s.turn < 0:  # R17, A17
        end_round(s)
    elif passes_left(s) <= 0:
        s.blocked += 1


# ---- 1) Play


def bonus_used(way: int) -> int:
    """How many chips."""
    return way - g.AT_BEST if way > g.AT_BEST else way - g.NO_CHIPS if way > g.NO_CHIPS else g.NO_CHIPS - way


def legal_plays(s: State, w: Work, seat: int) -> int:
    """R8, R10, R24, A1, A7, A13."""
    n = 0
    chips = s.bonus[seat]
    pile = s.pile
    for v in range(max(1, pile - g.SHIFT * chips), g.TOP + 1):
        held = s.hand[seat][v]
        if held > 0:
            if s.bonus_shift == g.EXACT5:  # A2
                first = g.NO_CHIPS - chips
                last = g.NO_CHIPS + min(chips, (v - pile) // g.SHIFT)  # v >= pile + 5k
            else:
                first = g.AT_BEST + max(1, (pile - v + g.SHIFT - 1) // g.SHIFT)  # v >= pile - 5k
                last = g.AT_BEST + chips
            action = g.PLAY0 + (v - 1) * 3 * g.WAYS
            for _ in range(held):
                if s.bonus_shift == g.UPTO5:
                    w.out[n] = action + g.NO_CHIPS
                    n += v >= pile
                for way in range(first, last + 1):
                    w.out[n] = action + way
                    n += 1
                action += g.WAYS
    return n


def skipped(pile: int, way: int, v: int) -> int:
    """R9, R11, R24, A6, A11, A14: the numbers between the pile, as the chips shift it, and v."""
    b = pile + g.SHIFT * (way - (g.AT_BEST if way > g.AT_BEST else g.NO_CHIPS))
    return max(0, v - max(b, 0) - 1)


def play(s: State, seat: int, v: int, count: int, way: int) -> None:
    """R23."""
    s.bonus[seat] -= bonus_used(way)
    s.penalty[seat] += skipped(s.pile, way, v)
    s.hand[seat][v] -= count
    s.hand_size[seat] -= count
    for _ in range(count):
        s.laid[s.laid_size] = v
        s.laid_size += 1
    s.pile = v
    if s.hand_size[seat] == 0:  # R12, A10, A15
        s.penalty[seat] = max(0, s.penalty[seat] - 3)
        s.out[seat] = g.FINISHED
    s.passes = 0


# ---- 2) Pass and force


def passing_costs(action: int) -> int:
    """R13, R14: in penalty chips."""
    return 1 if action == g.PASS else 2


def can_lay(s: State, seat: int, least: int) -> bool:
    for v in range(max(1, least), g.TOP + 1):
        if s.hand[seat][v]:
            return True
    return False


def must_play(s: State, seat: int) -> bool:
    """R15, A3, A18: a force binds only who can lay cards."""
    return s.forced == seat and can_lay(s, seat, binding(s, seat))


def binding(s: State, seat: int) -> int:
    """The lowest card with which a force binds this seat: the pile's value, or what the chips make of it (A4)."""
    return s.pile - g.SHIFT * s.bonus[seat] if s.forced_must_use_bonus else s.pile


def remember(s: State, seat: int, action: int) -> None:
    """A forced seat that does not play shows that it could not; so what binds it is higher than each of its cards."""
    if s.forced == seat and action >= g.PASS and not (action == g.LEAVE and s.forced_may_leave):
        s.below[seat] = min(s.below[seat], binding(s, seat))


# ---- 3) Leave


def leave(s: State, seat: int) -> None:
    """R16: the cards stay with the seat, unseen."""
    s.penalty[seat] += s.hand_size[seat]
    s.out[seat] = g.LEFT
    s.passes = 0


# ---- the end


def end_round(s: State) -> None:
    """R17, R18."""
    if s.round == g.ROUNDS:
        s.phase = g.END
    else:
        begin_round(s, s.round + 1)


def score(s: State, seat: int) -> int:
    """R19, A8: minus the penalty chips, less two for each unused bonus chip; at the end not less than none."""
    left = s.penalty[seat] - 2 * s.bonus[seat]
    return -max(0, left) if s.phase == g.END and not s.allow_negative else -left


def rounds(s: State) -> int:
    return g.ROUNDS if s.phase == g.END else s.round - 1
