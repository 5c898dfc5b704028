"""A small network that values the position after a move. Kernel Python, part of every game that has inputs.

It has three layers of whole numbers: the game's inputs, FIRST and SECOND. Weights are 16-bit numbers in units of
1 / ONE, an input's amount is in units of 1 / FULL. A negative sum counts as 1 / 128 of itself, and what a layer gives
is at most TOP, up or down. So no sum leaves 32 bits: in layer one at most NAMED_MAX inputs are not 0, of an amount
below 2**7 and with weights up to 2**15, which makes 2**30 and a little for the bias; later weights are at most TOP,
which is below 2**12, and 2**12 * 2**12 * FIRST is 2**30.

The names that are not defined here are the game's own, see protocol.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tefuda.kernel.chance import CHANCE, OVER, Work, draw_pool
from tefuda.kernel.play import (
    Numbers,
    Search,
    Shorts,
    begin_search,
    imagine,
    note,
    quick,
)
from tefuda.kernel.record import I16, I64, Ints, Record, copy

if TYPE_CHECKING:
    from tefuda.kernel.protocol import (
        N_INPUTS,
        State,
        actor,
        advised,
        apply,
        blind,
        caution,
        chance,
        deal,
        inputs,
        lasting,
        point,
        redeal,
        rounds,
        shortlist,
        spread,
        standing,
        unfinished,
    )

FIRST = 64
SECOND = 32
ONE = 256
FULL = 16
TOP = 4095
UNIT = ONE * ONE  # of what the last layer gives
INPUTS_MAX = 2048
NAMED_MAX = 256  # inputs that are not 0 at once
ACTIONS_MAX = 1024
LEAK = 7
WORLDS = 4  # in which a move is tried that shows what the seat does not know yet
TRUST = 0.9  # in how a round that is looked ahead goes on
LOOKS = 8


class Thought(Record):
    """The working memory of a network: inputs, sums of the layers, and the moves under consideration."""

    want: Annotated[Ints, "i2", INPUTS_MAX]  # the amounts of the position looked at; all 0 in between
    have: Annotated[Ints, "i2", INPUTS_MAX]  # those in `first`
    wanted: Annotated[Ints, "i2", NAMED_MAX]  # the inputs that are not 0
    held: Annotated[Ints, "i2", NAMED_MAX]
    wants: I16
    holds: I16
    changed: Annotated[Ints, "i2", 2 * NAMED_MAX]  # the inputs that differ, and by how much
    amounts: Annotated[Ints, "i2", 2 * NAMED_MAX]
    first: Annotated[Ints, "i4", FIRST]
    second: Annotated[Ints, "i4", SECOND]
    value: Annotated[Ints, "i4", 1]
    given: Annotated[Ints, "i2", FIRST]  # by a layer to the next one
    listed: I16
    actions: Annotated[Ints, "i2", ACTIONS_MAX]
    values: Annotated[Ints, "i8", ACTIONS_MAX]
    best: I64  # the value of the move chosen
    moves: I64  # made in looking ahead


def feed(t: Thought, index: int, amount: int) -> None:
    """Adds to an input; amounts are above 0. What comes after the NAMED_MAX-th input is left out.

    Without a branch on whether the input is new, for that cannot be foreseen.
    """
    if t.wants < NAMED_MAX:
        has = t.want[index]
        t.wanted[t.wants] = index
        t.wants += has == 0
        t.want[index] = min(127, has + amount)


def all_inputs(s: State, w: Work, t: Thought, seat: int) -> None:
    """What the network is told of a position after a move of the seat."""
    lasting(s, w, t, seat)
    inputs(s, w, t, seat)


def feed_full(t: Thought, index: int) -> None:
    feed(t, index, FULL)


# ---- the layers


def network_size(n_inputs: int) -> int:
    """How many numbers a network has: weights and biases of the first layer, of the second, and of the value."""
    return n_inputs * FIRST + FIRST + FIRST * SECOND + SECOND + SECOND + 1


def clear_thought(t: Thought, net: Shorts) -> None:
    """Forgets all inputs: needed before the first position, and before another network is used."""
    for k in range(t.wants):
        t.want[t.wanted[k]] = 0
    t.wants = 0
    for k in range(t.holds):
        t.have[t.held[k]] = 0
    t.holds = 0
    for j in range(FIRST):
        t.first[j] = net[N_INPUTS * FIRST + j] * FULL


def keep_inputs(t: Thought, net: Shorts) -> None:
    """Adds what was fed to the first layer until `clear_thought`: later positions need not feed it again."""
    for k in range(t.wants):
        i = t.wanted[k]
        t.changed[k] = i
        t.amounts[k] = t.want[i]
        t.want[i] = 0
    first_layer(t.first, net, t.changed, t.amounts, t.wants)
    t.wants = 0


def bent(total: int) -> int:
    """The output of a neuron: a leaky, clipped linear function of its sum."""
    return max(-TOP, min(TOP, max(total, total >> LEAK)))


def changed_inputs(t: Thought) -> int:
    """Writes which inputs differ from those in `first`, and by how much, and makes them the same; gives their number.

    Without branches, for what differs cannot be foreseen.
    """
    n = 0
    for k in range(t.holds):
        i = t.held[k]
        t.changed[n] = i
        n += t.want[i] == 0
    for k in range(n):
        i = t.changed[k]
        t.amounts[k] = -t.have[i]
        t.have[i] = 0
    for k in range(t.wants):
        i = t.wanted[k]
        has = t.want[i]
        more = has - t.have[i]
        t.changed[n] = i
        t.amounts[n] = more
        n += more != 0
        t.have[i] = has
        t.want[i] = 0
        t.held[k] = i
    t.holds = t.wants
    t.wants = 0
    return n


def first_layer(first: Numbers, net: Shorts, changed: Shorts, amounts: Shorts, count: int) -> None:
    """Adds the changed inputs to the sums of the first layer."""
    for k in range(count):
        at = changed[k] * FIRST
        amount = amounts[k]
        for j in range(FIRST):
            first[j] += net[at + j] * amount


def second_layer(first: Numbers, given: Shorts, second: Numbers, net: Shorts, at: int) -> None:
    """Sums of products of 16-bit numbers, which processors do many at a time."""
    for j in range(FIRST):
        given[j] = bent(first[j] >> 4)
    for i in range(SECOND):
        second[i] = net[at + FIRST * SECOND + i] * ONE
        for j in range(FIRST):
            second[i] += net[at + i * FIRST + j] * given[j]


def last_layer(second: Numbers, given: Shorts, value: Numbers, net: Shorts, at: int) -> None:
    for i in range(SECOND):
        given[i] = bent(second[i] >> 8)
    value[0] = net[at + SECOND] * ONE
    for i in range(SECOND):
        value[0] += net[at + i] * given[i]


def judge(t: Thought, net: Shorts) -> int:
    """The network's value of the inputs fed, in units of 1 / UNIT. Only inputs that changed are added up again."""
    first_layer(t.first, net, t.changed, t.amounts, changed_inputs(t))
    at = N_INPUTS * FIRST + FIRST
    second_layer(t.first, t.given, t.second, net, at)
    last_layer(t.second, t.given, t.value, net, at + FIRST * SECOND + SECOND)
    return t.value[0]


