"""SOLO in the terminal."""

from tefuda.games.solo.terminal.menu import SoloMenu as Menu
from tefuda.games.solo.terminal.table import draw, points
from tefuda.games.solo.terminal.texts import TEXTS

__all__ = ["TEXTS", "Menu", "draw", "points"]
