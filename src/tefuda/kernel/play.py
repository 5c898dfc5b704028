"""Playing on: what can be done with any game's rules. Kernel Python, part of every game's compiled form.

The names that are not defined here are the game's own: its functions (see protocol.py), its records, and the constants
N_ACTIONS and N_WEIGHTS. All loops are in this one file, from one move to many matches: each calls those above it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tefuda.kernel.chance import CHANCE, OPTIONS_MAX, OVER, draw, draw_pool
from tefuda.kernel.chance import Work as Work
from tefuda.kernel.record import I8, I16, I32, I64, U8, Ints, Reals, Record, clear, copy

if TYPE_CHECKING:
    from tefuda.kernel.protocol import (
        N_ACTIONS,
        N_WEIGHTS,
        Observation,
        Secrets,
        State,
        actor,
        apply,
        begin,
        chance,
        deal,
        legal,
        likely,
        observe,
        redeal,
        reveal,
        rounds,
        score,
        show_options,
        sound,
        take_options,
        worth,
    )

UNIFORM = 0  # policies of roll_out
QUICK = 1
SEARCHED_MAX = 64  # actions that a search compares
LATER_MAX = 1280  # numbers that say what later rounds bring: of 128 matches with 10 seats
OUTSIDE = -1  # a seat of a batch whose actions come from outside
NOTICED_ALL = 1000  # of a thousand moves
STAY, SAME_STEP, NEXT_STEP = 0, 1, 2  # when a new match begins where one has ended: never, at once, with the next step
BEGINNINGS = 100  # of a match that is over before anybody outside decides

# Rows of numbers, as long as the caller says.
Bytes = Annotated[Ints, "u1"]
Signed = Annotated[Ints, "i1"]
Shorts = Annotated[Ints, "i2"]
Numbers = Annotated[Ints, "i4"]
Longs = Annotated[Ints, "i8"]


# ---- options and weights


def set_options(w: Work, given: Shorts, count: int) -> None:
    """The options of a new match; `count` of them are given, the others are 0."""
    for i in range(OPTIONS_MAX):
        w.options[i] = given[i] if i < count else 0


def set_weights(w: Work, seat: int, given: Numbers) -> None:
    """The weights of a seat's policy."""
    for i in range(N_WEIGHTS):
        w.weights[seat][i] = given[i]


def begin_with(s: State, w: Work, seats: int) -> None:
    """A new match in a zeroed state, with the options in w."""
    take_options(s, w)
    begin(s, w, seats)


def look(s: State, eyes: int, o: Observation) -> None:
    """What the seat may know, into a zeroed record."""
    show_options(s, o)
    observe(s, eyes, o)


# ---- moves


def settle(s: State, w: Work) -> int:
    """Chance acts until a seat decides or the match is over; gives that actor."""
    seat = actor(s)
    while seat == CHANCE:
        draw_pool(w, chance(s, w))
        deal(s, w)
        seat = actor(s)
    return seat


def is_legal(s: State, w: Work, seat: int, action: int) -> bool:
    """Whether the action is among the seat's legal ones; they stand in w.out afterwards."""
    low = 0
    high = legal(s, w, seat)
    while low < high:
        middle = (low + high) >> 1
        if w.out[middle] < action:
            low = middle + 1
        elif w.out[middle] > action:
            high = middle
        else:
            return True
    return False


def worths(s: State, w: Work, seat: int, found: Longs) -> int:
    """What each of the seat's legal actions is worth; gives their number."""
    n = legal(s, w, seat)
    for k in range(n):
        found[k] = worth(s, w, seat, w.out[k])
    return n


def quick(s: State, w: Work, seat: int) -> int:
    """The seat's legal action of the highest worth, the first among equals."""
    n = legal(s, w, seat)
    choice = w.out[0]
    if n == 1:
        return choice
    best = worth(s, w, seat, choice)
    for k in range(1, n):
        found = worth(s, w, seat, w.out[k])
        if found > best:
            best = found
            choice = w.out[k]
    return choice


