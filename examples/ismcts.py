"""OpenSpiel's information-set Monte Carlo tree search as a bot for the arena and the benchmark.

    PYTHONPATH=examples tefuda benchmark ismcts:choose --games scout --deals 10

It searches TEFUDA_SIMULATIONS (20) times before a decision, each time in a world that fits what the seat knows, and
plays each on at random to the end of the match. Everything goes through OpenSpiel's states in Python, so it is slow.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from tefuda.env.openspiel import state_of
from tefuda.games import GAMES

SIMULATIONS = int(os.environ.get("TEFUDA_SIMULATIONS", "20"))
SPREAD = {
    "scout": 15.0,
    "twentythree": 8.0,
    "solo": 200.0,
    "gift": 1.0,
}  # of a match's scores, about: how much to explore


def choose(view: Any, moves: Sequence[str], rng: random.Random) -> str:
    if len(moves) == 1:
        return moves[0]
    state = state_of(view, rng.getrandbits(32))
    own = np.random.RandomState(rng.getrandbits(32))
    rollouts = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=own)
    bot = ismcts.ISMCTSBot(
        state.get_game(), rollouts, uct_c=SPREAD[view.game], max_simulations=SIMULATIONS, random_state=own
    )
    return str(GAMES[view.game].move_text(bot.step(state)))
