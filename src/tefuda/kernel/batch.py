"""Batch: many matches at once. One class for every form; the form says in what memory its records stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from tefuda.kernel.checks import check_seats, spread_seeds
from tefuda.kernel.plain import Scratch, set_options
from tefuda.kernel.record import dtype


class Batch:
    """Many matches at once, each with a random stream of its own; chance acts by itself.

    `masks[i]` marks the legal actions of `actors[i]`. `ended[i]` is 1 after a step that ended match i, whose scores
    then stand in `final[i]`; with `restart` a new match has already begun in its place. `gains[i]` is what each seat
    gained by the last step. With `observe`, `observed[i]` is what the actor may know, and `last[i]` what the seat that
    ended the last match here knew then; with `reveal`, `secrets[i]` is what the actor may not know.
    """

    rules: ClassVar[Any]
    scratch: ClassVar[Scratch]

    def __init__(
        self,
        games: int,
        seats: int,
        options: Sequence[int] = (),
        seeds: int | Iterable[int] = 0,
        restart: bool = True,
        observe: bool = False,
        reveal: bool = False,
    ) -> None:
        import numpy as np

        check_seats(seats, self.rules.SEATS_MAX)
        self.seats = seats
        self.restart = bool(restart)
        self.options = tuple(options)
        n_actions = self.rules.N_ACTIONS
        self.masks = np.zeros((games, n_actions), np.uint8)
        self.actors = np.zeros(games, np.int8)
        self.scores = np.zeros((games, seats), np.int32)
        self.ended = np.zeros(games, np.uint8)
        self.final = np.zeros((games, seats), np.int32)
        self.gains = np.zeros((games, seats), np.int32)
        self.streams = np.zeros(games, np.int64)
        self.observed = np.zeros((games, width(self.rules.Observation) if observe else 0), np.int16)
        self.last = np.zeros_like(self.observed)
        self.secrets = np.zeros((games, width(self.rules.Secrets) if reveal else 0), np.int16)
        self._states = self._made(games)
        self._observed, self._last = (
            self._written(self.rules.Observation, rows) for rows in (self.observed, self.last)
        )
        self._secrets = self._written(self.rules.Secrets, self.secrets)
        listed = np.zeros(games * n_actions, np.int16), np.zeros(games, np.int16)  # the legal actions, and how many
        self._lists = tuple(flat(one) for one in (self.streams, self.actors, *listed))
        self._scores, self._masks = flat(self.scores), flat(self.masks)
        self._told = tuple(flat(one) for one in (self.ended, self.final, self.gains))
        self.reset(seeds=seeds)

    # ---- the memory of the records: Python objects here; a compiled form works in the arrays themselves

    def _made(self, games: int) -> Any:
        """Memory for the states."""
        return [self.rules.State() for _ in range(games)]

    def _written(self, record: Any, rows: Any) -> Any:
        """Memory for records of which `rows` shows the numbers."""
        return [record() for _ in rows] if rows.shape[1] else []

    def _show(self) -> None:
        """Makes the rows those of their records."""
        import numpy as np

        for records, rows in ((self._observed, self.observed), (self._last, self.last), (self._secrets, self.secrets)):
            for i, record in enumerate(records):
                rows[i] = np.frombuffer(record.pack(), np.int16)

    @property
    def states(self) -> Any:
        """All states as one NumPy array."""
        import numpy as np

        return np.frombuffer(bytearray(b"".join(s.pack() for s in self._states)), dtype(self.rules.State))

    # ---- what can be done

    def __len__(self) -> int:
        return len(self._states)

    def _shown(self) -> tuple[Any, ...]:
        """What the rules show a match in."""
        streams, actors, actions, choices = self._lists
        return (
            self._states, self.scratch.work, self.seats, streams, actors, self._scores, self._masks, actions, choices,
            self.observed.shape[1] > 0, self._observed, self.secrets.shape[1] > 0, self._secrets,
        )  # fmt: skip

    def reset(self, which: Sequence[int] | None = None, seeds: int | Iterable[int] = 0) -> None:
        """New matches, all or those named; seeds are numbers, or the first of consecutive ones."""
        chosen = range(len(self)) if which is None else which
        work = self.scratch.work
        for i, seed in zip(chosen, spread_seeds(seeds, len(chosen)), strict=True):
            if not 0 <= i < len(self):
                raise IndexError(f"there is no game {i}")
            self.rules.seed_stream(work, seed)
            self.streams[i] = work.stream
            set_options(self.rules, work, self.options)
            self.rules.begin_match(i, *self._shown())
            self.ended[i] = 0
        self._show()

    def step(self, actions: Any) -> None:
        """One action (int16) in every match that is not over; ValueError, and nothing done, if one is illegal."""
        self._check_count(actions)
        set_options(self.rules, self.scratch.work, self.options)
        wrong = self.rules.step_matches(len(self), flat(actions), self.restart, *self._shown(), *self._told, self._last)
        if wrong >= 0:
            raise ValueError(f"action {actions[wrong]} is not legal in game {wrong}")
        self._show()

    def draw_actions(self, actions: Any) -> None:
        """Fills the array (int16) with uniformly drawn legal actions; -1 where a match is over."""
        self._check_count(actions)
        self.rules.draw_matches(len(self), flat(actions), self.scratch.work, *self._lists)

    def _check_count(self, actions: Any) -> None:
        if len(actions) != len(self):
            raise ValueError(f"{len(self)} games need {len(self)} actions, not {len(actions)}")


def width(record: Any) -> int:
    """How many numbers a record of int16 alone has."""
    return len(record().pack()) // 2


def flat(rows: Any) -> memoryview:
    """An array as one row of numbers."""
    return memoryview(rows.reshape(-1))