def minded(s: State, w: Work, seat: int, mind: int, policies: Numbers) -> int:
    """What a seat with this mind does: its best move by weights, among those of its moves that it notices.

    A row of `policies` has the weights, and how many of a thousand moves are noticed; who notices none moves at random.
    """
    row = mind * (N_WEIGHTS + 1)
    noticed = policies[row + N_WEIGHTS]
    if noticed > 0:
        for k in range(N_WEIGHTS):
            w.weights[seat][k] = policies[row + k]
        if noticed == NOTICED_ALL:
            return quick(s, w, seat)
    n = legal(s, w, seat)
    choice = -1
    best = 0
    if noticed > 0:
        for k in range(n):
            if draw(w, NOTICED_ALL) < noticed:
                found = worth(s, w, seat, w.out[k])
                if choice < 0 or found > best:
                    best = found
                    choice = w.out[k]
    if choice < 0:
        choice = w.out[draw(w, n)]
    return choice


# ---- many moves


def playout(s: State, w: Work) -> int:
    """Uniformly random moves to the end of the match; gives their number."""
    moves = 0
    seat = settle(s, w)
    while seat != OVER:
        n = legal(s, w, seat)
        apply(s, w, seat, w.out[draw(w, n)])
        moves += 1
        seat = settle(s, w)
    return moves


def playout_checked(s: State, w: Work) -> int:
    """The same until the match is over or `sound` finds a broken invariant."""
    moves = 0
    seat = settle(s, w)
    while seat != OVER and sound(s, w) == 0:
        n = legal(s, w, seat)
        apply(s, w, seat, w.out[draw(w, n)])
        moves += 1
        if sound(s, w) == 0:
            seat = settle(s, w)
    return moves


def roll_out(s: State, w: Work, policy: int) -> int:
    """Plays to the end of the round in play; gives the number of moves."""
    moves = 0
    now = rounds(s)
    seat = actor(s)
    while seat != OVER and rounds(s) == now:
        if seat == CHANCE:
            draw_pool(w, chance(s, w))
            deal(s, w)
        elif policy == UNIFORM:
            n = legal(s, w, seat)
            apply(s, w, seat, w.out[draw(w, n)])
            moves += 1
        else:
            apply(s, w, seat, quick(s, w, seat))
            moves += 1
        seat = actor(s)
    return moves


def finish_round(s: State, trial: State, w: Work, policy: int) -> int:
    """Plays on to the end of the round that s is in, unless `trial`, which came of it, is there already."""
    if rounds(trial) > rounds(s):
        return 0
    return roll_out(trial, w, policy)


class Count(Record):
    """The arguments of `count_round` that are single numbers, and its results."""

    kinds: I16  # of actions
    by_weights: I32  # a bit for each seat that moves by `quick`; the others move at random
    room: I64  # for so many moves
    last: I8  # who made the last move; OVER if nobody did
    action: I16


def count_round(s: State, w: Work, c: Count, kinds: Bytes, counts: Numbers, moves: Shorts) -> int:
    """Plays to the end of the round and counts; gives the number of moves. `Game.count_round` explains the rows."""
    width = 3 + 2 * c.kinds
    made = 0
    c.last = OVER
    c.action = -1
    now = rounds(s)
    seat = actor(s)
    while seat != OVER and rounds(s) == now:
        if seat == CHANCE:
            draw_pool(w, chance(s, w))
            deal(s, w)
        else:
            n = legal(s, w, seat)
            met = 0
            for k in range(n):
                met |= 1 << kinds[w.out[k]]
            row = seat * width
            counts[row] += 1
            counts[row + 1] += n == 1
            counts[row + 2] += n
            for k in range(c.kinds):
                counts[row + 3 + k] += (met >> k) & 1
            if (c.by_weights >> seat) & 1:
                action = quick(s, w, seat)
            else:
                action = w.out[draw(w, n)]
            counts[row + 3 + c.kinds + kinds[action]] += 1
            if made < c.room:
                moves[3 * made] = seat
                moves[3 * made + 1] = action
                moves[3 * made + 2] = n
            apply(s, w, seat, action)
            made += 1
            c.last = seat
            c.action = action
        seat = actor(s)
    return made


# ---- search


