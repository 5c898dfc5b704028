"""The C back: a program of kernel Python as one file of plain C.

Everything in it is static but `tefuda_rules`, which lists the exported functions and the sizes of the records. Every
number is a `long long`, whatever the field that it came from. C leaves open in which order operands are evaluated;
where that could matter, because one of them writes to memory, all but the last are put into temporaries first.

Functions are called k_name and tables K_NAME. The names that only C needs are in capitals, which no local name is.
"""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.kernel import tree
from tefuda.kernel.net import LONG
from tefuda.kernel.tree import Array, Expression, Function, Layout, Local, Program, Records, Statement, Type

ABI = 2  # of the table tefuda_rules; _core.c knows the same number
C_TYPES = {"i1": "signed char", "u1": "unsigned char", "i2": "short", "i4": "int", "i8": "long long", "f8": "double"}
SCALARS = {tree.INT: "I", tree.BOOL: "I", tree.FLOAT: "double", tree.NONE: "void"}
RESERVED = set(
    """
    auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof bool
    true false alignas alignof constexpr nullptr thread_local static_assert near far linux unix
    """.split()  # noqa: SIM905  # a list of words is easier to read
)
SIMPLE = (tree.Number, tree.Real, Local, tree.TableArray)  # evaluated whenever: nothing changes them meanwhile

PRELUDE = """#include <stddef.h>
#include <string.h>

typedef long long I;
typedef unsigned long long U;

/* Division that rounds down, as Python's does. */
static inline I FLOOR_DIV(I a, I b) { I q = a / b; return q - ((a % b != 0) & ((a < 0) != (b < 0))); }
static inline I FLOOR_MOD(I a, I b) { I r = a % b; return r + (((r != 0) & ((r < 0) != (b < 0))) ? b : 0); }
static inline I LEAST(I a, I b) { return b < a ? b : a; }
static inline I MOST(I a, I b) { return b > a ? b : a; }
static inline I SIZE(I a) { return a < 0 ? -a : a; }
static inline double LEAST_REAL(double a, double b) { return b < a ? b : a; }
static inline double MOST_REAL(double a, double b) { return b > a ? b : a; }
static inline double SIZE_REAL(double a) { return a <= 0 ? 0 - a : a; } /* of -0.0 too */

/* The library's own are far faster than what a compiler makes of a size it knows. */
static void *(*volatile FILL)(void *, int, size_t) = memset;
static void *(*volatile CARRY)(void *, const void *, size_t) = memcpy;

/* Of long rows several numbers are done at a time, as many as the machine can. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && !defined(SANITIZED)
#define VECTOR __attribute__((noinline, optimize("tree-vectorize"), target_clones("avx2", "default")))
#elif defined(__GNUC__) && !defined(__clang__)
#define VECTOR __attribute__((noinline, optimize("tree-vectorize")))
#else
#define VECTOR
#endif
"""

TABLE = """
typedef struct { const char *name; const char *takes; I (*call)(const I *); } Export;
typedef struct { const char *name; I size; } RecordSize;

static const RecordSize record_sizes[] = { %(sizes)s{ 0, 0 } };
static const Export exported[] = { %(exports)s{ 0, 0, 0 } };

#ifdef _WIN32
__declspec(dllexport)
#elif defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const struct {
    I abi; const char *fingerprint; const char *modules; I out; const RecordSize *records; const Export *exports;
} tefuda_rules = { %(abi)d, "%(fingerprint)s", "%(modules)s", %(out)s, record_sizes, exported };
"""


