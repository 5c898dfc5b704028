"""Runs the tests on each mutant in a process of its own, forked after everything is imported and collected."""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import resource
import signal
import sys
import time
from types import FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tefuda.kernel.engine import engine_in
from tests.mutants.changes import Mutant

KILLED, SURVIVED = "killed", "survived"


class Hunt:
    """A plugin of pytest: instead of running what was collected once, it runs it for each mutant until a test fails."""

    def __init__(
        self, originals: list[Mutant], mutants: list[Mutant], target: str, seconds: int, minutes: float = 0.0
    ) -> None:
        self.originals = originals
        self.mutants = mutants
        self.target = target
        self.seconds = seconds
        self.minutes = minutes  # after which it stops; 0 for never
        self.results: list[tuple[Mutant, str]] = []
        self.killers: dict[str, int] = {}  # how often each test found one: those are tried earlier

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The plain form only, and of the contract only this game's set-ups."""
        if self.target != "server":
            items[:] = [item for item in items if self.is_wanted(item)]

    def is_wanted(self, item: pytest.Item) -> bool:
        if f"games/{self.target}/" in item.nodeid:
            return "[plain" in item.nodeid
        other_forms = any(form in item.nodeid for form in ("compiled", "checked"))
        return self.target in item.nodeid and not other_forms

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        assert session.items, "nothing was collected"
        if self.judge(self.originals, session.items) != SURVIVED:
            pytest.exit(f"a test fails on the original already: {', '.join(self.killers)}", 3)
        until = time.monotonic() + 60 * self.minutes if self.minutes else float("inf")
        for number, mutant in enumerate(self.mutants, 1):
            if time.monotonic() > until:
                break
            end = self.judge([mutant], session.items)
            self.results.append((mutant, end))
            print(f"\r{number} of {len(self.mutants)}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        return True

    def judge(self, changed: list[Mutant], items: list[pytest.Item]) -> str:
        order = sorted(items, key=lambda item: self.distance(changed[0], item))
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            self.run(changed, order, writing)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            killer = pipe.read()
        _, status = os.waitpid(child, 0)
        if killer:
            self.killers[killer] = self.killers.get(killer, 0) + 1
        return SURVIVED if os.waitstatus_to_exitcode(status) == 0 else KILLED

    def distance(self, mutant: Mutant, item: pytest.Item) -> tuple[int, int, int]:
        """First the tests that are named by a number that the place cites, then those that found others before."""
        named = any(f"test_{number.lower()}_" in item.nodeid for number in mutant.numbers)
        own = "/games/" in item.nodeid or "/server/" in item.nodeid
        return (0 if named else 1, -self.killers.get(item.nodeid, 0), 0 if own else 1)

    def run(self, changed: list[Mutant], items: list[pytest.Item], writing: int) -> None:
        """In the child: ends the process, with 0 if all tests pass."""
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        with contextlib.suppress(BaseException):
            for mutant in changed:
                put_in(mutant)
            for item, following in zip(items, [*items[1:], None], strict=True):
                signal.setitimer(signal.ITIMER_VIRTUAL, self.seconds)  # ends the process
                for outcome in runtestprotocol(item, log=False, nextitem=following):
                    if outcome.failed:
                        os.write(writing, item.nodeid.encode())
                        os._exit(1)
            os._exit(0)
        os._exit(1)


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
