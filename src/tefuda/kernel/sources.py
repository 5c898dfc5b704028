"""Which files make a game's rules, and their fingerprint."""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

KERNEL = Path(__file__).parent
SHAPING = (  # of the kernel: kernel Python that is part of every game, and what shapes the compiled form
    "chance.py", "play.py", "net.py", "learn.py", "record.py", "names.py", "derived.py", "tree.py", "front.py",
    "body.py", "c.py", "build.py",
)  # fmt: skip
LIST = "rules.list"
OWN = re.compile(
    r"^def (actor|redeal|likely|sound|worth|observe|reveal|inputs)\(", re.MULTILINE
)  # a module that has one is rules

# Where the rules of a game are that is not one of ours: its package, or, for a variant, the packages of the game and of
# what it changes.
PACKAGES: dict[str, tuple[str, ...]] = {}


def games() -> list[str]:
    """The names of our own game packages."""
    return sorted(path.parent.name for path in (KERNEL.parent / "games").glob("*/rules.py"))


def packages_of(game: str) -> tuple[str, ...]:
    """The package of a game, and after it the one that changes it, if it is a variant."""
    if game in PACKAGES:
        return PACKAGES[game]
    return (f"tefuda.games.{game}",) if (KERNEL.parent / "games" / game).is_dir() else (game,)


def rules_of(game: str) -> list[ModuleType]:
    """All modules of a game's rules; what a variant changes comes last."""
    return list(dict.fromkeys(module for package in packages_of(game) for module in modules_of(package)))


def replacing(game: str, modules: Iterable[ModuleType]) -> list[ModuleType]:
    """Those of these modules whose functions take the place of the game's: the variant's own."""
    _, *changing = packages_of(game)
    return [module for module in modules for package in changing if module.__name__.startswith(f"{package}.")]


def modules_of(package: str) -> list[ModuleType]:
    """The modules of a package that hold rules: those that define what the kernel asks of a game, and what they import.

    What a module imports comes before it. A package without its sources, as in a browser, has a list of them.
    """
    listed = file_of(package).parent / LIST
    if listed.exists():
        return [importlib.import_module(name) for name in listed.read_text("utf-8").split()]
    found: dict[str, ModuleType] = {}

    def follow(name: str) -> None:
        module = importlib.import_module(name)
        if name in found or module.__file__ is None:
            return
        for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
            for wanted in imported(node, module):
                if is_rules(wanted, package):
                    follow(wanted)
        found[name] = module

    for home in homes(package):
        follow(f"{package}.{home}")
    return list(found.values())


def homes(package: str) -> list[str]:
    """Where to begin: `rules`, and each module that defines one of the functions that a game may keep elsewhere."""
    folder = file_of(package).parent
    others = [path.stem for path in sorted(folder.glob("*.py")) if OWN.search(path.read_text(encoding="utf-8"))]
    return ["rules", *(name for name in others if name != "rules")]


def imported(node: ast.AST, module: ModuleType) -> list[str]:
    """The modules that a statement of an imported module imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        name = importlib.util.resolve_name("." * node.level + (node.module or ""), module.__package__ or None)
        return [name, *(f"{name}.{alias.name}" for alias in node.names)]
    return []


def is_rules(name: str, package: str) -> bool:
    """Whether a module may hold rules of this game: it is of the same package, or of a game of ours."""
    own = name.startswith(f"{package}.")
    return name in sys.modules and (own or (name.startswith("tefuda.games.") and name.count(".") > 2))


def fingerprint(game: str) -> str:
    """A hash of everything that a game's compiled form depends on."""
    return fingerprint_of(module.__name__ for module in rules_of(game))


def fingerprint_of(modules: Iterable[str]) -> str:
    """The fingerprint of rules that are made of these modules."""
    digest = hashlib.sha256()
    for path in [*(KERNEL / name for name in SHAPING), *map(file_of, modules)]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def own_fingerprint(game: str) -> str:
    """A short hash of a game's own sources: it says with which rules a match was played, on any kernel."""
    digest = hashlib.sha256()
    package = packages_of(game)[-1]
    for module in modules_of(package):
        if not module.__name__.startswith(f"{package}."):
            continue
        digest.update(
            module.__name__.rpartition(".")[2].encode() + b"\0" + file_of(module.__name__).read_bytes() + b"\0"
        )
    return digest.hexdigest()[:16]


def file_of(module: str) -> Path:
    """The source of a module. ImportError if there is none."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise ImportError(f"there is no module {module}")
    return Path(spec.origin)
