"""SOLO: cards, hands and piles. Kernel Python; the numbers are those of rules.md."""

from __future__ import annotations

from tefuda.games.solo.memory import forget_everything, given, swapped
from tefuda.games.solo.state import (
    ACTIONS_OF_RED,
    BLOCK,
    CARDS,
    COLOUR,
    DEAL,
    DEALER,
    DEALT,
    FACES,
    NOBODY,
    NUMBERS,
    NUMBERS_OF_RED,
    ONE,
    SKIP,
    SWAP,
    TURN_UP,
    State,
    Work,
)

# ---- faces


def first_card(face: int) -> int:
    """The cards of a face stand together, in the order of the faces."""
    if face < SWAP:
        return 2 * face
    if face < COLOUR:
        return face + 48
    return 4 * face - 120 if face < BLOCK else face + 57


def copies(face: int) -> int:
    """How many cards show it."""
    if face < SWAP:
        return 2
    return 4 if COLOUR <= face < BLOCK else 1


def colour_of(face: int) -> int:
    """Of a face that is not black; the bolt of a Block."""
    return face // NUMBERS if face < SKIP else face - BLOCK if face >= BLOCK else face % 4


def of_colour(colour: int) -> int:
    """All faces of a colour, as bits."""
    return (NUMBERS_OF_RED << (NUMBERS * colour)) | (ACTIONS_OF_RED << colour)


