"""Runs a story, judges it, and shrinks it if it fails."""

from __future__ import annotations

import gc
import hashlib
import os
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import SimpleNamespace
from typing import Any, NamedTuple

from limits.storage import memory

from tefuda.server import connection, house, leases, peers, relay, usage
from tefuda.server import protocol as p
from tests.trials.leaks.planting import Patch, patched
from tests.trials.simulation.disk import Database
from tests.trials.simulation.history import Judge
from tests.trials.simulation.people import Record
from tests.trials.simulation.servers import Servers
from tests.trials.simulation.story import FAULT, Stage, Story, draw
from tests.trials.simulation.world import BEGIN, EPOCH, World

AFTER = 90.0  # seconds in which everybody is back and answered once nothing goes wrong any more
PLAY = 20.0  # seconds for which the match is then played on
END = 60.0  # seconds for its end
BEAT = 5.0  # seconds between two renewals of a lease, and TTL until it is ended: rarer than in earnest, as 1 to 6
TTL = 30.0
SLOWER: Sequence[Patch] = (
    (peers, "BEAT_SECONDS", BEAT),
    (peers, "TTL", TTL),
    (leases, "TTL", TTL),
    (connection, "PING_SECONDS", 20.0),
    (house, "ORDERS_SECONDS", 60.0),
    (house, "SWEEP_SECONDS", 15.0),
)
LONG = 12  # in every so-many-th run the match is played to its end


class Run(NamedTuple):
    """What became of a story."""

    failures: list[str]
    seconds: float  # of virtual time
    digest: str
    commands: int
    accepted: int
    resent: int
    messages: int
    rows: int
    ended: int  # matches

    @property
    def kind(self) -> str:
        """What failed, in one word."""
        return self.failures[0].partition(":")[0] if self.failures else ""


class Clock:
    """In the place of `time`, for what counts by the wall clock of its process."""

    def __init__(self, world: World) -> None:
        self.world = world

    def time(self) -> float:
        return EPOCH + self.world.now - BEGIN


def no_timer(*given: Any) -> Any:
    """For `limits`, which begins a thread to forget old windows: the server forgets them in its loop."""
    return SimpleNamespace(start=bool)


@contextmanager
def alone(world: World, servers: Callable[[], Servers]) -> Iterator[None]:
    """Nothing from outside reaches the run: chance is seeded, time is the world's."""
    chance = random.Random(f"{world.seed}/chance")

    def connect(*given: Any, **more: Any) -> Any:
        return servers().connector()(*given, **more)

    patches: list[Patch] = [
        (os, "urandom", chance.randbytes),
        (random, "_urandom", chance.randbytes),
        (relay, "connect", connect),
        (usage, "time", Clock(world)),
        (memory, "time", Clock(world)),
        (memory, "threading", SimpleNamespace(RLock=threading.RLock, Timer=no_timer)),
        *SLOWER,
    ]
    with patched(patches):
        yield


def run(story: Story, planted: AbstractContextManager[None] | None = None) -> Run:
    """Plays a story and judges it."""
    world = World(story.seed)
    record = Record()
    stages: list[Stage] = []
    database = Database(world, shared=story.processes > 1)
    failures: list[str] = []
    with planted or nullcontext(), alone(world, lambda: stages[0].servers):
        stages.append(Stage(story, Servers(world, database, story.processes), record))
        failures += _play(world, stages[0], record)
        stages[0].servers.end()
    stage = stages[0]
    langs = ["ja" if number == 1 else "en" for number in range(story.people)]
    failures += [f"error: {error}" for error in world.errors]
    failures += Judge(record, database, stage.people, langs).judge()
    told = hashlib.sha256()
    for one in record.told:
        told.update(f"{one.tab} {one.sent.time!r} {one.sent.step} ".encode() + p.encode(one.message))
    for code, rows in database.logs.items():
        told.update(code.encode() + b"".join(rows))
    accepted = sum(isinstance(one.message, p.Accepted) for one in record.told)
    rows_stored = sum(map(len, database.logs.values()))
    ended = sum(b'"type":"over"' in row for rows in database.logs.values() for row in rows)
    return Run(
        failures,
        world.now - BEGIN,
        told.hexdigest(),
        len(record.asked),
        accepted,
        record.resent,
        len(record.told),
        rows_stored,
        ended,
    )


