"""SCOUT: the weights of the levels, in the order of policy.py. Made again by `tefuda tune scout`."""

from __future__ import annotations

# capture, card, low, group | two, three, four | alone, high, run2, group2, run3, group3, long | best, last | chip,
# turn, marker | threat, end
CASUAL = (100, 45, 4, 25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2000, 100, 0, 60, 0, 100)
CLUB = (60, 18, -1, 23, -5, 1, -1, 271, -2, 270, 225, 175, 108, 55, -4, 1941, 43, -5, 75, 5, 91)
