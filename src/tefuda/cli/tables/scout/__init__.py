"""SCOUT in the terminal."""

from tefuda.cli.tables.plain import points
from tefuda.cli.tables.scout.menu import ScoutMenu as Menu
from tefuda.cli.tables.scout.table import draw
from tefuda.cli.tables.scout.texts import TEXTS

__all__ = ["TEXTS", "Menu", "draw", "points"]
