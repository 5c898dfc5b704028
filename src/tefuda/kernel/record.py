"""Records: the fixed-size memory that rules work on.

A game declares its records as classes, once:

    class State(Record):
        turn: I8
        hands: Annotated[Grid, "i2", 5, 41]

In CPython a record is an object of ints and lists. `pack` gives the bytes of the C struct that the compiled form of
the rules holds, so that a state can cross between the two forms and be compared as a whole. `checked` gives the same
record with every index and every value checked, which is what C would not do.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Annotated, Any, NamedTuple, Self, SupportsIndex, TypeVar, get_args, get_type_hints

I8 = Annotated[int, "i1"]
U8 = Annotated[int, "u1"]
I16 = Annotated[int, "i2"]
I32 = Annotated[int, "i4"]
I64 = Annotated[int, "i8"]
F64 = Annotated[float, "f8"]
Ints = list[int]
Grid = list[list[int]]
Reals = list[float]

# The letter of the `struct` module and the limits of each kind of number.
LETTERS = {"i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q", "f8": "d"}
LIMITS = {"i1": (-(2**7), 2**7 - 1), "u1": (0, 2**8 - 1), "i2": (-(2**15), 2**15 - 1), "i4": (-(2**31), 2**31 - 1)}
LIMITS["i8"] = (-(2**63), 2**63 - 1)

R = TypeVar("R", bound="Record")

_fields: dict[type, tuple[Field, ...]] = {}
_layouts: dict[type, struct.Struct] = {}
_found_places: dict[type, list[tuple[str, int, int, tuple[int, ...]]]] = {}


class Field(NamedTuple):
    name: str
    kind: str  # a key of LETTERS
    shape: tuple[int, ...]  # () for a number, (5,) for a row, (5, 41) for a grid

    @property
    def size(self) -> int:
        size = 1
        for length in self.shape:
            size *= length
        return size


def fields(cls: type[Record]) -> tuple[Field, ...]:
    """The fields of a record in their order."""
    if cls in _fields:
        return _fields[cls]
    found = []
    for name, hint in get_type_hints(cls, include_extras=True).items():
        _, kind, *rest = get_args(hint)
        if kind in LETTERS:  # anything else is not in memory
            found.append(Field(name, kind, tuple(length for length in rest if isinstance(length, int))))
    _fields[cls] = tuple(found)
    return _fields[cls]


def remarks(cls: type[Record]) -> dict[str, tuple[Any, ...]]:
    """What else the annotations of a record say about each name, besides its kind and its shape."""
    hints = get_type_hints(cls, include_extras=True)
    return {
        name: tuple(one for one in get_args(hint)[1:] if not isinstance(one, (str, int)))
        for name, hint in hints.items()
    }


def count(cls: type[Record]) -> int:
    """How many numbers a record holds."""
    return sum(field.size for field in fields(cls))


def layout(cls: type[Record]) -> struct.Struct:
    """The C struct of a record: native alignment, padded at the end to the widest field."""
    if cls in _layouts:
        return _layouts[cls]
    widest = max((f.kind for f in fields(cls)), key=lambda kind: int(kind[1]))
    numbers = "".join(f"{f.size}{LETTERS[f.kind]}" for f in fields(cls))
    _layouts[cls] = struct.Struct(f"@{numbers}0{LETTERS[widest]}")
    return _layouts[cls]


def dtype(cls: type[Record]) -> Any:
    """The same struct as a NumPy dtype."""
    import numpy as np

    return np.dtype([(f.name, f.kind, f.shape) for f in fields(cls)], align=True)


class Record:
    """Plain form: ints and lists. All fields start at zero."""

    def __init__(self) -> None:
        self.__dict__.update(_values(type(self), bytes(layout(type(self)).size)))

    def clone(self) -> Self:
        new = type(self).__new__(type(self))
        for name, value in self.__dict__.items():
            new.__dict__[name] = _copy(value)
        return new

    def pack(self) -> bytes:
        numbers: list[int] = []
        for name, _, _, shape in _places(type(self)):
            value = self.__dict__[name]
            if not shape:
                numbers.append(value)
            elif len(shape) == 1:
                numbers += value
            else:
                for row in value:
                    numbers += row
        return layout(type(self)).pack(*numbers)

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        new = cls.__new__(cls)
        new.__dict__.update(_values(cls, data))
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.__dict__ == other.__dict__

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value}' for name, value in self.__dict__.items())})"


class Setup(Record):
    """What every match begins with. A game's own `Options` add its options, and are the first fields of its State."""

    seats: I16


def copy(source: R, into: R) -> None:
    """All fields of a record into another one of the same kind. Its rows stay the same lists, as they stay in C."""
    for name, value in source.__dict__.items():
        if isinstance(value, list):
            _fill(into.__dict__[name], value)
        else:
            into.__dict__[name] = value


