"""High Card: what chance draws, and who sees it. Sentences and reasons can be added; docs/new-game.md says how."""

from __future__ import annotations

from tefuda.blank.game import CARD_TEXTS, State
from tefuda.games.events import Drawn


def drawn(s: State) -> Drawn:
    """R1: each hand is its owner's."""
    return Drawn("deal", CARD_TEXTS, [seat for seat in range(s.seats) for _ in range(s.dealt)])
