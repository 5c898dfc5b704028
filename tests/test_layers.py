"""Imports go one way, and the rules need nothing but Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.layers import FILES, LAYERS, PACKAGE, drawn, imports, layer, module_of

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


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(PACKAGE)) for path in FILES])
def test_imports_go_one_way(path: Path) -> None:
    module = module_of(path)
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


def test_the_graph_of_imports_is_as_drawn() -> None:
    page = (PACKAGE.parents[1] / "CONTRIBUTING.md").read_text("utf-8")
    assert f"```text\n{drawn()}```" in page, "python -m tests.layers prints it"


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
