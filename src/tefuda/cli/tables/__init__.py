"""The tables in the terminal, one package for each game. Nothing else in `cli` knows a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rich.console import RenderableType

from tefuda.cli.menu import Menu
from tefuda.cli.tables import gift, scout, solo, twentythree
from tefuda.kernel.plain import Game


class Table(NamedTuple):
    """How a game is shown and asked for in the terminal. Views are those of the game."""

    texts: Mapping[str, Mapping[str, str]]  # by language; `help` says what can be typed as a move
    draw: Callable[[Any, Sequence[str], str, int], Iterable[RenderableType]]  # view, names, language, width
    menu: Callable[[Any, Sequence[str], Sequence[str], str], Menu]  # view, legal moves, names, language
    points: Callable[[Sequence[Game], Sequence[str], Sequence[int], str], RenderableType]
    # the games as they stood after each round, names, winners, language


TABLES = {
    "scout": Table(scout.TEXTS, scout.draw, scout.ScoutMenu, scout.points),
    "solo": Table(solo.TEXTS, solo.draw, solo.SoloMenu, solo.points),
    "twentythree": Table(twentythree.TEXTS, twentythree.draw, twentythree.TwentythreeMenu, twentythree.points),
    "gift": Table(gift.TEXTS, gift.draw, gift.GiftMenu, gift.points),
}
