"""High Card: the description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from tefuda.games.option import Value, number
from tefuda.games.showing import each, own, table
from tefuda.kernel import I8, I16, Grid, Ints, Setup
from tefuda.kernel import Work as KernelWork

TITLE = {"en": "High Card", "ja": "ハイカード"}
SEATS = (4, 2, 3)  # the usual number first
SEATS_MAX = 4
CARDS = 40
CARD_TEXTS = [str(card) for card in range(1, CARDS + 1)]

DEAL, PLAY, END = range(3)  # phases; chance acts in the first

MOVES = [f"play {card}" for card in CARD_TEXTS]  # the actions, in their order
N_ACTIONS = CARDS


class Options(Setup):
    dealt: Annotated[I16, number(7, 1, 10, ("Cards each", "手札の枚数"), ("Cards dealt to each.", "最初に配る枚数。"))]


class State(Options):
    """Each field says who may see it and how it is shown; one that says nothing is hidden."""

    phase: Annotated[I8, table()]
    turn: Annotated[I8, table("seat")]
    trick: Annotated[Ints, "i1", SEATS_MAX, each("text", "Played", "出した札", ["-", *CARD_TEXTS])]
    laid: Annotated[Ints, "i1", CARDS, table("counts", "Gone", "出た札", CARD_TEXTS)]
    hand_size: Annotated[Ints, "i1", SEATS_MAX, each("number", "Cards", "手札")]
    won: Annotated[Ints, "i1", SEATS_MAX, each("number", "Tricks", "取った数")]
    hand: Annotated[Grid, "i1", SEATS_MAX, CARDS, own("counts", "Your hand", "あなたの手札", CARD_TEXTS)]


class Work(KernelWork):
    out: Annotated[Ints, "i2", N_ACTIONS]
    pool: Annotated[Ints, "i2", CARDS]
    drawn: Annotated[Ints, "i2", CARDS]
    weights: Annotated[Grid, "i4", SEATS_MAX, 1]


def score_bounds(seats: int, options: Mapping[str, Value]) -> tuple[int, int]:
    """Between these numbers lie all scores."""
    return 0, int(options["dealt"])
