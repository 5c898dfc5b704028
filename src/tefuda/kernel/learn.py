"""What a network learns from: positions after moves, and what came of them. Kernel Python, beside net.py.

`study` plays rounds and follows each seat to the end. `compare` tries several moves at a decision, with all cards where
they lie: what they differ by is what matters for a choice, and the chance that is common to them drops out.

The names that are not defined here are the game's own, see protocol.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tefuda.kernel.chance import CHANCE, OVER, Work, draw, draw_pool
from tefuda.kernel.net import UNIT, Thought, all_inputs, clear_thought, thoughtful, worth_ahead
from tefuda.kernel.play import Bytes, Longs, Shorts, Signed, begin_with, quick
from tefuda.kernel.record import I8, I16, I32, I64, Ints, Reals, Record, clear, copy

if TYPE_CHECKING:
    from tefuda.kernel.protocol import (
        State,
        actor,
        apply,
        chance,
        deal,
        rounds,
        shortlist,
        spread,
        standing,
        unfinished,
    )

TRIES_MAX = 16  # moves that are compared

# What is noted about a position, as bits.
RANDOM_MOVE = 1  # the move before it was drawn at random
HAS_ESTIMATE = 2  # the network had valued the best move: its estimate is in `bests`
HAS_INPUTS = 4  # the round went on, so the position is a row to learn from
IS_OVER = 8  # of a move that `compare` tried: it ends the round

Rows = Annotated[Ints, "i1"]
Targets = Annotated[Reals, "f8"]


class Lesson(Record):
    """How `study` is to play, and how much it may write."""

    seats: I8
    self_play: I8  # whether seats move by the network; else all by their weights, and all are learnt from
    odd: I16  # moves in a thousand that are made at random
    guests: I16  # seats in a thousand that move by their weights
    trust: I16  # the lambda of TD(lambda), in thousandths
    room: I32  # for how many positions there is room
    width: I32  # numbers in the row of a position: N_INPUTS
    made: I64  # how many moves were made
    tries: I16  # moves that `compare` tries at a decision, and at how many of a thousand decisions
    share: I16
    chosen: Annotated[Ints, "i2", TRIES_MAX]  # the moves that it tries


def study(
    s: State, world: State, trial: State, later: State, w: Work, t: Thought, net: Shorts, q: Lesson,
    rows: Rows, owners: Signed, marks: Bytes, bases: Longs, bests: Longs, targets: Targets,
) -> int:  # fmt: skip
    """Plays rounds and writes the positions after moves, and what came of them, until there may be no room for another.

    A match that is over is begun anew, with the options in w. Gives the number of positions.
    """
    n = 0
    q.made = 0
    full = False
    while not full:
        if actor(s) == OVER:
            clear(s)
            begin_with(s, w, q.seats)
        last = study_round(s, world, trial, later, w, t, net, q, rows, owners, marks, bases, bests, targets, n)
        full = last < 0
        if not full:
            n = last
    return n


def seats_by_net(w: Work, q: Lesson) -> int:
    """Which seats move by the network, as bits: all but the guests, and one at least."""
    found = 0
    for seat in range(q.seats):
        if draw(w, 1000) >= q.guests:
            found |= 1 << seat
    return found | 1 << draw(w, q.seats)


def study_round(
    s: State, world: State, trial: State, later: State, w: Work, t: Thought, net: Shorts, q: Lesson,
    rows: Rows, owners: Signed, marks: Bytes, bases: Longs, bests: Longs, targets: Targets, start: int,
) -> int:  # fmt: skip
    """One round; gives where its positions end, or -1 if there was no room for it."""
    by_net = seats_by_net(w, q) if q.self_play else 0
    n = start
    now = rounds(s)
    clear_thought(t, net)
    seat = actor(s)
    while seat != OVER and rounds(s) == now:
        if seat == CHANCE:
            draw_pool(w, chance(s, w))
            deal(s, w)
        else:
            learns = q.self_play == 0 or (by_net >> seat) & 1 != 0
            if n == q.room:
                return -1
            mark = 0
            if q.self_play and learns:
                action = thoughtful(s, world, trial, later, w, t, net, seat)
                bests[n] = t.best
                mark = HAS_ESTIMATE
            else:
                action = quick(s, w, seat)
            if learns and draw(w, 1000) < q.odd:
                t.listed = shortlist(s, w, seat)
                other = w.out[draw(w, t.listed)]
                if other != action:
                    mark |= RANDOM_MOVE
                action = other
            apply(s, w, seat, action)
            q.made += 1
            if learns and not (rounds(s) == now and unfinished(s, seat)):
                owners[n] = seat
                marks[n] = mark
                bases[n] = standing(s, seat)
                if rounds(s) == now and actor(s) != OVER:
                    marks[n] |= HAS_INPUTS
                    all_inputs(s, w, t, seat)
                    write_row(t, rows, n * q.width, q.width)
                    targets[n] = spread(s)
                n += 1
        seat = actor(s)
    return fill_targets(s, q, owners, marks, bases, bests, targets, rows, start, n)


def write_row(t: Thought, rows: Rows, at: int, width: int) -> None:
    for i in range(width):
        rows[at + i] = 0
    for k in range(t.wants):
        i = t.wanted[k]
        rows[at + i] = t.want[i]
        t.want[i] = 0
    t.wants = 0


def fill_targets(
    s: State, q: Lesson, owners: Signed, marks: Bytes, bases: Longs, bests: Longs, targets: Targets, rows: Rows,
    start: int, stop: int,
) -> int:  # fmt: skip
    """Writes what the network should have said of each position, and moves the positions that have inputs together.

    Each seat is followed from its last position back. The target is a mean of what the seat gained in the end and of
    the network's estimate at the seat's next move; before a move at random only that estimate counts.
    """
    for seat in range(q.seats):
        gain: float = standing(s, seat)
        has_estimate = False
        was_random = False
        estimate: float = 0.0
        for k in range(stop - 1, start - 1, -1):
            if owners[k] == seat:
                if has_estimate:
                    trust: float = 0.0 if was_random else q.trust / 1000
                    gain = trust * gain + (1.0 - trust) * estimate
                if marks[k] & HAS_INPUTS:
                    targets[k] = (gain - bases[k]) / targets[k]
                has_estimate = (marks[k] & HAS_ESTIMATE) != 0
                was_random = (marks[k] & RANDOM_MOVE) != 0
                if has_estimate:
                    estimate = bests[k] / UNIT
    n = start
    for k in range(start, stop):
        if marks[k] & HAS_INPUTS:
            if k != n:
                for i in range(q.width):
                    rows[n * q.width + i] = rows[k * q.width + i]
                targets[n] = targets[k]
            n += 1
    return n


def compare(
    s: State, world: State, trial: State, later: State, w: Work, t: Thought, net: Shorts, tried: State, q: Lesson,
    rows: Rows, marks: Bytes, targets: Targets,
) -> int:  # fmt: skip
    """Plays rounds and tries several moves at some decisions, each with the same hands and the same draws after it.

    Writes `tries` positions for each such decision, those after the moves, and what came of them; a mark of 0 where
    there are fewer moves. Gives the number of positions when there is no room for more.
    """
    n = 0
    q.made = 0
    by_net = 0
    now = -1
    while n + q.tries <= q.room:
        if actor(s) == OVER:
            clear(s)
            begin_with(s, w, q.seats)
            now = -1
        if rounds(s) != now:
            by_net = seats_by_net(w, q)
            now = rounds(s)
        seat = actor(s)
        if seat == CHANCE:
            draw_pool(w, chance(s, w))
            deal(s, w)
        else:
            if (by_net >> seat) & 1:
                action = thoughtful(s, world, trial, later, w, t, net, seat)
                if t.listed > 1 and draw(w, 1000) < q.share:
                    choose_tries(w, t, q)
                    try_moves(s, world, trial, later, w, t, net, tried, q, rows, marks, targets, n, seat, by_net)
                    n += q.tries
                if draw(w, 1000) < q.odd:
                    action = w.out[draw(w, shortlist(s, w, seat))]
            else:
                action = quick(s, w, seat)
            apply(s, w, seat, action)
            q.made += 1
    return n


def choose_tries(w: Work, t: Thought, q: Lesson) -> None:
    """The moves that the network likes best, and in the last place any other; -1 where there is none."""
    for k in range(q.tries):
        q.chosen[k] = -1
        if t.listed > 0:
            best = 0
            for i in range(1, t.listed):
                if t.values[i] > t.values[best]:
                    best = i
            if k == q.tries - 1:
                best = draw(w, t.listed)
            q.chosen[k] = t.actions[best]
            t.listed -= 1
            t.actions[best] = t.actions[t.listed]
            t.values[best] = t.values[t.listed]


def try_moves(
    s: State, world: State, trial: State, later: State, w: Work, t: Thought, net: Shorts, tried: State, q: Lesson,
    rows: Rows, marks: Bytes, targets: Targets, start: int, seat: int, by_net: int,
) -> None:  # fmt: skip
    """Writes the position after each of the chosen moves, and what came of it."""
    stream = w.stream
    t.moves = 0
    for k in range(q.tries):
        at = start + k
        marks[at] = 0
        targets[at] = 0.0
        if q.chosen[k] >= 0:
            w.stream = stream
            copy(s, tried)
            apply(tried, w, seat, q.chosen[k])
            while rounds(tried) == rounds(s) and unfinished(tried, seat):
                apply(tried, w, seat, thoughtful(tried, world, trial, later, w, t, net, seat))
            marks[at] = IS_OVER
            if actor(tried) != OVER and rounds(tried) == rounds(s):
                marks[at] = HAS_INPUTS
                clear_thought(t, net)
                all_inputs(tried, w, t, seat)
                write_row(t, rows, at * q.width, q.width)
                base: float = standing(tried, seat)
                scale: float = spread(tried)
                found: float = worth_ahead(s, world, trial, later, w, t, net, tried, seat, by_net, q.trust / 1000)
                targets[at] = (found / UNIT - base) / scale
    q.made += t.moves


EXPORTS = ("study", "compare")
LOOPS = EXPORTS