# ---- moves


def worth_after(s: State, trial: State, w: Work, t: Thought, net: Shorts, seat: int) -> int:
    """What the position `trial`, after the seat's move in `s`, is worth to the seat."""
    found = standing(trial, seat) * UNIT
    if actor(trial) != OVER and rounds(trial) == rounds(s):
        inputs(trial, w, t, seat)
        found += judge(t, net) * spread(trial)
    return found


def worth_of_move(
    s: State, trial: State, later: State, w: Work, t: Thought, net: Shorts, seat: int, action: int
) -> int:
    """The same of the move; where the seat has to go on at once, with the best that it can then do."""
    copy(s, trial)
    apply(trial, w, seat, action)
    if rounds(trial) != rounds(s) or not unfinished(trial, seat):
        return worth_after(s, trial, w, t, net, seat)
    n = shortlist(trial, w, seat)
    first = t.listed
    for k in range(n):
        t.actions[first + k] = w.out[k]
    best = 0
    for k in range(n):
        copy(trial, later)
        apply(later, w, seat, t.actions[first + k])
        found = worth_after(s, later, w, t, net, seat)
        if k == 0 or found > best:
            best = found
    return best


def worth_in_worlds(
    s: State, world: State, trial: State, later: State, w: Work, t: Thought, net: Shorts, seat: int, action: int
) -> int:
    """The same of a move that shows something: on average over worlds that the seat cannot rule out."""
    total = 0
    for _ in range(WORLDS):
        copy(s, world)
        if not redeal(world, w, seat):
            copy(s, world)
        total += worth_of_move(world, trial, later, w, t, net, seat, action)
    return total // WORLDS


