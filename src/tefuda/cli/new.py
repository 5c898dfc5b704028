"""`tefuda new`: starts a new game or a variant."""

from __future__ import annotations

import ast
from importlib import import_module, resources
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

from cyclopts import Parameter

from tefuda.cli import Complaint
from tefuda.cli.play import game_called
from tefuda.games import GAMES
from tefuda.games.found import is_pythons
from tefuda.kernel.sources import file_of, packages_of

BLANK = "blank"
TEMPLATE = "tefuda.blank"
SHORT = 8  # lines of a function that a variant may begin with

TEST = '''"""Whether {name} has all that is expected of a game."""

from pathlib import Path

from tefuda import GAMES
from tefuda.contract import examine


def test_contract() -> None:
    face = GAMES.load(str(Path(__file__).parents[1]))
    found = [problem for finding in examine(face, "checked", seconds=10) for problem in finding.problems]
    assert found == []
'''


def new(name: str, /, *, base: Annotated[str, Parameter(name="--from")] = BLANK) -> None:
    """Write a game that plays, with its test, into a new folder.

    Parameters
    ----------
    name
        The folder, whose name is that of the game.
    base
        `blank` for a whole game of its own, or the name of a game that is to be changed; `scout:strength` names the
        function to begin with.
    """
    folder = Path(name)
    if folder.exists():
        raise Complaint(f"{folder} exists already")
    if not folder.name.replace("-", "_").isidentifier() or (base == BLANK and "-" in folder.name):
        raise Complaint(f"{folder.name!r} is no name for a game: letters, digits and _ make one, such as my_game")
    if folder.name in GAMES:
        raise Complaint(f"there is already a game {folder.name!r}")
    if is_pythons(folder.name) or is_package(folder.name.replace("-", "_")):
        raise Complaint(f"{folder.name!r} is the name of something in Python; choose another one, such as my_game")
    files = blank(folder.name) if base == BLANK else {"rules.py": variant(*base.partition(":")[::2])}
    files["tests/test_contract.py"] = TEST.format(name=folder.name)
    for file, text in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, "utf-8")
    where = f"./{folder}" if not folder.is_absolute() else str(folder)
    print(f"{where}: {', '.join(sorted(files))}")
    print(f"tefuda play {where}         plays it")
    print(f"tefuda contract {where}     lists what it lacks")


def is_package(name: str) -> bool:
    """Whether Python would import something else by this name."""
    try:
        return find_spec(name) is not None
    except ValueError:  # there is such a module, and it does not say from where: __main__
        return True


def blank(name: str) -> dict[str, str]:
    """The smallest whole game, under this name."""
    title = name.replace("_", " ").title()
    found = {}
    for file in resources.files(TEMPLATE).iterdir():
        if file.name.endswith(".py"):
            text = file.read_text("utf-8").replace(TEMPLATE, name)
            found[file.name] = text.replace("High Card", title).replace("ハイカード", title)
    return found


def variant(base: str, function: str) -> str:
    """A function of the game's rules, to be changed."""
    game = game_called(base)
    package = packages_of(game)[0]
    source = file_of(f"{package}.rules").read_text("utf-8")
    functions = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    if not function:
        function = next(name for name, node in functions.items() if is_short_rule(node))
    if function not in functions:
        raise Complaint(f"{base} has no rule {function!r}; there are {', '.join(functions)}")
    node = functions[function]
    text = "\n".join(source.splitlines()[node.lineno - 1 : node.end_lineno])
    known = vars(import_module(f"{package}.rules"))
    used = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} & set(known) - {function}
    needed = sorted(used - set(__builtins__ if isinstance(__builtins__, dict) else vars(__builtins__)))
    imports = imports_of(package, known, needed)
    return f'"""{GAMES[game].title("en")}, with a rule of its own."""\n\n{imports}\nVARIANT_OF = "{game}"\n\n\n{text}\n'


def imports_of(package: str, known: dict[str, Any], names: list[str]) -> str:
    """The lines that give a variant these names, which mean what they mean in the game's rules."""
    modules = [name for name in names if isinstance(known[name], ModuleType)]
    others = [name for name in names if name not in modules]
    lines = []
    for name in modules:
        home, _, module = known[name].__name__.rpartition(".")
        lines.append(f"from {home} import {module}" + (f" as {name}\n" if name != module else "\n"))
    return "".join(lines) + (f"from {package}.rules import {', '.join(others)}\n" if others else "")


def is_short_rule(node: ast.FunctionDef) -> bool:
    """A rule of a few lines that decides something, and says by its number which one it is."""
    said, arguments = ast.get_docstring(node) or "", [one.arg for one in node.args.args]
    short = (node.end_lineno or 0) - node.lineno < SHORT
    return said.startswith("R") and short and len(arguments) > 1 and "w" not in arguments
