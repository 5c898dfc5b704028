"""Crazy Eights: the description. Everything that is not written is made from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from tefuda.games.option import Value, number, switch
from tefuda.games.showing import each, own, table
from tefuda.kernel import I8, I16, Grid, Ints, Setup
from tefuda.kernel import Work as KernelWork

TITLE = {"en": "Crazy Eights", "ja": "クレイジーエイト"}
VERSION = 1
SEATS = (4, 2, 3, 5)
SEATS_MAX = 5

SUITS = ("s", "h", "d", "c")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = 52
CARD_TEXTS = [suit + rank for suit in SUITS for rank in RANKS]  # a card is suit * 13 + rank
EIGHT, QUEEN = 7, 11
HAND_MAX = 8

# Phases. Chance acts in the first three.
DEAL, TURN_UP, DRAW, PLAY, NAME, END = range(6)

# Actions, in their order.
MOVES = [f"play {card}" for card in CARD_TEXTS] + [f"name {suit}" for suit in SUITS] + ["draw", "pass"]
NAME0, DRAW_ONE, PASS = CARDS, CARDS + 4, CARDS + 5
N_ACTIONS = CARDS + 6
N_WEIGHTS = 4


class Options(Setup):
    dealt: Annotated[
        I16, number(5, 3, HAND_MAX, ("Cards each", "手札の枚数"), ("Cards dealt to each.", "最初に配る枚数。"), "R1")
    ]
    target: Annotated[
        I16,
        number(
            50, 10, 500, ("Play to", "終了点"), ("The match ends at so many points.", "この点に達したら終わり。"), "R7"
        ),
    ]
    queens_skip: Annotated[
        I16,
        switch(
            False,
            ("Queens skip", "Qはスキップ"),
            ("Whether a queen skips the next seat.", "Qで次の人をとばすか。"),
            "R4",
        ),
    ]


class State(Options):
    phase: Annotated[I8, table()]
    round: Annotated[I8, table("number", "Round", "ラウンド")]
    start: Annotated[I8, table("seat")]
    turn: Annotated[I8, table("seat")]
    drew: Annotated[I8, table("flag")]
    passes: Annotated[I8, table()]
    top: Annotated[I8, table("text", "Top card", "場札", CARD_TEXTS)]
    suit: Annotated[I8, table("text", "Suit", "スート", SUITS)]
    stock: Annotated[I8, table("number", "Stock", "山札")]
    laid: Annotated[Ints, "i1", CARDS, table("counts", "Played", "出た札", CARD_TEXTS)]
    hand_size: Annotated[Ints, "i1", SEATS_MAX, each("number", "Cards", "手札")]
    points: Annotated[Ints, "i2", SEATS_MAX, each("number", "Points", "得点")]
    hand: Annotated[Grid, "i1", SEATS_MAX, CARDS, own("counts", "Your hand", "あなたの手札", CARD_TEXTS)]


class Work(KernelWork):
    out: Annotated[Ints, "i2", N_ACTIONS]
    pool: Annotated[Ints, "i2", CARDS]
    drawn: Annotated[Ints, "i2", CARDS]
    weights: Annotated[Grid, "i4", SEATS_MAX, N_WEIGHTS]


def score_bounds(seats: int, options: Mapping[str, Value]) -> tuple[int, int]:
    """R6, R7: below the target before the last round, and then at most the whole deck in hand."""
    return -(int(options["target"]) + 540), 0
