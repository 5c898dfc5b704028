"""SCOUT: the moves as values, each with one short text and one action number.

>>> str(Play(first=3, size=2))
'play 3+2'
>>> parse("double left flip 4")
Double(end='left', flip=True, place=4)
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from tefuda.errors import BadNotation
from tefuda.games.notation import number_in
from tefuda.games.scout.state import DOUBLE0, FLIP, HAND_MAX, KEEP, N_ACTIONS, PLAY0, SCOUT0, SCOUTS_MAX, SET_MAX

End = Literal["left", "right"]
ENDS: tuple[End, End] = ("left", "right")


class Keep(NamedTuple):
    """Keep the hand as it was dealt."""

    def __str__(self) -> str:
        return "keep"


class Flip(NamedTuple):
    """Turn the whole hand upside down."""

    def __str__(self) -> str:
        return "flip"


class Play(NamedTuple):
    """Play `size` cards from the `first` one on; the leftmost card of the hand is 1."""

    first: int
    size: int

    def __str__(self) -> str:
        return f"play {self.first}+{self.size}"


class Scout(NamedTuple):
    """Take a card from one end of the table set; it becomes the card number `place` of the hand."""

    end: End
    flip: bool
    place: int

    def __str__(self) -> str:
        return f"scout {self.end}{' flip' if self.flip else ''} {self.place}"


class Double(NamedTuple):
    """The scout half of a Double Action; a play must follow."""

    end: End
    flip: bool
    place: int

    def __str__(self) -> str:
        return f"double {self.end}{' flip' if self.flip else ''} {self.place}"


Move = Keep | Flip | Play | Scout | Double


def parse(text: str) -> Move:
    """The move with this text."""
    match text.split(" "):
        case ["keep"]:
            return Keep()
        case ["flip"]:
            return Flip()
        case ["play", cards]:
            first, plus, count = cards.partition("+")
            if plus:
                return Play(number_in(text, first, HAND_MAX), number_in(text, count, SET_MAX))
        case [("scout" | "double") as kind, ("left" | "right") as end, *flip, place] if flip in ([], ["flip"]):
            make = Scout if kind == "scout" else Double
            return make("left" if end == "left" else "right", bool(flip), number_in(text, place, SCOUTS_MAX))
    raise BadNotation(f"{text!r} is not a move; moves are like keep, flip, play 3+2, scout left flip 4, double right 1")


def action_of(move: Move) -> int:
    """The move's place in the order of all moves."""
    match move:
        case Keep():
            return KEEP
        case Flip():
            return FLIP
        case Play(first, size):
            return PLAY0 + (first - 1) * SET_MAX + size - 1
        case Scout(end, flip, place):
            return SCOUT0 + (ENDS.index(end) * 2 + flip) * SCOUTS_MAX + place - 1
        case Double(end, flip, place):
            return DOUBLE0 + (ENDS.index(end) * 2 + flip) * SCOUTS_MAX + place - 1


@cache
def move_of(action: int) -> Move:
    """The move at this place in the order of all moves."""
    if not 0 <= action < N_ACTIONS:
        raise ValueError(f"there is no action {action}")
    if action < PLAY0:
        return Flip() if action == FLIP else Keep()
    if action < SCOUT0:
        return Play((action - PLAY0) // SET_MAX + 1, (action - PLAY0) % SET_MAX + 1)
    make, how = (Scout, action - SCOUT0) if action < DOUBLE0 else (Double, action - DOUBLE0)
    way = how // SCOUTS_MAX
    return make(ENDS[way // 2], bool(way % 2), how % SCOUTS_MAX + 1)
