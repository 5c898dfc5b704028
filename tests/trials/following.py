"""Replays traces of the model against the real server, in the simulation, and compares what both say.

Each step of a trace is made to happen to the server, and nothing else: its commits wait until the trace says so, its
leases are renewed only then, and people reconnect where the trace says.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from tefuda.server import leases, live, peers
from tefuda.server import protocol as p
from tefuda.server.log import Moved, Over, Wished
from tefuda.server.rows import Conflict
from tests.trials import model
from tests.trials.leaks.planting import patched
from tests.trials.model import HOST, WISHES, State, Step, walk
from tests.trials.simulation import servers
from tests.trials.simulation.disk import Answers, Batch, Database, SimStore
from tests.trials.simulation.history import Judge
from tests.trials.simulation.people import Person, Record, Tab
from tests.trials.simulation.running import alone
from tests.trials.simulation.servers import Servers, SimHouse
from tests.trials.simulation.world import World

NEVER = 1e9
MOMENT = 2.0  # seconds in which everything happens that needs no further step


class HeldStore(SimStore):
    """Commits only when it is told to."""

    held: tuple[Batch, Callable[[Answers], None]] | None = None
    answers: Answers | None = None
    through = False  # commits at once, while the table is set up

    def begin(self, entries: Any, done: Callable[[Answers], None]) -> None:
        if self.through:
            super().begin(entries, done)
        else:
            self.held = Batch(tuple(entries), self.owner), done

    def commit(self) -> None:
        assert self.held
        self.answers = self.database.sync(self.held[0])

    def give_up(self) -> None:
        """The table was dropped meanwhile: what is under way must fail, by the fence if another owner is there."""
        assert self.held
        batch = self.held[0]
        if self.answers is None:
            mine = all(self.database.heads[entry.head.code].owner == batch.owner for entry in batch.entries)
            self.answers = (
                [Conflict("the database was slow") for _ in batch.entries] if mine else self.database.sync(batch)
            )
            assert all(self.answers), "it is not fenced"
        self.finish()

    def finish(self) -> None:
        assert self.held and self.answers is not None
        (_, done), answers, self.held, self.answers = self.held, self.answers, None, None
        self.process.call_soon(done, answers)


class Follower:
    """The real server, driven by a trace."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.database = Database(self.world, shared=True)
        self.record = Record()
        self.servers = Servers(self.world, self.database, len(model.PROCESSES), HeldStore)
        self.people = [Person(number, world.seed) for number in model.PEOPLE]
        self.tabs = [
            Trained(person, number, self.servers, self.record, "en") for number, person in enumerate(self.people)
        ]
        self.commands: list[list[str]] = [[], []]  # the ids of each person's commands

    def go_on(self) -> None:
        """Lets everything happen. That the next match begins is part of the last wish in the model."""
        self.world.run(self.world.now + MOMENT)
        for house in self.servers.houses.values():
            store: Any = house.store if house else None
            if (
                store
                and store.held
                and store.answers is None
                and b'"type":"began"' in store.held[0].entries[0].rows[0].body
            ):
                store.commit()
                store.finish()
                self.go_on()

    def _house(self, place: int) -> SimHouse:
        house = self.servers.houses[place]
        assert house
        return house

    def store(self, place: int) -> HeldStore:
        store = self._house(place).store
        assert isinstance(store, HeldStore)
        return store

    def set_up(self) -> None:
        """A table of 23 for two, both seated, whose match has begun; and then nobody is connected any more."""
        self.go_on()
        for place in model.PROCESSES:
            self.store(place).through = True
        for tab in self.tabs:
            tab.connect(0)
        self.go_on()
        self.tabs[0].ask(p.Create, "twentythree", [None, None])
        self.go_on()
        self.tabs[1].ask(p.Open, self.record.codes[0])
        self.go_on()
        for seat, tab in enumerate(self.tabs):
            tab.ask(p.Sit, seat, f"P{seat}", "00")
            self.go_on()
        self.tabs[HOST].ask(p.Start)
        self.go_on()
        for tab in self.tabs:
            assert tab.wire and not tab.pending
            tab.wire.cut()
        self.world.run(self.world.now + 100.0)  # the table sleeps
        for place in model.PROCESSES:
            self.store(place).through = False

    def go(self, trace: list[tuple[Step, State]]) -> str:
        """Goes the whole way; says at which step the server cannot follow."""
        before = model.BEGIN
        for number, (step, state) in enumerate(trace):
            try:
                self.do(step)
                self.go_on()
                for place, process in enumerate(state.processes):
                    dropped = before.processes[place].doing and process.alive and process.doing is None
                    if dropped and step[0] != "finish" and self.store(place).held:
                        self.store(place).give_up()
                        self.go_on()
                before = state
            except (AssertionError, KeyError):  # there is nothing to commit, or no such lease
                return f"the server cannot follow step {number}: {step}"
        return ""

    def do(self, step: Step) -> None:
        what, first, second = step
        match what:
            case "connect":
                self.tabs[first].connect(second)
            case "ask":
                self._ask(first, second)
            case "commit":
                self.store(first).commit()
            case "finish":
                self.store(first).finish()
            case "cut":
                wire = self.tabs[first].wire
                assert wire
                wire.cut()
            case "kill":
                if second:
                    self.store(first).commit()
                house = self._house(first)
                self.database.workers.pop(house.peers.worker, None)
                self.servers.kill(first, False, NEVER)
            case "start":
                self.servers.start(first)
            case "expire":
                del self.database.workers[self._house(first).peers.worker]
            case "learn":
                house = self._house(first)
                house.process.create_task(house.peers._renew())
        # "take" needs nothing: the process takes a command as soon as it can

    def _ask(self, who: int, number: int) -> None:
        tab = self.tabs[who]
        kind, match = WISHES[who][number]
        if kind == "play":
            seen = tab.update if tab.update and tab.update.match == match else None
            tab.ask(p.Play, match, seen.n if seen else 0, (*(seen.moves if seen else ()), "discard 1")[0])
        elif kind == "end":
            tab.ask(p.End)
        else:
            tab.ask(p.Again, "")
        self.commands[who].append(f"t{tab.number}-{tab.asked}")


