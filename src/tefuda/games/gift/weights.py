"""GIFT: the weights of the levels, in the order of policy.py. Made again by `tefuda tune gift`."""

from __future__ import annotations

# win, break up, free king, place, each, own, dead, ask, wait, make way, early king, late king, late card, early card,
# last card, help, keep card, spoil, keep king, keep break, wait together
CASUAL = (1000, 300, 150, 100, 10, 80, 90, 85, 80, 60, 70, 65, 30, 20, 20, 5, -200, -300, -500, -600, 80)
CLUB = (1000, 300, 150, 100, 10, 80, 90, 85, 0, 60, 70, 65, 30, 20, 20, 5, -200, -300, -500, -600, 80)
