"""Which files make a game's rules, and their fingerprint."""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

KERNEL = Path(__file__).parent
HOMES = ("state", "rules", "hidden", "sound", "policy", "observe")  # where imports are followed from
SHAPING = (  # of the kernel: kernel Python that is part of every game, and what shapes the compiled form
    "chance.py", "play.py", "record.py", "names.py", "tree.py", "front.py", "body.py", "c.py", "build.py",
)  # fmt: skip


def games() -> list[str]:
    """The names of the game packages."""
    return sorted(path.parent.name for path in (KERNEL.parent / "games").glob("*/rules.py"))


def package_of(game: str) -> str:
    """The package of a game: one of ours, or any other with that name."""
    return f"tefuda.games.{game}" if (KERNEL.parent / "games" / game).is_dir() else game


def modules_of(package: str) -> list[ModuleType]:
    """The modules of a game, found by following imports from its rules; what a module imports comes before it."""
    found: dict[str, ModuleType] = {}

    def follow(name: str) -> None:
        module = importlib.import_module(name)
        if name in found or module.__file__ is None:
            return
        for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
            for wanted in imported(node):
                if is_rules(wanted, package):
                    follow(wanted)
        found[name] = module

    for home in HOMES:
        follow(f"{package}.{home}")
    return list(found.values())


def imported(node: ast.AST) -> list[str]:
    """The modules that a statement of an imported module imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def is_rules(name: str, package: str) -> bool:
    """Whether a module may hold rules of this game: it is of the same package, or of a game of ours."""
    own = name.split(".")[0] == package.split(".")[0] != "tefuda"
    return name in sys.modules and (own or name.startswith("tefuda.games."))


def fingerprint(game: str) -> str:
    """A hash of everything that a game's compiled form depends on."""
    return fingerprint_of(module.__name__ for module in modules_of(package_of(game)))


def fingerprint_of(modules: Iterable[str]) -> str:
    """The fingerprint of rules that are made of these modules."""
    digest = hashlib.sha256()
    for path in [*(KERNEL / name for name in SHAPING), *map(file_of, modules)]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def file_of(module: str) -> Path:
    """The source of a module. ImportError if there is none."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise ImportError(f"there is no module {module}")
    return Path(spec.origin)
