"""A plan: what is to be played. It fixes every row, whoever plays it and with however many workers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tefuda.bots import Master
from tefuda.bots.entrants import WEIGHTS, Entrant, Weights, find_bot, source_of
from tefuda.games import GAMES, Face
from tefuda.games.option import Value
from tefuda.kernel.sources import fingerprint
from tefuda.match import set_up

INSTANT = ("random", "casual", "club")  # these bots play inside the kernel
SEEDS = 2**42  # how many seeds there are
GAMES_MAX = 10**9
FORMAT = 4  # of the tables


class Plan(NamedTuple):
    """One setup and how much of it is played."""

    game: str
    seats: int
    options: Mapping[str, Value]
    bots: tuple[str, ...]  # their names, one for each seat; if they differ they move on by a seat with each match
    games: int
    seed: int = 0  # of the first match; the others follow
    sample: int = 2000  # so many of the first matches are looked at closely: hands, moves, safety rules
    all_moves: bool = False  # a row for every move of every match
    probes: int = 400  # matches in which positions are searched and continued
    ladder: int = 1000  # matches of each level among each other level
    without: int = 100  # matches in which one seat avoids a kind of move, for each kind
    playouts: int = 100  # of a master's move, so that it can be repeated
    files: tuple[tuple[str, Weights], ...] = ()  # the weights of bots that are files, by their names

    @property
    def face(self) -> Face:
        return GAMES[self.game]

    @property
    def instant(self) -> bool:
        """Whether the kernel alone can play it."""
        return all(one.instant for one in self.entrants)

    @property
    def pace(self) -> int:
        """How many matches make a batch: few, where bots are asked with views."""
        return 1000 if self.instant else 100 if all(one.weights is not None for one in self.entrants) else 10

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """The bots, in the order of their names."""
        return entrants(self.game, self.bots, self.files, self.playouts)

    def bot(self, match: int, seat: int) -> Entrant:
        return self.entrants[self.place(match, seat)]

    def place(self, match: int, seat: int) -> int:
        """The place in `bots` of the bot in this seat."""
        return (seat - match) % self.seats

    def key(self) -> str:
        """What two runs must share for their rows to belong together: everything but how many matches they play."""
        face = self.face  # first of all: a worker may not yet have loaded a game that lies in a folder
        told = {
            "format": FORMAT,
            "plan": {**self._asdict(), "games": 0, "probes": 0, "ladder": 0, "without": 0},
            "rules": fingerprint(self.game),
            "weights": [list(face.weights.CASUAL), list(face.weights.CLUB)],
            "bots": [source_of(one, self.game) for one in self.entrants],
        }
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:32]

    def to_json(self) -> dict[str, Any]:
        told = {**self._asdict(), "options": dict(self.options), "bots": list(self.bots)}
        return {"format": FORMAT, **told, "key": self.key()}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Plan:
        """ValueError if the tables beside it are of another format."""
        if told["format"] != FORMAT:
            raise ValueError(f"the tables are of format {told['format']}, not {FORMAT}")
        known = {name: told[name] for name in cls._fields}
        files = tuple((name, tuple(weights)) for name, weights in known["files"])
        return cls(**{**known, "bots": tuple(known["bots"]), "files": files})


@lru_cache(maxsize=64)
def entrants(
    game: str, bots: tuple[str, ...], files: tuple[tuple[str, Weights], ...], playouts: int
) -> tuple[Entrant, ...]:
    found = [find_bot(bot, game, dict(files)) for bot in bots]
    return tuple(one._replace(bot=Master(playouts=playouts)) if one.name == "master" else one for one in found)


class Batch(NamedTuple):
    """A piece of a plan that one worker does in one go. The same batch gives the same rows, however often."""

    what: str  # matches, probes, ladder or without
    first: int
    last: int  # not included

    @property
    def name(self) -> str:
        return f"{self.first:09}-{self.last:09}"


def check_plan(
    game: str,
    options: Mapping[str, object],
    seats: int | None = None,
    bots: Sequence[str] = ("club",),
    games: int = 1000,
    **rest: Any,
) -> Plan:
    """The plan, or a ValueError that says what is wrong with it."""
    face, seats, chosen = set_up(game, seats, options)
    game = face.name
    known = {bot.partition("~")[0]: find_bot(bot, game) for bot in bots}
    files = tuple((name, bot.weights) for name, bot in known.items() if name.endswith(WEIGHTS) and bot.weights)
    if len(bots) not in (1, seats):
        raise ValueError(f"{len(bots)} bots are named for {seats} seats; name one for all or one for each")
    if not 1 <= games <= GAMES_MAX:
        raise ValueError(f"the number of games is 1 to {GAMES_MAX:,}, not {games}")
    plan = Plan(game, seats, chosen, tuple(bots) * (seats if len(bots) == 1 else 1), games, files=files, **rest)
    if not 0 <= plan.seed <= SEEDS - GAMES_MAX:
        raise ValueError(f"a seed is a number from 0 to {SEEDS - GAMES_MAX:,}, not {plan.seed}")
    if min(plan.sample, plan.probes, plan.ladder, plan.without) < 0 or plan.playouts < 1:
        raise ValueError("a sample has no less than 0 matches, and a master's move at least one playout")
    return plan


def batches(plan: Plan) -> list[Batch]:
    """All batches, the slowest kinds first, so that nobody waits for them at the end."""
    size = {"matches": plan.pace, "probes": 5, "ladder": 250, "without": 10}
    amount = {what: min(getattr(plan, what), plan.games) for what in ("probes", "without", "ladder")}
    amount["matches"] = plan.games
    if plan.face.shared_by(plan.options):
        amount["ladder"] = 0  # where all win together, nobody is better than the others
    return [
        Batch(what, first, min(first + size[what], amount[what]))
        for what in amount
        for first in range(0, amount[what], size[what])
    ]
