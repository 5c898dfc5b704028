"""Game: one state and what can be done with it. The reference, and the plain form.

It calls the game's functions, in whichever form they are: plain Python, or those of a compiled library, whose
positions have the methods that are called for every move once more, in C. A seed is a number from 0 to 2**63 - 1 and
gives the same stream in every form.

The file is long because all of it is one class, and small functions of the same few names.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from tefuda.kernel.chance import CHANCE, OPTIONS_MAX
from tefuda.kernel.checks import check_counts, check_drawn, check_seats, check_seen, check_weights
from tefuda.kernel.play import LATER_MAX, QUICK, SEARCHED_MAX, UNIFORM


class Scratch(threading.local):
    """The scratch memory of all games, one for each thread."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work()
        self.thought: Any = None  # of a network, made when there is one


class Weighed(NamedTuple):
    """What was found of one action: sums over its worlds."""

    sum: float  # of the points gained in the round
    squares: float
    apart: float  # squares of how far it was from the first action in the same world
    wins: float  # of the chance to win the match
    wins_squares: float
    wins_apart: float


class Game:
    """One state and the rules' door to it: nothing illegal gets in."""

    rules: ClassVar[Any]  # the game's functions, records and constants
    scratch: ClassVar[Scratch]
    s: Any  # the State
    seats: int
    if not TYPE_CHECKING:
        __slots__ = ()  # each form has its own

    @property
    def work(self) -> Any:
        return self.scratch.work

    def __init__(self, seats: int, options: Sequence[int] = ()) -> None:
        check_seats(seats, self.rules.SEATS_MAX)
        self._clear()
        self.seats = seats
        set_options(self.rules, self.work, options)
        self.rules.begin_with(self.s, self.work, seats)

    def _clear(self) -> None:
        self.s = self.rules.State()

    def clone(self) -> Self:
        new = type(self).__new__(type(self))
        new.s = self.s.clone()
        new.seats = self.seats
        return new

    def pack(self) -> bytes:
        """The state as the bytes of its C struct; `State.unpack` makes a plain record of them."""
        return bytes(self.s.pack())

    @classmethod
    def unpack(cls, data: bytes, seats: int) -> Self:
        """A game from bytes. It trusts them: only a game's own face makes states."""
        check_seats(seats, cls.rules.SEATS_MAX)
        new = cls.__new__(cls)
        new.seats = seats
        new._load(data)
        return new

    def _load(self, data: bytes) -> None:
        size = len(self.rules.State().pack())
        if len(data) != size:
            raise ValueError(f"a state has {size} bytes, not {len(data)}")
        self.s = self.rules.State.unpack(data)

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
        self.rules.seed_stream(self.work, seed)
        return self.count(self.rules.settle(self.s, self.work))

    def chance(self) -> tuple[list[int], int, int]:
        """What chance draws from: the pool, the sides of each thing in it, and how many are drawn."""
        if self.actor() != CHANCE:
            raise ValueError("it is not for chance to act")
        work = self.work
        count = int(self.rules.chance(self.s, work))
        pool = work.pool
        return list(islice(pool, work.size * work.sides)), int(work.sides), count

    def draw(self, seed: int) -> list[int]:
        """What a random stream draws now; nothing is done with it yet."""
        if self.actor() != CHANCE:
            raise ValueError("it is not for chance to act")
        work = self.work
        self.rules.seed_stream(work, seed)
        count = int(self.rules.chance(self.s, work))
        self.rules.draw_pool(work, count)
        drawn = work.drawn
        return [int(drawn[i]) for i in range(count)]

    def deal(self, drawn: Sequence[int]) -> None:
        """Chance acts; ValueError if this cannot be drawn."""
        check_drawn(drawn, *self.chance())
        work = self.work
        into = work.drawn
        for i, thing in enumerate(drawn):
            into[i] = thing
        self.rules.deal(self.s, work)

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
        self.rules.seed_stream(self.work, seed)
        return int(self.rules.playout(self.s, self.work))

    def playout_checked(self, seed: int) -> tuple[int, int]:
        """The same with all invariants checked after every move; gives the moves and what `sound` said last."""
        self.rules.seed_stream(self.work, seed)
        return int(self.rules.playout_checked(self.s, self.work)), self.sound()

    def redeal(self, seat: int | None, seed: int) -> Self:
        """A game like this one with all that the seat (None: a spectator) cannot know dealt anew."""
        new = self.clone()
        self.rules.seed_stream(self.work, seed)
        if not self.rules.redeal(new.s, self.work, -1 if seat is None else seat):
            raise ValueError("no world fits what this seat knows")
        return new

    def observe(self, seat: int) -> bytes:
        """What the seat may know, as the int16 numbers of the game's Observation."""
        return self._written(self.rules.look, self.rules.Observation, seat)

    def reveal(self, seat: int) -> bytes:
        """What that observation hides, as the int16 numbers of the game's Secrets."""
        return self._written(self.rules.reveal, self.rules.Secrets, seat)

    def _written(self, write: Any, record: Any, seat: int) -> bytes:
        check_seen(seat, self.seats, self.actor())
        row = record()
        write(self.s, seat, row)
        return bytes(row.pack())

    def worths(self, seat: int, weights: Sequence[int]) -> list[int]:
        """What each legal action of the seat is worth by these weights, from what the seat may know."""
        count = self.count(seat)
        if count == 0:
            return []
        set_weights(self.rules, self.work, {seat: weights})
        found = array("q", bytes(8 * count))
        self.rules.worths(self.s, self.work, seat, found)
        return found.tolist()

    def quick(self, seat: int, weights: Sequence[int]) -> int:
        """The legal action that is worth most by these weights, from what the seat may know."""
        if self.count(seat) == 0:
            raise ValueError(f"seat {seat} has nothing to decide")
        set_weights(self.rules, self.work, {seat: weights})
        return int(self.rules.quick(self.s, self.work, seat))

    def play_round(self, seed: int, weights: Sequence[Sequence[int]]) -> int:
        """Plays to the end of the round, each seat's `quick` by its own weights; gives the number of moves."""
        if len(weights) != self.seats:
            raise ValueError(f"{self.seats} seats need {self.seats} rows of weights, not {len(weights)}")
        set_weights(self.rules, self.work, dict(enumerate(weights)))
        self.rules.seed_stream(self.work, seed)
        return int(self.rules.roll_out(self.s, self.work, QUICK))

    # ---- by a network: `net` is its row of int16, see net.py

    def _thinking(self) -> tuple[Any, ...]:
        """Memory for thinking: three positions, the scratch memory and a Thought."""
        if self.scratch.thought is None:
            self.scratch.thought = self.rules.Thought()
        return *(self.clone().s for _ in range(3)), self.work, self.scratch.thought

    def think(self, seat: int, net: Any, seed: int) -> int:
        """The legal action after which the network likes the position best, from what the seat may know."""
        count = self.count(seat)
        if count == 0:
            raise ValueError(f"seat {seat} has nothing to decide")
        if count == 1:
            return self.nth(seat, 0)
        self.rules.seed_stream(self.work, seed)
        return int(self.rules.thoughtful(self.s, *self._thinking(), net, seat))

    def values(self, seat: int, net: Any, seed: int) -> dict[int, int]:
        """What the network thinks of each action that it looks at."""
        if self.count(seat) == 0:
            return {}
        self.rules.seed_stream(self.work, seed)
        memory = self._thinking()
        self.rules.thoughtful(self.s, *memory, net, seat)
        thought = memory[-1]
        return {int(thought.actions[k]): int(thought.values[k]) for k in range(thought.listed)}

    def points(self, seat: int, net: Any, seed: int) -> dict[int, float]:
        """The same in points of the score, from wherever they are counted."""
        unit = self.rules.UNIT * int(self.rules.point(self.s))
        return {action: value / unit for action, value in self.values(seat, net, seed).items()}

    def play_round_with(self, seed: int, net: Any, weights: Sequence[Sequence[int] | None]) -> int:
        """Plays to the end of the round, a seat with None for weights by the network; gives the number of moves."""
        if len(weights) != self.seats:
            raise ValueError(f"{self.seats} seats need {self.seats} rows of weights, not {len(weights)}")
        given = {seat: row for seat, row in enumerate(weights) if row is not None}
        by_net = sum(1 << seat for seat, row in enumerate(weights) if row is None)
        set_weights(self.rules, self.work, given)
        self.rules.seed_stream(self.work, seed)
        return int(self.rules.play_thoughtfully(self.s, *self._thinking(), net, by_net))

    def study(
        self,
        seed: int,
        net: Any,
        weights: Sequence[Sequence[int]],
        options: Sequence[int],
        self_play: bool,
        odd: float,
        guests: float,
        trust: float,
        rows: Sequence[Any],
    ) -> tuple[int, int]:
        """Plays rounds to learn from, match after match with these options, until there is no room for another.

        Seats move by the network in self-play, but for a share of guests by their weights, and otherwise all by their
        weights; a share of the moves is odd. The rows (arrays) are the inputs of the positions after moves, and room
        for owner, flags, standing and value of each; the last has what the network should have said of it, with this
        trust in how the round ended. Gives how many positions and moves there were.
        """
        lesson = self._lesson(seed, weights, options, odd, guests, trust, rows[0])
        lesson.self_play = int(self_play)
        flat = [memoryview(one.reshape(-1)) for one in rows]
        count = int(self.rules.study(self.s, *self._thinking(), net, lesson, *flat))
        return count, int(lesson.made)

    def compare(
        self,
        seed: int,
        net: Any,
        weights: Sequence[Sequence[int]],
        options: Sequence[int],
        tries: int,
        share: float,
        odd: float,
        guests: float,
        trust: float,
        rows: Sequence[Any],
    ) -> tuple[int, int]:
        """Plays as `study` in self-play, and at a share of the decisions tries so many moves, as far as there are any.

        The rows (arrays) are the inputs of the positions after these moves, one decision after another, a mark for each
        (0: there is no such move; IS_OVER: it ends the round), and what the network should have said of it: with all
        cards where they lie, the seats move on as in self-play, and chance draws the same after each move. Gives how
        many positions and moves there were.
        """
        lesson = self._lesson(seed, weights, options, odd, guests, trust, rows[0])
        lesson.tries, lesson.share = tries, round(1000 * share)
        flat = [memoryview(one.reshape(-1)) for one in rows]
        count = int(self.rules.compare(self.s, *self._thinking(), net, self.clone().s, lesson, *flat))
        return count, int(lesson.made)

    def _lesson(
        self,
        seed: int,
        weights: Sequence[Sequence[int]],
        options: Sequence[int],
        odd: float,
        guests: float,
        trust: float,
        room: Any,
    ) -> Any:
        """How a lesson is to be played; the kernel has the weights, options and seed for it."""
        lesson = self.rules.Lesson()
        lesson.seats, (lesson.room, lesson.width) = self.seats, room.shape
        lesson.odd, lesson.guests, lesson.trust = round(1000 * odd), round(1000 * guests), round(1000 * trust)
        set_options(self.rules, self.work, options)
        set_weights(self.rules, self.work, dict(enumerate(weights)))
        self.rules.seed_stream(self.work, seed)
        return lesson

    def inputs(self, seat: int) -> dict[int, int]:
        """What a network is told of this position as one after a move of the seat."""
        thought = self.rules.Thought()
        self.rules.all_inputs(self.s, self.work, thought, seat)
        named = [int(thought.wanted[k]) for k in range(thought.wants)]
        return {index: int(thought.want[index]) for index in sorted(named)}

    def count_round(
        self, seed: int, weights: Sequence[Sequence[int] | None], kinds: Any, counts: Any, moves: Any = None
    ) -> tuple[int, int, int]:
        """Plays to the end of the round as `play_round`, a seat with None for weights at random, and counts.

        `kinds` (uint8) says for each action of which kind it is. `counts` (int32) has a row for each seat, to which are
        added: its decisions; those with one legal action; its legal actions; for each kind, at how many decisions it
        was legal; for each kind, how often it was taken. `moves` (int16) takes seat, action and the number of legal
        actions of as many moves as it has rows. Gives the number of moves and who made the last one with which action.
        """
        counted = self.rules.Count()
        counted.kinds = check_counts(self.seats, self.rules.N_ACTIONS, weights, kinds, counts, moves)
        given = {seat: row for seat, row in enumerate(weights) if row is not None}
        counted.by_weights = sum(1 << seat for seat in given)
        counted.room = 0 if moves is None else len(moves)
        set_weights(self.rules, self.work, given)
        self.rules.seed_stream(self.work, seed)
        rows = [memoryview(one.reshape(-1)) for one in (kinds, counts)]
        rows.append(memoryview(array("h", [0])) if moves is None else memoryview(moves.reshape(-1)))
        made = int(self.rules.count_round(self.s, self.work, counted, *rows))
        return made, int(counted.last), int(counted.action)

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
        query = self._asked(seat, actions, worlds, self.rules.Search())
        query.policy = UNIFORM if weights is None else QUICK
        query.relative = int(relative)
        if weights is not None:
            set_weights(self.rules, self.work, dict.fromkeys(range(self.seats), weights))
        self.rules.seed_stream(self.work, seed)
        if not self.rules.search(self.s, self.clone().s, self.clone().s, self.work, query):
            raise ValueError("no world fits what this seat knows")
        return list(query.sums[: len(actions)]), list(query.squares[: len(actions)]), int(query.moves)

    def look_ahead(
        self, seat: int, actions: Sequence[int], worlds: int, seed: int, net: Any
    ) -> tuple[list[float], list[float], int]:
        """The same in likely worlds, with all seats moving by the network, which also says how it goes on."""
        query = self._asked(seat, actions, worlds, self.rules.Search())
        self.rules.seed_stream(self.work, seed)
        memory = self._thinking()
        if not self.rules.look_ahead(self.s, *memory, net, self.clone().s, self.clone().s, query):
            raise ValueError("no world fits what this seat knows")
        return list(query.sums[: len(actions)]), list(query.squares[: len(actions)]), int(query.moves)

    def play_later(self, matches: int, seed: int, weights: Sequence[int]) -> list[int]:
        """What the rounds after this one bring each seat, in so many matches that all play on by `quick`.

        One match after another; `weigh` takes it.
        """
        if not 0 <= matches * self.seats <= LATER_MAX:
            raise ValueError(f"there is room for {LATER_MAX // self.seats} matches, not {matches}")
        query = self.rules.Weighing()
        query.matches, query.seats = matches, self.seats
        set_weights(self.rules, self.work, dict.fromkeys(range(self.seats), weights))
        self.rules.seed_stream(self.work, seed)
        self.rules.play_later(self.s, self.clone().s, self.work, query)
        return list(query.later[: matches * self.seats])

    def weigh(
        self,
        seat: int,
        actions: Sequence[int],
        worlds: int,
        seed: int,
        weights: Sequence[int],
        relative: bool = True,
        later: Sequence[int] = (),
        blank: bool = False,
    ) -> list[Weighed]:
        """What each action is worth in so many likely worlds, the same for all: in points, and in the chance to win.

        Without actions the position itself is played on to the end of the round, with all cards where they lie.
        All seats then move by `quick` with these weights. After the round, the chance is the share of wins if the match
        goes on as in `later`, which `play_later` gave; `blank` says that nobody has won where all have 0 points.
        """
        if len(later) % self.seats or len(later) > LATER_MAX:
            raise ValueError(f"{len(later)} numbers are not of whole matches, or more than {LATER_MAX}")
        query = self._asked(seat, actions, worlds, self.rules.Weighing())
        query.relative, query.redealt, query.blank = int(relative), int(len(actions) > 0), int(blank)
        query.matches = len(later) // self.seats
        room = query.later
        for k, number in enumerate(later):
            room[k] = number
        set_weights(self.rules, self.work, dict.fromkeys(range(self.seats), weights))
        self.rules.seed_stream(self.work, seed)
        if not self.rules.weigh(self.s, self.clone().s, self.clone().s, self.work, query):
            raise ValueError("no world fits what this seat knows")
        rows = (query.sums, query.squares, query.apart, query.wins, query.wins_squares, query.wins_apart)
        count = max(1, len(actions))
        return [Weighed(*numbers) for numbers in zip(*(row[:count] for row in rows), strict=True)]

    def _asked(self, seat: int, actions: Sequence[int], worlds: int, query: Any) -> Any:
        """A search of these actions in so many worlds."""
        if len(actions) > SEARCHED_MAX:
            raise ValueError(f"a search compares at most {SEARCHED_MAX} actions")
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}")
        legal = set(self.legal(seat))
        for k, action in enumerate(actions):
            if action not in legal:
                raise ValueError(f"action {action} is not legal for seat {seat}")
            query.actions[k] = action
        query.count, query.worlds, query.seat, query.seats = len(actions), worlds, seat, self.seats
        return query


def set_options(rules: Any, work: Any, options: Sequence[int]) -> None:
    if len(options) > OPTIONS_MAX:
        raise ValueError(f"at most {OPTIONS_MAX} options")
    rules.set_options(work, array("h", options or (0,)), len(options))


def set_weights(rules: Any, work: Any, weights: dict[int, Sequence[int]]) -> None:
    """The weights of each of these seats."""
    for seat, given in weights.items():
        rules.set_weights(work, seat, array("i", check_weights(given, rules.N_WEIGHTS)))
