"""23 in the terminal."""

from tefuda.games.twentythree.terminal.menu import TwentythreeMenu as Menu
from tefuda.games.twentythree.terminal.table import draw, points
from tefuda.games.twentythree.terminal.texts import TEXTS

__all__ = ["TEXTS", "Menu", "draw", "points"]
