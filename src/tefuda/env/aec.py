"""One match as a PettingZoo AEC environment: the agents are the seats, and each acts when the rules ask it.

>>> from tefuda.env import aec
>>> env = aec.env("scout", seats=3)
>>> env.reset(seed=1)
>>> env.agent_selection, env.last()[0]["observation"].shape
('seat_2', (274,))
"""

from __future__ import annotations

from typing import Any

from tefuda.env.rows import EXTRA, observation_parts, perfect_parts, shown, width
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game
from tefuda.match import set_up

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import seeding
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from tefuda.env.spaces import box, whole_number
except ImportError as error:
    raise ImportError(f"tefuda.env.aec: {error}; {EXTRA}") from error


def env(game: str, *, seats: int | None = None, render_mode: str | None = None, **options: object) -> Any:
    """The environment in PettingZoo's wrapper, which complains when methods are called out of order."""
    return wrappers.OrderEnforcingWrapper(RawEnv(game, seats=seats, render_mode=render_mode, **options))


class RawEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A match. An observation has the numbers that a seat may know and the mask of its legal actions."""

    def __init__(
        self, game: str, *, seats: int | None = None, render_mode: str | None = None, **options: object
    ) -> None:
        super().__init__()
        self.face, self.seats, self.options = set_up(game, seats, options)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be None or 'ansi', not {render_mode!r}")
        self.render_mode = render_mode
        self.metadata = {
            "name": f"tefuda_{self.face.name}_v{self.face.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size = self.face.engine.n_actions
        self._mask_space = Box(0, 1, (size,), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": box(width(observation_parts(self.face.name))), "action_mask": self._mask_space})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(size) for agent in self.possible_agents}
        self.state_space = box(width(perfect_parts(self.face.name)))
        self._rng, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self._match: Game = self.face.begin(self.seats, self.options)
        self._match.settle(self._fresh())
        self._standing = self._match.scores()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._match.actor()]

    def _fresh(self) -> int:
        return int(self._rng.integers(2**62))

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What the seat may know, and the actions it may take now; none if it is not this seat's decision."""
        seat = self._seat_of[agent]
        mask = np.zeros(self._mask_space.shape, np.int8)
        if agent == self.agent_selection:
            mask[self._match.legal(seat)] = 1
        return {"observation": _row(self._match.observe(seat)), "action_mask": mask}

    def perfect(self, agent: str) -> NDArray[Any]:
        """What the seat may know, and then all that is hidden from it."""
        seat = self._seat_of[agent]
        return _row(self._match.observe(seat) + self._match.reveal(seat))

    def state(self) -> NDArray[Any]:
        """The perfect-information observation of seat 0."""
        return self.perfect(self.possible_agents[0])

    def step(self, action: Any) -> None:
        """The selected agent's action; ValueError, and nothing is done, if it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._match.apply(self._seat_of[agent], whole_number(action))
        if self._match.actor() == CHANCE:
            self._match.settle(self._fresh())
        scores = self._match.scores()
        self._cumulative_rewards[agent] = 0
        self.rewards = {a: scores[seat] - self._standing[seat] for a, seat in self._seat_of.items()}
        self._standing = scores
        if self._match.actor() == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._match.actor()]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """With render_mode="ansi": what a spectator sees."""
        if self.render_mode is None:
            return None
        return shown(self.face, self._match, None)

    def close(self) -> None:
        """There is nothing to close."""


def _row(data: bytes) -> NDArray[Any]:
    return np.frombuffer(data, np.int16).copy()
