"""The WebAssembly form: what each construct of kernel Python means there; what the file says; what is refused."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tefuda.kernel.browser import build
from tefuda.kernel.front import program
from tefuda.kernel.record import Record
from tefuda.kernel.sources import games
from tefuda.kernel.wasm import signed, unsigned
from tests.kernel.calling import caller
from tests.kernel.reading import module

NUMBERS = (-(2**40) - 7, -9, -8, -1, 0, 1, 7, 8, 2**40 + 5)
ARITHMETIC = """
def sums(a: int, b: int) -> int:
    return (a + b) * 3 - (a - b) + -a + ~b
def bits(a: int, b: int) -> int:
    return (a & b) ^ (a | 12) ^ (b << 3) ^ (a >> 2)
def shifted(a: int, b: int) -> int:
    return (a << (b & 7)) + (b >> (a & 63))
def divided(a: int, b: int) -> int:
    return 0 if b == 0 else a // b * 1000 + a % b
def by_constants(a: int, b: int) -> int:
    return a // 8 + a % 8 * 3 + b // 1 + b % 1 + a // 7 * 5 + a % 7 + b // -8 * 11 + b % -8
def extremes(a: int, b: int) -> int:
    return min(a, b) - max(a, b, 3) * 2 + min(7, a, b, -2) + abs(a) - abs(-b)
def compared(a: int, b: int) -> int:
    return (a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b) + 32 * (a != b)
def chained(a: int, b: int) -> bool:
    return a < b <= 8 != a
def truths(a: int, b: int) -> bool:
    return not a or (b > 0 and not a == b) or False
def chosen(a: int, b: int) -> int:
    return a if a > b else b + 1 if b > 3 else 5
def as_number(a: int, b: int) -> int:
    c = a > b
    d = c + (b > 0)
    return d * 10 + c
def real(a: int, b: int) -> float:
    c: float = a / 3
    d: float = b
    return -c * 0.5 + min(d, c, 1.5) - max(c, 2) + abs(c) + (d if c < d <= 9.0 else 0.25) + (1.5 if d else c)
def not_nothing(a: int, b: int) -> bool:
    c: float = a / 16
    return c != 0 if b else not c
"""
LOOPS = """
def total(a: int, b: int) -> int:
    found = 0
    for i in range(a, b):
        if i == 3:
            continue
        if i > 6:
            break
        found += i
    return found
def down(a: int, b: int) -> int:
    found = 0
    for i in range(b, a, -2):
        found = found * 3 + i
    return found
def last(a: int, b: int) -> int:
    i = 77
    for i in range(a, b, 3):
        i += 100
    return i
def once(a: int, b: int) -> int:
    found = 0
    for i in range(b):
        b += 5
        found += i
    return found + b
def nested(a: int, b: int) -> int:
    found = 0
    for i in range(b):
        for j in range(i, b):
            if j == 2:
                continue
            while True:
                found += 1
                if found % 3 == 0:
                    break
            if found > 50:
                break
        else_ = i
        found += else_
    return found
def collatz(a: int, b: int) -> int:
    steps = 0
    b = abs(b) + 1
    while b != 1 and steps < 100:
        steps += 1
        if b % 2:
            b = 3 * b + 1
            continue
        b = b // 2
    return steps
def early(a: int, b: int) -> int:
    for i in range(10):
        while a < 100:
            if i * a > b:
                return i
            a += 1 + i
    return -1
"""
RECORDS = """
WIDE = (2**40, -1, 5)
SMALL = (-128, 127)
BYTES = (200, 255, 0)
SHORTS = (-300, 300)
INTS = (-70000, 5)
def fields(s: Sample, a: int) -> int:
    s.turn = -3
    s.wide = s.wide - (8589934592 + a)
    s.byte += 200
    return s.turn + s.wide + s.byte
def rows(s: Sample, a: int) -> int:
    for i in range(3):
        s.row[i] = s.row[2 - i] * 2 + i + a
    s.parts[1] = s.row[0] + LIMIT
    return s.parts[0] + s.parts[a & 1]
def grids(s: Sample, a: int) -> int:
    for i in range(2):
        for j in range(4):
            s.grid[i][j] = s.grid[1 - i][3 - j] + 1 + j
    s.grid[1][a & 3] = -5
    s.grid[a & 1][2] += 7
    return s.grid[a & 1][3] * 100 + s.grid[1][0]
def cut(s: Sample, a: int) -> int:
    s.turn = a & 127
    s.byte = a & 255
    s.row[a & 1] = (a & 0xFFFF) - 0x8000
    return s.turn + s.byte + s.row[a & 1]
def tables(s: Sample, a: int) -> int:
    return WIDE[a % 3] + SMALL[a % 2] * 3 + BYTES[a % 3] * 5 + SHORTS[a % 2] * 7 + INTS[a % 2] * 11 + SQUARES[2]
def step(s: Sample) -> int:
    s.turn += 1
    return s.turn
