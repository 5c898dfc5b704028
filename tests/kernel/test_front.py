"""The front: what it reads, what it makes of it, and what it refuses, with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda.kernel import chance, play, record, tree
from tefuda.kernel.front import layout_of, program
from tefuda.kernel.names import Names
from tefuda.kernel.refusal import NotKernelPython
from tefuda.kernel.sources import games, modules_of
from tefuda.kernel.tree import BOOL, FLOAT, INT, Assign, Binary, Call, Local, Number, Place, Return
from tests.kernel.reading import FIRST, function, module, read


def test_a_function_becomes_a_typed_tree(tmp_path: Path) -> None:
    found = function(tmp_path, "def f(s: Sample, n: int) -> int:\n    s.row[n] = n + LIMIT\n    return s.row[n] // 2\n")
    assert [(one.name, one.type) for one in found.arguments][1] == ("n", INT)
    stored, returned = found.body
    assert isinstance(stored, Assign) and isinstance(stored.target, Place)
    assert (stored.target.field.name, stored.target.field.offset, stored.line) == ("row", 2, FIRST + 1)
    assert stored.value == Binary("+", Local("n", INT), Number(7), INT)
    assert isinstance(returned, Return) and isinstance(returned.value, Binary) and returned.value.op == "//"
    assert found.writes


def test_layouts_are_those_of_the_c_struct(tmp_path: Path) -> None:
    sample = module(tmp_path, "").Sample
    made = layout_of(sample)
    assert made.size == record.layout(sample).size == len(sample().pack())
    numbers = sample()
    numbers.grid[1][2] = 5
    numbers.reals[1] = 0.5
    packed = numbers.pack()
    places = {field.name: field.offset for field in made.fields}
    assert packed[places["grid"] + 6] == 5
    assert packed[places["reals"] + 8 :] == numbers.pack()[-8:] != bytes(8)
    assert sample.unpack(packed) == numbers


def test_locals_are_numbers_truths_reals_records_and_rows(tmp_path: Path) -> None:
    text = """
def f(s: Sample, all: list[Sample], n: int) -> float:
    a = n > 2
    b = a
    b = 3
    c: float = n
    d = all[n]
    e = d.grid[1]
    e[0] = b
    return c + a + e[2] / 2
"""
    kinds = {one.name: one.type for one in function(tmp_path, text).locals}
    sample = function(tmp_path, text).arguments[0].type
    assert kinds == {"a": BOOL, "b": INT, "c": FLOAT, "d": sample, "e": tree.Array("i1")}


def test_tables_are_as_narrow_as_they_can_be(tmp_path: Path) -> None:
    text = (
        "WIDE = (0, -(2**15), 7)\nBYTES = (0, 255)\ndef f(n: int) -> int:\n    return SQUARES[n] + WIDE[n] + BYTES[n]\n"
    )
    assert {name: table.kind for name, table in read(tmp_path, text).tables.items()} == {
        "SQUARES": "i1", "WIDE": "i2", "BYTES": "u1",
    }  # fmt: skip


def test_functions_are_found_by_following_names(tmp_path: Path) -> None:
    other = module(tmp_path, "def g(n: int) -> int:\n    return n\ndef unused(n: int) -> int:\n    return [n]\n")
    text = f"""
import {other.__name__} as k
from {other.__name__} import g as renamed
def f(n: int) -> int:
    return renamed(n) + k.g(n) + k.LIMIT
"""
    found = program([module(tmp_path, text)], ["f"])
    assert set(found.functions) == {"f", "g"}
    assert found.functions["g"].path == Path(str(other.__file__))


def test_a_variant_replaces_functions_wherever_they_are_called(tmp_path: Path) -> None:
    base = module(tmp_path, "def g(n: int) -> int:\n    return n\ndef f(n: int) -> int:\n    return g(n)\n")
    variant = module(tmp_path, "def g(n: int) -> int:\n    return n + 1\n", head="")
    found = program([base], ["f"], [variant])
    assert found.functions["g"].path == Path(str(variant.__file__))
    assert program([base], ["g"], [variant]).functions["g"] == found.functions["g"]
    assert program([base], ["f"]).functions["g"].path == Path(str(base.__file__))


def test_a_variant_replaces_functions_that_are_called_by_their_module(tmp_path: Path) -> None:
    """... in the tree, and in the functions that plain Python runs; constants of a module stay."""
    base = module(tmp_path, "def g(n: int) -> int:\n    return n\n")
    text = f"import {base.__name__} as k\ndef f(n: int) -> int:\n    return k.g(n) + k.LIMIT\n"
    caller = module(tmp_path, text, head="")
    variant = module(tmp_path, "def g(n: int) -> int:\n    return n + 100\n", head="")
    found = program([base, caller], ["f"], [variant])
    assert found.functions["g"].path == Path(str(variant.__file__))
    assert Names([base, caller], [variant]).bound()["f"](1) == 1 + 100 + 7
    assert Names([base, caller]).bound()["f"](1) == caller.f(1) == 1 + 7


def test_what_writes_is_known(tmp_path: Path) -> None:
    text = """
