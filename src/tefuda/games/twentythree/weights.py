"""23: the weights of the levels, in the order of policy.py. Made again by `tefuda tune twentythree`."""

from __future__ import annotations

# bonus, gap, step, back, rise, dead, force, stay, rush, wait, push
CASUAL = (200, 100, 0, 0, 0, 100, 0, 0, 0, 100, 100)
CLUB = (210, 36, 33, 108, 89, 93, 4, 18, 11, 71, 62)