def _play(world: World, stage: Stage, record: Record) -> list[str]:
    try:
        for act in stage.story.acts:
            world.run(BEGIN + act.at)
            stage.do(act)
        return _settle(world, stage)
    except Exception as error:  # a failure of the server's code that reached the loop
        return [f"error: {error!r}"]


def _settle(world: World, stage: Stage) -> list[str]:
    """Nothing goes wrong any more: everybody comes back, is answered, and the match goes on to its end."""
    servers = stage.servers
    servers.database.failing = servers.database.away = servers.database.doubtful = 0.0
    for process in servers.processes.values():
        process.slow = 1.0
        if process.frozen:
            process.thaw()
    world.run(world.now + 30.0)  # processes are started again, leases end
    for person in stage.people:
        for tab in person.tabs[:-1]:
            tab.close()
        if person.tabs or stage.record.codes:
            stage.tab(person)
    tabs = [person.tabs[-1] for person in stage.people if person.tabs]
    for tab in tabs:
        if not tab.code and not tab.pending and stage.record.codes:
            tab.ask(p.Open, stage.record.codes[0])
    world.run(world.now + AFTER)
    failures = [f"liveness: P{tab.person.number} is not connected" for tab in tabs if not tab.ready]
    failures += [f"liveness: {one} is not answered" for tab in tabs for one in tab.pending.values() if tab.ready]
    if failures:
        return failures
    code = stage.record.codes[0] if stage.record.codes else ""
    here = [tab for tab in tabs if tab.code == code and tab.table]
    return _play_on(world, stage, here) if code and here else failures


def _play_on(world: World, stage: Stage, tabs: list[Any]) -> list[str]:
    """Everybody plays random moves; then the host ends the match if it is not over."""
    rng = random.Random(f"{stage.story.seed}/end")
    database, code = stage.servers.database, tabs[0].code
    long = rng.randrange(LONG) == 0
    until = world.now + (3600.0 if long else PLAY)
    before = len(database.logs.get(code, ()))
    still = world.now
    while tabs[0].table.status == "playing" and world.now < until:
        for tab in tabs:
            if tab.table and tab.table.status == "playing":
                asked = [seat for seat, one in enumerate(tab.table.seats) if one.asked and tab.seat not in one.votes]
                if asked and tab.seat is not None and not tab.pending:
                    tab.ask(p.Vote, asked[0], True)
                tab.go_on(rng.randrange(1 << 20))
        world.run(world.now + 2.0)
        rows = len(database.logs.get(code, ()))
        if rows > before:
            before, still = rows, world.now
        elif world.now - still > 120.0:
            return [f"liveness: nothing has happened for {world.now - still:.0f} s"]
    host = next((tab for tab in tabs if tab.table.host), None)
    if host and host.table.status == "playing":
        host.ask(p.End)
    world.run(world.now + END)
    failures = [f"liveness: {one} is not answered" for tab in tabs for one in tab.pending.values()]
    if host and any(tab.table.status == "playing" for tab in tabs if tab.table):
        failures.append("liveness: the match does not end")
    return failures


def one(seed: int | str, planted: AbstractContextManager[None] | None = None) -> Run:
    return run(draw(str(seed)), planted)


@contextmanager
def unhurried() -> Iterator[None]:
    """Garbage is looked for between runs, not in them; what was there before stays out of the search for good."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def shrink(story: Story, fails: Callable[[Story], bool], tries: int = 300) -> Story:
    """Leaves acts out for as long as the story still fails: first many at a time, then one by one."""
    size = len(story.acts) // 2
    while size:
        at = 0
        while at < len(story.acts) and tries:
            shorter = story._replace(acts=story.acts[:at] + story.acts[at + size :])
            tries -= 1
            if fails(shorter):
                story = shorter
            else:
                at += size
        size //= 2
    return story


__all__ = ["FAULT", "Run", "one", "run", "shrink", "unhurried"]
