"""One seat of a match as a plain Gymnasium environment: bots play the others.

>>> import gymnasium
>>> import tefuda.env.parallel  # registers the ids
>>> env = gymnasium.make("tefuda/scout-v1", seats=4, opponents="club", seat=2)
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["seat"], int(env.unwrapped.action_masks().sum())
((274,), 2, 2)
>>> observation, reward, terminated, truncated, info = env.step(0)
"""

from __future__ import annotations

import random
from typing import Any

from tefuda.bots.entrants import decide
from tefuda.env.opponents import Opponents, check_reward, check_seat, entrants_of
from tefuda.env.rows import EXTRA, observation_parts, shown, width
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game
from tefuda.match import set_up

try:
    import gymnasium
    import numpy as np
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import Discrete
    from numpy.typing import NDArray

    from tefuda.env.spaces import box, whole_number
except ImportError as error:
    raise ImportError(f"tefuda.env.seat: {error}; {EXTRA}") from error

Array = NDArray[Any]
ILLEGAL = ("end", "error")


class SeatEnv(gymnasium.Env[Array, Any]):
    """A match with one seat of one's own, `seat`, or with None one that is drawn for each match.

    `opponents` names the bot at all other seats, or one for each, from the next seat on: any bot that the arena knows.
    A step is one's own action and all that happens until one's own next decision, or the end. The reward is what one's
    score gained by it, or with reward="lead" that less what the others gained on average. `action_masks()` and
    info["action_mask"] mark the legal actions. One that is illegal ends the match, and one's own score then counts as
    the lowest that there can be (and every other, for the lead, as the highest); with illegal="error" it is a
    ValueError, and nothing is done.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as there

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        opponents: Opponents = "club",
        seat: int | None = None,
        reward: str = "score",
        illegal: str = "end",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.face, self.seats, self.options = set_up(game, seats, options)
        self.seat = check_seat(seat, self.seats)
        self.reward = check_reward(reward)
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal must be {' or '.join(ILLEGAL)}, not {illegal!r}")
        self.illegal = illegal
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be None or 'ansi', not {render_mode!r}")
        self.render_mode = render_mode
        self.opponents = entrants_of(self.face, self.seats, opponents)
        if None in self.opponents:
            raise ValueError("every other seat needs a bot; for several seats of one's own see tefuda.env.aec")
        self.observation_space = box(width(observation_parts(self.face.name)))
        self.action_space = Discrete(self.face.engine.n_actions)
        self._made_with = {
            "game": game, "seats": seats, "opponents": opponents, "seat": seat, "reward": reward, "illegal": illegal,
            "render_mode": render_mode, **options,
        }  # fmt: skip
        self._match: Game | None = None
        self._own, self._over = 0, False
        self._rng = random.Random()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        self._rng.seed(int(self.np_random.integers(2**62)))
        for _ in range(100):  # a match may be over before one's own seat decides
            self._own = self._rng.randrange(self.seats) if self.seat is None else self.seat
            self._match = self.face.begin(self.seats, self.options)
            self._play_on(self._match)
            if not self._over:
                return self._observation(), self._info()
        raise ValueError(f"no match in which seat {self._own} decides anything was found")

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        match = self._current()
        if self._over:
            raise ResetNeeded("the match is over: reset the environment")
        number, before = whole_number(action), match.scores()
        if number not in match.legal(self._own):
            if self.illegal == "error":
                raise ValueError(f"action {number} is not legal for seat {self._own}")
            self._over = True
            low, high = self.face.score_bounds(self.seats, self.options)
            worst = [low if seat == self._own else high for seat in range(self.seats)]
            return self._observation(), self._gain(before, worst), True, False, {**self._info(), "illegal": True}
        match.apply(self._own, number)
        self._play_on(match)
        info = self._info()
        if self._over:
            info["final_scores"] = np.array(match.scores(), np.int32)
        return self._observation(), self._gain(before, match.scores()), self._over, False, info

    def action_masks(self) -> Array:
        """True for each legal action: what sb3-contrib asks for."""
        mask = np.zeros(self.face.engine.n_actions, bool)
        if not self._over:
            mask[self._current().legal(self._own)] = True
        return mask

    def render(self) -> str | None:
        """With render_mode="ansi": what one's own seat sees."""
        return shown(self.face, self._current(), self._own) if self.render_mode else None

    # ---- to keep and to go on from

    def save(self) -> dict[str, Any]:
        """All that the environment is now; `restore` goes on from it, here or in another that was made alike."""
        return {
            "match": None if self._match is None else self._match.pack(),
            "own": self._own,
            "over": self._over,
            "bots": self._rng.getstate(),
            "np_random": self.np_random.bit_generator.state,
        }

    def restore(self, saved: dict[str, Any]) -> None:
        if saved.keys() != self.save().keys():
            raise ValueError("this was not saved by an environment of this kind")
        packed = saved["match"]
        self._match = None if packed is None else self.face.engine.Game.unpack(packed, self.seats)
        self._own, self._over = saved["own"], saved["over"]
        self._rng.setstate(saved["bots"])
        self.np_random.bit_generator.state = saved["np_random"]

    def __getstate__(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._made_with, self.save()

    def __setstate__(self, state: tuple[dict[str, Any], dict[str, Any]]) -> None:
        self.__init__(**state[0])  # type: ignore[misc]  # it was made so
        self.restore(state[1])

    # ---- within

    def _current(self) -> Game:
        if self._match is None:
            raise ResetNeeded("there is no match yet: reset the environment")
        return self._match

    def _play_on(self, match: Game) -> None:
        """The others and chance act until one's own seat decides, or the match is over."""
        while (actor := match.actor()) != self._own and actor != OVER:
            if actor == CHANCE:
                match.settle(self._rng.getrandbits(62))
            else:
                bot = self.opponents[(actor - self._own - 1) % self.seats]
                assert bot is not None
                match.apply(actor, decide(self.face, bot, match, actor, self._rng))
        self._over = actor == OVER

    def _gain(self, before: list[int], after: list[int]) -> float:
        gains = [b - a for a, b in zip(before, after, strict=True)]
        own = gains[self._own]
        return float(own if self.reward == "score" else own - (sum(gains) - own) / max(1, self.seats - 1))

    def _observation(self) -> Array:
        return np.frombuffer(self._current().observe(self._own), np.int16).copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self._own}
