"""Game and Batch over the plain rules: the reference, and the fall-back without a C compiler.

compiled.py is the same for the compiled rules; a test holds their names and signatures together. A seed is a number
from 0 to 2**63 - 1 and gives the same stream in both.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self

from tefuda.kernel.chance import CHANCE, OPTIONS_MAX, OVER, draw, draw_pool, seed_stream
from tefuda.kernel.checks import check_counts, check_drawn, check_seats, check_seen, check_weights, spread_seeds
from tefuda.kernel.play import QUICK, UNIFORM
from tefuda.kernel.record import Record, count, dtype


class Scratch(threading.local):
    """The scratch memory of all games, one for each thread."""

    def __init__(self, work: type[Record]) -> None:
        self.work = work()


class Game:
    """One state and the rules' door to it: nothing illegal gets in."""

    rules: ClassVar[Any]  # the game's functions and records
    scratch: ClassVar[Scratch]
    __slots__ = ("s", "seats")

    @property
    def work(self) -> Any:
        return self.scratch.work

    def __init__(self, seats: int, options: Sequence[int] = ()) -> None:
        check_seats(seats, self.rules.SEATS_MAX)
        self.s: Record = self.rules.State()
        self.seats = seats
        set_options(self.work, options)
        self.rules.begin(self.s, self.work, seats)

    def clone(self) -> Self:
        new = type(self).__new__(type(self))
        new.s = self.s.clone()
        new.seats = self.seats
        return new

    def pack(self) -> bytes:
        """The state as the bytes of its C struct; `State.unpack` makes a plain record of them."""
        return self.s.pack()

    @classmethod
    def unpack(cls, data: bytes, seats: int) -> Self:
        """A game from bytes. It trusts them: only a game's own face makes states."""
        check_seats(seats, cls.rules.SEATS_MAX)
        new = cls.__new__(cls)
        size = len(cls.rules.State().pack())
        if len(data) != size:
            raise ValueError(f"a state has {size} bytes, not {len(data)}")
        new.s = cls.rules.State.unpack(data)
        new.seats = seats
        return new

    def actor(self) -> int:
        """The seat that decides now in the one-at-a-time order, or CHANCE, or OVER."""
        return int(self.rules.actor(self.s))

    def count(self, seat: int) -> int:
        """How many legal actions the seat has now."""
        return int(self.rules.legal(self.s, self.work, seat)) if 0 <= seat < self.seats else 0

    def nth(self, seat: int, index: int) -> int:
        """The seat's legal action number `index`."""
        if not 0 <= index < self.count(seat):
            raise IndexError(f"seat {seat} has no legal action number {index}")
        return int(self.work.out[index])

    def legal(self, seat: int) -> list[int]:
        """The seat's legal actions, ascending."""
        return [int(self.work.out[i]) for i in range(self.count(seat))]

    def apply(self, seat: int, action: int) -> None:
        """Does the action; ValueError if it is not legal."""
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}")
        if not self.rules.is_legal(self.s, self.work, seat, action):
            raise ValueError(f"action {action} is not legal for seat {seat}")
        self.rules.apply(self.s, self.work, seat, action)

    def advance(self, index: int) -> int:
        """The actor takes its legal action number `index`; gives how many the next actor has, 0 if there is none."""
        seat = self.actor()
        self.apply(seat, self.nth(seat, index))
        return self.count(self.actor())

    def settle(self, seed: int) -> int:
        """Chance acts, by a random stream, while it must; gives how many legal actions the actor then has."""
        seed_stream(self.work, seed)
        return self.count(self.rules.settle(self.s, self.work))

    def chance(self) -> tuple[list[int], int, int]:
        """What chance draws from: the pool, the sides of each thing in it, and how many are drawn."""
        if self.actor() != CHANCE:
            raise ValueError("it is not for chance to act")
        count = int(self.rules.chance(self.s, self.work))
        return [int(self.work.pool[i]) for i in range(self.work.size * self.work.sides)], int(self.work.sides), count

    def draw(self, seed: int) -> list[int]:
        """What a random stream draws now; nothing is done with it yet."""
        if self.actor() != CHANCE:
            raise ValueError("it is not for chance to act")
        seed_stream(self.work, seed)
        count = int(self.rules.chance(self.s, self.work))
        draw_pool(self.work, count)
        return [int(self.work.drawn[i]) for i in range(count)]

    def deal(self, drawn: Sequence[int]) -> None:
        """Chance acts; ValueError if this cannot be drawn."""
        check_drawn(drawn, *self.chance())
        for i, thing in enumerate(drawn):
            self.work.drawn[i] = thing
        self.rules.deal(self.s, self.work)

    def scores(self) -> list[int]:
        """The standing after the completed rounds."""
        return [int(self.rules.score(self.s, seat)) for seat in range(self.seats)]

    def rounds(self) -> int:
        """How many rounds are completed."""
        return int(self.rules.rounds(self.s))

    def sound(self) -> int:
        """0, or the number of the invariant that is broken."""
        return int(self.rules.sound(self.s, self.work))

    def playout(self, seed: int) -> int:
        """Uniformly random moves to the end of the match; gives their number."""
        seed_stream(self.work, seed)
        return int(self.rules.playout(self.s, self.work))

    def playout_checked(self, seed: int) -> tuple[int, int]:
        """The same with all invariants checked after every move; gives the moves and what `sound` said last."""
        seed_stream(self.work, seed)
        moves = 0
        seat = self.rules.settle(self.s, self.work)
        broken = self.sound()
        while seat != OVER and broken == 0:
            n = self.rules.legal(self.s, self.work, seat)
            self.rules.apply(self.s, self.work, seat, self.work.out[draw(self.work, n)])
            moves += 1
            broken = self.sound()
            seat = self.rules.settle(self.s, self.work)
        return moves, broken

    def redeal(self, seat: int | None, seed: int) -> Self:
        """A game like this one with all that the seat (None: a spectator) cannot know dealt anew."""
        new = self.clone()
        seed_stream(self.work, seed)
        if not self.rules.redeal(new.s, self.work, -1 if seat is None else seat):
            raise ValueError("no world fits what this seat knows")
        return new

    def observe(self, seat: int) -> bytes:
        """What the seat may know, as the int16 numbers of the game's Observation."""
        return self._written(self.rules.observe, self.rules.Observation, seat)

    def reveal(self, seat: int) -> bytes:
        """What that observation hides, as the int16 numbers of the game's Secrets."""
        return self._written(self.rules.reveal, self.rules.Secrets, seat)

    def _written(self, write: Any, record: type[Record], seat: int) -> bytes:
        check_seen(seat, self.seats, self.actor())
        row = record()
        write(self.s, seat, row)
        return row.pack()

    def worths(self, seat: int, weights: Sequence[int]) -> list[int]:
        """What each legal action of the seat is worth by these weights, from what the seat may know."""
        set_weights(self.work, [weights] * self.seats)
        return [int(self.rules.worth(self.s, self.work, seat, action)) for action in self.legal(seat)]

    def quick(self, seat: int, weights: Sequence[int]) -> int:
        """The legal action that is worth most by these weights, from what the seat may know."""
        if self.count(seat) == 0:
            raise ValueError(f"seat {seat} has nothing to decide")
        set_weights(self.work, [weights] * self.seats)
        return int(self.rules.quick(self.s, self.work, seat))

    def play_round(self, seed: int, weights: Sequence[Sequence[int]]) -> int:
        """Plays to the end of the round, each seat's `quick` by its own weights; gives the number of moves."""
        if len(weights) != self.seats:
            raise ValueError(f"{self.seats} seats need {self.seats} rows of weights, not {len(weights)}")
        set_weights(self.work, weights)
        seed_stream(self.work, seed)
        return int(self.rules.roll_out(self.s, self.work, QUICK))

    def count_round(
        self, seed: int, weights: Sequence[Sequence[int] | None], kinds: Any, counts: Any, moves: Any = None
    ) -> tuple[int, int, int]:
        """Plays to the end of the round as `play_round`, a seat with None for weights at random, and counts.

        `kinds` (uint8) says for each action of which kind it is. `counts` (int32) has a row for each seat, to which are
        added: its decisions; those with one legal action; its legal actions; for each kind, at how many decisions it
        was legal; for each kind, how often it was taken. `moves` (int16) takes seat, action and the number of legal
        actions of as many moves as it has rows. Gives the number of moves and who made the last one with which action.
        """
        n_kinds = check_counts(self.seats, self.rules.N_ACTIONS, weights, kinds, counts, moves)
        rules, s, w = self.rules, self.s, self.work
        for row, given in zip(w.weights, weights, strict=False):
            for i, weight in enumerate(check_weights(given, len(row)) if given is not None else ()):
                row[i] = weight
        seed_stream(w, seed)
        made, last, action = 0, OVER, -1
        now = rules.rounds(s)
        while (seat := rules.actor(s)) != OVER and rules.rounds(s) == now:
            if seat == CHANCE:
                draw_pool(w, rules.chance(s, w))
                rules.deal(s, w)
                continue
            n = int(rules.legal(s, w, seat))
            row = counts[seat]
            row[0] += 1
            row[1] += n == 1
            row[2] += n
            for kind in {int(kinds[w.out[k]]) for k in range(n)}:
                row[3 + kind] += 1
            action = int(w.out[draw(w, n)] if weights[seat] is None else rules.quick(s, w, seat))
            row[3 + n_kinds + int(kinds[action])] += 1
            if moves is not None and made < len(moves):
                moves[made] = seat, action, n
            rules.apply(s, w, seat, action)
            made, last = made + 1, int(seat)
        return made, last, action

    def search(
        self,
        seat: int,
        actions: Sequence[int],
        worlds: int,
        seed: int,
        weights: Sequence[int] | None = None,
        relative: bool = True,
    ) -> tuple[list[float], list[float], int]:
        """Plays each action in `worlds` redealt worlds, the same for all, and on to the end of the round.

        All seats then move by `quick` with these weights, or uniformly at random without weights. Gives for each action
        the sum and the sum of squares of the seat's gain (less the others' mean gain if relative), and the number of
        moves made.
        """
        if len(actions) > 64:
            raise ValueError("a search compares at most 64 actions")
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}")
        for action in actions:
            if not self.rules.is_legal(self.s, self.work, seat, action):
                raise ValueError(f"action {action} is not legal for seat {seat}")
        sums, squares, total = [0.0] * len(actions), [0.0] * len(actions), 0
        now = self.scores()
        if weights is not None:
            set_weights(self.work, [weights] * self.seats)
        policy = UNIFORM if weights is None else QUICK
        seed_stream(self.work, seed)
        for _ in range(worlds):
            world = self.s.clone()
            if not self.rules.redeal(world, self.work, seat):
                raise ValueError("no world fits what this seat knows")
            for k, action in enumerate(actions):
                s = world.clone()
                self.rules.apply(s, self.work, seat, action)
                total += 1 + int(self.rules.roll_out(s, self.work, policy))
                gains = [self.rules.score(s, other) - now[other] for other in range(self.seats)]
                value = gains[seat] + (gains[seat] - sum(gains)) / (self.seats - 1) * relative
                sums[k] += value
                squares[k] += value * value
        return sums, squares, total


