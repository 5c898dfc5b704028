"""R29, R30 and R32: who may do what, in which order things happen, and who is next."""

from __future__ import annotations

import pytest

from tefuda.games.solo.state import NOBODY, NOTHING, TURN
from tests.games.walking import Table

from .position import COLOURS, position
from .walk import IDS, TABLES, walk

FOUR = ("y1 y2 y3", "b1 b2 b3", "b4 b6 b7")

# ---- R29


def test_r29_turn() -> None:
    table = position("r1 g7 r7 b7", *FOUR)
    assert table.now == ("turn", 0, "r")
    assert table.moves() == ["play r1", "play r7", "triple g7", "triple g7 solo", "triple b7", "triple b7 solo", "draw"]
    assert [table.moves("", seat) for seat in (1, 2, 3)] == [[], [], []]


def test_r29_drawn() -> None:
    table = position("g7 b7 y1 y4", *FOUR).play("draw", "* draw 0 r7")
    assert table.now == ("drawn", 0, "r")
    assert table.moves() == ["play r7", "triple g7", "triple b7", "keep"]
    assert table.to_act == [0]


@pytest.mark.parametrize(("move", "pending"), [("rD", "draw"), ("W4 b", "draw"), ("rS", "skip"), ("A", "swap all")])
def test_r29_answer_of_the_next_player(move: str, pending: str) -> None:
    card = move.split()[0]
    table = position(f"{card} g1 g2", "y1 y2 bD W4 Kg", *FOUR[1:]).play(f"play {move}")
    assert (table.phase, table.turn, table.pending, table.to_act) == ("answer", 1, pending, [1])
    stack = {"rD": ["play bD"], "W4": [f"play W4 {colour}" for colour in COLOURS]}.get(card, [])
    assert table.moves() == [*stack, "block g", "take" if pending == "draw" else "accept"]


@pytest.mark.parametrize(("card", "pending"), [("rX", "swap"), ("rG", "gift")])
def test_r29_answer_of_the_named_player(card: str, pending: str) -> None:
    table = position(f"{card} g1 g2", FOUR[0], "Kb b1 b2", FOUR[2]).play(f"play {card} 2")
    assert (table.phase, table.turn, table.pending, table.to_act) == ("answer", 2, pending, [2])
    assert table.moves() == ["block b", "accept"]


@pytest.mark.parametrize("move", ["rD", "W4 b", "rS", "rX 1", "rG 1", "A"])
def test_r29_the_answer_step_exists_without_a_block(move: str) -> None:
    card = move.split()[0]
    table = position(f"{card} g1 g2", *FOUR).play(f"play {move}")
    assert (table.now[:2], table.moves()) == (("answer", 1), ["take" if card in ("rD", "W4") else "accept"])


def test_r29_give() -> None:
    table = position("rG g1 g2 g3 g4", *FOUR).play("play rG 2", "accept")
    assert (table.phase, table.turn, table.to_act) == ("give", 0, [0])


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_r29_nothing_is_left_of_an_answer_once_it_is_given(table: Table) -> None:
    answers = 0
    for step in walk(table, 3):
        s = step.before
        answers += s.pending != NOTHING
        if s.pending == NOTHING:
            assert (s.source, s.target, s.sum, s.spoke, s.blockers, s.gifts) == (NOBODY, NOBODY, 0, 0, 0, 0)
        if s.phase == TURN:
            assert (s.jumping, s.fined, s.drawn) == (0, 0, NOBODY)
    assert answers > 2


def test_r29_nothing_is_left_of_a_triple_once_it_lies() -> None:
    hands = ("g3 g4", "r5 g5 b5 y2 y4", "b1 b2")
    table = position(*hands, triple_must_be_all=False, triple_jump_in=True).play("draw", "*", "1 jump triple b5")
    assert (table.s.jumping, table.view(0).jumping, table.view(0).triple) == (1, True, ["b5"])
    table.play("with r5", "with g5", "done")
    assert (table.now, table.s.jumping, table.s.topmost, table.view(0).triple) == (("turn", 2, "b"), 0, NOBODY, [])


@pytest.mark.parametrize("move", ["rS", "rD", "rX 1", "rG 1"])
def test_r29_once_it_is_laid_a_drawn_card_is_no_drawn_card_any_more(move: str) -> None:
    table = position("g1 g2 g3", *FOUR).play("draw", f"* draw 0 {move.split()[0]}", f"play {move}")
    assert (table.phase, table.s.drawn, table.view(1).drawn) == ("answer", NOBODY, None)