class Search(Record):
    """The arguments of a search, and its results: for each action the sum and the sum of squares over all worlds."""

    sums: Annotated[Reals, "f8", SEARCHED_MAX]
    squares: Annotated[Reals, "f8", SEARCHED_MAX]
    worlds: I64
    moves: I64  # that were made
    count: I16  # of actions
    actions: Annotated[Ints, "i2", SEARCHED_MAX]
    seats: I8
    seat: I8
    policy: I8
    relative: U8  # whether the others' mean gain is taken off


def begin_search(q: Search) -> None:
    """Clears the results of a search."""
    q.moves = 0
    for k in range(q.count):
        q.sums[k] = 0.0
        q.squares[k] = 0.0


def note(q: Search, k: int, value: float) -> None:
    """Adds what the action with this number was worth in one world."""
    q.sums[k] += value
    q.squares[k] += value * value


def search(s: State, world: State, trial: State, w: Work, q: Search) -> bool:
    """Plays each action in worlds that are the same for all, on to the end of the round.

    `world` and `trial` are memory for it. False if there is no possible world.
    """
    begin_search(q)
    for _ in range(q.worlds):
        copy(s, world)
        if not redeal(world, w, q.seat):
            return False
        for k in range(q.count):
            copy(world, trial)
            apply(trial, w, q.seat, q.actions[k])
            q.moves += 1
            q.moves += finish_round(s, trial, w, q.policy)
            total = 0
            for seat in range(q.seats):
                total += score(trial, seat) - score(s, seat)
            own = score(trial, q.seat) - score(s, q.seat)
            value: float = own
            if q.relative and q.seats > 1:
                value = own - (total - own) / (q.seats - 1)
            note(q, k, value)
    return True


# ---- weighing


def imagine(s: State, world: State, w: Work, seat: int) -> bool:
    """Makes `world` one that the seat cannot rule out, with hands such as play leads to. False if none is possible."""
    copy(s, world)
    if not redeal(world, w, seat):
        return False
    likely(world, w, seat)
    return True


class Weighing(Record):
    """What a weighing is told, and what it finds: for each action sums over its worlds, of points and of wins."""

    sums: Annotated[Reals, "f8", SEARCHED_MAX]  # of the points gained in the round
    squares: Annotated[Reals, "f8", SEARCHED_MAX]
    apart: Annotated[Reals, "f8", SEARCHED_MAX]  # squares of how far it was from the first action in the same world
    wins: Annotated[Reals, "f8", SEARCHED_MAX]  # of the chance to win the match
    wins_squares: Annotated[Reals, "f8", SEARCHED_MAX]
    wins_apart: Annotated[Reals, "f8", SEARCHED_MAX]
    later: Annotated[Ints, "i4", LATER_MAX]  # what later rounds brought each seat, match after match
    worlds: I64
    matches: I16  # in `later`
    count: I16  # of actions; with none the position is played on as it is
    actions: Annotated[Ints, "i2", SEARCHED_MAX]
    seats: I8
    seat: I8
    relative: U8  # whether the others' mean gain is taken off; if not, all win together
    redealt: U8  # whether what the seat cannot know is imagined anew in every world
    blank: U8  # whether nobody has won where all have 0 points in the end


def play_later(s: State, trial: State, w: Work, q: Weighing) -> None:
    """Plays `matches` matches on to their end, and notes what the rounds after this one brought."""
    for j in range(q.matches):
        copy(s, trial)
        roll_out(trial, w, QUICK)
        for seat in range(q.seats):
            q.later[j * q.seats + seat] = -score(trial, seat)
        while actor(trial) != OVER:
            roll_out(trial, w, QUICK)
        for seat in range(q.seats):
            q.later[j * q.seats + seat] += score(trial, seat)


