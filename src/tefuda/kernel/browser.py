"""The WebAssembly form of the rules, for browsers: written straight from the tree, without any other tool.

Every number is an i64, every real an f64; a record, an array and a row of records are i32 addresses into the one memory
of the module. Records have the bytes of their C structs, so states cross between the forms. A test is an i32, which
becomes an i64 only where its value is used.
"""

from __future__ import annotations

import argparse
import gzip
import json
import struct
from collections.abc import Iterable
from pathlib import Path

from tefuda.kernel import tree
from tefuda.kernel.derived import has_network, whole
from tefuda.kernel.front import program
from tefuda.kernel.net import network_size
from tefuda.kernel.record import LETTERS
from tefuda.kernel.sources import fingerprint, games, replacing, rules_of
from tefuda.kernel.tree import FLOAT, NONE, Expression, Program, Statement
from tefuda.kernel.vectors import in_vectors
from tefuda.kernel.wasm import (
    F64,
    I32,
    I64,
    Function,
    block,
    branch,
    branch_if,
    call,
    choose,
    copy,
    f64,
    fill,
    get,
    i32,
    i64,
    load,
    loop,
    module,
    op,
    put,
    store,
    tee,
)

COMPARE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
BINARY = {"+": "add", "-": "sub", "*": "mul", "/": "div", "&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "shr_s"}
EMPTY = 16  # bytes at the beginning of memory, so that nothing has the address 0


def type_of(value: tree.Type) -> bytes:
    if value is NONE:
        return b""
    if value is FLOAT:
        return F64
    return I64 if isinstance(value, tree.Scalar) else I32


def size_of(kind: str) -> int:
    return int(kind[1])


class Writer:
    """Writes a program. Its tables lie at the beginning of memory; from `free` on it belongs to the caller."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.numbers = {name: i for i, name in enumerate([*program.functions, "//", "%"])}
        self.addresses: dict[str, int] = {}
        self.free = EMPTY
        for table in program.tables.values():
            self.addresses[table.name] = self.free
            self.free += size_of(table.kind) * len(table.values)

    def module(self, custom: dict[str, bytes]) -> bytes:
        functions = [Body(self, function).written() for function in self.program.functions.values()]
        data = [(self.addresses[table.name], packed(table)) for table in self.program.tables.values()]
        return module([*functions, floor_div(), floor_mod()], self.free, data, custom)


def packed(table: tree.Table) -> bytes:
    return struct.pack(f"<{len(table.values)}{LETTERS[table.kind]}", *table.values)


def floor_div() -> Function:
    """a // b rounds down: one less than the quotient if there is a remainder and the signs differ."""
    a, b = get(0), get(1)
    rest = a + b + op("i64.rem_s", "i64.eqz", "i32.eqz")
    differ = a + b + op("i64.xor") + i64(0) + op("i64.lt_s")
    code = a + b + op("i64.div_s") + rest + differ + op("i32.and", "i64.extend_i32_u", "i64.sub")
    return Function("//", I64 + I64, I64, b"", code)


def floor_mod() -> Function:
    """a % b has the sign of b: the remainder, plus b if the remainder has the other sign."""
    rest, b = get(2), get(1)
    differ = rest + op("i64.eqz", "i32.eqz") + rest + b + op("i64.xor") + i64(0) + op("i64.lt_s", "i32.and")
    code = get(0) + b + op("i64.rem_s") + tee(2) + b + i64(0) + differ + op("select", "i64.add")
    return Function("%", I64 + I64, I64, I64, code)


class Body:
    """Writes one function."""

    def __init__(self, writer: Writer, function: tree.Function) -> None:
        self.writer, self.function = writer, function
        self.places = {local.name: i for i, local in enumerate([*function.arguments, *function.locals])}
        self.locals = b"".join(type_of(local.type) for local in function.locals)
        self.blocks: list[str] = []  # those that are open, by what a branch to them means, the innermost last

    def written(self) -> Function:
        function = self.function
        if vectors := in_vectors(function):
            self.locals, code = vectors
        else:
            code = self.statements(function.body) + (b"" if function.result is NONE else op("unreachable"))
        parameters = b"".join(type_of(local.type) for local in function.arguments)
        exported = function.name in self.writer.program.exports
        return Function(function.name, parameters, type_of(function.result), self.locals, code, exported)

    def new_local(self, kind: bytes) -> int:
        """A new local that no kernel function names."""
        self.locals += kind
        return len(self.function.arguments) + len(self.locals) - 1

    # ---- statements

    def statements(self, body: Iterable[Statement], *blocks: str) -> bytes:
        """The statements inside of these blocks, the outermost first."""
        self.blocks += blocks
        code = b"".join(self.statement(one) for one in body)
        del self.blocks[len(self.blocks) - len(blocks) :]
        return code

    def statement(self, one: Statement) -> bytes:
        match one:
            case tree.Assign(target, value):
                return self.assign(target, value)
            case tree.Do(called):
                return self.value(called) + (b"" if called.type is NONE else op("drop"))
            case tree.Copy(source, into):
                kept = self.new_local(I32)
                return self.value(source) + put(kept) + self.value(into) + get(kept) + i32(record_size(source)) + copy()
            case tree.Clear(record):
                return self.value(record) + i32(0) + i32(record_size(record)) + fill()
            case tree.If(test, body, orelse):
                return self.test(test) + choose(self.statements(body, "if"), self.statements(orelse, "if"))
            case tree.While(test, body):
                leave = self.test(test) + op("i32.eqz") + branch_if(1)
                return block(loop(leave + self.statements(body, "break", "continue") + branch(0)))
            case tree.Loop():
                return self.loop(one)
            case tree.Break():
                return branch(self.depth("break"))
            case tree.Continue():
                return branch(self.depth("continue"))
            case tree.Return(value):
                return (self.value(value) if value else b"") + op("return")

    def depth(self, label: str) -> int:
        return self.blocks[::-1].index(label)

    def assign(self, target: tree.Local | tree.Element | tree.Place, value: Expression) -> bytes:
        """Python evaluates the value first, WebAssembly wants the address first."""
        code = self.value(value)
        if isinstance(target, tree.Local):
            return code + put(self.places[target.name])
        address, kind, offset = self.address(target)
        if self.independent(target, value):
            return address + code + store(kind, offset)
        kept = self.new_local(F64 if kind == "f8" else I64)
        return code + put(kept) + address + get(kept) + store(kind, offset)

    def independent(self, target: tree.Element | tree.Place, value: Expression) -> bool:
        """Whether it makes no difference which of the two is evaluated first."""
        inside = [node for node in tree.walk(target) if node is not target]
        reads = any(isinstance(node, (tree.Place, tree.Element, tree.Call)) for node in inside)
        return not self.writes(inside) and not (reads and self.writes(tree.walk(value)))

    def writes(self, nodes: Iterable[object]) -> bool:
        functions = self.writer.program.functions
        return any(isinstance(node, tree.Call) and functions[node.function].writes for node in nodes)

    def loop(self, one: tree.Loop) -> bytes:
        """The count is a local of its own: the body may change the variable, which keeps its last value."""
        count, stop = self.new_local(I64), self.new_local(I64)
        begin = self.value(one.start) + put(count) + self.value(one.stop) + put(stop)
        over, on = ("i64.ge_s", "i64.lt_s") if one.step > 0 else ("i64.le_s", "i64.gt_s")
        bounds = get(count) + get(stop)
        body = get(count) + put(self.places[one.variable.name])
        body += block(self.statements(one.body, "break", "loop", "continue"))
        body += get(count) + i64(one.step) + op("i64.add") + put(count)
        return begin + block(bounds + op(over) + branch_if(0) + loop(body + bounds + op(on) + branch_if(0)))

    # ---- expressions

    def value(self, e: Expression) -> bytes:
        match e:
            case tree.Number(number):
                return i64(number)
            case tree.Real(number):
                return f64(number)
            case tree.Local(name):
                return get(self.places[name])
            case tree.Element() | tree.Place():
                address, kind, offset = self.address(e)
                return address + load(kind, offset)
            case tree.TableArray(table):
                return i32(self.writer.addresses[table.name])
            case tree.Row():
                address, _, offset = self.address(e)
                return address + (i32(offset) + op("i32.add") if offset else b"")
            case tree.RecordAt(records, index, layout):
                return self.value(records) + self.index(index, layout.size)
            case tree.Binary("//", left, tree.Number(number)) if is_power_of_two(number):
                return self.value(left) + i64(number.bit_length() - 1) + op("i64.shr_s")
            case tree.Binary("%", left, tree.Number(number)) if is_power_of_two(number):
                return self.value(left) + i64(number - 1) + op("i64.and")
            case tree.Binary("//" | "%" as sign, left, right):
                return self.value(left) + self.value(right) + call(self.writer.numbers[sign])
            case tree.Binary(sign, left, right, kind):
                return self.value(left) + self.value(right) + op(f"{prefix(kind)}.{BINARY[sign]}")
            case tree.Unary("-", value, tree.Scalar.FLOAT):
                return self.value(value) + op("f64.neg")
            case tree.Unary("-", value):
                return i64(0) + self.value(value) + op("i64.sub")
            case tree.Unary(_, value):
                return self.value(value) + i64(-1) + op("i64.xor")
            case tree.Choice(test, yes, no, kind):
                return self.test(test) + choose(self.value(yes), self.value(no), type_of(kind))
            case tree.Call(function, arguments):
                return b"".join(map(self.value, arguments)) + call(self.writer.numbers[function])
            case tree.Builtin("abs", (value,), kind):
                return self.value(value) + op("f64.abs") if kind is FLOAT else self.absolute(value)
            case tree.Builtin(name, (first, *others), kind):
                return self.extreme(name, first, others, kind)
            case tree.ToReal(value):
                return self.value(value) + op("f64.convert_i64_s")
        return self.test(e) + op("i64.extend_i32_u")

    def test(self, e: Expression) -> bytes:
        """A truth as an i32."""
        match e:
            case tree.Not(value):
                return self.test(value) + op("i32.eqz")
            case tree.Compare(first, rest):
                return self.value(first) + self.compare(prefix(first.type), rest)
            case tree.Logic(sign, (first, *others)):
                if not others:
                    return self.test(first)
                then = self.test(tree.Logic(sign, tuple(others)))
                return self.test(first) + (choose(then, i32(0), I32) if sign == "and" else choose(i32(1), then, I32))
            case tree.Truth(value) if value.type is FLOAT:
                return self.value(value) + f64(0) + op("f64.ne")
            case tree.Truth(value):
                return self.value(value) + i64(0) + op("i64.ne")
        return self.value(e) + op("i32.wrap_i64")

    def compare(self, kind: str, rest: tuple[tuple[str, Expression], ...]) -> bytes:
        """A chain of comparisons: each operand with the next one, until one comparison is false."""
        (sign, right), *more = rest
        compared = op(f"{kind}.{COMPARE[sign]}" + ("_s" if kind == "i64" and sign not in ("==", "!=") else ""))
        if not more:
            return self.value(right) + compared
        kept = self.new_local(type_of(right.type))
        return (
            self.value(right) + tee(kept) + compared + choose(get(kept) + self.compare(kind, tuple(more)), i32(0), I32)
        )

    def absolute(self, value: Expression) -> bytes:
        kept = self.new_local(I64)
        negative = get(kept) + i64(0) + op("i64.lt_s")
        return i64(0) + self.value(value) + tee(kept) + op("i64.sub") + get(kept) + negative + op("select")

    def extreme(self, name: str, first: Expression, others: list[Expression], kind: tree.Type) -> bytes:
        """min or max: a later value replaces an earlier one only if it is strictly less or greater."""
        best, other = self.new_local(type_of(kind)), self.new_local(type_of(kind))
        code = self.value(first)
        sign = op(f"{prefix(kind)}.{'lt' if name == 'min' else 'gt'}" + ("" if kind is FLOAT else "_s"))
        for one in others:
            code += put(best) + self.value(one) + tee(other) + get(best) + get(other) + get(best) + sign + op("select")
        return code

    def address(self, e: tree.Element | tree.Place | tree.Row) -> tuple[bytes, str, int]:
        """Where a number or a row is: the code of an address, the kind of the numbers, and an offset to the address."""
        if isinstance(e, tree.Element):
            assert isinstance(e.array.type, tree.Array)
            kind = e.array.type.kind
            if isinstance(e.array, tree.TableArray):
                return self.scaled(e.index, size_of(kind)), kind, self.writer.addresses[e.array.table.name]
            return self.value(e.array) + self.index(e.index, size_of(kind)), kind, 0
        code, offset, stride = self.value(e.record), e.field.offset, size_of(e.field.kind)
        strides = [stride]
        for length in reversed(e.field.shape[1:]):
            strides.insert(0, strides[0] * length)
        for index, stride in zip(e.indices, strides, strict=False):
            if isinstance(index, tree.Number):
                offset += index.value * stride
            else:
                code += self.index(index, stride)
        return code, e.field.kind, offset

    def index(self, index: Expression, stride: int) -> bytes:
        """Adds index times stride to the address on the stack."""
        return self.scaled(index, stride) + op("i32.add")

    def scaled(self, index: Expression, stride: int) -> bytes:
        """Index times stride as an i32."""
        code = self.value(index) + op("i32.wrap_i64")
        return code + (i32(stride) + op("i32.mul") if stride > 1 else b"")


def is_power_of_two(number: int) -> bool:
    return number > 0 and number & (number - 1) == 0


def prefix(kind: tree.Type) -> str:
    return "f64" if kind is FLOAT else "i64"


def record_size(record: Expression) -> int:
    assert isinstance(record.type, tree.Layout)
    return record.type.size


# ---- a game

EXPORTS = (
    "begin_with", "actor", "legal", "apply", "chance", "deal", "score", "rounds", "redeal", "worth", "look", "reveal",
    "seed_stream", "draw_pool", "settle", "is_legal", "quick", "playout", "roll_out", "search", "weigh",
    "play_later",
)  # fmt: skip
BY_NETWORK = ("thoughtful", "look_ahead")  # of games that have networks


def build(game: str) -> bytes:
    """A game's rules as a module. Its section "tefuda" says, as JSON, what one must know to call it."""
    modules = rules_of(game)
    changing = replacing(game, modules)
    thinks = has_network(modules)
    written = Writer(program(whole(modules, changing), (*EXPORTS, *(BY_NETWORK if thinks else ())), changing))
    constants = {name: value for module in modules for name, value in vars(module).items()}
    about = {
        "game": game,
        "fingerprint": fingerprint(game)[:16],
        "actions": constants["N_ACTIONS"],
        "seats": constants["SEATS_MAX"],
        "network": network_size(constants["N_INPUTS"]) if thinks else 0,
        "free": written.free,
        "records": {
            layout.name: {
                "size": layout.size,
                "fields": {field.name: [field.kind, *field.shape] for field in layout.fields},  # in their order
            }
            for layout in written.program.layouts.values()
        },
    }
    return written.module({"tefuda": json.dumps(about, separators=(",", ":")).encode()})


def main() -> None:
    """python -m tefuda.kernel.browser GAME [-o FILE]"""
    parser = argparse.ArgumentParser(prog="python -m tefuda.kernel.browser", description="Writes rules as WebAssembly.")
    parser.add_argument("game", choices=games())
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="GAME.wasm if not given")
    given = parser.parse_args()
    path = given.output or Path(f"{given.game}.wasm")
    made = build(given.game)
    try:
        path.write_bytes(made)
    except OSError as error:
        parser.error(str(error))
    print(f"{path}: {len(made):,} bytes, {len(gzip.compress(made)):,} compressed")


if __name__ == "__main__":
    main()
