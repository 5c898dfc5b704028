"""Kernel Python from a test's own text."""

from __future__ import annotations

import importlib.util
import sys
from itertools import count
from pathlib import Path
from types import ModuleType

from tefuda.kernel.front import program
from tefuda.kernel.tree import Function, Program

HEAD = """from __future__ import annotations
from typing import Annotated

from tefuda.kernel.record import F64, I8, I16, I64, U8, Grid, Ints, Reals, Record, clear, copy
class Sample(Record):
    turn: I8
    row: Annotated[Ints, "i2", 3]
    grid: Annotated[Grid, "i1", 2, 4]
    wide: I64
    byte: U8
    parts: Annotated[Ints, "i8", 2]
    reals: Annotated[Reals, "f8", 2]
LIMIT = 7
SQUARES = (0, 1, 4, 9)
"""
FIRST = HEAD.count("\n") + 1  # the line on which a test's own text begins
_numbers = count()


def module(folder: Path, text: str, head: str = HEAD) -> ModuleType:
    """An imported module with this text, after the head."""
    name = f"kernel_text_{next(_numbers)}"
    path = folder / f"{name}.py"
    path.write_text(head + text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


def read(folder: Path, text: str, *exports: str) -> Program:
    return program([module(folder, text)], exports or ("f",))


def function(folder: Path, text: str, name: str = "f") -> Function:
    return read(folder, text, name).functions[name]
