"""Where the code of a game cites the numbers of its rules."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.test_rule_coverage import GAMES_IN

NUMBER = re.compile(r"\b([RAC]\d+[b-z]?)\b")


class Place(NamedTuple):
    """A comment, a docstring or a declaration that names a number."""

    number: str
    module: str  # of the game, as in `rules`
    function: str  # or ""
    nth: int  # among the places of this number in this function
    text: str  # the line of code
    line: int  # of what is counted: a statement, the first one of a branch that is cited, or of a function

    @property
    def key(self) -> str:
        """What stays the same when other lines change."""
        return f"{self.number} {self.module}.{self.function} {self.nth}"


def places(game: str) -> list[Place]:
    """All places of a game, in the order of its files and lines."""
    files = sorted((GAMES_IN / game).glob("*.py"), key=order)
    return [place for path in files for place in places_in(path)]


def order(path: Path) -> tuple[bool, str]:
    return path.stem != "rules", path.stem


def places_in(path: Path) -> Iterator[Place]:
    source = path.read_text(encoding="utf-8")
    tree, lines = ast.parse(source), source.splitlines()
    seen: Counter[tuple[str, str]] = Counter()
    for line, said in texts(source):
        for number in dict.fromkeys(NUMBER.findall(said)):
            function = inside(tree, line)
            name = function.name if function else ""
            counted = counted_line(function, line, path.stem == "sound") if function else 0
            shown = lines[(counted or line) - 1].strip() if is_bare(lines[line - 1]) else lines[line - 1].strip()
            if function and line_is_docstring(function, line):
                shown = f"def {name}"
            yield Place(number.upper(), path.stem, name, seen[number, name], shown, counted)
            seen[number, name] += 1


def texts(source: str) -> Iterator[tuple[int, str]]:
    """All comments and strings of a file, with the line on which each of their lines stands."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            for more, text in enumerate(token.string.splitlines()):
                yield token.start[0] + more, text


def is_bare(line: str) -> bool:
    """Whether a line is nothing but a comment."""
    return line.lstrip().startswith("#")


def inside(tree: ast.Module, line: int) -> ast.FunctionDef | None:
    """The function in which a line stands."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and contains(node, line)]
    return max(found, key=lambda node: node.lineno, default=None)


def contains(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def line_is_docstring(function: ast.FunctionDef, line: int) -> bool:
    first = function.body[0]
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and contains(first, line)


def counted_line(function: ast.FunctionDef, line: int, is_checked: bool = False) -> int:
    """The statement that runs when what is cited happens; of a check, which should never fail, the check itself."""
    steps = [node for node in ast.walk(function) if isinstance(node, ast.stmt) and node is not function]
    steps = [node for node in steps if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))]
    if line_is_docstring(function, line) or not steps:
        return min((node.lineno for node in steps), default=0)
    around = [node for node in steps if contains(node, line)]
    if is_checked and any(isinstance(node, ast.If) for node in around):
        return max(node.lineno for node in around if isinstance(node, ast.If))
    inner = max(around, key=lambda node: node.lineno, default=None)
    after = [node for node in steps if node.lineno > line]
    if inner is None or (isinstance(inner, ast.If | ast.For | ast.While) and line >= inner.body[0].lineno):
        inner = min(after, key=lambda node: node.lineno, default=inner)  # a comment of its own, or beside an else
    if isinstance(inner, ast.If | ast.For | ast.While):
        return inner.body[0].lineno
    return inner.lineno if inner else 0