def weigh(s: State, world: State, trial: State, w: Work, q: Weighing) -> bool:
    """Plays each action in worlds that are the same for all, on to the end of the round.

    `world` and `trial` are memory for it. False if there is no possible world.
    """
    columns = max(1, q.count)
    for k in range(columns):
        q.sums[k] = 0.0
        q.squares[k] = 0.0
        q.apart[k] = 0.0
        q.wins[k] = 0.0
        q.wins_squares[k] = 0.0
        q.wins_apart[k] = 0.0
    for _ in range(q.worlds):
        if not q.redealt:
            copy(s, world)
        elif not imagine(s, world, w, q.seat):
            return False
        first: float = 0.0
        first_won: float = 0.0
        for k in range(columns):
            copy(world, trial)
            if q.count > 0:
                apply(trial, w, q.seat, q.actions[k])
            finish_round(s, trial, w, QUICK)
            value: float = gained(s, trial, q)
            won: float = chance_to_win(trial, q)
            if k == 0:
                first = value
                first_won = won
            q.sums[k] += value
            q.squares[k] += value * value
            q.apart[k] += (first - value) * (first - value)
            q.wins[k] += won
            q.wins_squares[k] += won * won
            q.wins_apart[k] += (first_won - won) * (first_won - won)
    return True


def gained(s: State, trial: State, q: Weighing) -> float:
    """What the seat has gained since the position s, less what the others have on average, if it is relative."""
    own = score(trial, q.seat) - score(s, q.seat)
    value: float = own
    if q.relative and q.seats > 1:
        others = 0
        for seat in range(q.seats):
            if seat != q.seat:
                others += score(trial, seat) - score(s, seat)
        value = own - others / (q.seats - 1)
    return value


def chance_to_win(s: State, q: Weighing) -> float:
    """How often the seat wins the match after this round, if later rounds bring what they brought in `later`.

    Several who are ahead share the win; where all win together, each has it.
    """
    over = actor(s) == OVER
    if not over and q.matches == 0:
        return 0.0
    won: float = 0.0
    matches = 1 if over else q.matches
    for j in range(matches):
        own = score(s, q.seat)
        if not over:
            own += q.later[j * q.seats + q.seat]
        ahead = 0
        level = 0
        for seat in range(q.seats):
            other = score(s, seat)
            if not over:
                other += q.later[j * q.seats + seat]
            ahead += other > own
            level += other == own
        if ahead == 0 and not (q.blank and own == 0 and level == q.seats):
            share: float = level if q.relative else 1
            won += 1 / share
    return won / matches


# ---- many matches at once; see Batch


def begin_match(
    i: int, states: list[State], w: Work, seats: int, streams: Longs, actors: Signed, scores: Numbers,
    masks: Bytes, actions: Shorts, choices: Shorts,
    observing: bool, observed: list[Observation], revealing: bool, secrets: list[Secrets],
    cast: Signed, minds: Signed, policies: Numbers,
) -> None:  # fmt: skip
    """A new match in place i, with the options in w.

    `cast` says who plays each seat, and behind them from which seat on they sit; -1: from any.
    """
    for _ in range(BEGINNINGS):
        first = cast[seats]
        if first < 0:
            w.stream = streams[i]
            first = draw(w, seats)
            streams[i] = w.stream
        for k in range(seats):
            minds[i * seats + (first + k) % seats] = cast[k]
        clear(states[i])
        begin_with(states[i], w, seats)
        show_match(
            i, states, w, seats, streams, actors, scores, masks, actions, choices,
            observing, observed, revealing, secrets, cast, minds, policies,
        )  # fmt: skip
        if actors[i] != OVER:
            return


def show_match(
    i: int, states: list[State], w: Work, seats: int, streams: Longs, actors: Signed, scores: Numbers,
    masks: Bytes, actions: Shorts, choices: Shorts,
    observing: bool, observed: list[Observation], revealing: bool, secrets: list[Secrets],
    cast: Signed, minds: Signed, policies: Numbers,
) -> None:  # fmt: skip
    """Lets chance and the seats with a mind act; then writes what match i shows into its rows."""
    s = states[i]
    w.stream = streams[i]
    seat = settle(s, w)
    while seat >= 0 and minds[i * seats + seat] != OUTSIDE:
        apply(s, w, seat, minded(s, w, seat, minds[i * seats + seat], policies))
        seat = settle(s, w)
    streams[i] = w.stream
    actors[i] = seat
    row = i * N_ACTIONS
    for k in range(choices[i]):
        masks[row + actions[row + k]] = 0
    n = 0
    if seat >= 0:
        n = legal(s, w, seat)
        for k in range(n):
            action = w.out[k]
            actions[row + k] = action
            masks[row + action] = 1
        if observing:
            clear(observed[i])
            look(s, seat, observed[i])
        if revealing:
            clear(secrets[i])
            reveal(s, seat, secrets[i])
    choices[i] = n
    for k in range(seats):
        scores[i * seats + k] = score(s, k)


