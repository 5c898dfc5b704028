"""The two forms of a game's rules, and which of them runs.

What is only needed to load rules is imported where it is needed: `import tefuda` loads none.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import warnings
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from tefuda.kernel import plain
from tefuda.kernel.record import Record, checked

if TYPE_CHECKING:
    from tefuda.kernel.plain import Batch, Game

SWITCH = "TEFUDA_KERNEL"  # "", plain, checked, compiled, or a folder with a build of its own


class StaleExtension(RuntimeWarning):
    """The compiled rules are older than their source; the plain ones run instead."""


class Backend(NamedTuple):
    form: str  # "compiled", "plain" or "checked"
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
    return min(found, key=lambda one: ["checked", "plain", "compiled"].index(one.form))


@cache
def engine_in(game: str, asked: str) -> Engine:
    """The rules of a game in the form that is asked for, as TEFUDA_KERNEL would ask."""
    from tefuda.kernel.sources import fingerprint

    if asked in ("plain", "checked"):
        return plain_engine(game, asked, f"{SWITCH}={asked}")
    try:
        modules = _extensions(game, "" if asked == "compiled" else asked)
    except ImportError as error:
        if asked:
            raise
        return plain_engine(game, "plain", f"there is no compiled form ({error})")
    for module in modules:
        if fingerprint(game) != module.FINGERPRINT:
            reason = f"{module.__file__} was built from other sources than these; install again to build it anew"
            if asked:
                raise ImportError(reason)
            warnings.warn(reason, StaleExtension, stacklevel=3)
            return plain_engine(game, "plain", reason)
    why = f"{SWITCH}={asked}" if asked else "the extension was built from these sources"
    return _as_engine(game, Backend("compiled", why), modules[-1].Game, modules[-1].Batch)


def _extensions(game: str, folder: str) -> list[Any]:
    """The game's extension modules, of this package or of a folder with a build of its own."""
    from pathlib import Path

    from tefuda.kernel.sources import EXTENSIONS

    names = [f"tefuda.games.{game}.{name}" for name in EXTENSIONS]
    if not folder:
        return [importlib.import_module(name) for name in names]
    usual = {name: sys.modules.pop(name, None) for name in names}
    try:
        for name, stem in zip(names, EXTENSIONS, strict=True):
            for path in (Path(folder) / "tefuda" / "games" / game).glob(f"{stem}.*.so"):
                sys.modules[name] = _load(name, str(path))
            if name not in sys.modules:
                raise ImportError(f"{SWITCH}={folder}: no compiled rules of {game} in that folder")
        return [sys.modules[name] for name in names]
    finally:
        for name, module in usual.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module


def _load(name: str, path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def plain_engine(game: str, form: str, why: str) -> Engine:
    """The plain form, on records whose every access is checked if the form is "checked"."""
    rules = _plain_rules(game)
    if form == "checked":
        records = {name: checked(getattr(rules, name)) for name in ("State", "Work", "Observation", "Secrets")}
        rules = SimpleNamespace(**{**vars(rules), **records})
    members = {"rules": rules, "scratch": plain.Scratch(rules.Work), "__slots__": ()}
    game_class = type("Game", (plain.Game,), members)
    batch_class = type("Batch", (plain.Batch,), members)
    return _as_engine(game, Backend(form, why), game_class, batch_class)


def _plain_rules(game: str) -> SimpleNamespace:
    """The game's functions together with a copy of play.py that is bound to them."""
    from tefuda.kernel.sources import KERNEL, rules_of

    package = f"tefuda.games.{game}"
    found: dict[str, Any] = {}
    for name in ("state", *rules_of(game)):
        found.update(vars(importlib.import_module(f"{package}.{name}")))
    play = _load(f"{package}._play", str(KERNEL / "play.py"))
    own = {name: value for name, value in vars(play).items() if getattr(value, "__module__", "") == play.__name__}
    for name in ("actor", "apply", "chance", "deal", "legal", "rounds", "worth"):
        setattr(play, name, found[name])
    return SimpleNamespace(**{**found, **own})


def _as_engine(game: str, why: Backend, game_class: Any, batch_class: Any) -> Engine:
    state = importlib.import_module(f"tefuda.games.{game}.state")
    observe = importlib.import_module(f"tefuda.games.{game}.observe")
    records = (state.State, observe.Observation, observe.Secrets)
    return Engine(game, why, game_class, batch_class, *records, state.N_ACTIONS)
