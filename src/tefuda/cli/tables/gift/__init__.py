"""GIFT in the terminal."""

from tefuda.cli.tables.gift.menu import GiftMenu as Menu
from tefuda.cli.tables.gift.table import draw, points
from tefuda.cli.tables.gift.texts import TEXTS

__all__ = ["TEXTS", "Menu", "draw", "points"]
