"""The .pxd generator: declarations with which Cython compiles kernel Python, unchanged, to plain C.

Every function becomes a C function over pointers to records, without the GIL and without Python objects; every local
name a 64-bit number; every constant a C constant, or a C array if it is a tuple.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tefuda.kernel.record import LIMITS, Record, fields

C_TYPES = {"i1": "signed char", "u1": "unsigned char", "i2": "short", "i4": "int", "i8": "long long"}
VALUE_TYPES = {"int": "long long", "bool": "bint", "float": "double", "None": "void"}
Constant = int | tuple[int, ...]


class NotKernelPython(SyntaxError):
    """A rule module uses something that does not compile to plain C."""


def pxd(records: Iterable[type[Record]], constants: dict[str, Constant], source: str) -> str:
    """The .pxd of a module: its records, its constants and the functions of its source."""
    named = {record.__name__: record for record in records}
    lines = ["cimport cython", "", "cdef extern from *:", '    """']
    lines += [f"    {definition(name, value)}" for name, value in constants.items()]
    lines += ['    """']
    for name, value in constants.items():
        kind, length = (narrowest(value), f"[{len(value)}]") if isinstance(value, tuple) else ("long long", "")
        lines.append(f'    const {kind} {name} "TEFUDA_{name}"{length}')
    for name, record in named.items():
        lines += ["", f"cdef struct {name}:"]
        lines += [f"    {C_TYPES[f.kind]} {f.name}" + "".join(f"[{n}]" for n in f.shape) for f in fields(record)]
    lines.append("")
    for function in ast.parse(source).body:
        if isinstance(function, ast.FunctionDef):
            lines += declaration(function, named, constants)
    return "\n".join(lines) + "\n"


def definition(name: str, value: Constant) -> str:
    """A constant in C."""
    if isinstance(value, tuple):
        return f"static const {narrowest(value)} TEFUDA_{name}[{len(value)}] = {{{', '.join(map(str, value))}}};"
    return f"#define TEFUDA_{name} {value:d}LL"


def narrowest(numbers: tuple[int, ...]) -> str:
    """The smallest C type that holds them all."""
    fits = (kind for kind, (low, high) in LIMITS.items() if low <= min(numbers) and max(numbers) <= high)
    return C_TYPES[next(fits)]


def declaration(
    function: ast.FunctionDef, records: dict[str, type[Record]], constants: dict[str, Constant]
) -> list[str]:
    arguments = {a.arg: c_type(a.annotation, records) for a in function.args.args}
    returns = c_type(function.returns, records)
    names: dict[str, str] = {}
    check(function, constants)
    for node in ast.walk(function):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names[node.target.id] = c_type(node.annotation, records)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in arguments:
            names.setdefault(node.id, "long long")
    signature = ", ".join(f"{kind} {name}" for name, kind in arguments.items())
    lines = ["@cython.locals(" + ", ".join(f'{n}="{kind}"' for n, kind in names.items()) + ")"] if names else []
    return [*lines, f"cdef {returns} {function.name}({signature}) noexcept nogil"]


def c_type(annotation: ast.expr | None, records: dict[str, type[Record]]) -> str:
    name = ast.unparse(annotation) if annotation is not None else "nothing"
    if name in VALUE_TYPES:
        return VALUE_TYPES[name]
    if name in records:
        return name + "*"
    raise NotKernelPython(f"a kernel function takes and gives int, bool, float or a record, not {name}")


FORBIDDEN = (
    ast.List, ast.Dict, ast.Set, ast.Tuple, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.Lambda,
    ast.Try, ast.TryStar, ast.Raise, ast.With, ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.Await, ast.Match,
    ast.JoinedStr, ast.Starred, ast.Slice, ast.Assert, ast.Delete, ast.Pow, ast.Div, ast.MatMult, ast.Import,
    ast.ImportFrom, ast.ClassDef, ast.AsyncFunctionDef, ast.NamedExpr,
)  # fmt: skip


def check(function: ast.FunctionDef, constants: dict[str, Constant]) -> None:
    """What compiles but is not plain C, or counts differently there, is refused by name."""
    if function.args.defaults or function.args.kwonlyargs or function.args.vararg or function.args.kwarg:
        raise NotKernelPython(f"{function.name} takes only plain arguments, without defaults")
    for node in ast.walk(function):
        where = f"{function.name}, line {getattr(node, 'lineno', '?')}: "
        if isinstance(node, FORBIDDEN) or (isinstance(node, ast.FunctionDef) and node is not function):
            raise NotKernelPython(f"{where}{type(node).__name__} is not kernel Python")
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in constants:
            raise NotKernelPython(f"{where}{node.id} is a constant")
        if isinstance(node, ast.Constant) and isinstance(node.value, int) and abs(node.value) >= 2**31:
            raise NotKernelPython(f"{where}give the large number {node.value} a name")
