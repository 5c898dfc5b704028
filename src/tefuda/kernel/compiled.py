"""Game and Batch over the compiled rules. Only ever read by Cython, once for each game, whose rules are _rules.

plain.py is the same without a compiler and says what each method does; a test holds their names and signatures
together.
"""

import cython
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.tefuda.games.GAME._rules import (
    CHANCE,
    N_ACTIONS,
    N_WEIGHTS,
    OPTIONS_MAX,
    OVER,
    QUICK,
    SEATS_MAX,
    UNIFORM,
    Observation,
    Secrets,
    State,
    Work,
    actor,
    apply,
    begin,
    chance,
    deal,
    draw,
    draw_pool,
    is_legal,
    legal,
    observe,
    playout,
    quick,
    redeal,
    reveal,
    roll_out,
    rounds,
    score,
    seed_stream,
    settle,
    sound,
    worth,
)

from tefuda.games.GAME.state import State as PlainState
from tefuda.kernel.checks import check_counts, check_drawn, check_seats, check_seen, check_weights, spread_seeds
from tefuda.kernel.record import dtype

# The scratch memory of everything that keeps the GIL. The legal actions of one game and seat stay in it until they
# are asked for again: a game gets a new stamp whenever it changes.
_work = cython.declare(Work)
_last_stamp = cython.declare(cython.longlong, 0)
_found_stamp = cython.declare(cython.longlong, -1)
_found_seat = cython.declare(cython.longlong, -1)
_found = cython.declare(cython.longlong, 0)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def new_stamp() -> cython.longlong:
    global _last_stamp
    _last_stamp += 1
    return _last_stamp


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def scratch() -> cython.pointer(Work):
    """The shared Work, for another use than a list of legal actions."""
    global _found_stamp
    _found_stamp = -1
    return cython.address(_work)


@cython.cfunc
def set_options(w: cython.pointer(Work), options) -> cython.int:
    i: cython.Py_ssize_t
    if len(options) > OPTIONS_MAX:
        raise ValueError(f"at most {OPTIONS_MAX} options")
    for i in range(OPTIONS_MAX):
        w.options[i] = options[i] if i < len(options) else 0
    return 0


@cython.cfunc
def set_weights(w: cython.pointer(Work), seat: cython.Py_ssize_t, weights) -> cython.int:
    i: cython.Py_ssize_t
    check_weights(weights, N_WEIGHTS)
    for i in range(N_WEIGHTS):
        w.weights[seat][i] = weights[i]
    return 0


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def clear(row: cython.p_void, size: cython.size_t) -> cython.void:
    """Zeroes a row. Its size is asked for on purpose: of a constant one gcc makes `rep stos`, which is far slower."""
    memset(row, 0, size)


