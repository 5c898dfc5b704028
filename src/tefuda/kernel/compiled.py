"""The compiled form: `Game` and `Batch` over a library of rules, through the one extension `_core`."""

from __future__ import annotations

import struct
from types import SimpleNamespace
from typing import Any, ClassVar

from tefuda.kernel import batch, learn, net, plain, play
from tefuda.kernel.front import layout_of
from tefuda.kernel.names import Names
from tefuda.kernel.record import LETTERS, Record, dtype
from tefuda.kernel.tree import Field


class Memory(bytearray):
    """A record in the library's memory: bytes, with the same fields as the plain record."""

    _record: ClassVar[type[Record]]
    _bytes: ClassVar[int]

    def __init__(self) -> None:
        super().__init__(self._bytes)

    def pack(self) -> bytes:
        return bytes(self)


class Place:
    """Reads and writes one field of such a record."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.number = struct.Struct(f"@{LETTERS[field.kind]}")

    def __get__(self, memory: Memory, owner: object = None) -> Any:
        at, width, shape = self.field.offset, self.number.size, self.field.shape
        letter: Any = LETTERS[self.field.kind]
        if not shape:
            return self.number.unpack_from(memory, at)[0]
        rows = [
            memoryview(memory)[start : start + width * shape[-1]].cast(letter)
            for start in range(at, at + width * (shape[0] * shape[1] if shape[1:] else shape[0]), width * shape[-1])
        ]
        return rows if shape[1:] else rows[0]

    def __set__(self, memory: Memory, value: float) -> None:
        self.number.pack_into(memory, self.field.offset, value)


def memory_of(record: type[Record]) -> type[Memory]:
    """The class of Memory for one kind of record."""
    layout = layout_of(record)
    places = {field.name: Place(field) for field in layout.fields}
    return type(record.__name__, (Memory,), {"_record": record, "_bytes": layout.size, **places})


class Batch(batch.Batch):
    """A Batch whose arrays the library reads and writes in place."""

    def _made(self, games: int) -> Any:
        import numpy as np

        return np.zeros(games, dtype(self.rules.State._record))

    def _written(self, record: Any, rows: Any) -> Any:
        return rows

    def _show(self) -> None:
        pass

    def _load(self, states: Any) -> None:
        self._states[...] = states

    @property
    def states(self) -> Any:
        return self._states


def classes(library: Any, names: Names) -> tuple[type[plain.Game], type[Batch]]:
    """The Game and the Batch of a loaded library. A position of it has in C what is called for every move."""
    exports = (*play.EXPORTS, *((*net.EXPORTS, *learn.EXPORTS) if "inputs" in names.functions else ()))
    loops = (*play.LOOPS, *net.LOOPS, *learn.LOOPS)
    functions = {name: library.function(name, name in loops) for name in exports}
    records = {name: memory_of(record) for name, record in names.records.items()}
    rules = SimpleNamespace(**names.constants, **records, **functions)
    members = {"rules": rules, "scratch": plain.Scratch(rules.Work)}
    zeroed = {"_clear": lambda self: None}  # as every new position is
    game = type("Game", (library.Position, plain.Game), {**members, **zeroed, "library": library, "__slots__": ()})
    return game, type("Batch", (Batch,), members)
