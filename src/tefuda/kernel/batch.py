"""Batch: many matches at once. One class serves every form; a form only says in what memory the records are kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from tefuda.kernel.checks import check_seats, check_weights, spread_seeds
from tefuda.kernel.plain import Scratch, set_options
from tefuda.kernel.play import NOTICED_ALL, OUTSIDE, SAME_STEP
from tefuda.kernel.record import dtype

# What a batch shows of its matches, and what it needs to go on.
KEPT = (
    "masks", "actors", "scores", "ended", "final", "gains", "streams", "observed", "last", "secrets", "minds",
    "listed", "choices",
)  # fmt: skip


class Mind(NamedTuple):
    """A seat that the kernel plays: by weights, among the moves that it notices; at random if it notices none."""

    weights: tuple[int, ...] = ()
    noticed: int = 0  # of a thousand


class Batch:
    """Many matches at once, each with a random stream of its own; chance acts by itself.

    `masks[i]` marks the legal actions of `actors[i]`. `ended[i]` is 1 after a step that ended match i, whose scores
    then stand in `final[i]`; a new match has already begun in its place, or begins with the next step (`restart` is
    NEXT_STEP), or only by `reset` (STAY). `gains[i]` is what each seat gained by the last step. With `observe`,
    `observed[i]` is what the actor may know, and `last[i]` what the seat that acted last in the last match here knew
    then; with `reveal`, `secrets[i]` is what the actor may not know.

    `minds` says who plays the seats from seat `own` on (None: from any seat, drawn for each match): a Mind, or None for
    actions from outside. A seat with a mind moves by itself, so that `actors` are always others.
    """

    rules: ClassVar[Any]
    scratch: ClassVar[Scratch]

    def __init__(
        self,
        games: int,
        seats: int,
        options: Sequence[int] = (),
        seeds: int | Iterable[int] = 0,
        restart: int = SAME_STEP,
        observe: bool = False,
        reveal: bool = False,
        minds: Sequence[Mind | None] | None = None,
        own: int | None = 0,
    ) -> None:
        import numpy as np

        check_seats(seats, self.rules.SEATS_MAX)
        self.seats = seats
        self.restart = int(restart)
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
        self.listed = np.zeros((games, n_actions), np.int16)  # the legal actions, and how many
        self.choices = np.zeros(games, np.int16)
        self._lists = tuple(flat(one) for one in (self.streams, self.actors, self.listed, self.choices))
        self._scores, self._masks = flat(self.scores), flat(self.masks)
        self._told = tuple(flat(one) for one in (self.ended, self.final, self.gains))
        self._every = np.ones(games, np.uint8)
        self.minds = np.zeros((games, seats), np.int8)
        self._players = *self._cast([None] * seats if minds is None else minds, own), flat(self.minds)
        self.reset(seeds=seeds)

    def _cast(self, minds: Sequence[Mind | None], own: int | None) -> tuple[memoryview, memoryview]:
        """The number of each seat's mind and the first seat of that order; and the weights of the different minds."""
        import numpy as np

        if len(minds) != self.seats or None not in minds:
            raise ValueError(f"{self.seats} seats need {self.seats} minds, at least one of them None")
        if own is not None and not 0 <= own < self.seats:
            raise ValueError(f"there is no seat {own}")
        count = self.rules.N_WEIGHTS
        kinds = sorted({mind for mind in minds if mind is not None})
        policies = np.zeros((max(1, len(kinds)), count + 1), np.int32)
        for row, mind in zip(policies, kinds, strict=False):
            if not 0 <= mind.noticed <= NOTICED_ALL:
                raise ValueError(f"of a thousand moves 0 to 1000 are noticed, not {mind.noticed}")
            row[:count] = check_weights(mind.weights, count) if mind.noticed else 0
            row[count] = mind.noticed
        cast = [OUTSIDE if mind is None else kinds.index(mind) for mind in minds] + [-1 if own is None else own]
        return flat(np.array(cast, np.int8)), flat(policies)

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

    def _load(self, states: Any) -> None:
        """Takes states as `states` gives them, and makes the records those of their rows."""
        self._states[:] = [self.rules.State.unpack(one.tobytes()) for one in states]
        for record, records, rows in (
            (self.rules.Observation, self._observed, self.observed),
            (self.rules.Observation, self._last, self.last),
            (self.rules.Secrets, self._secrets, self.secrets),
        ):
            records[:] = [record.unpack(row.tobytes()) for row in rows[: len(records)]]

    @property
    def states(self) -> Any:
        """All states as one NumPy array."""
        import numpy as np

        return np.frombuffer(bytearray(b"".join(s.pack() for s in self._states)), dtype(self.rules.State))

    # ---- what can be done

    def __len__(self) -> int:
        return len(self._states)

    def _shown(self) -> tuple[Any, ...]:
        """The memory that the rules need to show a match, in the order of their arguments."""
        streams, actors, actions, choices = self._lists
        cast, policies, minds = self._players
        return (
            self._states, self.scratch.work, self.seats, streams, actors, self._scores, self._masks, actions, choices,
            self.observed.shape[1] > 0, self._observed, self.secrets.shape[1] > 0, self._secrets,
            cast, minds, policies,
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

    def step(self, actions: Any, which: Any = None) -> None:
        """One action (int16) in every match that is not over, or in those that the row `which` (uint8) marks.

        ValueError, and nothing is done, if one is illegal.
        """
        self._check_count(actions)
        stepping = self._every if which is None else which
        self._check_count(stepping)
        set_options(self.rules, self.scratch.work, self.options)
        wrong = self.rules.step_matches(
            len(self), flat(actions), flat(stepping), self.restart, *self._shown(), *self._told, self._last
        )
        if wrong >= 0:
            raise ValueError(f"action {actions[wrong]} is not legal in game {wrong}")
        self._show()

    def draw_actions(self, actions: Any) -> None:
        """Fills the array (int16) with uniformly drawn legal actions; -1 where a match is over."""
        self._check_count(actions)
        self.rules.draw_matches(len(self), flat(actions), self.scratch.work, *self._lists)

    def save(self) -> dict[str, Any]:
        """The whole state of all matches, copied into arrays from which `restore` goes on."""
        return {name: getattr(self, name).copy() for name in (*KEPT, "states")}

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Goes on from what `save` gave, here or in another batch of the same game, size, seats and records.

        It trusts the numbers; ValueError, and nothing is done, if they are for another batch.
        """
        for name in (*KEPT, "states"):
            here = getattr(self, name)
            if name not in saved or (saved[name].shape, saved[name].dtype) != (here.shape, here.dtype):
                raise ValueError("this was saved by another kind of batch")
        for name in KEPT:
            getattr(self, name)[...] = saved[name]
        self._load(saved["states"])

    def _check_count(self, actions: Any) -> None:
        if len(actions) != len(self):
            raise ValueError(f"{len(self)} games need {len(self)} actions, not {len(actions)}")


def width(record: Any) -> int:
    """How many numbers a record of int16 alone has."""
    return len(record().pack()) // 2


def flat(rows: Any) -> memoryview:
    """An array as one row of numbers."""
    return memoryview(rows.reshape(-1))
