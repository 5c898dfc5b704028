"""SOLO: what an action is worth to a seat, from what the seat may know. Kernel Python.

How much each thing counts is a weight; each level has its own.
"""

from __future__ import annotations

from tefuda.games.solo.cards import of_colour, value
from tefuda.games.solo.legal import next_seat
from tefuda.games.solo.rules import face_of_lay
from tefuda.games.solo.state import (
    BLOCK,
    BLOCK0,
    CALL,
    COLOUR,
    COLOURS,
    DONE0,
    DRAW,
    DRAW2,
    DRAW4,
    GIFT,
    GIVE0,
    JUMP0,
    KEEP,
    LAY_COLOUR,
    LAY_DRAW4,
    LAY_TARGETED,
    NUMBERS,
    REVERSE,
    SKIP,
    SWAP,
    SWAP_ALL,
    TARGETS,
    TO_DRAW,
    TO_GIFT,
    TO_SKIP,
    TO_SWAP,
    TRIPLE0,
    WITH0,
    State,
    Work,
)

# The places of the weights.
W_CARD = 0  # a card less in hand
W_POINT = 1  # a point less in hand
W_FOLLOW = 2  # a face in hand that fits the colour left behind
W_HURT = 3  # another seat suffers, for each card that it is short of 5
W_BLACK = 4  # a black card is kept for later
W_JUMP = 5  # jumping in
W_TRIPLE = 6  # each card of a Triple+
W_SWAP = 7  # a card less by swapping
W_SWAPPED = 8  # a swap at all
W_GIFT = 9  # giving two cards away
W_BLOCK = 10  # a Block is kept for later
W_BLOCK_SKIP = 11  # a Skip is stopped
W_BLOCK_DRAW = 12  # each card not drawn
W_BLOCK_GIFT = 13
W_BLOCK_SWAP = 14  # each card not got
W_DRAW = 15  # drawing instead of laying
W_REVERSE = 16
W_SAME = 17  # a card left that shares the number or symbol laid
W_GIVE = 18  # a point given away
W_KEEP_BLACK = 19  # a black card kept when giving
WIN = 1000000

# The weights of the levels. They are set by hand: `tefuda tune solo` found none that gain on fresh deals.
CASUAL = (100, 0, 8, 0, 100, 100, 100, 0, 0, 0, 0, 50, 50, 50, 50, 0, 0, 0, 1, 0)
CLUB = (100, 2, 8, 30, 190, 100, 200, 100, 100, 200, 90, 0, 100, 200, 100, 0, 0, 0, 1, 0)


def worth(s: State, w: Work, seat: int, action: int) -> int:
    if action == CALL:
        return WIN
    if action >= DRAW:  # drawing, keeping, taking, accepting, letting go
        return w.weights[seat][W_DRAW] if action < KEEP else 0
    if WITH0 <= action < DONE0:
        return WIN
    return 2 * worth_of_lay(s, w, seat, action) + (action & 1)  # the call costs nothing


def worth_of_lay(s: State, w: Work, seat: int, action: int) -> int:
    if action < JUMP0:
        return worth_of_card(s, w, seat, action >> 1)
    if action < TRIPLE0:
        return w.weights[seat][W_JUMP] + worth_of_card(s, w, seat, (action - JUMP0) >> 1)
    if action < WITH0:
        last = ((action - TRIPLE0) >> 1) % SKIP
        cards = s.tally[seat][last % NUMBERS]
        return (
            WIN
            if cards == s.hand_size[seat]
            else w.weights[seat][W_TRIPLE] * cards + follow(s, w, seat, last // NUMBERS)
        )
    if action < BLOCK0:
        return 1
    if action < GIVE0:
        return worth_of_block(s, w, seat, (action - BLOCK0) >> 1)
    face = (action - GIVE0) >> 1
    return w.weights[seat][W_GIVE] * value(s, face) - (w.weights[seat][W_KEEP_BLACK] if face >= COLOUR else 0)


def count_faces(faces: int) -> int:
    n = 0
    while faces:
        faces &= faces - 1
        n += 1
    return n


def follow(s: State, w: Work, seat: int, colour: int) -> int:
    """How many faces of the hand fit the colour."""
    return w.weights[seat][W_FOLLOW] * count_faces(s.held[seat] & of_colour(colour))


def shortage(s: State, w: Work, seat: int, other: int) -> int:
    """How much it hurts another seat that is near to going out."""
    return w.weights[seat][W_HURT] * max(0, 5 - s.hand_size[other])


def threat(s: State, seat: int) -> int:
    """The smallest other hand."""
    least = s.hand_size[next_seat(s, seat)]
    for other in range(s.seats):
        if other != seat:
            least = min(least, s.hand_size[other])
    return least


def worth_of_card(s: State, w: Work, seat: int, code: int) -> int:
    face = face_of_lay(code)
    left = s.hand_size[seat] - 1
    if left == 0:
        return WIN
    found = w.weights[seat][W_CARD] + w.weights[seat][W_POINT] * value(s, face)
    after = next_seat(s, seat)
    if face < COLOUR:
        found += follow(s, w, seat, face // NUMBERS if face < SKIP else face % COLOURS)
    elif threat(s, seat) > 2 and left > 2:
        found -= w.weights[seat][W_BLACK]  # R4: it can be laid at any time
    if face < SKIP:
        return found + w.weights[seat][W_SAME] * (s.tally[seat][face % NUMBERS] - 1)
    if face < REVERSE or DRAW2 <= face < SWAP:
        return found + shortage(s, w, seat, after)
    if face < DRAW2:
        return (
            found
            + w.weights[seat][W_REVERSE]
            + (shortage(s, w, seat, after) - shortage(s, w, seat, giver_of(s, seat))) // 2
        )
    if face < COLOUR:
        target = (code - LAY_TARGETED) % TARGETS - 1
        if face < GIFT:
            return found + w.weights[seat][W_SWAP] * (left - s.hand_size[target]) - w.weights[seat][W_SWAPPED]
        return WIN - 1 if left <= 2 else found + w.weights[seat][W_GIFT] + shortage(s, w, seat, target)
    if face == COLOUR:
        return found + follow(s, w, seat, max(0, code - LAY_COLOUR - 1))
    if face == DRAW4:
        return found + follow(s, w, seat, max(0, code - LAY_DRAW4 - 1)) + 2 * shortage(s, w, seat, after)
    if face == SWAP_ALL:
        return found + w.weights[seat][W_SWAP] * (left - s.hand_size[giver_of(s, seat)])
    return found + follow(s, w, seat, face - BLOCK) - w.weights[seat][W_BLOCK]


def giver_of(s: State, seat: int) -> int:
    """R18: whose hand comes to this seat."""
    seat -= s.direction
    return seat - s.seats if seat >= s.seats else seat + s.seats if seat < 0 else seat


def worth_of_block(s: State, w: Work, seat: int, colour: int) -> int:
    """R19: what is stopped, against keeping the card."""
    left = s.hand_size[seat] - 1
    if left == 0:
        return WIN
    found = follow(s, w, seat, colour) - w.weights[seat][W_BLOCK]
    if s.pending == TO_SKIP:
        return found + w.weights[seat][W_BLOCK_SKIP] + 2 * shortage(s, w, seat, seat)
    if s.pending == TO_DRAW:
        return found + w.weights[seat][W_BLOCK_DRAW] * s.sum
    if s.pending == TO_GIFT:
        return found + w.weights[seat][W_BLOCK_GIFT]
    other = s.source if s.pending == TO_SWAP else giver_of(s, seat)
    return found + w.weights[seat][W_BLOCK_SWAP] * (s.hand_size[other] - left)
