"""Playing on: what can be done with any game's rules. Kernel Python, compiled into every game.

The names that are not defined here (actor, legal, apply, chance, deal, rounds, worth) are the game's own; see
docs/kernel.md. `State` and `Work` are the game's records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tefuda.kernel.chance import CHANCE, OVER, draw, draw_pool
from tefuda.kernel.chance import Work as Work

if TYPE_CHECKING:
    from tefuda.kernel.protocol import State, actor, apply, chance, deal, legal, rounds, worth

UNIFORM = 0  # policies of roll_out
QUICK = 1


def settle(s: State, w: Work) -> int:
    """Chance acts until a seat decides or the match is over; gives that actor."""
    seat = actor(s)
    while seat == CHANCE:
        draw_pool(w, chance(s, w))
        deal(s, w)
        seat = actor(s)
    return seat


def playout(s: State, w: Work) -> int:
    """Uniformly random moves to the end of the match; gives their number."""
    moves = 0
    seat = settle(s, w)
    while seat != OVER:
        n = legal(s, w, seat)
        apply(s, w, seat, w.out[draw(w, n)])
        moves += 1
        seat = settle(s, w)
    return moves


def quick(s: State, w: Work, seat: int) -> int:
    """The seat's legal action of the highest worth, the first among equals."""
    n = legal(s, w, seat)
    choice = w.out[0]
    if n == 1:
        return choice
    best = worth(s, w, seat, choice)
    for k in range(1, n):
        found = worth(s, w, seat, w.out[k])
        if found > best:
            best = found
            choice = w.out[k]
    return choice


def roll_out(s: State, w: Work, policy: int) -> int:
    """Plays to the end of the round in play; gives the number of moves."""
    moves = 0
    now = rounds(s)
    seat = actor(s)
    while seat != OVER and rounds(s) == now:
        if seat == CHANCE:
            draw_pool(w, chance(s, w))
            deal(s, w)
        elif policy == UNIFORM:
            n = legal(s, w, seat)
            apply(s, w, seat, w.out[draw(w, n)])
            moves += 1
        else:
            apply(s, w, seat, quick(s, w, seat))
            moves += 1
        seat = actor(s)
    return moves


def is_legal(s: State, w: Work, seat: int, action: int) -> bool:
    """Whether the action is among the seat's legal ones; they stand in w.out afterwards."""
    low = 0
    high = legal(s, w, seat)
    while low < high:
        middle = (low + high) >> 1
        if w.out[middle] < action:
            low = middle + 1
        elif w.out[middle] > action:
            high = middle
        else:
            return True
    return False


def places_after(seat: int, other: int, seats: int) -> int:
    """How many places the other sits after the seat; -1 for nobody."""
    return -1 if other < 0 else other - seat if other >= seat else other - seat + seats
