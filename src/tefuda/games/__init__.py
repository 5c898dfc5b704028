"""The games, one package each. They know only the kernel."""

from tefuda.games.face import Face, Result
from tefuda.games.gift.game import GIFT
from tefuda.games.scout.game import SCOUT
from tefuda.games.solo.game import SOLO
from tefuda.games.twentythree.game import TWENTYTHREE

GAMES: dict[str, Face] = {"scout": SCOUT, "twentythree": TWENTYTHREE, "solo": SOLO, "gift": GIFT}

__all__ = ["GAMES", "Face", "Result"]
