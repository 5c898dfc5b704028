"""Why a move is not possible now: a sentence, and the rule behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tefuda.games.sentences import Say

if TYPE_CHECKING:
    from tefuda.games.view import View

TEXTS = {
    "en": {
        "you": "you",
        "seat": "seat {seat}",
        "over": "The match is over.",
        "wait": "It is for {others} to act now.",
    },
    "ja": {
        "over": "ゲームは終わっています。",
        "wait": "いまは{others}の番です。",
    },
}


class Reason(NamedTuple):
    """The answer for the seat that asked. It says no more than that seat may know."""

    text: str
    rule: str  # its number on the game's rules page; "" where no rule is needed


def out_of_turn(view: View, lang: str, names: Sequence[str]) -> Reason | None:
    """Why a seat can make no move at all: the match is over, or others act now. None if it is this seat's turn."""
    say = Say(TEXTS, lang, view.seat, names)
    if not view.to_act:
        return Reason(say("over"), "")
    if view.seat not in view.to_act:
        return Reason(say("wait", others=say.everybody(view.to_act)), "")
    return None
