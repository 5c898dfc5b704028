"""SCOUT: the constants and the records. Plain data, never compiled.

A card in a hand or on the table is one number: the value that is up now, the value at its other end times 16, and
what the whole table knows about it (KNOWN, PLACED).
"""

from __future__ import annotations

from typing import Annotated

from tefuda.games.scout.options import Options
from tefuda.games.showing import Cards, each, own, table
from tefuda.kernel import I8, I16, Grid, Ints
from tefuda.kernel import Work as KernelWork

SEATS_MAX = 5
DECK_MAX = 45  # R1: the pairs of different numbers from 1 to 10
HAND_MAX = 41  # R39: all cards less one in every other hand; 44 - 3 and 45 - 4
SET_MAX = 10  # R39: a run has different numbers, a number is on 9 cards
SCOUTS_MAX = HAND_MAX  # places to insert: before each of at most 40 cards, and after the last
ASIDE_MAX = 22  # R27: half of the 44 cards

# Editions.
FIRST = 0
DRAFT = 1
SHORT = 2
OINK = 3

# The start player.
RANDOM = 0
HOLDER12 = 1

# What is known of a card beyond its owner.
CARD = 255  # the bits of both numbers
KNOWN = 256  # everybody knows that this hand holds it
PLACED = 512  # ... and where, and which way up (A8)
SEEN = 1024  # times 2**seat, oink: that seat saw it in round 1
TWELVE = 1 + 16 * 2  # the 1/2, showing its 1

# Phases. Chance acts in the first two.
DEAL = 0
START = 1
CHOOSE = 2
TURN = 3
DOUBLE = 4  # a play must follow the scout half of a Double Action
END = 5

# How a round ended.
NOT_YET = 0
HAND = 1  # end i: the hand is empty
SCOUTS = 2  # end ii: all others only scouted
CAP = 3  # R36

# Phases and endings as views and records call them.
PHASES = ("deal", "start", "choose", "turn", "double", "over")
ENDINGS = ("", "hand", "scouts", "cap")

# Actions, in their order.
KEEP = 0
FLIP = 1
PLAY0 = 2  # + first * SET_MAX + count - 1
SCOUT0 = PLAY0 + HAND_MAX * SET_MAX  # + (right * 2 + flip) * SCOUTS_MAX + place
DOUBLE0 = SCOUT0 + 4 * SCOUTS_MAX  # the same; a play must follow
N_ACTIONS = DOUBLE0 + 4 * SCOUTS_MAX
N_WEIGHTS = 21  # of policy.py


def pair(card: int) -> list[int]:
    """A card in a view: the number that is up, and the other one."""
    return [card & 15, card >> 4 & 15]


def card_of(numbers: list[int]) -> int:
    """The card in a state of such a pair."""
    return numbers[0] | numbers[1] << 4


PAIRS = Cards(pair, card_of)


class State(Options):
    """Each field says who may see it; one that says nothing is hidden, or made known by hand in view.py."""

    total: Annotated[Ints, "i2", SEATS_MAX, each(name="scores")]  # of the completed rounds
    chips: Annotated[Ints, "i2", SEATS_MAX, each()]
    captured: Annotated[Ints, "i2", SEATS_MAX, each()]  # score cards
    turns: Annotated[I16, table()]  # completed in this round
    round: Annotated[I8, table()]  # from 1
    start: Annotated[I8, table()]  # the start player, -1 while unknown
    turn: I8
    phase: Annotated[I8, table("text", texts=PHASES)]
    owner: Annotated[I8, table("seat", when="table_size")]  # who played last, -1 before the first play
    scouts: Annotated[I8, table()]  # in a row since the last play
    ending: Annotated[I8, table("text", texts=ENDINGS)]  # of the last completed round
    capped: I8  # rounds that R36 ended
    table_size: I8
    aside_size: Annotated[I8, table(name="aside")]
    out_size: Annotated[I8, table()]
    chosen: Annotated[Ints, "i1", SEATS_MAX, own("flag")]  # A17: has kept or flipped the hand
    marker: Annotated[Ints, "i1", SEATS_MAX, each("flag", name="markers")]
    hand_size: Annotated[Ints, "i1", SEATS_MAX, each(name="hand_sizes")]
    table: Annotated[Ints, "i2", SET_MAX, table("cards", texts=PAIRS, size="table_size")]
    aside: Annotated[Ints, "i2", ASIDE_MAX]  # oink, round 1: for round 2
    out: Annotated[Ints, "i2", ASIDE_MAX]  # oink, round 2: the cards of round 1
    hands: Annotated[Grid, "i2", SEATS_MAX, HAND_MAX, own("cards", texts=PAIRS, size="hand_size", name="hand")]


class Work(KernelWork):
    out: Annotated[Ints, "i2", N_ACTIONS]
    pool: Annotated[Ints, "i2", 2 * DECK_MAX]
    drawn: Annotated[Ints, "i2", DECK_MAX]
    weights: Annotated[Grid, "i4", SEATS_MAX, N_WEIGHTS]
    v: Annotated[Ints, "i1", HAND_MAX]  # the hand's values
    reach: Annotated[Ints, "i1", HAND_MAX]  # cards in the longest set that begins here
    step: Annotated[Ints, "i1", HAND_MAX]  # the next card's value less this one's; far from 0 for the last card
    back: Annotated[Ints, "i1", HAND_MAX]  # the same for the longest set that ends here
    back_step: Annotated[Ints, "i1", HAND_MAX]
    before: Annotated[Ints, "i2", HAND_MAX + 1]  # strongest set among the cards before this place
    after: Annotated[Ints, "i2", HAND_MAX + 1]  # ... and from this place on
    mark: Annotated[Ints, "i1", CARD + 1]
    trial: Annotated[Ints, "i2", HAND_MAX]
    cost: Annotated[Ints, "i4", HAND_MAX + 1]  # of the sets from this card on, by the weights
    longest: Annotated[Ints, "i1", HAND_MAX + 1]  # ... and the longest of them
    short: I8  # how many cards the smallest other hand is short of 4
    rank: Annotated[Ints, "i4", N_ACTIONS]  # what each of `out` is worth


NO_STEP = 2
