"""The refusal of what is not kernel Python, with file and line."""

from __future__ import annotations

import ast
import linecache
from pathlib import Path


class NotKernelPython(SyntaxError):
    """A rule uses something that cannot be compiled; `filename` and `lineno` say where."""


def refusal(path: Path, node: ast.AST, reason: str) -> NotKernelPython:
    line, column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
    text = linecache.getline(str(path), line)
    return NotKernelPython(f"{path}:{line}: {reason}", (str(path), line, column + 1, text))
