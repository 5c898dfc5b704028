"""The statements and expressions of one kernel function, checked and typed.

The class `Body` has a method for each kind of statement and expression, and they call one another: so it is one file.
"""

from __future__ import annotations

import ast
import builtins
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Protocol

from tefuda.kernel import record, tree
from tefuda.kernel.refusal import NotKernelPython, refusal
from tefuda.kernel.tree import BOOL, FLOAT, INT, NONE, Array, Expression, Layout, Local, Records, Statement, Table, Type

BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.BitAnd: "&",
    ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
REAL = ("+", "-", "*", "/")  # what reals can do
COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
MOST = 2**63 - 1


class Surroundings(Protocol):
    """What a function may ask about the program around it; `front` answers."""

    names: Any

    def head(self, name: str) -> tuple[tuple[Local, ...], Type]: ...
    def reach(self, function: FunctionType) -> str | None: ...
    def table(self, name: str, values: tuple[int, ...]) -> Table | None: ...
    def type_of(
        self, annotation: ast.expr | None, module: ModuleType, path: Path, at: ast.AST, result: bool = False
    ) -> Type: ...


def arguments_of(node: ast.FunctionDef, path: Path) -> list[ast.arg]:
    given = node.args
    if given.defaults or given.kwonlyargs or given.vararg or given.kwarg or given.posonlyargs:
        raise refusal(path, node, f"{node.name} takes only plain arguments, without defaults")
    for one in given.args:
        if one.arg.isupper():
            raise refusal(path, one, f"{one.arg} is a constant, because its name is in capitals")
    if node.decorator_list:
        raise refusal(path, node, f"{node.name} has a decorator")
    return given.args


class Wider(Exception):
    """Raised when a local that was taken for a truth value turns out to be a number."""


