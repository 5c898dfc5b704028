"""SOLO: the constants and the records. Plain data, never compiled.

A face is what a card shows, from 0 to 62; a card is one of the 120, of which two to four may show the same face. Who
holds a face is a bit of `held`; which of the cards they are matters only for who knows about them.
"""

from __future__ import annotations

from typing import Annotated

from tefuda.games.showing import each, own, table
from tefuda.games.solo.options import KINDS as KINDS
from tefuda.games.solo.options import Options
from tefuda.kernel import I8, I16, I32, Grid, Ints
from tefuda.kernel import Work as KernelWork

SEATS_MAX = 10
LOOKS = SEATS_MAX * SEATS_MAX  # of every seat at every hand
CARDS = 120
DEALT = 8  # R1
FINE = 2  # R23: cards for a missed call
GIFTS = 2  # R15
TURNS_MAX = 2000  # R28
SUM_MAX = 120  # R33: more cannot be drawn
DEALS = 50  # tries of `redeal` before it gives up; a second one is rare

# Faces. Numbers come first, nine of each colour; then the coloured actions, four of each kind.
COLOURS = 4
NUMBERS = 9  # of a colour
SKIP = 36
REVERSE = 40
DRAW2 = 44
SWAP = 48
GIFT = 52
COLOUR = 56
SWAP_ALL = 57
DRAW4 = 58
BLOCK = 59
FACES = 63

# Sets of faces are bits. ONE makes C shift 64-bit numbers.
ONE = 1
ALL_FACES = (1 << FACES) - 1
BLACKS = ALL_FACES - ((1 << COLOUR) - 1)
OF_A_NUMBER = 1 | 1 << 9 | 1 << 18 | 1 << 27  # the four 1s; shifted, those of another number
OF_A_KIND = 15  # shifted, the four colours of an action
NUMBERS_OF_RED = (1 << NUMBERS) - 1  # shifted by 9 for each colour
ACTIONS_OF_RED = 1 << SKIP | 1 << REVERSE | 1 << DRAW2 | 1 << SWAP | 1 << GIFT  # shifted by 1 for each colour

ANY = 4  # the colour while it is free (R5)
NOBODY = -1

N_WEIGHTS = 20  # of policy.py

# Phases. Chance acts in those before TURN.
DEALER = 0
DEAL = 1
TURN_UP = 2  # R2
DRAWING = 3  # cards go to a hand
TURN = 4
DRAWN = 5
ANSWER = 6
GIVE = 7
TRIPLE = 8  # a Triple+ is being put together
END = 9

# What an answer is asked to.
NOTHING = 0
TO_SKIP = 1
TO_DRAW = 2
TO_SWAP = 3
TO_GIFT = 4
TO_SWAP_ALL = 5

# What comes after cards were drawn.
THEN_ACT = 0  # the action that the missed calls came before
THEN_DRAWN = 1  # the card drawn may be laid
THEN_TURN = 2  # the turn of `coming`
THEN_ASK = 3  # the answer that is already prepared

# How a round ended.
OUT = 0  # somebody has no card left
STUCK = 1  # R28: nobody can draw, all have passed
CAPPED = 2  # R28: too many turns

# What views and records call these.
PHASES = ("chance", "chance", "chance", "chance", "turn", "drawn", "answer", "give", "triple", "over")
PENDING = ("", "skip", "draw", "swap", "gift", "swap all")
THEN = ("act", "drawn", "turn", "ask")
ENDINGS = ("out", "stuck", "capped")
COLOUR_TEXTS = ("r", "g", "y", "b", "any")
CARD_TEXTS = (
    *(colour + number for colour in COLOUR_TEXTS[:COLOURS] for number in "123456789"),
    *(colour + action for action in "SRDXG" for colour in COLOUR_TEXTS[:COLOURS]),
    *("W", "A", "W4"),
    *("K" + colour for colour in COLOUR_TEXTS[:COLOURS]),
)  # of the faces

# Lays, in their order: a face, with what it names. A Swap one or Gift names a seat, a black card a colour; the last
# card of a hand names nothing.
LAY_TARGETED = 48  # + (face - SWAP) * TARGETS + 0 for nobody, or seat + 1
TARGETS = 11
LAY_COLOUR = LAY_TARGETED + 8 * TARGETS  # + 0 for none, or colour + 1
LAY_SWAP_ALL = LAY_COLOUR + 5
LAY_DRAW4 = LAY_SWAP_ALL + 1
LAY_BLOCK = LAY_DRAW4 + 5
LAYS = LAY_BLOCK + 4

# Actions, in their order. Those before DRAW but the WITHs come in pairs: without and with the call.
PLAY0 = 0  # + 2 * lay
JUMP0 = PLAY0 + 2 * LAYS  # + 2 * face
TRIPLE0 = JUMP0 + 2 * SWAP  # + 2 * face of the new top
JUMP_TRIPLE0 = TRIPLE0 + 2 * SKIP
WITH0 = JUMP_TRIPLE0 + 2 * SKIP  # + face
DONE0 = WITH0 + SKIP
BLOCK0 = DONE0 + 2  # + 2 * colour
GIVE0 = BLOCK0 + 2 * COLOURS  # + 2 * face
DRAW = GIVE0 + 2 * FACES
PASS = DRAW + 1
KEEP = DRAW + 2
TAKE = DRAW + 3
ACCEPT = DRAW + 4
WAIT = DRAW + 5
CALL = DRAW + 6
N_ACTIONS = DRAW + 7


