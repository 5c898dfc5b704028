"""Runs in the Python of the browser; pack.mjs has put the files there, and says what is imported of the library."""

import importlib.util
import io
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

IMPORTED: str = globals().get("IMPORTED", "")
loader: Any = importlib.import_module("importlib._bootstrap_external")
LIBRARY = f"/lib/python3{sys.version_info.minor}.zip"
PACKAGES = f"/lib/python3.{sys.version_info.minor}/site-packages"
# What Python itself imports later of the library, and tables did in whole matches, replays and hints.
USED = """
__future__ _collections_abc _colorize _compat_pickle _opcode_metadata _py_warnings _pyodide _sitebuiltins _strptime
_weakrefset abc annotationlib ast asyncio base64 bisect bz2 calendar codecs codeop collections compression
concurrent contextlib contextvars copy copyreg dataclasses datetime decimal dis encodings enum fnmatch fractions
functools genericpath glob gzip hashlib heapq hmac importlib inspect io ipaddress json keyword linecache locale
logging lzma ntpath nturl2path numbers opcode operator os pathlib pickle posixpath pprint pyodide queue random re
reprlib sched secrets selectors shutil signal site socket stat statistics string struct subprocess tempfile textwrap
threading token tokenize traceback types typing urllib uuid warnings weakref zipfile zipimport
"""
PARTS = {"asyncio/windows_events", "asyncio/windows_utils", "asyncio/__main__", "asyncio/tools"}
PARTS |= {"importlib/metadata", "logging/config", "logging/handlers", "urllib/robotparser"}
READ = ("tefuda/games/", "tefuda/kernel/")  # sources that the kernel reads; of all others the compiled form is enough
ENCODINGS = {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape", "utf_8"}


def is_used(name: str) -> bool:
    path = name.removesuffix(".py")
    first, *rest = path.split("/")
    if first == "encodings":
        return rest[0] in ENCODINGS
    return (first in USED.split() or first in IMPORTED.split()) and not any(
        path == part or path.startswith(f"{part}/") for part in PARTS
    )


def compiled(source: bytes, path: str) -> bytes:
    """Without docstrings, and never to be compared with its source: they come together."""
    code = compile(source, path, "exec", dont_inherit=True, optimize=2)
    return bytes(loader._code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def library() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(LIBRARY) as whole, zipfile.ZipFile(made, "w") as kept:  # not compressed: all of it will be
        for name in sorted(whole.namelist()):
            if name.endswith(".py") and is_used(name):
                code = compiled(whole.read(name), f"{LIBRARY}/{name}")
                kept.writestr(zipfile.ZipInfo(f"{name}c"), code)
    return made.getvalue()


def files() -> dict[str, bytes]:
    found = {LIBRARY: library()}
    with zipfile.ZipFile("/wheel.zip") as wheel:
        for name in sorted(wheel.namelist()):
            if name.endswith((".py", ".so")):
                found[f"{PACKAGES}/{name}"] = wheel.read(name)
    root = Path("/sources")
    for path in sorted(root.rglob("*")):
        if path.is_file():
            found[f"{PACKAGES}/{path.relative_to(root)}"] = path.read_bytes()
    for name in [name for name in found if name.startswith(PACKAGES) and name.endswith(".py")]:
        code = compiled(found[name], name)
        if name.startswith(tuple(f"{PACKAGES}/{folder}" for folder in READ)):
            found[importlib.util.cache_from_source(name)] = code
        else:
            del found[name]
            found[f"{name}c"] = code
    return found


def pack() -> bytes:
    found = files()
    listed = json.dumps([[name, len(content)] for name, content in found.items()]).encode()
    return len(listed).to_bytes(4, "little") + listed + b"".join(found.values())


Path("/pack").write_bytes(pack())
