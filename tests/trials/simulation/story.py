"""What happens in a run: who does what and when, and what goes wrong. All of it is drawn before the run begins.

A story is a list of acts. Each can be left out, and the rest still makes sense; so a story that fails can be shrunk.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tefuda.server import protocol as p
from tests.trials.simulation.people import Person, Record, Tab
from tests.trials.simulation.servers import Servers

FAULT = -1  # stands for nobody: something goes wrong


class Act(NamedTuple):
    at: float  # seconds after the beginning
    who: int
    what: str
    n: int  # chooses among what is possible at that moment

    def __str__(self) -> str:
        return f"{self.at:8.2f} s  {'trouble' if self.who == FAULT else f'P{self.who}':8} {self.what} {self.n}"


class Story(NamedTuple):
    seed: str
    game: str
    options: dict[str, Any]
    seats: list[p.Level | None]
    clock: p.Clock | None
    watchers: bool
    people: int
    processes: int  # 1: on SQLite; more: on PostgreSQL
    acts: tuple[Act, ...]

    def __str__(self) -> str:
        where = "one process on SQLite" if self.processes == 1 else f"{self.processes} processes on PostgreSQL"
        head = f"{self.game} {self.options}, seats {self.seats}, clock {self.clock}, {self.people} people, {where}"
        return "\n".join([f"seed {self.seed}: {head}", *map(str, self.acts)])


GAMES: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("scout", {"edition": "short"}, (3, 4)),
    ("scout", {"edition": "oink"}, (2,)),
    ("twentythree", {}, (2, 3)),
    ("twentythree", {"learn12": True}, (2, 3)),
    ("solo", {"target_score": 50}, (2, 3)),
    ("gift", {}, (2, 3)),
]
LEVELS: tuple[p.Level, ...] = ("random", "beginner")
SHORT, LONG = 30.0, 7200.0  # seconds of a pause


def draw(seed: str, odd: Sequence[str] = ()) -> Story:
    """The story of a seed. If `odd` deeds are given, nothing else happens but them and the natural course."""
    rng = random.Random(f"{seed}/story")
    game, options, counts = rng.choice(GAMES)
    count = rng.choice(counts)
    people = rng.randint(2, 4)
    bots = rng.randint(0, count - 1) if rng.random() < 0.4 else 0
    seats: list[p.Level | None] = [None] * (count - bots) + [rng.choice(LEVELS) for _ in range(bots)]
    rng.shuffle(seats)
    clock = p.Clock(rng.choice((5, 20, 3600)), rng.choice((0, 30))) if rng.random() < 0.3 else None
    processes = rng.choice((1, 1, 2, 3))
    acts, at = [Act(1.5, 0, "create", 0)], 2.0
    for number in range(1, people):
        acts.append(Act(at + number, number, "go on", number))
    likely, often = rng.choice((0.35, 0.6, 0.8)), rng.choice((0.0, 0.05, 0.15))
    length, hasty = rng.choice((20, 40, 70)), rng.choice((0.3, 1.0, 3.0))
    for _ in range(length):
        at += rng.expovariate(1 / hasty) + (_pause(rng) if rng.random() < 0.04 else 0.0)
        n = rng.randrange(1 << 20)
        if rng.random() < often and not odd:
            acts.append(Act(at, FAULT, rng.choice(list(FAULTS)), n))
        elif rng.random() < likely:
            acts.append(Act(at, rng.randrange(people), "go on", n))
        else:
            acts.append(Act(at, rng.randrange(people), rng.choice(odd or ODD), n))
    return Story(
        seed,
        game,
        options,
        seats,
        clock,
        rng.random() < 0.8,
        people,
        processes,
        tuple(sorted(acts, key=lambda a: a.at)),
    )


def _pause(rng: random.Random) -> float:
    """Half a minute to two hours in which nobody does anything; each doubling is as likely as any other."""
    return SHORT * math.pow(LONG / SHORT, rng.random())


class Stage:
    """Where a story is played."""

    def __init__(self, story: Story, servers: Servers, record: Record) -> None:
        self.story = story
        self.servers = servers
        self.world = servers.world
        self.record = record
        self.people = [Person(number, story.seed) for number in range(story.people)]
        self.tabs: list[Tab] = []

    def tab(self, person: Person, fresh: bool = False) -> Tab:
        """The tab that the person uses now."""
        if fresh or not person.tabs:
            self.tabs.append(
                Tab(person, len(self.tabs), self.servers, self.record, "ja" if person.number == 1 else "en")
            )
        return person.tabs[-1]

    def do(self, act: Act) -> None:
        if act.who == FAULT:
            FAULTS[act.what](self, act.n)
            return
        person = self.people[act.who]
        tab = self.tab(person)
        if act.n & 1 and len(person.tabs) > 1:
            tab = person.tabs[0]
        DEEDS[act.what](self, tab, act.n >> 1)


Deed = Callable[[Stage, Tab, int], None]
DEEDS: dict[str, Deed] = {}
FAULTS: dict[str, Callable[[Stage, int], None]] = {}


def deed(name: str) -> Callable[[Deed], Deed]:
    def add(function: Deed) -> Deed:
        DEEDS[name] = function
        return function

    return add


def fault(name: str) -> Callable[[Callable[[Stage, int], None]], Callable[[Stage, int], None]]:
    def add(function: Callable[[Stage, int], None]) -> Callable[[Stage, int], None]:
        FAULTS[name] = function
        return function

    return add


def _seats(tab: Tab, kind: str) -> list[int]:
    return [seat for seat, one in enumerate(tab.table.seats) if one.kind == kind] if tab.table else []


# ---- what people do


@deed("create")
def _(stage: Stage, tab: Tab, n: int) -> None:
    story = stage.story
    more = {"clock": story.clock, "watchers": story.watchers, "away": 5, "patience": 20, "public": n % 2 == 0}
    tab.ask(p.Create, story.game, list(story.seats), dict(story.options), **more)


@deed("go on")
def _(stage: Stage, tab: Tab, n: int) -> None:
    tab.go_on(n)


@deed("stand")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if tab.seat is not None:
        tab.ask(p.Stand)


@deed("sit")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if tab.table:
        if tab.table.status == "lobby":
            tab.salt(p.Sit, seat=n % len(tab.table.seats), name=f"{tab.person.name} {n % 7}")
        else:
            tab.ask(p.Sit, n % len(tab.table.seats), f"{tab.person.name} {n % 7}")


@deed("assign")
def _(stage: Stage, tab: Tab, n: int) -> None:
    """The host removes somebody, or puts a bot in a seat."""
    if tab.table and tab.table.host:
        tab.ask(p.Assign, n % len(tab.table.seats), None if n % 3 else "random")


@deed("lend")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if tab.seat is not None:
        tab.ask(p.Allow, n % 3 > 0, (0, 0, 4)[n // 3 % 3])


@deed("eyes")
def _(stage: Stage, tab: Tab, n: int) -> None:
    """Somebody asks for the eyes of a seat."""
    if tab.code and tab.table and not any(isinstance(one, p.Open) for one in tab.pending.values()):
        lent = [seat for seat, one in enumerate(tab.table.seats) if one.eyes] or list(range(len(tab.table.seats)))
        tab.ask(p.Open, tab.code, 0, 0, lent[n % len(lent)])


@deed("start")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if tab.table:
        tab.ask(p.Start)


@deed("vote")
def _(stage: Stage, tab: Tab, n: int) -> None:
    asked = [seat for seat, one in enumerate(tab.table.seats) if one.asked] if tab.table else []
    if asked:
        tab.ask(p.Vote, asked[n % len(asked)], n % 5 > 0)


@deed("wrong move")
def _(stage: Stage, tab: Tab, n: int) -> None:
    """A move of another position, or a text that is none."""
    if tab.update:
        wrong = ("play 1+1", "discard 3", "nonsense", *tab.update.moves[:1])
        tab.ask(p.Play, tab.update.match, max(0, tab.update.n - n % 3), wrong[n % len(wrong)])


@deed("again by id")
def _(stage: Stage, tab: Tab, n: int) -> None:
    """Something that was answered, or not yet, comes again, perhaps over another tab."""
    known = [*tab.done, *tab.pending.values()]
    other = tab.person.tabs[n % len(tab.person.tabs)]
    if known:
        other.say_again(known[n % len(known)])


@deed("late copy")
def _(stage: Stage, tab: Tab, n: int) -> None:
    """Eyes are lent and taken back, or the other way round; then a copy of the first command arrives late."""
    if tab.seat is not None and tab.ready:
        tab.ask(p.Allow, n % 2 > 0)
        first = list(tab.pending.values())[-1]
        tab.ask(p.Allow, n % 2 == 0)
        tab.say_again(first)


@deed("hint")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if tab.seat is not None:
        tab.ask(p.Hint)


@deed("why")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if tab.seat is not None and tab.update:
        tab.ask(p.Why, (*tab.update.moves[:2], "play 1+1")[n % 3 % (len(tab.update.moves[:2]) + 1)])


@deed("say")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if tab.table:
        tab.ask(p.Say, "hello" if n % 2 else None, f"word {tab.number}-{tab.asked}")


@deed("end")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if tab.table and tab.table.host and n % 3 == 0:
        tab.ask(p.End)


@deed("concede")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if tab.seat is not None and n % 3 == 0:
        tab.ask(p.Concede)


@deed("undo")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if tab.seat is not None:
        tab.ask(p.Undo)


@deed("publish")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if tab.table:
        tab.ask(p.Publish, max(1, tab.table.match))


@deed("pace")
def _(stage: Stage, tab: Tab, n: int) -> None:
    speeds: tuple[p.Speed, ...] = ("slow", "normal", "fast", "at-once")
    if tab.seat is not None:
        tab.ask(p.Pace, speeds[n % len(speeds)])


@deed("reveal")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if tab.update:
        tab.ask(p.Reveal, tab.update.match, int(tab.update.view.get("round", 1)) - n % 2)


@deed("ready")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if tab.update:
        tab.ask(p.Ready, tab.update.match, int(tab.update.view.get("round", 1)) - n % 2)


@deed("leave")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if tab.table and not tab.pending:
        tab.ask(p.Leave)


@deed("close")
def _(stage: Stage, tab: Tab, n: int) -> None:
    tab.close()


@deed("go on and close")
def _(stage: Stage, tab: Tab, n: int) -> None:
    tab.go_on(n)
    tab.close()


@deed("another tab")
def _(stage: Stage, tab: Tab, n: int) -> None:
    if len(tab.person.tabs) < 3:
        other = stage.tab(tab.person, fresh=True)
        if tab.code:
            other.ask(p.Open, tab.code)


ODD = [
    *("stand", "sit", "assign", "lend", "lend", "eyes", "eyes", "start", "vote", "vote", "wrong move", "again by id"),
    *(
        "again by id",
        "late copy",
        "hint",
        "why",
        "say",
        "end",
        "concede",
        "undo",
        "publish",
        "pace",
        "reveal",
        "leave",
        "close",
    ),
    *("close", "another tab", "another tab", "ready", "go on and close"),
]


# ---- what goes wrong


@fault("kill")
def _(stage: Stage, n: int) -> None:
    stage.servers.kill(n % stage.story.processes, False, 0.2 + n % 100 / 20)


@fault("power cut")
def _(stage: Stage, n: int) -> None:
    stage.servers.kill(n % stage.story.processes, True, 1.0 + n % 100 / 5)


@fault("restart")
def _(stage: Stage, n: int) -> None:
    stage.servers.restart(n % stage.story.processes)


@fault("freeze")
def _(stage: Stage, n: int) -> None:
    stage.servers.freeze(n % stage.story.processes, n % 1000 / 8)


@fault("cut")
def _(stage: Stage, n: int) -> None:
    open_wires = [wire for wire in stage.servers.wires if not wire.lost and not wire.is_closed]
    if open_wires:
        open_wires[n % len(open_wires)].cut()


@fault("silence")
def _(stage: Stage, n: int) -> None:
    open_wires = [wire for wire in stage.servers.wires if not wire.lost and not wire.is_closed]
    if open_wires:
        open_wires[n % len(open_wires)].fall_silent()


@fault("clock jumps")
def _(stage: Stage, n: int) -> None:
    stage.servers.jump(n % stage.story.processes, (-3600.0, -5.0, 30.0, 7200.0)[n // 3 % 4])


@fault("syncs fail")
def _(stage: Stage, n: int) -> None:
    stage.servers.database.failing = stage.world.now + n % 100 / 20


@fault("answers lost")
def _(stage: Stage, n: int) -> None:
    stage.servers.database.doubtful = stage.world.now + n % 100 / 50


@fault("database away")
def _(stage: Stage, n: int) -> None:
    stage.servers.database.away = stage.world.now + n % 100 / 10


@fault("slow disk")
def _(stage: Stage, n: int) -> None:
    process = stage.servers.processes[n % stage.story.processes]
    process.slow = (1.0, 20.0, 200.0)[n // 3 % 3]
