"""Calls of kernel functions as plain Python and as WebAssembly in Node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from tefuda.kernel.browser import Writer
from tefuda.kernel.front import program
from tefuda.kernel.record import Record

SCRIPT = Path(__file__).with_name("calls.mjs")
Call = tuple[str, tuple[Any, ...]]  # a function and its arguments: numbers, reals and records


def in_plain(module: ModuleType, calls: Sequence[Call]) -> list[Any]:
    """What each function gives, and the bytes of its records afterwards."""
    found = []
    for name, values in calls:
        copies = [value.clone() if isinstance(value, Record) else value for value in values]
        given = getattr(module, name)(*copies)
        found.append([int(given) if isinstance(given, bool) else given, *records(copies)])
    return found


def in_node(module: ModuleType, calls: Sequence[Call], folder: Path) -> list[Any]:
    """The same from WebAssembly."""
    written = Writer(program([module], sorted({name for name, _ in calls})))
    wasm = folder / f"{module.__name__}.wasm"
    wasm.write_bytes(written.module({"tefuda": json.dumps({"free": written.free}).encode()}))
    lines = "".join(json.dumps([name, *map(crossing, values)]) + "\n" for name, values in calls)
    done = subprocess.run(["node", SCRIPT, wasm], input=lines, text=True, capture_output=True, check=True, timeout=600)
    answers = map(json.loads, done.stdout.splitlines())
    return [[int(given) if isinstance(given, str) else given, *after] for given, *after in answers]


def crossing(value: Any) -> Any:
    if isinstance(value, Record):
        return list(value.pack())
    return str(int(value)) if isinstance(value, int) else value


def records(values: Sequence[Any]) -> list[list[int]]:
    return [list(value.pack()) for value in values if isinstance(value, Record)]
