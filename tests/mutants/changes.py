"""What is changed: comparisons, constants, operators, branches and statements, one at a time."""

from __future__ import annotations

import ast
import copy
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from types import CodeType
from typing import NamedTuple

MARK = "__reached__"  # what a marked function calls
NUMBERS = re.compile(r"\b[RAC]\d+[b-z]?\b")

Function = ast.FunctionDef | ast.AsyncFunctionDef

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Mutant(NamedTuple):
    """One change of one function."""

    module: str
    function: str  # as in `View.seen_hand`
    line: int
    text: str  # of that line
    change: str  # in words
    numbers: tuple[str, ...]  # of the rules that the place cites
    make: Callable[[], CodeType]  # the code of the changed function
    statement: int = 0  # the line where it begins: a test that does not get there cannot see the change
    nth: int = -1  # among the mutants of its module

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What stays the same when lines are added above."""
        return self.module, self.function, self.text, self.change

    def __str__(self) -> str:
        return f"{self.module.rpartition('.')[2]}:{self.line} {self.function}: {self.change}\n    {self.text}"


def mutants(module: str, source: str) -> list[Mutant]:
    """All mutants of the functions of a module, in the order of its lines."""
    tree, lines = ast.parse(source), source.splitlines()
    found = []
    for owner, function in functions(tree):
        name = f"{owner}.{function.name}" if owner else function.name
        cited = citations(function, lines)
        for line, change, changed in changes(function):
            make = partial(compiled, tree, owner, function, changed, module)
            text, numbers = lines[line - 1].strip(), cited.get(line, ())
            found.append(Mutant(module, name, line, text, change, numbers, make, statement(function, line)))
    found.sort(key=lambda mutant: mutant.line)
    alike: Counter[tuple[str, ...]] = Counter()
    for nth, mutant in enumerate(found):
        alike[mutant.key] += 1
        which = (
            f" ({alike[mutant.key]})" if alike[mutant.key] > 1 else ""
        )  # the same change at another place of the line
        found[nth] = mutant._replace(nth=nth, change=mutant.change + which)
    return found


def originals(module: str, source: str) -> list[Mutant]:
    """Each function as it is, but marked: with these in place all tests must pass, or a hunt proves nothing."""
    tree, found = ast.parse(source), []
    for owner, function in functions(tree):
        name = f"{owner}.{function.name}" if owner else function.name
        make = partial(compiled, tree, owner, function, partial(marked, function), module)
        found.append(Mutant(module, name, function.lineno, "", "nothing is changed", (), make))
    return found


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """The functions of a module and the methods of its classes, with the class."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield "", node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield node.name, inner


def citations(function: Function, lines: list[str]) -> dict[int, tuple[str, ...]]:
    """The numbers of rules for each line: its own, else the last ones above it, else those of the docstring."""
    found: dict[int, tuple[str, ...]] = {}
    known = tuple(NUMBERS.findall(ast.get_docstring(function) or ""))
    for number in range(function.lineno, (function.end_lineno or function.lineno) + 1):
        own = tuple(NUMBERS.findall(lines[number - 1].partition("#")[2]))
        known = own or known
        found[number] = known
    return found


def statement(function: Function, line: int) -> int:
    """Where the innermost statement begins that has a line."""
    inner = (node for node in ast.walk(function) if isinstance(node, ast.stmt))
    return max(node.lineno for node in inner if node.lineno <= line <= (node.end_lineno or node.lineno))


def marked(function: Function) -> Function:
    """The function with a call of `MARK` before each statement, with the line where that begins."""
    other = copy.deepcopy(function)
    for node in list(ast.walk(other)):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                calls = [ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(one.lineno)], []) for one in block]
                pairs = zip(calls, block, strict=True)
                setattr(
                    node, name, [new for call, one in pairs for new in (ast.copy_location(ast.Expr(call), one), one)]
                )
    return other


def file_of(module: str) -> str:
    """The module's own file: whoever reads the source of a changed function finds that of the original."""
    return getattr(sys.modules.get(module), "__file__", None) or f"<{module}>"


