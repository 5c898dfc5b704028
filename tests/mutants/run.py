"""Runs the tests on each mutant in a process of its own, forked after everything is imported and collected.

First all tests run once on the original, and the statements that each of them reaches are noted: only a test that
reaches the changed one can see the change, so only such tests are tried, until one fails. First come those that have
found another mutant of the same statement or function, then short ones.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import json
import os
import resource
import signal
import sys
import time
from itertools import accumulate
from types import FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from tefuda.kernel import sources
from tefuda.kernel.engine import engine_in
from tests.mutants.changes import MARK, Mutant
from tests.mutants.parts import PARTS

KILLED, SURVIVED = "killed", "survived"
NO_TEST, NO_END = (
    "no test gets there",
    "it does not end",
)  # why one survived, and how one was found without a test's word


class Ran(NamedTuple):
    """What one test does on the original."""

    seconds: float  # of processor time
    reached: frozenset[tuple[str, int]]  # module and line of each statement


class Verdict(NamedTuple):
    mutant: Mutant
    end: str
    by: str  # the test that found it


class Hunt:
    """A plugin of pytest: instead of running what was collected once, it runs it for each mutant until a test fails."""

    def __init__(
        self, originals: list[Mutant], mutants: list[Mutant], target: str, seconds: float, minutes: float, budget: float
    ) -> None:
        self.originals = originals
        self.mutants = mutants
        self.target = target
        self.seconds = seconds  # that a test may take longer than the original did
        self.minutes = minutes  # after which it stops; 0 for never
        self.budget = budget  # processor time of the tests of one mutant; 0 for any
        self.results: list[Verdict] = []
        self.ran: dict[str, Ran] = {}  # by the test
        self.limits: dict[str, float] = {}  # of processor time, by the test
        self.killers: dict[str, int] = {}  # how often each test found one: those are tried earlier ...
        self.near: dict[tuple[str, int | str], set[str]] = {}  # ... above all in the same statement or function

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The plain form only, and of the contract only this game's set-ups."""
        if self.target not in PARTS:
            items[:] = [item for item in items if self.is_wanted(item)]

    def is_wanted(self, item: pytest.Item) -> bool:
        own = f"games/{self.target}/" in item.nodeid
        other_forms = any(form in item.nodeid for form in ("compiled", "checked"))
        return (own or self.target in item.nodeid) and not other_forms

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        assert session.items, "nothing was collected"
        keep_sources(self.target)
        gc.freeze()  # a child that looks for garbage would copy what it shares
        self.try_original(session.items)
        until = time.monotonic() + 60 * self.minutes if self.minutes else float("inf")
        for number, mutant in enumerate(self.mutants, 1):
            if time.monotonic() > until:
                break
            self.results.append(self.judge(mutant, session.items))
            if number % 20 == 0 or number == len(self.mutants):
                print(f"{number} of {len(self.mutants)}", file=sys.stderr, flush=True)
        return True

    def try_original(self, items: list[pytest.Item]) -> None:
        """Runs all tests on the original, and notes what each of them reaches."""
        told, _ = forked(lambda writing: self.run_original(items, writing))
        for line in told.splitlines():
            name, seconds, reached = json.loads(line)
            self.ran[name] = Ran(seconds, frozenset(map(tuple, reached)))
        if len(self.ran) < len(items):
            failed = next(item.nodeid for item in items if item.nodeid not in self.ran)
            pytest.exit(f"a test fails on the original already: {failed}", 3)
        slowest: dict[str, float] = {}
        for (
            name,
            ran,
        ) in self.ran.items():  # what is kept between the tests of a file may have to be made by any of them
            file = name.partition("::")[0]
            slowest[file] = max(slowest.get(file, 0.0), ran.seconds)
        self.limits = {name: self.seconds + 5 * slowest[name.partition("::")[0]] for name in self.ran}

    def judge(self, mutant: Mutant, items: list[pytest.Item]) -> Verdict:
        statement, _ = places(mutant)
        able = [item for item in items if statement in self.ran[item.nodeid].reached]
        if not able:
            return Verdict(mutant, SURVIVED, NO_TEST)
        able.sort(key=lambda item: self.distance(mutant, item))
        able = self.within_budget(able)
        killer, status = forked(lambda writing: self.run(mutant, able, writing))
        if status == 0:
            return Verdict(mutant, SURVIVED, "")
        if killer:
            self.killers[killer] = self.killers.get(killer, 0) + 1
            for place in places(mutant):
                self.near.setdefault(place, set()).add(killer)
        return Verdict(mutant, KILLED, killer or NO_END)

    def within_budget(self, items: list[pytest.Item]) -> list[pytest.Item]:
        """The first of them, at least one, that take no longer than that together."""
        if not self.budget:
            return items
        sums = accumulate(self.ran[item.nodeid].seconds for item in items)
        return [
            item
            for number, (item, sum_) in enumerate(zip(items, sums, strict=True))
            if not number or sum_ <= self.budget
        ]

    def distance(self, mutant: Mutant, item: pytest.Item) -> tuple[int, bool, bool, float]:
        """First what was found near by, then tests named by a number that the place cites, short ones, good finders."""
        far = sum(item.nodeid not in self.near.get(place, ()) for place in places(mutant))
        named = any(f"test_{number.lower()}_" in item.nodeid for number in mutant.numbers)
        own = "/games/" in item.nodeid or "/server/" in item.nodeid
        return far, not named, not own, self.ran[item.nodeid].seconds / (1 + self.killers.get(item.nodeid, 0))

    def run(self, mutant: Mutant, items: list[pytest.Item], writing: int) -> None:
        """In the child: ends the process, with 0 if all tests pass."""
        put_in(mutant)
        for item, following in zip(items, [*items[1:], None], strict=True):
            signal.setitimer(signal.ITIMER_VIRTUAL, self.limits[item.nodeid])  # ends the process
            if not passes(item, following):
                os.write(writing, item.nodeid.encode())
                os._exit(1)

    def run_original(self, items: list[pytest.Item], writing: int) -> None:
        """In the child: writes a line for each test, until one fails."""
        reached: set[tuple[str, int]] = set()
        for original in self.originals:
            put_in(original)
            mark = functools.partial(note, reached, original.module)
            vars(importlib.import_module(original.module))[MARK] = mark
        with os.fdopen(writing, "w") as told:
            for item, following in zip(items, [*items[1:], None], strict=True):
                reached.clear()
                begun = time.process_time()
                if not passes(item, following):
                    return
                print(json.dumps([item.nodeid, time.process_time() - begun, sorted(reached)]), file=told)