class Body:
    """Reads the body of one function."""

    def __init__(
        self, around: Surroundings, module: ModuleType, path: Path, arguments: tuple[Local, ...], result: Type
    ) -> None:
        self.around = around
        self.module = module
        self.path = path
        self.result = result
        self.arguments = {one.name: one for one in arguments}
        self.declared: dict[str, Type] = {}
        self.stored: set[str] = set()  # all names that the function gives a value somewhere
        self.begin()

    def begin(self) -> None:
        self.variables: dict[str, Local] = {}
        self.known: set[str] = set(self.arguments)  # names that have a value here, whatever happened before
        self.broken: list[set[str] | None] = []  # for each loop around: the names known at all its breaks
        self.steps: list[Statement] = []

    def locals(self) -> tuple[Local, ...]:
        return tuple(self.variables.values())

    def refusal(self, node: ast.AST, reason: str) -> NotKernelPython:
        return refusal(self.path, node, reason)

    def read(self, node: ast.FunctionDef) -> tuple[Statement, ...]:
        for one in ast.walk(node):
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
                self.stored.add(one.id)
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                kind = self.around.type_of(one.annotation, self.module, self.path, one)
                if self.declared.setdefault(one.target.id, kind) != kind:
                    raise self.refusal(one, f"{one.target.id} has two types")
        while True:
            try:
                body, ends = self.block(node.body)
                break
            except Wider:
                self.begin()
        if not ends and self.result is not NONE:
            raise self.refusal(node, f"{node.name} may end without a result")
        return body

    # ---- statements

    def block(self, nodes: list[ast.stmt]) -> tuple[tuple[Statement, ...], bool]:
        """The statements, and whether nothing after them is ever reached."""
        outer, self.steps = self.steps, []
        ends = False
        for node in nodes:
            if ends:
                raise self.refusal(node, "this is never reached")
            ends = self.statement(node)
        found, self.steps = tuple(self.steps), outer
        return found, ends

    def statement(self, node: ast.stmt) -> bool:
        """Adds the statement; gives whether what follows it is never reached."""
        match node:
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                return False
            case ast.Expr(ast.Call() as call):
                self.steps.append(self.called(call))
            case ast.Assign(targets, value):
                self.assign(targets, value, node)
            case ast.AnnAssign(ast.Name() as target, _, value):
                if value is not None:
                    self.assign([target], value, node)
            case ast.AugAssign(target, op, value):
                self.change(target, op, value, node)
            case ast.If(test, body, orelse):
                return self.branch(test, body, orelse, node)
            case ast.While(test, body, []):
                return self.loop_while(test, body, node)
            case ast.For(ast.Name() as target, ast.Call(ast.Name("range"), values, []), body, []):
                self.loop(target, values, body, node)
            case ast.Break():
                known = self.broken[-1]
                self.broken[-1] = self.known.copy() if known is None else known & self.known
                self.steps.append(tree.Break(node.lineno))
                return True
            case ast.Continue():
                self.steps.append(tree.Continue(node.lineno))
                return True
            case ast.Return(value):
                self.leave(value, node)
                return True
            case ast.For(iter=iterated):
                raise self.refusal(node, f"a loop is over range(...) and has no else, not over {ast.unparse(iterated)}")
            case _:
                raise self.refusal(node, f"{type(node).__name__} is not kernel Python")
        return False

    def called(self, node: ast.Call) -> Statement:
        """A call that stands alone."""
        meant = self.meaning(node.func)
        if meant is record.copy or meant is record.clear:
            given = [self.expression(one) for one in node.args]
            count = 2 if meant is record.copy else 1
            if len(given) != count or not isinstance(given[0].type, Layout) or len({one.type for one in given}) != 1:
                raise self.refusal(node, f"{meant.__name__} takes {count} of the same kind of record")
            if meant is record.copy:
                return tree.Copy(given[0], given[1], node.lineno)
            return tree.Clear(given[0], node.lineno)
        call = self.call(node)
        if not isinstance(call, tree.Call):
            raise self.refusal(node, "this does nothing")
        return tree.Do(call, node.lineno)

    def assign(self, targets: list[ast.expr], value: ast.expr, node: ast.stmt) -> None:
        found = self.expression(value)
        if len(targets) > 1 and not isinstance(found, (tree.Number, tree.Real, Local)):
            found = self.keep(found, node)
        for target in targets:
            into = self.target(target, found)
            self.steps.append(tree.Assign(into, self.fitting(found, into.type, node), node.lineno))

    def target(self, node: ast.expr, value: Expression) -> Local | tree.Element | tree.Place:
        """What is assigned to."""
        if isinstance(node, ast.Name):
            return self.variable(node, value.type)
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            found = self.expression(node)
            if isinstance(found, tree.Place) or (
                isinstance(found, tree.Element) and not isinstance(found.array, tree.TableArray)
            ):
                return found
        raise self.refusal(node, f"nothing can be assigned to {ast.unparse(node)}")

    def variable(self, node: ast.Name, given: Type) -> Local:
        """The local name. Without an annotation it is a number, or whatever it is always given: a truth, a record."""
        name = node.id
        if name.isupper():
            raise self.refusal(node, f"{name} is a constant")
        self.known.add(name)
        if name in self.arguments:
            return self.arguments[name]
        found = self.variables.setdefault(name, Local(name, self.declared.get(name, INT if given is FLOAT else given)))
        if found.type is BOOL and given is INT and name not in self.declared:
            self.declared[name] = INT
            raise Wider
        return found

    def keep(self, value: Expression, node: ast.AST) -> Local:
        """Puts a value that is used twice into a local of its own."""
        kind = INT if value.type is BOOL else value.type
        local = Local(f"KEPT{len(self.variables)}", kind)
        self.variables[local.name] = local
        self.steps.append(tree.Assign(local, value, getattr(node, "lineno", 0)))
        return local

    def change(self, target: ast.expr, op: ast.operator, value: ast.expr, node: ast.stmt) -> None:
        """`target op= value`: the target's indices are evaluated once, and its old value before the other side."""
        if isinstance(target, ast.Name):
            into: Any = self.name(target)
            if not isinstance(into, Local):
                raise self.refusal(target, f"nothing can be assigned to {target.id}")
        else:
            into = self.target(target, tree.Number(0))
            if isinstance(into, tree.Place):
                indices = tuple(self.once(one, target) for one in into.indices)
                into = tree.Place(self.steady(into.record, target), into.field, indices, into.type)
            else:
                into = tree.Element(into.array, self.once(into.index, target), into.type)
        found = self.binary(op, into, self.expression(value), node)
        if isinstance(target, ast.Name):
            into = self.variable(target, found.type)
        self.steps.append(tree.Assign(into, self.fitting(found, into.type, node), node.lineno))

    def once(self, index: Expression, node: ast.AST) -> Expression:
        return index if isinstance(index, (tree.Number, Local)) else self.keep(index, node)

    def steady(self, found: Expression, node: ast.AST) -> Expression:
        if isinstance(found, tree.RecordAt):
            return tree.RecordAt(found.records, self.once(found.index, node), found.type)
        return found

    def branch(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt], node: ast.stmt) -> bool:
        found = self.truth(test)
        before = self.known.copy()
        yes, yes_ends = self.block(body)
        after_yes, self.known = self.known, before
        no, no_ends = self.block(orelse)
        self.known = after_yes if no_ends else self.known if yes_ends else self.known & after_yes
        self.steps.append(tree.If(found, yes, no, node.lineno))
        return yes_ends and no_ends

    def loop_while(self, test: ast.expr, body: list[ast.stmt], node: ast.stmt) -> bool:
        found = self.truth(test)
        forever = isinstance(found, tree.Number) and found.value == 1
        before = self.known.copy()
        steps, broken = self.inside(body)
        if forever:
            self.known = before | (broken or set())
        else:
            self.known = before
        self.steps.append(tree.While(found, steps, node.lineno))
        return forever and broken is None

    def loop(self, target: ast.Name, values: list[ast.expr], body: list[ast.stmt], node: ast.stmt) -> None:
        if not 1 <= len(values) <= 3:
            raise self.refusal(node, "range takes one to three numbers")
        given = [self.number(one) for one in values]
        start, stop = (tree.Number(0), given[0]) if len(given) == 1 else (given[0], given[1])
        step = constant(given[2]) if len(given) == 3 else 1
        if not step:
            raise self.refusal(node, "the step of a range is a constant and not 0")
        before = self.known.copy()
        variable = self.variable(target, INT)
        if variable.type is not INT:
            raise self.refusal(target, f"{target.id} counts, so it is an int")
        steps, _ = self.inside(body)
        self.known = before
        self.steps.append(tree.Loop(variable, start, stop, step, steps, node.lineno))

    def inside(self, body: list[ast.stmt]) -> tuple[tuple[Statement, ...], set[str] | None]:
        """The body of a loop, and the names known at all its breaks; None if there is none."""
        self.broken.append(None)
        steps, _ = self.block(body)
        return steps, self.broken.pop()

    def leave(self, value: ast.expr | None, node: ast.stmt) -> None:
        if value is None or self.result is NONE:
            if value is not None or self.result is not NONE:
                raise self.refusal(node, "a function that gives None returns nothing, and any other something")
            self.steps.append(tree.Return(None, node.lineno))
        else:
            self.steps.append(tree.Return(self.fitting(self.expression(value), self.result, node), node.lineno))

    # ---- types

    def fitting(self, value: Expression, wanted: Type, node: ast.AST) -> Expression:
        """The value converted to that type; refused if it cannot be."""
        if value.type == wanted or (value.type is BOOL and wanted is INT):
            return value
        if wanted is FLOAT and value.type in (INT, BOOL):
            return real(value)
        raise self.refusal(node, f"{name_of(value.type)} where {name_of(wanted)} is needed")

    def truth(self, node: ast.expr) -> Expression:
        """An expression of which only the truth counts."""
        match node:
            case ast.BoolOp(op, values):
                word = "and" if isinstance(op, ast.And) else "or"
                return tree.Logic(word, tuple(self.truth(one) for one in values))
            case ast.UnaryOp(ast.Not(), value):
                return tree.Not(self.truth(value))
        found = self.expression(node)
        if isinstance(found, tree.Number):
            return tree.Number(int(found.value != 0), BOOL)
        if found.type not in (INT, BOOL, FLOAT):
            raise self.refusal(node, f"{name_of(found.type)} is neither true nor false")
        return found if found.type is BOOL else tree.Truth(found)

    def number(self, node: ast.expr) -> Expression:
        return self.fitting(self.expression(node), INT, node)

    # ---- expressions

    def expression(self, node: ast.expr) -> Expression:
        match node:
            case ast.Constant(bool() as value):
                return tree.Number(int(value), BOOL)
            case ast.Constant(int() as value):
                return self.literal(value, node)
            case ast.Constant(float() as value):
                return tree.Real(value)
            case ast.Name():
                return self.name(node)
            case ast.Attribute():
                return self.attribute(node)
            case ast.Subscript():
                return self.subscript(node)
            case ast.BinOp(left, op, right):
                return self.binary(op, self.expression(left), self.expression(right), node)
            case ast.UnaryOp(ast.Not(), _) | ast.BoolOp():
                return self.logic(node)
            case ast.UnaryOp(op, value):
                return self.unary(op, self.expression(value), node)
            case ast.Compare(left, ops, others):
                return self.compare(left, ops, others, node)
            case ast.IfExp(test, yes, no):
                found = self.truth(test)
                return self.choice(found, self.expression(yes), self.expression(no), node)
            case ast.Call():
                found = self.call(node)
                if found.type is NONE:
                    raise self.refusal(node, f"{ast.unparse(node.func)} gives nothing")
                return found
        raise self.refusal(node, f"{type(node).__name__} is not kernel Python")

    def literal(self, value: int, node: ast.AST) -> tree.Number:
        if not -MOST - 1 <= value <= MOST:
            raise self.refusal(node, f"{value} has more than 64 bits")
        return tree.Number(int(value))

    def meaning(self, node: ast.expr) -> Any:
        """What a name, or a name in a module, stands for outside the function; None if nothing."""
        if isinstance(node, ast.Name) and node.id not in self.arguments and node.id not in self.stored:
            try:
                return self.around.names.look_up(node.id, self.module)
            except KeyError:
                return getattr(builtins, node.id, None)
        if isinstance(node, ast.Attribute):
            inside = self.meaning(node.value)
            if isinstance(inside, ModuleType):
                found = getattr(inside, node.attr, None)
                return self.around.names.replaced.get(node.attr, found) if isinstance(found, FunctionType) else found
        return None

    def name(self, node: ast.Name) -> Expression:
        if node.id in self.known:
            return self.arguments.get(node.id) or self.variables[node.id]
        if node.id in self.stored:
            raise self.refusal(node, f"{node.id} may have no value yet")
        return self.constant(node, node.id, self.meaning(node))

    def constant(self, node: ast.expr, name: str, value: Any) -> Expression:
        if isinstance(value, (int, float, tuple)) and not name.isupper():
            raise self.refusal(node, f"{name} is not local, and no constant, because its name is not in capitals")
        if isinstance(value, int):
            return self.literal(int(value), node)
        if isinstance(value, float):
            return tree.Real(value)
        if isinstance(value, tuple) and value and all(isinstance(one, int) for one in value):
            if any(abs(one) > MOST for one in value):
                raise self.refusal(node, f"a number of {name} has more than 64 bits")
            table = self.around.table(name, tuple(int(one) for one in value))
            if table is None:
                raise self.refusal(node, f"two different tables are called {name}")
            return tree.TableArray(table, Array(table.kind))
        raise self.refusal(node, f"{ast.unparse(node)} is no argument, no local, no number and no tuple of numbers")

    def attribute(self, node: ast.Attribute) -> Expression:
        if isinstance(self.meaning(node.value), ModuleType):
            return self.constant(node, node.attr, self.meaning(node))
        found = self.expression(node.value)
        if not isinstance(found.type, Layout):
            raise self.refusal(node, f"{ast.unparse(node.value)} is no record")
        for field in found.type.fields:
            if field.name == node.attr:
                if not field.shape:
                    return tree.Place(found, field, (), scalar(field.kind))
                return tree.Row(found, field, (), Array(field.kind))
        raise self.refusal(node, f"{found.type.name} has no field {node.attr}")

    def subscript(self, node: ast.Subscript) -> Expression:
        found = self.expression(node.value)
        index = self.number(node.slice)
        if isinstance(found.type, Records):
            return tree.RecordAt(found, index, found.type.layout)
        if not isinstance(found.type, Array):
            raise self.refusal(node, f"{ast.unparse(node.value)} is no row")
        length = found.field.shape[len(found.indices)] if isinstance(found, tree.Row) else 0
        if isinstance(found, tree.TableArray):
            length = len(found.table.values)
        if isinstance(index, tree.Number) and (index.value < 0 or (length and index.value >= length)):
            raise self.refusal(node, f"{ast.unparse(node)} is outside the row" + (f" of {length}" if length else ""))
        if isinstance(found, tree.Row):
            indices = (*found.indices, index)
            if len(indices) == len(found.field.shape):
                return tree.Place(found.record, found.field, indices, scalar(found.field.kind))
            return tree.Row(found.record, found.field, indices, found.type)
        return tree.Element(found, index, scalar(found.type.kind))

    def binary(self, op: ast.operator, left: Expression, right: Expression, node: ast.AST) -> Expression:
        sign = BINARY.get(type(op))
        if sign is None:
            raise self.refusal(node, f"{type(op).__name__} is not kernel Python")
        for one in (left, right):
            if one.type not in (INT, BOOL, FLOAT):
                raise self.refusal(node, f"{name_of(one.type)} where a number is needed")
        if FLOAT in (left.type, right.type) or sign == "/":
            if sign not in REAL:
                raise self.refusal(node, f"{sign} is not for float")
            return tree.Binary(sign, real(left), real(right), FLOAT)
        if sign in ("//", "%") and constant(right) == 0:
            raise self.refusal(node, "a division by zero")
        if sign in ("<<", ">>") and not 0 <= (constant(right) or 0) <= 63:
            raise self.refusal(node, "a number has 64 bits, so it is shifted by 0 to 63")
        bools = left.type is BOOL and right.type is BOOL and sign in ("&", "|", "^")
        return tree.Binary(sign, left, right, BOOL if bools else INT)

    def unary(self, op: ast.unaryop, value: Expression, node: ast.AST) -> Expression:
        if isinstance(op, ast.USub) and value.type in (INT, BOOL, FLOAT):
            if isinstance(value, tree.Number):
                return self.literal(-value.value, node)
            if isinstance(value, tree.Real):
                return tree.Real(-value.value)
            return tree.Unary("-", value, FLOAT if value.type is FLOAT else INT)
        if isinstance(op, ast.Invert) and value.type in (INT, BOOL):
            return tree.Unary("~", value, INT)
        raise self.refusal(node, f"{type(op).__name__} is not for {name_of(value.type)}")

    def logic(self, node: ast.expr) -> Expression:
        """`and`, `or` and `not` as values: of truths alone, for Python gives one of the operands as it is."""
        for one in node.values if isinstance(node, ast.BoolOp) else ():
            if not isinstance(one, ast.BoolOp) and self.expression(one).type is not BOOL:
                raise self.refusal(one, "as a value, each side of and, or must be true or false: compare it")
        return self.truth(node)

    def compare(self, left: ast.expr, ops: list[ast.cmpop], others: list[ast.expr], node: ast.AST) -> Expression:
        found = [self.expression(one) for one in (left, *others)]
        for op, one in zip([None, *ops], found, strict=True):
            if one.type not in (INT, BOOL, FLOAT) or (op is not None and type(op) not in COMPARE):
                raise self.refusal(node, f"{ast.unparse(node)} compares something else than numbers")
        if any(one.type is FLOAT for one in found):
            found = [real(one) for one in found]
        signs = [COMPARE[type(op)] for op in ops]
        return tree.Compare(found[0], tuple(zip(signs, found[1:], strict=True)))

    def choice(self, test: Expression, yes: Expression, no: Expression, node: ast.AST) -> Expression:
        if yes.type == no.type:
            return tree.Choice(test, yes, no, yes.type)
        if FLOAT in (yes.type, no.type):
            return tree.Choice(test, self.fitting(yes, FLOAT, node), self.fitting(no, FLOAT, node), FLOAT)
        return tree.Choice(test, self.fitting(yes, INT, node), self.fitting(no, INT, node), INT)

    def call(self, node: ast.Call) -> tree.Call | tree.Builtin:
        said = ast.unparse(node.func)
        if node.keywords:
            raise self.refusal(node, f"{said} takes its arguments by place")
        meant = self.meaning(node.func)
        if meant in (min, max, abs):
            return self.builtin(meant.__name__, [self.expression(one) for one in node.args], node)
        if not isinstance(meant, FunctionType):
            raise self.refusal(node, f"{said} is no kernel function")
        other = self.around.reach(meant)
        if other is not None:
            raise self.refusal(node, f"{meant.__name__} is a function of {meant.__module__} and of {other}")
        wanted, result = self.around.head(meant.__name__)
        if len(node.args) != len(wanted):
            raise self.refusal(node, f"{said} takes {len(wanted)} arguments, not {len(node.args)}")
        given = tuple(
            self.fitting(self.expression(one), into.type, one) for one, into in zip(node.args, wanted, strict=True)
        )
        return tree.Call(meant.__name__, given, result)

    def builtin(self, name: str, given: list[Expression], node: ast.AST) -> tree.Builtin:
        if (len(given) != 1) if name == "abs" else (len(given) < 2):
            raise self.refusal(node, f"{name} takes {'one number' if name == 'abs' else 'two or more numbers'}")
        if any(one.type not in (INT, BOOL, FLOAT) for one in given):
            raise self.refusal(node, f"{name} is for numbers")
        if any(one.type is FLOAT for one in given):
            return tree.Builtin(name, tuple(real(one) for one in given), FLOAT)
        return tree.Builtin(name, tuple(given), INT)


def constant(value: Expression) -> int | None:
    return value.value if isinstance(value, tree.Number) else None


def real(value: Expression) -> Expression:
    if isinstance(value, tree.Number):
        return tree.Real(float(value.value))
    return value if value.type is FLOAT else tree.ToReal(value)


def scalar(kind: str) -> Type:
    return FLOAT if kind == "f8" else INT


def name_of(kind: Type) -> str:
    if isinstance(kind, Layout):
        return f"a {kind.name}"
    return "a row" if isinstance(kind, (Array, Records)) else kind.value