def store(s: Sample) -> None:
    s.turn = 1
def through(s: Sample, n: int) -> int:
    store(s)
    return n
def calm(s: Sample, n: int) -> int:
    m = n
    return s.turn + m
def zero(s: Sample) -> None:
    clear(s)
"""
    found = read(tmp_path, text, "store", "through", "calm", "zero").functions
    assert [found[name].writes for name in ("store", "through", "calm", "zero")] == [True, True, False, True]


def test_an_index_is_evaluated_once(tmp_path: Path) -> None:
    text = "def g(n: int) -> int:\n    return n\ndef f(s: Sample, n: int) -> None:\n    s.row[g(n)] += 1\n"
    first, second = function(tmp_path, text).body
    assert isinstance(first, Assign) and isinstance(first.value, Call)
    assert isinstance(second, Assign) and isinstance(second.target, Place)
    assert second.target.indices == (first.target,)
    assert sum(isinstance(node, Call) for node in tree.walk(function(tmp_path, text).body)) == 1


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return [n]", "List is not kernel Python"),
        ("return {n: 1}", "Dict is not kernel Python"),
        ("return s.row[0:2]", "Slice is not kernel Python"),
        ("return n / 2", "float where int is needed"),
        ("return n ** 2", "Pow is not kernel Python"),
        ("raise ValueError", "Raise is not kernel Python"),
        ("return sum(i for i in range(n))", "sum is no kernel function"),
        ("assert n", "Assert is not kernel Python"),
        ("a, b = n, n", "Tuple is not kernel Python"),
        ("return f'{n}'", "JoinedStr is not kernel Python"),
        ("LIMIT = n\n    return n", "LIMIT is a constant"),
        ("return 2 ** 70", "Pow"),
        ("return 9223372036854775808", "more than 64 bits"),
        ("yield from range(n)", "Expr is not kernel Python"),
        ("import math", "Import is not kernel Python"),
        ("def g() -> int:\n        return 1", "FunctionDef is not kernel Python"),
        ("return (m := n)", "NamedExpr is not kernel Python"),
        ("return s.other", "Sample has no field other"),
        ("return s", "a Sample where int is needed"),
        ("return s.row", "a row where int is needed"),
        ("return s.row[3]", "outside the row of 3"),
        ("return s.grid[2][0]", "outside the row of 2"),
        ("return SQUARES[4]", "outside the row of 4"),
        ("return s.row[-1]", "outside the row of 3"),
        ("return n[0]", "n is no row"),
        ("return n.x", "n is no record"),
        ("return nothing", "nothing is no argument"),
        ("return lower", "not in capitals"),
        ("SQUARES[0] = n\n    return n", "nothing can be assigned to SQUARES"),
        ("return n and s.turn", "must be true or false"),
        ("return s.turn == 1 or n", "must be true or false"),
        ("return n // 0", "division by zero"),
        ("return n << 64", "shifted by 0 to 63"),
        ("if n:\n        m = 1\n    return m", "m may have no value yet"),
        ("for i in range(n):\n        m = 1\n    return i", "i may have no value yet"),
        ("m += 1\n    return m", "m may have no value yet"),
        ("if n:\n        return 1", "f may end without a result"),
        ("return n\n    n = 1", "this is never reached"),
        ("for i in range(0, n, n):\n        pass\n    return n", "step of a range"),
        ("for i in s.row:\n        pass\n    return n", "a loop is over range"),
        ("while n:\n        n -= 1\n    else:\n        n = 1\n    return n", "While is not kernel Python"),
        ("return min(n)", "min takes two or more numbers"),
        ("return abs(n, n)", "abs takes one number"),
        ("return f(s)", "f takes 2 arguments, not 1"),
        ("return f(n, s)", "int where a Sample is needed"),
        ("return f(s=s, n=n)", "takes its arguments by place"),
        ("return print(n)", "print is no kernel function"),
        ("copy(s, n)\n    return n", "copy takes 2 of the same kind of record"),
        ("clear(n)\n    return n", "clear takes 1 of the same kind of record"),
        ("n + 1\n    return n", "Expr is not kernel Python"),
        ("abs(n)\n    return n", "this does nothing"),
        ("return", "any other something"),
        ("x: float = 0.5\n    return x", "float where int is needed"),
        ("x = 0.5\n    return 1", "float where int is needed"),
        ("x: float = 0.5\n    x = x % 2\n    return 1", "% is not for float"),
        ("return n is s.turn", "compares something else than numbers"),
        ("return n in s.row", "compares something else than numbers"),
        ("return s == s", "compares something else than numbers"),
        ("return s + 1", "a Sample where a number is needed"),
        ("if s:\n        return 1\n    return 0", "neither true nor false"),
    ],
)
def test_what_is_not_kernel_python_is_refused_with_its_line(tmp_path: Path, body: str, reason: str) -> None:
    with pytest.raises(NotKernelPython) as caught:
        read(tmp_path, f"lower = 3\ndef f(s: Sample, n: int) -> int:\n    {body}\n")
    assert reason in str(caught.value)
    assert str(caught.value.filename).startswith(str(tmp_path))
    assert caught.value.lineno is not None and caught.value.lineno >= FIRST + 1
    assert f"{caught.value.filename}:{caught.value.lineno}: " in str(caught.value)


@pytest.mark.parametrize(
    "signature",
    ["s: Sample, n: list", "s, n", "s: Other, n: int", "s: Sample, n: str", "s: None", "s: I8", "s: list[int]"],
)
def test_arguments_are_numbers_records_and_arrays(tmp_path: Path, signature: str) -> None:
    with pytest.raises(NotKernelPython, match="a kernel function takes"):
        read(tmp_path, f"def f({signature}) -> int:\n    return 1\n")


@pytest.mark.parametrize("result", ["Sample", "str", 'Annotated[Ints, "i2"]'])
def test_results_are_numbers(tmp_path: Path, result: str) -> None:
    with pytest.raises(NotKernelPython, match="a kernel function gives"):
        read(tmp_path, f"def f() -> {result}:\n    return 1\n")


@pytest.mark.parametrize("signature", ["n: int = 1", "*n: int", "*, n: int", "n: int, /", "**n: int"])
def test_arguments_are_plain(tmp_path: Path, signature: str) -> None:
    with pytest.raises(NotKernelPython, match="only plain arguments"):
        read(tmp_path, f"def f({signature}) -> int:\n    return 1\n")


def test_a_name_is_one_function_and_one_table(tmp_path: Path) -> None:
    one = module(tmp_path, "TABLE = (1, 2)\ndef g(n: int) -> int:\n    return TABLE[n]\n")
    two = module(
        tmp_path, "TABLE = (1, 3)\ndef g(n: int) -> int:\n    return TABLE[n]\ndef h(n: int) -> int:\n    return g(n)\n"
    )
    text = f"import {one.__name__} as one\nimport {two.__name__} as two\n"
    with pytest.raises(NotKernelPython, match=f"g is a function of {two.__name__} and of {one.__name__}"):
        program([module(tmp_path, text + "def f(n: int) -> int:\n    return one.g(n) + two.g(n)\n")], ["f"])
    with pytest.raises(NotKernelPython, match="two different tables are called TABLE"):
        program([module(tmp_path, text + "def f(n: int) -> int:\n    return one.TABLE[n] + two.TABLE[n]\n")], ["f"])


def test_what_is_exported_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no function missing in kernel_text"):
        read(tmp_path, "", "missing")


@pytest.mark.parametrize("game", games())
def test_the_games_are_kernel_python(game: str) -> None:
    """... in whichever files their rules stand; the game's own Work is the kernel's with more."""
    modules = [chance, *modules_of(f"tefuda.games.{game}"), play]
    found = program(modules, ["playout", "redeal", "observe", "reveal", "worth", "sound", "seed_stream"])
    assert {"actor", "legal", "apply", "draw_pool", "redeal"} <= set(found.functions)
    assert Names(modules).records["Work"].__module__ == f"tefuda.games.{game}.state"
    assert {"State", "Work", "Observation", "Secrets"} <= set(found.layouts)
    folder = Path(str(modules[1].__file__)).parent
    assert {f.path.parent for f in found.functions.values()} == {folder, Path(str(play.__file__)).parent}
