"""A model of the table protocol, small enough to read: commands, the log, who owns it, reconnecting, the next match.

Two people sit at one table that two processes can serve. Each has a list of commands and sends the next one whenever
the last one is answered. The explorer visits every state that can be reached with a few faults, and checks in each that
the promises of docs/reliability.md hold, and that everything can still be answered. `following` replays its traces
against the real server.

The model knows nothing of cards. In a match each person has one move; the host ends the match; when both want another
one, it begins.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

PEOPLE = (0, 1)
PROCESSES = (0, 1)
HOST = 0
Kind = Literal["play", "end", "again"]
# What each person wants, one after the other, and for which match.
WISHES: tuple[tuple[tuple[Kind, int], ...], ...] = (
    (("play", 1), ("end", 1), ("again", 1), ("play", 2)),
    (("play", 1), ("again", 1), ("play", 2)),
)


class Rules(NamedTuple):
    """How the server behaves. Each of these can be made wrong, and the explorer must find it."""

    waits_for_sync: bool = True
    is_fenced: bool = True
    knows_commands: bool = True
    drops_on_conflict: bool = True
    asks_whose_it_is: bool = True


class Row(NamedTuple):
    """An entry of the log: what a person's command did. `number` is which of the person's commands it was."""

    who: int
    number: int


class Doing(NamedTuple):
    """What a process is storing, and what became of it."""

    row: Row
    base: int  # rows that it believed to be there
    became: Literal["", "stored", "conflict"] = ""


class Process(NamedTuple):
    alive: bool = True
    name: int = 0  # each lease has a new name
    leased: bool = True
    rows: int | None = None  # how much of the log it has in memory, if it has the table
    doing: Doing | None = None


class Person(NamedTuple):
    at: int | None = None  # the process to which there is a connection
    asked: bool = False  # the next command was sent once, and is not answered
    waits: bool = False  # ... it is on its way over this connection
    answers: tuple[bool, ...] = ()  # whether each command was accepted
    told: int = 0  # rows of the log


class State(NamedTuple):
    log: tuple[Row, ...]
    owner: tuple[int, int] | None  # a process and the name of its lease
    processes: tuple[Process, ...]
    people: tuple[Person, ...]
    faults: int  # that may still happen


class Table(NamedTuple):
    """What a log says."""

    match: int
    over: bool
    moved: frozenset[int]
    wishes: frozenset[int]


RIGHT = Rules()
Step = tuple[str, int, int]  # what happens, to which process or person, and with which other one
BEGIN = State((), None, (Process(), Process()), (Person(), Person()), 0)


def fold(log: tuple[Row, ...]) -> Table:
    match, over, moved, wishes = 1, False, frozenset[int](), frozenset[int]()
    for row in log:
        kind, _ = WISHES[row.who][row.number]
        if kind == "play":
            moved |= {row.who}
        elif kind == "end":
            over = True
        else:
            wishes |= {row.who}
            if len(wishes) == len(PEOPLE):
                match, over, moved, wishes = match + 1, False, frozenset(), frozenset()
    return Table(match, over, moved, wishes)


def allows(table: Table, who: int, kind: Kind, match: int) -> bool:
    """Whether the table carries a new command out."""
    if kind == "play":
        return match == table.match and not table.over and who not in table.moved
    if kind == "end":
        return who == HOST and not table.over
    return table.over and who not in table.wishes


def steps(state: State, rules: Rules = RIGHT) -> Iterator[tuple[Step, State]]:
    """Everything that can happen next."""
    for who, person in enumerate(state.people):
        yield from _of_person(state, who, person, rules)
    for place, process in enumerate(state.processes):
        yield from _of_process(state, place, process, rules)
    if state.faults:
        yield from _faults(state._replace(faults=state.faults - 1))


def _of_person(state: State, who: int, person: Person, rules: Rules) -> Iterator[tuple[Step, State]]:
    number = len(person.answers)
    if person.at is None:
        for place, process in enumerate(state.processes):
            if process.alive and (found := _open(state, place, rules)):
                told = found.processes[place].rows or 0
                back = person._replace(at=place, waits=person.asked, told=max(told, person.told))
                yield ("connect", who, place), _with(found, who, back)
    elif not person.asked and number < len(WISHES[who]):
        yield ("ask", who, number), _with(state, who, person._replace(asked=True, waits=True))


def _open(state: State, place: int, rules: Rules) -> State | None:
    """A process has the table, or takes it over if nobody living owns it, or sends people elsewhere (None)."""
    process = state.processes[place]
    if process.rows is not None:
        if not rules.asks_whose_it_is or state.owner == (place, process.name):
            return state
        state = _drop(state, place)
        process = state.processes[place]
    if not process.leased:
        return None  # it has to begin a lease first
    owner = state.owner
    if owner is not None and owner != (place, process.name) and _lives(state, owner):
        return None
    return _at(state._replace(owner=(place, process.name)), place, process._replace(rows=len(state.log)))


def _lives(state: State, owner: tuple[int, int]) -> bool:
    process = state.processes[owner[0]]
    return process.leased and process.name == owner[1]


def _of_process(state: State, place: int, process: Process, rules: Rules) -> Iterator[tuple[Step, State]]:
    if not process.alive:
        fresh = Process(name=process.name + 1)
        yield ("start", place, 0), _at(state, place, fresh)
        return
    if not process.leased:
        yield ("learn", place, 0), _drop(_at(state, place, process._replace(name=process.name + 1, leased=True)), place)
    if process.rows is None:
        return
    if process.doing is None:
        for who, person in enumerate(state.people):
            if person.at == place and person.waits:
                yield ("take", place, who), _take(state, place, who, rules)
    elif process.doing.became == "":
        yield ("commit", place, 0), _commit(state, place, process, process.doing, rules)
    else:
        yield ("finish", place, 0), _finish(state, place, process, process.doing, rules)


def _take(state: State, place: int, who: int, rules: Rules) -> State:
    process, person = state.processes[place], state.people[who]
    assert process.rows is not None
    row, log = Row(who, len(person.answers)), state.log[: process.rows]
    kind, match = WISHES[who][row.number]
    table = fold(log)
    known = rules.knows_commands and row in log
    if known or not allows(table, who, kind, match):
        return _answer(state, who, known)
    doing = Doing(row, process.rows)
    found = _at(state, place, process._replace(doing=doing))
    found = _with(found, who, person._replace(waits=False))
    return found if rules.waits_for_sync else _answer(found, who, True)


def _commit(state: State, place: int, process: Process, doing: Doing, rules: Rules) -> State:
    """The database compares the owner and the number of the row, and stores it for good."""
    fits = state.owner == (place, process.name) and doing.base == len(state.log)
    if fits or not rules.is_fenced:
        state = state._replace(log=(*state.log[: doing.base], doing.row))
    became: Literal["stored", "conflict"] = "stored" if fits or not rules.is_fenced else "conflict"
    return _at(state, place, process._replace(doing=doing._replace(became=became)))


def _finish(state: State, place: int, process: Process, doing: Doing, rules: Rules) -> State:
    """The process hears what became of it: it answers and tells, or forgets the table."""
    if doing.became == "conflict" and rules.drops_on_conflict:
        return _drop(state, place)
    rows = doing.base + 1
    state = _at(state, place, process._replace(rows=rows, doing=None))
    for who, person in enumerate(state.people):
        if person.at == place:
            state = _with(state, who, person._replace(told=max(rows, person.told)))
    who = doing.row.who
    if state.people[who].at == place and len(state.people[who].answers) == doing.row.number:
        state = _answer(state, who, True)
    return state


def _answer(state: State, who: int, accepted: bool) -> State:
    person = state.people[who]
    return _with(state, who, person._replace(asked=False, waits=False, answers=(*person.answers, accepted)))


def _faults(state: State) -> Iterator[tuple[Step, State]]:
    for who, person in enumerate(state.people):
        if person.at is not None:
            yield ("cut", who, 0), _with(state, who, person._replace(at=None, waits=False))
    for place, process in enumerate(state.processes):
        if not process.alive:
            continue
        yield ("kill", place, 0), _kill(state, place)
        if process.doing and not process.doing.became:  # the commit was on its way, and is made
            yield ("kill", place, 1), _kill(_commit(state, place, process, process.doing, RIGHT), place)
        if process.leased:
            yield ("expire", place, 0), _at(state, place, process._replace(leased=False))


def _kill(state: State, place: int) -> State:
    return _at(_drop(state, place), place, Process(alive=False, leased=False, name=state.processes[place].name))


def _drop(state: State, place: int) -> State:
    """The process has the table no more, and everybody there has to connect again."""
    state = _at(state, place, state.processes[place]._replace(rows=None, doing=None))
    for who, person in enumerate(state.people):
        if person.at == place:
            state = _with(state, who, person._replace(at=None, waits=False))
    return state


def _with(state: State, who: int, person: Person) -> State:
    return state._replace(people=(*state.people[:who], person, *state.people[who + 1 :]))


def _at(state: State, place: int, process: Process) -> State:
    return state._replace(processes=(*state.processes[:place], process, *state.processes[place + 1 :]))


# ---- the promises


def broken(state: State) -> str:
    """Which promise this state breaks; empty if none."""
    if len(set(state.log)) != len(state.log):
        return "a command is carried out twice"
    for who, person in enumerate(state.people):
        for number, accepted in enumerate(person.answers):
            if accepted and Row(who, number) not in state.log:
                return "a command was accepted, and is not in the log"
            if not accepted and Row(who, number) in state.log:
                return "a command was refused, and is in the log"
        if person.told > len(state.log):
            return "somebody was told what is not in the log"
    for process in state.processes:
        if process.rows is not None and process.doing is None and process.rows > len(state.log):
            return "a process has more in memory than is stored"
    return ""


def is_quiet(state: State) -> bool:
    """Everything that anybody wanted is answered."""
    return all(len(person.answers) == len(WISHES[who]) for who, person in enumerate(state.people))


def along(trace: Sequence[Step], faults: int, rules: Rules = RIGHT) -> list[tuple[Step, State]]:
    """The states along a trace."""
    state, way = BEGIN._replace(faults=faults), list[tuple[Step, State]]()
    for step in trace:
        state = dict(steps(state, rules))[step]
        way.append((step, state))
    return way


class Explored(NamedTuple):
    states: int
    transitions: int
    failure: str  # the promise that is broken; empty if none
    trace: list[Step]  # the shortest way to it


def explore(faults: int, rules: Rules = RIGHT) -> Explored:
    """Visits every state, nearest first; and then asks of each whether everything can still be answered."""
    begin = BEGIN._replace(faults=faults)
    came: dict[State, tuple[State, Step] | None] = {begin: None}
    back: dict[State, list[State]] = defaultdict(list)
    queue, transitions = [begin], 0
    for state in queue:
        if failure := broken(state):
            return Explored(len(came), transitions, failure, _way(came, state))
        for step, then in steps(state, rules):
            transitions += 1
            back[then].append(state)
            if then not in came:
                came[then] = state, step
                queue.append(then)
    good = [state for state in queue if is_quiet(state)]
    reached = set(good)
    for state in good:
        for before in back[state]:
            if before not in reached:
                reached.add(before)
                good.append(before)
    stuck = next((state for state in queue if state not in reached), None)
    if stuck is not None:
        return Explored(len(came), transitions, "something can never be answered", _way(came, stuck))
    return Explored(len(came), transitions, "", [])


def _way(came: dict[State, tuple[State, Step] | None], state: State) -> list[Step]:
    way = []
    while found := came[state]:
        state, step = found
        way.append(step)
    return way[::-1]


def walk(rng: random.Random, faults: int) -> list[tuple[Step, State]]:
    """A random trace until everything is answered, as a server goes it: each step, and the state after it.

    A command is taken as soon as the process is free, and the one that came first is taken first. Nobody moves in a
    match that they have not seen begin, or comes while the process stores something, if they can wait. A connection is
    not cut while its command waits for another one: the server carries that command out nevertheless, the model does
    not.
    """
    state, way, order = BEGIN._replace(faults=faults), list[tuple[Step, State]](), list[int]()
    while not is_quiet(state):
        waiting = {who for who, person in enumerate(state.people) if person.waits}
        order = [*(who for who in order if who in waiting), *sorted(waiting - set(order))]
        found = [one for one in steps(state) if one[0][0] != "cut" or one[0][1] not in waiting]
        takes = sorted((one for one in found if one[0][0] == "take"), key=lambda one: order.index(one[0][2]))
        calm = [one for one in found if one[0][0] not in ("cut", "kill", "expire")]
        calm = [one for one in calm if not _is_rash(state, one[0])] or calm
        found = [one for one in found if not _is_rash(state, one[0])] or found
        step, state = takes[0] if takes else rng.choice(found if rng.random() < 0.3 or not calm else calm)
        way.append((step, state))
    return way


def _is_rash(state: State, step: Step) -> bool:
    """Whether somebody would move in a match that has not begun as far as they know, or come while others wait."""
    what, who, number = step
    if what == "connect":
        return state.processes[number].doing is not None
    kind, match = WISHES[who][number] if what == "ask" else ("end", 0)
    return kind == "play" and fold(state.log[: state.people[who].told]).match < match
