"""Building the compiled form: two extensions per game, made by Cython and the C compiler.

`_rules` is the kernel's chance.py, the modules of a game in kernel Python and the kernel's play.py, one after another
and unchanged but for their imports and constants (which are C constants there); in one piece, so that the C compiler
can inline across them. `_compiled` is the kernel's compiled.py over those rules.
"""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeGuard

from tefuda.kernel import chance, play
from tefuda.kernel.pxd import Constant, NotKernelPython, pxd
from tefuda.kernel.sources import fingerprint, games, kernel_python, rules_of, template

DIRECTIVES = {
    "boundscheck": False,  # the checked record and the sanitizer build do this
    "cdivision": False,  # as in Python
    "initializedcheck": False,
    "wraparound": False,
    "language_level": 3,
}
FLAGS = ["-O3", "-fno-tree-vectorize", "-fwrapv"]  # what is short is inlined; what loops, loops a few times only
SANITIZE = ["-O1", "-g", "-fwrapv", "-fsanitize-undefined-trap-on-error"]
SANITIZERS = {"_rules": ["-fsanitize=bounds-strict"], "_compiled": ["-fsanitize=bounds"]}  # Python's own tuples are lax


def rules_only(source: str) -> str:
    """The source with its imports, records and constants blanked; line numbers stay."""
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            continue
        guard = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if guard or isinstance(node, (ast.Import, ast.ImportFrom, ast.ClassDef, ast.Assign)):
            assert node.end_lineno is not None
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
        else:
            raise NotKernelPython(f"line {node.lineno}: only imports, constants, records and functions stand here")
    return "\n".join(lines) + "\n"


def constants(*modules: ModuleType) -> dict[str, Constant]:
    """The numbers, and tuples of them, with names in capitals; the same name must be the same everywhere."""
    found: dict[str, Constant] = {}
    for module in modules:
        for name, value in vars(module).items():
            if name.isupper() and is_constant(value) and found.setdefault(name, value) != value:
                raise NotKernelPython(f"{name} is {found[name]} and, in {module.__name__}, {value}")
    return found


def is_constant(value: object) -> TypeGuard[Constant]:
    return isinstance(value, int) or (isinstance(value, tuple) and all(isinstance(one, int) for one in value))


def generate(game: str, into: Path) -> tuple[Path, Path]:
    """Writes a game's generated modules and .pxd; gives the paths of _rules and _compiled."""
    names = ("state", *rules_of(game))
    state, *rules_modules = (importlib.import_module(f"tefuda.games.{game}.{name}") for name in names)
    package = into / "tefuda" / "games" / game
    package.mkdir(parents=True, exist_ok=True)
    for folder in (package, *list(package.parents)[:2]):
        (folder / "__init__.pxd").touch()
    rules, compiled = package / "_rules.py", package / "_compiled.py"
    baked = f"FINGERPRINT = {fingerprint(game)!r}\n"
    source = "".join(rules_only(path.read_text(encoding="utf-8")) for path in kernel_python(game))
    rules.write_text(f"from __future__ import annotations\n{source}{baked}", encoding="utf-8")
    observe = importlib.import_module(f"tefuda.games.{game}.observe")
    records = [state.State, state.Work, observe.Observation, observe.Secrets]
    declared = pxd(records, constants(chance, play, state, *rules_modules), source)
    rules.with_suffix(".pxd").write_text(declared, encoding="utf-8")
    text = template().read_text(encoding="utf-8").replace(".GAME.", f".{game}.")
    compiled.write_text(text + baked, encoding="utf-8")
    return rules, compiled


def extensions(into: Path, of: Iterable[str], sanitize: bool = False) -> list[Any]:
    """The Cython extensions of these games, for setuptools."""
    from Cython import Build
    from setuptools import Extension

    cythonize: Any = Build.cythonize  # it has no types
    found: list[Any] = []
    for game in of:
        for path in generate(game, into):
            typed = path.stem == "_compiled"  # the types of the rules are in their .pxd
            flags = SANITIZE + SANITIZERS[path.stem] if sanitize else FLAGS
            found += cythonize(
                [Extension(f"tefuda.games.{game}.{path.stem}", [str(path)], extra_compile_args=flags)],
                compiler_directives={**DIRECTIVES, "annotation_typing": typed},
                include_path=[str(into)],
                force=True,
                quiet=True,
            )
    return found


def main() -> None:
    """python -m tefuda.kernel.build DIR: a sanitizer build of all games into DIR, for TEFUDA_KERNEL=DIR."""
    from setuptools import Distribution

    into = Path(sys.argv[1]).resolve()
    made = extensions(into / "generated", games(), sanitize=True)
    command: Any = Distribution({"name": "tefuda-sanitized", "ext_modules": made}).get_command_obj("build_ext")
    command.build_lib = str(into)
    command.build_temp = str(into / "temp")
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    main()
