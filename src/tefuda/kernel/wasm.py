"""The binary format of WebAssembly: as much of it as kernel Python needs.

A module is a list of sections, an instruction a byte or two and its operands; so code is `bytes`, made by joining them.
Functions are numbered in the order in which they are given, and so are the parameters and locals of each.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import NamedTuple

I32, I64, F64, V128 = b"\x7f", b"\x7e", b"\x7c", b"\x7b"  # types of values; a V128 is several numbers side by side
NOTHING = b"\x40"  # what a block gives that leaves no value
PAGE = 1 << 16  # the unit in which memory grows

_HEADER = b"\0asm\1\0\0\0"
_CUSTOM, _TYPES, _FUNCTIONS, _MEMORY, _EXPORTS, _CODE, _DATA = 0, 1, 3, 5, 7, 10, 11

OPCODES = {
    "unreachable": b"\x00", "return": b"\x0f", "drop": b"\x1a", "select": b"\x1b", "end": b"\x0b", "else": b"\x05",
    "i32.eqz": b"\x45", "i32.lt_u": b"\x49", "i32.add": b"\x6a", "i32.mul": b"\x6c", "i32.and": b"\x71",
    "i32.or": b"\x72", "i32.shl": b"\x74",
    "i64.eqz": b"\x50", "i64.eq": b"\x51", "i64.ne": b"\x52", "i64.lt_s": b"\x53", "i64.gt_s": b"\x55",
    "i64.le_s": b"\x57", "i64.ge_s": b"\x59",
    "f64.eq": b"\x61", "f64.ne": b"\x62", "f64.lt": b"\x63", "f64.gt": b"\x64", "f64.le": b"\x65", "f64.ge": b"\x66",
    "i64.add": b"\x7c", "i64.sub": b"\x7d", "i64.mul": b"\x7e", "i64.div_s": b"\x7f", "i64.rem_s": b"\x81",
    "i64.and": b"\x83", "i64.or": b"\x84", "i64.xor": b"\x85", "i64.shl": b"\x86", "i64.shr_s": b"\x87",
    "f64.abs": b"\x99", "f64.neg": b"\x9a", "f64.floor": b"\x9c",
    "f64.add": b"\xa0", "f64.sub": b"\xa1", "f64.mul": b"\xa2", "f64.div": b"\xa3",
    "i32.wrap_i64": b"\xa7", "i64.extend_i32_u": b"\xad", "f64.convert_i64_s": b"\xb9",
    "i32x4.splat": b"\xfd\x11", "i16x8.narrow_i32x4_s": b"\xfd\x85\x01",
    "i32x4.shr_s": b"\xfd\xac\x01", "i32x4.add": b"\xfd\xae\x01",
    "i32x4.min_s": b"\xfd\xb6\x01", "i32x4.max_s": b"\xfd\xb8\x01", "i32x4.dot_i16x8_s": b"\xfd\xba\x01",
}  # fmt: skip
# How a number of each kind of `record.py` is loaded as an i64 or f64, or stored from one.
LOADS = {"i1": b"\x30", "u1": b"\x31", "i2": b"\x32", "i4": b"\x34", "i8": b"\x29", "f8": b"\x2b"}
STORES = {"i1": b"\x3c", "u1": b"\x3c", "i2": b"\x3d", "i4": b"\x3e", "i8": b"\x37", "f8": b"\x39"}


def op(*names: str) -> bytes:
    """Instructions without operands."""
    return b"".join(OPCODES[name] for name in names)


def unsigned(number: int) -> bytes:
    """LEB128: seven bits a byte, the lowest first."""
    found = bytearray()
    while number >= 0x80:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def signed(number: int) -> bytes:
    """LEB128 with a sign, which is the second bit of the last byte."""
    found = bytearray()
    while not -0x40 <= number < 0x40:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number & 0x7F])


def i32(number: int) -> bytes:
    return b"\x41" + signed(number)


def i64(number: int) -> bytes:
    return b"\x42" + signed(number)


def f64(number: float) -> bytes:
    return b"\x44" + struct.pack("<d", number)


def get(local: int) -> bytes:
    return b"\x20" + unsigned(local)


def put(local: int) -> bytes:
    return b"\x21" + unsigned(local)


def tee(local: int) -> bytes:
    """Puts the value and leaves it on the stack."""
    return b"\x22" + unsigned(local)


def call(function: int) -> bytes:
    return b"\x10" + unsigned(function)


def load(kind: str, offset: int) -> bytes:
    """The address is on the stack."""
    return LOADS[kind] + b"\0" + unsigned(offset)


def store(kind: str, offset: int) -> bytes:
    """The address and the value are on the stack."""
    return STORES[kind] + b"\0" + unsigned(offset)


def load_32(kind: str, offset: int) -> bytes:
    """A narrow number as an i32; the address is on the stack."""
    return {"i2": b"\x2e", "u2": b"\x2f"}[kind] + b"\0" + unsigned(offset)


def store_32(offset: int) -> bytes:
    """The address and the i32 are on the stack."""
    return b"\x36\0" + unsigned(offset)


def load_vector(offset: int) -> bytes:
    """Sixteen bytes; the address is on the stack."""
    return b"\xfd\0\0" + unsigned(offset)


def store_vector(offset: int) -> bytes:
    """The address and the vector are on the stack."""
    return b"\xfd\x0b\0" + unsigned(offset)


def shuffle(*bytes_: int) -> bytes:
    """A vector of these bytes of the two on the stack; those of the second count from 16."""
    return b"\xfd\x0d" + bytes(bytes_)


def lane(number: int) -> bytes:
    """One of the four 32-bit numbers of a vector."""
    return b"\xfd\x1b" + bytes([number])


def copy() -> bytes:
    """Copies memory; on the stack are the target, the source and the number of bytes."""
    return b"\xfc\x0a\0\0"


def fill() -> bytes:
    """Fills memory; on the stack are the target, the value of each byte and the number of bytes."""
    return b"\xfc\x0b\0"


def branch(depth: int) -> bytes:
    """Leaves so many blocks, or goes back to the begin of that loop; 0 is the innermost."""
    return b"\x0c" + unsigned(depth)


def branch_if(depth: int) -> bytes:
    return b"\x0d" + unsigned(depth)


def block(body: bytes, gives: bytes = NOTHING) -> bytes:
    return b"\x02" + gives + body + op("end")


def loop(body: bytes) -> bytes:
    return b"\x03" + NOTHING + body + op("end")


def choose(then: bytes, otherwise: bytes = b"", gives: bytes = NOTHING) -> bytes:
    """`if`: the condition is on the stack."""
    return b"\x04" + gives + then + (op("else") + otherwise if otherwise else b"") + op("end")


class Function(NamedTuple):
    """The types are strings of I32, I64, F64 and V128; the code ends without `end`."""

    name: str
    parameters: bytes
    gives: bytes
    locals: bytes
    code: bytes
    export: bool = False


def module(
    functions: Sequence[Function], memory: int, data: Iterable[tuple[int, bytes]], custom: dict[str, bytes]
) -> bytes:
    """A module that exports its memory of so many bytes, filled with these data, and the functions that say so."""
    kinds = list(dict.fromkeys((function.parameters, function.gives) for function in functions))
    exported = [_name(f.name) + b"\0" + unsigned(i) for i, f in enumerate(functions) if f.export]
    names = _vector([unsigned(i) + _name(function.name) for i, function in enumerate(functions)])
    return b"".join(
        [
            _HEADER,
            _section(_TYPES, _vector([b"\x60" + _sized(takes) + _sized(gives) for takes, gives in kinds])),
            _section(_FUNCTIONS, _vector([unsigned(kinds.index((f.parameters, f.gives))) for f in functions])),
            _section(_MEMORY, _vector([b"\0" + unsigned(-(-memory // PAGE))])),
            _section(_EXPORTS, _vector([_name("memory") + b"\2\0", *exported])),
            _section(_CODE, _vector([_sized(_locals(f.locals) + f.code + op("end")) for f in functions])),
            _section(_DATA, _vector([b"\0" + i32(at) + op("end") + _sized(values) for at, values in data])),
            *(_section(_CUSTOM, _name(name) + content) for name, content in custom.items()),
            _section(_CUSTOM, _name("name") + b"\1" + _sized(names)),
        ]
    )


def _sized(content: bytes) -> bytes:
    return unsigned(len(content)) + content


def _name(text: str) -> bytes:
    return _sized(text.encode())


def _vector(items: Sequence[bytes]) -> bytes:
    return unsigned(len(items)) + b"".join(items)


def _section(number: int, content: bytes) -> bytes:
    return bytes([number]) + _sized(content)


def _locals(types: bytes) -> bytes:
    """Runs of the same type, each with its length."""
    runs: list[tuple[int, int]] = []
    for kind in types:
        if runs and runs[-1][1] == kind:
            runs[-1] = (runs[-1][0] + 1, kind)
        else:
            runs.append((1, kind))
    return _vector([unsigned(count) + bytes([kind]) for count, kind in runs])
