"""SOLO: what a seat cannot know, dealt anew. Kernel Python."""

from __future__ import annotations

from tefuda.games.solo.cards import add_card, bit, copies, first_card, top_face
from tefuda.games.solo.legal import below_is_fit, playable
from tefuda.games.solo.memory import can_be, forget_others, row_of
from tefuda.games.solo.state import (
    COLOURS,
    DEALS,
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
    put together has named. Hands are changed only where a Triple+ has left no card of its number, and where somebody
    else puts one together, so that it can be finished.
    """
    called = s.called
    mine = bit(seat) if seat != NOBODY else 0
    s.let_go &= mine
    forget_others(s, seat)
    size = lift(s, w, seat, mine)
    shuffle(w, size)
    if s.lacking and not honour(s, w, seat, size):
        return False
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
    for colour in range(COLOURS):  # what a Triple+ has named is known to all, and may be what the seat knew before
        face = colour * NUMBERS + s.topmost % NUMBERS
        if s.phase == TRIPLE:
            w.count[face] = s.picked[colour] + (face == s.topmost)
            for i in range(first_card(face), first_card(face) + copies(face)):
                w.count[face] -= s.where[i] == s.turn and s.knowers[i] & mine != 0
    size = 0
    for face in range(FACES):
        card = first_card(face)
        for i in range(card, card + copies(face)):
            holder = s.where[i]
            s.knowers[i] &= mine
            named = holder == s.turn and s.knowers[i] == 0 and w.count[face] > 0
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


def honour(s: State, w: Work, seat: int, size: int) -> bool:
    """R8: what a hand cannot hold changes places with something else of the pool; False if that is in vain."""
    end = size
    for i in range(size):
        w.holder[i] = NOBODY
    for holder in range(s.seats):
        for age in range(w.hand_size[holder]):
            end -= 1
            w.holder[end] = holder
            w.age[end] = age
    for _ in range(DEALS):
        settled = True
        for i in range(size):
            settled = (fits(s, w, seat, i, w.pool[i]) or exchange(s, w, seat, i, size)) and settled
        if settled:
            return True
        shuffle(w, size)
    return False


def fits(s: State, w: Work, seat: int, i: int, face: int) -> bool:
    """Whether, for all that the seat knows, this card may lie at this place of the pool."""
    return w.holder[i] == NOBODY or can_be(s, row_of(w.holder[i], seat), w.age[i], face)


def exchange(s: State, w: Work, seat: int, i: int, size: int) -> bool:
    """Two cards of the pool change places so that both fit."""
    face = w.pool[i]
    for k in range(2 * size):  # any of them; and if chance does not find one, the first
        other = draw(w, size) if k < size else k - size
        if fits(s, w, seat, i, w.pool[other]) and fits(s, w, seat, other, face):
            w.pool[i] = w.pool[other]
            w.pool[other] = face
            return True
    return False


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
    """Which card another seat has just drawn: the newest that is not known; inside a Triple+ any of its number."""
    size = 0
    if s.phase == DRAWN:
        size = s.pile_size
        for other in range(s.turn + 1, s.seats):
            size += w.hand_size[other]
        s.drawn = w.pool[size]
        return
    for known in range(2):  # only if there is no other, one that the seat knows
        for colour in range(COLOURS if size == 0 else 0):
            face = colour * NUMBERS + s.topmost % NUMBERS
            card = first_card(face)
            for i in range(card, card + copies(face)):
                if s.where[i] == s.turn and (known or s.knowers[i] == 0):
                    w.pool[size] = face
                    size += 1
    if size > 0:
        s.drawn = w.pool[draw(w, size)]