def compiled(
    tree: ast.Module,
    owner: str,
    function: Function,
    changed: Callable[[], Function],
    module: str,
) -> CodeType:
    """The code of the changed function, compiled in its place so that names and classes resolve as they do there."""
    future = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    bare = changed()
    bare.decorator_list = []
    inner: ast.stmt = bare
    if owner:
        inner = ast.ClassDef(name=owner, bases=[], keywords=[], body=[bare], decorator_list=[])
    whole = ast.fix_missing_locations(ast.Module(body=[*future, inner], type_ignores=[]))
    code = compile(whole, file_of(module), "exec")
    for name in filter(None, (owner, function.name)):
        code = next(one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == name)
    return code


def changes(function: Function) -> Iterator[tuple[int, str, Callable[[], Function]]]:
    """The line, the change in words and what gives the changed function, for each change."""
    for index, node in enumerate(inside(function)):
        for change, edit in edits(node):
            yield getattr(node, "lineno", function.lineno), change, partial(changed, function, index, edit)


def changed(function: Function, index: int, edit: Editor) -> Function:
    other = copy.deepcopy(function)
    edit(list(inside(other))[index])
    return other


def inside(function: Function) -> Iterator[ast.AST]:
    """All that may be changed: not annotations, defaults, docstrings or what an error says."""
    body = function.body
    for statement in body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        yield from walk(statement)


def walk(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from walk(child)


def edits(node: ast.AST) -> Iterator[tuple[str, Editor]]:
    """The changes of one node: each in words, and as a function that makes it."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                yield f"{sign(operator)} becomes {sign(other())}", compare(place, other)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield f"{node.value} becomes {not node.value}", constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield f"{node.value} becomes {node.value + 1}", constant(node.value + 1)
        if node.value > 0:
            yield f"{node.value} becomes {node.value - 1}", constant(node.value - 1)
    elif isinstance(node, ast.BoolOp):
        other_bool = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield f"{sign(node.op)} becomes {sign(other_bool())}", operation(other_bool)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not is left out", negation
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in OPERATORS:
        other_op = OPERATORS[type(node.op)]
        yield f"{sign(node.op)} becomes {sign(other_op())}", operation(other_op)
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        for value in (True, False):
            if not (isinstance(node, ast.While) and value):  # it would never end
                yield f"the condition is {value}", condition(value)
    if isinstance(node, ast.Assign | ast.AugAssign) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield "the statement is left out", left_out
    if isinstance(node, ast.Continue):
        yield "continue becomes break", loop(ast.Break)
    if isinstance(node, ast.Break):
        yield "break becomes continue", loop(ast.Continue)


class Editor:
    """A function that changes a node in place; typed loosely, because each knows its kind of node."""

    def __init__(self, edit: object) -> None:
        self.edit = edit

    def __call__(self, node: ast.AST) -> None:
        self.edit(node)  # type: ignore[operator]  # see above


def compare(place: int, other: type[ast.cmpop]) -> Editor:
    return Editor(lambda node: node.ops.__setitem__(place, other()))


def constant(value: int) -> Editor:
    return Editor(lambda node: setattr(node, "value", value))


def operation(other: type[ast.boolop | ast.operator]) -> Editor:
    return Editor(lambda node: setattr(node, "op", other()))


def condition(value: bool) -> Editor:
    return Editor(lambda node: setattr(node, "test", ast.copy_location(ast.Constant(value), node.test)))


def become(node: ast.AST, other: ast.AST) -> None:
    """The node turns into another one where it stands."""
    line = {name: getattr(node, name) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")}
    node.__class__ = other.__class__  # nodes have one layout
    node.__dict__.clear()
    node.__dict__.update(other.__dict__ | line)


negation = Editor(lambda node: become(node, ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])))
left_out = Editor(lambda node: become(node, ast.Pass()))


def loop(other: type[ast.stmt]) -> Editor:
    return Editor(lambda node: become(node, other()))


def sign(operator: ast.AST) -> str:
    return {
        ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is",
        ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in", ast.And: "and", ast.Or: "or", ast.Add: "+",
        ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
        ast.LShift: "<<", ast.RShift: ">>",
    }[type(operator)]  # fmt: skip
