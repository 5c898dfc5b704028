"""The games, one package each. They know only the kernel."""

from tefuda.games.face import Face, Result
from tefuda.games.scout.game import SCOUT

GAMES: dict[str, Face] = {game.name: game for game in (SCOUT,)}

__all__ = ["GAMES", "Face", "Result"]
