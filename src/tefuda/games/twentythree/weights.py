"""23: the weights of the levels, in the order of policy.py. Made again by `tefuda tune twentythree`."""

from __future__ import annotations

# bonus, gap, step, back, rise, dead, force, stay, rush
CASUAL = (200, 100, 0, 0, 0, 100, 0, 0, 0)
CLUB = (274, 46, 26, 100, 86, 95, -6, 5, 6)
