"""The games that there are. They are found, not listed.

Our own are the packages beside this file. Others are packages that are installed with an entry point of the group
`tefuda.games`, or a folder that somebody names: a whole game, or a variant, which is a folder with a `rules.py` that
says VARIANT_OF = "scout" and has only the functions that differ.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import keyword
import os
import sys
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from tefuda.games.derived import DerivedFace
from tefuda.games.face import Face
from tefuda.games.variants import variant_of

GROUP = "tefuda.games"
FOLDERS = "TEFUDA_GAMES"  # the variable that names folders with games, as PATH names folders
HERE = os.path.dirname(__file__)


class NotLoaded(RuntimeWarning):
    """A game that is installed, or that TEFUDA_GAMES names, cannot be loaded. All others can be played."""


class Games(Mapping[str, Face]):
    """The games by their names. Installed packages are searched only when a game is asked for that is not ours."""

    def __init__(self) -> None:
        self._own = {name: face_of(name, f"tefuda.games.{name}") for name in own_games()}
        self._own = dict(sorted(self._own.items(), key=lambda item: item[1].place))
        self._others: dict[str, Face] | None = None
        self._loaded: dict[str, tuple[str, Face]] = {}  # from folders: where from, and the face
        self._broken: dict[str, str] = {}  # what cannot be loaded, with the reason

    def _installed(self) -> dict[str, Face]:
        if self._others is None:
            self._others = {}
            try:
                from importlib.metadata import entry_points
            except ImportError:  # nothing is installed in a browser
                return self._others
            for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
                if point.name not in self._own:
                    self._take(point.name, package=point.value)
            for folder in filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)):
                self._take(os.path.basename(os.path.realpath(folder)), folder=folder)
        return self._others

    def _take(self, name: str, package: str = "", folder: str = "") -> None:
        """One of the games of others; what is wrong with it does not concern the rest."""
        try:
            if folder:
                self.load(folder)
            elif self._others is not None:
                self._others[name] = _place(self, name, package)
        except ValueError as error:
            self._broken[name] = str(error)
            warnings.warn(str(error), NotLoaded, stacklevel=4)

    def __getitem__(self, name: str) -> Face:
        if name in self._own:
            return self._own[name]
        if name in self._loaded:
            return self._loaded[name][1]
        found = self._installed()
        return self._loaded[name][1] if name in self._loaded else found[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from list(self._installed())
        yield from list(self._loaded)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def find(self, asked: str) -> Face:
        """The game of a name, or in a folder; ValueError if there is none."""
        if looks_like_a_folder(asked):
            return self.load(asked)
        if asked in self:
            return self[asked]
        if asked in self._broken:
            raise ValueError(self._broken[asked])
        hint = f"; the one in the folder here is ./{asked}" if os.path.isfile(os.path.join(asked, "rules.py")) else ""
        raise ValueError(f"there is no game {asked!r}; there are {', '.join(self)}{hint}")

    def load(self, folder: str) -> Face:
        """The game, or the variant, in a folder; ValueError if there is none."""
        path = os.path.realpath(folder)
        name = os.path.basename(path)
        if name in self._loaded and self._loaded[name][0] == path:
            return self._loaded[name][1]
        if not os.path.isfile(os.path.join(path, "rules.py")):
            raise ValueError(f"there is no game in {folder}: it has no rules.py")
        if name in self._own or name in self._loaded:
            raise ValueError(f"there is already a game {name!r}; give the folder {folder} another name")
        if not name.replace("-", "_").isidentifier():
            raise ValueError(f"{name!r} is no name for a game: a folder is called like mygame or scout-without-chips")
        if is_pythons(name):
            raise ValueError(f"{name!r} is a name of Python's own; give the folder {folder} another name")
        if name in self._installed():  # an installed package that is under work here
            del self._installed()[name]
        package = _imported(name, path)
        try:
            face = _place(self, name, package, path)
        except ValueError:  # nothing stays of it, so that it can be mended and loaded again
            for module in [one for one in sys.modules if one == package or one.startswith(f"{package}.")]:
                del sys.modules[module]
            raise
        self._loaded[name] = path, face
        named = os.environ.get(FOLDERS, "").split(os.pathsep)
        if path not in named:  # so that processes that this one starts know it, too
            os.environ[FOLDERS] = os.pathsep.join(filter(None, [*named, path]))
        return face


def looks_like_a_folder(asked: str) -> bool:
    return os.sep in asked or asked in (".", "..") or (os.altsep is not None and os.altsep in asked)


def is_pythons(name: str) -> bool:
    """Whether this is a word of the language, or a module of it, which a game of this name would hide."""
    return keyword.iskeyword(name) or name in sys.stdlib_module_names


def own_games() -> list[str]:
    """The packages beside this file."""
    files = ("rules.py", "rules.pyc")  # without sources, in a browser
    return sorted(
        name for name in os.listdir(HERE) if any(os.path.isfile(os.path.join(HERE, name, file)) for file in files)
    )


def _imported(name: str, path: str) -> str:
    """Makes the folder a package that can be imported; gives its name."""
    package = name.replace("-", "_")
    known = sys.modules.get(package)
    if known is not None:
        if path in map(os.path.realpath, getattr(known, "__path__", [])):
            return package
        raise ValueError(f"{path} cannot be loaded: there is already a package {package}")
    start = os.path.join(path, "__init__.py")
    spec = importlib.util.spec_from_file_location(
        package, start if os.path.isfile(start) else None, submodule_search_locations=[path]
    )
    if spec is None:  # a folder without __init__.py
        spec = importlib.machinery.ModuleSpec(package, None, origin=start, is_package=True)
        spec.submodule_search_locations = [path]
    module = importlib.util.module_from_spec(spec)
    sys.modules[package] = module
    if spec.loader is not None:
        spec.loader.exec_module(module)
    return package


def _place(games: Games, name: str, package: str, folder: str = "") -> Face:
    """The face of a game that is not ours."""
    try:
        rules: Any = importlib.import_module(f"{package}.rules")
        base = getattr(rules, "VARIANT_OF", "")
        face = variant_of(games.find(base), name, package) if base else whole(name, package)
    except ValueError:
        raise
    except Exception as error:  # whatever is wrong in somebody else's code
        raise ValueError(f"the game {name} cannot be loaded: {type(error).__name__}: {error}") from error
    face.folder = folder
    return face


def whole(name: str, package: str) -> Face:
    from tefuda.kernel.sources import PACKAGES

    PACKAGES[name] = (package,)
    return face_of(name, package)


def face_of(name: str, package: str) -> Face:
    """The game's own face, if it has one; otherwise one that is made from its description."""
    about: Any = importlib.import_module(f"{package}.game")
    own = next((value for value in vars(about).values() if isinstance(value, Face)), None)
    return own or DerivedFace(name, package)