class State(Options):
    """Each field says who may see it; one that says nothing is hidden, or made known by hand in view.py."""

    held: Annotated[Ints, "i8", SEATS_MAX]  # the faces of a hand, as bits
    total: Annotated[Ints, "i4", SEATS_MAX]  # R25: minus points
    reshuffled: Annotated[I32, table()]  # R27: how often in this match
    waived: Annotated[I32, table()]  # R27: draws cut short
    stuck: I32  # R28: rounds that ended so
    capped: I32
    redealt: Annotated[I32, table()]  # R2
    knowers: Annotated[Ints, "i2", CARDS]  # of a card in a hand: the seats, as bits, that know it lies there
    round: Annotated[I16, table()]  # from 1
    turns: Annotated[I16, table()]  # R28: of this round, with the stacked Draws
    sum: Annotated[I16, table()]  # R13: cards that the next taker takes
    action: I16  # waits for missed calls to be settled
    owes: Annotated[I16, table("seats")]  # R31: seats that owe the call, as bits
    called: Annotated[I16, table("seats")]  # seats with one card that have called it
    lacking: I16  # R8: seats, as bits, of whose hand somebody knows that it lacks a number
    let_go: Annotated[I16, own("flag")]  # seats that let their chance to react go by
    fined: I16  # seats that still draw for a missed call
    blockers: Annotated[I16, table("seats")]  # R19: of this Swap all
    phase: Annotated[I8, table("text", texts=PHASES)]
    dealer: Annotated[I8, table()]
    turn: Annotated[I8, table()]  # who decides: the player, the one who is asked, the giver
    direction: Annotated[I8, table()]  # 1 or -1
    colour: Annotated[I8, table("text", texts=COLOUR_TEXTS)]
    laid_by: Annotated[I8, table("seat")]  # who laid the top card
    passes: Annotated[I8, table()]  # R28: in a row
    pending: Annotated[I8, table("text", texts=PENDING)]  # what an answer is asked to
    source: Annotated[I8, table("seat")]  # who laid the card that is answered
    doer: Annotated[I8, table("seat")]  # whose action waits for the fines, or caused them
    target: Annotated[I8, table("seat")]
    spoke: Annotated[I8, table("flag")]  # whether the source said the call with the lay
    gifts: Annotated[I8, table()]  # still to give
    drawn: I8  # the face that was just drawn
    drawer: I8  # who is drawing
    to_draw: I8
    then: I8
    coming: I8
    topmost: I8  # R8: the last card of the Triple+ being put together
    jumping: Annotated[I8, table("flag")]  # R34: it is a jump-in
    ending: I8  # how the last round ended
    winner: I8  # of the last round
    pile_size: Annotated[I8, table(name="draw_pile")]
    heap_size: Annotated[I8, table(name="discards")]
    picked: Annotated[Ints, "i1", COLOURS]  # R8: cards of the Triple+ below the last one, by colour
    hand_size: Annotated[Ints, "i1", SEATS_MAX, each(name="hand_sizes")]
    tally: Annotated[Grid, "i1", SEATS_MAX, NUMBERS]  # how many cards of each number a hand has
    # R8: of the cards of a hand that an observer does not know, so many cannot be of this number: the oldest ones.
    # The row is holder * SEATS_MAX + observer; a holder knows its own hand, so its row holds what a spectator knows.
    lacks: Annotated[Grid, "i1", LOOKS, NUMBERS]
    where: Annotated[Ints, "i1", CARDS]  # the seat that holds a card, or NOBODY
    pile: Annotated[Ints, "i1", CARDS]  # faces, in no order
    # R2: faces of the discards, the top one last
    heap: Annotated[Ints, "i1", CARDS, table("cards", texts=CARD_TEXTS, size="heap_size")]


class Work(KernelWork):
    out: Annotated[Ints, "i2", N_ACTIONS]
    pool: Annotated[Ints, "i2", CARDS]
    drawn: Annotated[Ints, "i2", CARDS]
    weights: Annotated[Grid, "i4", SEATS_MAX, N_WEIGHTS]
    count: Annotated[Ints, "i1", FACES]
    goes_to: Annotated[Ints, "i1", SEATS_MAX]  # where each hand goes in a swap
    held: Annotated[Ints, "i8", SEATS_MAX]
    hand_size: Annotated[Ints, "i1", SEATS_MAX]
    tally: Annotated[Grid, "i1", SEATS_MAX, NUMBERS]
    lacks: Annotated[Grid, "i1", LOOKS, NUMBERS]  # the same before a swap
    holder: Annotated[Ints, "i1", CARDS]  # redeal: who gets what lies here in the pool, or NOBODY
    age: Annotated[Ints, "i1", CARDS]  # ... and how many of the holder's unknown cards were there before it
    unseen: Annotated[Ints, "i1", FACES]  # inputs: cards of a face that the seat has not seen
    known: Annotated[Ints, "i1", SEATS_MAX]  # ... that it knows in each other hand
    known_fitting: Annotated[Ints, "i1", SEATS_MAX]  # ... of these, those that fit
