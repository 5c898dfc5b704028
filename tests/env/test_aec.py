"""The PettingZoo environment passes PettingZoo's own tests, and keeps to the rules."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import pytest

from tefuda import Match
from tefuda.env import aec, named, observation_parts
from tests.env.setups import EDITION_IDS, EDITIONS, FIRST
from tests.setups import Setup

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # its tests import old games of its own
    from pettingzoo.test import api_test, seed_test


def make(setup: Setup, **more: Any) -> Any:
    return aec.env(setup.game, seats=setup.seats, **setup.options, **more)


@pytest.mark.parametrize("setup", EDITIONS, ids=EDITION_IDS)
def test_pettingzoo_s_own_tests(setup: Setup) -> None:
    with warnings.catch_warnings():
        # PettingZoo's card games have the mask beside the observation, as here; it knows them by their names.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(make(setup), num_cycles=60)
    seed_test(lambda: make(setup), num_cycles=15)


def play(env: Any, seed: int) -> tuple[dict[str, float], int]:
    """A random match; the sums of the rewards, and the number of moves."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    sums, moves = dict.fromkeys(env.possible_agents, 0.0), 0
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        sums[agent] += reward
        action = None if terminated else int(rng.choice(np.flatnonzero(observation["action_mask"])))
        moves += action is not None
        env.step(action)
    return sums, moves


@pytest.mark.parametrize("game", sorted(FIRST))
def test_rewards_add_up_to_the_score(game: str) -> None:
    env = make(FIRST[game])
    env.reset(seed=5)
    start = env.unwrapped._match.scores()
    sums, moves = play(env, 5)
    final = env.unwrapped._match.scores()
    assert list(sums.values()) == [after - before for after, before in zip(final, start, strict=True)]
    assert moves > 10


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = aec.env("scout", seats=3)
    env.reset(seed=1)
    before = env.state()
    asked = env.agent_selection
    with pytest.raises(ValueError, match="action 739 is not legal for seat"):
        env.step(739)
    assert (env.state() == before).all()
    assert env.agent_selection == asked
    env.step(0)
    assert env.agent_selection != asked


@pytest.mark.parametrize("game", sorted(FIRST))
def test_a_perfect_observation_begins_with_the_seat_s_own(game: str) -> None:
    env = make(FIRST[game])
    env.reset(seed=2)
    for agent in env.possible_agents:
        own = env.observe(agent)["observation"]
        perfect = env.unwrapped.perfect(agent)
        assert (perfect[: len(own)] == own).all()
        assert perfect[len(own) :].any()
    assert env.state_space.contains(env.state())


def test_only_the_agent_that_is_asked_has_actions() -> None:
    env = aec.env("solo", seats=4)
    env.reset(seed=3)
    asked = env.agent_selection
    assert [agent for agent in env.agents if env.observe(agent)["action_mask"].any()] == [asked]


def test_what_a_spectator_sees_can_be_shown() -> None:
    env = aec.env("scout", seats=3, render_mode="ansi")
    env.reset(seed=4)
    assert "hand: None" in env.render()
    with pytest.raises(ValueError, match="render_mode"):
        aec.env("scout", render_mode="human")


def test_bad_setups_are_refused_as_by_a_match() -> None:
    for bad in ({"game": "whist"}, {"game": "scout", "seats": 9}, {"game": "scout", "edition": "gold"}):
        with pytest.raises(ValueError) as refused:
            aec.env(**bad)
        with pytest.raises(ValueError) as by_match:
            Match(**bad)
        assert str(refused.value) == str(by_match.value)


def test_fields_by_name() -> None:
    env = aec.env("twentythree", seats=2)
    env.reset(seed=1)
    seen = named(env.observe("seat_1")["observation"], observation_parts("twentythree"))
    assert int(seen["seats"]) == 2
    assert seen["hand"].sum() == 15
    assert seen["hand_size"].tolist() == [15, 15, 0, 0]


def test_bots_play_their_seats_and_are_no_agents() -> None:
    env = aec.env("scout", seats=3, bots={1: "casual"}, turn_cap=40)
    assert env.possible_agents == ["seat_0", "seat_2"]
    sums, moves = play(env, 3)
    final = env.unwrapped._match.scores()
    assert list(sums.values()) == [final[0], final[2]] and moves > 5
    api_test_quietly(aec.env("gift", seats=3, bots={0: "random", 1: "club"}))
    for bad in ({0: "club", 1: "club", 2: "club"}, {3: "club"}, {None: "club"}, {0: "nobody"}):
        with pytest.raises(ValueError):
            aec.env("scout", seats=3, bots=bad)


def api_test_quietly(env: Any) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation")
        api_test(env, num_cycles=20)


def test_an_illegal_action_may_end_the_match_instead() -> None:
    env = aec.env("scout", seats=3, illegal=-1)
    env.reset(seed=1)
    asked = env.agent_selection
    env.step(739)
    assert all(env.terminations.values())
    assert env._cumulative_rewards[asked] == -1
    api_test_quietly(aec.env("scout", seats=3, illegal=-1))


@pytest.mark.parametrize("game", sorted(FIRST))
def test_copies_go_on_as_the_environment_does(game: str) -> None:
    env = make(FIRST[game], bots={0: "beginner"})
    env.reset(seed=2)
    rng = np.random.default_rng(2)

    def step(one: Any, action: int | None = None) -> tuple[int, Any, list[int], bytes]:
        mask = one.observe(one.agent_selection)["action_mask"]
        taken = int(rng.choice(np.flatnonzero(mask))) if action is None else action
        one.step(taken)
        return taken, one.agent_selection, list(one.rewards.values()), one.state().tobytes()

    for _ in range(5):
        step(env)
    fresh = make(FIRST[game], bots={0: "beginner"})
    fresh.reset(seed=99)
    fresh.unwrapped.restore(env.unwrapped.save())
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), fresh]
    for _ in range(4):
        wanted = step(env)
        assert all(step(other, wanted[0]) == wanted for other in others)
    unused = pickle.loads(pickle.dumps(make(FIRST[game])))
    unused.reset(seed=1)
    assert unused.agents