class Batch:
    """Many matches at once, each with a random stream of its own; chance acts by itself.

    `masks[i]` marks the legal actions of `actors[i]`. `ended[i]` is 1 after a step that ended match i, whose scores
    then stand in `final[i]`; with `restart` a new match has already begun in its place. `gains[i]` is what each seat
    gained by the last step. With `observe`, `observed[i]` is what the actor may know, and `last[i]` what the seat that
    ended the last match here knew then; with `reveal`, `secrets[i]` is what the actor may not know.
    """

    rules: ClassVar[Any]
    scratch: ClassVar[Scratch]

    @property
    def work(self) -> Any:
        return self.scratch.work

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
        self.restart = restart
        self.options = tuple(options)
        self._games: list[Any] = [None] * games
        self.masks = np.zeros((games, self.rules.N_ACTIONS), np.uint8)
        self.actors = np.zeros(games, np.int8)
        self.scores = np.zeros((games, seats), np.int32)
        self.ended = np.zeros(games, np.uint8)
        self.final = np.zeros((games, seats), np.int32)
        self.gains = np.zeros((games, seats), np.int32)
        self.streams = np.zeros(games, np.int64)
        self.observed = np.zeros((games, count(self.rules.Observation) if observe else 0), np.int16)
        self.last = np.zeros_like(self.observed)
        self.secrets = np.zeros((games, count(self.rules.Secrets) if reveal else 0), np.int16)
        self.reset(seeds=seeds)

    @property
    def states(self) -> Any:
        """All states as one NumPy array."""
        import numpy as np

        packed = bytearray(b"".join(s.pack() for s in self._games))
        return np.frombuffer(packed, dtype(self.rules.State))

    def __len__(self) -> int:
        return len(self._games)

    def reset(self, which: Sequence[int] | None = None, seeds: int | Iterable[int] = 0) -> None:
        """New matches, all or those named; seeds are numbers, or the first of consecutive ones."""
        chosen = range(len(self)) if which is None else which
        for i, seed in zip(chosen, spread_seeds(seeds, len(chosen)), strict=True):
            if not 0 <= i < len(self):
                raise IndexError(f"there is no game {i}")
            seed_stream(self.work, seed)
            self.streams[i] = self.work.stream
            self._begin(i)
            self.ended[i] = 0

    def _begin(self, i: int) -> None:
        self._games[i] = self.rules.State()
        set_options(self.work, self.options)
        self.rules.begin(self._games[i], self.work, self.seats)
        self._show(i)

    def _show(self, i: int) -> None:
        s, w = self._games[i], self.work
        w.stream = int(self.streams[i])
        self.actors[i] = self.rules.settle(s, w)
        self.streams[i] = w.stream
        self.masks[i] = 0
        if self.actors[i] >= 0:
            for k in range(self.rules.legal(s, w, int(self.actors[i]))):
                self.masks[i, w.out[k]] = 1
            self._write(self.observed, i, self.rules.observe, self.rules.Observation, int(self.actors[i]))
            self._write(self.secrets, i, self.rules.reveal, self.rules.Secrets, int(self.actors[i]))
        for seat in range(self.seats):
            self.scores[i, seat] = self.rules.score(s, seat)

    def _write(self, rows: Any, i: int, write: Any, record: type[Record], seat: int) -> None:
        if rows.shape[1]:
            import numpy as np

            row = record()
            write(self._games[i], seat, row)
            rows[i] = np.frombuffer(row.pack(), np.int16)

    def step(self, actions: Any) -> None:
        """One action (int16) in every match that is not over; ValueError, and nothing done, if one is illegal."""
        if len(actions) != len(self):
            raise ValueError(f"{len(self)} games need {len(self)} actions, not {len(actions)}")
        for i, action in enumerate(actions):
            if self.actors[i] >= 0 and not (0 <= action < self.rules.N_ACTIONS and self.masks[i, action]):
                raise ValueError(f"action {action} is not legal in game {i}")
        for i, action in enumerate(actions):
            self.ended[i] = 0
            self.gains[i] = 0
            if self.actors[i] < 0:
                continue
            seat = int(self.actors[i])
            before = self.scores[i].copy()
            self.rules.apply(self._games[i], self.work, seat, int(action))
            self._show(i)
            self.gains[i] = self.scores[i] - before
            if self.actors[i] == OVER:  # by the action or by what chance did then
                self.ended[i] = 1
                self.final[i] = self.scores[i]
                self._write(self.last, i, self.rules.observe, self.rules.Observation, seat)
                if self.restart:
                    self._begin(i)

    def draw_actions(self, actions: Any) -> None:
        """Fills the array (int16) with uniformly drawn legal actions; -1 where a match is over."""
        if len(actions) != len(self):
            raise ValueError(f"{len(self)} games need {len(self)} actions, not {len(actions)}")
        for i, s in enumerate(self._games):
            actions[i] = -1
            if self.actors[i] >= 0:
                self.work.stream = int(self.streams[i])
                n = self.rules.legal(s, self.work, int(self.actors[i]))
                actions[i] = self.work.out[draw(self.work, n)]
                self.streams[i] = self.work.stream


def set_options(work: Any, options: Sequence[int]) -> None:
    if len(options) > OPTIONS_MAX:
        raise ValueError(f"at most {OPTIONS_MAX} options")
    for i in range(OPTIONS_MAX):
        work.options[i] = options[i] if i < len(options) else 0


def set_weights(work: Any, weights: Sequence[Sequence[int]]) -> None:
    """One row for each seat."""
    for row, given in zip(work.weights, weights, strict=False):
        check_weights(given, len(row))
        for i, weight in enumerate(given):
            row[i] = weight
