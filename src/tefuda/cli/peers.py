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

BATCH = 1024

LABELS = {
    "openspiel_inside": "OpenSpiel crazy_eights, decisions a second in its own C++ loop",
    "openspiel_python": "OpenSpiel crazy_eights, decisions a second from Python",
    "rlcard_python": "RLCard UNO, decisions a second from Python",
    "openspiel_loop": "OpenSpiel crazy_eights in its own C++ loop, without masks or observations",
    "openspiel_lists": "OpenSpiel crazy_eights from Python, a new list for each observation",
    "openspiel_buffer": "OpenSpiel crazy_eights from Python, its observer writing into one array",
    "rlcard_observed": "RLCard UNO from Python",
    "pettingzoo_observed": "PettingZoo texas_holdem_v4 from Python",
    "pgx_batch": f"Pgx leduc_holdem on the CPU, a batch of {BATCH:,}",
}
BESIDE = {  # what each is compared with: new arrays with new arrays, the same memory with the same memory
    "openspiel_inside": "inside",
    "openspiel_python": "python",
    "rlcard_python": "python",
    "openspiel_loop": "shared",
    "openspiel_lists": "parallel",
    "openspiel_buffer": "shared",
    "rlcard_observed": "parallel",
    "pettingzoo_observed": "parallel",
    "pgx_batch": "parallel",
}


def rate(work: Callable[[], int], seconds: float) -> float:
    """How much of this work is done in a second, measured for about so many seconds.

    They are seconds of processor time, on all cores together: other work on the machine counts little, and a library
    that uses several cores pays for them.
    """
    done, begun = 0, time.process_time()
    while time.process_time() < begun + seconds:
        done += work()
    return done / (time.process_time() - begun)


def measures(seats: int) -> dict[str, Callable[[float], float]]:
    """The rules of the installed libraries: each works for about so many seconds and gives the rate."""
    found: dict[str, Callable[[float], float]] = {}
    if importlib.util.find_spec("pyspiel"):
        game: Any = importlib.import_module("pyspiel").load_game(f"crazy_eights(players={seats})")
        found["openspiel_inside"] = partial(openspiel_inside, game)
        found["openspiel_python"] = partial(rate, partial(openspiel_python, game))
    if importlib.util.find_spec("rlcard"):
        found["rlcard_python"] = partial(rate, partial(rlcard_python, rlcard_uno(seats)))
    return found


def environments(seats: int) -> dict[str, Callable[[float], float]]:
    """The same for their environments: steps with masks and observations."""
    found: dict[str, Callable[[float], float]] = {}
    if importlib.util.find_spec("pyspiel"):
        game: Any = importlib.import_module("pyspiel").load_game(f"crazy_eights(players={seats})")
        found["openspiel_loop"] = partial(openspiel_inside, game)
        found["openspiel_lists"] = partial(rate, partial(openspiel_observed, game, None))
        buffer: Any = importlib.import_module("open_spiel.python.observation").make_observation(game)
        found["openspiel_buffer"] = partial(rate, partial(openspiel_observed, game, buffer.set_from))
    if importlib.util.find_spec("rlcard"):
        found["rlcard_observed"] = partial(rate, partial(rlcard_python, rlcard_uno(seats)))
        if importlib.util.find_spec("pettingzoo") and importlib.util.find_spec("pygame"):
            found["pettingzoo_observed"] = partial(rate, partial(pettingzoo_observed, pettingzoo_poker(seats)))
    if importlib.util.find_spec("pgx"):
        found["pgx_batch"] = partial(rate, pgx_leduc())
    return found


def rlcard_uno(seats: int) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own dependencies' deprecations
        return importlib.import_module("rlcard").make("uno", {"game_num_players": seats})


def pettingzoo_poker(seats: int) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the same
        return importlib.import_module("pettingzoo.classic.texas_holdem_v4").env(num_players=seats)


def pgx_leduc() -> Callable[[], int]:
    """Steps of a whole batch with random legal actions, all compiled; where a game ends a new one begins."""
    jax: Any = importlib.import_module("jax")
    env: Any = importlib.import_module("pgx").make("leduc_holdem")
    step = importlib.import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)

    def play(state: Any, key: Any) -> Any:
        keys = jax.random.split(key, BATCH + 1)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return jax.vmap(step)(state, jax.random.categorical(keys[0], logits, axis=-1), keys[1:])

    advance = jax.jit(play)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCH))
    seeds = iter(range(10**9))

    def work() -> int:
        nonlocal state
        state = advance(state, jax.random.PRNGKey(next(seeds)))
        state.observation.block_until_ready()
        return BATCH

    work()  # compiles it
    return work


def openspiel_inside(game: Any, seconds: float) -> float:
    """Its loop over uniformly random bots; only the loop is timed."""
    spiel: Any = importlib.import_module("pyspiel")
    bots = [spiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    moves, spent, seed = 0, 0.0, 0
    while spent < seconds:
        state = game.new_initial_state()
        begun = time.process_time()
        spiel.evaluate_bots(state, bots, seed)
        spent += time.process_time() - begun
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


def openspiel_observed(game: Any, observe: Callable[[Any, int], None] | None) -> int:
    """Observations by its observer, which is faster, or as its states give them: a list each."""
    draw = random.random
    moves, state = 0, game.new_initial_state()
    while not state.is_terminal():
        legal, player = state.legal_actions(), state.current_player()
        if player >= 0:
            if observe is None:
                state.observation_tensor(player)
            else:
                observe(state, player)
            state.legal_actions_mask(player)
            moves += 1
        state.apply_action(legal[int(draw() * len(legal))])
    return moves


def pettingzoo_observed(env: Any) -> int:
    draw, moves = random.random, 0
    env.reset()
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        action = None
        if not terminated and not truncated:
            legal = observation["action_mask"].nonzero()[0]
            action = int(legal[int(draw() * len(legal))])
            moves += 1
        env.step(action)
    return moves