@cython.final
@cython.cclass
class Game:
    s: State
    stamp: cython.longlong
    seats = cython.declare(cython.longlong, visibility="readonly")

    def __init__(self, seats, options=()):
        check_seats(seats, SEATS_MAX)
        set_options(scratch(), options)
        memset(cython.address(self.s), 0, cython.sizeof(State))
        begin(cython.address(self.s), scratch(), seats)
        self.seats = seats
        self.stamp = new_stamp()

    def clone(self):
        new: Game = Game.__new__(Game)
        new.s = self.s
        new.seats = self.seats
        new.stamp = new_stamp()
        return new

    def pack(self):
        data: cython.p_char = cython.cast(cython.p_char, cython.address(self.s))
        return data[: cython.sizeof(State)]

    @staticmethod
    def unpack(data, seats):
        check_seats(seats, SEATS_MAX)
        if len(data) != cython.sizeof(State):
            raise ValueError(f"a state has {cython.sizeof(State)} bytes, not {len(data)}")
        new: Game = Game.__new__(Game)
        source: cython.p_char = data
        memcpy(cython.address(new.s), source, cython.sizeof(State))
        new.seats = seats
        new.stamp = new_stamp()
        return new

    def actor(self):
        return actor(cython.address(self.s))

    @cython.cfunc
    @cython.exceptval(check=False)
    def find(self, seat: cython.longlong) -> cython.longlong:
        """The number of the seat's legal actions, which then stand in the shared Work."""
        global _found_stamp, _found_seat, _found
        if _found_stamp != self.stamp or _found_seat != seat:
            _found = legal(cython.address(self.s), cython.address(_work), seat) if 0 <= seat < self.seats else 0
            _found_stamp = self.stamp
            _found_seat = seat
        return _found

    def count(self, seat: cython.longlong):
        return self.find(seat)

    def nth(self, seat: cython.longlong, index: cython.longlong):
        if index < 0 or index >= self.find(seat):
            raise IndexError(f"seat {seat} has no legal action number {index}")
        return _work.out[index]

    def legal(self, seat: cython.longlong):
        i: cython.longlong
        n: cython.longlong = self.find(seat)
        return [_work.out[i] for i in range(n)]

    def apply(self, seat: cython.longlong, action: cython.longlong):
        if seat < 0 or seat >= self.seats:
            raise ValueError(f"there is no seat {seat}")
        low: cython.longlong = 0
        high: cython.longlong = self.find(seat) - 1
        while low < high:
            middle: cython.longlong = (low + high) >> 1
            if _work.out[middle] < action:
                low = middle + 1
            else:
                high = middle
        if high < 0 or _work.out[low] != action:
            raise ValueError(f"action {action} is not legal for seat {seat}")
        self.stamp = new_stamp()
        apply(cython.address(self.s), scratch(), seat, action)

    def advance(self, index: cython.longlong):
        seat: cython.longlong = actor(cython.address(self.s))
        if index < 0 or index >= self.find(seat):
            raise IndexError(f"seat {seat} has no legal action number {index}")
        self.stamp = new_stamp()
        apply(cython.address(self.s), cython.address(_work), seat, _work.out[index])
        return self.find(actor(cython.address(self.s)))

    def settle(self, seed: cython.longlong):
        self.stamp = new_stamp()
        seed_stream(scratch(), seed)
        return self.find(settle(cython.address(self.s), scratch()))

    def chance(self):
        i: cython.longlong
        if actor(cython.address(self.s)) != CHANCE:
            raise ValueError("it is not for chance to act")
        count: cython.longlong = chance(cython.address(self.s), scratch())
        return [_work.pool[i] for i in range(_work.size * _work.sides)], _work.sides, count

    def draw(self, seed: cython.longlong):
        i: cython.longlong
        if actor(cython.address(self.s)) != CHANCE:
            raise ValueError("it is not for chance to act")
        seed_stream(scratch(), seed)
        count: cython.longlong = chance(cython.address(self.s), scratch())
        draw_pool(scratch(), count)
        return [_work.drawn[i] for i in range(count)]

    def deal(self, drawn):
        i: cython.Py_ssize_t
        check_drawn(drawn, *self.chance())
        for i in range(len(drawn)):
            _work.drawn[i] = drawn[i]
        self.stamp = new_stamp()
        deal(cython.address(self.s), scratch())

    def scores(self):
        seat: cython.longlong
        return [score(cython.address(self.s), seat) for seat in range(self.seats)]

    def rounds(self):
        return rounds(cython.address(self.s))

    def sound(self):
        return sound(cython.address(self.s), scratch())

    def playout(self, seed: cython.longlong):
        w: Work
        moves: cython.longlong
        seed_stream(cython.address(w), seed)
        self.stamp = new_stamp()
        with cython.nogil:
            moves = playout(cython.address(self.s), cython.address(w))
        return moves

    def playout_checked(self, seed: cython.longlong):
        memory: Work
        s: cython.pointer(State) = cython.address(self.s)
        w: cython.pointer(Work) = cython.address(memory)
        seat: cython.longlong
        broken: cython.longlong
        moves: cython.longlong = 0
        seed_stream(w, seed)
        self.stamp = new_stamp()
        with cython.nogil:
            seat = settle(s, w)
            broken = sound(s, w)
            while seat != OVER and broken == 0:
                n: cython.longlong = legal(s, w, seat)
                apply(s, w, seat, w.out[draw(w, n)])
                moves += 1
                broken = sound(s, w)
                seat = settle(s, w)
        return moves, broken

    def redeal(self, seat, seed: cython.longlong):
        new: Game = self.clone()
        seed_stream(scratch(), seed)
        if not redeal(cython.address(new.s), scratch(), -1 if seat is None else seat):
            raise ValueError("no world fits what this seat knows")
        return new

    def observe(self, seat):
        row: Observation
        data: cython.p_char = cython.cast(cython.p_char, cython.address(row))
        check_seen(seat, self.seats, self.actor())
        memset(data, 0, cython.sizeof(Observation))
        observe(cython.address(self.s), seat, cython.address(row))
        return data[: cython.sizeof(Observation)]

    def reveal(self, seat):
        row: Secrets
        data: cython.p_char = cython.cast(cython.p_char, cython.address(row))
        check_seen(seat, self.seats, self.actor())
        memset(data, 0, cython.sizeof(Secrets))
        reveal(cython.address(self.s), seat, cython.address(row))
        return data[: cython.sizeof(Secrets)]

    def worths(self, seat: cython.longlong, weights):
        actions = self.legal(seat)
        if actions:
            set_weights(scratch(), seat, weights)
        return [worth(cython.address(self.s), scratch(), seat, action) for action in actions]

    def quick(self, seat: cython.longlong, weights):
        if self.find(seat) == 0:
            raise ValueError(f"seat {seat} has nothing to decide")
        set_weights(scratch(), seat, weights)
        return quick(cython.address(self.s), scratch(), seat)

    def play_round(self, seed: cython.longlong, weights):
        w: Work
        moves: cython.longlong
        seat: cython.Py_ssize_t
        if len(weights) != self.seats:
            raise ValueError(f"{self.seats} seats need {self.seats} rows of weights, not {len(weights)}")
        for seat in range(self.seats):
            set_weights(cython.address(w), seat, weights[seat])
        seed_stream(cython.address(w), seed)
        self.stamp = new_stamp()
        with cython.nogil:
            moves = roll_out(cython.address(self.s), cython.address(w), QUICK)
        return moves

    def count_round(self, seed: cython.longlong, weights, kinds, counts, moves=None):
        w: Work
        by_weights: cython.longlong = 0
        made: cython.longlong = 0
        room: cython.longlong = 0 if moves is None else len(moves)
        last: cython.longlong = OVER
        action: cython.longlong = -1
        now: cython.longlong = rounds(cython.address(self.s))
        met: cython.ulonglong
        n: cython.longlong
        k: cython.longlong
        seat: cython.longlong
        s: cython.pointer(State) = cython.address(self.s)
        n_kinds: cython.longlong = check_counts(self.seats, N_ACTIONS, weights, kinds, counts, moves)
        kind: cython.uchar[::1] = kinds
        count: cython.int[:, ::1] = counts
        made_moves: cython.short[:, ::1] = moves
        for seat in range(self.seats):
            if weights[seat] is not None:
                set_weights(cython.address(w), seat, weights[seat])
                by_weights |= 1 << seat
        seed_stream(cython.address(w), seed)
        self.stamp = new_stamp()
        with cython.nogil:
            seat = actor(s)
            while seat != OVER and rounds(s) == now:
                if seat == CHANCE:
                    draw_pool(cython.address(w), chance(s, cython.address(w)))
                    deal(s, cython.address(w))
                else:
                    n = legal(s, cython.address(w), seat)
                    met = 0
                    for k in range(n):
                        met |= cython.cast(cython.ulonglong, 1) << kind[w.out[k]]
                    count[seat, 0] += 1
                    count[seat, 1] += n == 1
                    count[seat, 2] += n
                    for k in range(n_kinds):
                        count[seat, 3 + k] += (met >> k) & 1
                    if (by_weights >> seat) & 1:
                        action = quick(s, cython.address(w), seat)
                    else:
                        action = w.out[draw(cython.address(w), n)]
                    count[seat, 3 + n_kinds + kind[action]] += 1
                    if made < room:
                        made_moves[made, 0] = seat
                        made_moves[made, 1] = action
                        made_moves[made, 2] = n
                    apply(s, cython.address(w), seat, action)
                    made += 1
                    last = seat
                seat = actor(s)
        return made, last, action

    def search(
        self,
        seat: cython.longlong,
        actions,
        worlds: cython.longlong,
        seed: cython.longlong,
        weights=None,
        relative: cython.bint = True,
    ):
        moves: cython.longlong[64]
        sums: cython.double[64]
        squares: cython.double[64]
        w: Work
        world: State
        s: State
        value: cython.double
        i: cython.longlong
        k: cython.longlong
        other: cython.longlong
        n: cython.longlong = len(actions)
        total: cython.longlong = 0
        found: cython.bint = True
        policy: cython.longlong = UNIFORM if weights is None else QUICK
        if n > 64:
            raise ValueError("a search compares at most 64 actions")
        if seat < 0 or seat >= self.seats:
            raise ValueError(f"there is no seat {seat}")
        for k in range(n):
            if not is_legal(cython.address(self.s), scratch(), seat, actions[k]):
                raise ValueError(f"action {actions[k]} is not legal for seat {seat}")
            moves[k] = actions[k]
            sums[k] = 0.0
            squares[k] = 0.0
        if weights is not None:
            for i in range(self.seats):
                set_weights(cython.address(w), i, weights)
        seed_stream(cython.address(w), seed)
        with cython.nogil:
            for i in range(worlds):
                world = self.s
                if not redeal(cython.address(world), cython.address(w), seat):
                    found = False
                    break
                for k in range(n):
                    s = world
                    apply(cython.address(s), cython.address(w), seat, moves[k])
                    total += 1 + roll_out(cython.address(s), cython.address(w), policy)
                    value = 0.0
                    for other in range(self.seats if relative else 0):
                        if other != seat:
                            value -= score(cython.address(s), other) - score(cython.address(self.s), other)
                    value = value / (self.seats - 1)
                    value += score(cython.address(s), seat) - score(cython.address(self.s), seat)
                    sums[k] += value
                    squares[k] += value * value
        if not found:
            raise ValueError("no world fits what this seat knows")
        return [sums[k] for k in range(n)], [squares[k] for k in range(n)], total


