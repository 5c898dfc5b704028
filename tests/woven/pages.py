"""The numbers of a game's rules, with their texts, and the tests that are named by them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.test_rule_coverage import GAMES_IN, IN_NAME, ON_PAGE, ROOT


def rules_page(game: str) -> Path:
    return GAMES_IN / game / "rules.md"


def numbers(page: str) -> dict[str, str]:
    """Each number in the order of the page, with its text: the item of a list, or the row of a table."""
    found: dict[str, str] = {}
    number = ""
    for line in page.splitlines():
        if match := ON_PAGE.match(line):
            number = (match[1] or match[2]).upper()
            found[number] = line.strip()
        elif line.startswith("  ") and line.strip() and number:
            found[number] += " " + line.strip()
        else:
            number = ""
    return {number: plain(text) for number, text in found.items()}


def plain(text: str) -> str:
    """A row of a table as a sentence, and an item without its mark."""
    if text.startswith("| "):
        _, *cells = [cell.strip() for cell in text.strip("|").split("|")]
        return " · ".join(cell for cell in cells if cell and cell not in ("–", "no"))
    return re.sub(r"^(- )?\*\*\w+\s*(.*?)\*\*:?\s*", lambda found: f"**{found[2]}** " if found[2] else "", text)


def tests_of(game: str) -> dict[str, list[str]]:
    """The names of the tests for each number, with their files."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests" / "games" / game).rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (named := IN_NAME.match(node.name)):
                found.setdefault(named[1].upper(), []).append(f"{path.stem}.{node.name}")
    return found
