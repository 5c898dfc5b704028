"""Many matches at once as a Gymnasium VectorEnv, played and observed inside the kernel.

>>> import gymnasium
>>> import tefuda.env.parallel
>>> env = gymnasium.make_vec("tefuda/scout-v1", num_envs=3, seats=4)
>>> observations, infos = env.reset(seed=1)
>>> observations.shape, infos["action_mask"].shape, infos["seat"].tolist()
((3, 274), (3, 740), [2, 3, 2])
>>> observations, rewards, terminations, truncations, infos = env.step(env.unwrapped.draw_actions())
>>> infos["rewards"].shape
(3, 4)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tefuda.env.rows import EXTRA, observation_parts, perfect_parts, width
from tefuda.games import GAMES
from tefuda.match import set_up

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError(f"tefuda.env.parallel: {error}; {EXTRA}") from error

Array = NDArray[Any]
LIMITS = np.iinfo(np.int16)
SEED_LIMIT = 2**63


class ParallelEnv(VectorEnv[Array, Array, Array]):
    """`num_envs` matches of a game; one action for each, made by the seat that has to decide there.

    An observation is what that seat, `infos["seat"]`, may know. `infos["action_mask"]` are its legal actions,
    `infos["rewards"]` what every seat gained by the step; `rewards` what the seat that acted gained. Where a match
    ends, a new one begins in the same step, and `infos["final_obs"]` and `infos["final_scores"]` are of the one that
    ended.
    With `perfect`, `infos["perfect"]` has the observations with all that is hidden from that seat.
    With `copy=False` the arrays are the kernel's own and change with the next step.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012  # as there

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        perfect: bool = False,
        copy: bool = True,
        **options: object,
    ) -> None:
        self.face, self.seats, self.options = set_up(game, seats, options)
        if num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs}")
        self.num_envs = num_envs
        self.perfect = perfect
        self.copy = copy
        engine = self.face.engine
        self.single_observation_space = box(width(observation_parts(self.face.name)))
        self.single_action_space = Discrete(engine.n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.perfect_space = batch_space(box(width(perfect_parts(self.face.name))), num_envs)
        numbers = self.face.numbers(self.options)
        self.batch = engine.Batch(num_envs, self.seats, numbers, observe=True, reveal=perfect)
        self._drawn = np.zeros(num_envs, np.int16)
        self._rows = np.arange(num_envs) * self.seats  # where the gains of each match begin

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begins new matches everywhere, or where options["reset_mask"] says so.

        With one seed match i gets seed + i; without one the seeds are drawn from `np_random`.
        """
        seed = int(seed) if isinstance(seed, np.integer) else seed
        super().reset(seed=seed if isinstance(seed, int) else None)
        mask = (options or {}).get("reset_mask")
        which = range(self.num_envs) if mask is None else np.flatnonzero(mask).tolist()
        seeds = self._seeds(seed)
        self.batch.reset(which, [seeds[i] for i in which])
        return self._observations(), self._infos()

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int]:
        if isinstance(seed, int):
            return [(seed + i) % SEED_LIMIT for i in range(self.num_envs)]
        given = [None] * self.num_envs if seed is None else list(seed)
        if len(given) != self.num_envs:
            raise ValueError(f"{self.num_envs} environments need {self.num_envs} seeds, not {len(given)}")
        drawn = self.np_random.integers(SEED_LIMIT - 1, size=self.num_envs).tolist()
        return [fresh if one is None else one for one, fresh in zip(given, drawn, strict=True)]

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One action in every match. ValueError, and nothing is done, if one of them is illegal."""
        batch = self.batch
        acted = batch.actors.copy()
        batch.step(narrowed(actions))
        ended = batch.ended.astype(bool)
        gains = batch.gains.astype(np.float32)
        infos = self._infos()
        infos["rewards"] = gains
        if ended.any():
            infos |= {"final_obs": self._last(ended), "_final_obs": ended.copy()}
            infos |= {"final_scores": batch.final.copy(), "_final_scores": ended.copy()}
        return self._observations(), gains.take(self._rows + acted), ended, np.zeros(self.num_envs, bool), infos

    def draw_actions(self) -> Array:
        """A legal action for each match, all equally likely, drawn from the matches' own random streams."""
        self.batch.draw_actions(self._drawn)
        return self._drawn.copy()

    def _observations(self) -> Array:
        return self._own(self.batch.observed)

    def _infos(self) -> dict[str, Any]:
        infos = {"action_mask": self._own(self.batch.masks.view(np.int8)), "seat": self._own(self.batch.actors)}
        if self.perfect:
            infos["perfect"] = np.concatenate([self.batch.observed, self.batch.secrets], axis=1)
        return infos

    def _last(self, ended: Array) -> Array:
        if not self.copy:
            return self.batch.last
        found = np.zeros_like(self.batch.last)
        found[ended] = self.batch.last[ended]
        return found

    def _own(self, array: Array) -> Array:
        return array.copy() if self.copy else array


def box(size: int) -> Box:
    return Box(LIMITS.min, LIMITS.max, (size,), np.int16)


def narrowed(actions: Array) -> Array:
    """The actions as the kernel wants them; a number that does not fit stays illegal."""
    array = np.asarray(actions)
    if array.dtype == np.int16:
        return np.ascontiguousarray(array)
    return np.where((array >= 0) & (array <= LIMITS.max), array, -1).astype(np.int16)


for _face in GAMES.values():
    gymnasium.register(
        f"tefuda/{_face.name}-v{_face.version}",
        vector_entry_point="tefuda.env.parallel:ParallelEnv",
        kwargs={"game": _face.name},
    )