class Trained(Tab):
    """A tab that connects only where and when it is told to."""

    def _connect(self) -> None:
        pass

    def _retry(self) -> None:
        pass

    def _give_up(self, wire: Any) -> None:
        pass

    def connect(self, place: int) -> None:
        wire = self.servers.connect(place, self.person.address, far=False)
        assert wire
        self.use(wire)


class Compared(NamedTuple):
    steps: int
    failure: str
    trace: list[Step]


def follow(seed: str, faults: int = 3) -> Compared:
    """Walks through the model at random and lets the real server follow."""
    return replay(walk(random.Random(seed), faults), seed)


def replay(trace: list[tuple[Step, State]], seed: str) -> Compared:
    world = World(seed)
    followers: list[Follower] = []
    still = [(peers, "BEAT_SECONDS", NEVER), (leases, "TTL", NEVER), (live, "AGAIN", NEVER)]
    with alone(world, lambda: followers[0].servers), patched(still):
        follower = Follower(world)
        followers.append(follower)
        follower.set_up()
        with patched([(servers, "SETTINGS", servers.SETTINGS._replace(linger=NEVER))]):
            for house in follower.servers.houses.values():
                assert house
                house.settings = servers.SETTINGS
            failure = follower.go(trace)
        follower.servers.end()
    failure = failure or compare(follower, trace[-1][1])
    return Compared(len(trace), failure, [step for step, _ in trace])


def compare(follower: Follower, state: State) -> str:
    """Where the server's log and answers differ from the model's; empty if they do not."""
    (code,) = follower.database.logs
    judge = Judge(follower.record, follower.database, follower.people, ["en", "en"])
    told = judge.judge()
    entries = judge.pasts[code].entries
    log = [what for entry in entries if (what := _what(entry))]
    expected = [(WISHES[row.who][row.number][0], row.who) for row in state.log]
    if log != expected:
        return f"the log has {log}, the model's {expected}"
    for who, person in enumerate(state.people):
        answered = [one.message for one in follower.record.told if isinstance(one.message, p.Accepted | p.Refused)]
        answers = {one.id: isinstance(one, p.Accepted) for one in answered}
        found = tuple(answers.get(command) for command in follower.commands[who])
        if found != person.answers:
            return f"person {who} was answered {found}, in the model {person.answers}"
    return told[0] if told else "; ".join(follower.world.errors)


def _what(entry: Any) -> tuple[str, int] | None:
    match entry:
        case Moved(seat):
            return "play", seat
        case Over():
            return "end", HOST
        case Wished(seat):
            return "again", seat
    return None


class Report(NamedTuple):
    states: int
    transitions: int
    broken: str
    traces: int
    steps: int
    differing: list[str]
    missed: list[str]  # wrong rules in which the explorer finds nothing wrong

    def __str__(self) -> str:
        lines = [
            f"{self.states} states, {self.transitions} transitions: {self.broken or 'every promise holds'}",
            f"{len(model.RIGHT) - len(self.missed)} of {len(model.RIGHT)} wrong rules found",
            f"{self.traces} traces of {self.steps} steps replayed: {len(self.differing)} differ",
        ]
        return "\n".join([*lines, *self.differing[:5], *self.missed])

    @property
    def passed(self) -> bool:
        return not (self.broken or self.differing or self.missed)


def run(count: int, seed: int = 1, faults: int = 2) -> Report:
    """Explores the model, right and wrong, and replays so many traces."""
    explored = model.explore(faults)
    missed = [
        name for name in model.RIGHT._fields if not model.explore(2, model.RIGHT._replace(**{name: False})).failure
    ]
    compared = [follow(f"{seed}/{number}") for number in range(count)]
    differing = [f"{one.failure}: {one.trace}" for one in compared if one.failure]
    steps = sum(one.steps for one in compared)
    return Report(explored.states, explored.transitions, explored.failure, count, steps, differing, missed)
