"""Why a move is not possible: one case for each reason."""

from __future__ import annotations

import pytest

from tefuda.games.solo.texts import EN
from tests.games.reasons import Case, check, missing
from tests.games.solo.position import Position, position


@pytest.fixture(autouse=True)
def form() -> str:
    """The sentences are made of plain records, whichever form of the rules runs: once is enough."""
    return "any"


def turn(hand: str = "r7 g1 y3 rX W", **changes: object) -> Position:
    return position(hand, "b1 b2 b3", "g8 g9", top="r5", **changes)  # type: ignore[arg-type]  # any argument


def other(hand: str, **changes: object) -> Position:
    """The turn of seat 1."""
    return position(hand, "b1 b2 b3", "g8 g9", turn=1, **changes)  # type: ignore[arg-type]  # any argument


def sum_of(card: str, hand: str = "b1 b2 b3", **options: object) -> Position:
    """Seat 0 answers a Draw 2 or a Draw 4."""
    lay = f"play {card}" + (" r" if card == "W4" else "")
    return position(hand, "g8 g9", f"{card} g1", turn=2, **options).after(lay)  # type: ignore[arg-type]


def steps(**options: object) -> Position:
    """Seat 0 puts a Triple+ together."""
    hand = "r7 g7 y7 y7 b1"
    return position(hand, "b2 b3", top="r5", triple_must_be_all=False, **options).after("triple y7")  # type: ignore[arg-type]


def drawn(hand: str = "g7 r9 b6", card: str = "g1", **options: object) -> Position:
    return position(hand, "b1 b2", top="r2", **options).after("draw", f"* draw 0 {card}")  # type: ignore[arg-type]


def colour_named() -> Position:
    return position("g1", "b1", top="W", colour="b")


def nothing_to_draw() -> Position:
    return position("g7", "b1 b2", top="r2", rest=1)


CASES = [
    Case("why_card", "R4", "no green 9", turn, "play g9"),
    Case("why_fit", "R4", "The green 1 does not fit.", turn, "play g1"),
    Case("why_fits_face", "R4", "red or a 5, or a black one", turn, "play g1"),
    Case("why_fits_colour", "R4", "It takes a card that is blue", colour_named, "play g1"),
    Case("why_name_player", "R14", "Name another player for the red Swap one", turn, "play rX 0"),
    Case("why_name_colour", "R16", "Name a colour", turn, "play W"),
    Case("why_name_nothing", "R29", "names nothing", lambda: turn("W"), "play W r"),
    Case("why_call", "R31", "leaves you one card.", turn, "play r7 solo"),
    Case("why_call_out", "R31", "or none by a Triple+", lambda: turn(solo_on_multi_out=True), "play r7 solo"),
    Case("why_no_call", "R31", "owe no call", turn, "solo"),
    Case("why_nothing_by", "", "nothing to let go", turn, "wait"),
    Case("why_let_go", "", "let your chance go by", lambda: other("r5 g1").after("0 wait"), "jump r5"),
    Case("why_own_turn", "R7", "simply lay", lambda: turn("r5 g1"), "jump r5"),
    Case("why_jump_card", "R7", "a red 5", lambda: other("g5 g1"), "jump g5"),
    Case("why_jump_kind", "R7", "only on a number.", lambda: other("rS g1", top="rS"), "jump rS"),
    Case(
        "why_jump_kind_actions",
        "R34",
        "a Skip, a Reverse",
        lambda: other("rS g1", top="rX", jump_in_actions=True),
        "jump rS",
    ),
    Case("why_jump_self", "R34", "may not jump in", lambda: other("r5 g1", laid_by=0, self_jump_in=False), "jump r5"),
    Case(
        "why_jump_phase",
        "R29",
        "Nobody can jump in",
        lambda: position("b2 b3", "r7 g7 y7 y7 b1", top="r5", turn=1, triple_must_be_all=False).after("triple y7"),
        "jump r5",
    ),
    Case("why_jump_triple", "R34", "a single card", lambda: other("r5 g5 y5"), "jump triple g5"),
    Case(
        "why_jump_under",
        "R34",
        "The red 5 must lie",
        lambda: other("r5 g5 y5", triple_jump_in=True),
        "jump triple r5",
    ),
    Case("why_three", "R8", "you have 2", lambda: turn("r7 g7 g1"), "triple r7"),
    Case("why_triple_fit", "R8", "The first card of a Triple+ must fit", lambda: turn("y7 g7 b7"), "triple y7"),
    Case("why_drawn", "R10", "lay that one, or keep it", drawn, "play r9"),
    Case("why_fit", "R4", "does not fit", drawn, "play g1"),
    Case("why_answer_draw", "R29", "take the 2 cards", lambda: sum_of("rD"), "draw"),
    Case(
        "why_answer",
        "R29",
        "accept it or block",
        lambda: position("b1 b2", "g8 g9", "rS g1", top="r5", turn=2).after("play rS"),
        "play b1",
    ),
    Case("why_stack_D", "R13", "with a Draw 2 only", lambda: sum_of("rD", "W4 b1"), "play W4 r"),
    Case("why_stack_W4", "R17", "with a Draw 4 only", lambda: sum_of("W4", "rD b1"), "play rD"),
    Case("why_stack_mixed", "R34", "or a Draw 4 only", lambda: sum_of("rD", "r9 b1", mix_draw=True), "play r9"),
    Case("why_take", "R29", "taken, passed on or blocked", lambda: sum_of("rD"), "accept"),
    Case("why_card", "R19", "no Block (red)", lambda: sum_of("rD"), "block r"),
    Case(
        "why_give",
        "R15",
        "2 cards to give",
        lambda: position("rG b1 b2 b3", "g8 g9", "y1 y2").after("play rG 1", "accept"),
        "draw",
    ),
    Case("why_steps", "R34", "Go on with your Triple+", steps, "draw"),
    Case("why_with", "R8", "one number only: 7", steps, "with b1"),
    Case("why_copies", "R8", "no other blue 7", steps, "with b7"),
    Case("why_done", "R8", "three or more", steps, "done"),
    Case(
        "why_done_drawn",
        "R10",
        "must be among them",
        lambda: drawn("r7 g7 y7", "b7", triple_must_be_all=False).after("triple y7", "with g7", "with r7"),
        "done",
    ),
    Case("why_no_triple", "R34", "No Triple+", turn, "done"),
    Case("why_no_gift", "R15", "no Gift", turn, "give r7"),
    Case("why_no_block", "R20", "Nothing is to be stopped", turn, "block r"),
    Case("why_not_drawn", "R10", "not drawn a card", turn, "keep"),
    Case("why_drew", "R10", "drawn already", drawn, "draw"),
    Case("why_no_sum", "R13", "no cards to take", turn, "take"),
    Case("why_no_effect", "R21", "nothing to accept", turn, "accept"),
    Case("why_no_pile", "R28", "you may pass", nothing_to_draw, "draw"),
    Case("why_pass", "R28", "only when there is no card", turn, "pass"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rule}-{case.move}")
def test_why_not(case: Case) -> None:
    check("solo", case)


def test_every_reason_has_a_case() -> None:
    assert not missing(EN, CASES)
