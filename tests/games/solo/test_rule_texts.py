"""What `rule` says a seat can do now: the numbers, and nothing that does not apply."""

from __future__ import annotations

import re

import pytest

from tefuda.games.solo.texts import EN, JA
from tefuda.games.solo.words import rule
from tests.games.solo.position import Position, position


@pytest.fixture(autouse=True)
def form() -> str:
    """The sentences are made of plain records, whichever form of the rules runs: once is enough."""
    return "any"


def said(table: Position, seat: int | None = None) -> list[str]:
    """The lines for a seat, or for the one that decides."""
    return rule(table.view(table.turn if seat is None else seat), "en").split("\n")


def numbers(lines: list[str]) -> list[str]:
    """The rules that the lines name, in their order."""
    return re.findall(r"R\d+", " ".join(lines))


def test_both_languages_name_the_same_rules() -> None:
    for key in EN:
        assert re.findall(r"R\d+", EN[key]) == re.findall(r"R\d+", JA[key]), key


def test_r4_r5_what_can_be_laid() -> None:
    hand = "g7 g1 y3"
    assert said(position(hand, "b1 b2", top="r7"))[0] == "Lay: one card that is red or a 7, or a black one (R4)."
    assert said(position(hand, "b1 b2", top="gS"))[0] == "Lay: one card that is green or a Skip, or a black one (R4)."
    for top in ("W", "W4", "Kg"):
        lines = said(position(hand, "b1 b2", top=top, colour="g"))
        assert lines[0] == "Lay: one card that is green, or a black one (R4, R5)."
    free = position(hand, "b1 b2", top="A")
    assert said(free)[0] == "Lay: one card, whichever you like, for the colour is free (R5)."
    blocked = position("A r1 r2", "Kb y1 y2", block_after_swap_all_free=True).after("play A", "block b")
    assert said(blocked)[0].endswith("for this Block leaves the colour free (R5, R34).")
    assert said(position("b1 b2", "g1 g2", top="r7"))[0].endswith("You have no such card.")
    assert "no such card" not in said(position(hand, "b1 b2", top="r7"))[0]


def test_r9_r10_drawing() -> None:
    assert numbers(said(position("g7 g1", "b1 b2", top="r3"))) == ["R4", "R9", "R10"]
    any_card = said(position("g7 g1", "b1 b2", top="r3", play_any_after_draw=True))
    assert any_card[-1] == "Draw, even if you could lay: one card, and then you may lay whatever fits (R9, R10, R34)."
    table = position("g7 r9 b7 b8", "b1 b2", top="r2").after("draw", "* draw 0 r7")
    assert said(table) == [
        "You have drawn a red 7: lay it, or keep it; no other card may be laid now (R10)."
        " It may also be laid within a Triple+ (R8, R10)."
    ]
    unfit = position("g7 r9 b6", "b1 b2", top="r2").after("draw", "* draw 0 g1")
    assert said(unfit)[0].startswith("You have drawn a green 1, which does not fit: keep it;")
    free = position("r9 b6 b7", "b1 b2", top="r2", play_any_after_draw=True).after("draw", "* draw 0 g1")
    assert said(free) == ["You have drawn a green 1: lay it or another card that fits, or keep it (R10, R34)."]


def test_r28_passing() -> None:
    table = position("g7 g1", "b1 b2", rest=1)
    assert said(table)[-1] == (
        "There is no card to draw, so you may pass. When all pass in a row, the round ends (R28)."
    )


@pytest.mark.parametrize(
    ("card", "line", "rules"),
    [
        ("rS", "Skip: the next player sits out", ["R11"]),
        ("rR", "Reverse: the direction turns", ["R12"]),
        ("rD", "Draw 2: the next player takes 2 cards", ["R13"]),
        ("rX", "Swap one: you swap hands with a player of your choice", ["R14"]),
        ("rG", "Gift: a player of your choice gets two of your cards", ["R15"]),
        ("W", "Colour change: you name the colour", ["R16"]),
        ("W4", "Draw 4: you name the colour", ["R17"]),
        ("A", "Swap all: every hand goes to the next player", ["R18"]),
        ("Kg", "Block: now it only sets its colour", ["R19", "R20"]),
    ],
)
def test_r11_to_r20_what_a_card_would_do(card: str, line: str, rules: list[str]) -> None:
    lines = said(position(f"{card} b1 b2", "b3 b4", "y1 y2"))
    assert lines[1].startswith(line)
    assert numbers(lines[1:2]) == rules
    if card[0] == "r":  # what does not fit is not explained
        assert not any(said.startswith(line) for said in said(position(f"{card} b1 b2", "b3 b4", top="g1")))


def test_r12_r34_a_reverse_between_two() -> None:
    assert said(position("rR b1 b2", "b3 b4", reverse2p_skips=True))[1] == "Reverse: it is your turn again (R12, R34)."
    three = position("rR b1 b2", "b3 b4", "b5 b6", reverse2p_skips=True)
    assert said(three)[1] == "Reverse: the direction turns (R12)."


def test_r8_triples() -> None:
    assert "you have enough of 5, 7 (R8)." in said(position("r7 g7 b7 y5 g5 g5 b1 b2", "b3 b4"))[1]
    some = said(position("r7 g7 b7 b7 b1", "b3 b4", triple_must_be_all=False))
    assert "three or more cards of one number" in some[1]
    assert numbers(some[1:2]) == ["R8", "R34"]
    steps = position("r7 g7 b7 b7 b1", "b3 b4", triple_must_be_all=False).after("triple g7", "with b7")
    assert said(steps)[0].startswith("Your Triple+ so far: blue 7, green 7;")
    assert numbers(said(steps)) == ["R8", "R34"]
    assert not said(steps)[0].endswith("It can be laid as it is.")
    assert said(steps.after("with r7"))[0].endswith("(R8, R34). It can be laid as it is.")


