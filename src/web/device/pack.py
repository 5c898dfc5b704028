"""Runs in the Python of the browser, where pack.mjs has put the files: packs them, and what they import of Python."""

import importlib
import sys
from pathlib import Path

MINOR = sys.version_info.minor
LIBRARY = f"/lib/python3{MINOR}.zip"
PACKAGES = Path(f"/lib/python3.{MINOR}/site-packages")
# What Python imports by itself when it begins, and later for errors and pickles.
OWN = """
__future__ _collections_abc _colorize _compat_pickle _opcode_metadata _py_warnings _pyodide._base _pyodide._core_docs
_pyodide._future_helper _pyodide._importhook _pyodide.docstring _pyodide.jsbind _sitebuiltins _weakrefset abc
annotationlib ast codecs codeop copy encodings.ascii encodings.cp437 encodings.latin_1 encodings.raw_unicode_escape
genericpath importlib._bootstrap importlib._bootstrap_external io linecache opcode os posixpath pyodide._package_loader
pyodide._state site stat textwrap token tokenize traceback zipimport
"""
FOUND = {
    path.relative_to(PACKAGES).as_posix(): path.read_bytes()
    for folder in ("msgspec", "tefuda")
    for path in sorted((PACKAGES / folder).rglob("*"))
    if path.is_file()
}
for name in [*OWN.split(), *(name for name in FOUND if name.startswith("tefuda/") and name.endswith(".py"))]:
    importlib.import_module(name.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
IMPORTED = set(sys.modules)  # before anything is imported for the packing itself

import ast  # noqa: E402
import importlib.util  # noqa: E402
import io  # noqa: E402
import json  # noqa: E402
import zipfile  # noqa: E402
import zlib  # noqa: E402
from types import CodeType  # noqa: E402
from typing import Any  # noqa: E402

# What is imported only where it is, and of no use here.
NEVER = ("_ssl", "bz2", "compression", "email", "gzip", "importlib.metadata", "lzma", "ssl", "statistics", "tarfile")
loader: Any = importlib.import_module("importlib._bootstrap_external")


def stripped(code: CodeType) -> CodeType:
    """Without the table of line numbers."""
    inner = tuple(stripped(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inner)


def bare(source: bytes) -> ast.Module:
    """Without the types of what functions take and give, which nobody asks for here."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    return tree


def compiled(source: bytes, path: str) -> bytes:
    """Without docstrings, and never to be compared with its source."""
    wanted = bare(source) if "/tefuda/" in path else source  # Python itself reads the types of some of its functions
    code = stripped(compile(wanted, path, "exec", dont_inherit=True, optimize=2))
    return bytes(loader._code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def wanted() -> set[str]:
    """The names of all modules that have to be there: those that are imported, when a module begins or later."""
    named = set(IMPORTED)
    for name, source in FOUND.items():
        for node in ast.walk(ast.parse(source)) if name.endswith(".py") else ():
            if isinstance(node, ast.Import):
                named |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                named |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    parts = [name.split(".") for name in named]
    whole = {".".join(one[:size]) for one in parts for size in range(1, len(one) + 1)}
    return {name for name in whole if not any(name == one or name.startswith(f"{one}.") for one in NEVER)}


def library(names: set[str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(LIBRARY) as whole, zipfile.ZipFile(made, "w") as kept:  # not compressed: all of it will be
        for path in sorted(whole.namelist()):
            if path.endswith(".py") and path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") in names:
                kept.writestr(zipfile.ZipInfo(f"{path}c"), compiled(whole.read(path), f"{LIBRARY}/{path}"))
    return made.getvalue()


def rules() -> dict[str, bytes]:
    """The lists of the modules that are rules: without their sources nobody could tell."""
    from tefuda.kernel.sources import LIST, games, packages_of, rules_of

    lists = {packages_of(game)[0]: [module.__name__ for module in rules_of(game)] for game in games()}
    return {f"{package.replace('.', '/')}/{LIST}": "\n".join(names).encode() for package, names in lists.items()}


def squeezable(network: bytes) -> bytes:
    """A network that is not compressed by itself: all of the pack will be."""
    head, _, body = network.partition(b"\n")
    return head + b"\n" + zlib.compress(zlib.decompress(body), 0)


def pack() -> bytes:
    files = {LIBRARY: library(wanted())}
    for name, content in {**FOUND, **rules()}.items():
        path = f"{PACKAGES}/{name}"
        if name.endswith(".py"):
            files[f"{path}c"] = compiled(content, path)
        else:
            files[path] = squeezable(content) if name.endswith(".net") else content
    listed = json.dumps([[name, len(content)] for name, content in files.items()]).encode()
    return len(listed).to_bytes(4, "little") + listed + b"".join(files.values())


Path("/pack").write_bytes(pack())
