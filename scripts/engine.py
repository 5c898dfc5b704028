"""Cuts CPython's engine for the browser down to what this project can reach: scripts/device uses it.

Pyodide exports thousands of functions for packages that may be loaded, and its script has the whole of Emscripten's
library for them. Here one package is loaded, so what neither it nor the script asks for is no longer exported; wasm-opt
then drops what nobody can call (where it is on the path), and a bundler does the same to the script.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
IMPORTS, EXPORTS = 2, 7
ASSIGNED = re.compile(r'(?:[\w$]+=)?(?:Module\["[^"]+"\]=)?wasmExports\["([^"]+)"\](?:\.value>>>0)?')
WORD = re.compile(r"[\w$]+")
Export = tuple[str, int, int]


def number(data: bytes, at: int) -> tuple[int, int]:
    """A number of WebAssembly, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def bytes_of(value: int) -> bytes:
    made = bytearray()
    while value > 127:
        made.append(value & 127 | 128)
        value >>= 7
    return bytes([*made, value])


def text(data: bytes, at: int) -> tuple[str, int]:
    size, at = number(data, at)
    return data[at : at + size].decode(), at + size


def sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    at = 8
    while at < len(wasm):
        size, start = number(wasm, at + 1)
        yield wasm[at], wasm[start : start + size]
        at = start + size


def section(wasm: bytes, wanted: int) -> bytes:
    return next(content for kind, content in sections(wasm) if kind == wanted)


def exports(wasm: bytes) -> list[Export]:
    data = section(wasm, EXPORTS)
    count, at = number(data, 0)
    found = []
    for _ in range(count):
        name, at = text(data, at)
        index, after = number(data, at + 1)
        found.append((name, data[at], index))
        at = after
    return found


def imports(wasm: bytes) -> set[str]:
    data = section(wasm, IMPORTS)
    count, at = number(data, 0)
    found = set()
    for _ in range(count):
        _, at = text(data, at)
        name, at = text(data, at)
        kind, at = data[at], at + 1
        if kind in (TABLE, MEMORY):
            limits = at + (kind == TABLE)
            _, at = number(data, limits + 1)
            if data[limits] & 1:
                _, at = number(data, at)
        elif kind == GLOBAL:
            at += 2
        else:
            _, at = number(data, at + (kind == TAG))
        found.add(name)
    return found


def exporting(wasm: bytes, kept: list[Export]) -> bytes:
    """The same module with these exports alone."""
    made = [wasm[:8]]
    for kind, content in sections(wasm):
        if kind == EXPORTS:
            rows = [
                bytes_of(len(name.encode())) + name.encode() + bytes([what]) + bytes_of(i) for name, what, i in kept
            ]
            content = bytes_of(len(kept)) + b"".join(rows)
        made.append(bytes([kind]) + bytes_of(len(content)) + content)
    return b"".join(made)


def cut(pyodide: Path, extensions: list[bytes], work: Path) -> tuple[bytes, str]:
    """The engine and its script, for these binary extensions; `work` is a folder for what lies between."""
    script, loader = (pyodide / "pyodide.asm.mjs").read_text("utf-8"), (pyodide / "pyodide.mjs").read_text("utf-8")
    wasm = (pyodide / "pyodide.asm.wasm").read_bytes()
    asked = set[str]().union(*map(imports, extensions))
    declared = script.index("var ", script.rindex("var _set_method_docstring"))
    declared_end = script.index(";", declared)
    assigned = script.index("function assignWasmExports")
    assigned_end = script.index("var wasmImports=")
    named = {*WORD.findall(script[:declared]), *WORD.findall(script[declared_end:assigned])}
    named |= {*WORD.findall(script[assigned_end:]), *WORD.findall(loader)}
    kept = [
        one
        for one in exports(wasm)
        if one[0] in asked | named or f"_{one[0]}" in named or one[1] in (TABLE, MEMORY, TAG)
    ]
    small = optimised(exporting(wasm, kept), work)

    names = {name for name, _, _ in kept}
    start, body = script[assigned:assigned_end].split("{", 1)
    lines = [line for line in body.rstrip().removesuffix("}").split(";") if line]
    lines = [line for line in lines if not (found := ASSIGNED.fullmatch(line)) or found[1] in names]
    there = {*WORD.findall(";".join(lines)), *named}
    variables = [name for name in script[declared + 4 : declared_end].split(",") if name in there]
    rest = given(script[assigned_end:], imports(small) | asked)
    whole = (
        f"{script[:declared]}var {','.join(variables)}{script[declared_end:assigned]}{start}{{{';'.join(lines)}}}{rest}"
    )
    return small, without_unused(whole, loader)


def given(script: str, asked: set[str]) -> str:
    """The script from `var wasmImports=` on, in which the engine is given no more than it asks for."""
    start, end = script.index("{") + 1, script.index("}")
    kept = [one for one in script[start:end].split(",") if one.split(":")[0].strip('"') in asked]
    return script[:start] + ",".join(kept) + script[end:]


def without_unused(script: str, loader: str) -> str:
    """Without assignments that keep functions alive which nobody calls, so that a bundler finds them unused."""
    uses: dict[str, int] = {}
    for name in re.findall(r'Module(?:\.|\[")([\w$]+)', script) + re.findall(r"\.([\w$]+)", loader):
        uses[name] = uses.get(name, 0) + 1
    start = script.index("var wasmImports={")
    values = {one.split(":")[-1] for one in script[start + 17 : script.index("}", start)].split(",")}
    script = re.sub(
        r'(?<=[;}])Module\["([\w$]+)"\]=([\w$]+);',
        lambda found: "" if found[1] == found[2] and uses[found[1]] == 1 else found[0],
        script,
    )
    script = re.sub(r'([\w$]+)\.sig="[^"]*";', lambda found: found[0] if found[1] in values else "", script)
    return re.sub(r"\beval\(", "(0,eval)(", script)  # which the page's policy forbids anyway, and would keep all names


def optimised(wasm: bytes, work: Path) -> bytes:
    tool = shutil.which("wasm-opt")
    if not tool:
        return wasm
    before, after = work / "engine.wasm", work / "engine.small.wasm"
    before.write_bytes(wasm)
    subprocess.run([tool, "--all-features", "--remove-unused-module-elements", before, "-o", after], check=True)
    return after.read_bytes()
