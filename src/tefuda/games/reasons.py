"""Why one move is better than another, in words: what speaks for it that does not speak for the other one.

`points` of a game's module `reasons` says what can be seen of a move, from a seat's view alone. Each point is of a
kind, and of a value by which two moves compare; what is below 0 speaks against a move. The game gives the weightiest
first. They are observations, not the calculation behind a judgement: a move may be better for a reason that nobody has
put in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tefuda.games.reason import TEXTS
from tefuda.games.sentences import Say

SAID = 2  # reasons for and against, each


class Point(NamedTuple):
    """One thing that can be said about a move."""

    kind: str
    value: float
    text: str


class Why(NamedTuple):
    """What speaks for a move, and what against the other one; neither has to be known."""

    better: list[str]
    worse: list[str]


def saying(texts: dict[str, dict[str, str]], view: Any, lang: str, names: Sequence[str]) -> Say:
    """Fills in the texts of a game for the seat of a view."""
    return Say({lang: {**TEXTS[lang], **texts[lang]}}, lang, view.seat, names)


def compared(one: Iterable[Point], other: Iterable[Point]) -> Why:
    """Why one move is better than another one."""
    mine, theirs = list(one), list(other)
    mine_by, theirs_by = ({point.kind: point.value for point in points} for points in (mine, theirs))
    better = [point.text for point in mine if point.value > max(0, theirs_by.get(point.kind, 0))]
    worse = [point.text for point in theirs if point.value < min(0, mine_by.get(point.kind, 0))]
    return Why(better[:SAID], worse[:SAID])
