"""23: what the lab counts, and what it calls it."""

from __future__ import annotations

from tefuda.games.twentythree.moves import Discard, Force, Leave, Move, Pass, Play

START = "holder"  # R7: the holder of the 1 begins
ENDING = ""  # a round has one way to end; what its last move was tells more
ENDINGS = ()
KINDS = {
    "discard": ("put a card away", "除外"),
    "play": ("play", "出す"),
    "lower": ("play, chips lower", "チップで下げて出す"),
    "raise": ("play, chips raise", "チップで上げて出す"),
    "shift": ("play, chips up to 5", "チップ（5以内）で出す"),
    "pass": ("pass", "パス"),
    "force": ("pass and force", "パスして強制"),
    "leave": ("leave the round", "抜ける"),
}
STEPS = {"discard": ("discard",)}  # R6: three cards are one decision
ASIDE = ("discard",)
ENDS: dict[str, tuple[str, str]] = {}


def kind_of(move: Move) -> str:
    match move:
        case Discard():
            return "discard"
        case Play(_, _, way, _):
            return {"": "play", "-": "lower", "+": "raise", "*": "shift"}[way]
        case Pass():
            return "pass"
        case Force():
            return "force"
        case Leave():
            return "leave"
