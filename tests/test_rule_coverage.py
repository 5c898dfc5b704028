"""Every number of a game's page has a test that is named by it, and the other way round.

A page has rules (R), decided ambiguities (A), vectors (V) and, where there are any, resolved contradictions (C).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tefuda import GAMES
from tests.games import rule_tests

ROOT = Path(__file__).parent.parent
GAMES_IN = ROOT / "src" / "tefuda" / "games"
ON_PAGE = re.compile(r"^(?:\s*- )?\*\*([RV]\d+[b-z]?)\b|^\| ([AC]\d+) \|", re.MULTILINE)
FIRST_SCREEN = 50  # lines
RULES = sorted([*ROOT.glob("src/tefuda/games/*/rules.py"), *ROOT.glob("src/tefuda/blank/rules.py")])
IN_NAME = re.compile(r"test_([racv]\d+[b-z]?)(?:_|$)")


def page_numbers(page: str) -> list[str]:
    """The numbers that a page gives, in its order: bold where a line begins, or in the first cell of a table row."""
    return [(rule or decision).upper() for rule, decision in ON_PAGE.findall(page)]


def named_numbers(sources: Iterable[str]) -> dict[str, list[str]]:
    """The numbers that test functions are named by, with the names. The sources are read, not run."""
    found: dict[str, list[str]] = {}
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and (named := IN_NAME.match(node.name)):
                found.setdefault(named[1].upper(), []).append(node.name)
    return found


def complaints(page: str, sources: Iterable[str]) -> list[str]:
    """What is missing between a page and its tests, one sentence each."""
    numbers, tests = page_numbers(page), named_numbers(sources)
    found = []
    found += [f"the page has {number} twice" for number in dict.fromkeys(numbers) if numbers.count(number) > 1]
    for kind in "RAVC":
        given = [int(number[1:]) for number in numbers if number[0] == kind and number[1:].isdigit()]
        if not given and kind != "C":
            found.append(f"the page has no {kind}1")
        gaps = set(range(1, max(given, default=0) + 1)) - set(given)
        found += [f"the page has no {kind}{number}" for number in sorted(gaps)]
    found += [f"{number} has no test" for number in dict.fromkeys(numbers) if number not in tests]
    for number, names in tests.items():
        if number not in numbers:
            found += [f"{name}: the page has no {number}" for name in names]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_number_has_a_test_and_every_test_a_number(game: str) -> None:
    page = GAMES_IN / game / "rules.md"
    assert page.is_file(), f"{game} has no page {page}"
    sources = [path.read_text(encoding="utf-8") for path in rule_tests(game)]
    assert sources, f"{game} has no rule tests"
    assert complaints(page.read_text(encoding="utf-8"), sources) == []


PAGE = """
- **R1** There are cards, see **R9** below.
- **R2 (variant)** There are more.

| # | question |
|---|---|
| A1 | Which? |

- **V1** (R1) One.
"""
TESTS = (
    "def test_r1_cards(): ...\ndef test_r2(): ...\nclass T:\n    def test_a1_which(self): ...\ndef test_v1_one(): ..."
)


@pytest.mark.parametrize(
    ("page", "tests", "found"),
    [
        (PAGE, TESTS, []),
        (PAGE + "- **R3** New.\n", TESTS, ["R3 has no test"]),
        (PAGE + "| A2 | New? |\n", TESTS, ["A2 has no test"]),
        (PAGE + "- **V2** New.\n", TESTS + "\ndef test_vectors(): ...", ["V2 has no test"]),
        (PAGE, TESTS.replace("r1_", "r11_"), ["R1 has no test", "test_r11_cards: the page has no R11"]),
        (PAGE, TESTS + "\ndef test_a7_old(): ...", ["test_a7_old: the page has no A7"]),
        (PAGE + "- **R4** New.\n", TESTS + "\ndef test_r4_new(): ...", ["the page has no R3"]),
        (PAGE + "- **V1** Again.\n", TESTS, ["the page has V1 twice"]),
        (PAGE + "- **R2b** More.\n", TESTS, ["R2B has no test"]),
        (PAGE + "- **R2b** More.\n", TESTS + "\ndef test_r2b_more(): ...", []),
        (PAGE + "| C1 | Not so. |\n", TESTS, ["C1 has no test"]),
        (PAGE + "| C2 | Not so. |\n", TESTS + "\ndef test_c2(): ...", ["the page has no C1"]),
        ("", "", ["the page has no R1", "the page has no A1", "the page has no V1"]),
        (PAGE, "# def test_r1_cards(): ...\n" + TESTS.replace("test_r1_", "check_r1_"), ["R1 has no test"]),
    ],
)
def test_what_is_missing_is_named(page: str, tests: str, found: list[str]) -> None:
    assert complaints(page, [tests]) == found


def test_the_page_of_scout_is_read_in_full() -> None:
    """The numbers of the page as they were when this was written; it may grow."""
    numbers = page_numbers((GAMES_IN / "scout" / "rules.md").read_text(encoding="utf-8"))
    assert {f"R{n}" for n in range(1, 41)} | {f"A{n}" for n in range(1, 20)} | {f"V{n}" for n in range(1, 26)} <= set(
        numbers
    )


def test_the_page_of_gift_is_read_in_full() -> None:
    """The same, with contradictions and with a rule that was put in between."""
    numbers = page_numbers((GAMES_IN / "gift" / "rules.md").read_text(encoding="utf-8"))
    counts = {"R": 32, "A": 24, "C": 8, "V": 25}
    assert {f"{kind}{n}" for kind, count in counts.items() for n in range(1, count + 1)} | {"R13B"} <= set(numbers)


def first_rule(source: str) -> int | None:
    """The line on which the first function begins that names a rule by its number, in its text or in a comment."""
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            if re.search(r"\bR\d+\b", text):
                return node.lineno
    return None


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.parent.name)
def test_a_rule_file_reaches_its_first_rule_on_the_first_screen(path: Path) -> None:
    line = first_rule(path.read_text(encoding="utf-8"))
    assert line is not None, f"{path} names no rule"
    assert line <= FIRST_SCREEN, f"the first rule of {path} begins on line {line}: import modules, not their constants"


def test_the_first_rule_is_a_function_with_a_number() -> None:
    source = """R1 = 1  # R1\ndef a() -> int:\n    return 1\n\n\ndef b() -> int:\n    return 2  # R2\n"""
    assert first_rule(source) == 6
    assert first_rule("# R1\ndef a() -> int:\n    return 1  # OR1\n") is None


def test_all_games_have_a_rule_file_that_is_looked_at() -> None:
    assert {path.parent.name for path in RULES} >= {*GAMES, "blank"}
