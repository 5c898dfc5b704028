"""Bots: they get what their seat gets, and nothing else. The levels have the same names in all games."""

from __future__ import annotations

from typing import Literal

from tefuda.bots.expert import choose_expert, is_offered
from tefuda.bots.levels import (
    Bot,
    choose_beginner,
    choose_casual,
    choose_club,
    choose_random,
    decide_casual,
    decide_club,
)
from tefuda.bots.master import Master
from tefuda.kernel import engine
from tefuda.match import Decision

LEVELS = ("random", "beginner", "casual", "club", "expert", "master")  # from the weakest to the strongest
BOTS: dict[str, Bot] = {
    "random": choose_random,
    "beginner": choose_beginner,
    "casual": choose_casual,
    "club": choose_club,
    "expert": choose_expert,
    "master": Master(seconds=0.5),
}

# The same for levels that need no view: where many bots move, it is a hundred times as fast (`Match.decide`). `expert`
# values some moves over worlds that it deals from the state, so states that look alike to it may give different moves.
DECISIONS: dict[str, Decision] = {"casual": decide_casual, "club": decide_club}


def levels_of(game: str) -> tuple[str, ...]:
    """The levels of a game: all, or all but `expert` where its networks are missing, damaged or of other rules."""
    return tuple(level for level in LEVELS if level != "expert" or is_offered(game))


def quick_level(game: str) -> Literal["club", "expert"]:
    """The strongest level that decides at once: it gives hints and stands in for people."""
    return "expert" if is_offered(game) and engine(game).backend.form == "compiled" else "club"


__all__ = ["BOTS", "DECISIONS", "LEVELS", "Bot", "Decision", "Master", "levels_of", "quick_level"]