def test_r24_the_last_card() -> None:
    lines = said(position("rS", "b3 b4"))
    assert lines[0].endswith("It is your last one: laid, it ends the round and does nothing else (R24).")
    assert "R11" not in numbers(lines)


def test_r7_jumping_in() -> None:
    table = position("b1 b2", "r5 g1 g2")
    assert said(table, 1) == [
        "Jump in: lay your red 5, the same as the top card, out of turn; then the player after you is next (R7).",
        "Or let it go by: then the others go on.",
    ]
    drew = position("r5 b2", "g1 g2").after("draw", "* draw 0 g7")
    assert numbers(said(drew)) == ["R10", "R7"]  # A25
    actions = position("rS rD b1", "g1 g2 g3", "rS y1 y2", jump_in_actions=True).after("play rS")
    assert said(actions, 2)[0].endswith("it then goes against the player after you (R7, R34).")
    triple = position("b1 b2", "r5 g5 y5 g1", triple_jump_in=True)
    assert said(triple, 1)[0].endswith("a Triple+ that holds it under the new top card (R34).")


def test_r29_somebody_else_decides() -> None:
    table = position("b1 b2", "r5 g1 g2", "g3 g4")
    assert said(table, 2) == ["It is for seat 0 to decide (R29)."]
    assert rule(table.view(None), "en") == said(table, 2)[0]
    assert said(table.after("1 wait"), 1)[0].startswith("You have let your chance go by;")


def test_r23_r31_the_call() -> None:
    table = position("r1 b9", "r3 y1 y2", "g1 g2")
    assert numbers(said(table)[-1:]) == ["R23", "R31"]
    owing = table.after("play r1")
    assert said(owing, 0)[0] == (
        'You have one card: call "Solo!" now. If another player goes on before, you draw 2 (R23, R31).'
    )
    assert said(owing)[-1] == (
        'Seat 0 has not called "Solo!" yet: if you lay, draw or take now, they draw 2 first (R23, R31).'
    )
    assert "Solo" not in " ".join(said(position("r1 b9 b8", "r3 y1 y2")))
    gift = said(position("rG b9 b8 b7", "r3 y1 y2"))
    assert numbers(gift[-1:]) == ["R23", "R31"]
    again = position("rS b9", "r3 y1 y2").after("play rS", "accept")  # A22
    assert said(again)[0].endswith("although nothing happens if you go on yourself (R31).")


def test_r34_the_call_by_other_rules() -> None:
    before = said(position("r1 b9", "r3 y1 y2", solo_before=True))
    assert before[-1].endswith("otherwise you draw 2 at once (R23, R34).")
    out = said(position("r1 g1 b1", "r3 y1 y2", solo_on_multi_out=True))
    assert out[-1].endswith("That holds also where a Triple+ or a Gift takes all your cards (R34).")


def test_r13_r17_r19_answers_to_draws() -> None:
    two = position("rD r1 r2", "bD Kg b3", "b1 b2").after("play rD")
    assert said(two) == [
        "Take 2 cards; then you have a normal turn (R13).",
        "Or lay a Draw 2 of any colour: the sum grows by 2 and goes to the next player (R13).",
        "Or lay a Block: it stops that, and the player after you is next (R19).",
    ]
    four = position("W4 r1 r2", "W4 b3 b4", "b1 b2").after("play W4 b")
    assert said(four) == [
        "Take 4 cards; then you have a normal turn (R17).",
        "Or lay a Draw 4 and name the colour: the sum grows by 4 and goes to the next player (R17).",
        "You have no Block to stop it (R19).",
    ]
    assert said(position("W4 r1 r2", "bD b3 b4").after("play W4 b"))[1] == "You have no card to pass them on."
    mixed = position("W4 r1 r2", "bD b3 b4", mix_draw=True).after("play W4 b")
    assert numbers(said(mixed)) == ["R17", "R34", "R19"]


def test_r11_r14_r15_r18_answers() -> None:
    table = position("rS rX rG A r1 r2 r3", "Kg b3 b4", "b1 b2 b5")
    assert numbers(said(table.after("play rS"))) == ["R11", "R19"]
    assert said(table.after("play rX 2")) == [
        "Accept: you swap hands with seat 0, and it is your turn (R14, R21).",
        "You have no Block to stop it (R19).",
    ]
    assert numbers(said(table.after("play rG 1"))) == ["R15", "R21", "R19"]
    every = said(table.after("play A"))
    assert numbers(every) == ["R18", "R22", "R19"]
    assert every[1] == "Or lay a Block: you keep your hand, and the others swap past you (R19)."


def test_r15_giving() -> None:
    table = position("rG b1 b2 b3", "y1 y2", "g1 g2").after("play rG 2", "accept")
    assert said(table)[0] == "Choose 2 cards for seat 2; only the two of you see what (R15)."
    assert said(table.after("give b1"))[0].startswith("Choose 1 card for seat 2;")
    assert numbers(said(table.after("give b1"))[1:]) == ["R23", "R31"]


def test_r26_the_end() -> None:
    over = position("r1", "b3", totals=[0, 59], target_score=60).after("play r1")
    assert said(over, 0) == [
        "The match is over: somebody has 62 minus points. The fewest win, and a tie is a shared win (R26)."
    ]