def places(mutant: Mutant) -> tuple[tuple[str, int], tuple[str, str]]:
    """Its statement and its function."""
    return (mutant.module, mutant.statement), (mutant.module, mutant.function)


def keep_sources(target: str) -> None:
    """Which modules hold the rules is found once for all mutants: to find it takes longer than most tests."""
    found = functools.cache(sources.rules_of)
    vars(sources)["rules_of"] = found
    if target not in PARTS:
        found(target)


def note(reached: set[tuple[str, int]], module: str, line: int) -> None:
    reached.add((module, line))


def passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    return not any(outcome.failed for outcome in runtestprotocol(item, log=False, nextitem=following))


def forked(work: Any) -> tuple[str, int]:
    """Does something in a silent child; gives what it wrote, and its exit code."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        with contextlib.suppress(BaseException):
            work(writing)
            os._exit(0)
        os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    return told, os.waitstatus_to_exitcode(status)


def put_in(mutant: Mutant) -> None:
    """The changed function takes the place of the original, for all who have imported it."""
    found: Any = importlib.import_module(mutant.module)
    *owner, name = mutant.function.split(".")
    for part in owner:
        found = getattr(found, part)
    plain = vars(found)[name]
    if isinstance(plain, property):
        plain = plain.fget
    elif isinstance(plain, functools.cached_property):
        plain = plain.func
    elif isinstance(plain, classmethod | staticmethod):
        plain = plain.__func__
    while not isinstance(plain, FunctionType):
        plain = plain.__wrapped__
    plain.__code__ = mutant.make()
    engine_in.cache_clear()  # forms that were made from the original