def value(s: State, face: int) -> int:
    """R25, A1: what a card left in hand costs."""
    if face < SKIP:
        return face % NUMBERS + 1
    if face < COLOUR:
        return s.points[(face - SKIP) // 4]
    return s.points[min(face, BLOCK) - COLOUR + 5]


# ---- hands


def bit(seat: int) -> int:
    return ONE << seat


def holds(s: State, seat: int, face: int) -> bool:
    return (s.held[seat] >> face) & 1 != 0


def held_copies(s: State, seat: int, face: int) -> int:
    n = 0
    card = first_card(face)
    for i in range(copies(face)):
        n += s.where[card + i] == seat
    return n


def add_card(s: State, seat: int, face: int) -> int:
    """A card of this face that is in no hand comes to this one, which needs a call of its own (R31); gives the card."""
    card = first_card(face)
    while s.where[card] != NOBODY:
        card += 1
    s.where[card] = seat
    s.knowers[card] = 0
    s.held[seat] |= ONE << face
    s.hand_size[seat] += 1
    s.called &= ~bit(seat)
    if face < SKIP:
        s.tally[seat][face % NUMBERS] += 1
    return card


def remove_card(s: State, seat: int, face: int) -> int:
    """One leaves the hand; gives the card. A seat that knew of n cards of this face here now knows of n - 1."""
    card = first_card(face)
    while s.where[card] != seat:
        card += 1
    known = s.knowers[card]
    left = 0
    for other in range(card + 1, first_card(face) + copies(face)):
        if s.where[other] == seat:
            both = known & s.knowers[other]
            known |= s.knowers[other]
            s.knowers[other] = both
            left += 1
    s.knowers[card] = known
    take_out(s, seat, face, card, left)
    return card


def remove_drawn(s: State, seat: int, face: int) -> None:
    """R10: the card just drawn leaves the hand. Nobody knew it, and all that was known of the hand is still there."""
    card = first_card(face)
    while s.where[card] != seat or s.knowers[card] != 0:
        card += 1
    take_out(s, seat, face, card, held_copies(s, seat, face) - 1)


def take_out(s: State, seat: int, face: int, card: int, left: int) -> None:
    """The card leaves the hand, in which so many of its face are left; what was called (R31) counts no more."""
    s.where[card] = NOBODY
    if left == 0:
        s.held[seat] &= ~(ONE << face)
    s.hand_size[seat] -= 1
    s.called &= ~bit(seat)
    if face < SKIP:
        s.tally[seat][face % NUMBERS] -= 1


def hand_over(s: State, seat: int, target: int, face: int) -> int:
    """R15: the giver knows where the card is; gives the card."""
    known = s.knowers[remove_card(s, seat, face)]
    given(s, seat, target, face, known)
    card = add_card(s, target, face)
    s.knowers[card] = (known | bit(seat)) & ~bit(target)
    return card


def forget(s: State, seat: int, witness: int) -> None:
    """A card of this hand went where only the witness saw it; nobody else is sure of any card of it any more."""
    for card in range(CARDS):
        if s.where[card] == seat:
            s.knowers[card] &= bit(witness)


def move_hands(s: State, w: Work) -> None:
    """R14, R18: the hand of each seat goes to w.goes_to[seat]. The previous holder remembers it."""
    swapped(s, w)
    for seat in range(s.seats):
        w.held[seat] = s.held[seat]
        w.hand_size[seat] = s.hand_size[seat]
        for number in range(NUMBERS):
            w.tally[seat][number] = s.tally[seat][number]
    for seat in range(s.seats):
        target = w.goes_to[seat]
        if target != seat:
            s.held[target] = w.held[seat]
            s.hand_size[target] = w.hand_size[seat]
            s.called &= ~bit(target)
            for number in range(NUMBERS):
                s.tally[target][number] = w.tally[seat][number]
    for card in range(CARDS):
        seat = s.where[card]
        if seat != NOBODY and w.goes_to[seat] != seat:
            target = w.goes_to[seat]
            s.where[card] = target
            s.knowers[card] = (s.knowers[card] | bit(seat)) & ~bit(target)


# ---- the draw pile and the discards


def top_face(s: State) -> int:
    return s.heap[s.heap_size - 1]


def discard(s: State, face: int) -> None:
    s.heap[s.heap_size] = face
    s.heap_size += 1


def take_from_pile(s: State, face: int) -> None:
    i = 0
    while s.pile[i] != face:
        i += 1
    s.pile_size -= 1
    s.pile[i] = s.pile[s.pile_size]


def can_draw(s: State) -> bool:
    """R27: from the pile, or from the discards below the top."""
    return s.pile_size > 0 or s.heap_size > 1


def reshuffle(s: State) -> None:
    """R27: all discards but the top are the new pile."""
    for i in range(s.heap_size - 1):
        s.pile[i] = s.heap[i]
    s.pile_size = s.heap_size - 1
    s.heap[0] = top_face(s)
    s.heap_size = 1
    s.reshuffled += 1


# ---- the deal


def gather(s: State) -> None:
    """All cards together."""
    s.pile_size = 0
    s.heap_size = 0
    forget_everything(s)
    for card in range(CARDS):
        s.where[card] = NOBODY
        s.knowers[card] = 0
    for seat in range(s.seats):
        s.held[seat] = 0
        s.hand_size[seat] = 0
        for number in range(NUMBERS):
            s.tally[seat][number] = 0


def chance(s: State, w: Work) -> int:
    """R1, R3: the dealer, the hands; R2: the start card; R27: cards from the pile, which has no order."""
    w.sides = 1
    if s.phase == DEALER:
        w.size = s.seats
        for seat in range(s.seats):
            w.pool[seat] = seat
        return 1
    if s.phase == DEAL:
        size = 0
        for face in range(FACES):
            for _ in range(copies(face)):
                w.pool[size] = face
                size += 1
        w.size = size
        return DEALT * s.seats
    w.size = s.pile_size
    for i in range(s.pile_size):
        w.pool[i] = s.pile[i]
    return 1 if s.phase == TURN_UP else min(s.to_draw, s.pile_size)


def deal_hands(s: State, w: Work) -> None:
    for face in range(FACES):
        w.count[face] = copies(face)
    i = 0
    for seat in range(s.seats):
        for _ in range(DEALT):
            w.count[w.drawn[i]] -= 1
            add_card(s, seat, w.drawn[i])
            i += 1
    for face in range(FACES):
        for _ in range(w.count[face]):
            s.pile[s.pile_size] = face
            s.pile_size += 1
