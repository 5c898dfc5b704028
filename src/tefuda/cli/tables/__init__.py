"""The tables in the terminal: a game's own, or the plain one, which shows any view."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from rich.console import RenderableType

from tefuda.cli.menu import Menu
from tefuda.games import Face
from tefuda.games.variants import bound_module
from tefuda.kernel.plain import Game
from tefuda.kernel.sources import packages_of


class Table(NamedTuple):
    """How a game is shown in the terminal, and how its moves are asked for. Views are those of the game."""

    texts: Mapping[str, Mapping[str, str]]  # by language; `help` says what can be typed as a move
    draw: Callable[[Any, Sequence[str], str, int], Iterable[RenderableType]]  # view, names, language, width
    menu: Callable[[Any, Sequence[str], Sequence[str], str], Menu]  # view, legal moves, names, language
    points: Callable[[Sequence[Game], Sequence[str], Sequence[int], str], RenderableType]
    # the games as they stood after each round, names, winners, language


def table_of(face: Face) -> Table:
    """The module `terminal` of a game, or of the game of which it is a variant; without one the plain table."""
    for package in reversed(packages_of(face.name)):
        if importlib.util.find_spec(f"{package}.terminal"):
            inherited = face.base and package == packages_of(face.base)[0]
            load = partial(bound_module, face) if inherited else importlib.import_module
            found: Any = load(f"{package}.terminal")
            return Table(found.TEXTS, found.draw, found.Menu, found.points)
    from tefuda.cli.tables import plain

    return Table(plain.TEXTS, plain.draw, plain.PlainMenu, plain.points)
