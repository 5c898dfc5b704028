"""Matches to look at: a game in one form of its rules, with options and seats drawn at random."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from tefuda.bots import BOTS, Bot, levels_of
from tefuda.games import Face
from tefuda.games.option import Option, Value
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.engine import SWITCH
from tefuda.kernel.plain import Game
from tefuda.kernel.sources import packages_of
from tefuda.record import Event, Record

MOVES_MAX = 20_000  # of a match; no game comes near


class Step(NamedTuple):
    """One event, with the game before and after it."""

    before: Game
    event: Event
    after: Game
    options: dict[str, Value]
    number: int  # of the event in its match

    @property
    def seen(self) -> bool:
        """Whether there is something to see on both sides of it: not while chance must act."""
        return CHANCE not in (self.before.actor(), self.after.actor())


class Sample:
    """A game in one form of its rules."""

    def __init__(
        self,
        face: Face,
        form: str,
        setup: tuple[int, dict[str, Value]] | None = None,
        matches: int = 1,
        looks: int = 0,
    ) -> None:
        self.face = face
        self.form = form
        self.only = setup  # the seats and options with which all matches are played; else they are drawn
        self.matches = matches  # matches that are always played, however long they take
        self.looks = looks  # events of a match that are looked at; 0 is all of them

    @cached_property
    def bots(self) -> dict[str, Bot]:
        """The levels of the game; those that search only where that is quick."""
        levels = levels_of(self.face.name)
        return {name: BOTS[name] for name in levels if self.form == "compiled" or name not in ("expert", "master")}

    @contextmanager
    def running(self) -> Iterator[None]:
        """Runs the rules in this form within the `with` block."""
        before = os.environ.get(SWITCH)
        os.environ[SWITCH] = self.form
        try:
            yield
        finally:
            os.environ.pop(SWITCH, None)
            if before is not None:
                os.environ[SWITCH] = before

    def trouble(self) -> str:
        """Why the rules cannot be run at all; "" if they can."""
        try:
            options = {option.name: option.default for option in self.face.options}
            self.face.begin(self.face.seats(options)[0], options).settle(1)
        except Exception as error:  # whatever it is, it is told
            return f"{type(error).__name__}: {error}{self.where(error)}"
        return ""

    def where(self, error: BaseException) -> str:
        """The last line of the game's own code that the error passed."""
        folders = [Path(self.package_folder(package)) for package in packages_of(self.face.name)]
        found, trace = "", error.__traceback__
        while trace is not None:
            file = Path(trace.tb_frame.f_code.co_filename)
            if any(folder in file.parents for folder in folders):
                found = f" (at {file.name}:{trace.tb_lineno})"
            trace = trace.tb_next
        return found

    def package_folder(self, package: str) -> str:
        import importlib

        return str(next(iter(importlib.import_module(package).__path__)))

    def setup(self, rng: random.Random, usual: bool = False) -> tuple[int, dict[str, Value]]:
        if self.only is not None:
            return self.only
        options = {option.name: option.default if usual else drawn(option, rng) for option in self.face.options}
        return rng.choice(list(self.face.seats(options))), options

    def steps(self, rng: random.Random, until: float, whole: bool = False) -> Iterator[Step]:
        """The events of random matches, one after the other, until the time is up; some matches are always finished.

        Where only some events are looked at, the `whole` match has all of them.
        """
        for number in self.numbers(until):
            seats, options = self.setup(rng, usual=number == 0)
            found = self.match(rng, seats, options, until if number >= self.matches else float("inf"))
            if self.looks and not whole:
                every = list(found)
                yield from (every[i] for i in sorted(rng.sample(range(len(every)), min(self.looks, len(every)))))
            else:
                yield from found

    def numbers(self, until: float) -> Iterator[int]:
        """The numbers of the matches that there is time for."""
        number = 0
        while number < self.matches or time.perf_counter() < until:
            yield number
            number += 1

    def match(
        self, rng: random.Random, seats: int, options: dict[str, Value], until: float = float("inf")
    ) -> Iterator[Step]:
        game = self.face.begin(seats, options)
        for number in range(MOVES_MAX):
            if game.actor() == OVER or time.perf_counter() > until:
                return
            before = game.clone()
            if game.actor() == CHANCE:
                things = game.draw(rng.getrandbits(62))
                text, seat = self.face.chance_text(game, things), None
                game.deal(things)
            else:
                seat = rng.choice([one for one in range(seats) if game.count(one)])
                action = rng.choice(game.legal(seat))
                text = self.face.move_text(action)
                game.apply(seat, action)
            yield Step(before, Event(seat, text), game.clone(), options, number)
        raise ValueError(f"a match of {MOVES_MAX:,} events has not ended")

    def record(self, rng: random.Random, seats: int, options: dict[str, Value]) -> tuple[Record, Game]:
        """A whole match."""
        record = Record(self.face.name, seats, options, [""] * seats)
        game = self.face.begin(seats, options)
        for step in self.match(rng, seats, options):
            record.events.append(step.event)
            game = step.after
        return record, game


Check = Callable[[Sample, random.Random, float], Iterator[str]]


def drawn(option: Option, rng: random.Random) -> Value:
    """A value of an option: any choice; of a number an end, the usual one or one close to it."""
    if option.choices:
        return rng.choice(option.choices)
    if isinstance(option.default, bool):
        return rng.random() < 0.5
    near = int(option.default) + rng.randint(-3, 3)
    return rng.choice([option.least, int(option.default), min(option.most, max(option.least, near))])


def at(step: Step) -> str:
    """Where something was seen."""
    return f" (at '{step.event}')"
