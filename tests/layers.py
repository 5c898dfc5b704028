"""The layers of the package: what each may import, and what each does import.

`python -m tests.layers` prints the graph that CONTRIBUTING.md shows.
"""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

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
    "device": BOTS | {"judge", "server", "device"},
    "client": {"deal", "errors", "server"},
    "terminal": RULES | {"cli", "terminal"},  # of a game
    "cli": LAB | SERVER | {"judge", "contract", "export", "benchmark", "cli"},
    "__init__": MATCH,
}
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


def module_of(path: Path) -> str:
    return ".".join(["tefuda", *path.relative_to(PACKAGE).with_suffix("").parts])


def needs() -> dict[str, set[str]]:
    """Which other layers each layer imports. `tefuda` itself is called `__init__`."""
    found: dict[str, set[str]] = {}
    for path in FILES:
        own = layer(module_of(path))
        theirs = {layer(module) for module in imports(path) if module.split(".")[0] == "tefuda"}
        found[own] = found.get(own, set()) | theirs - {own}
    return found


def beneath(name: str, graph: dict[str, set[str]]) -> set[str]:
    """All layers that a layer rests on, directly or not."""
    return set().union(*({other} | beneath(other, graph) for other in graph[name]))


def drawn() -> str:
    """The graph as text: every layer after those that it needs. What these need themselves is not said again."""
    graph = needs()
    lines = []
    for name in TopologicalSorter({name: sorted(graph[name]) for name in sorted(graph)}).static_order():
        direct = graph[name] - set().union(*(beneath(other, graph) for other in graph[name]))
        lines.append(f"{name:<10} {'needs ' + ', '.join(sorted(direct)) if direct else 'needs nothing'}\n")
    return "".join(lines)


if __name__ == "__main__":
    print(drawn(), end="")
