"""Mutants are made as promised, and the rule tests find them; the whole hunt is a command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest

from tests.mutants.__main__ import equivalents, found_in, targets
from tests.mutants.changes import MARK, mutants, originals
from tests.mutants.parts import PARTS

SOURCE = '''
from __future__ import annotations

LIMIT = 3

def rule(s, n: int = 4) -> bool:
    """R1: a rule."""
    if n < 3 and not s.over:  # R2
        s.turn += 1
    return s.turn == LIMIT

class View:
    def hand(self) -> int:
        for card in self.cards:
            if card:
                continue
        return 0
'''


def test_every_comparison_constant_operator_branch_and_statement_is_changed() -> None:
    found = [(mutant.function, mutant.change, mutant.numbers) for mutant in mutants("m", SOURCE)]
    assert found == [
        ("rule", "the condition is True", ("R2",)),
        ("rule", "the condition is False", ("R2",)),
        ("rule", "and becomes or", ("R2",)),
        ("rule", "< becomes <=", ("R2",)),
        ("rule", "< becomes >=", ("R2",)),
        ("rule", "3 becomes 4", ("R2",)),
        ("rule", "3 becomes 2", ("R2",)),
        ("rule", "not is left out", ("R2",)),
        ("rule", "+ becomes -", ("R2",)),
        ("rule", "the statement is left out", ("R2",)),
        ("rule", "1 becomes 2", ("R2",)),
        ("rule", "1 becomes 0", ("R2",)),
        ("rule", "== becomes !=", ("R2",)),
        ("View.hand", "the condition is True", ()),
        ("View.hand", "the condition is False", ()),
        ("View.hand", "continue becomes break", ()),
        ("View.hand", "0 becomes 1", ()),
    ]


@pytest.mark.parametrize(("change", "result"), [("2 becomes 3", 4), ("+ becomes -", -1), ("2 becomes 1", 2)])
def test_the_code_of_a_mutant_does_what_the_change_says(change: str, result: int) -> None:
    def add(n: int) -> int:
        return n + 2

    (mutant,) = (one for one in mutants("m", "def add(n):\n    return n + 2\n") if one.change == change)
    add.__code__ = mutant.make()
    assert add(1) == result


LINES = """
def first(n):
    if (
        n > 1
        and n < 5
    ):
        return 1
    return (
        0
    )
"""


def test_a_mutant_knows_where_its_statement_begins() -> None:
    """A test that does not get there cannot find it: the condition of an `if` is not its body."""
    found = {one.change: one.statement for one in mutants("m", LINES)}
    assert found["> becomes >="] == found["and becomes or"] == 3
    assert (found["1 becomes 0"], found["0 becomes 1"]) == (7, 8)


@pytest.mark.parametrize(("n", "lines"), [(0, [3, 8]), (2, [3, 7])])
def test_the_original_notes_the_statements_that_it_reaches(n: int, lines: list[int]) -> None:
    reached: list[int] = []
    (original,) = originals("m", LINES)
    first = FunctionType(original.make(), {MARK: reached.append})
    assert first(n) == (1 if n else 0)
    assert reached == lines


@pytest.mark.parametrize("target", targets())
def test_listed_equivalents_are_mutants_that_exist(target: str) -> None:
    """So that the list does not outlive the code that it speaks of."""
    keys = {mutant.key for mutant in found_in(target)}
    package = f"tefuda.{target}." if target in PARTS else f"tefuda.games.{target}."
    gone = [key for key in equivalents() if key[0].startswith(package) and key not in keys]
    assert not gone
    assert all(reason.strip() for reason in equivalents().values())


def test_the_rule_tests_find_mutants_of_the_rules() -> None:
    command = [sys.executable, "-m", "tests.mutants", "twentythree", "--module", "rules", "--narrow", "--sample", "12"]
    environment = os.environ | {"TEFUDA_KERNEL": "plain"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert "12 mutants, 0 survived" in done.stdout, done.stdout + done.stderr