def clear(record: Record) -> None:
    """All fields of a record become zero."""
    copy(type(record)(), record)


def _fill(row: list[Any], values: list[Any]) -> None:
    if isinstance(values[0], list):
        for inner, given in zip(row, values, strict=True):
            _fill(inner, given)
    else:
        list.__setitem__(row, slice(None), values)  # they fit: they come from such a row


def _values(cls: type[Record], data: bytes) -> dict[str, Any]:
    """The fields of a packed record as ints and lists."""
    names, numbers, rows = _memory(cls)  # type: ignore[arg-type]  # a class can be hashed
    found: dict[str, Any] = dict(zip(names, numbers.unpack(data), strict=True))
    memory = memoryview(data)
    for name, at, stop, letter, shape in rows:
        found[name] = memory[at:stop].cast(letter, shape).tolist()  # type: ignore[call-overload]  # its rows may be two
    return found


@cache
def _memory(cls: Any) -> tuple[list[str], struct.Struct, list[tuple[str, int, int, str, tuple[int, ...]]]]:
    """Where the fields of a record stand: its single numbers, which are read at once, and its rows and grids."""
    names, rows, at = [], [], 0
    form = "="
    for field in fields(cls):
        width = struct.calcsize(LETTERS[field.kind])
        form += f"{-at % width}x"
        at += -at % width
        stop = at + field.size * width
        if field.shape:
            rows.append((field.name, at, stop, LETTERS[field.kind], field.shape))
            form += f"{stop - at}x"
        else:
            names.append(field.name)
            form += LETTERS[field.kind]
        at = stop
    return names, struct.Struct(f"{form}{layout(cls).size - at}x"), rows


def _places(cls: type[Record]) -> list[tuple[str, int, int, tuple[int, ...]]]:
    """Where each field stands among the numbers of a record."""
    if cls not in _found_places:
        at, found = 0, []
        for field in fields(cls):
            found.append((field.name, at, at + field.size, field.shape))
            at += field.size
        _found_places[cls] = found
    return _found_places[cls]


def _copy(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    if isinstance(value, CheckedRow):
        return CheckedRow(value.name, value.kind, [_copy(item) for item in value])
    return [item[:] if isinstance(item, list) else item for item in value]


class CheckedRow(list[Any]):
    """A row that refuses a negative index and a number that does not fit."""

    def __init__(self, name: str, kind: str, items: list[Any]) -> None:
        super().__init__(items)
        self.name = name
        self.kind = kind

    def __getitem__(self, index: Any) -> Any:
        if type(index) is int and 0 <= index < len(self):  # nearly always, so nothing else is called
            return list.__getitem__(self, index)
        self._check_index(index)
        return list.__getitem__(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check_index(index)
        check_fits(self.name, self.kind, value)
        list.__setitem__(self, index, value)

    def _check_index(self, index: SupportsIndex) -> None:
        if not isinstance(index, int) or not 0 <= index < len(self):
            raise IndexError(f"{self.name}[{index}] is outside 0 to {len(self) - 1}")


def check_fits(name: str, kind: str, value: object) -> None:
    if kind == "f8":
        if not isinstance(value, (int, float)):
            raise OverflowError(f"{value!r} does not fit {name}, which holds reals")
        return
    low, high = LIMITS[kind]
    if not isinstance(value, int) or not low <= value <= high:
        raise OverflowError(f"{value!r} does not fit {name}, which holds {low} to {high}")


def checked(cls: type[R]) -> type[R]:
    """The record with every index and every value checked."""
    kinds = {field.name: field.kind for field in fields(cls)}

    def rows(name: str, value: Any) -> Any:
        return CheckedRow(name, kinds[name], [rows(name, v) for v in value]) if isinstance(value, list) else value

    class Checked(cls):  # type: ignore[valid-type,misc]  # the base class is a value here
        def __init__(self) -> None:
            super().__init__()
            self.__dict__.update({name: rows(name, value) for name, value in self.__dict__.items()})

        def __setattr__(self, name: str, value: object) -> None:
            if name not in kinds:
                raise AttributeError(f"{cls.__name__} has no field {name}")
            if not isinstance(value, list):
                check_fits(name, kinds[name], value)
            self.__dict__[name] = value

        @classmethod
        def unpack(self, data: bytes) -> Any:
            new = self.__new__(self)
            new.__dict__.update({name: rows(name, value) for name, value in cls.unpack(data).__dict__.items()})
            return new

    Checked.__name__ = Checked.__qualname__ = cls.__name__
    Checked.__annotations__ = {}
    Checked._record = cls  # as the records of a library have it
    return Checked
