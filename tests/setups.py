"""The setups that the contract suite plays: every seat count, every option on its own, and some combinations."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from tefuda import GAMES
from tefuda.games import Face
from tefuda.games.option import Option, Value
from tefuda.kernel.engine import Engine, engine_in
from tefuda.kernel.plain import Game

FORMS = ("plain", "checked", "compiled")
SHORT: dict[str, dict[str, Value]] = {"solo": {"target_score": 60}}  # so that whole matches are short


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


def values(option: Option, game: str = "") -> list[Value]:
    if option.choices:
        return list(option.choices)
    if option.name in SHORT.get(game, {}):
        return [SHORT[game][option.name], option.least]
    return [False, True] if isinstance(option.default, bool) else [option.default, option.least]


def setups() -> list[Setup]:
    """The defaults and every choice with every seat count; each switch and number and twelve combinations with one."""
    found: list[Setup] = []
    for name, face in GAMES.items():
        rng = random.Random(name)  # so that an option more changes the setups of its own game alone
        defaults = {option.name: option.default for option in face.options} | SHORT.get(name, {})
        whole = [defaults] + [{**defaults, o.name: choice} for o in face.options for choice in o.choices]
        single = [{**defaults, o.name: value} for o in face.options if not o.choices for value in values(o, name)]
        single += [{o.name: rng.choice(values(o, name)) for o in face.options} for _ in range(12)]
        chosen = [(options, seats) for options in whole for seats in face.seats(options)]
        chosen += [(options, rng.choice(face.seats(options))) for options in single if options != defaults]
        for options, seats in chosen:
            setup = Setup(name, seats, options)
            if setup not in found:
                found.append(setup)
    return found


SETUPS = setups()
IDS = [str(setup) for setup in SETUPS]
