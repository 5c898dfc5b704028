"""23 in the terminal."""

from tefuda.cli.tables.twentythree.menu import TwentythreeMenu as Menu
from tefuda.cli.tables.twentythree.table import draw, points
from tefuda.cli.tables.twentythree.texts import TEXTS

__all__ = ["TEXTS", "Menu", "draw", "points"]