def test_r29_nobody_has_a_move_while_cards_are_drawn_or_when_all_is_over() -> None:
    """Not even to jump in with the same card, or to go on with cards that could be of a Triple+."""
    assert position("r9 g9", "r5 y2").play("draw").to_act == []
    assert position("r9 g9", "r5", target_score=1).play("1 jump r5").to_act == []


def test_r29_a_last_draw_4_lies_on_top() -> None:
    table = position("W4", "y1 y2", target_score=1).play("play W4")
    assert (table.phase, table.top, table.colour) == ("over", "W4", "r")


def test_r29_who_blocked_a_swap_all_is_shown_until_all_have_answered() -> None:
    table = position("A r1 r2", "g1 g2 Kg", "y1 y2").play("play A", "block g")
    assert table.view(0).blockers == [1]
    assert table.play("accept").view(0).blockers == []


def test_r29_over() -> None:
    table = position("r1", "g1", target_score=1).play("play r1")
    assert (table.phase, table.to_act) == ("over", [])


def test_r29_the_call_is_open_in_any_phase() -> None:
    """Seat 0 owes while seat 1 turns, draws and answers; as in every phase it may also let go."""
    table = position("r1 g2", *FOUR).play("play r1")
    assert table.moves("", 0) == ["wait", "solo"]
    skipped = position("rS g2", *FOUR).play("play rS")
    assert (skipped.phase, skipped.moves("", 0)) == ("answer", ["wait", "solo"])


def test_r29_a_jump_in_is_open_in_turn_and_in_drawn() -> None:
    table = position("g1 g2", "y1 y2", "r5 b2 b3")
    assert table.to_act == [0, 2]
    assert table.play("draw", "*").to_act == [0, 2]


@pytest.mark.parametrize("card", ["W", "W4", "rX", "rG"])
def test_r29_a_lay_that_empties_the_hand_names_nothing(card: str) -> None:
    assert position(card, *FOUR).moves("play") == [f"play {card}"]
    named = position(f"{card} g1", *FOUR).moves("play")
    assert f"play {card}" not in named and len(named) >= 6


def test_r29_a_stacked_last_card_names_nothing() -> None:
    table = position("W4 g1 g2", "W4", *FOUR[1:]).play("play W4 b")
    assert table.moves() == ["play W4", "take"]
    assert table.play("play W4").out == 1


# ---- one at a time


def test_r29_who_owes_is_asked_first_then_who_can_jump_in_then_who_decides() -> None:
    table = position("g3 g4", "y1 y2", "r1 g2", "r1 b2 b3", turn=2).play("play r1")
    assert (table.to_act, table.game.actor()) == ([2, 3], 2)
    table.play("2 wait")
    assert (table.to_act, table.game.actor()) == ([3], 3)


def test_r29_two_debtors_by_their_numbers() -> None:
    table = position("r8 r9", "Kr b1", "rX g1", "r1 r2", turn=2).play("play rX 1", "block r")
    assert (table.owes, table.turn) == ([1, 2], 2)
    assert (table.to_act, table.game.actor()) == ([1, 2], 1)  # seat 2 decides itself


# ---- R30


def test_r30_missed_calls_are_settled_before_the_action() -> None:
    """The two cards come from the pile before the action's own; the top is still the old one."""
    table = position("r1 g1", "r2 y1 y2", *FOUR[1:]).play("play r1", "play r2")
    assert (table.drawing, table.top, table.hand(1)) == ((0, 2), "r1", "r2 y1 y2")
    assert table.play("*").top == "r2"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("play r1", "play r2"),
        ("play r1", "3 jump r1"),
        ("play r1", "triple b7"),
        ("play r1", "draw"),
        ("play rD", "play gD"),
        ("play rD", "take"),
        ("play rS", "block g"),
    ],
)
def test_r30_game_actions(first: str, second: str) -> None:
    card = first.split()[1]
    table = position(f"{card} g1", "r2 r7 y7 b7 gD Kg W", FOUR[1], "r1 b6 b7").play(first, second)
    assert table.drawing == (0, 2)


@pytest.mark.parametrize("call", ["", " solo"])
@pytest.mark.parametrize(
    ("hand", "top", "first", "move"),
    [
        ("r1 y2", "g1", [], "0 play r1"),
        ("g1 y2", "g1", [], "2 jump g1"),
        ("r1 g1 b1 y2", "g1", [], "0 triple r1"),
        ("r1 g1 b1 y2", "g1", [], "2 jump triple r1"),
        ("r1 g1 b1 y2", "g1", [], "2 jump triple b1"),
        ("Kb y2", "g1", ["draw", "* draw 1 gS", "play gS"], "2 block b"),
    ],
)
def test_r30_every_lay_carries_the_call_or_does_not(
    hand: str, top: str, first: list[str], move: str, call: str
) -> None:
    """In one's own turn, as a jump-in, or as an answer to a Skip; one card is left."""
    seat = int(move[0])
    hands = ["b6 b7", "b3 b4", "y5 y6"]
    hands[seat] = hand
    table = position(*hands, top=top, turn=min(seat, 1), triple_jump_in=True).play(*first, move + call)
    assert (table.sizes[seat], table.called, table.owes) == (1, [seat] if call else [], [] if call else [seat])
    assert table.top == (move.split()[-1] if "block" not in move else "Kb")


