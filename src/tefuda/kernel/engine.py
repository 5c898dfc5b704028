"""The forms of a game's rules, and which of them runs.

Modules that only loading rules needs are imported late: `import tefuda` loads no rules.
"""

from __future__ import annotations

import importlib
import os
import warnings
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from tefuda.kernel.record import Record, checked

if TYPE_CHECKING:
    from pathlib import Path

    from tefuda.kernel.batch import Batch
    from tefuda.kernel.names import Names
    from tefuda.kernel.plain import Game

SWITCH = "TEFUDA_KERNEL"  # "", plain, checked, hosted, compiled, or a folder with a build of its own


class NotCompiled(RuntimeWarning):
    """The rules cannot be compiled here; the plain ones run instead."""


class Backend(NamedTuple):
    form: str  # "compiled", "hosted", "plain" or "checked"
    why: str

    def __str__(self) -> str:
        return f"{self.form}: {self.why}"


class Engine(NamedTuple):
    """A game's rules in the form that runs."""

    game: str
    backend: Backend
    Game: type[Game]
    Batch: type[Batch]
    State: type[Record]
    Observation: type[Record]
    Secrets: type[Record]
    n_actions: int


def engine(game: str) -> Engine:
    """The rules of a game, in the form that TEFUDA_KERNEL asks for: compiled where possible if it says nothing."""
    return engine_in(game, os.environ.get(SWITCH, ""))


def backend(game: str | None = None) -> Backend:
    """Which form of the rules is running, and why; of one game, or the slowest form among all."""
    from tefuda.kernel.sources import games

    found = [engine(name).backend for name in ([game] if game else games())]
    return min(found, key=lambda one: ["checked", "plain", "hosted", "compiled"].index(one.form))


@cache
def engine_in(game: str, asked: str) -> Engine:
    """The rules of a game in the form that is asked for, as TEFUDA_KERNEL would ask."""
    if asked in ("plain", "checked", "hosted"):
        return plain_engine(game, asked, f"{SWITCH}={asked}")
    try:
        library, why = _library(game, "" if asked == "compiled" else asked)
    except ImportError as error:
        if asked:
            raise
        warnings.warn(f"the rules of {game} run as plain Python: {error}", NotCompiled, stacklevel=3)
        return plain_engine(game, "plain", str(error))
    from tefuda.kernel.compiled import classes

    names = _names(game, library.modules.split())
    return _as_engine(game, Backend("compiled", f"{SWITCH}={asked}" if asked else why), names, *classes(library, names))


def _library(game: str, folder: str) -> tuple[Any, str]:
    """A library of the game's rules as they are now, and where it comes from. ImportError if there is none."""
    from pathlib import Path

    from tefuda.kernel import build
    from tefuda.kernel.sources import file_of, packages_of

    if folder:
        path = Path(folder) / f"{game}{build.SUFFIX}"
        if not path.exists():
            raise ImportError(f"{SWITCH}={folder}: no compiled rules of {game} in that folder")
        found = _current(path)
        if found is None:
            raise ImportError(f"{path} was built from other sources than these; build it anew")
        return found, ""
    installed = file_of(packages_of(game)[-1]).parent / build.NAME
    found = _current(installed) if installed.exists() else None
    if found is not None:
        return found, "built from these sources when they were installed"
    found = _current(build.cached(game))
    if found is None:
        raise ImportError("the sources have changed meanwhile")
    return found, "built from these sources when they were first used"


def _current(path: Path) -> Any | None:
    """The library, unless it was made from other sources or by another version of the kernel."""
    from tefuda.kernel._core import Library
    from tefuda.kernel.sources import fingerprint_of

    try:
        library = Library(str(path))
        return library if fingerprint_of(library.modules.split()) == library.fingerprint else None
    except ImportError:  # it is for another machine, or one of its modules is no longer there
        return None


def _names(game: str, modules: list[str]) -> Names:
    from tefuda.kernel.derived import whole
    from tefuda.kernel.names import Names
    from tefuda.kernel.sources import replacing

    found = [importlib.import_module(name) for name in modules]
    changing = replacing(game, found)
    return Names(whole(found, changing), changing)


def plain_engine(game: str, form: str, why: str) -> Engine:
    """The plain form. If it is "checked" every access to a record is; if it is "hosted" searches are done elsewhere."""
    from tefuda.kernel.batch import Batch
    from tefuda.kernel.plain import Game, Scratch
    from tefuda.kernel.sources import rules_of

    names = _names(game, [module.__name__ for module in rules_of(game)])
    bound = names.bound()
    if form == "checked":
        bound |= {name: checked(record) for name, record in names.records.items()}
    rules = SimpleNamespace(**bound)
    members = {"rules": rules, "scratch": Scratch(rules.Work)}
    game_class = type("Game", (Game,), {**members, "__slots__": ("s", "seats")})
    if form == "hosted":
        from tefuda.kernel.hosted import hosted

        game_class = hosted(game, game_class)
    return _as_engine(game, Backend(form, why), names, game_class, type("Batch", (Batch,), members))


def _as_engine(game: str, why: Backend, names: Names, game_class: Any, batch_class: Any) -> Engine:
    state, observation, secrets = (names.records[name] for name in ("State", "Observation", "Secrets"))
    n_actions = int(names.constants["N_ACTIONS"])
    return Engine(game, why, game_class, batch_class, state, observation, secrets, n_actions)
