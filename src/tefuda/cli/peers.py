"""Other libraries' nearest games, driven by random moves, for `tefuda bench`."""

from __future__ import annotations

import importlib
import importlib.util
import random
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

LABELS = {
    "openspiel_inside": "OpenSpiel crazy_eights, decisions a second in its own C++ loop",
    "openspiel_python": "OpenSpiel crazy_eights, decisions a second from Python",
    "rlcard_python": "RLCard UNO, decisions a second from Python",
}
BESIDE = {"openspiel_inside": "inside", "openspiel_python": "python", "rlcard_python": "python"}


def rate(work: Callable[[], int], seconds: float) -> float:
    """How much of this work is done in a second, tried for about so many seconds."""
    done, begun = 0, time.perf_counter()
    while time.perf_counter() < begun + seconds:
        done += work()
    return done / (time.perf_counter() - begun)


def measures(seats: int) -> dict[str, Callable[[float], float]]:
    """What is installed: each works for about so many seconds and gives the rate."""
    found: dict[str, Callable[[float], float]] = {}
    if importlib.util.find_spec("pyspiel"):
        game: Any = importlib.import_module("pyspiel").load_game(f"crazy_eights(players={seats})")
        found["openspiel_inside"] = partial(openspiel_inside, game)
        found["openspiel_python"] = partial(rate, partial(openspiel_python, game))
    if importlib.util.find_spec("rlcard"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its own dependencies' deprecations
            uno: Any = importlib.import_module("rlcard").make("uno")
        found["rlcard_python"] = partial(rate, partial(rlcard_python, uno))
    return found


def openspiel_inside(game: Any, seconds: float) -> float:
    """Its loop over uniformly random bots; only the loop is timed."""
    spiel: Any = importlib.import_module("pyspiel")
    bots = [spiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    moves, spent, seed = 0, 0.0, 0
    while spent < seconds:
        state = game.new_initial_state()
        begun = time.perf_counter()
        spiel.evaluate_bots(state, bots, seed)
        spent += time.perf_counter() - begun
        moves += sum(step.player >= 0 for step in state.full_history())
        seed += 1
    return moves / spent


def openspiel_python(game: Any) -> int:
    draw = random.random
    moves, state = 0, game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        moves += not state.is_chance_node()
        state.apply_action(legal[int(draw() * len(legal))])
    return moves


def rlcard_python(env: Any) -> int:
    draw = random.random
    moves, (state, _) = 0, env.reset()
    while not env.is_over():
        legal = list(state["legal_actions"])
        state, _ = env.step(legal[int(draw() * len(legal))])
        moves += 1
    return moves
