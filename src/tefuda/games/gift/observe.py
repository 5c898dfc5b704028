"""GIFT: an observation, the view of a seat as a row of numbers; and what it hides. Kernel Python.

Seats are counted from the one that looks: 0 is itself, 1 the next. docs/environments.md explains every field.
"""

from __future__ import annotations

from typing import Annotated

from tefuda.games.gift.options import Options
from tefuda.games.gift.rules import score
from tefuda.games.gift.state import (
    ALL,
    CARDS,
    COLLECTED,
    DECK,
    END,
    FOREVER,
    HAND_MAX,
    PILE_MAX,
    SEATS_MAX,
    SUITS,
    State,
)  # fmt: skip
from tefuda.kernel import I16, Grid, Ints, Record, places_after

# `where`: 0 if the seat does not know, a hand from OWN on by the places after it, or DECK, PILE, ROW, ASIDE.
OWN = 1
PLACES = COLLECTED + 1
PLACE_CODE = tuple(  # for so many seats, of the seat that looks, for each place
    place + (OWN - eyes + (seats if place < eyes else 0) if place < DECK else 0)
    for seats in range(SEATS_MAX + 1)
    for eyes in range(SEATS_MAX)
    for place in range(PLACES)
)


class Observation(Options):
    phase: I16
    dealer: I16
    turn: I16
    unbroken: I16
    deck_size: I16
    pile_size: I16
    final: I16
    stall: I16
    turns: I16
    reason: I16
    gift_for: I16
    clock: I16
    turned: I16
    broke: I16
    size: Annotated[Ints, "i2", SUITS]
    way: Annotated[Ints, "i2", SUITS]
    gave: Annotated[Ints, "i2", SUITS]
    hand_size: Annotated[Ints, "i2", SEATS_MAX]
    commit: Annotated[Ints, "i2", SEATS_MAX]
    hold: Annotated[Ints, "i2", SEATS_MAX]
    offer: Annotated[Ints, "i2", SEATS_MAX]
    out: Annotated[Ints, "i2", SEATS_MAX]
    finished: Annotated[Ints, "i2", SEATS_MAX]
    given: Annotated[Ints, "i2", SEATS_MAX]
    score: Annotated[Ints, "i2", SEATS_MAX]
    unseen: Annotated[Ints, "i2", SEATS_MAX]
    low: Annotated[Grid, "i2", SEATS_MAX, HAND_MAX]
    high: Annotated[Grid, "i2", SEATS_MAX, HAND_MAX]
    where: Annotated[Ints, "i2", CARDS]
    open: Annotated[Ints, "i2", CARDS]
    since: Annotated[Ints, "i2", CARDS]
    until: Annotated[Ints, "i2", CARDS]
    seen: Annotated[Ints, "i2", CARDS]
    stocked: Annotated[Ints, "i2", CARDS]
    pile: Annotated[Ints, "i2", PILE_MAX]
    pile_by: Annotated[Ints, "i2", PILE_MAX]
    deck: Annotated[Ints, "i2", CARDS]


class Secrets(Record):
    where: Annotated[Ints, "i2", CARDS]
    pile: Annotated[Ints, "i2", PILE_MAX]
    deck: Annotated[Ints, "i2", CARDS]


def observe(s: State, eyes: int, o: Observation) -> None:
    """What the seat may know, into a zeroed record."""
    o.phase = s.phase
    o.dealer = places_after(eyes, s.dealer, s.seats)
    o.turn = -1 if s.phase == END else places_after(eyes, s.turn, s.seats)
    o.unbroken = s.unbroken
    o.deck_size = s.deck_size
    o.pile_size = s.pile_size
    o.final = s.final
    o.stall = s.stall
    o.turns = s.turns
    o.reason = s.reason
    o.gift_for = s.gift_for + 1
    o.clock = s.clock
    o.turned = s.turned
    o.broke = s.broke
    for suit in range(SUITS):
        o.size[suit] = s.size[suit]
        o.way[suit] = s.way[suit]
        o.gave[suit] = s.gave[suit] == eyes
    for seat in range(s.seats):
        observe_seat(s, seat, places_after(eyes, seat, s.seats), o)
    for card in range(CARDS):
        observe_card(s, card, eyes, o)
    for i in range(s.pile_size):
        card = s.pile[i]
        o.pile[i] = card + 1 if (s.known[card] >> eyes) & 1 else 0
        o.pile_by[i] = places_after(eyes, s.pile_by[i], s.seats) + 1
    if s.ordered:
        for i in range(s.deck_size):
            card = s.deck[s.deck_size - 1 - i]
            o.deck[i] = card + 1 if (s.known[card] >> eyes) & 1 else 0


def observe_seat(s: State, seat: int, k: int, o: Observation) -> None:
    o.hand_size[k] = s.hand_size[seat]
    o.commit[k] = s.commit[seat] + 1
    o.hold[k] = s.hold[seat]
    o.offer[k] = s.offer[seat]
    o.out[k] = s.out[seat]
    o.finished[k] = s.place[seat]
    o.given[k] = s.given[seat]
    o.score[k] = score(s, seat)
    o.unseen[k] = s.unseen[seat]
    for i in range(s.unseen[seat]):
        o.low[k][i] = s.low[seat][i]
        o.high[k][i] = s.high[seat][i]


def observe_card(s: State, card: int, eyes: int, o: Observation) -> None:
    """Where the card is, if the seat knows; and what memory.py and the seat itself remember of a hidden one.

    It has no branches: the processor would mispredict them for every other card.
    """
    known = (s.known[card] >> eyes) & 1
    hidden = s.known[card] != ALL
    told = known & (s.ordered | (s.where[card] != DECK))
    o.where[card] = told * PLACE_CODE[(s.seats * SEATS_MAX + eyes) * PLACES + s.where[card]]
    o.open[card] = not hidden
    o.since[card] = hidden * s.since[card]
    o.until[card] = (hidden & (s.until[card] < FOREVER)) * (s.until[card] + 1) - 1
    o.seen[card] = (s.seen[card] >> eyes) & (1 - known)
    o.stocked[card] = (s.stocked[card] >> eyes) & (1 - known)


def reveal(s: State, eyes: int, o: Secrets) -> None:
    """What an observation hides, into a zeroed record: where every card is, the discards, and the deck if ordered."""
    for card in range(CARDS):
        o.where[card] = PLACE_CODE[(s.seats * SEATS_MAX + eyes) * PLACES + s.where[card]]
    for i in range(s.pile_size):
        o.pile[i] = s.pile[i] + 1
    if s.ordered:
        for i in range(s.deck_size):
            o.deck[i] = s.deck[s.deck_size - 1 - i] + 1
