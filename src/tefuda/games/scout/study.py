"""SCOUT: what the lab counts, and what it calls it."""

from __future__ import annotations

from tefuda.games.scout.moves import Double, Flip, Keep, Move, Play, Scout
from tefuda.games.scout.state import ENDINGS as ENDINGS

START = "start"  # the field of the state that names who starts, once a round is dealt
ENDING = "ending"  # the field that says how the last round ended, as a place in ENDINGS
KINDS = {
    "keep": ("keep the hand", "手札をそのまま"),
    "flip": ("turn the hand", "手札を返す"),
    "play1": ("play 1 card", "1枚プレイ"),
    "play2": ("play 2 cards", "2枚プレイ"),
    "play3": ("play 3 cards", "3枚プレイ"),
    "play4": ("play 4 or more", "4枚以上プレイ"),
    "scout": ("scout", "スカウト"),
    "double": ("scout and play", "ダブルアクション"),
}
# Kinds that complete a decision which the same seat has just begun with a move of one of these kinds. One that is
# listed among its own goes on with the same decision, and is not counted again.
STEPS = {f"play{size}": ("double",) for size in (1, 2, 3, 4)}  # R20: the play that a Double Action ends with
ASIDE = ("keep", "flip")  # kinds that take no time of their own: all choose at once, or beside a turn
ENDS = {
    "hand": ("a hand is empty", "手札を出し切る"),
    "scouts": ("all others scouted", "他の全員がスカウト"),
    "cap": ("turn limit", "手番数の上限"),
}


def kind_of(move: Move) -> str:
    match move:
        case Keep():
            return "keep"
        case Flip():
            return "flip"
        case Play(_, size):
            return f"play{min(size, 4)}"
        case Scout():
            return "scout"
        case Double():
            return "double"