def emit(program: Program, fingerprint: str = "", modules: Sequence[str] = ()) -> str:
    """The program as C. The fingerprint and the names of the modules tell `engine` what the library was made from."""
    parts = [PRELUDE]
    parts += [table(one) for one in program.tables.values()]
    parts += [struct(one) for one in program.layouts.values()]
    parts += ["", *(f"static {head(one)};" for one in program.functions.values())]
    parts += [Writer(program, one).function() for one in program.functions.values()]
    parts += ["", *(trampoline(program.functions[name]) for name in program.exports)]
    exports = (f'{{ "{name}", "{takes(program.functions[name])}", call_{name} }}, ' for name in program.exports)
    values = {
        "sizes": "".join(f'{{ "{one.name}", sizeof(struct {one.name}) }}, ' for one in program.layouts.values()),
        "exports": "".join(exports),
        "abi": ABI,
        "fingerprint": fingerprint,
        "modules": " ".join(modules),
        "out": "offsetof(struct Work, out)" if "Work" in program.layouts else "0",
    }
    return "\n".join([*parts, TABLE % values])


def safe(name: str) -> str:
    """The name, changed if it already means something in C."""
    return name + "_" if name in RESERVED else name


def c_type(kind: Type) -> str:
    match kind:
        case Layout(name):
            return f"struct {name} *"
        case Records(layout):
            return f"struct {layout.name} *"
        case Array(number):
            return f"{C_TYPES[number]} *"
    return SCALARS[kind] + " "


def table(one: tree.Table) -> str:
    values = ", ".join(literal(value) for value in one.values)
    return f"static const {C_TYPES[one.kind]} K_{one.name}[{len(one.values)}] = {{{values}}};"


def struct(layout: Layout) -> str:
    rows = (
        f"    {C_TYPES[field.kind]} {safe(field.name)}{''.join(f'[{n}]' for n in field.shape)};"
        for field in layout.fields
    )
    return "\n".join(["", f"struct {layout.name} {{", *rows, "};"])


def head(function: Function) -> str:
    arguments = ", ".join(f"{c_type(one.type)}{safe(one.name)}" for one in function.arguments)
    result = c_type(function.result)
    return f"{'VECTOR ' if function.name in LONG else ''}{result}k_{function.name}({arguments or 'void'})"


def takes(function: Function) -> str:
    """The kinds of an exported function's arguments, as the extension reads them."""
    words = {tree.INT: "int", tree.BOOL: "bool"}
    found = []
    for one in function.arguments:
        match one.type:
            case Layout(name):
                found.append(name)
            case Records(layout):
                found.append(f"{layout.name}*")
            case Array(kind):
                found.append(f"{kind}*")
            case kind if kind in words:
                found.append(words[kind])
            case _:
                raise ValueError(f"{function.name} cannot be exported: {one.name} is a float")
    if function.result is tree.FLOAT:
        raise ValueError(f"{function.name} cannot be exported: it gives a float")
    return " ".join(found)


def trampoline(function: Function) -> str:
    """A wrapper with one signature for all functions: the arguments are one row of numbers."""
    given = ", ".join(
        f"({c_type(one.type).strip()})a[{i}]"
        if isinstance(one.type, tree.Scalar)
        else f"({c_type(one.type)})(size_t)a[{i}]"
        for i, one in enumerate(function.arguments)
    )
    call = f"k_{function.name}({given})"
    does = f"{call}; return 0;" if function.result is tree.NONE else f"return {call};"
    return f"static I call_{function.name}(const I *a) {{ {'' if function.arguments else '(void)a; '}{does} }}"


def literal(value: int) -> str:
    return f"{value}LL" if value > -(2**63) else "(-9223372036854775807LL - 1)"


