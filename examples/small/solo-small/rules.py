"""SOLO with 24 cards of 11 faces, two cards in each hand, and at most 12 turns in a round: for tabular methods.

There are the numbers 1 to 4 and the Skip in red and green, twice each, and four colour changes. With `target_score=1`
a match is one round.
"""

from tefuda.games.solo import state as g
from tefuda.games.solo.cards import add_card
from tefuda.games.solo.rules import clear_answer, end_round
from tefuda.games.solo.state import State, Work

VARIANT_OF = "solo"
TITLE = {"en": "SOLO, small", "ja": "SOLO(小)"}

CARDS = 2  # in a hand
TURNS = 12


def copies(face: int) -> int:
    """How many cards show it."""
    if face < g.SKIP:
        return 2 if face < 2 * g.NUMBERS and face % g.NUMBERS < 4 else 0
    if face < g.REVERSE:
        return 2 if face - g.SKIP < 2 else 0
    return 4 if face == g.COLOUR else 0


def chance(s: State, w: Work) -> int:
    """R1, R3: the dealer, the hands; R2: the start card; R27: cards from the pile, which has no order."""
    w.sides = 1
    if s.phase == g.DEALER:
        w.size = s.seats
        for seat in range(s.seats):
            w.pool[seat] = seat
        return 1
    if s.phase == g.DEAL:
        size = 0
        for face in range(g.FACES):
            for _ in range(copies(face)):
                w.pool[size] = face
                size += 1
        w.size = size
        return CARDS * s.seats
    w.size = s.pile_size
    for i in range(s.pile_size):
        w.pool[i] = s.pile[i]
    return 1 if s.phase == g.TURN_UP else min(s.to_draw, s.pile_size)


def deal_hands(s: State, w: Work) -> None:
    for face in range(g.FACES):
        w.count[face] = copies(face)
    for i in range(CARDS * s.seats):
        w.count[w.drawn[i]] -= 1
        add_card(s, i // CARDS, w.drawn[i])
    for face in range(g.FACES):
        for _ in range(w.count[face]):
            s.pile[s.pile_size] = face
            s.pile_size += 1


def begin_turn(s: State, seat: int) -> None:
    """R28, R29: a normal turn, if there may be one more."""
    clear_answer(s)
    if s.turns >= TURNS:
        end_round(s, g.NOBODY, g.CAPPED)
        return
    s.turns += 1
    s.turn = seat
    s.phase = g.TURN
