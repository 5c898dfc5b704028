"""SOLO: the weights of the levels, in the order of policy.py. Made again by `tefuda tune solo`."""

from __future__ import annotations

# card, point, follow, hurt, black | jump, triple, swap, swapped, gift | block, stopped: skip, draw, gift, swap | draw,
# reverse, same, give, keep black
CASUAL = (100, 0, 8, 0, 100, 100, 100, 0, 0, 0, 0, 50, 50, 50, 50, 0, 0, 0, 1, 0)
CLUB = (100, 2, 8, 30, 190, 100, 200, 100, 100, 200, 90, 0, 100, 200, 100, 0, 0, 0, 1, 0)
