"""Why a move is not possible: one case for each reason."""

from __future__ import annotations

import pytest

from tefuda import Match
from tefuda.games.twentythree.texts import EN
from tests.games.reasons import Case, HasGame, check, missing
from tests.games.twentythree.position import Position, position


@pytest.fixture(autouse=True)
def form() -> str:
    """The sentences are made of plain records, whichever form of the rules runs: once is enough."""
    return "any"


class Putting:
    """Seat 0 has put so many cards away."""

    def __init__(self, away: int) -> None:
        match = Match("twentythree", 3, seed=1)
        for _ in range(away):
            match.play(0, match.moves(0)[0])
        self.game = match._game


def putting(away: int = 0) -> HasGame:
    return Putting(away)


def turn(**changes: object) -> Position:
    return position("3 9 12 12", "8", "7", pile=10, **changes)  # type: ignore[arg-type]  # any of its arguments


CASES = [
    Case("why_discard", "R6", "2 more cards", lambda: putting(1), "pass"),
    Case("why_discarded", "R6", "when all have", lambda: putting(3), "discard 5"),
    Case("why_one", "R6", "The 1 stays", putting, "discard 1"),
    Case("why_held", "R6", "You have 0 of the number 21", putting, "discard 21"),
    Case("why_too_late", "R6", "only before a round", turn, "discard 9"),
    Case("why_held", "R8", "You have 2 of the number 12", turn, "play 12x3"),
    Case("why_finished", "R12", "laid all your cards", lambda: position("", "8", "7", turn=1), "pass"),
    Case("why_left", "R16", "You have left", lambda: position("5", "8", "7", turn=1, left=[0]), "pass"),
    Case("why_exact", "R10", "say + or -", lambda: turn(bonus=1), "play 12x1 *1"),
    Case("why_up_to", "R10", "say *", lambda: turn(bonus=1, bonus_shift="upto5"), "play 12x1 -1"),
    Case("why_chips", "R10", "only 1 bonus chip.", lambda: turn(bonus=1), "play 12x1 -2"),
    Case("why_low", "R8", "lay 10 or higher", turn, "play 9x1"),
    Case("why_low_chips", "R10", "lay 5 or higher", lambda: turn(bonus=1), "play 3x1 -1"),
    Case("why_low_chips", "R10", "lay 15 or higher", lambda: turn(bonus=1), "play 12x1 +1"),
    Case("why_high", "R11", "counts as 25", lambda: turn(bonus=3), "play 12x1 +3"),
    Case("why_forced", "R15", "you must lay", lambda: turn(forced=0), "leave"),
    Case("why_forced", "R15", "you must lay", lambda: turn(forced=0), "force"),
    Case("why_blocked", "R22", "passed 10 times", lambda: turn(passes=30), "pass"),
    Case("why_alone", "R14", "nobody to force", lambda: position("5 9", "", ""), "force"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rule}-{case.move}")
def test_why_not(case: Case) -> None:
    check("twentythree", case)


def test_every_reason_has_a_case() -> None:
    assert not missing(EN, CASES)
