"""Bots: they get what their seat gets, and nothing else. The levels have the same names in all games."""

from __future__ import annotations

from tefuda.bots.levels import Bot, choose_beginner, choose_casual, choose_club, choose_random
from tefuda.bots.master import Master

LEVELS = ("random", "beginner", "casual", "club", "master")  # from the weakest to the strongest
BOTS: dict[str, Bot] = {
    "random": choose_random,
    "beginner": choose_beginner,
    "casual": choose_casual,
    "club": choose_club,
    "master": Master(seconds=0.5),
}

__all__ = ["BOTS", "LEVELS", "Bot", "Master"]
