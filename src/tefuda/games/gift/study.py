"""GIFT: what the lab counts, and what it calls it."""

from __future__ import annotations

from tefuda.games.gift.moves import Commit, Discard, Move, Offer, Place
from tefuda.games.gift.state import REASONS

START = "dealer"  # R2
ENDING = "reason"
ENDINGS = REASONS
KINDS = {
    "place": ("place a card", "並べる"),
    "run": ("place several", "まとめて並べる"),
    "gift": ("place with the Gift", "ギフトと並べる"),
    "discard": ("discard", "捨てる"),
    "hold": ("Hold", "ホールド"),
    "offer": ("Offer", "オファー"),
    "break": ("Break", "ブレイク"),
    "success": ("Success", "サクセス"),
    "commit": ("commit", "コミット"),
    "pass": ("pass", "パス"),
}
STEPS = {"commit": ("place", "run", "gift", "discard", "hold", "offer", "break")}  # R15: the first turn ends with it
ASIDE: tuple[str, ...] = ()
ENDS = {
    "success": ("Success", "サクセス"),
    "together": ("all succeeded", "全員サクセス"),
    "failed": ("mission failed", "ミッション失敗"),
    "stall": ("stall", "手詰まり"),
    "nobody": ("nobody left", "全員脱落"),
    "places": ("places", "順位"),
}


def kind_of(move: Move) -> str:
    match move:
        case Place(cards):
            return "gift" if "gift" in cards else "place" if len(cards) == 1 else "run"
        case Discard():
            return "discard"
        case Offer():
            return "offer"
        case Commit():
            return "commit"
    return str(move)
