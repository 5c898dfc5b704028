"""SCOUT: an observation, the view of a seat as a row of numbers; and what it hides. Kernel Python.

Seats are counted from the one that looks: 0 is itself, 1 the next. docs/environments.md explains every field.
"""

from __future__ import annotations

from typing import Annotated

from tefuda.games.scout.options import Options
from tefuda.games.scout.state import (
    CARD,
    CHOOSE,
    DECK_MAX,
    END,
    HAND_MAX,
    KNOWN,
    PLACED,
    SEATS_MAX,
    SEEN,
    SET_MAX,
    State,
)  # fmt: skip
from tefuda.kernel import I16, Grid, Ints, Record, places_after

# Where a card is, as far as the seat knows; from OWN on, in the hand of the seat so many places after it.
GONE = 0  # it lay on the table in this round and left it for good
OWN = 1
ON_TABLE = 6
UNSEEN = 7
PUT_OUT = 8  # oink, round 2: it was in round 1
NOT_THERE = 9  # the deck has no such card with this many seats

# The place of a card in `where`, by its two numbers: the cards stand in the order of their higher and then their lower
# number, so that smaller decks come first.
PLACE = tuple((max(a, b) - 1) * (max(a, b) - 2) // 2 + min(a, b) - 1 for b in range(16) for a in range(16))

NOT_OPEN = 0  # of the seat's own cards: nobody else knows of it,
OPEN = 1  # ... everybody knows of it,
OPEN_PLACE = 2  # ... and where it is and which way up


class Observation(Options):
    round: I16
    phase: I16
    start: I16
    turn: I16
    chosen: I16
    owner: I16
    scouts: I16
    turns: I16
    ending: I16
    aside: I16
    out: I16
    hand_size: Annotated[Ints, "i2", SEATS_MAX]
    chips: Annotated[Ints, "i2", SEATS_MAX]
    captured: Annotated[Ints, "i2", SEATS_MAX]
    marker: Annotated[Ints, "i2", SEATS_MAX]
    score: Annotated[Ints, "i2", SEATS_MAX]
    table: Annotated[Grid, "i2", SET_MAX, 2]
    hand: Annotated[Grid, "i2", HAND_MAX, 3]
    where: Annotated[Ints, "i2", DECK_MAX]
    place: Annotated[Ints, "i2", DECK_MAX]


class Secrets(Record):
    chosen: Annotated[Ints, "i2", SEATS_MAX - 1]
    hands: Annotated[Grid, "i2", SEATS_MAX - 1, 2 * HAND_MAX]


def observe(s: State, eyes: int, o: Observation) -> None:
    """What the seat may know, into a zeroed record."""
    o.round = s.round
    o.phase = s.phase
    o.start = places_after(eyes, s.start, s.seats)
    o.turn = -1 if s.phase == CHOOSE or s.phase == END else places_after(eyes, s.turn, s.seats)
    o.chosen = s.chosen[eyes]
    o.owner = places_after(eyes, s.owner, s.seats) if s.table_size > 0 else -1
    o.scouts = s.scouts
    o.turns = s.turns
    o.ending = s.ending
    o.aside = s.aside_size
    o.out = s.out_size
    for i in range(s.table_size):
        o.table[i][0] = s.table[i] & 15
        o.table[i][1] = (s.table[i] >> 4) & 15
    observe_cards(s, eyes, o)
    for seat in range(s.seats):
        k = places_after(eyes, seat, s.seats)
        o.hand_size[k] = s.hand_size[seat]
        o.chips[k] = s.chips[seat]
        o.captured[k] = s.captured[seat]
        o.marker[k] = s.marker[seat]
        o.score[k] = s.total[seat]
        if k > 0:
            observe_hand(s, seat, k, o)


def observe_cards(s: State, eyes: int, o: Observation) -> None:
    """The seat's own cards and those in no hand."""
    size = s.hand_size[eyes]
    in_play = 36 if s.seats == 3 else DECK_MAX if s.seats == 5 else DECK_MAX - 1  # R1, R4, R27
    for i in range(in_play, DECK_MAX):
        o.where[i] = NOT_THERE
    for i in range(s.table_size):
        o.where[PLACE[s.table[i] & CARD]] = ON_TABLE
    for i in range(s.aside_size):
        o.where[PLACE[s.aside[i] & CARD]] = UNSEEN
    for i in range(s.out_size):
        card = s.out[i]
        o.where[PLACE[card & CARD]] = PUT_OUT if card & (KNOWN | SEEN << eyes) else UNSEEN
    for i in range(size):
        card = s.hands[eyes][i]
        o.hand[i][0] = card & 15
        o.hand[i][1] = (card >> 4) & 15
        o.hand[i][2] = OPEN_PLACE if card & PLACED else OPEN if card & KNOWN else NOT_OPEN
        o.where[PLACE[card & CARD]] = OWN


def observe_hand(s: State, seat: int, k: int, o: Observation) -> None:
    """What everybody knows of another hand; a place is negative if the higher number of the card is up."""
    size = s.hand_size[seat]
    for i in range(size):
        card = s.hands[seat][i]
        o.where[PLACE[card & CARD]] = OWN + k if card & KNOWN else UNSEEN
        if card & PLACED:
            o.place[PLACE[card & CARD]] = i + 1 if (card & 15) < ((card >> 4) & 15) else -i - 1


def reveal(s: State, eyes: int, o: Secrets) -> None:
    """What an observation hides, into a zeroed record: the other hands, and who has already kept or turned."""
    for seat in range(s.seats):
        k = places_after(eyes, seat, s.seats) - 1
        if k >= 0:
            o.chosen[k] = s.chosen[seat]
            for i in range(s.hand_size[seat]):
                o.hands[k][2 * i] = s.hands[seat][i] & 15
                o.hands[k][2 * i + 1] = (s.hands[seat][i] >> 4) & 15
