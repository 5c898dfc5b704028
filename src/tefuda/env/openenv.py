"""A seat at a table as an OpenEnv environment: a server, and a client for it.

    pip install 'tefuda[openenv]'
    uvicorn tefuda.env.openenv:app

A client says in `reset` what is played: `game`, `seats`, `opponents`, `seat`, `options`, `lang`, and a `seed`. It can
name games and bots of Tefuda alone, no programs and no folders.
"""

from __future__ import annotations

from typing import Any

from tefuda.env.text import TextEnv, Turn, known_table
from tefuda.games import GAMES

try:
    from openenv.core import EnvClient
    from openenv.core.client_types import StepResult
    from openenv.core.env_server import Action, Environment, Observation, State, create_app
except ImportError as error:
    raise ImportError(f"tefuda.env.openenv: {error}; pip install 'tefuda[openenv]'") from error

SESSIONS = 64  # tables at once


class TableAction(Action):  # type: ignore[misc]  # OpenEnv may not be there when types are checked
    """An answer: a move in the game's notation, in the last [brackets] or alone on the last line."""

    answer: str


class TableObservation(Observation):  # type: ignore[misc]
    """What the seat is told. At the end the reward is its part of the win, from 0 to 1; before that it is 0."""

    text: str
    seat: int
    moves: list[str]
    refused: str | None = None  # why the answer was not accepted, if it was not


class TableState(State):  # type: ignore[misc]
    """Which match it is; nothing of it that the seat could not know."""

    game: str | None = None
    seats: int | None = None
    seat: int | None = None
    over: bool = False


class TableEnvironment(Environment):  # type: ignore[misc]
    """One seat of a match; bots play the others."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._table: TextEnv | None = None
        self._state = TableState()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        game: str = "scout",
        seats: int | None = None,
        opponents: str = "club",
        seat: int | None = None,
        options: dict[str, Any] | None = None,
        lang: str = "en",
        tries: int = 3,
        **unknown: Any,
    ) -> TableObservation:
        """Begins a match. ValueError if there is none such."""
        if unknown:
            raise ValueError(f"reset knows no {', '.join(sorted(unknown))}")
        table = known_table(game, seats=seats, opponents=opponents, seat=seat, options=options, lang=lang, tries=tries)
        turn = table.reset(seed)
        self._table = table
        self._state = TableState(episode_id=episode_id, game=game, seats=table.seats, seat=table.seat, over=turn.over)
        return self._told(turn)

    def step(self, action: TableAction, timeout_s: float | None = None, **unknown: Any) -> TableObservation:
        """The move of the answer, and those of the others until one's own seat decides again."""
        if self._table is None:
            raise ValueError("there is no match yet: reset the environment")
        turn = self._table.step(action.answer)
        self._state.step_count += 1
        self._state.over = turn.over
        return self._told(turn)

    @property
    def state(self) -> TableState:
        return self._state

    def _told(self, turn: Turn) -> TableObservation:
        assert self._table is not None
        return TableObservation(
            text=turn.text, seat=self._table.seat, moves=self._table.moves, refused=turn.refused, done=turn.over,
            reward=turn.reward,
        )  # fmt: skip


class TableClient(EnvClient):  # type: ignore[misc]
    """A client of such a server: `with TableClient(base_url=...).sync() as table: table.reset(game="gift")`."""

    def _step_payload(self, action: TableAction) -> dict[str, Any]:
        return {"answer": action.answer}

    def _parse_result(self, payload: dict[str, Any]) -> Any:
        told = {"done": payload.get("done", False), "reward": payload.get("reward"), **payload["observation"]}
        return StepResult(TableObservation(**told), reward=told["reward"], done=told["done"])

    def _parse_state(self, payload: dict[str, Any]) -> TableState:
        return TableState(**payload)


app = create_app(
    TableEnvironment, TableAction, TableObservation, env_name="tefuda", max_concurrent_envs=SESSIONS,
    state_cls=TableState,
)  # fmt: skip
assert GAMES  # so that the first client does not wait for the rules
