"""Why a move is not possible: one case for each reason."""

from __future__ import annotations

import pytest

from tefuda.games.scout.texts import EN
from tests.games.reasons import Case, check, missing
from tests.games.scout.position import Position, position


@pytest.fixture(autouse=True)
def form() -> str:
    """The sentences are made of plain records, whichever form of the rules runs: once is enough."""
    return "any"


def beginning() -> Position:
    return position("1 2", "3 4", "5 6", phase="choose")


def open_table() -> Position:
    return position("9 10 1 4", "3 4", "5 6", "7 8")


def pair_on_table() -> Position:
    return position("4 5 9 2", "3 4", "5 6", "7 8", table="5 6")


def marker_used() -> Position:
    return position("9", "1", "2", table="5", markers=[0, 1, 1])


def for_two() -> Position:
    return position("4 5 9", "3 4", table="7", chips=[0, 3], edition="oink")


CASES = [
    Case("why_choose", "R9", "keep your hand", beginning, "play 1+1"),
    Case("why_chosen", "R9", "when all have", lambda: beginning().after("keep"), "flip"),
    Case("why_too_late", "R9", "before the first turn", open_table, "flip"),
    Case("why_hand", "R12", "only 4 cards", open_table, "play 4+2"),
    Case("why_no_set", "R12", "10 1 is no set", open_table, "play 2+2"),
    Case("why_no_set", "R12", "9 10 1 is no set", open_table, "play 1+3"),
    Case("why_weak", "R14", "4 5 (two cards, a run) does not beat 5 6", pair_on_table, "play 1+2"),
    Case("why_weak", "R14", "9 (one card) does not beat 5 6 (two cards, a run)", pair_on_table, "play 3+1"),
    Case("why_play_now", "R20", "you must play now", lambda: pair_on_table().after("double left 1"), "scout left 1"),
    Case("why_empty", "R19", "nothing to scout", open_table, "scout left 1"),
    Case("why_empty", "R19", "nothing to scout", open_table, "double left 1"),
    Case("why_no_chip", "R29", "costs a chip", for_two, "scout left 1"),
    Case("why_no_double", "R28", "no Double Action", for_two, "double left 1"),
    Case("why_no_marker", "R20", "used up", marker_used, "double left 1"),
    Case("why_one_end", "R17", "the left one", lambda: position("9", "1", "2", table="5"), "scout right 1"),
    Case("why_place", "R17", "from 1 to 5", pair_on_table, "scout left 6"),
    Case(
        "why_no_play",
        "R20",
        "a play against 9 9 (two cards, equal)",
        lambda: position("4 6", "1 2", "3 5", table="9/1 9/2 9/3"),
        "double left 1",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rule}-{case.move}")
def test_why_not(case: Case) -> None:
    check("scout", case)


def test_every_reason_has_a_case() -> None:
    assert not missing(EN, CASES)
