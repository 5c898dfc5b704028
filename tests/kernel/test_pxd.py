"""The .pxd generator: what it declares, and what it refuses to compile."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tefuda.kernel.build import constants, generate, rules_only
from tefuda.kernel.pxd import NotKernelPython, pxd
from tests.kernel.test_records import Sample

SOURCE = """
def double(s: Sample, n: int) -> int:
    twice = 2 * n
    share: float = 0.5
    for i in range(n):
        s.row[i] = twice
    return twice if share > 0 else LIMIT
"""


def test_records_constants_and_functions_are_declared() -> None:
    text = pxd([Sample], {"LIMIT": 7}, SOURCE)
    for line in (
        "    #define TEFUDA_LIMIT 7LL",
        '    const long long LIMIT "TEFUDA_LIMIT"',
        "cdef struct Sample:",
        "    short row[3]",
        "    signed char grid[2][4]",
        '@cython.locals(share="double", twice="long long", i="long long")',
        "cdef long long double(Sample* s, long long n) noexcept nogil",
    ):
        assert line in text.splitlines()


def test_a_tuple_is_an_array_of_the_narrowest_numbers() -> None:
    text = pxd([Sample], {"SMALL": (-128, 127), "BYTES": (0, 255), "WIDE": (0, -(2**15), 7)}, "")
    for line in (
        "    static const signed char TEFUDA_SMALL[2] = {-128, 127};",
        "    static const unsigned char TEFUDA_BYTES[2] = {0, 255};",
        "    static const short TEFUDA_WIDE[3] = {0, -32768, 7};",
        '    const short WIDE "TEFUDA_WIDE"[3]',
    ):
        assert line in text.splitlines()


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return [n]", "List"),
        ("return {n: 1}", "Dict"),
        ("return s.row[0:2]", "Slice"),
        ("return n / 2", "Div"),
        ("return n ** 2", "Pow"),
        ("raise ValueError", "Raise"),
        ("return sum(i for i in range(n))", "GeneratorExp"),
        ("assert n", "Assert"),
        ("a, b = n, n", "Tuple"),
        ("return f'{n}'", "JoinedStr"),
        ("return n & 0xFFFFFFFF", "give the large number"),
        ("LIMIT = n", "LIMIT is a constant"),
        ("yield from range(n)", "YieldFrom"),
        ("import math", "Import"),
        ("def g() -> int:\n        return 1", "FunctionDef"),
        ("return (m := n)", "NamedExpr"),
    ],
)
def test_what_is_not_plain_c_is_refused(body: str, reason: str) -> None:
    with pytest.raises(NotKernelPython, match=reason):
        pxd([Sample], {"LIMIT": 7}, f"def f(s: Sample, n: int) -> int:\n    {body}\n")


def test_arguments_have_no_defaults() -> None:
    with pytest.raises(NotKernelPython, match="without defaults"):
        pxd([Sample], {}, "def f(s: Sample, n: int = 1) -> int:\n    return n\n")


@pytest.mark.parametrize("line", ["X: int = 3", "print(1)", "while True:\n    pass"])
def test_nothing_else_stands_in_a_rule_module(line: str) -> None:
    with pytest.raises(NotKernelPython, match="only imports"):
        rules_only(line + "\n")


def test_a_constant_is_one_number_or_one_row_of_them() -> None:
    one, two = ModuleType("one"), ModuleType("two")
    one.LIMIT = two.LIMIT = 3  # type: ignore[attr-defined]  # made here
    one.ROW = (1, 2)  # type: ignore[attr-defined]  # made here
    one.WORDS = ("a",)  # type: ignore[attr-defined]  # made here
    assert constants(one, two) == {"LIMIT": 3, "ROW": (1, 2)}
    two.LIMIT = 4  # type: ignore[attr-defined]  # made here
    with pytest.raises(NotKernelPython, match="LIMIT is 3 and, in two, 4"):
        constants(one, two)


@pytest.mark.parametrize("signature", ["s: Sample, n: list", "s, n", "s: Other, n: int", "s: Sample, n: str"])
def test_arguments_are_numbers_or_records(signature: str) -> None:
    with pytest.raises(NotKernelPython, match="takes and gives"):
        pxd([Sample], {}, f"def f({signature}) -> int:\n    return 1\n")


def test_imports_records_and_constants_are_blanked_and_lines_stay() -> None:
    head = "from x import (\n    y,\n)\nA = 1\nclass R(Record):\n    a: I8\nif TYPE_CHECKING:\n    import z\n"
    rule = "def f() -> int:\n    return A\n"
    assert rules_only(head + rule) == "\n" * 8 + rule


def test_the_generated_rules_are_the_source(tmp_path: Path) -> None:
    from tefuda.games.scout import rules

    text = generate("scout", tmp_path)[0].read_text("utf-8")
    source = Path(rules.__file__).read_text("utf-8")
    assert rules_only(source) in text