class Writer:
    """Writes one function."""

    def __init__(self, program: Program, function: Function) -> None:
        self.program = program
        self.of = function
        self.temporaries: list[str] = []
        self.loops = 0

    def function(self) -> str:
        body = self.block(self.of.body, "    ")
        names = [f"    {c_type(one.type)}{safe(one.name)} = 0;" for one in self.of.locals]
        names += [f"    {declared};" for declared in self.temporaries]
        place = f"/* {self.of.path.name}:{self.of.line} */"
        return "\n".join(["", place, f"static {head(self.of)} {{", *names, *body, "}"])

    # ---- the order of evaluation

    def writes(self, value: Expression) -> bool:
        return any(
            isinstance(node, tree.Call) and self.program.functions[node.function].writes for node in tree.walk(value)
        )

    def temporary(self, kind: Type) -> str:
        name = f"T{len(self.temporaries)}"
        self.temporaries.append(f"{c_type(kind)}{name}")
        return name

    def ordered(self, values: Sequence[Expression]) -> tuple[list[str], list[str]]:
        """Statements to be put first, and then the values: together they are evaluated from left to right."""
        first: list[str] = []
        found: list[str] = []
        matters = any(self.writes(one) for one in values)
        last = max((i for i, one in enumerate(values) if not isinstance(one, SIMPLE)), default=-1)
        for i, one in enumerate(values):
            text = self.value(one)
            if matters and i < last and not isinstance(one, SIMPLE):
                name = self.temporary(one.type)
                first.append(f"{name} = {text}")
                text = name
            found.append(text)
        return first, found

    def after(self, first: list[str], text: str) -> str:
        return f"({', '.join([*first, text])})" if first else text

    # ---- expressions

    def value(self, e: Expression) -> str:
        match e:
            case tree.Number(value):
                return literal(value)
            case tree.Real(value):
                return value.hex() if value == value and abs(value) != float("inf") else self.strange(value)
            case Local(name):
                return safe(name)
            case tree.TableArray(table, kind):
                return f"({c_type(kind)})K_{table.name}"
            case tree.Place() | tree.Element():
                first, text = self.place(e)
                return self.after(first, text if e.type is tree.FLOAT else f"(I){text}")
            case tree.Row(record, field, indices):
                first, (base, *places) = self.ordered([record, *indices])
                return self.after(first, f"{base}->{safe(field.name)}{''.join(f'[{one}]' for one in places)}")
            case tree.RecordAt(records, index):
                first, (base, at) = self.ordered([records, index])
                return self.after(first, f"(&{base}[{at}])")
            case tree.Binary(op, left, right):
                first, (a, b) = self.ordered([left, right])
                return self.after(first, self.binary(op, a, b))
            case tree.Unary(op, value):
                return f"({op}{self.value(value)})"
            case tree.Not(value):
                return f"(!{self.value(value)})"
            case tree.Truth(value):
                return f"({self.value(value)} != 0)"
            case tree.ToReal(value):
                return f"((double){self.value(value)})"
            case tree.Compare(left, rest):
                return self.compare(left, rest)
            case tree.Logic(op, values):
                return "(" + (" && " if op == "and" else " || ").join(self.value(one) for one in values) + ")"
            case tree.Choice(test, yes, no):
                return f"({self.value(test)} ? {self.value(yes)} : {self.value(no)})"
            case tree.Call(name, arguments):
                first, given = self.ordered(arguments)
                return self.after(first, f"k_{name}({', '.join(given)})")
            case tree.Builtin(name, arguments, kind):
                first, given = self.ordered(arguments)
                word = {"min": "LEAST", "max": "MOST", "abs": "SIZE"}[name] + ("_REAL" if kind is tree.FLOAT else "")
                text = given[0] if name != "abs" else f"{word}({given[0]})"
                for one in given[1:]:
                    text = f"{word}({text}, {one})"
                return self.after(first, text)
        raise AssertionError(e)

    def strange(self, value: float) -> str:
        return "(0.0 / 0.0)" if value != value else "(1.0 / 0.0)" if value > 0 else "(-1.0 / 0.0)"

    def place(self, e: tree.Place | tree.Element) -> tuple[list[str], str]:
        if isinstance(e, tree.Element):
            if isinstance(e.array, tree.TableArray):
                return [], f"K_{e.array.table.name}[{self.value(e.index)}]"
            first, (base, at) = self.ordered([e.array, e.index])
            return first, f"{base}[{at}]"
        first, (base, *indices) = self.ordered([e.record, *e.indices])
        return first, f"{base}->{safe(e.field.name)}{''.join(f'[{one}]' for one in indices)}"

    def binary(self, op: str, a: str, b: str) -> str:
        match op:
            case "//":
                return f"FLOOR_DIV({a}, {b})"
            case "%":
                return f"FLOOR_MOD({a}, {b})"
            case "<<":
                return f"((I)((U){a} << {b}))"
            case ">>":
                return f"((I){a} >> {b})"
        return f"({a} {op} {b})"

    def compare(self, left: Expression, rest: tuple[tuple[str, Expression], ...]) -> str:
        """Each operand once, and in order; `&&` comes after what stands before it."""
        (op, right), *more = rest
        first, (a, b) = self.ordered([left, right])
        again = right
        if more and not isinstance(right, SIMPLE):
            again = Local(self.temporary(right.type), right.type)
            b = f"({again.name} = {b})"
        text = self.after(first, f"({a} {op} {b})")
        return f"({text} && {self.compare(again, tuple(more))})" if more else text

    # ---- statements

    def block(self, body: tuple[Statement, ...], pad: str) -> list[str]:
        return [line for one in body for line in self.statement(one, pad)]

    def statement(self, s: Statement, pad: str) -> list[str]:
        inner = pad + "    "
        match s:
            case tree.Assign(Local(name), value):
                return [f"{pad}{safe(name)} = {self.value(value)};"]
            case tree.Assign(tree.Element() | tree.Place() as target, value):
                return self.assign(target, value, pad)
            case tree.Do(call):
                return [f"{pad}{self.value(call)};"]
            case tree.Copy(source, into):
                first, (a, b) = self.ordered([source, into])
                return [*(f"{pad}{one};" for one in first), f"{pad}CARRY({b}, {a}, sizeof *{a});"]
            case tree.Clear(record):
                text = self.value(record)
                return [f"{pad}FILL({text}, 0, sizeof *{text});"]
            case tree.If(test, body, orelse):
                lines = [f"{pad}if ({self.value(test)}) {{", *self.block(body, inner)]
                if orelse:
                    lines += [f"{pad}}} else {{", *self.block(orelse, inner)]
                return [*lines, f"{pad}}}"]
            case tree.While(test, body):
                return [f"{pad}while ({self.value(test)}) {{", *self.block(body, inner), f"{pad}}}"]
            case tree.Loop():
                return self.loop(s, pad)
            case tree.Break():
                return [f"{pad}break;"]
            case tree.Continue():
                return [f"{pad}continue;"]
            case tree.Return(value):
                return [f"{pad}return{'' if value is None else ' ' + self.value(value)};"]
        raise AssertionError(s)

    def assign(self, target: tree.Element | tree.Place, value: Expression, pad: str) -> list[str]:
        """The value first, then where it goes."""
        if isinstance(target, tree.Element):
            first, (text, base, at) = self.ordered([value, target.array, target.index])
            into = f"{base}[{at}]"
        else:
            first, (text, base, *indices) = self.ordered([value, target.record, *target.indices])
            into = f"{base}->{safe(target.field.name)}{''.join(f'[{one}]' for one in indices)}"
        return [*(f"{pad}{one};" for one in first), f"{pad}{into} = {text};"]

    def loop(self, s: tree.Loop, pad: str) -> list[str]:
        """A counter of its own, for the body may change the variable, and its last value stays."""
        self.loops += 1
        at, end = f"AT{self.loops}", f"END{self.loops}"
        goes = "<" if s.step > 0 else ">"
        return [
            f"{pad}for (I {at} = {self.value(s.start)}, {end} = {self.value(s.stop)}; {at} {goes} {end}; "
            f"{at} += {literal(s.step)}) {{",
            f"{pad}    {safe(s.variable.name)} = {at};",
            *self.block(s.body, pad + "    "),
            f"{pad}}}",
        ]