def thoughtful(s: State, world: State, trial: State, later: State, w: Work, t: Thought, net: Shorts, seat: int) -> int:
    """The move after which the network likes the position best, the first among equals; t.best has its value.

    Those that were looked at stand in t.actions, t.listed of them, and what each is worth in t.values.
    """
    t.listed = shortlist(s, w, seat)
    for k in range(t.listed):
        t.actions[k] = w.out[k]
    choice = t.actions[0]
    t.best = 0
    clear_thought(t, net)
    lasting(s, w, t, seat)
    keep_inputs(t, net)
    for k in range(t.listed):
        action = t.actions[k]
        if blind(s, seat, action):
            found = worth_in_worlds(s, world, trial, later, w, t, net, seat, action)
        else:
            found = worth_of_move(s, trial, later, w, t, net, seat, action)
        t.values[k] = found
        if k == 0 or found > t.best:
            t.best = found
            choice = action
    return choice if caution(s) == 0 else cautious(s, w, t, seat, choice)


def cautious(s: State, w: Work, t: Thought, seat: int, choice: int) -> int:
    """The move that the game advises, unless the choice leads it by enough."""
    usual = advised(s, w, seat)
    for k in range(t.listed):
        if t.actions[k] == usual and t.values[k] + caution(s) * UNIT >= t.best:
            t.best = t.values[k]
            return usual
    return choice


def play_thoughtfully(
    s: State, world: State, trial: State, later: State, w: Work, t: Thought, net: Shorts, by_net: int
) -> int:
    """Plays to the end of the round: the seats of these bits by the network, the others by `quick`."""
    moves = 0
    now = rounds(s)
    seat = actor(s)
    while seat != OVER and rounds(s) == now:
        if seat == CHANCE:
            draw_pool(w, chance(s, w))
            deal(s, w)
        else:
            if (by_net >> seat) & 1:
                action = thoughtful(s, world, trial, later, w, t, net, seat)
            else:
                action = quick(s, w, seat)
            apply(s, w, seat, action)
            moves += 1
        seat = actor(s)
    return moves


def look_ahead(
    s: State, world: State, trial: State, later: State, w: Work, t: Thought, net: Shorts,
    dealt: State, tried: State, q: Search,
) -> bool:  # fmt: skip
    """As `search`, but in likely worlds, with all seats moving by the network, and only so far as `worth_ahead` looks.

    In points of the score, from wherever a standing counts them. Chance draws the same after each action, as far as the
    rounds agree. False if there is no possible world.
    """
    begin_search(q)
    t.moves = 0
    everybody = (1 << q.seats) - 1
    for _ in range(q.worlds):
        if not imagine(s, dealt, w, q.seat):
            return False
        stream = w.stream
        for k in range(q.count):
            w.stream = stream
            copy(dealt, tried)
            apply(tried, w, q.seat, q.actions[k])
            found: float = worth_ahead(s, world, trial, later, w, t, net, tried, q.seat, everybody, TRUST)
            note(q, k, found / (UNIT * point(s)))
    q.moves = t.moves + q.worlds * q.count
    return True


def worth_ahead(
    s: State, world: State, trial: State, later: State, w: Work, t: Thought, net: Shorts,
    tried: State, own: int, by_net: int, trust: float,
) -> float:  # fmt: skip
    """What the position `tried` is worth to a seat: a mean of what the network thinks whenever the seat moves again and
    of how the round ends. Each later look counts `trust` of the one before; at the last, play stops.

    The seats of the bits `by_net` move by the network, the others by `quick`.
    """
    found: float = 0.0
    left: float = 1.0
    looks = 0
    now = rounds(s)
    seat = actor(tried)
    while seat != OVER and rounds(tried) == now:
        if seat == CHANCE:
            draw_pool(w, chance(tried, w))
            deal(tried, w)
        else:
            if (by_net >> seat) & 1:
                action = thoughtful(tried, world, trial, later, w, t, net, seat)
            else:
                action = quick(tried, w, seat)
            if seat == own:
                looks += 1
                if looks == LOOKS:
                    return found + left * t.best
                found += (1.0 - trust) * left * t.best
                left *= trust
            apply(tried, w, seat, action)
            t.moves += 1
        seat = actor(tried)
    return found + left * standing(tried, own) * UNIT


EXPORTS = (
    "thoughtful",
    "play_thoughtfully",
    "look_ahead",
    "all_inputs",
    "clear_thought",
    "judge",
    "standing",
    "point",
)
LOOPS = ("play_thoughtfully", "look_ahead")
LONG = ("first_layer", "second_layer", "last_layer")  # over long rows, of which processors do several numbers at a time
