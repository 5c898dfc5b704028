"""The setups that the contract suite plays: every seat count, every option by itself, and some combinations."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from tefuda import GAMES
from tefuda.games import Face
from tefuda.games.option import Option, Value
from tefuda.kernel.engine import Engine, engine_in
from tefuda.kernel.plain import Game

FORMS = ("plain", "checked", "compiled")


class Setup(NamedTuple):
    game: str
    seats: int
    options: dict[str, Any]

    @property
    def face(self) -> Face:
        return GAMES[self.game]

    def begin(self, form: str) -> Game:
        """A new match in one form of the rules, before the first deal."""
        return self.engine(form).Game(self.seats, self.face.numbers(self.options))

    def engine(self, form: str) -> Engine:
        return engine_in(self.game, form)

    def __str__(self) -> str:
        defaults = {option.name: option.default for option in GAMES[self.game].options}
        changed = [f"{name}={value}" for name, value in self.options.items() if value != defaults[name]]
        return "-".join([self.game, str(self.seats), *changed])


def values(option: Option) -> list[Value]:
    if option.choices:
        return list(option.choices)
    return [False, True] if isinstance(option.default, bool) else [option.default, option.least]


def setups() -> list[Setup]:
    """Each option value once with every seat count, and eight combinations drawn once and for all."""
    found: list[Setup] = []
    rng = random.Random(1)
    for name, face in GAMES.items():
        defaults = {option.name: option.default for option in face.options}
        chosen = [{**defaults, option.name: value} for option in face.options for value in values(option)]
        chosen += [{o.name: rng.choice(values(o)) for o in face.options} for _ in range(8)]
        for options in chosen:
            for seats in face.seats(options):
                setup = Setup(name, seats, options)
                if setup not in found:
                    found.append(setup)
    return found


SETUPS = setups()
IDS = [str(setup) for setup in SETUPS]
