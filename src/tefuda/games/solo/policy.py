"""SOLO: a quick, sensible choice for a seat, from what the seat may know. Kernel Python.

Each legal action has a worth; the best one is taken, the last among equals, so that a call is always made.
"""

from __future__ import annotations

from tefuda.games.solo.cards import of_colour, value
from tefuda.games.solo.legal import legal, next_seat
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

WIN = 100000
CARD = 100  # a card less in hand
POINT = 2  # a point less in hand
FOLLOW = 8  # a face in hand that fits the colour left behind
HURT = 30  # the next seat suffers, for each card that it is short of 5
DEAR = 90  # cards that are always playable are kept for later


def quick(s: State, w: Work, seat: int) -> int:
    n = legal(s, w, seat)
    best = -WIN
    choice = w.out[0]
    for k in range(n):
        worth = worth_of(s, seat, w.out[k])
        if worth >= best:
            best = worth
            choice = w.out[k]
    return choice


def worth_of(s: State, seat: int, action: int) -> int:
    if action == CALL:
        return WIN
    if action >= DRAW:  # drawing, keeping, taking, accepting, letting go
        return 0
    if action < JUMP0:
        return worth_of_lay(s, seat, action >> 1)
    if action < TRIPLE0:
        return CARD + worth_of_lay(s, seat, (action - JUMP0) >> 1)
    if action < WITH0:  # all cards of a number
        last = ((action - TRIPLE0) >> 1) % SKIP
        cards = s.tally[seat][last % NUMBERS]
        return 2 * CARD * cards + follow(s, seat, last // NUMBERS)
    if action < DONE0:
        return CARD
    if action < BLOCK0:
        return 1
    if action < GIVE0:
        return worth_of_block(s, seat, (action - BLOCK0) >> 1)
    return value(s, (action - GIVE0) >> 1)


def follow(s: State, seat: int, colour: int) -> int:
    """How many faces of the hand fit the colour."""
    faces = s.held[seat] & of_colour(colour)
    n = 0
    while faces:
        faces &= faces - 1
        n += 1
    return FOLLOW * n


def shortage(s: State, seat: int) -> int:
    """How near another seat is to going out."""
    return HURT * max(0, 5 - s.hand_size[seat])


def threat(s: State, seat: int) -> int:
    """The smallest other hand."""
    least = s.hand_size[next_seat(s, seat)]
    for other in range(s.seats):
        if other != seat:
            least = min(least, s.hand_size[other])
    return least


def worth_of_lay(s: State, seat: int, code: int) -> int:
    face = face_of_lay(code)
    left = s.hand_size[seat] - 1
    if left == 0:
        return WIN
    worth = CARD + POINT * value(s, face)
    after = next_seat(s, seat)
    if face < COLOUR:
        worth += follow(s, seat, face // NUMBERS if face < SKIP else face % COLOURS)
    elif threat(s, seat) > 2 and left > 2:
        worth -= CARD + DEAR  # R4: it can be laid at any time
    if face < SKIP:
        return worth
    if face < REVERSE or DRAW2 <= face < SWAP:
        return worth + shortage(s, after)
    if face < DRAW2:
        return worth + (shortage(s, after) - shortage(s, giver_of(s, seat))) // 2
    if face < GIFT:
        target = (code - LAY_TARGETED) % TARGETS - 1
        return worth + CARD * (left - s.hand_size[target]) - CARD
    if face < COLOUR:
        target = (code - LAY_TARGETED) % TARGETS - 1
        return WIN - 1 if left <= 2 else worth + 2 * CARD + shortage(s, target)
    if face == COLOUR:
        return worth + follow(s, seat, max(0, code - LAY_COLOUR - 1))
    if face == DRAW4:
        return worth + follow(s, seat, max(0, code - LAY_DRAW4 - 1)) + 2 * shortage(s, after)
    if face == SWAP_ALL:
        return worth + CARD * (left - s.hand_size[giver_of(s, seat)])
    return worth + follow(s, seat, face - BLOCK)


def giver_of(s: State, seat: int) -> int:
    """R18: whose hand comes to this seat."""
    seat -= s.direction
    return seat - s.seats if seat >= s.seats else seat + s.seats if seat < 0 else seat


def worth_of_block(s: State, seat: int, colour: int) -> int:
    """R19: what is stopped, against keeping the card."""
    left = s.hand_size[seat] - 1
    if left == 0:
        return WIN
    worth = follow(s, seat, colour) - DEAR
    if s.pending == TO_SKIP:
        return worth + 2 * shortage(s, seat)
    if s.pending == TO_DRAW:
        return worth + CARD * s.sum
    if s.pending == TO_GIFT:
        return worth + 2 * CARD
    other = s.source if s.pending == TO_SWAP else giver_of(s, seat)
    return worth + CARD * (s.hand_size[other] - left)
