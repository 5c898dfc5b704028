"""Tefuda: one home for four card games.

>>> import tefuda
>>> match = tefuda.Match("scout", seats=4, seed=7, edition="draft")
>>> match.moves(2)
['keep', 'flip']
"""

from tefuda.errors import BadNotation, BadProof, BadRecord, IllegalMove
from tefuda.games import GAMES, Result
from tefuda.match import Match
from tefuda.record import Event, Record

__version__ = "0.1.0"
__all__ = ["GAMES", "BadNotation", "BadProof", "BadRecord", "Event", "IllegalMove", "Match", "Record", "Result"]
