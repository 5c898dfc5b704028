"""GIFT: the weights of the levels, in the order of policy.py. Made again by `tefuda tune gift`, once for each mode."""

from __future__ import annotations

# For each mode: place, own, theirs, each | card, own card, far, make way, king | late place, last card, help, late
# card, late own card, late king, hold, ask, ask else, break up | dead, keep king, keep break
_CASUAL_ATTACK = (100, 80, 0, 10, 20, -10, 2, 60, 70, 100, 20, 5, 30, -200, 65, 80, 85, -5, -600, 90, -500, -600)
_CASUAL_CREATE = (100, 80, 0, 10, 20, -10, 2, 60, 150, 100, 20, 5, 30, -200, -300, 80, 85, 30, 300, 90, -500, -600)
_CLUB_ATTACK = (100, 80, 0, 22, 20, -10, 2, 60, 70, 4, 20, 5, 29, -273, 82, 0, 45, -5, -600, 90, -500, -600)
_CLUB_CREATE = (53, 85, 9, 10, 11, 5, 14, 138, 239, 142, 7, -4, 18, -146, -281, 94, 69, 37, 303, 123, -448, -430)
CASUAL = _CASUAL_ATTACK + _CASUAL_CREATE
CLUB = _CLUB_ATTACK + _CLUB_CREATE
