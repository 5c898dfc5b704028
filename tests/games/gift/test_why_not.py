"""Why a move is not possible: one case for each reason."""

from __future__ import annotations

import pytest

from tefuda.games.gift.texts import EN
from tests.games.gift.position import Position, position
from tests.games.reasons import Case, check, missing

FIVE = "_ _ _ _ _"


@pytest.fixture(autouse=True)
def form() -> str:
    """The sentences are made of plain records, whichever form of the rules runs: once is enough."""
    return "any"


def turn(**changes: object) -> Position:
    return position("h4 h5 d9 d10 sK", FIVE, rows="h2 s-3", **changes)  # type: ignore[arg-type]  # any argument


def full(hand: str, **changes: object) -> Position:
    rows = "s11 h11 d11 c10"
    return position(hand, "cK", rows=rows, risk="cQ", final=True, **changes)  # type: ignore[arg-type]


CASES = [
    Case("why_commit", "R15", "choose your suit", lambda: turn(committing=True, commit="-h"), "hold"),
    Case("why_claimed", "R15", "hearts is taken", lambda: turn(committing=True, commit="-h"), "commit h"),
    Case("why_not_commit", "R15", "first turn", turn, "commit d"),
    Case("why_chain", "R28", "only your own Success", lambda: full("sK dK", mode="create", finished=[1]), "hold"),
    Case("why_card", "R8", "You do not have ♥6", turn, "place h6"),
    Case("why_gift", "R9", "You do not have the Gift", turn, "place gift h5"),
    Case("why_card", "R10", "You do not have ♣2", turn, "discard c2"),
    Case("why_next", "R8", "♦9 is not next. In this row comes ♦2 or ♦Q.", turn, "place d9"),
    Case("why_next", "R9", "♦9 is not next", lambda: position("gift d9 _ _ _", FIVE, rows="h2"), "place gift d9"),
    Case("why_next", "R12", "♠4 is not next. In this row comes ♠9.", turn, "offer s 4"),
    Case("why_complete", "R6", "The row of ♠ spades is complete", lambda: full("hK dK"), "offer s 4"),
    Case("why_one", "R8", "only one card", turn, "place h4 h5"),
    Case("why_hold", "R11", "used your Hold", lambda: turn(hold=[0, 1]), "hold"),
    Case("why_offer", "R12", "used your Offer", lambda: turn(offer=[0, 1]), "offer s 9"),
    Case("why_own", "R12", "You hold ♥4 yourself", turn, "offer h 4"),
    Case("why_dealer", "R13b", "Only the dealer", lambda: turn(dealer=1), "break"),
    Case("why_broken", "R5", "used", lambda: turn(unbroken=False), "break"),
    Case(
        "why_break_chain",
        "R32",
        "no Break once",
        lambda: full("sK", mode="create", finished=[1], break_ends_turn=True),
        "break",
    ),
    Case("why_no_suit", "R13", "not chosen a suit", lambda: turn(commit="-h"), "success"),
    Case("why_row", "R13", "lacks 8 cards", turn, "success"),
    Case("why_hand", "R13", "♠K as your only card", lambda: full("sK dK"), "success"),
    Case("why_pass", "R19", "nothing else", turn, "pass"),
    Case("why_late", "R30", "now break, or pass", lambda: turn(break_late=True).play("place h4"), "hold"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rule}-{case.move}")
def test_why_not(case: Case) -> None:
    check("gift", case)


def test_every_reason_has_a_case() -> None:
    assert not missing(EN, CASES)