@pytest.mark.parametrize("jump", [False, True])
def test_r30_a_triple_of_1s_in_steps(jump: bool) -> None:
    """The red one is the first of all cards, and so of all moves."""
    table = position("g3 g4", "r1 g1 b1 y2 y4", top="g1", turn=1 - jump, triple_must_be_all=False, triple_jump_in=True)
    table.play(*["1 jump triple b1"] if jump else ["triple b1"])
    assert table.play("with r1", "with g1", "done").discards == ["g1", "r1", "g1", "b1"]


def test_r30_a_pass_is_a_game_action() -> None:
    """Without a card to draw the penalty is waived, and the debt is gone."""
    table = position("r1 g1", "y2", "", rest=2, top="r1", below="").play("play r1", "draw")
    assert (table.drawing, table.pile) == ((0, 1), ["r1"])  # the old top is all there is
    assert table.play("*").owes == []
    assert (table.turn, table.s.passes) == (2, 1)


def test_r30_accepting_keeping_and_giving_are_not() -> None:
    """While a card is kept or given nobody else owes: the draw or the Gift before it has settled that."""
    accepted = position("rS g1", *FOUR).play("play rS", "accept")
    assert (accepted.drawing, accepted.owes) == (None, [0])
    kept = position("r1 g1", *FOUR).play("play r1", "draw", "*", "*")
    assert (kept.phase, kept.owes) == ("drawn", [])
    given = position("r1 g1", "rG y1 y2 y3 y4", *FOUR[1:]).play("play r1", "play rG 2", "*", "accept")
    assert (given.phase, given.owes) == ("give", [])


def test_r30_an_empty_hand_ends_the_round_before_anything_else() -> None:
    """Neither does a last Reverse turn the direction, nor is there an answer."""
    table = position("rR", "g1", target_score=1).play("play rR")
    assert (table.phase, table.s.direction) == ("over", 1)


def test_r30_the_debt_is_fixed_after_the_cards_have_moved() -> None:
    """One card is left after the lay, but then the hand goes away."""
    assert position("rX g1", *FOUR).play("play rX 2", "accept").owes == []
    assert position("rG g1 g2 g3", *FOUR).play("play rG 2", "accept", "give g1").owes == []


# ---- R32


@pytest.mark.parametrize(
    ("lines", "then"),
    [
        (["play r1"], 1),
        (["triple b7"], 1),
        (["3 jump r5"], 0),
        (["play W b"], 1),
        (["play Kr"], 1),
        (["draw", "* draw 0 y9", "keep"], 1),
        (["play rR"], 3),
        (["play rS", "accept"], 2),
        (["play rD", "take", "*"], 1),
        (["play rD", "play gD", "take", "*"], 2),
        (["play W4 b", "take", "*"], 1),
        (["play rX 2", "accept"], 2),
        (["play rG 2", "accept", "give r1", "give W"], 1),
        (["play rS", "block g"], 2),
        (["play rD", "block g"], 2),
        (["play W4 b", "block g"], 2),
        (["play rX 2", "block y"], 3),
        (["play rG 2", "block y"], 3),
        (["play A", "accept", "accept", "accept"], 1),
        (["play A", "block g", "accept", "accept"], 1),
        (["play A", "accept", "block y", "accept"], 1),
    ],
)
@pytest.mark.parametrize("direction", [1, -1])
def test_r32_the_next_player(lines: list[str], then: int, direction: int) -> None:
    """Clockwise as it stands there; the other way round with the seats mirrored, 1 and 3 exchanged."""
    hands = ["r1 r7 y7 b7 W Kr rR rS rD W4 rX rG A", "gD Kg y1 y2", "Ky b1 b2", "r5 b4 b6"]
    if direction < 0:
        hands[1], hands[3] = hands[3], hands[1]
        lines = ["1" + line[1:] if line[0] == "3" else line for line in lines]
        then = -then % 4
    table = position(*hands, direction=direction).play(*lines)
    assert (table.phase, table.turn) == ("turn", then)


def test_r32_a_pass() -> None:
    table = position("g1", "y2", "", rest=2, top="r5").play("pass")
    assert table.turn == 1
