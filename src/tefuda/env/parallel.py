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

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from tefuda.env.opponents import Opponents, check_reward, check_seat, minds_of
from tefuda.env.rows import EXTRA, observation_parts, perfect_parts, shown, width
from tefuda.games import GAMES
from tefuda.kernel import OVER
from tefuda.kernel.play import NEXT_STEP, SAME_STEP, STAY
from tefuda.match import set_up

try:
    import gymnasium
    import numpy as np
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from tefuda.env.spaces import Array, Copies, box, narrowed, whole_number
except ImportError as error:
    raise ImportError(f"tefuda.env.parallel: {error}; {EXTRA}") from error

SEED_LIMIT = 2**63
RESTARTS = {
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.DISABLED: STAY,
}


class ParallelEnv(VectorEnv[Array, Array, Array]):
    """`num_envs` matches of a game; one action for each, made by the seat that has to decide there.

    An observation is what that seat, `infos["seat"]`, may know. `infos["action_mask"]` are its legal actions,
    `infos["rewards"]` what every seat gained by the step; `rewards` what the seat that acted gained, with reward="lead"
    less what the others gained on average. Where a match ends, a new one begins in the same step, and
    `infos["final_obs"]` and `infos["final_scores"]` are of the one that ended; or as `autoreset_mode` says.

    With `opponents` bots play the other seats inside the kernel: one name for all, or one for each seat from the next
    on, None for a seat that is asked here too. One's own seat is `seat`, or with None one that is drawn for each match.
    With `perfect`, `infos["perfect"]` has the observations with all that is hidden from that seat.
    With `copy=False` the arrays are the kernel's own, to be read only, and change with the next step.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        opponents: Opponents | None = None,
        seat: int | None = None,
        reward: str = "score",
        perfect: bool = False,
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self._made_with = {
            "game": game, "num_envs": num_envs, "seats": seats, "opponents": opponents, "seat": seat, "reward": reward,
            "perfect": perfect, "copy": copy, "autoreset_mode": autoreset_mode, "render_mode": render_mode, **options,
        }  # fmt: skip
        self.face, self.seats, self.options = set_up(game, seats, options)
        if isinstance(num_envs, bool) or not isinstance(num_envs, (int, np.integer)) or num_envs < 1:
            raise ValueError(f"num_envs must be a whole number from 1 on, not {num_envs!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be None or 'ansi', not {render_mode!r}")
        mode = mode_of(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.num_envs = num_envs
        self.perfect = perfect
        self.copy = copy
        self.reward = check_reward(reward)
        self.render_mode = render_mode
        engine = self.face.engine
        self.single_observation_space = box(width(observation_parts(self.face.name)))
        self.single_action_space = Discrete(engine.n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.perfect_space = batch_space(box(width(perfect_parts(self.face.name))), num_envs)
        own = check_seat(seat, self.seats)
        if opponents is None and own is not None:
            raise ValueError("a seat of one's own needs opponents at the others")
        self.batch = engine.Batch(
            num_envs, self.seats, self.face.numbers(self.options), restart=RESTARTS[mode], observe=True,
            reveal=perfect, minds=None if opponents is None else minds_of(self.face, self.seats, opponents),
            own=0 if opponents is None else own,
        )  # fmt: skip
        self._drawn = np.zeros(num_envs, np.int16)
        self._rows = np.arange(num_envs) * self.seats  # where the gains of each match begin
        self._copies: dict[str, Copies] = defaultdict(Copies)
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begins new matches everywhere, or where options["reset_mask"] says so.

        With one seed match i gets seed + i; without one the seeds are drawn from `np_random`.
        """
        seed = int(seed) if isinstance(seed, np.integer) else seed
        super().reset(seed=seed if isinstance(seed, int) else None)
        mask = (options or {}).get("reset_mask")
        which = range(self.num_envs) if mask is None else np.flatnonzero(self._marked(mask)).tolist()
        seeds = self._seeds(seed)
        self.batch.reset(which, [seeds[i] for i in which])
        self._begun = True
        return self._observations(), self._infos()

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int]:
        if isinstance(seed, int):
            return [(seed + i) % SEED_LIMIT for i in range(self.num_envs)]
        if seed is not None and not isinstance(seed, (Sequence, np.ndarray)):
            raise TypeError(f"a seed is a whole number, or one for each match, not {seed!r}")
        given = [
            None if one is None else whole_number(one, "a seed")
            for one in ([None] * self.num_envs if seed is None else seed)
        ]
        if len(given) != self.num_envs:
            raise ValueError(f"{self.num_envs} environments need {self.num_envs} seeds, not {len(given)}")
        if low := [one for one in given if one is not None and not 0 <= one < SEED_LIMIT]:
            raise ValueError(f"a seed is 0 or more and below 2^63, not {low[0]}")
        drawn = self.np_random.integers(SEED_LIMIT - 1, size=self.num_envs).tolist()
        return [fresh if one is None else one for one, fresh in zip(given, drawn, strict=True)]

    def step(self, actions: Array, which: Any = None) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One action in every match, or in those that the mask `which` marks; elsewhere nothing happens.

        ValueError, and nothing is done, if one of them is illegal.
        """
        if not self._begun:
            raise ResetNeeded("there is no match yet: reset the environment")
        batch = self.batch
        acted = np.maximum(batch.actors, 0)
        batch.step(narrowed(actions), None if which is None else self._marked(which))
        ended = batch.ended.astype(bool)
        over = ended if batch.restart == SAME_STEP else batch.actors == OVER
        gains = batch.gains.astype(np.float32)
        infos = self._infos()
        infos["rewards"] = gains
        if ended.any():
            if batch.restart == SAME_STEP:
                infos |= {"final_obs": self._last(ended), "_final_obs": ended.copy()}
            infos |= {"final_scores": batch.final.copy(), "_final_scores": ended.copy()}
        rewards = gains.take(self._rows + acted)
        if self.reward == "lead":
            rewards -= (gains.sum(axis=1) - rewards) / np.float32(max(1, self.seats - 1))
        return self._observations(), rewards, over, np.zeros(self.num_envs, bool), infos

    def draw_actions(self) -> Array:
        """A legal action for each match, all equally likely, drawn from the matches' own random streams."""
        self.batch.draw_actions(self._drawn)
        return self._drawn.copy()

    def action_masks(self) -> Array:
        """True for each legal action of the seats that decide now."""
        return self.batch.masks.astype(bool)

    def render(self) -> tuple[str, ...] | None:
        """With render_mode="ansi": what a spectator sees of each match."""
        if self.render_mode is None:
            return None
        unpack = self.face.engine.Game.unpack
        return tuple(shown(self.face, unpack(one.tobytes(), self.seats), None) for one in self.batch.states)

    # ---- to keep and to go on from

    def save(self) -> dict[str, Any]:
        """All that the matches are now; `restore` goes on from it, here or in an environment that was made alike."""
        kept = {"begun": self._begun, "np_random": self.np_random.bit_generator.state}
        return kept | self.batch.save()

    def restore(self, saved: dict[str, Any]) -> tuple[Array, dict[str, Any]]:
        """Goes on from what was saved; gives what `reset` gives."""
        self.batch.restore(saved)
        self._begun = saved["begun"]
        self.np_random.bit_generator.state = saved["np_random"]
        return self._observations(), self._infos()

    def __getstate__(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._made_with, self.save()

    def __setstate__(self, state: tuple[dict[str, Any], dict[str, Any]]) -> None:
        self.__init__(**state[0])  # type: ignore[misc]  # it was made so
        self.restore(state[1])

    # ---- within

    def _marked(self, mask: Any) -> Array:
        marked = np.asarray(mask)
        if marked.shape != (self.num_envs,) or marked.dtype.kind != "b":
            raise ValueError(f"a mask of matches has {self.num_envs} truth values")
        return marked.astype(np.uint8)

    def _observations(self) -> Array:
        return self._own("observed", self.batch.observed)

    def _infos(self) -> dict[str, Any]:
        infos = {
            "action_mask": self._own("masks", self.batch.masks.view(np.int8)),
            "seat": self._own("actors", self.batch.actors),
        }
        if self.perfect:
            infos["perfect"] = np.concatenate([self.batch.observed, self.batch.secrets], axis=1)
        return infos

    def _last(self, ended: Array) -> Array:
        return self._copies["last"].of_rows(self.batch.last, ended) if self.copy else read_only(self.batch.last)

    def _own(self, name: str, array: Array) -> Array:
        return self._copies[name].of(array) if self.copy else read_only(array)


def read_only(array: Array) -> Array:
    seen = array.view()
    seen.flags.writeable = False
    return seen


def mode_of(mode: AutoresetMode | str) -> AutoresetMode:
    """The mode, by Gymnasium's name or as its value: "next_step", "same_step", "disabled"."""
    for one in RESTARTS:
        if mode in (one, one.value, one.name.lower()):
            return one
    names = ", ".join(one.name.lower() for one in RESTARTS)
    raise ValueError(f"autoreset_mode must be one of {names}, not {mode!r}")


for _face in GAMES.values():
    gymnasium.register(
        f"tefuda/{_face.name}-v{_face.version}",
        entry_point="tefuda.env.seat:SeatEnv",
        vector_entry_point="tefuda.env.parallel:ParallelEnv",
        kwargs={"game": _face.name},
    )
