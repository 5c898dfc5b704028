"""One match as a PettingZoo AEC environment: the agents are the seats, and each acts when the rules ask it.

>>> from tefuda.env import aec
>>> env = aec.env("scout", seats=3)
>>> env.reset(seed=1)
>>> env.agent_selection, env.last()[0]["observation"].shape
('seat_2', (274,))
"""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping
from typing import Any

from tefuda.bots.entrants import decide, find_bot
from tefuda.env.opponents import check_seat
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


# What PettingZoo knows of a match, beside the match itself.
KEPT = (
    "agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "agent_selection", "_standing",
    "_skip_agent_selection",
)  # fmt: skip


def env(game: str, *, illegal: float | None = None, **made: Any) -> Any:
    """The environment in PettingZoo's wrapper, which complains when methods are called out of order.

    `made` are the arguments of `RawEnv`. With `illegal` an illegal action ends the match for all, as in PettingZoo's
    own games, and its agent gets this reward; without, it is a ValueError.
    """
    raw: Any = RawEnv(game, **made)
    if illegal is not None:
        raw = wrappers.TerminateIllegalWrapper(raw, illegal_reward=illegal)
    return wrappers.OrderEnforcingWrapper(raw)


class RawEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A match. An observation has the numbers that a seat may know and the mask of its legal actions.

    `bots` names bots for some seats, {1: "club"}: these move by themselves, and are no agents.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        bots: Mapping[int, str] | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self._made_with = {"game": game, "seats": seats, "bots": bots, "render_mode": render_mode, **options}
        self.face, self.seats, self.options = set_up(game, seats, options)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be None or 'ansi', not {render_mode!r}")
        self.render_mode = render_mode
        self.metadata = {
            "name": f"tefuda_{self.face.name}_v{self.face.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.bots = {
            check_seat(seat, self.seats): find_bot(name, self.face.name) for seat, name in (bots or {}).items()
        }
        self._seat_of = {f"seat_{seat}": seat for seat in range(self.seats) if seat not in self.bots}
        if not self._seat_of or None in self.bots:
            raise ValueError("bots are for some of the seats, by number, and not for all")
        self.possible_agents = list(self._seat_of)
        size = self.face.engine.n_actions
        self._mask_space = Box(0, 1, (size,), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": box(width(observation_parts(self.face.name))), "action_mask": self._mask_space})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(size) for agent in self.possible_agents}
        self.state_space = box(width(perfect_parts(self.face.name)))
        self._rng, _ = seeding.np_random(None)
        self._match: Game | None = None

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self._match = self.face.begin(self.seats, self.options)
        self._play_on(self._match)
        self._standing = self._match.scores()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._ask_next(self._match)

    def _current(self) -> Game:
        if self._match is None:
            raise ValueError("there is no match yet: reset the environment")
        return self._match

    def _play_on(self, match: Game) -> None:
        """Chance and bots act until an agent decides, or the match is over."""
        while (actor := match.actor()) != OVER and (actor == CHANCE or actor in self.bots):
            seed = int(self._rng.integers(2**62))
            if actor == CHANCE:
                match.settle(seed)
            else:
                match.apply(actor, decide(self.face, self.bots[actor], match, actor, random.Random(seed)))

    def _ask_next(self, match: Game) -> None:
        if match.actor() == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = f"seat_{match.actor()}"

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What the seat may know, and the actions it may take now; none if it is not this seat's decision."""
        seat = self._seat_of[agent]
        mask = np.zeros(self._mask_space.shape, np.int8)
        if agent == self.agent_selection:
            mask[self._current().legal(seat)] = 1
        return {"observation": _row(self._current().observe(seat)), "action_mask": mask}

    def perfect(self, agent: str) -> NDArray[Any]:
        """What the seat may know, and then all that is hidden from it."""
        seat = self._seat_of[agent]
        return _row(self._current().observe(seat) + self._current().reveal(seat))

    def state(self) -> NDArray[Any]:
        """The perfect-information observation of seat 0."""
        return self.perfect(self.possible_agents[0])

    def step(self, action: Any) -> None:
        """The selected agent's action; ValueError, and nothing is done, if it is illegal."""
        match = self._current()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        match.apply(self._seat_of[agent], whole_number(action))
        self._play_on(match)
        scores = match.scores()
        self._cumulative_rewards[agent] = 0
        self.rewards = {a: scores[seat] - self._standing[seat] for a, seat in self._seat_of.items()}
        self._standing = scores
        self._ask_next(match)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """With render_mode="ansi": what a spectator sees."""
        if self.render_mode is None:
            return None
        return shown(self.face, self._current(), None)

    def close(self) -> None:
        """There is nothing to close."""

    # ---- to keep and to go on from

    def save(self) -> dict[str, Any]:
        """All that the environment is now; `restore` goes on from it, here or in another that was made alike."""
        kept = {name: copy.deepcopy(getattr(self, name)) for name in KEPT if hasattr(self, name)}
        packed = None if self._match is None else self._match.pack()
        return {**kept, "match": packed, "rng": self._rng.bit_generator.state}

    def restore(self, saved: dict[str, Any]) -> None:
        if not {"match", "rng"} <= saved.keys() <= {*KEPT, "match", "rng"}:
            raise ValueError("this was not saved by an environment of this kind")
        packed = saved["match"]
        self._match = None if packed is None else self.face.engine.Game.unpack(packed, self.seats)
        for name in KEPT:
            if name in saved:
                setattr(self, name, copy.deepcopy(saved[name]))
        self._rng.bit_generator.state = saved["rng"]

    def __getstate__(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._made_with, self.save()

    def __setstate__(self, state: tuple[dict[str, Any], dict[str, Any]]) -> None:
        self.__init__(**state[0])  # type: ignore[misc]  # it was made so
        self.restore(state[1])


def _row(data: bytes) -> NDArray[Any]:
    return np.frombuffer(data, np.int16).copy()
