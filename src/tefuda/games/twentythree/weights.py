"""23: the weights of the levels, in the order of policy.py. Made again by `tefuda tune twentythree`."""

from __future__ import annotations

# bonus, gap, step, back, rise, dead, force, stay, rush
CASUAL = (215, 45, 30, 150, 100, 100, 0, 0, 0)
CLUB = CASUAL
