"""Random kernel functions, run in every form: `python -m tests.kernel.fuzz 100` compares a hundred programs.

The numbers in them stay far below 2**63 and within their fields, as kernel Python must; everything else is at random:
operators, the order of side effects, loops and their variables, conditions, reals. Of the layers of a network, which
compilers and the WebAssembly form do several numbers at a time, the numbers are at random.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

from tefuda.kernel import build, c
from tefuda.kernel.front import program
from tefuda.kernel.net import FIRST, NAMED_MAX, SECOND, TOP
from tefuda.kernel.tree import Program
from tests.kernel.calling import caller
from tests.kernel.reading import module

# A form gets a program and a folder to build in, and gives what calls a function: the name, the bytes of the record and
# three numbers in; the result and the bytes of the record out.
Runner = Callable[[str, bytes, int, int, int], tuple[int, bytes]]
Form = Callable[[Program, Path], Runner]

FUNCTIONS = 30
INPUTS = ((0, 0, 0), (1, 2, 3), (-7, 5, -3), (1000, -1000, 999), (-1, -1, 17))


class Writer:
    """Writes one function after another; each may call those before it."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.functions: list[str] = []
        self.loops = 0

    def module(self) -> str:
        return "\n".join(self.function(i) for i in range(FUNCTIONS))

    def function(self, i: int) -> str:
        head = [f"def f{i}(s: Sample, a: int, b: int, c: int) -> int:"]
        head += ["    x = a", "    y = 3", "    z = 0", "    r: float = 0.5", "    t = False"]
        body = self.block(1, self.rng.randint(3, 8))
        tail = [f"    return {self.small(2)}", ""]
        self.functions.append(f"f{i}")
        return "\n".join([*head, *body, *tail])

    # ---- statements

    def block(self, depth: int, count: int, loop: bool = False) -> list[str]:
        lines = [line for _ in range(count) for line in self.statement(depth, loop)]
        return lines or ["    " * depth + "pass"]

    def statement(self, depth: int, loop: bool) -> list[str]:
        pad, pick = "    " * depth, self.rng.choice
        inner = self.rng.randint(1, 3)
        match self.rng.randrange(13):
            case 0 | 1:
                return [f"{pad}{pick('xyz')} = {self.small(3)}"]
            case 2:
                return [
                    f"{pad}{pick('xyz')} {pick(['+=', '-=', '^=', '|='])} {self.small(2)}",
                    f"{pad}x = x % 5003 - 700",
                ] + [f"{pad}{name} = {name} % 3001 - 1000" for name in "yz"]
            case 3:
                return [f"{pad}{self.place()} = {self.fit(self.small(2))}"]
            case 4:
                return [f"{pad}s.wide {pick(['+=', '-='])} {self.small(2)}"]
            case 5:
                return [f"{pad}s.parts[{self.index(2)}] {pick(['+=', '-='])} {self.small(1)}"]
            case 6:
                return [f"{pad}r = {self.real(2)}", f"{pad}s.reals[{self.index(2)}] = r"]
            case 7:
                return [f"{pad}t = {self.truth(2)}"]
            case 8 if depth < 4:
                lines = [f"{pad}if {self.truth(2)}:", *self.block(depth + 1, inner, loop)]
                if self.rng.random() < 0.5:
                    lines += [f"{pad}else:", *self.block(depth + 1, inner, loop)]
                return lines
            case 9 if depth < 3:
                bounds = pick([f"{self.index(6)}", f"{self.index(3)}, {self.index(9)}", f"{self.index(9)}, -2, -2"])
                variable = pick(["x", "y", "i"])
                first = [f"{pad}i = 1"] if variable == "i" else []
                return [*first, f"{pad}for {variable} in range({bounds}):", *self.block(depth + 1, inner, True)]
            case 10 if depth < 3:
                self.loops += 1
                name = f"n{self.loops}"
                lines = [f"{pad}{name} = {self.index(5)}", f"{pad}while {name} > 0 and {self.truth(1)}:"]
                return [*lines, f"{pad}    {name} -= 1", *self.block(depth + 1, inner, True)]
            case 11 if loop:
                return [f"{pad}if {self.truth(1)}:", f"{pad}    {pick(['break', 'continue'])}"]
            case 12 if self.functions:
                return [f"{pad}{self.call(1)}"]
        return [f"{pad}z = {self.small(2)}"]

    def place(self) -> str:
        return self.rng.choice(
            [
                "s.turn",
                f"s.row[{self.index(3)}]",
                f"s.grid[{self.index(2)}][{self.index(4)}]",
                f"s.row[{self.index(3)}]",
            ]
        )

    # ---- expressions

    def fit(self, text: str) -> str:
        return f"({text}) % 127 - 60"

    def small(self, depth: int) -> str:
        """A number of at most four digits."""
        return f"({self.number(depth)}) % {self.rng.choice([97, 1009, 9973])} - {self.rng.choice([0, 40, 500])}"

    def index(self, length: int) -> str:
        return str(self.rng.randrange(length)) if self.rng.random() < 0.4 else f"({self.number(1)}) % {length}"

    def call(self, depth: int) -> str:
        given = ", ".join(f"{self.number(depth - 1)}" if depth else self.leaf() for _ in range(3))
        return f"{self.rng.choice(self.functions[-6:])}(s, {given})"

    def leaf(self) -> str:
        return self.rng.choice(
            ["a % 999", "b % 998", "c % 997", "x % 9999", "y % 999", "z % 99", "LIMIT", "-3", "12", "s.turn",
             "s.row[1]", "t", "s.grid[1][2]", "s.wide % 1000", "SQUARES[2]", "s.byte", "s.parts[0] % 555"]
        )  # fmt: skip

    def number(self, depth: int) -> str:
        """A number of at most about 2**50, for leaves have at most fourteen bits."""
        if depth <= 0:
            return self.leaf()
        one, two = self.number(depth - 1), self.small(0)
        match self.rng.randrange(14):
            case 0 | 1:
                return f"({one} {self.rng.choice(['+', '-'])} {self.number(depth - 1)})"
            case 2:
                return f"({self.small(depth - 1)}) * ({two})"
            case 3:
                return f"({one}) // {self.rng.choice(['3', '-7', f'(1 + ({two}) % 9)', f'(-1 - ({two}) % 5)'])}"
            case 4:
                return f"({one}) % {self.rng.choice(['5', '-8', f'(2 + ({two}) % 9)', f'(-2 - ({two}) % 5)'])}"
            case 5:
                return f"(({one}) {self.rng.choice('&|^')} ({two}))"
            case 6:
                return f"(({self.small(depth - 1)}) << ({two}) % 9)"
            case 7:
                return f"(({one}) >> ({two}) % 13)"
            case 8:
                return f"{self.rng.choice(['min', 'max'])}({one}, {two}, {self.number(depth - 1)})"
            case 9:
                return f"{self.rng.choice(['abs(', '-(', '~('])}{one})"
            case 10:
                return f"({one} if {self.truth(depth - 1)} else {two})"
            case 11:
                return f"({self.truth(depth - 1)})"
            case 12:
                return f"{self.place()} + SQUARES[{self.index(4)}]"
        return self.call(depth - 1) if self.functions else self.place()

    def truth(self, depth: int) -> str:
        one, two = self.number(depth - 1), self.number(depth - 1)
        sign = self.rng.choice(["<", "<=", "==", "!=", ">", ">="])
        match self.rng.randrange(6):
            case 0 | 1:
                return f"{one} {sign} {two}"
            case 2:
                return f"{one} <= {two} {sign} {self.number(depth - 1)}"
            case 3 if depth > 0:
                return f"({self.truth(depth - 1)} {self.rng.choice(['and', 'or'])} {self.truth(depth - 1)})"
            case 4 if depth > 0:
                return f"(not {self.truth(depth - 1)})"
        return f"r {sign} {self.real(depth - 1)}"

    def real(self, depth: int) -> str:
        if depth <= 0:
            return self.rng.choice(["0.25", "-3.5", "s.reals[0]", "s.reals[1]", "r"])
        one, two = self.real(depth - 1), self.real(depth - 1)
        return self.rng.choice(
            [f"({one} + {self.small(0)})", f"(({self.small(0)}) / 7)", f"({one} - {two}) / 3",
             f"max({one}, {two}) * 0.5", f"min({one}, {two})", f"-({one})",
             f"(abs({one}) if {self.truth(0)} else {two})"]
        )  # fmt: skip


