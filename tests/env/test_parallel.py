"""The Gymnasium environment: spaces, rewards, new matches, seeds, and nothing illegal gets in."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from tefuda import GAMES
from tefuda.env import named, observation_parts
from tefuda.env.parallel import ParallelEnv
from tefuda.kernel.engine import SWITCH
from tests.env.setups import EDITION_IDS, EDITIONS, FIRST
from tests.setups import Setup


def make(setup: Setup, num_envs: int = 4, **more: Any) -> ParallelEnv:
    return ParallelEnv(setup.game, num_envs, seats=setup.seats, **setup.options, **more)


@pytest.mark.parametrize("setup", EDITIONS, ids=EDITION_IDS)
def test_what_comes_out_is_in_its_space(setup: Setup) -> None:
    env = make(setup, perfect=True)
    observations, infos = env.reset(seed=1)
    for _ in range(60):
        assert env.observation_space.contains(observations)
        assert env.perfect_space.contains(infos["perfect"])
        actions = np.array([env.single_action_space.sample(mask) for mask in infos["action_mask"]])
        assert env.action_space.contains(actions)
        assert ((infos["seat"] >= 0) & (infos["seat"] < setup.seats)).all()
        assert (infos["perfect"][:, : observations.shape[1]] == observations).all()
        acted = infos["seat"]
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert (rewards == infos["rewards"][np.arange(4), acted]).all()
        assert terminations.shape == truncations.shape == (4,)
        assert not truncations.any()


@pytest.mark.parametrize("game", sorted(FIRST))
def test_rewards_add_up_to_the_score_and_a_new_match_begins(game: str) -> None:
    env = make(FIRST[game], 6)
    env.reset(seed=1)
    start = env.batch.scores.copy()
    sums = np.zeros((6, env.seats))
    ended = np.zeros(6, bool)
    while not ended.all():
        observations, _, terminations, _, infos = env.step(env.draw_actions())
        sums += np.where(ended[:, None], 0, infos["rewards"])
        for i in np.flatnonzero(terminations & ~ended):
            assert (sums[i] == infos["final_scores"][i] - start[i]).all()
            assert infos["_final_obs"][i] and infos["final_obs"][i].any()
            last = named(infos["final_obs"][i], observation_parts(game))
            assert sorted(last["score"][: env.seats]) == sorted(infos["final_scores"][i])
            assert (infos["final_obs"][i] != observations[i]).any()
        ended |= terminations
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def trajectory(env: ParallelEnv, seed: Any) -> list[bytes]:
    observations, infos = env.reset(seed=seed)
    found = []
    for _ in range(40):
        found += [observations.tobytes(), infos["action_mask"].tobytes(), infos["seat"].tobytes()]
        observations, *_, infos = env.step(env.draw_actions())
    return found


@pytest.mark.parametrize("game", sorted(FIRST))
def test_the_same_seed_gives_the_same_matches_in_every_form(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = trajectory(make(FIRST[game]), 7)
    assert trajectory(make(FIRST[game]), 7) == found
    assert trajectory(make(FIRST[game]), [7, 8, 9, 10]) == found
    assert trajectory(make(FIRST[game]), np.int64(7)) == found
    assert trajectory(make(FIRST[game]), 8) != found
    monkeypatch.setenv(SWITCH, "plain")
    assert trajectory(make(FIRST[game]), 7) == found


def test_without_a_seed_matches_go_on_from_the_last_one() -> None:
    one, other = (make(FIRST["scout"]) for _ in range(2))
    for env in (one, other):
        env.reset(seed=3)
    first, second = one.reset()[0], one.reset()[0]
    assert (first != second).any()
    assert (other.reset()[0] == first).all()


def test_some_matches_can_be_reset() -> None:
    env = make(FIRST["scout"])
    env.reset(seed=1)
    for _ in range(10):
        before, *_ = env.step(env.draw_actions())
    mask = np.array([True, False, True, False])
    after, _ = env.reset(options={"reset_mask": mask})
    assert ((after != before).any(axis=1) == mask).all()
    assert named(after, observation_parts("scout"))["turns"][mask].tolist() == [0, 0]


@pytest.mark.parametrize("wrong", [739, -1, 2**16 + 1, 10**9])
def test_an_illegal_action_is_refused_and_changes_nothing(wrong: int) -> None:
    env = make(FIRST["scout"])
    before, infos = env.reset(seed=1)
    assert infos["action_mask"][0].tolist()[:3] == [1, 1, 0]
    with pytest.raises(ValueError, match="not legal in game 2"):
        env.step(np.array([0, 0, wrong, 0]))
    assert (env.batch.observed == before).all()
    with pytest.raises(ValueError, match="need 4 actions"):
        env.step(np.zeros(3, np.int16))
    with pytest.raises(ValueError, match="need 4 seeds"):
        env.reset(seed=[1, 2])


def test_arrays_are_the_caller_s_own_unless_shared_ones_are_asked_for() -> None:
    for copy in (True, False):
        env = make(FIRST["scout"], copy=copy)
        observations, infos = env.reset(seed=1)
        for array, own in ((observations, env.batch.observed), (infos["action_mask"], env.batch.masks)):
            assert np.shares_memory(array, own) is not copy


@pytest.mark.parametrize("game", sorted(GAMES))
def test_versioned_ids(game: str) -> None:
    env = gymnasium.make_vec(f"tefuda/{game}-v{GAMES[game].version}", num_envs=2, seats=3)
    observations, _ = env.reset(seed=1)
    assert observations.shape[0] == env.num_envs == 2
    assert named(observations, observation_parts(game))["seats"].tolist() == [3, 3]


def test_gymnasium_s_wrappers_work() -> None:
    env = RecordEpisodeStatistics(make(FIRST["twentythree"]))
    env.reset(seed=1)
    while True:
        *_, terminations, _, infos = env.step(env.unwrapped.draw_actions())  # type: ignore[attr-defined]
        if terminations.any():
            break
    assert infos["episode"]["l"][terminations].min() > 5
    listed = DictInfoToList(make(FIRST["twentythree"]))
    _, one_by_one = listed.reset(seed=1)
    assert len(one_by_one) == 4 and all(0 <= info["seat"] < 4 for info in one_by_one)


@pytest.mark.parametrize("count", [0, -1, 2.5, "3", True])
def test_there_is_at_least_one_match(count: Any) -> None:
    with pytest.raises(ValueError, match="num_envs must be a whole number from 1 on"):
        ParallelEnv("scout", count)


@pytest.mark.parametrize("shape", [(4, 1), (1, 4), ()])
def test_actions_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    env = make(FIRST["scout"])
    before, _ = env.reset(seed=1)
    with pytest.raises(ValueError, match="one for each match, not of shape"):
        env.step(np.zeros(shape, np.int16))
    assert (env.batch.observed == before).all()


@pytest.mark.parametrize(
    ("seed", "why"),
    [
        ([1, 2, 3, -7], "a seed is 0 or more"),
        ([1, 2, 3, 2**63], "a seed is 0 or more"),
        ([1.5] * 4, "a seed is a whole number, not 1.5"),
        ("abcd", "a seed is a whole number, not 'a'"),
        (1.5, "a seed is a whole number, or one for each match"),
    ],
)
def test_seeds_are_whole_numbers(seed: Any, why: str) -> None:
    env = make(FIRST["scout"])
    before, _ = env.reset(seed=1)
    with pytest.raises((ValueError, TypeError), match=why):
        env.reset(seed=seed)
    assert (env.batch.observed == before).all()


def test_opponents_are_named() -> None:
    opponents: Any = 3
    with pytest.raises(ValueError, match="opponents are the name of a bot, or one for each other seat, not 3"):
        ParallelEnv("scout", 2, opponents=opponents)
