"""Which files make a game's compiled form, and their fingerprint."""

from __future__ import annotations

import ast
import hashlib
import importlib
import sys
from pathlib import Path
from types import ModuleType

KERNEL = Path(__file__).parent
HOMES = (
    "state",
    "rules",
    "hidden",
    "sound",
    "policy",
    "observe",
)  # where imports are followed from
# In kernel Python; few have all.
RULES = ("cards", "memory", "rows", "legal", "rules", "hidden", "sound", "policy", "observe")
SHAPING = ("record.py", "pxd.py", "build.py")  # of the kernel: they shape the compiled form without being in it
EXTENSIONS = ("_rules", "_compiled")  # modules of a game's package, in the order in which they are loaded


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


def games() -> list[str]:
    """The names of the game packages."""
    return sorted(path.parent.name for path in (KERNEL.parent / "games").glob("*/rules.py"))


def rules_of(game: str) -> list[str]:
    """The game's own modules in kernel Python, in order; a long rulebook has more of them."""
    return [name for name in RULES if (KERNEL.parent / "games" / game / f"{name}.py").exists()]


def kernel_python(game: str) -> list[Path]:
    """The files in kernel Python that make a game's rules, in order."""
    package = KERNEL.parent / "games" / game
    return [KERNEL / "chance.py", *(package / f"{name}.py" for name in rules_of(game)), KERNEL / "play.py"]


def template() -> Path:
    """What Python sees of the compiled rules, the same text for every game."""
    return KERNEL / "compiled.py"


def fingerprint(game: str) -> str:
    """A hash of everything that the compiled form depends on; it is baked into the extension."""
    digest = hashlib.sha256()
    state = KERNEL.parent / "games" / game / "state.py"
    for path in [*kernel_python(game), template(), state, *(KERNEL / name for name in SHAPING)]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
