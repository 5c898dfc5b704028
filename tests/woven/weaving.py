"""Puts a game's page together, and says what is missing."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from tefuda import GAMES
from tests.test_rule_coverage import ROOT
from tests.woven.citing import Place, places
from tests.woven.pages import numbers, rules_page, tests_of

HERE = Path(__file__).parent
TEXTS = ("texts", "words", "rule_words", "say")  # what players read names rules too, but is none
EXAMPLE = "V"  # an example to test has no code of its own


def counts_file(game: str) -> Path:
    return HERE / "counts" / f"{game}.json"


def counted(game: str) -> dict[str, Any]:
    """What was counted: rounds, how often each place ran in them, and mutants by number."""
    path = counts_file(game)
    return dict(json.loads(path.read_text("utf-8"))) if path.exists() else {"rounds": [0, 0], "ran": {}, "mutants": {}}


def reasons(game: str) -> dict[str, str]:
    """Why a number has no code, or why its code cannot run here."""
    return dict(tomllib.loads((HERE / "reasons.toml").read_text("utf-8")).get(game, {}))


def cited(game: str) -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = {}
    for place in places(game):
        if place.module not in TEXTS:
            found.setdefault(place.number, []).append(place)
    return found


def complaints(game: str) -> list[str]:
    """What is missing, one sentence each."""
    found, known, ran = [], numbers(rules_page(game).read_text("utf-8")), counted(game)["ran"]
    codes, tests, excused = cited(game), tests_of(game), reasons(game)
    for number in known:
        if number not in tests:
            found.append(f"{number} has no test")
        if number[0] == EXAMPLE or number in excused:
            continue
        if number not in codes:
            found.append(f"{number} is cited nowhere in the code")
        elif not any(sum(ran.get(place.key, ())) for place in codes[number]):
            found.append(f"{number}: its code has never run: python -m tests.woven {game} --count")
    needless = [number for number in excused if number not in known]
    needless += [number for number in excused if any(sum(ran.get(one.key, ())) for one in codes.get(number, ()))]
    return found + [f"reasons.toml excuses {number}, which needs none" for number in needless]


def page(game: str) -> str:
    """The page in Markdown."""
    done, codes, tests, excused = counted(game), cited(game), tests_of(game), reasons(game)
    (at_random, as_club), own = done["rounds"], rules_page(game).with_name("page.en.md")
    lines = [
        f"# {GAMES[game].title('en')}: the rules, woven",
        "",
        f"Each number of [the rules]({link(rules_page(game))}) with the code that cites it, how often that code ran",
        f"in {at_random:,} rounds of random moves and in {as_club:,} rounds of the bot `club`, the tests named",
        "after it, and, where mutants of its code were run, how many tests found. Made by `python -m tests.woven`",
        f"([CONTRIBUTING.md](../../CONTRIBUTING.md)). The game has [a page]({link(own)}), too.",
    ]
    for number, text in numbers(rules_page(game).read_text("utf-8")).items():
        lines += ["", f"## {number}", "", text, ""]
        for place in codes.get(number, []):
            times = done["ran"].get(place.key)
            often = "" if times is None else f": {times[0]:,} and {times[1]:,}"
            where = f"{place.module}.{place.function}" if place.function else place.module
            lines.append(f"- `{where}` · `{place.text.replace('`', '')}`{often}")
        lines += [f"- {excused[number]}"] if number in excused else []
        lines.append(f"- tests: {', '.join(f'`{name}`' for name in tests.get(number, []))}")
        if number in done["mutants"]:
            killed, survived = done["mutants"][number]
            lines.append(f"- mutants: {killed} of {killed + survived} found")
    return "\n".join(lines) + "\n"


def link(path: Path) -> str:
    """A path as the woven page links to it."""
    return f"../../{path.relative_to(ROOT).as_posix()}"


def woven(game: str) -> Path:
    return ROOT / "docs" / "woven" / f"{game}.md"
