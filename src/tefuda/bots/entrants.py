"""Bots by name, from the project or from outside, for the arena and the lab.

- a level: `club`
- a file of weights, as `tefuda tune --save` writes it: `mine.toml`
- a function of a module that can be imported, or that lies in the working directory: `mymodule:choose`
- a program that reads and writes lines of JSON, see bots/program.py: `cmd:./mybot`
- `casual`, `club` or a file that avoids kinds of moves, as the game's study.py calls them: `club~scout+double`
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import random
import sys
import tomllib
import traceback
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import Any, NamedTuple

from tefuda.bots.expert import decide_expert, is_offered
from tefuda.bots.levels import Bot, worths
from tefuda.bots.network import networks
from tefuda.games import GAMES, Face
from tefuda.games.view import View
from tefuda.kernel.plain import Game

Weights = tuple[int, ...]
WEIGHTS = ".toml"
EXPERT = "expert"
COMMAND = "cmd:"
LIMIT = 10**6  # of a weight; the kernel adds up their products with small numbers


class Entrant(NamedTuple):
    """A bot as it was named. One that is weights and nothing else can be played inside the kernel."""

    name: str
    bot: Bot
    weights: Weights | None = None
    avoids: frozenset[str] = frozenset()

    @property
    def instant(self) -> bool:
        """Whether the kernel can play it: by weights, or at random."""
        return self.name == "random" or (self.weights is not None and not self.avoids)


def find_bot(name: str, game: str, known: Mapping[str, Weights] | None = None) -> Entrant:
    """The bot of this name, or a ValueError that says what is wrong with it.

    `known` has the weights of files that were read before, so that another machine need not have the files.
    """
    from tefuda.bots import BOTS

    face = GAMES[game]
    if name.startswith(COMMAND):
        from tefuda.bots.program import program  # a browser has no processes

        return Entrant(name, program(name))
    base, tilde, kinds = name.partition("~")
    levels: dict[str, Weights] = {"casual": face.weights.CASUAL, "club": face.weights.CLUB}
    weights = levels.get(base) or (known or {}).get(base)
    if weights is None and base.endswith(WEIGHTS):
        weights = read_weights(Path(base), game)
    if tilde:
        if weights is None:
            raise ValueError(f"{base!r} has no weights, so it cannot avoid moves")
        avoids = check_kinds(face, kinds)
        return Entrant(name, avoiding(face, weights, avoids), weights, avoids)
    if base == EXPERT and not is_offered(game):
        raise ValueError(f"there is no {EXPERT} of {game}: it has no network that can be used")
    if base in BOTS:
        return Entrant(base, BOTS[base], weights)
    if weights is not None:
        return Entrant(name, avoiding(face, weights, frozenset()), weights)
    if ":" in base:
        return Entrant(name, imported(base))
    raise ValueError(
        f"there is no bot {name!r}; there are {', '.join(BOTS)}, files of weights (mine{WEIGHTS}),"
        f" module:function and {COMMAND}program"
    )


def check_kinds(face: Face, text: str) -> frozenset[str]:
    kinds = text.split("+")
    for kind in kinds:
        if kind not in face.study.KINDS:
            raise ValueError(f"{face.name} has no kind of move {kind!r}; there are {', '.join(face.study.KINDS)}")
    return frozenset(kinds)


def avoiding(face: Face, weights: Weights, avoids: frozenset[str]) -> Bot:
    """The best move by these weights that is not of these kinds; of these, if there is no other."""

    def choose(view: View, moves: Sequence[str], rng: random.Random) -> str:
        found = worths(view, weights)
        return moves[best_of(found, [allowed(face, face.parse_move(move), avoids) for move in moves])]

    return choose


def decide(face: Face, entrant: Entrant, game: Game, seat: int, rng: random.Random) -> int:
    """What it does now. Weights and networks need no view: they look only at what the seat may know."""
    if entrant.name == "random":
        return rng.choice(game.legal(seat))
    if entrant.instant and entrant.weights is not None:
        return game.quick(seat, entrant.weights)
    if entrant.name == EXPERT:
        return decide_expert(face, game, seat, rng)
    legal = game.legal(seat)
    if entrant.weights is not None:
        found = game.worths(seat, entrant.weights)
        return legal[best_of(found, [allowed(face, action, entrant.avoids) for action in legal])]
    return ask(face, entrant.bot, game, seat, legal, rng)


def ask(face: Face, bot: Bot, game: Game, seat: int, legal: Sequence[int], rng: random.Random) -> int:
    """The action that a bot chooses when it is asked with its view."""
    moves = [face.move_text(action) for action in legal]
    move = bot(face.view(game, seat), moves, rng)
    if move not in moves:
        raise ValueError(f"the bot in seat {seat} has chosen {move!r}, which is not among its moves")
    return legal[moves.index(move)]


def allowed(face: Face, action: int, avoids: frozenset[str]) -> bool:
    return not avoids or kinds_of(face.name)[action] not in avoids


@cache
def kinds_of(game: str) -> list[str]:
    """The kind of each action."""
    face = GAMES[game]
    return [face.study.kind_of(face.moves.move_of(action)) for action in range(face.engine.n_actions)]


def best_of(worths: Sequence[int], may: Sequence[bool]) -> int:
    """The place of the highest worth among those that may be chosen, the first among equals; of all, if none may."""
    places = [place for place, one in enumerate(may) if one] or range(len(worths))
    return max(places, key=lambda place: (worths[place], -place))


# ---- functions from outside


def imported(name: str) -> Bot:
    """The function of a module; the working directory counts."""
    module, _, function = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError, SyntaxError) as error:
        raise ValueError(f"cannot take the bot {name}: {error}") from None
    if not callable(found):
        raise ValueError(f"{name} is no function, so it is no bot")

    @wraps(found)
    def choose(view: View, moves: Sequence[str], rng: random.Random) -> str:
        try:
            move: str = found(view, moves, rng)
        except Exception as error:  # whatever a stranger's function raises is told in one line
            line = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(line.filename).name}:{line.lineno}"
            raise ValueError(f"the bot {name} has failed: {type(error).__name__}: {error} ({where})") from error
        return move

    return choose


def source_of(entrant: Entrant, game: str) -> str:
    """A hash of what decides (of a function, its whole module), so that rows of different bots never mix."""
    if entrant.name.startswith(COMMAND):
        from tefuda.bots.program import source_of as source_of_program

        return source_of_program(entrant.name)
    if entrant.name == EXPERT:
        return " ".join(str(one.about["sum"]) for one in networks(game))
    if entrant.weights is not None or ":" not in entrant.name:
        return repr(entrant.weights)
    module: Any = inspect.getmodule(entrant.bot)
    return hashlib.sha256(inspect.getsource(module).encode()).hexdigest()


# ---- files of weights


@lru_cache(maxsize=64)
def read_weights(path: Path, game: str) -> Weights:
    """The weights of a file for this game, or a ValueError."""
    try:
        told = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is no file of weights: {error}") from None
    own, weights = told.get("game"), told.get("weights")
    if own != game:
        raise ValueError(f"{path} has weights of {own}, not of {game}")
    count = len(GAMES[game].weights.CLUB)
    found = tuple(weights) if isinstance(weights, list) else ()
    if len(found) != count or not all(type(one) is int and abs(one) <= LIMIT for one in found):
        raise ValueError(f"{path}: {game} has {count} weights, whole numbers up to {LIMIT:,}")
    return found


def weights_text(game: str, weights: Weights, made_by: str) -> str:
    """The same as the text of a file."""
    return f'# {" ".join(made_by.split())}\ngame = "{game}"\nweights = {list(weights)}\n'
