"""SOLO in the terminal."""

from tefuda.cli.tables.solo.menu import SoloMenu as Menu
from tefuda.cli.tables.solo.table import draw, points
from tefuda.cli.tables.solo.texts import TEXTS

__all__ = ["TEXTS", "Menu", "draw", "points"]
