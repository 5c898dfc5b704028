"""SOLO: what the lab counts, and what it calls it."""

from __future__ import annotations

from tefuda.games.solo.moves import Block, Done, Give, Jump, Move, Play, Triple, With, Word
from tefuda.games.solo.state import ENDINGS as ENDINGS

START = "turn"
ENDING = "ending"
KINDS = {
    "number": ("a number", "数字"),
    "skip": ("Skip", "スキップ"),
    "reverse": ("Reverse", "リバース"),
    "draw2": ("Draw 2", "ドロウ2"),
    "swap": ("Swap one", "一人交換"),
    "gift": ("Gift", "ギフト"),
    "colour": ("colour change", "色変更"),
    "swap_all": ("Swap all", "全員交換"),
    "draw4": ("Draw 4", "ドロウ4"),
    "lay_block": ("lay a Block", "ブロックを出す"),
    "jump": ("jump in", "割り込み"),
    "triple": ("Triple+", "トリプル+"),
    "block": ("block an effect", "ブロックで防ぐ"),
    "accept": ("let it happen", "効果を受ける"),
    "take": ("take the sum", "まとめて引く"),
    "give": ("give a card", "札を渡す"),
    "draw": ("draw", "引く"),
    "keep": ("keep what was drawn", "引いた札を残す"),
    "pass": ("pass", "パス"),
    "solo": ("call alone", "宣言だけ"),
    "wait": ("let it go by", "見送る"),
}
STEPS = {"triple": ("triple", "jump"), "give": ("give",)}  # R8, picked card by card; R15, two cards
ASIDE = ("accept", "solo", "wait")
ENDS = {
    "out": ("a hand is empty", "手札がなくなる"),
    "stuck": ("all passed", "全員パス"),
    "capped": ("turn limit", "手番数の上限"),
}
LAYS = {
    "S": "skip",
    "R": "reverse",
    "D": "draw2",
    "X": "swap",
    "G": "gift",
    "W": "colour",
    "A": "swap_all",
    "W4": "draw4",
}


def kind_of(move: Move) -> str:
    match move:
        case Play(card, _, _) if card.startswith("K"):
            return "lay_block"
        case Play(card, _, _):
            return LAYS.get(card) or LAYS.get(card[1:], "number")
        case Jump():
            return "jump"
        case Triple(_, jump, _):
            return "jump" if jump else "triple"
        case With() | Done():
            return "triple"
        case Block():
            return "block"
        case Give():
            return "give"
        case Word(word):
            return word
