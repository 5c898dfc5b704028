"""SOLO: the invariants of a state. Kernel Python."""

from __future__ import annotations

from tefuda.games.solo.cards import bit, copies, first_card, held_copies, top_face
from tefuda.games.solo.legal import actor, call_comes_first, legal
from tefuda.games.solo.memory import row_of
from tefuda.games.solo.state import (
    ANSWER,
    ANY,
    CARDS,
    COLOURS,
    DRAWING,
    DRAWN,
    END,
    FACES,
    GIVE,
    NOBODY,
    NOTHING,
    NUMBERS,
    SKIP,
    SUM_MAX,
    SWAP,
    TO_DRAW,
    TRIPLE,
    TURN,
    TURNS_MAX,
    State,
    Work,
)


def sound(s: State, w: Work) -> int:
    """0, or the number of the first broken invariant."""
    if s.phase < DRAWING and s.heap_size == 0 and s.pile_size == 0:
        return 0  # before a deal
    for face in range(FACES):
        w.count[face] = 0
    for i in range(s.pile_size):
        w.count[s.pile[i]] += 1
    for i in range(s.heap_size):
        w.count[s.heap[i]] += 1
    broken = sound_hands(s, w)
    if broken:
        return broken
    for face in range(FACES):
        for seat in range(s.seats):
            w.count[face] += held_copies(s, seat, face)
        if w.count[face] != copies(face):
            return 1  # no card is lost
    if s.turns > TURNS_MAX or s.passes > s.seats or not 0 <= s.sum <= SUM_MAX:
        return 2  # R28, R33
    if s.phase < DRAWING:
        return 0
    if s.heap_size < 1 or s.pile_size > CARDS - 1 - s.seats or not 0 <= s.colour <= ANY:
        return 3  # R33
    if s.phase == DRAWING:
        return 0 if s.to_draw > 0 and s.pile_size > 0 else 4
    return sound_phase(s, w)


def sound_hands(s: State, w: Work) -> int:
    for seat in range(s.seats):
        size = 0
        for number in range(NUMBERS):
            cards = 0
            for colour in range(COLOURS):
                cards += held_copies(s, seat, colour * NUMBERS + number)
            if cards != s.tally[seat][number]:
                return 5
        for face in range(FACES):
            held = held_copies(s, seat, face)
            size += held
            if (held > 0) != ((s.held[seat] >> face) & 1 != 0):
                return 6
        if size != s.hand_size[seat] or size > CARDS - s.seats:
            return 7  # R33
    for card in range(CARDS):
        seat = s.where[card]
        if seat != NOBODY and s.knowers[card] & bit(seat):
            return 8
    for seat in range(s.seats):
        for observer in range(s.seats):
            if (s.lacking >> seat) & 1 and not sound_memory(s, w, seat, observer):
                return 18
    return 0


def sound_memory(s: State, w: Work, seat: int, observer: int) -> bool:
    """R8: the unknown cards can lie so that none is what it cannot be."""
    row = row_of(seat, observer)
    unknown = 0
    for number in range(NUMBERS):
        w.tally[0][number] = 0
    for card in range(CARDS):
        if s.where[card] == seat and (observer == seat or not (s.knowers[card] >> observer) & 1):
            unknown += 1
            if card < 2 * SKIP:
                w.tally[0][(card >> 1) % NUMBERS] += 1
    for number in range(NUMBERS):
        least = s.lacks[row][number]
        there = 0
        for other in range(NUMBERS):
            there += w.tally[0][other] if s.lacks[row][other] >= least else 0
        if least > 0 and there > unknown - least:
            return False
    return True


def sound_phase(s: State, w: Work) -> int:
    top = top_face(s)
    card = first_card(top)
    if top < SWAP and s.where[card] != NOBODY and s.where[card + 1] != NOBODY:
        return 9  # R7: two seats can never race
    answers = s.phase == ANSWER or s.phase == GIVE
    if answers != (s.pending != NOTHING) and s.phase != END:
        return 10  # R29
    if (s.sum > 0) != (s.pending == TO_DRAW) and s.phase != END:
        return 11  # R13
    if s.pending != NOTHING and top < SKIP and s.phase != END:
        return 12  # R29: no number lies on top of an effect
    if (s.phase == DRAWN) != (s.drawn != NOBODY) and s.phase != TRIPLE:
        return 13  # R10
    for seat in range(s.seats):
        if s.hand_size[seat] == 0 and not (s.phase == END and seat == s.winner):
            return 14  # R24
        if ((s.owes | s.called) >> seat) & 1 and s.hand_size[seat] != 1 and s.phase != END:
            return 15  # R31
        if s.phase == END:
            continue
        if (s.owes >> seat) & 1 and (call_comes_first(s) or (s.called >> seat) & 1):
            return 16  # R31, R34
    if s.phase >= TURN and s.phase != END and legal(s, w, actor(s)) == 0:
        return 17  # there is always a move
    return 0
