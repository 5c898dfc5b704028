"""23 with 21 cards, two of them in a hand, one round and no bonus chips: small enough for exact methods.

The numbers go from 1 to 8. With `learn12` nothing is put away; without it five cards are dealt and three put away.
"""

from tefuda.games.twentythree import state as g
from tefuda.games.twentythree.rules import begin_round
from tefuda.games.twentythree.state import State, Work

VARIANT_OF = "twentythree"
TITLE = {"en": "23, small", "ja": "23(小)"}


def copies(v: int) -> int:
    """R1: numbers above 8 are not in the deck."""
    return min(v, 3) if v <= 8 else 0


def dealt(s: State) -> int:
    """R4, R21: two cards are left in each hand."""
    return 2 if s.learn12 else 5


def begin(s: State, w: Work, seats: int) -> None:
    """R5: without bonus chips."""
    s.seats = seats
    begin_round(s, 1)


def end_round(s: State) -> None:
    """R18: there is one round."""
    s.phase = g.END


def rounds(s: State) -> int:
    return 1 if s.phase == g.END else 0
