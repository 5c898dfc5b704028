"""What `rule` says a seat can do now: the numbers, and nothing that does not apply."""

from __future__ import annotations

import pytest

from tefuda import Match
from tefuda.games.twentythree.view import View
from tefuda.games.twentythree.words import rule


@pytest.fixture(autouse=True)
def form() -> str:
    """The sentences are made of plain records, whichever form of the rules runs: once is enough."""
    return "any"


def view(**changes: object) -> View:
    """The first turn of a round."""
    match = Match("twentythree", 4, seed=1, learn12=True)
    found = match.view(match.to_act[0])
    assert isinstance(found, View)
    return found._replace(learn12=False, **changes)


def said(pile: int, hand: list[int], **changes: object) -> str:
    seen = view()
    sizes = [len(hand) if seat == seen.seat else 4 for seat in range(4)]
    changed = {"pile": {"value": pile, "cards": [1, pile]}, "hand": hand, "hand_sizes": sizes, **changes}
    return rule(view(**changed), "en")


def test_r8_r9_what_is_free_and_what_is_not() -> None:
    assert "5 or higher. 5 and 6 are free" in said(5, [5, 8])
    assert "23 or higher. 23 is free" in said(23, [5, 23])
    assert "You have no such card." in said(9, [5, 8])
    assert "no such card" not in said(5, [5, 8])
    assert "3 penalty chips back (R12)" in said(5, [8, 8])
    assert "(R12)" not in said(5, [8, 9])


def test_r10_what_chips_do() -> None:
    assert "counts as 9 or 19 (R10)" in said(14, [5, 8])
    assert "lay 9 or higher, and up to 20 nothing is skipped" in said(14, [5, 8], bonus_shift="upto5")
    assert "lay 1 or higher" in said(3, [5, 8], bonus_shift="upto5")
    assert "no bonus chip left" in said(14, [5, 8], bonus=[0] * 4)


def test_r13_to_r16_r22_what_else_there_is() -> None:
    seat = view().seat
    assert "the next player must lay cards" in said(5, [5, 8])
    assert "nobody to force" in said(5, [5, 8], out=["" if p == seat else "left" for p in range(4)])
    assert "have passed 10 times in a row" in said(5, [5, 8], passes=40)
    assert "(R22)" not in said(5, [5, 8], passes=39)
    assert "have passed 1 time in a row" in said(5, [5, 8], passes=4, circles=1)
    assert "Pass:" not in said(5, [5, 8], passes=40)
    assert "each card in hand, 2 now (R16)" in said(5, [5, 8])


def test_r15_forced() -> None:
    seat = view().seat
    assert "neither pass nor leave (R15)" in said(5, [5, 8], forced=seat)
    assert "(R13" not in said(5, [5, 8], forced=seat)
    assert "(R16)" not in said(5, [5, 8], forced=seat)
    assert "must lay cards or leave" in said(5, [5, 8], forced=seat, forced_may_leave=True)
    assert "(R16)" in said(5, [5, 8], forced=seat, forced_may_leave=True)
    assert "you have no 9 or higher, so you may do as you like" in said(9, [5, 8], forced=seat)
    assert "neither pass nor leave" in said(9, [5, 8], forced=seat, forced_must_use_bonus=True)
    assert "not even bonus chips" in said(23, [5, 7], forced=seat, forced_must_use_bonus=True)


def test_rules_when_there_is_nothing_to_do() -> None:
    seat = view().seat
    assert seat is not None
    other = (seat + 1) % 4
    assert f"Seat {other}" in rule(view(to_act=[other]), "en")
    for out, number in (("finished", "R12"), ("left", "R16")):
        assert number in rule(view(to_act=[other], out=[out if p == seat else "" for p in range(4)]), "en")
    assert "never below 0" in rule(view(phase="over", to_act=[]), "en")
    assert "even below 0" in rule(view(phase="over", to_act=[], allow_negative=True), "en")
    assert "Put 3 more cards away" in rule(view(phase="discard", discards=[]), "en")
    assert "Put 1 more card away" in rule(view(phase="discard", discards=[4, 5]), "en")
    assert "are put away" in rule(view(phase="discard", discards=[4, 5, 6]), "en")
    assert "in secret" in rule(view(phase="discard", seat=None, hand=None, discards=None), "en")
