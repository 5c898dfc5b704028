"""GIFT in the terminal."""

from tefuda.games.gift.terminal.menu import GiftMenu as Menu
from tefuda.games.gift.terminal.table import draw, points
from tefuda.games.gift.terminal.texts import TEXTS

__all__ = ["TEXTS", "Menu", "draw", "points"]
