"""Calls of kernel functions as WebAssembly, in Node."""

from __future__ import annotations

import json
import subprocess
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tefuda.kernel.browser import Writer
from tefuda.kernel.tree import Program

SCRIPT = Path(__file__).with_name("calls.mjs")
Value = int | float | bytes  # bytes are those of a record
Caller = Callable[..., tuple[Any, list[bytes]]]


def caller(made: Program, folder: Path) -> Caller:
    """Calls a function by its name with its arguments: gives its result, and the bytes of the records afterwards."""
    written = Writer(made)
    wasm = folder / "functions.wasm"
    wasm.write_bytes(written.module({"tefuda": json.dumps({"free": written.free}).encode()}))
    node = subprocess.Popen(["node", SCRIPT, wasm], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert node.stdin is not None and node.stdout is not None
    into, out = node.stdin, node.stdout

    def call(name: str, *values: Value) -> tuple[Any, list[bytes]]:
        into.write(json.dumps([name, *map(crossing, values)]) + "\n")
        into.flush()
        given, *records = json.loads(out.readline())
        return int(given) if isinstance(given, str) else given, [bytes(record) for record in records]

    def end() -> None:
        into.close()
        out.close()
        node.wait()

    weakref.finalize(call, end)
    return call


def crossing(value: Value) -> Any:
    if isinstance(value, bytes):
        return list(value)
    return str(int(value)) if isinstance(value, int) else value
