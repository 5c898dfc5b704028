"""Kernel Python as a checked, typed tree: what `front` reads and every back writes from.

A number is 64 bits wide; a truth is a number that is 0 or 1. A record, an array and a row of records are addresses.
Expressions are evaluated as Python does it: operands from left to right, once each; the value of an assignment before
its target. A loop evaluates its bounds once, gives its variable each number in turn, and leaves the last one in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from pathlib import Path


class Scalar(Enum):
    INT = "int"
    BOOL = "bool"  # 0 or 1; as good as an int
    FLOAT = "float"
    NONE = "None"  # what a function without a result gives


INT, BOOL, FLOAT, NONE = Scalar


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record, at `offset` bytes from its beginning; a key of `record.LETTERS` is its kind."""

    name: str
    kind: str
    shape: tuple[int, ...]  # () for a number, (5,) for a row, (5, 41) for a grid
    offset: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A record: the memory of the C struct with these fields."""

    name: str
    fields: tuple[Field, ...]
    size: int


@dataclass(frozen=True, slots=True)
class Array:
    """Numbers of one kind in a row, as many as the caller says."""

    kind: str


@dataclass(frozen=True, slots=True)
class Records:
    """Records of one layout in a row, as many as the caller says."""

    layout: Layout


Type = Scalar | Layout | Array | Records


@dataclass(frozen=True, slots=True)
class Table:
    """Numbers that never change, of the narrowest kind that holds them all."""

    name: str
    values: tuple[int, ...]
    kind: str


# ---- expressions; each has a type


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    type: Type = INT


@dataclass(frozen=True, slots=True)
class Real:
    value: float
    type: Type = FLOAT


@dataclass(frozen=True, slots=True)
class Local:
    """An argument or a local name."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class TableArray:
    """A table as an array, for a function that takes one."""

    table: Table
    type: Array


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a record as an array: of a grid the row `indices` says."""

    record: Expression
    field: Field
    indices: tuple[Expression, ...]
    type: Array


@dataclass(frozen=True, slots=True)
class Element:
    """A number of an array."""

    array: Expression
    index: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Place:
    """A number of a record: a field, with one index for each dimension of its shape."""

    record: Expression
    field: Field
    indices: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class RecordAt:
    """One of several records in a row."""

    records: Expression
    index: Expression
    type: Layout


@dataclass(frozen=True, slots=True)
class Binary:
    """`+ - *` of numbers or reals, `/` of reals, `// % & | ^ << >>` of numbers; both sides have the type."""

    op: str
    left: Expression
    right: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Unary:
    """`-` of a number or a real, `~` of a number."""

    op: str
    value: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Not:
    value: Expression  # a truth
    type: Type = BOOL


@dataclass(frozen=True, slots=True)
class Compare:
    """`a < b <= c`: each operand is evaluated once, and none after the first comparison that is false.

    The operands are all numbers (or truths) or all reals.
    """

    first: Expression
    rest: tuple[tuple[str, Expression], ...]  # == != < <= > >= and what stands after it
    type: Type = BOOL


@dataclass(frozen=True, slots=True)
class Logic:
    """`and` or `or` of truths; stops at the first that decides."""

    op: str
    values: tuple[Expression, ...]
    type: Type = BOOL


@dataclass(frozen=True, slots=True)
class Choice:
    """`yes if test else no`: only one of the two is evaluated."""

    test: Expression
    yes: Expression
    no: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Call:
    """A call of another function of the program."""

    function: str
    arguments: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Builtin:
    """`min`, `max` (of two or more) or `abs`, of numbers or of reals."""

    name: str
    arguments: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Truth:
    """Whether a number or a real is not zero."""

    value: Expression
    type: Type = BOOL


@dataclass(frozen=True, slots=True)
class ToReal:
    value: Expression  # a number
    type: Type = FLOAT


Expression = (
    Number | Real | Local | TableArray | Row | Element | Place | RecordAt | Binary | Unary | Not | Compare | Logic
    | Choice | Call | Builtin | Truth | ToReal
)  # fmt: skip


# ---- statements; each has the line on which it stands


@dataclass(frozen=True, slots=True)
class Assign:
    target: Local | Element | Place
    value: Expression
    line: int


@dataclass(frozen=True, slots=True)
class Do:
    """A call whose result, if it has one, is not used."""

    call: Call
    line: int


@dataclass(frozen=True, slots=True)
class Copy:
    """All bytes of a record into another one of the same layout."""

    source: Expression
    into: Expression
    line: int


@dataclass(frozen=True, slots=True)
class Clear:
    """All bytes of a record become zero."""

    record: Expression
    line: int


@dataclass(frozen=True, slots=True)
class If:
    test: Expression  # a truth
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]
    line: int


@dataclass(frozen=True, slots=True)
class While:
    test: Expression  # a truth
    body: tuple[Statement, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Loop:
    """`for variable in range(start, stop, step)`. What the body does to the variable does not change the count."""

    variable: Local
    start: Expression
    stop: Expression
    step: int  # never 0
    body: tuple[Statement, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Break:
    line: int


@dataclass(frozen=True, slots=True)
class Continue:
    line: int


@dataclass(frozen=True, slots=True)
class Return:
    value: Expression | None
    line: int


Statement = Assign | Do | Copy | Clear | If | While | Loop | Break | Continue | Return


# ---- the whole


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    arguments: tuple[Local, ...]
    result: Type
    locals: tuple[Local, ...]  # but for the arguments
    body: tuple[Statement, ...]
    path: Path
    line: int
    writes: bool  # to memory, by itself or by what it calls


@dataclass(frozen=True, slots=True)
class Program:
    """All functions that the exported ones need; names are unique."""

    functions: dict[str, Function]
    layouts: dict[str, Layout]
    tables: dict[str, Table]
    exports: tuple[str, ...]


def walk(node: object) -> Iterator[object]:
    """A node of the tree and all below it, in the order in which they stand."""
    if isinstance(node, tuple):
        for one in node:
            yield from walk(one)
    elif is_dataclass(node) and not isinstance(node, (Layout, Field, Table)):
        yield node
        for field in fields(node):
            yield from walk(getattr(node, field.name))