@cython.final
@cython.cclass
class Batch:
    states = cython.declare(object, visibility="readonly")
    masks = cython.declare(object, visibility="readonly")
    actors = cython.declare(object, visibility="readonly")
    scores = cython.declare(object, visibility="readonly")
    ended = cython.declare(object, visibility="readonly")
    final = cython.declare(object, visibility="readonly")
    gains = cython.declare(object, visibility="readonly")
    streams = cython.declare(object, visibility="readonly")
    observed = cython.declare(object, visibility="readonly")
    last = cython.declare(object, visibility="readonly")
    secrets = cython.declare(object, visibility="readonly")
    options = cython.declare(tuple, visibility="readonly")
    seats = cython.declare(cython.longlong, visibility="readonly")
    restart = cython.declare(cython.bint, visibility="readonly")
    _states: cython.uchar[:, ::1]
    _masks: cython.uchar[:, ::1]
    _actors: cython.schar[::1]
    _scores: cython.int[:, ::1]
    _ended: cython.uchar[::1]
    _final: cython.int[:, ::1]
    _gains: cython.int[:, ::1]
    _streams: cython.longlong[::1]
    _observed: cython.short[:, ::1]
    _last: cython.short[:, ::1]
    _secrets: cython.short[:, ::1]
    _legal: cython.short[:, ::1]  # the legal actions of each game once more, as a list of _choices[i]
    _choices: cython.short[::1]

    def __init__(self, games, seats, options=(), seeds=0, restart=True, observe=False, reveal=False):
        import numpy as np

        check_seats(seats, SEATS_MAX)
        self.seats = seats
        self.restart = restart
        self.options = tuple(options)
        self.states = np.zeros(games, dtype(PlainState))
        self._states = self.states.view(np.uint8).reshape(games, -1)
        self._masks = self.masks = np.zeros((games, N_ACTIONS), np.uint8)
        self._actors = self.actors = np.zeros(games, np.int8)
        self._scores = self.scores = np.zeros((games, seats), np.int32)
        self._ended = self.ended = np.zeros(games, np.uint8)
        self._final = self.final = np.zeros((games, seats), np.int32)
        self._gains = self.gains = np.zeros((games, seats), np.int32)
        self._streams = self.streams = np.zeros(games, np.int64)
        width = cython.sizeof(Observation) // 2 if observe else 0
        self._observed = self.observed = np.zeros((games, width), np.int16)
        self._last = self.last = np.zeros((games, width), np.int16)
        width = cython.sizeof(Secrets) // 2 if reveal else 0
        self._secrets = self.secrets = np.zeros((games, width), np.int16)
        self._legal = np.zeros((games, N_ACTIONS), np.int16)
        self._choices = np.zeros(games, np.int16)
        self.reset(seeds=seeds)

    def __len__(self):
        return self._states.shape[0]

    def reset(self, which=None, seeds=0):
        i: cython.Py_ssize_t
        chosen = range(len(self)) if which is None else which
        for place, seed in zip(chosen, spread_seeds(seeds, len(chosen)), strict=True):
            if not 0 <= place < len(self):
                raise IndexError(f"there is no game {place}")
            i = place
            set_options(scratch(), self.options)
            seed_stream(scratch(), seed)
            self._streams[i] = _work.stream
            self._begin(i, scratch())
            self._ended[i] = 0

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _state(self, i: cython.Py_ssize_t) -> cython.pointer(State):
        return cython.cast(cython.pointer(State), cython.address(self._states[i, 0]))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin(self, i: cython.Py_ssize_t, w: cython.pointer(Work)) -> cython.void:
        memset(self._state(i), 0, cython.sizeof(State))
        begin(self._state(i), w, self.seats)
        self._show(i, w)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _show(self, i: cython.Py_ssize_t, w: cython.pointer(Work)) -> cython.void:
        """Chance acts; then the actor, the mask and the scores of game i are made those of its state."""
        s: cython.pointer(State) = self._state(i)
        mask: cython.p_uchar = cython.address(self._masks[i, 0])
        n: cython.longlong
        k: cython.longlong
        w.stream = self._streams[i]
        self._actors[i] = settle(s, w)
        self._streams[i] = w.stream
        clear(mask, self._masks.shape[1])
        if self._actors[i] >= 0:
            n = legal(s, w, self._actors[i])
            for k in range(n):
                mask[w.out[k]] = 1
            memcpy(cython.address(self._legal[i, 0]), cython.address(w.out[0]), n * cython.sizeof(cython.short))
            self._choices[i] = n
            if self._observed.shape[1] > 0:
                self._observe(self._observed, i, self._actors[i])
            if self._secrets.shape[1] > 0:
                clear(cython.address(self._secrets[i, 0]), 2 * self._secrets.shape[1])
                reveal(s, self._actors[i], cython.cast(cython.pointer(Secrets), cython.address(self._secrets[i, 0])))
        for k in range(self.seats):
            self._scores[i, k] = score(s, k)

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _observe(self, rows: cython.short[:, ::1], i: cython.Py_ssize_t, seat: cython.longlong) -> cython.void:
        clear(cython.address(rows[i, 0]), 2 * rows.shape[1])
        observe(self._state(i), seat, cython.cast(cython.pointer(Observation), cython.address(rows[i, 0])))

    def step(self, actions):
        taken: cython.short[::1] = actions
        w: Work
        i: cython.Py_ssize_t
        k: cython.longlong
        seat: cython.longlong
        wrong: cython.Py_ssize_t = -1
        if taken.shape[0] != self._states.shape[0]:
            raise ValueError(f"{len(self)} games need {len(self)} actions, not {len(actions)}")
        with cython.nogil:
            for i in range(self._states.shape[0]):
                if self._actors[i] >= 0 and not (0 <= taken[i] < N_ACTIONS and self._masks[i, taken[i]]):
                    wrong = i
                    break
        if wrong >= 0:
            raise ValueError(f"action {actions[wrong]} is not legal in game {wrong}")
        set_options(cython.address(w), self.options)
        with cython.nogil:
            for i in range(self._states.shape[0]):
                self._ended[i] = 0
                for k in range(self.seats):
                    self._gains[i, k] = 0
                if self._actors[i] < 0:
                    continue
                seat = self._actors[i]
                for k in range(self.seats):
                    self._gains[i, k] = -self._scores[i, k]
                apply(self._state(i), cython.address(w), seat, taken[i])
                self._show(i, cython.address(w))
                for k in range(self.seats):
                    self._gains[i, k] += self._scores[i, k]
                if self._actors[i] == OVER:  # by the action or by what chance did then
                    self._ended[i] = 1
                    for k in range(self.seats):
                        self._final[i, k] = self._scores[i, k]
                    if self._last.shape[1] > 0:
                        self._observe(self._last, i, seat)
                    if self.restart:
                        self._begin(i, cython.address(w))

    def draw_actions(self, actions):
        drawn: cython.short[::1] = actions
        w: Work
        i: cython.Py_ssize_t
        if drawn.shape[0] != self._states.shape[0]:
            raise ValueError(f"{len(self)} games need {len(self)} actions, not {len(actions)}")
        with cython.nogil:
            for i in range(self._states.shape[0]):
                drawn[i] = -1
                if self._actors[i] >= 0:
                    w.stream = self._streams[i]
                    drawn[i] = self._legal[i, draw(cython.address(w), self._choices[i])]
                    self._streams[i] = w.stream
