"""23: the constants and the records. Plain data, never compiled.

A hand is a count per number: hand[seat][v] copies of v.
"""

from __future__ import annotations

from typing import Annotated

from tefuda.games.showing import each, own, table
from tefuda.games.twentythree.options import Options
from tefuda.kernel import I8, I16, Grid, Ints
from tefuda.kernel import Work as KernelWork

SEATS_MAX = 4
TOP = 23  # the highest number
CARDS = 66  # R1
HAND_MAX = 15  # R4
LEARN_HAND = 12  # R21
DISCARDS = 3  # R6
LAID_MAX = 48  # 12 cards of each of 4 seats
CHIPS = 3  # R5: bonus chips of a seat
SHIFT = 5  # R10: what a bonus chip moves the pile value
ROUNDS = 2

# The bonus shift.
EXACT5 = 0
UPTO5 = 1

# Phases. Chance acts in the first two.
HOLDER = 0  # who gets the 1
DEAL = 1
DISCARD = 2
PLAY = 3
END = 4

# Why a seat is out of the round.
IN = 0
FINISHED = 1
LEFT = 2

# Phases, and why a seat is out, as views and records call them.
PHASES = ("holder", "deal", "discard", "play", "over")
OUT = ("", "finished", "left")
NUMBERS = tuple(range(TOP + 1))

# Actions, in their order.
DISCARD0 = 0  # + v - 1
PLAY0 = DISCARD0 + TOP  # + ((v - 1) * 3 + count - 1) * WAYS + way
WAYS = 10  # ways to use chips
NO_CHIPS = 3  # the way that uses none; with exact5 the pile is shifted by 5 * (way - NO_CHIPS)
AT_BEST = 6  # with upto5 a way above it uses way - AT_BEST chips, as well as they can be used
PASS = PLAY0 + TOP * 3 * WAYS
FORCE = PASS + 1
LEAVE = PASS + 2
N_ACTIONS = PASS + 3
N_WEIGHTS = 11  # of policy.py


class State(Options):
    """Each field says who may see it; one that says nothing is hidden, or made known by hand in view.py."""

    penalty: Annotated[Ints, "i2", SEATS_MAX, each()]  # R25: below 10,000 in a match
    turns: Annotated[I16, table()]  # of this round
    passes: Annotated[I16, table()]  # R22: since the last play or leave
    blocked: I16  # how often in this match passing was blocked by R22
    round: Annotated[I8, table()]  # from 1
    phase: Annotated[I8, table("text", texts=PHASES)]
    holder: Annotated[I8, table()]  # the seat that was dealt the 1
    turn: I8
    forced: Annotated[I8, table("seat")]  # the seat that the last force lies on, -1 for none
    pile: I8  # the pile's value, 0 before the 1 is laid
    laid_size: I8
    bonus: Annotated[Ints, "i1", SEATS_MAX, each()]
    out: Annotated[Ints, "i1", SEATS_MAX, each("text", texts=OUT)]
    below: Annotated[Ints, "i1", SEATS_MAX, each()]  # everybody knows that the hand's cards are lower than this
    hand_size: Annotated[Ints, "i1", SEATS_MAX]
    discarded: Annotated[Ints, "i1", SEATS_MAX]  # how many cards
    discards: Annotated[Grid, "i1", SEATS_MAX, DISCARDS]
    hand: Annotated[Grid, "i1", SEATS_MAX, TOP + 1, own("counts", texts=NUMBERS)]
    laid: Annotated[Ints, "i1", LAID_MAX]  # in the order in which they were laid


class Work(KernelWork):
    out: Annotated[Ints, "i2", N_ACTIONS]
    pool: Annotated[Ints, "i2", CARDS]
    drawn: Annotated[Ints, "i2", CARDS]
    weights: Annotated[Grid, "i4", SEATS_MAX, N_WEIGHTS]
    count: Annotated[Ints, "i1", TOP + 1]
    held: Annotated[Ints, "i1", TOP]  # the numbers in a hand, and room for one more
