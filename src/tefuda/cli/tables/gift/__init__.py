"""GIFT in the terminal."""

from tefuda.cli.tables.gift.menu import GiftMenu
from tefuda.cli.tables.gift.table import draw, points
from tefuda.cli.tables.gift.texts import TEXTS

__all__ = ["TEXTS", "GiftMenu", "draw", "points"]
