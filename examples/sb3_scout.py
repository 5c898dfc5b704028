"""Learns one seat of SCOUT against bots with sb3-contrib's MaskablePPO.

    pip install 'tefuda[env]' sb3-contrib
    python examples/sb3_scout.py --opponents casual --steps 120000

The others are played inside the kernel. `Seats` shows the parallel environment to Stable-Baselines3, which has its own
kind of vectorised environments; one match alone needs no such thing: `gymnasium.make("tefuda/scout-v1")` will do.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from tefuda.env import named, observation_parts
from tefuda.env.parallel import ParallelEnv

Array = NDArray[Any]
SEATS, PLACES = 4, 16  # cards of a hand; few hands are larger
PARTS, NUMBERS = observation_parts("scout"), np.arange(1, 11, dtype=np.int16)


def features(rows: Array) -> Array:
    """Cards one-hot by their numbers, and a few counts."""
    seen = named(rows, PARTS)
    cards = np.concatenate([seen["hand"][:, :PLACES, :2], seen["table"][:, :6]], axis=1)
    counts = [seen[name][:, :SEATS] / 8 for name in ("hand_size", "chips", "captured", "marker")]
    flags = [seen["phase"][:, None] == [2, 3, 4], seen["owner"][:, None] == range(SEATS), seen["scouts"][:, None] / 3]
    numbers = (cards[..., None] == NUMBERS).reshape(len(rows), -1)
    return np.concatenate([numbers, *counts, *flags], axis=1, dtype=np.float32)


class Seats(VecEnv):  # type: ignore[misc]  # Stable-Baselines3 may not be there when types are checked
    """One seat of each of many matches, as Stable-Baselines3 wants them. A reward is 1 for a lead of ten points."""

    def __init__(self, env: ParallelEnv, seed: int) -> None:
        self.env, self.seed_given, self.taken = env, seed, np.zeros(env.num_envs, np.int64)
        width = features(env.reset(seed=seed)[0]).shape[1]
        super().__init__(env.num_envs, Box(0, 8, (width,), np.float32), env.single_action_space)

    def reset(self) -> Array:
        return features(self.env.reset(seed=self.seed_given)[0])

    def step_async(self, actions: Array) -> None:
        self.taken = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        observations, rewards, ended, _, infos = self.env.step(self.taken)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(ended):
            told[i]["terminal_observation"] = features(infos["final_obs"][i : i + 1])[0]
        return features(observations), rewards / 10, ended, told

    def env_method(self, name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        return list(getattr(self.env, name)(*args, **kwargs))  # action_masks: one for each match

    def has_attr(self, name: str) -> bool:
        return hasattr(self.env, name)

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.env, name, None)] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        setattr(self.env, name, value)  # one environment plays all the matches

    def env_is_wrapped(self, wrapper: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.env.close()


def measured(model: MaskablePPO, opponents: str, matches: int, seed: int) -> tuple[float, float]:
    """The mean lead over the others in so many whole matches, and half its 95 % interval; the likeliest moves."""
    env = ParallelEnv("scout", matches, seats=SEATS, opponents=opponents, reward="lead", autoreset_mode="disabled")
    rows, infos = env.reset(seed=seed)
    over, leads = np.zeros(matches, bool), np.zeros(matches)
    while not over.all():
        actions, _ = model.predict(features(rows), action_masks=infos["action_mask"].astype(bool), deterministic=True)
        rows, rewards, over, _, infos = env.step(actions, which=~over)
        leads += rewards
    return float(leads.mean()), float(1.96 * leads.std(ddof=1) / np.sqrt(matches))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--opponents", default="casual")
    parser.add_argument("--steps", type=int, default=120_000)
    parser.add_argument("--matches", type=int, default=1000, help="to measure it with")
    given = parser.parse_args()
    env = Seats(ParallelEnv("scout", 128, seats=SEATS, opponents=given.opponents, reward="lead"), seed=1)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=2048, n_epochs=4, learning_rate=1e-3, gamma=0.98, gae_lambda=0.9,
        ent_coef=0.005, policy_kwargs={"net_arch": [128]}, seed=1, device="cpu",
    )  # fmt: skip
    for learnt in (False, True):
        begun = time.process_time()
        if learnt:
            model.learn(given.steps)
        spent = time.process_time() - begun
        lead, half = measured(model, given.opponents, given.matches, 10**6)
        after = f"after {given.steps:,} steps ({spent:.0f} s of processor time)" if learnt else "before learning"
        print(f"{after}: {lead:.1f} ± {half:.1f} points a match ahead of {given.opponents}", flush=True)


if __name__ == "__main__":
    main()