def told(s: Sample, a: int) -> int:
    s.turn = 0
    found = step(s) * 100 + step(s) * 10 + step(s)
    s.row[s.turn - 3] = step(s)
    s.row[step(s) - 4] = s.turn
    s.row[1] += step(s)
    return found + (1 < step(s) < 100) + (step(s) < step(s) < 3 < step(s)) + s.turn
def twice(s: Sample, t: Sample, a: int) -> None:
    copy(s, t)
    s.turn = 9
    if a > 0:
        clear(s)
        s.wide = t.turn
        return
    t.row[0] = 1
def weighed(s: Sample, a: int) -> float:
    s.reals[a & 1] = s.reals[1] / 4 + a
    s.reals[step(s) & 1] = s.reals[0] - s.turn
    s.reals[0] += s.reals[1] * 0.5
    return s.reals[a & 1]
def emptied(s: Sample) -> int:
    clear(s)
    return 1
def into_old_rows(s: Sample, a: int) -> int:
    s.row[1] = 7
    s.grid[emptied(s)][a & 3] = 5
    return s.row[1]
def ignored(s: Sample, a: int) -> int:
    step(s)
    twice(s, s, a)
    return s.turn
"""


def functions(text: str) -> list[str]:
    return [line[4:].partition("(")[0] for line in text.splitlines() if line.startswith("def ")]


def in_plain(of: ModuleType, name: str, *values: Any) -> tuple[Any, list[bytes]]:
    """What a function gives, and the bytes of its records afterwards."""
    copies = [value.clone() if isinstance(value, Record) else value for value in values]
    given = getattr(of, name)(*copies)
    return given, [value.pack() for value in copies if isinstance(value, Record)]


@pytest.mark.parametrize("text", [ARITHMETIC, LOOPS], ids=["arithmetic", "loops"])
def test_numbers_mean_the_same(tmp_path: Path, text: str) -> None:
    of = module(tmp_path, text)
    call = caller(program([of], functions(text)), tmp_path)
    some = NUMBERS if text is ARITHMETIC else (-5, 0, 1, 4, 9)
    for name, a, b in product(functions(text), some, some):
        assert call(name, a, b) == in_plain(of, name, a, b), f"{name}({a}, {b})"


def test_records_mean_the_same(tmp_path: Path) -> None:
    of = module(tmp_path, RECORDS)
    call = caller(program([of], functions(RECORDS)), tmp_path)
    met = set()
    for name, a in product(functions(RECORDS), range(6)):
        s, t = of.Sample(), of.Sample()
        s.turn, s.byte, s.wide, s.row, s.grid = -a, a, 2**40 * a, [a, 5, -300], [[1, 2, 3, a], [-4, 5, 6, -7]]
        s.parts, s.reals = [2**50, -(2**50)], [1.25, -a / 3]
        given = {"step": (s,), "emptied": (s,), "twice": (s, t, a - 3)}.get(name, (s, a))
        found = call(name, *(value.pack() if isinstance(value, Record) else value for value in given))
        assert found == in_plain(of, name, *given), f"{name}, {a}"
        met.add(str(found))
    assert len(met) > 30, "they are not all alike"


@pytest.mark.parametrize(
    ("number", "plain", "with_sign"),
    [(0, "00", "00"), (63, "3f", "3f"), (64, "40", "c000"), (127, "7f", "ff00"), (128, "8001", "8001"),
     (624485, "e58e26", "e58e26"), (2**32, "8080808010", "8080808010")],
)  # fmt: skip
def test_whole_numbers_are_leb128(number: int, plain: str, with_sign: str) -> None:
    assert unsigned(number).hex() == plain
    assert signed(number).hex() == with_sign


@pytest.mark.parametrize(
    ("number", "code"),
    [(-1, "7f"), (-64, "40"), (-65, "bf7f"), (-123456, "c0bb78"), (-(2**63), "8080808080808080807f")],
)
def test_negative_numbers_are_leb128(number: int, code: str) -> None:
    assert signed(number).hex() == code


def test_the_command_writes_a_game(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tefuda.kernel.browser"]
    done = subprocess.run([*command, "scout"], cwd=tmp_path, capture_output=True, text=True, check=True)
    written = (tmp_path / "scout.wasm").read_bytes()
    assert written == build("scout")
    assert done.stdout.startswith(f"scout.wasm: {len(written):,} bytes, ")
    subprocess.run([*command, "gift", "-o", "other"], cwd=tmp_path, capture_output=True, check=True)
    assert (tmp_path / "other").read_bytes() == build("gift")
    wrong = subprocess.run([*command, "chess"], cwd=tmp_path, capture_output=True, text=True)
    assert wrong.returncode == 2 and "chess" in wrong.stderr and "scout" in wrong.stderr
    nowhere = subprocess.run([*command, "scout", "-o", "no/where"], cwd=tmp_path, capture_output=True, text=True)
    assert nowhere.returncode == 2 and "no/where" in nowhere.stderr and "Traceback" not in nowhere.stderr


@pytest.mark.parametrize("game", games())
def test_a_file_is_small(game: str) -> None:
    """A phone loads it in no time."""
    assert len(build(game)) < 37_000
