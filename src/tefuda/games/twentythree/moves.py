"""23: the moves as values, each with one short text and one action number.

>>> str(Play(10, 2, "-", 1))
'play 10x2 -1'
>>> parse("discard 7")
Discard(number=7)
"""

from __future__ import annotations

from typing import NamedTuple

from tefuda.errors import BadNotation
from tefuda.games.notation import number_in
from tefuda.games.twentythree.state import (
    CHIPS,
    DISCARD0,
    FORCE,
    LEAVE,
    N_ACTIONS,
    NO_CHIPS,
    PASS,
    PLAY0,
    TOP,
    WAYS,
)  # fmt: skip


class Discard(NamedTuple):
    """Put a card away before the round, unseen."""

    number: int

    def __str__(self) -> str:
        return f"discard {self.number}"


class Play(NamedTuple):
    """Lay `cards` cards of one number. Chips lower the pile ("-"), raise it ("+") or are used at their best ("*")."""

    number: int
    cards: int
    way: str = ""
    chips: int = 0

    def __str__(self) -> str:
        return f"play {self.number}x{self.cards}" + (f" {self.way}{self.chips}" if self.chips else "")


class Pass(NamedTuple):
    def __str__(self) -> str:
        return "pass"


class Force(NamedTuple):
    """Pass, and make the next seat play."""

    def __str__(self) -> str:
        return "force"


class Leave(NamedTuple):
    """Leave the round for as many chips as cards in hand."""

    def __str__(self) -> str:
        return "leave"


Move = Discard | Play | Pass | Force | Leave
WORDS: dict[str, Move] = {"pass": Pass(), "force": Force(), "leave": Leave()}


def parse(text: str) -> Move:
    """The move with this text."""
    match text.split(" "):
        case ["pass" | "force" | "leave"]:
            return WORDS[text]
        case ["discard", number]:
            return Discard(number_in(text, number, TOP))
        case ["play", cards, *chips] if len(chips) <= 1:
            number, cross, count = cards.partition("x")
            way, used = (chips[0][:1], number_in(text, chips[0][1:], CHIPS)) if chips else ("", 0)
            if cross and (not chips or way in ("-", "+", "*")):
                return Play(number_in(text, number, TOP), number_in(text, count, 3), way, used)
    raise BadNotation(f"{text!r} is not a move; moves are like discard 7, play 10x2, play 10x2 -1, pass, force, leave")


def action_of(move: Move) -> int:
    """The move's place in the order of all moves."""
    match move:
        case Discard(number):
            return DISCARD0 + number - 1
        case Play(number, cards, way, chips):
            how = NO_CHIPS + {"": 0, "-": -chips, "+": chips, "*": CHIPS + chips}[way]
            return PLAY0 + ((number - 1) * 3 + cards - 1) * WAYS + how
        case Pass():
            return PASS
        case Force():
            return FORCE
        case Leave():
            return LEAVE


def move_of(action: int) -> Move:
    """The move at this place in the order of all moves."""
    if not 0 <= action < N_ACTIONS:
        raise ValueError(f"there is no action {action}")
    if action < PLAY0:
        return Discard(action - DISCARD0 + 1)
    if action >= PASS:
        return list(WORDS.values())[action - PASS]
    cards, how = divmod(action - PLAY0, WAYS)
    number, count = cards // 3 + 1, cards % 3 + 1
    shift = how - NO_CHIPS
    if shift == 0:
        return Play(number, count)
    if shift > CHIPS:
        return Play(number, count, "*", shift - CHIPS)
    return Play(number, count, "-" if shift < 0 else "+", abs(shift))
