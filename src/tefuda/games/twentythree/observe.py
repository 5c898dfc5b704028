"""23: an observation, the view of a seat as a row of numbers; and what it hides. Kernel Python.

Seats are counted from the one that looks: 0 is itself, 1 the next. docs/environments.md explains every field.
"""

from __future__ import annotations

from typing import Annotated

from tefuda.games.twentythree.options import Options
from tefuda.games.twentythree.rules import dealt, score
from tefuda.games.twentythree.state import DISCARD, PLAY, SEATS_MAX, TOP, State
from tefuda.kernel import I16, Grid, Ints, Record, places_after


class Observation(Options):
    round: I16
    phase: I16
    holder: I16
    turn: I16
    forced: I16
    pile: I16
    passes: I16
    turns: I16
    hand_size: Annotated[Ints, "i2", SEATS_MAX]
    penalty: Annotated[Ints, "i2", SEATS_MAX]
    bonus: Annotated[Ints, "i2", SEATS_MAX]
    score: Annotated[Ints, "i2", SEATS_MAX]
    out: Annotated[Ints, "i2", SEATS_MAX]
    below: Annotated[Ints, "i2", SEATS_MAX]
    hand: Annotated[Ints, "i2", TOP]
    discards: Annotated[Ints, "i2", TOP]
    laid: Annotated[Ints, "i2", TOP]


class Secrets(Record):
    hands: Annotated[Grid, "i2", SEATS_MAX - 1, TOP]
    discards: Annotated[Grid, "i2", SEATS_MAX - 1, TOP]


def observe(s: State, eyes: int, o: Observation) -> None:
    """What the seat may know, into a zeroed record."""
    o.round = s.round
    o.phase = s.phase
    o.holder = places_after(eyes, s.holder, s.seats)
    o.turn = places_after(eyes, s.turn, s.seats) if s.phase == PLAY else -1
    o.forced = places_after(eyes, s.forced, s.seats)
    o.pile = s.pile
    o.passes = s.passes
    o.turns = s.turns
    for seat in range(s.seats):
        k = places_after(eyes, seat, s.seats)
        # R6: how many cards another seat has put away so far is hidden.
        o.hand_size[k] = dealt(s) if s.phase == DISCARD and k > 0 else s.hand_size[seat]
        o.penalty[k] = s.penalty[seat]
        o.bonus[k] = s.bonus[seat]
        o.score[k] = score(s, seat)
        o.out[k] = s.out[seat]
        o.below[k] = s.below[seat]
    for v in range(1, TOP + 1):
        o.hand[v - 1] = s.hand[eyes][v]
    for i in range(s.discarded[eyes]):
        o.discards[s.discards[eyes][i] - 1] += 1
    for i in range(s.laid_size):
        o.laid[s.laid[i] - 1] += 1


def reveal(s: State, eyes: int, o: Secrets) -> None:
    """What an observation hides, into a zeroed record: the other hands, and what those seats have put away."""
    for seat in range(s.seats):
        k = places_after(eyes, seat, s.seats) - 1
        if k >= 0:
            for v in range(1, TOP + 1):
                o.hands[k][v - 1] = s.hand[seat][v]
            for i in range(s.discarded[seat]):
                o.discards[k][s.discards[seat][i] - 1] += 1
