"""Imports go one way, and the rules need nothing but Python."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "tefuda"

RULES = {"kernel", "games", "errors"}
MATCH = RULES | {"record", "match", "deal"}
BOTS = MATCH | {"bots", "intervals"}
LAB = BOTS | {"arena", "tune", "train", "lab", "env"}
SERVER = BOTS | {"judge", "server", "client", "__init__"}

# Each layer and what it may import of the package. `errors` is for all.
LAYERS = {
    "errors": set[str](),
    "intervals": set[str](),
    "kernel": {"kernel"},
    "games": RULES,
    "record": RULES,
    "match": RULES | {"record"},
    "deal": RULES | {"record"},
    "bots": BOTS,
    "arena": BOTS,
    "blank": RULES | {"blank"},
    "contract": BOTS | {"env", "contract"},
    "judge": BOTS | {"judge"},
    "tune": BOTS | {"arena"},
    "train": BOTS,
    "env": BOTS | {"env"},
    "export": BOTS | {"env", "__init__"},
    "benchmark": BOTS | {"arena"},
    "lab": LAB | {"__init__"},  # for the version
    "server": BOTS | {"judge", "server", "__init__"},
    "device": BOTS | {"server", "device"},
    "client": {"deal", "errors", "server"},
    "terminal": LAB | {"cli", "terminal"},
    "cli": LAB | SERVER | {"judge", "contract", "export", "benchmark", "cli"},
    "__init__": MATCH,
}
FREE = (
    "errors",
    "intervals",
    "kernel",
    "games",
    "record",
    "match",
    "deal",
    "bots",
    "arena",
    "tune",
    "judge",
    "__init__",
)  # of anything but Python itself
OPTIONAL = {
    "numpy",
    "setuptools",
    "duckdb",
    "openskill",
}  # imported where needed, never by `import tefuda`
TYPES = {"typing_extensions"}  # for type checkers alone, which bring it along
FILES = sorted(PACKAGE.rglob("*.py"))


def imports(path: Path) -> set[str]:
    """The modules that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            module = node.module or ""
            deeper = module in ("tefuda", "tefuda.games")
            found |= {f"{module}.{alias.name}" if deeper else module for alias in node.names}
    return found


def layer(module: str) -> str:
    """The layer of a module: its package, and for a game's table in the terminal one of its own."""
    parts = module.split(".")
    if parts[:2] == ["tefuda", "games"] and parts[3:4] == ["terminal"]:
        return "terminal"
    name = parts[1] if "." in module else "__init__"
    return name if name in LAYERS else "__init__"


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(PACKAGE)) for path in FILES])
def test_imports_go_one_way(path: Path) -> None:
    module = ".".join(["tefuda", *path.relative_to(PACKAGE).with_suffix("").parts])
    own = layer(module)
    assert own == "terminal" or module.split(".")[1] == own, f"{module} is a new layer: say what it may import"
    for module in imports(path):
        top = module.split(".")[0]
        assert top != "tests", f"{own} imports {module}, which no wheel has"
        if top == "tefuda":
            assert layer(module) in LAYERS[own], f"{own} imports {module}"
        elif own in FREE:
            assert top in sys.stdlib_module_names | OPTIONAL | TYPES, f"{own} needs {module}"


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.glob("games/*/**/*.py")), ids=lambda path: path.relative_to(PACKAGE / "games").as_posix()
)
def test_a_game_knows_no_other_game(path: Path) -> None:
    own = path.relative_to(PACKAGE / "games").parts[0]
    others = {folder.parent.name for folder in PACKAGE.glob("games/*/rules.py")} - {own}
    for module in imports(path):
        assert not any(module.startswith(f"tefuda.games.{other}.") for other in others)


def test_import_is_light() -> None:
    """What `import tefuda` must not bring in: it takes time, or is not there."""
    code = "import sys, tefuda; print(sorted({m.split('.')[0] for m in sys.modules}))"
    found = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True).stdout
    for heavy in ("dataclasses", "inspect", "pathlib", "ast"):
        assert f"'{heavy}'" not in found


def test_import_needs_no_other_package() -> None:
    """None of the extras either: without the site's own packages nothing but Python and Tefuda is there."""
    code = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); import tefuda, tefuda.bots, tefuda.env.text"
    code += "; print(sorted({m.split('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)))"
    found = subprocess.run([sys.executable, "-I", "-S", "-c", code], text=True, capture_output=True, check=True).stdout
    assert found == "['__main__', 'tefuda']\n"


def test_a_table_needs_no_server() -> None:
    """What a browser's worker imports: of other packages msgspec, and nothing else."""
    code = """
import sys
before = set(sys.modules)
import tefuda.device.worker
found = {name.split(".")[0] for name in set(sys.modules) - before}
print(sorted(found - set(sys.stdlib_module_names) - {"typing_extensions"}))  # msgspec takes it where it is
"""
    found = subprocess.run([sys.executable, "-I", "-c", code], text=True, capture_output=True, check=True).stdout
    assert found == "['msgspec', 'tefuda']\n"
