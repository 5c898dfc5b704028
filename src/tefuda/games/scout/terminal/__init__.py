"""SCOUT in the terminal."""

from tefuda.cli.tables.plain import points
from tefuda.games.scout.terminal.menu import ScoutMenu as Menu
from tefuda.games.scout.terminal.table import draw
from tefuda.games.scout.terminal.texts import TEXTS

__all__ = ["TEXTS", "Menu", "draw", "points"]
