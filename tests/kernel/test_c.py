"""The C writer: what C leaves undefined, does differently or reserves as a name; and random functions in all
forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tefuda.kernel import build, c
from tefuda.kernel._core import Library
from tefuda.kernel.front import program
from tests.kernel.fuzz import compare
from tests.kernel.reading import module

TEXT = """
def push(s: Sample, n: int) -> int:
    s.wide = s.wide * 10 + n
    return n
def order(s: Sample) -> int:
    return push(s, 1) + push(s, 2) * push(s, 3) - s.wide
def arguments(s: Sample) -> int:
    return three(push(s, 1), s.wide, push(s, 2))
def three(a: int, b: int, c: int) -> int:
    return a * 100 + b * 10 + c
def read_before(s: Sample) -> int:
    return s.wide + push(s, 5)
def changed_while_added(s: Sample) -> int:
    s.wide = 7
    s.wide += push(s, 3)
    return s.wide
def value_before_place(s: Sample) -> int:
    s.row[s.wide % 3] = push(s, 1)
    return s.row[1]
def place_once(s: Sample) -> int:
    s.row[push(s, 2)] += push(s, 1)
    return s.wide
def chained(s: Sample) -> int:
    return (push(s, 1) < push(s, 3) < push(s, 2)) + (push(s, 2) < push(s, 1) < push(s, 9)) * 10
def lazy(s: Sample) -> int:
    if push(s, 0) > 0 and push(s, 1) > 0 or push(s, 2) > 0:
        return push(s, 3) if s.wide == 2 else push(s, 4)
    return 0
def loop(s: Sample) -> int:
    i = 5
    for i in range(push(s, 0), push(s, 3)):
        s.row[i] = i + 1
        i = 7
    for i in range(9, 9):
        i = 1
    return i
def down(s: Sample) -> int:
    n = 0
    for i in range(7, -1, -3):
        n = n * 10 + i
    return n
def divided(s: Sample) -> int:
    return ((-7 // 2) * 1000 + (-7 % 2) * 100 + (7 // -2) * 10 + 7 % -2) + (s.wide - 7) // 2 + (s.wide - 7) % 3
def shifted(s: Sample) -> int:
    return (-5 >> 1) + (ONE << 40) + (-ONE << 3) + (s.turn - 1 << 33)
def wide(s: Sample) -> int:
    s.row[0] = 30000
    s.row[1] = 30000
    return s.row[0] * s.row[1] * s.row[0]
def reserved(s: Sample) -> int:
    short = 3
    int_ = 4
    register = short + int_
    return double(register)
def double(signed: int) -> int:
    return signed * 2
def truths(s: Sample) -> int:
    t = s.wide > 0 or s.turn == 0
    u = not t
    return (t + t) * 10 + u + -t
def lowest(s: Sample) -> int:
    return LEAST + 1
def rows(s: Sample) -> int:
    row = s.grid[1]
    row[2] = 9
    return s.grid[1][2] + total(row, 4) * 10 + total_of(SQUARES, 4) * 1000
def total(row: Annotated[Ints, "i1"], n: int) -> int:
    found = 0
    for i in range(n):
        found += row[i]
    return found
def total_of(row: Annotated[Ints, "i1"], n: int) -> int:
    return total(row, n)
def whole(s: Sample) -> int:
    s.row[2] = 5
    clear(s)
    return s.row[2]
ONE = 1
LEAST = -(2**63)
"""
NAMES = [
    "order", "arguments", "read_before", "changed_while_added", "value_before_place", "place_once", "chained", "lazy",
    "loop", "down", "divided", "shifted", "wide", "reserved", "truths", "lowest", "rows", "whole",
]  # fmt: skip


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, dict[str, Library]]:
    folder = tmp_path_factory.mktemp("c")
    of = module(folder, TEXT)
    text = c.emit(program([of], NAMES))
    found = {}
    for flags in (build.FLAGS, ["-O0"]):
        path = folder / f"functions{flags[0]}.so"
        build.compile_c(text, path, flags)
        found[flags[0]] = Library(str(path))
    return of, found


@pytest.mark.parametrize("name", NAMES)
def test_c_does_what_python_does(forms: tuple[Any, dict[str, Library]], name: str) -> None:
    of, libraries = forms
    record = of.Sample()
    wanted = int(getattr(of, name)(record))
    for flags, library in libraries.items():
        data = bytearray(len(record.pack()))
        assert library.function(name)(data) == wanted, flags
        assert bytes(data) == record.pack(), flags


def test_the_examples_depend_on_the_order_of_evaluation(forms: tuple[Any, dict[str, Library]]) -> None:
    """The examples above are worth something only if another order would give something else."""
    of, _ = forms
    results = {name: getattr(of, name)(of.Sample()) for name in NAMES}
    assert results["order"] == 1 + 2 * 3 - 123
    assert results["arguments"] == 1 * 100 + 1 * 10 + 2
    assert results["read_before"] == 5
    assert results["changed_while_added"] == 10
    assert results["value_before_place"] == 1
    assert results["place_once"] == 21
    assert results["loop"] == 7
    assert results["lazy"] == 3
    assert results["lowest"] == -(2**63) + 1


def test_functions_take_memory_of_the_right_size(forms: tuple[Any, dict[str, Library]]) -> None:
    of, libraries = forms
    call = libraries["-O0"].function("order")
    size = len(of.Sample().pack())
    with pytest.raises(ValueError, match=f"argument 0 has {size - 1} bytes where it should have {size}"):
        call(bytearray(size - 1))
    with pytest.raises((BufferError, TypeError)):
        call(bytes(size))
    with pytest.raises(TypeError, match="takes 1 arguments, not 2"):
        call(bytearray(size), 1)
    with pytest.raises(TypeError):
        call(3)
    with pytest.raises(AttributeError, match="no function push"):
        libraries["-O0"].function("push")


def test_a_library_of_something_else_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.so"
    build.compile_c("int tefuda_rules[2] = {0, 0};", other, ["-fvisibility=default"])
    with pytest.raises(ImportError, match="another version of the kernel"):
        Library(str(other))
    build.compile_c("int nothing;", tmp_path / "empty.so", [])
    with pytest.raises(ImportError, match="no library of rules"):
        Library(str(tmp_path / "empty.so"))


def test_floats_are_not_exported(tmp_path: Path) -> None:
    for text in ("def f(x: float) -> int:\n    return 1\n", "def f(x: int) -> float:\n    return x / 2\n"):
        with pytest.raises(ValueError, match="f cannot be exported"):
            c.emit(program([module(tmp_path, text)], ["f"]))


@pytest.mark.parametrize("seed", [1, 2])
def test_random_functions_are_the_same_in_all_forms(seed: int, tmp_path: Path) -> None:
    assert compare(seed, tmp_path) == 150


def test_the_comparison_would_notice(tmp_path: Path) -> None:
    """A form that gets one thing wrong: it divides as C does."""
    wrong = {
        "wrong": lambda made, folder: library(
            c.emit(made).replace("- ((a % b != 0) & ((a < 0) != (b < 0)))", ""), folder
        )
    }

    def library(text: str, folder: Path) -> Any:
        build.compile_c(text, folder / "wrong.so", ["-O0"])
        found = Library(str(folder / "wrong.so"))

        def run(name: str, data: bytes, *given: int) -> tuple[int, bytes]:
            record = bytearray(data)
            return found.function(name)(record, *given), bytes(record)

        return run

    with pytest.raises(AssertionError, match="seed 1, wrong"):
        compare(1, tmp_path, wrong)
