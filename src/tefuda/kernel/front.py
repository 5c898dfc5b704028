"""The front: reads kernel Python and gives it as a checked, typed tree.

Functions are found by following names from the exported ones: a name in a function is what it is in that function's
module, so a game may put its rules in as many files as it likes. Constants and records are those of the imported
modules; functions are read from their source. Whatever is not kernel Python is refused, with file and line.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Annotated, Any, get_args, get_origin

from tefuda.kernel import record, tree
from tefuda.kernel.body import Body, arguments_of
from tefuda.kernel.derived import SOURCES
from tefuda.kernel.names import Names
from tefuda.kernel.record import LETTERS, LIMITS, Record, fields
from tefuda.kernel.refusal import refusal
from tefuda.kernel.tree import Array, Field, Function, Layout, Program, Records, Scalar, Table, Type


def program(modules: Sequence[ModuleType], exports: Iterable[str], replacing: Sequence[ModuleType] = ()) -> Program:
    """The exported functions of these modules with all that they need.

    `replacing` holds functions that take the place of those with the same names, wherever these are called: a variant
    is a few functions on top of a game.
    """
    return _Reader(Names(modules, replacing)).program(tuple(exports))


@cache
def parsed(path: Path, text: str) -> dict[str, ast.FunctionDef]:
    """The functions of a file."""
    return {node.name: node for node in ast.parse(text, str(path)).body if isinstance(node, ast.FunctionDef)}


class _Reader:
    """Reads one function after another, until no call leads to a new one."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.found: dict[str, FunctionType] = {}
        self.waiting: list[str] = []
        self.heads: dict[str, tuple[tuple[tree.Local, ...], Type]] = {}
        self.layouts: dict[str, Layout] = {}
        self.tables: dict[str, Table] = {}

    def program(self, exports: tuple[str, ...]) -> Program:
        for name in exports:
            if name not in self.names.functions:
                homes = ", ".join(module.__name__ for module in self.names.modules)
                raise ValueError(f"there is no function {name} in {homes}")
            self.reach(self.names.replaced.get(name, self.names.functions[name]))
        read: dict[str, Function] = {}
        while self.waiting:
            name = self.waiting.pop()
            read[name] = self.read(name)
        return Program(with_effects(read), self.layouts, self.tables, exports)

    def reach(self, function: FunctionType) -> str | None:
        """Makes the function part of the program; gives the name of another module if it has one so called already."""
        name = function.__name__
        if name not in self.found:
            self.found[name] = function
            self.waiting.append(name)
        return None if self.found[name] is function else self.found[name].__module__

    def node(self, name: str) -> tuple[ast.FunctionDef, Path, ModuleType]:
        function = self.found[name]
        module = sys.modules[function.__module__]
        file = function.__code__.co_filename
        text = SOURCES.get(file) or Path(file).read_text(encoding="utf-8")
        return parsed(Path(file), text)[name], Path(file), module

    def head(self, name: str) -> tuple[tuple[tree.Local, ...], Type]:
        """The arguments and the result of a function."""
        if name not in self.heads:
            node, path, module = self.node(name)
            arguments = tuple(
                tree.Local(one.arg, self.type_of(one.annotation, module, path, one)) for one in arguments_of(node, path)
            )
            self.heads[name] = arguments, self.type_of(node.returns, module, path, node, result=True)
        return self.heads[name]

    def read(self, name: str) -> Function:
        node, path, module = self.node(name)
        arguments, result = self.head(name)
        body = Body(self, module, path, arguments, result)
        statements = body.read(node)
        return Function(name, arguments, result, body.locals(), statements, path, node.lineno, False)

    # ---- types

    def type_of(
        self, annotation: ast.expr | None, module: ModuleType, path: Path, at: ast.AST, result: bool = False
    ) -> Type:
        """What an annotation means; refused if the kernel has no such type."""
        said = ast.unparse(annotation) if annotation is not None else "nothing"
        try:
            meant = eval(said, {**self.names.records, **vars(module)}) if annotation is not None else ...
        except Exception:  # whatever an annotation may raise
            meant = ...
        found = self.meaning(meant)
        if found is None or (result and not isinstance(found, Scalar)) or (found is tree.NONE and not result):
            takes = "gives int, bool, float or None" if result else "takes int, bool, float, records and arrays of them"
            raise refusal(path, at, f"a kernel function {takes}, not {said}")
        return found

    def meaning(self, meant: Any) -> Type | None:
        for scalar, kind in ((int, tree.INT), (bool, tree.BOOL), (float, tree.FLOAT), (None, tree.NONE)):
            if meant is scalar:
                return kind
        if isinstance(meant, type) and issubclass(meant, Record) and meant.__name__ in self.names.records:
            return self.layout(meant.__name__)
        if get_origin(meant) is list:
            (item,) = get_args(meant)
            inner = self.meaning(item)
            return Records(inner) if isinstance(inner, Layout) else None
        if get_origin(meant) is Annotated:
            base, kind, *shape = get_args(meant)
            if kind in LETTERS and not shape and get_origin(base) is list:
                return Array(kind)
        return None

    def layout(self, name: str) -> Layout:
        if name not in self.layouts:
            self.layouts[name] = layout_of(self.names.records[name])
        return self.layouts[name]

    def table(self, name: str, values: tuple[int, ...]) -> Table | None:
        """The table of that name; None if there is another one so called."""
        kind = next(kind for kind, (low, high) in LIMITS.items() if low <= min(values) and max(values) <= high)
        found = self.tables.setdefault(name, Table(name, values, kind))
        return found if found.values == values else None


def layout_of(cls: type[Record]) -> Layout:
    """Where the fields of a record stand, as in the C struct."""
    at, widest, found = 0, 1, []
    for field in fields(cls):
        width = int(field.kind[1])
        at = -(-at // width) * width
        widest = max(widest, width)
        found.append(Field(field.name, field.kind, field.shape, at))
        at += width * field.size
    size = -(-at // widest) * widest
    assert size == record.layout(cls).size
    return Layout(cls.__name__, tuple(found), size)


def with_effects(functions: dict[str, Function]) -> dict[str, Function]:
    """The functions, each with whether it writes to memory, by itself or by what it calls."""
    calls: dict[str, set[str]] = {}
    writing: set[str] = set()
    for name, function in functions.items():
        nodes = list(tree.walk(function.body))
        calls[name] = {node.function for node in nodes if isinstance(node, tree.Call)}
        stores = (node.target for node in nodes if isinstance(node, tree.Assign))
        if any(not isinstance(target, tree.Local) for target in stores) or any(
            isinstance(node, (tree.Copy, tree.Clear)) for node in nodes
        ):
            writing.add(name)
    while more := {name for name in functions if name not in writing and calls[name] & writing}:
        writing |= more
    return {
        name: Function(f.name, f.arguments, f.result, f.locals, f.body, f.path, f.line, name in writing)
        for name, f in functions.items()
    }
