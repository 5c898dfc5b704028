"""SOLO: an observation, the view of a seat as a row of numbers; and what it hides. Kernel Python.

Seats are counted from the one that looks: 0 is itself, 1 the next. docs/environments.md explains every field.
"""

from __future__ import annotations

from typing import Annotated

from tefuda.games.solo.cards import copies, first_card, top_face
from tefuda.games.solo.options import Shown
from tefuda.games.solo.state import (
    CARDS,
    COLOURS,
    END,
    FACES,
    NOBODY,
    ONE,
    SEATS_MAX,
    TRIPLE,
    State,
)  # fmt: skip
from tefuda.kernel import I16, Grid, Ints, Record, places_after

SOME_FACE = FACES + 1  # a card that only its owner knows
FACE = tuple(face for face in range(FACES) for _ in range(copies(face)))  # of each card
FIRST_CARD = tuple(
    first_card(face) for face in range(FACES + 1)
)  # of each face; its last is before the next one's first
BIT = tuple(next((i for i in range(63) if 2**i % 67 == rest), 0) for rest in range(67))


def lowest(bits: int) -> int:
    """The lowest bit that is set: no two powers of two below 2**63 leave the same rest."""
    return BIT[(bits & -bits) % 67]


class Observation(Shown):
    round: I16
    phase: I16
    dealer: I16
    turn: I16
    top: I16
    colour: I16
    direction: I16
    sum: I16
    draw_pile: I16
    discards: I16
    laid_by: I16
    pending: I16
    source: I16
    target: I16
    spoke: I16
    gifts: I16
    drawn: I16
    topmost: I16
    picked: Annotated[Ints, "i2", COLOURS]
    jumping: I16
    let_go: I16
    passes: I16
    turns: I16
    ending: I16
    winner: I16
    hand_size: Annotated[Ints, "i2", SEATS_MAX]
    owes: Annotated[Ints, "i2", SEATS_MAX]
    called: Annotated[Ints, "i2", SEATS_MAX]
    blockers: Annotated[Ints, "i2", SEATS_MAX]
    score: Annotated[Ints, "i2", SEATS_MAX]
    hand: Annotated[Ints, "i2", FACES]
    heap: Annotated[Ints, "i2", FACES]
    known: Annotated[Grid, "i2", SEATS_MAX - 1, FACES]


class Secrets(Record):
    drawn: I16
    let_go: Annotated[Ints, "i2", SEATS_MAX - 1]
    hands: Annotated[Grid, "i2", SEATS_MAX - 1, FACES]


def observe(s: State, eyes: int, o: Observation) -> None:
    """What the seat may know, into a zeroed record."""
    seats = s.seats
    over = s.phase == END
    o.round = s.round
    o.phase = s.phase
    o.dealer = places_after(eyes, s.dealer, seats)
    o.turn = places_after(eyes, s.turn, seats)
    o.top = top_face(s) + 1 if s.heap_size > 0 else 0
    o.colour = s.colour
    o.direction = s.direction
    o.sum = s.sum
    o.draw_pile = s.pile_size
    o.discards = s.heap_size
    o.laid_by = places_after(eyes, s.laid_by, seats)
    o.pending = s.pending
    o.source = places_after(eyes, s.source, seats)
    o.target = places_after(eyes, s.target, seats)
    o.spoke = s.spoke
    o.gifts = s.gifts
    o.drawn = 0 if s.drawn == NOBODY else s.drawn + 1 if s.turn == eyes else SOME_FACE
    if s.phase == TRIPLE:
        o.topmost = s.topmost + 1
        for colour in range(COLOURS):
            o.picked[colour] = s.picked[colour]
    o.jumping = s.jumping
    o.let_go = (s.let_go >> eyes) & 1
    o.passes = s.passes
    o.turns = s.turns
    o.ending = s.ending + 1 if s.round > 1 or over else 0
    o.winner = places_after(eyes, s.winner, seats) if s.round > 1 or over else NOBODY
    for seat in range(seats):
        k = places_after(eyes, seat, seats)
        o.hand_size[k] = s.hand_size[seat]
        o.owes[k] = (s.owes >> seat) & 1
        o.called[k] = (s.called >> seat) & 1
        o.blockers[k] = (s.blockers >> seat) & 1
        o.score[k] = -s.total[seat]
    for i in range(s.heap_size):
        o.heap[s.heap[i]] += 1
    observe_hands(s, eyes, o)


def observe_hands(s: State, eyes: int, o: Observation) -> None:
    """How many cards of each face the seat holds, and how many it knows to be in another hand."""
    faces = s.held[eyes]
    while faces != 0:
        face = lowest(faces)
        faces &= faces - 1
        for card in range(FIRST_CARD[face], FIRST_CARD[face + 1]):
            o.hand[face] += s.where[card] == eyes
    mine = ONE << eyes
    for card in range(CARDS):
        if s.knowers[card] & mine & ~(s.where[card] >> 4):  # in one test, as it is seldom true; -1 >> 4 has all bits
            o.known[places_after(eyes, s.where[card], s.seats) - 1][FACE[card]] += 1


def reveal(s: State, eyes: int, o: Secrets) -> None:
    """What an observation hides, into a zeroed record: the other hands, the card drawn, and who let a chance go by."""
    o.drawn = s.drawn + 1
    for seat in range(s.seats):
        if seat != eyes:
            o.let_go[places_after(eyes, seat, s.seats) - 1] = (s.let_go >> seat) & 1
    for card in range(CARDS):
        holder = s.where[card]
        if holder != NOBODY and holder != eyes:
            o.hands[places_after(eyes, holder, s.seats) - 1][FACE[card]] += 1