ROWS = 40  # inputs of the networks
LAYERS = f"""
from tefuda.kernel.net import first_layer, last_layer, second_layer
class Sample(Record):
    odd: I8  # so that a row may begin anywhere
    first: Annotated[Ints, "i4", {FIRST}]
    second: Annotated[Ints, "i4", {SECOND}]
    value: Annotated[Ints, "i4", 1]
    given: Annotated[Ints, "i2", {FIRST}]
    changed: Annotated[Ints, "i2", {2 * NAMED_MAX}]
    amounts: Annotated[Ints, "i2", {2 * NAMED_MAX}]
    net: Annotated[Ints, "i2", {ROWS * FIRST + FIRST * SECOND + 2 * SECOND + 1}]
def first(s: Sample, count: int, b: int, c: int) -> int:
    first_layer(s.first, s.net, s.changed, s.amounts, count)
    return 0
def all(s: Sample, count: int, b: int, c: int) -> int:
    first_layer(s.first, s.net, s.changed, s.amounts, count)
    second_layer(s.first, s.given, s.second, s.net, {ROWS * FIRST})
    last_layer(s.second, s.given, s.value, s.net, {ROWS * FIRST + FIRST * SECOND + SECOND})
    return s.value[0]
"""


def fill_layers(s: Any, rng: random.Random) -> None:
    """Numbers as net.py allows them, now and then the largest."""

    def some(length: int, most: int, least: int | None = None) -> list[int]:
        low = -most if least is None else least
        size = rng.choice([1, 3, 40, most])
        extreme = rng.random() < 0.1
        return [
            rng.choice([low, most]) if extreme else rng.randint(max(low, -size), min(most, size)) for _ in range(length)
        ]

    s.first = some(FIRST, 2**30)
    s.changed[:100], s.amounts[:100] = some(100, ROWS - 1, 0), some(100, 127)
    s.net = some(ROWS * FIRST, 2**15 - 1, -(2**15)) + some(FIRST * SECOND + 2 * SECOND + 1, TOP)
    s.second, s.given, s.value = some(SECOND, 9), some(FIRST, 9), some(1, 9)