def show_end(
    i: int, seat: int, states: list[State], observing: bool, observed: list[Observation],
    revealing: bool, secrets: list[Secrets],
) -> None:  # fmt: skip
    """Writes what the seat that acted last knows of match i, which is over."""
    if observing:
        clear(observed[i])
        look(states[i], seat, observed[i])
    if revealing:
        clear(secrets[i])
        reveal(states[i], seat, secrets[i])


def step_matches(
    count: int, taken: Shorts, stepping: Bytes, restart: int, states: list[State], w: Work, seats: int,
    streams: Longs, actors: Signed, scores: Numbers, masks: Bytes, actions: Shorts, choices: Shorts,
    observing: bool, observed: list[Observation], revealing: bool, secrets: list[Secrets],
    cast: Signed, minds: Signed, policies: Numbers,
    ended: Bytes, final: Numbers, gains: Numbers, last: list[Observation],
) -> int:  # fmt: skip
    """One action in every match that steps and is not over; -1, or the one whose action is illegal: nothing is done."""
    for i in range(count):
        if actors[i] >= 0 and stepping[i]:
            action = taken[i]
            if action < 0 or action >= N_ACTIONS or masks[i * N_ACTIONS + action] == 0:
                return i
    for i in range(count):
        ended[i] = 0
        seat = actors[i]
        row = i * seats
        if seat < 0 or not stepping[i]:
            for k in range(seats):
                gains[row + k] = 0
            if seat < 0 and stepping[i] and restart == NEXT_STEP:
                begin_match(
                    i, states, w, seats, streams, actors, scores, masks, actions, choices,
                    observing, observed, revealing, secrets, cast, minds, policies,
                )  # fmt: skip
        else:
            for k in range(seats):
                gains[row + k] = -scores[row + k]
            apply(states[i], w, seat, taken[i])
            show_match(
                i, states, w, seats, streams, actors, scores, masks, actions, choices,
                observing, observed, revealing, secrets, cast, minds, policies,
            )  # fmt: skip
            for k in range(seats):
                gains[row + k] += scores[row + k]
            if actors[i] == OVER:  # by the action, or by what others and chance did then
                ended[i] = 1
                for k in range(seats):
                    final[row + k] = scores[row + k]
                show_end(i, seat, states, observing, last, False, secrets)
                if restart == SAME_STEP:
                    begin_match(
                        i, states, w, seats, streams, actors, scores, masks, actions, choices,
                        observing, observed, revealing, secrets, cast, minds, policies,
                    )  # fmt: skip
                else:
                    show_end(i, seat, states, observing, observed, revealing, secrets)
    return -1


def draw_matches(
    count: int, drawn: Shorts, w: Work, streams: Longs, actors: Signed, actions: Shorts, choices: Shorts
) -> None:
    """A uniformly drawn legal action for every match; -1 where it is over."""
    for i in range(count):
        drawn[i] = -1
        if actors[i] >= 0:
            w.stream = streams[i]
            drawn[i] = actions[i * N_ACTIONS + draw(w, choices[i])]
            streams[i] = w.stream


def places_after(seat: int, other: int, seats: int) -> int:
    """How many places the other sits after the seat; -1 for nobody."""
    return -1 if other < 0 else other - seat if other >= seat else other - seat + seats


# What `Game`, `Batch` and the browser call, of the game's functions and of those above.
EXPORTS = (
    "begin_with", "actor", "legal", "apply", "chance", "deal", "score", "rounds", "redeal", "sound", "worth", "look",
    "reveal", "seed_stream", "draw_pool", "set_options", "set_weights", "settle", "is_legal", "worths", "quick",
    "playout", "playout_checked", "roll_out", "count_round", "search", "weigh", "play_later", "begin_match",
    "step_matches", "draw_matches",
)  # fmt: skip
LOOPS = (
    "playout", "playout_checked", "roll_out", "count_round", "search", "weigh", "play_later", "step_matches",
    "draw_matches",
)  # fmt: skip  # so long that other threads run meanwhile
