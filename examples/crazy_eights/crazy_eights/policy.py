"""Crazy Eights: what a move is worth to a bot."""

from __future__ import annotations

from crazy_eights import game as g
from crazy_eights.game import State, Work
from crazy_eights.rules import worth_of

# For: a point laid; an eight kept; a card of one's own in the suit that will count; passing or drawing.
CASUAL = (2, 0, 0, -100)
CLUB = (2, 70, 6, -100)


def worth(s: State, w: Work, seat: int, action: int) -> int:
    if action >= g.DRAW_ONE:
        return w.weights[seat][3]
    suit = action - g.NAME0 if action >= g.CARDS else action // 13
    mine = 0
    for rank in range(13):
        mine += s.hand[seat][suit * 13 + rank]
    found = w.weights[seat][2] * mine
    if action < g.CARDS:
        found += w.weights[seat][0] * worth_of(action)
        found -= w.weights[seat][1] if action % 13 == g.EIGHT else 0
    return found
