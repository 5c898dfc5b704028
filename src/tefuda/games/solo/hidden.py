"""SOLO: what a seat cannot know, dealt anew. Kernel Python."""

from __future__ import annotations

from tefuda.games.solo.cards import add_card, bit, copies, first_card, top_face
from tefuda.games.solo.legal import below_is_fit, playable
from tefuda.games.solo.state import (
    COLOURS,
    DRAWN,
    FACES,
    NOBODY,
    NUMBERS,
    ONE,
    SKIP,
    TRIPLE,
    State,
    Work,
)
from tefuda.kernel import draw, shuffle


def redeal(s: State, w: Work, seat: int) -> bool:
    """The cards that the seat has not seen go to the other hands and the pile; every world is equally likely.

    Known are its own hand, the discards since the last reshuffle, cards given or swapped away, and what a Triple+ being
    put together has named. Only where somebody else puts one together are hands changed so that it can be finished.
    """
    called = s.called
    mine = bit(seat) if seat != NOBODY else 0
    s.let_go &= mine
    size = lift(s, w, seat, mine)
    shuffle(w, size)
    first = s.turn if s.phase == TRIPLE and s.turn != seat else NOBODY
    if first != NOBODY:
        mend(s, w, first, size)
        size = fill(s, w, first, size)
    for other in range(s.seats):
        if other != first:
            size = fill(s, w, other, size)
    s.pile_size = size
    for i in range(size):
        s.pile[i] = w.pool[i]
    s.called = called
    if s.drawn != NOBODY and s.turn != seat:
        redraw(s, w)
    return True


def lift(s: State, w: Work, seat: int, mine: int) -> int:
    """Takes up what the seat does not know, into the pool; w.hand_size is what each hand then lacks."""
    for other in range(s.seats):
        w.hand_size[other] = 0
        s.held[other] = 0
    for face in range(FACES):
        w.count[face] = 0
    for colour in range(COLOURS):  # what a Triple+ has named is known to all
        face = colour * NUMBERS + s.topmost % NUMBERS
        if s.phase == TRIPLE:
            w.count[face] = s.picked[colour] + (face == s.topmost)
    size = 0
    for face in range(FACES):
        card = first_card(face)
        for i in range(card, card + copies(face)):
            holder = s.where[i]
            named = holder == s.turn and w.count[face] > 0
            s.knowers[i] &= mine
            if holder != NOBODY and holder != seat and s.knowers[i] == 0 and not named:
                s.where[i] = NOBODY
                s.hand_size[holder] -= 1
                w.hand_size[holder] += 1
                if face < SKIP:
                    s.tally[holder][face % NUMBERS] -= 1
                w.pool[size] = face
                size += 1
            elif holder != NOBODY:
                s.held[holder] |= ONE << face
                w.count[face] -= named
    for i in range(s.pile_size):
        w.pool[size] = s.pile[i]
        size += 1
    return size


def fill(s: State, w: Work, seat: int, size: int) -> int:
    """The hand takes what it lacks from the end of the pool; gives what is left."""
    for _ in range(w.hand_size[seat]):
        size -= 1
        add_card(s, seat, w.pool[size])
    return size


def of_number(face: int, number: int) -> bool:
    return face < SKIP and face % NUMBERS == number


def mend(s: State, w: Work, seat: int, size: int) -> None:
    """Brings cards of the Triple+'s number to the end of the pool until the seat can finish it (R8)."""
    number = s.topmost % NUMBERS
    faces = ONE << top_face(s) if s.jumping else playable(s)
    start = size - w.hand_size[seat]
    cards = s.tally[seat][number]
    fit = below_is_fit(s, seat, s.topmost, faces)
    for i in range(start, size):
        if of_number(w.pool[i], number):
            cards += 1
            fit = fit or (faces >> w.pool[i]) & 1 != 0
    for _ in range(2):  # first a card that is fit, then any
        for i in range(start):
            face = w.pool[i]
            wanted = cards < 3 if fit else (faces >> face) & 1 != 0
            if of_number(face, number) and wanted:
                place = start
                while place < size - 1 and of_number(w.pool[place], number):
                    place += 1
                cards += not of_number(w.pool[place], number)
                fit = True
                w.pool[i] = w.pool[place]
                w.pool[place] = face


def redraw(s: State, w: Work) -> None:
    """Which card another seat has just drawn: any that its owner alone knows; inside a Triple+ one of its number."""
    size = 0
    for face in range(FACES):
        card = first_card(face)
        fits = s.phase == DRAWN or of_number(face, s.topmost % NUMBERS)
        for i in range(card, card + copies(face)):
            if s.where[i] == s.turn and fits and (s.phase == TRIPLE or s.knowers[i] == 0):
                w.pool[size] = face
                size += 1
    if size > 0:
        s.drawn = w.pool[draw(w, size)]