def plain_form(of: ModuleType) -> Runner:
    def run(name: str, data: bytes, *given: int) -> tuple[int, bytes]:
        record: Any = of.Sample.unpack(data)
        return int(getattr(of, name)(record, *given)), record.pack()

    return run


def c_form(made: Program, folder: Path) -> Runner:
    return library_form(made, folder / "functions.so", build.FLAGS)


def sanitized_form(made: Program, folder: Path) -> Runner:
    return library_form(made, folder / "sanitized.so", build.SANITIZE)


def library_form(made: Program, path: Path, flags: list[str]) -> Runner:
    from tefuda.kernel._core import Library

    build.compile_c(c.emit(made), path, flags)
    library = Library(str(path))

    def run(name: str, data: bytes, *given: int) -> tuple[int, bytes]:
        record = bytearray(data)
        return library.function(name)(record, *given), bytes(record)

    return run


def browser_form(made: Program, folder: Path) -> Runner:
    call = caller(made, folder)

    def run(name: str, data: bytes, *given: int) -> tuple[int, bytes]:
        found, (record,) = call(name, data, *given)
        return found, record

    return run


FORMS: dict[str, Form] = {"c": c_form, "sanitized": sanitized_form, "browser": browser_form}  # beside the plain one


def compare(seed: int, folder: Path, forms: dict[str, Form] = FORMS) -> int:
    """Runs the functions of one program in all forms; AssertionError if they differ. Gives the number of calls."""
    folder.mkdir(parents=True, exist_ok=True)
    of = module(folder, "\n" + Writer(seed).module())
    names = [f"f{i}" for i in range(FUNCTIONS)]
    made = program([of], names)
    reference = plain_form(of)
    runners = {name: form(made, folder) for name, form in forms.items()}
    calls = 0
    for name in names:
        data = of.Sample().pack()
        for given in INPUTS:
            wanted = reference(name, data, *given)
            for form, run in runners.items():
                found = run(name, data, *given)
                assert found == wanted, (
                    f"seed {seed}, {form}, {name}{given}: {found[0]} and not {wanted[0]}; {of.__file__}"
                )
            data = wanted[1]
            calls += 1
    return calls


def compare_layers(seed: int, folder: Path, forms: dict[str, Form] = FORMS) -> int:
    """The same with the layers of a network."""
    folder.mkdir(parents=True, exist_ok=True)
    of = module(folder, LAYERS)
    made = program([of], ["first", "all"])
    reference, rng = plain_form(of), random.Random(seed)
    runners = {name: form(made, folder) for name, form in forms.items()}
    calls = 0
    for count in (0, 1, 2, 3, *(rng.randint(4, 100) for _ in range(6))):
        s = of.Sample()
        fill_layers(s, rng)
        for name, (form, run) in product(("first", "all"), runners.items()):
            wanted, found = (one(name, s.pack(), count, 0, 0) for one in (reference, run))
            assert found == wanted, f"seed {seed}, {form}, {name} layers with {count} changed: {found[0]}, {wanted[0]}"
            calls += 1
    return calls


def main() -> None:
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    calls = 0
    for seed in range(first, first + int(sys.argv[1])):
        with tempfile.TemporaryDirectory() as folder:
            calls += compare(seed, Path(folder)) + compare_layers(seed, Path(folder) / "layers")
    print(f"{calls} calls in {', '.join(['plain', *FORMS])}: all the same")


if __name__ == "__main__":
    main()
