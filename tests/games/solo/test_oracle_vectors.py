"""The naive reading of the game's rules.md against the vectors V1 to V36 of that page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.solo.oracle import BOX, SoloOracle, symbol
from tests.games.solo.test_oracle import position, refused, run, sizes, state

REST = ["b1 b8", "b1 b8", "g6 g8"]  # hands that hardly matter


def cards(game: SoloOracle, seat: int = 0) -> set[str]:
    """What this seat may play."""
    return {move.split(" ")[1] for move in game.moves(seat) if move.startswith("play ")}


def words(game: SoloOracle, start: str, seat: int = 0) -> set[str]:
    """The moves that begin so, without those that say the call."""
    return {move for move in game.moves(seat) if move.startswith(start) and not move.endswith(" solo")}


def test_v01_what_may_be_played() -> None:
    hand = "r2 b9 rS Kg W b2 bS"
    assert cards(position([hand, *REST], "r9")) == {"r2", "b9", "rS", "Kg", "W"}
    assert cards(position(["bS g4 b4", *REST], "gS")) == {"bS", "g4"}


def test_v02_named_colour() -> None:
    game = position(["W b2 b3", "r4 rS A b4", *REST], "g1")
    after = run(game, "A play W r")
    assert after["colour"] == "r" and cards(game, 1) == {"r4", "rS", "A"}
    run(game, "B draw", "draw b9")
    assert words(game, "", 1) == {"keep"}
    after = run(game, "B keep")
    assert after["colour"] == "r" and after["top"] == "W" and after["turn"] == 2


def test_v03_start_card() -> None:
    game = SoloOracle(2)
    game.set_dealer(0)
    hands = [["r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8"], ["g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8"]]
    game.deal(hands)
    for card in ("rS", "W", "b7"):
        assert game.needs() == "turn"
        game.turn_up(card)
    after = state(game)
    assert after["top"] == "b7" and after["turn"] == 1 and after["phase"] == "turn" and after["direction"] == 1
    assert after["discards"] == ["W", "b7", "rS"] and after["colour"] == "b" and after["turns"] == 1
    ten = SoloOracle(10)
    ten.set_dealer(4)
    dealt = sorted(BOX, key=lambda card: symbol(card) not in "123456789")[:80]
    ten.deal([dealt[8 * seat : 8 * seat + 8] for seat in range(10)])
    assert ten.needs() == "deal" and state(ten)["dealer"] == 4 and state(ten)["round"] == 1


def test_v04_jump_in() -> None:
    game = position(["r3 b2 b3", *REST[:2], "r3 g1 g2"], "r1")
    after = run(game, "A play r3", "D jump r3")
    assert after["turn"] == 0 and sizes(game) == [2, 2, 2, 2]
    game = position(["r3 b2 b3", "r3 g1 g2"], "r1")
    run(game, "A play r3")
    assert "play r3" in game.moves(1) and "jump r3" not in game.moves(1)
    assert run(game, "B play r3")["turn"] == 0


def test_v05_jump_in_while_deciding() -> None:
    game = position(["b2 b3", "b4 b6", "b7 b8", "y5 g7 g8"], "y5", turn=1)
    after = run(game, "B draw", "draw g2", "D jump y5")
    assert after["turn"] == 0 and after["hands"][1] == ["b4", "b6", "g2"] and after["drawn"] is None


def test_v06_no_jump_in() -> None:
    game = position(["b1 b2", "rS b7", "g4 g5"], "rS")
    assert game.moves(1) == []
    game = position(["y5 y5 b2 b3", *REST], "y1")
    after = run(game, "A play y5", "A jump y5")
    assert after["turn"] == 1 and sizes(game)[0] == 2
    game = position(["y5 y5 b2 b3", *REST], "y1", self_jump_in=0)
    run(game, "A play y5")
    assert refused(game, "A jump y5") and game.moves(0) == []


def test_v07_triple() -> None:
    game = position(["y7 r7 b7 b7", *REST], "y5")
    assert words(game, "triple") == {"triple b7", "triple r7"}
    assert words(position(["y7 r7 b7 b7", *REST], "g7"), "triple") == {"triple b7", "triple r7", "triple y7"}
    assert words(position(["y7 y7 r7", *REST], "y5"), "triple") == {"triple y7", "triple r7"}
    game = position(["y7 r7 b7 b7 b2", *REST], "y5")
    after = run(game, "A triple r7 solo")
    assert after["top"] == "r7" and after["colour"] == "r" and after["turn"] == 1 and after["hands"][0] == ["b2"]


@pytest.mark.parametrize(
    ("top", "last", "others", "legal"),
    [
        ("y5", "r7", "y7 b7", True),
        ("y5", "b7", "y7 r7", True),
        ("y5", "b7", "y7 b7", True),
        ("y5", "r7", "b7 b7", False),
        ("y5", "b7", "r7 b7", False),
        ("g7", "r7", "b7 b7", True),
        ("g7", "b7", "r7 b7", True),
        ("g7", "y7", "r7 b7", True),
    ],
)
def test_v07_triple_of_some(top: str, last: str, others: str, legal: bool) -> None:
    game = position(["y7 r7 b7 b7 b2", *REST], top, triple_must_be_all=0)
    run(game, f"A triple {last}")
    assert "done" not in game.moves(0)
    for card in others.split():
        run(game, f"A with {card}")
    assert ("done" in game.moves(0)) == legal
    if legal:
        after = run(game, "A done")
        assert after["top"] == last and after["turn"] == 1 and len(after["hands"][0]) == 2


def test_v08_after_drawing() -> None:
    game = position(["b7 g7 r9", *REST], "r2")
    run(game, "A draw", "draw r7")
    assert words(game, "") == {"play r7", "triple b7", "triple g7", "keep"}
    free = position(["b7 g7 r9", *REST], "r2", play_any_after_draw=1)
    run(free, "A draw", "draw r7")
    assert "play r9" in free.moves(0)


def test_v09_skip() -> None:
    hands = ["rS b2 b3", "Kg b4 b5", *REST[:2]]
    after = run(position(hands, "r1"), "A play rS", "B accept")
    assert after["turn"] == 2 and after["colour"] == "r" and after["phase"] == "turn"
    after = run(position(hands, "r1"), "A play rS", "B block g")
    assert after["turn"] == 2 and after["colour"] == "g" and after["top"] == "Kg"
    assert run(position(hands[:2], "r1"), "A play rS", "B accept")["turn"] == 0
    after = run(position(hands[:2], "r1"), "A play rS", "B block g")
    assert after["turn"] == 0 and after["colour"] == "g"


def test_v10_reverse() -> None:
    hands = ["rR b2 b3", *REST[:2], "g6 g8"]
    game = position(hands, "r1")
    assert run(game, "A play rR")["turn"] == 3
    for seat, who in ((3, "D"), (2, "C"), (1, "B")):
        assert game.turn == seat
        run(game, f"{who} draw", f"draw y{seat}", f"{who} keep")
    assert game.turn == 0 and game.direction == -1
    assert run(position(hands[:2], "r1"), "A play rR")["turn"] == 1
    after = run(position(hands[:2], "r1", reverse2p_skips=1), "A play rR")
    assert after["turn"] == 0 and after["direction"] == -1 and after["phase"] == "turn"


def test_v11_draw_2() -> None:
    game = position(["rD b2 b3", "bD b4 b5", "b6 b7", "g6 g8"], "r1")
    run(game, "A play rD", "B play bD", "C take")
    assert game.drawing() == (2, 4)
    after = run(game, "draw gD r2 r3 r4")
    assert after["turn"] == 2 and after["phase"] == "turn" and after["colour"] == "b" and after["sum"] == 0
    after = run(game, "C play gD")
    assert after["turn"] == 3 and after["sum"] == 2 and after["phase"] == "answer"


def test_v12_answers_to_draw_2() -> None:
    hands = ["rD b2 b3", "W4 bR b4 Kg bD gD", *REST[:2]]
    game = position(hands, "r1")
    run(game, "A play rD")
    assert set(game.moves(1)) == {"play bD", "play gD", "block g", "take"}
    mixed = position(hands, "r1", mix_draw=1)
    after = run(mixed, "A play rD", "B play W4 y")
    assert after["sum"] == 6 and after["turn"] == 2 and after["colour"] == "y"


def test_v13_block_a_sum() -> None:
    game = position(["rD b2 b3", "bD b4 b5", "Ky b6 b7", "g6 g8"], "r1")
    after = run(game, "A play rD", "B play bD", "C block y")
    assert after["turn"] == 3 and after["colour"] == "y" and after["sum"] == 0 and sizes(game) == [2, 2, 2, 2]


def test_v14_draw_4() -> None:
    hands = ["W4 b2 b3", "W4 b4 b5", *REST[:2]]
    game = position(hands, "r1")
    after = run(game, "A play W4 b", "B take", "draw g1 g2 g3 g4")
    assert after["turn"] == 1 and after["colour"] == "b" and after["phase"] == "turn"
    assert cards(game, 1) == {"W4", "b4", "b5"}
    after = run(position(hands, "r1"), "A play W4 b", "B play W4 r")
    assert after["turn"] == 2 and after["sum"] == 8 and after["colour"] == "r"


def test_v15_swap_one() -> None:
    hands = ["bX g1 g2 g3", "b4 b5", "Kr y1 y2 y3 y4", "g6 g8"]
    game = position(hands, "b9")
    assert words(game, "play") == {"play bX 1", "play bX 2", "play bX 3"}
    after = run(game, "A play bX 2", "C accept")
    assert sizes(game) == [5, 2, 3, 2] and after["turn"] == 2 and after["colour"] == "b"
    assert after["hands"][2] == ["g1", "g2", "g3"]
    game = position(hands, "b1")
    after = run(game, "A play bX 2", "C block r")
    assert sizes(game) == [3, 2, 4, 2] and after["turn"] == 3 and after["colour"] == "r"


def test_v16_swap_one_and_the_call() -> None:
    hands = ["bX g1", "b4 b5", "Kr y1 y2 y3 y4 y5", "g6 g8"]
    game = position(hands, "b1")
    after = run(game, "A play bX 2", "C accept")
    assert sizes(game) == [6, 2, 1, 2] and after["owes"] == []
    game = position(hands, "b1")
    assert run(game, "A play bX 2")["owes"] == []
    after = run(game, "C block r")
    assert after["owes"] == [0] and after["turn"] == 3 and sizes(game)[0] == 1
    run(game, "D draw")
    assert game.drawing() == (0, 2)


def test_v17_one_card_by_a_swap() -> None:
    hands = ["bX g1 g2 g3 g4", "b4 b5", "y1", "g6 g8"]
    after = run(position(hands, "b1"), "A play bX 2", "C accept")
    assert after["hands"][0] == ["y1"] and after["owes"] == []
    game = position(hands, "b1", solo_on_swap=1)
    assert run(game, "A play bX 2", "C accept")["owes"] == [0] and "solo" in game.moves(0)


def test_v18_gift() -> None:
    game = position(["bG g1 g2 g3", "b4 b5", "y1 y2", "g6 g8"], "b1")
    after = run(game, "A play bG 2", "C accept", "A give g1", "A give g3")
    assert after["hands"][2] == ["g1", "g3", "y1", "y2"] and after["owes"] == [0] and after["turn"] == 1


def test_v19_gift_of_everything() -> None:
    hands = ["bG g1 g2", "b4 b5", "y1 Kr", "g6 g8"]
    game = position(hands, "b1")
    after = run(game, "A play bG 2", "C accept")
    assert after["totals"] == [0, 9, 1 + 40 + 3, 14] and after["round"] == 2 and game.needs() == "deal"
    after = run(position(hands, "b1"), "A play bG 2", "C block r")
    assert after["hands"][0] == ["g1", "g2"] and after["turn"] == 3


def test_v20_gift_blocked_with_one_left() -> None:
    game = position(["bG g1", "b4 b5", "y1 y2 Kr", "r6 g8"], "b1")
    assert run(game, "A play bG 2", "C block r")["owes"] == [0]
    run(game, "D play r6 solo")
    assert game.drawing() == (0, 2) and state(game)["top"] == "Kr"
    after = run(game, "draw g2 g3")
    assert after["top"] == "r6" and sizes(game)[0] == 3 and after["turn"] == 0


@pytest.mark.parametrize("card", ["rG", "rX", "A", "W4", "W", "rS", "rD", "rR", "Kg"])
def test_v21_last_card(card: str) -> None:
    game = position([card, *REST], "r1", target_score=14)
    assert game.moves(0) == [f"play {card}", "draw"]
    after = run(game, f"A play {card}")
    assert after["phase"] == "over" and after["totals"] == [0, 9, 9, 14] and after["winners"] == [0]
    assert sizes(game) == [0, 2, 2, 2] and after["sum"] == 0


def test_v22_swap_all() -> None:
    game = position(["A r1 r2", "g1 g2 g3 g4 g5", "b1 b2 b3 b4 b5 b6 b7"], "y1")
    after = run(game, "A play A", "B accept", "C accept")
    assert sizes(game) == [7, 2, 5] and after["turn"] == 1 and after["colour"] == "any"
    assert cards(game, 1) == {"r1", "r2"}
    run(game, "B draw", "draw y9", "B keep")
    assert cards(game, 2) == {"g1", "g2", "g3", "g4", "g5"}


def test_v23_swap_all_blocked() -> None:
    hands = ["A r1 r2", "Kg g1 b2", "b1 b2 b3 b4"]
    game = position(hands, "y1")
    after = run(game, "A play A", "B block g", "C accept")
    assert after["hands"] == [["b1", "b2", "b3", "b4"], ["b2", "g1"], ["r1", "r2"]]
    assert after["turn"] == 1 and after["colour"] == "g" and cards(game, 1) == {"g1"}
    game = position(hands, "y1", block_after_swap_all_free=1)
    run(game, "A play A", "B block g", "C accept")
    assert cards(game, 1) == {"g1", "b2"} and state(game)["colour"] == "any"


def test_v24_two_blocks() -> None:
    game = position(["A r1 r2", "Kb b1 b2", "g1 g2 g3", "Kr y1 y2"], "y1", direction=-1)
    after = run(game, "A play A", "D block r", "C accept", "B block b")
    assert after["hands"] == [["g1", "g2", "g3"], ["b1", "b2"], ["r1", "r2"], ["y1", "y2"]]
    assert after["colour"] == "b" and after["turn"] == 3
    game = position(["A r1", "Kb b1 b2"], "y1")
    after = run(game, "A play A", "B block b")
    assert after["hands"] == [["r1"], ["b1", "b2"]] and after["owes"] == [0] and after["turn"] == 1


def test_v25_an_answer_as_the_last_card() -> None:
    game = position(["A r1 r2", "Kb", "g1 g2 g3"], "y1")
    assert run(game, "A play A", "B block b")["totals"] == [3, 0, 6]
    game = position(["rD r1 r2", "bD", "g1 g2 g3"], "r1")
    assert run(game, "A play rD", "B play bD")["totals"] == [3, 0, 6]


def test_v26_block_as_a_normal_card() -> None:
    game = position(["b2 b3", "Kg b4 b5", "g6 g8"], "r1", turn=1)
    after = run(game, "B play Kg")
    assert after["turn"] == 2 and after["colour"] == "g" and after["phase"] == "turn"


@pytest.mark.parametrize("call", ["", " solo", "later"])
@pytest.mark.parametrize(("hand", "move"), [("r3 b2", "A play r3"), ("r3 g3 y3 b2", "A triple y3")])
def test_v27_missed_call(hand: str, move: str, call: str) -> None:
    game = position([hand, "b4 b5", "g6 g8"], "r1")
    run(game, move if call == "later" else move + call)
    assert state(game)["owes"] == ([] if call == " solo" else [0])
    if call == "later":
        run(game, "A solo")
    run(game, "B draw")
    assert game.drawing() == ((1, 1) if call else (0, 2))
    if not call:
        run(game, "draw y1 y2")
        assert game.drawing() == (1, 1) and sizes(game)[0] == 3


def test_v27_triple_to_nothing() -> None:
    hands = ["r3 g3 y3", "b4 b5"]
    assert run(position(hands, "r1"), "A triple y3")["totals"] == [0, 9]
    game = position(hands, "r1", solo_on_multi_out=1)
    run(game, "A triple y3")
    assert game.drawing() == (0, 2)
    assert run(game, "draw b1 b2")["turn"] == 1
    game = position(hands, "r1", solo_on_multi_out=1)
    assert run(game, "A triple y3 solo")["totals"] == [0, 9]


def test_v28_accepting_is_not_going_on() -> None:
    hands = ["rS b2", "Kg b4 b5", "r6 g8 g1"]
    game = position(hands, "r1")
    assert run(game, "A play rS", "B accept")["owes"] == [0]
    run(game, "C play r6")
    assert game.drawing() == (0, 2)
    game = position(hands, "r1")
    run(game, "A play rS", "B block g")
    assert game.drawing() == (0, 2) and state(game)["top"] == "rS"
    assert run(game, "draw y1 y2")["top"] == "Kg"


def test_v29_the_same_player_goes_on() -> None:
    game = position(["rS r2", "b4 b5"], "r1")
    after = run(game, "A play rS", "B accept", "A play r2")
    assert after["totals"] == [0, 9] and after["round"] == 2


def test_v30_missed_call_and_the_end() -> None:
    game = position(["r3 b2", "r5", "g6 g8"], "r1")
    after = run(game, "A play r3", "B play r5", "draw y1 W4")
    assert after["totals"] == [2 + 1 + 50, 0, 14] and after["round"] == 2


def test_v31_a_new_call() -> None:
    game = position(["bG b7 b8 g4", "r4 r5", "b3 y2"], "b1", turn=2)
    after = run(game, "C play b3 solo", "A play bG 2 solo", "C accept", "A give b7", "A give b8")
    assert after["owes"] == [] and sizes(game) == [1, 2, 3]
    after = run(game, "B draw", "draw g1", "B keep", "C play b7", "A draw", "draw g2", "A keep")
    assert after["owes"] == [] and sizes(game) == [2, 3, 2]
    after = run(game, "B draw", "draw g3", "B keep", "C play b8")
    assert after["owes"] == [2] and after["hands"][2] == ["y2"]


def test_v32_new_pile() -> None:
    game = position(["rD b2 b3", "bD b4 b5", "g6 g8"], "r1", discards="y1 y2", pile=["y9"])
    run(game, "A play rD", "B play bD", "C take")
    assert game.drawing() == (2, 1)
    run(game, "draw y9")
    assert game.drawing() == (2, 3) and state(game)["discards"] == ["bD"]
    after = run(game, "draw y1 y2 rD")
    assert after["pile"] == ["r1"] and after["top"] == "bD" and after["turn"] == 2 and sizes(game)[2] == 6


def test_v33_nothing_to_draw() -> None:
    game = position(["b2 b3", "b4 b5", "g6 g8"], "r1", pile=[])
    assert game.moves(0) == ["pass"] and refused(game, "A draw")
    after = run(game, "A pass", "B pass")
    assert after["passes"] == 2 and after["turn"] == 2
    after = run(game, "C pass")
    assert after["round"] == 2 and after["totals"] == [5, 9, 14]
    game = position(["rD b2 b3", "b4 b5", "g6 g8"], "rD", pile=[], passes=1)
    run(game, "A play rD", "B take")
    assert game.drawing() == (1, 1)  # the card below is all there is
    after = run(game, "draw rD")
    assert after["turn"] == 1 and after["phase"] == "turn" and game.moves(1)[-1] == "pass"
    game = position(["r2 r3", "b4 b5"], "r1", pile=[], phase="answer", effect="D", sum=2, passes=1)
    after = run(game, "A take")
    assert after["turn"] == 0 and after["phase"] == "turn" and sizes(game) == [2, 2] and after["passes"] == 1


def test_v33_the_last_card_goes_to_a_penalty() -> None:
    game = position(["b2", "b4 b5", "g6 g8"], "r1", pile=["y1"], turn=1, owes={0})
    assert "draw" in game.moves(1)
    after = run(game, "B draw", "draw y1")
    assert after["passes"] == 1 and after["turn"] == 2 and sizes(game) == [2, 2, 2]


def test_v34_points() -> None:
    game = position(["r1", "r7 gS W4 bG Kr"], "r2")
    assert run(game, "A play r1")["totals"] == [0, 147]
    game = position(["r1", "r7 gS W4 bG Kr"], "r2", points_gift=1, points_block=2)
    assert run(game, "A play r1")["totals"] == [0, 80]


def test_v35_the_end() -> None:
    game = position(["r1", "g3", "g9"], "r2", totals=[120, 500, 111])
    after: dict[str, Any] = run(game, "A play r1")
    assert after["phase"] == "over" and after["totals"] == [120, 503, 120] and after["winners"] == [0, 2]
    assert after["scores"] == [-120, -503, -120] and game.needs() == "over"
    game = position(["r1", "g3", "g9"], "r2", totals=[120, 496, 111])
    after = run(game, "A play r1")
    assert after["winners"] is None and after["scores"] is None and game.needs() == "deal"
    assert after["round"] == 2 and after["dealer"] == 1


def test_v36_debts_one_after_the_other() -> None:
    game = position(["r3 b2", "b4 b5", "g6 g8", "r3 y7"], "r1")
    run(game, "A play r3", "D jump r3")
    assert game.drawing() == (0, 2)
    after = run(game, "draw y1 y2")
    assert after["owes"] == [3] and after["turn"] == 0 and sizes(game) == [3, 2, 2, 1]
    run(game, "A draw")
    assert game.drawing() == (3, 2)
    run(game, "draw y3 y4")
    assert game.drawing() == (0, 1)
