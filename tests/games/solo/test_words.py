"""SOLO's sentences: they fit what happened, in both languages."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from tefuda.games.solo.moves import CARDS
from tefuda.games.solo.say import SoloSay
from tests.games.solo.position import begin, deal, hands_of, position
from tests.games.solo.telling import SETUPS, match_of, told
from tests.games.telling import LANGS, NAMES


@pytest.fixture(autouse=True)
def form() -> str:
    """The sentences are made of plain records, whichever form of the rules runs: once is enough."""
    return "any"


# ---- cards


def test_every_card_has_its_words() -> None:
    en, ja = (SoloSay(lang) for lang in LANGS)
    for say in (en, ja):
        assert len({say.card(card) for card in CARDS}) == len(CARDS)
    some = ["r7", "yS", "gX", "bG", "W", "A", "W4", "Kb"]
    assert [en.card(card) for card in some] == [
        "red 7",
        "yellow Skip",
        "green Swap one",
        "blue Gift",
        "Colour change",
        "Swap all",
        "Draw 4",
        "Block (blue)",
    ]
    assert [ja.card(card) for card in some] == [
        "赤の7",
        "黄のスキップ",
        "緑の一人交換",
        "青のギフト",
        "色変更",
        "全員交換",
        "ドロウ4",
        "ブロック（青）",
    ]
    assert en.hand(["r1", "r1", "rS", "b2", "W", "Kr"]) == "red 1, 1, Skip; blue 2; Colour change; Block (red)"
    assert ja.hand(["r1", "r1", "rS", "b2", "W", "Kr"]) == "赤 1・1・スキップ、青 2、色変更、ブロック（赤）"


# ---- what a turn says


@pytest.mark.parametrize(
    ("line", "said", "ja"),
    [
        ("play r7", "Aki lays a red 7.", "Akiが赤の7を出した。"),
        ("play rS", "Aki lays a red Skip.", "Akiが赤のスキップを出した。"),
        ("play rD", "Aki lays a red Draw 2.", "Akiが赤のドロウ2を出した。"),
        (
            "play rR",
            "Aki lays a red Reverse. The direction turns, and Dan is next.",
            "Akiが赤のリバースを出した。逆回りになり、次はDan。",
        ),
        (
            "play rX 2",
            "Aki lays a red Swap one and wants to swap hands with Chie.",
            "Akiが赤の一人交換を出し、Chieを指名した。",
        ),
        ("play rG 1", "Aki lays a red Gift for Ben.", "AkiがBenに赤のギフトを出した。"),
        ("play W b", "Aki lays a Colour change and names blue.", "Akiが色変更を出し、青を指定した。"),
        ("play W4 y", "Aki lays a Draw 4 and names yellow.", "Akiがドロウ4を出し、黄を指定した。"),
        ("play A", "Aki lays a Swap all.", "Akiが全員交換を出した。"),
        ("play Kg", "Aki lays a Block (green).", "Akiがブロック（緑）を出した。"),
        (
            "triple y7",
            "Aki lays a Triple+: red 7, blue 7, yellow 7.",
            "Akiが「トリプルプラス！」と赤の7、青の7、黄の7を出した。",
        ),
        ("3 jump r5", "Dan jumps in with a red 5.", "Danが赤の5で割り込んだ。"),
    ],
)
def test_r4_to_r20_a_lay_is_told(line: str, said: str, ja: str) -> None:
    table = position("r7 y7 b7 rS rD rR rX rG W W4 A Kg", "b1 b2", "b1 b2", "r5 b3 b4")
    assert told(table, line) == [said]
    assert told(table, line, lang="ja") == [ja]


def test_the_reader_is_you() -> None:
    table = position("rR rX rG r1 r2", "b1 b2 b3", "b4 b5 b6")
    assert told(table, "play rR", reader=2) == ["Aki lays a red Reverse. The direction turns, and you are next."]
    assert told(table, "play rG 2", reader=2) == ["Aki lays a red Gift for you."]
    assert told(table, "play rX 2", "accept", reader=0) == [
        "You lay a red Swap one and want to swap hands with Chie.",
        "You and Chie swap hands. You now have 3 cards, Chie 4.",
        "Your hand now: blue 4, 5, 6",
    ]
    text = "\n".join(chain.from_iterable(match_of(n, 1).story(1, "en") for n in range(len(SETUPS))))
    assert "Ben" not in text
    assert not re.search(r"You (lays|names|jumps|sits|gives|draws|takes|keeps|passes|calls|goes|has|wins)\b", text)
    assert not re.search(r"\byou (has|is)\b|, You |[a-z] You\b", text)
    assert "You" not in "\n".join(match_of(0, 1).story(None, "en"))


def test_seats_without_a_name() -> None:
    table = position("rG r1 r2 r3", "b1 b2", "b3 b4")
    assert told(table, "play rG 1", named=False) == ["Seat 0 lays a red Gift for seat 1."]
    assert told(table, "play rG 1", named=False, lang="ja") == ["席0が席1に赤のギフトを出した。"]


def test_r1_to_r3_a_round_begins() -> None:
    table = begin(2, dealer=1)
    hands = hands_of(["r1", "r2", "r3", "r4", "g1", "gS", "W", "Kb", *(f"y{n}" for n in range(1, 9))], 2)
    lines = (deal(*hands), "* turn rS", "* turn b7")
    assert told(table, *lines, reader=0) == [
        "Round 1 begins: 8 cards each, dealt by Ben.",
        "Your hand: red 1, 2, 3, 4; green 1, Skip; Colour change; Block (blue)",
        "A red Skip is turned up; it does nothing, and another card follows.",
        "A blue 7 is turned up. You begin.",
    ]
    assert len(told(table, *lines)) == 3


def test_r10_what_is_drawn_is_told_to_whom_it_comes() -> None:
    table = position("b1 b2", "r1 r2", "g1 g2")
    lines = ("draw", "* draw 0 r7", "keep")
    assert told(table, *lines) == ["Aki draws a card.", "Aki keeps the card."]
    assert told(table, *lines, reader=1) == told(table, *lines)
    assert told(table, *lines, reader=0) == ["You draw a red 7.", "You keep the card."]


def test_r8_a_triple_put_together() -> None:
    table = position("r7 y7 b7 b7 g1", "r1 r2", triple_must_be_all=False)
    assert told(table, "triple y7", "with r7", "with b7", "done") == [
        "Aki begins a Triple+ that a yellow 7 will lie on.",
        "Aki adds a red 7.",
        "Aki adds a blue 7.",
        "Aki lays a Triple+: red 7, blue 7, yellow 7.",
    ]
    jumped = position("b1 b2", "r5 y5 b5 g1", triple_jump_in=True)
    assert told(jumped, "1 jump triple b5 solo") == [
        'Ben jumps in with a Triple+: red 5, yellow 5, blue 5, calling "Solo!".'
    ]
    steps = position("b1 b2", "r5 y5 b5 g1 g2", triple_jump_in=True, triple_must_be_all=False)
    assert told(steps, "1 jump triple b5", "with y5", "with r5", "done") == [
        "Ben jumps in and begins a Triple+ that a blue 5 will lie on.",
        "Ben adds a yellow 5.",
        "Ben adds a red 5.",
        "Ben jumps in with a Triple+: red 5, yellow 5, blue 5.",
    ]


# ---- answers


def test_r11_r13_r17_answers() -> None:
    table = position("rS rD r1 W4", "bD Kg b3 W4", "b1 b2 b3")
    assert told(table, "play rS", "accept") == ["Aki lays a red Skip.", "Ben sits out."]
    assert told(table, "play rD", "play bD", "take", "* draw 2 y1 y2 y3 y4", reader=2) == [
        "Aki lays a red Draw 2.",
        "Ben lays a blue Draw 2. That makes 4 cards.",
        "You take 4 cards: yellow 1, 2, 3, 4.",
    ]
    assert told(table, "play W4 b", "play W4 r", "take", "*")[1:] == [
        "Ben lays a Draw 4 and names red. That makes 8 cards.",
        "Chie takes 8 cards.",
    ]


def test_r19_blocks() -> None:
    table = position("rS rD rX rG A r1 r2", "Kg b3 b4", "b1 b2 b3", "y1 y2 y3")
    for lay, said in (
        ("play rS", "and stops the Skip."),
        ("play rD", ", and nobody takes the 2 cards."),
        ("play rX 1", "and keeps their hand."),
        ("play rG 1", "and refuses the Gift."),
    ):
        joint = "" if said.startswith(",") else " "
        assert told(table, lay, "block g")[1:] == [f"Ben lays a Block (green){joint}{said}"]
    assert told(table, "play rX 1", "block g", reader=1)[1:] == ["You lay a Block (green) and keep your hand."]


def test_r18_r22_every_hand_moves_on() -> None:
    table = position("A r1 r2", "Kg b3", "Kb b1 b2", "y1")
    assert told(table, "play A", "accept", "accept", "accept", reader=1) == [
        "Aki lays a Swap all.",
        "Every hand moves on to the left.",
        "Your hand now: red 1, 2",
    ]
    past = told(table, "play A", "block g solo", "accept", "accept", reader=1)
    assert past[1:] == [
        'You lay a Block (green) and keep your hand, calling "Solo!".',
        "The hands move on to the left, past you.",
    ]
    right = position("A r1 r2", "Kg b3", "Kb b1 b2", "y1", direction=-1)
    assert told(right, "play A", "accept", "block b", "block g", reader=3)[3:] == [
        "The hands move on to the right, past Ben and Chie.",
        "Your hand now: red 1, 2",
    ]
    two = position("A r1 r2", "Kg b3 b4")
    assert told(two, "play A", "block g")[-1] == "Nobody is left to swap with; all keep their hands."


def test_r15_a_gift_is_seen_by_two() -> None:
    table = position("rG b1 b2 b3", "y1 y2", "g1 g2")
    lines = ("play rG 1", "accept", "give b1", "give b3 solo")
    assert (
        told(table, *lines, reader=2)
        == told(table, *lines)
        == [
            "Aki lays a red Gift for Ben.",
            'Aki gives Ben two cards, calling "Solo!".',
        ]
    )
    assert told(table, *lines, reader=1)[1:] == [
        "Aki gives you a blue 1.",
        'Aki gives you a blue 3, calling "Solo!".',
    ]
    assert told(table, *lines, reader=0)[1] == "You give Ben a blue 1."
    rest = position("rG b1 b2", "y1 y2", "g1 g2")
    assert told(rest, "play rG 1", "accept", reader=2)[1] == "Aki gives Ben the last 2 cards."
    assert told(rest, "play rG 1", "accept", reader=1)[1] == "Aki gives you the last 2 cards: blue 1, 2."


# ---- the call


def test_r23_a_call_and_a_missed_one() -> None:
    table = position("r1 b9", "r3 y1 y2", "g1 g2")
    assert told(table, "play r1 solo") == ['Aki lays a red 1, calling "Solo!".']
    assert told(table, "play r1", "0 solo") == ["Aki lays a red 1.", 'Aki calls "Solo!".']
    missed = ("play r1", "play r3", "* draw 0 g7 W")
    assert told(table, *missed) == [
        "Aki lays a red 1.",
        'Ben goes on before Aki has called "Solo!".',
        "Aki draws 2 cards for the missed call.",
        "Ben lays a red 3.",
    ]
    assert told(table, *missed, reader=0)[1:3] == [
        'Ben goes on before you have called "Solo!".',
        "You draw 2 cards for the missed call: green 7; Colour change.",
    ]
    assert told(table, *missed[:2], "*", lang="ja")[1:] == [
        "Akiが「ソロ！」と言う前に、Benがゲームを進めた。",
        "Akiは宣言を忘れたので2枚引いた。",
        "Benが赤の3を出した。",
    ]


def test_r30_what_waits_for_a_missed_call_is_told_when_it_comes() -> None:
    table = position("r1 b9", "r3 y1 y2", "g1 g2").after("play r1")
    assert told(table, "draw", "*", "* draw 1 g7")[1:] == [
        "Aki draws 2 cards for the missed call.",
        "Ben draws a card.",
    ]
    skip = position("rS b9", "Kg y1 y2", "g1 g2").after("play rS")
    assert told(skip, "block g", "*")[1:] == [
        "Aki draws 2 cards for the missed call.",
        "Ben lays a Block (green) and stops the Skip.",
    ]
    last = position("r1 b9", "r3", "g1 g2").after("play r1")
    ended = told(last, "play r3", "* draw 0 g7 W")
    assert ended[2:4] == ["Ben lays a red 3.", "Ben has no card left and wins round 1."]
    assert ended[4] == "Minus points of the round (in all): Aki 56 (56), Ben 0 (0), Chie 3 (3)"  # 9 + 7 + 40; 1 + 2


def test_a14_the_call_only_with_the_lay() -> None:
    table = position("r1 b9", "r3 y1 y2", solo_before=True)
    assert told(table, "play r1", "*") == ["Aki lays a red 1.", "Aki draws 2 cards for the missed call."]


def test_a13_several_last_cards_without_the_call() -> None:
    table = position("r1 y1 b1", "r3 y1 y2", solo_on_multi_out=True)
    assert told(table, "triple y1", "*") == [
        "Aki lays a Triple+: red 1, blue 1, yellow 1.",
        'Aki has not called "Solo!" and is not out.',
        "Aki draws 2 cards for the missed call.",
    ]


def test_a_chance_that_is_let_go_is_told_to_nobody_else() -> None:
    table = position("b1 b2", "r5 r6", "g1 g2")
    assert told(table, "1 wait") == told(table, "1 wait", reader=0) == []
    assert told(table, "1 wait", reader=1) == ["You let it go by."]
    assert told(table, "1 wait", reader=1, lang="ja") == ["あなたは見送った。"]


# ---- piles and ends


def test_r27_a_new_pile_and_what_is_waived() -> None:
    table = position("rD r1 r2", "b1 b2", below="y1 y2 y3", pile="g1", rest=0)
    assert told(table, "play rD", "take", "* draw 1 g1", "* draw 1 y1", reader=0)[1:] == [
        "Ben takes 1 card.",
        "The draw pile is empty; the discards under the top card are shuffled and become the new one.",
        "Ben takes 1 card.",
    ]
    bare = position("rD r1 r2", "b1 b2", rest=0, below="y1")
    assert told(bare, "play rD", "take", "*")[1:] == [
        "The draw pile is empty; the discards under the top card are shuffled and become the new one.",
        "Ben takes 2 cards.",
    ]
    short = position("rD r1 r2", "b1 b2", rest=0)
    assert told(short, "play rD", "take", "*")[1:] == [
        "The draw pile is empty; the discards under the top card are shuffled and become the new one.",
        "Ben takes 1 card.",
        "There is no card left to draw, so the rest is waived.",
    ]


def test_r28_passes_and_a_round_without_a_winner() -> None:
    table = position("b1 b2", "y1 y2", "g1", rest=2)
    assert told(table, "pass", "pass", "pass")[:4] == [
        "Aki passes: there is no card to draw.",
        "Ben passes: there is no card to draw.",
        "Chie passes: there is no card to draw.",
        "Everybody has passed in a row, so round 1 ends without a winner.",
    ]
    capped = position("r1 b2", "y1 y2", turns=2000)
    assert told(capped, "play r1 solo")[1] == "Round 1 is stopped after 2000 turns, without a winner."


def test_r24_to_r26_the_end() -> None:
    table = position("rS", "r7 gS W4 bG Kb", "g1", totals=[499, 353, 499], in_round=3)
    assert told(table, "play rS") == [
        "Aki lays a red Skip.",
        "Aki has no card left and wins round 3.",
        "Minus points of the round (in all): Aki 0 (499), Ben 147 (500), Chie 1 (500)",  # V34; R25
        "Aki wins the match with 499 minus points.",
    ]
    shared = position("rS", "g1", "W4", totals=[120, 119, 453])
    assert told(shared, "play rS")[-1] == "Aki and Ben share the win with 120 minus points."
    assert told(shared, "play rS", lang="ja")[-1] == "AkiとBenが失点120で並び、勝利を分け合った。"


@pytest.mark.parametrize("setup", range(len(SETUPS)))
def test_the_points_add_up(setup: int) -> None:
    match = match_of(setup, 1)
    assert match.result is not None
    totals = dict.fromkeys(NAMES[: match.seats], 0)
    lines = list(match.story(None, "en"))
    for line in lines:
        if line.startswith("Minus points"):
            found = re.findall(r"(\w+) (\d+) \((\d+)\)", line)
            assert len(found) == match.seats
            for name, points, total in found:
                totals[name] += int(points)
                assert totals[name] == int(total)
    assert tuple(-total for total in totals.values()) == match.result.scores
    assert tuple(seat for seat in range(match.seats) if NAMES[seat] in lines[-1]) == match.result.winners
