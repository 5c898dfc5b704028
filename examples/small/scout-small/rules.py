"""SCOUT with two cards in each hand: small enough for exact methods, above all in the short game with three seats.

Three seats play with the 6 cards of the numbers 1 to 4, four with 8 and five with the 10 of the numbers 1 to 5. The
two-player edition is the usual one.
"""

from tefuda.games.scout.state import State, Work

VARIANT_OF = "scout"
TITLE = {"en": "SCOUT, small", "ja": "SCOUT(小)"}


def deck(s: State, w: Work) -> int:
    """R1, R4: writes both sides of each card in play to w.pool; gives the number of cards."""
    size = 0
    top = 4 if s.seats == 3 else 5 if s.seats > 3 else 10
    for a in range(1, top + 1):
        for b in range(a + 1, top + 1):
            if not (s.seats == 4 and a > 2 and b == 5) and not (s.seats == 2 and a == 9):
                w.pool[2 * size] = a + 16 * b
                w.pool[2 * size + 1] = b + 16 * a
                size += 1
    return size
