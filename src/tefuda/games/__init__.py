"""The games, one package each. They know only the kernel."""

from tefuda.games.face import Face, Result
from tefuda.games.found import Games

GAMES = Games()

__all__ = ["GAMES", "Face", "Games", "Result"]
