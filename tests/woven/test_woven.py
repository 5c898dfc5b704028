"""The woven pages are those of the code, and every number has code that runs, and a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda import GAMES
from tests.woven.citing import Place, places, places_in
from tests.woven.counting import count
from tests.woven.pages import numbers
from tests.woven.weaving import complaints, counted, page, woven


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_number_has_code_that_ran_and_a_test(game: str) -> None:
    assert complaints(game) == []
    assert min(counted(game)["rounds"]) >= 10_000


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_page_is_current(game: str) -> None:
    assert woven(game).read_text("utf-8") == page(game), "python -m tests.woven makes it anew"


def test_a_number_has_the_text_of_its_item_or_row() -> None:
    text = "- **R1** Cards,\n  many.\n- **R2 (variant)** More.\n\nThis is no rule.\n\n| A1 | Which? | – | this | no |\n"
    assert numbers(text) == {"R1": "Cards, many.", "R2": "**(variant)** More.", "A1": "Which? · this"}


SOURCE = '''"""R9 of the file."""

LIMIT = 3  # R1


def rule(s: int) -> int:
    """R2: a rule."""
    n = 0
    if s > LIMIT:  # R3, A1
        n = 1
    else:  # R4
        n = 2
    # R5: on its own line
    n += 1
    return n  # R3
'''


def test_what_is_counted_for_a_place(tmp_path: Path) -> None:
    """A function by its first statement, a condition by what it lets happen, and else the statement itself."""
    (tmp_path / "rules.py").write_text(SOURCE, "utf-8")
    found = list(places_in(tmp_path / "rules.py"))
    assert [(one.number, one.function, one.line, one.nth) for one in found] == [
        ("R9", "", 0, 0),
        ("R1", "", 0, 0),
        ("R2", "rule", 8, 0),
        ("R3", "rule", 10, 0),
        ("A1", "rule", 10, 0),
        ("R4", "rule", 12, 0),
        ("R5", "rule", 14, 0),
        ("R3", "rule", 15, 1),
    ]
    assert found[2].text == "def rule" and found[6].text == "n += 1"
    assert found[7].key == "R3 rules.rule 1"


def test_lines_are_counted_as_often_as_they_run() -> None:
    at_random, as_club = count("twentythree", 40, 40, ["-O0", "-fwrapv"])
    where: dict[str, Place] = {one.key: one for one in places("twentythree")}
    dealt, gone, over = (where[key] for key in ("R4 rules.deal 0", "R16 rules.leave 0", "R17 rules.end_round 0"))
    for ran in (at_random, as_club):
        rounds = ran[over.module, over.line]
        assert ran[dealt.module, dealt.line] == 2 * rounds > 80  # who has the 1, and the other cards
        assert 0 < ran[gone.module, gone.line] <= 4 * rounds
