"""R24 to R28: the ends of a round and of the match, and the pile that runs out."""

from __future__ import annotations

import pytest

from tefuda import Result
from tefuda.games.solo.game import SOLO
from tefuda.kernel import OVER

from .position import DECK, Position, position

# ---- R24, R25


@pytest.mark.parametrize("card", ["r1", "rS", "rR", "rD", "rX", "rG", "W", "A", "W4", "Kb"])
def test_r24_the_last_card_ends_the_round_without_effect(card: str) -> None:
    table = position(card, "y1 y2", "b1 b2 b3")
    assert table.moves("play") == [f"play {card}"]
    table.play(f"play {card}")
    assert (table.over, table.out, table.ending, table.totals) == (True, 0, "out", [0, 3, 6])


def test_r24_by_a_jump_in() -> None:
    assert position("g1 g2", "r5", "y1 y2").play("1 jump r5").totals == [3, 0, 3]


def test_r24_by_a_triple() -> None:
    table = position("r7 g7 b7", "y1 y2", "b1 b2 b3")
    assert table.moves("triple") == ["triple g7", "triple b7"]
    assert table.play("triple b7").out == 0


def test_r24_by_a_block() -> None:
    assert position("rS g1 g2", "Kg", "b1 b2 b3").play("play rS", "block g").out == 1


def test_r24_by_a_gift() -> None:
    assert position("rG g1", "y1 y2", "b1 b2").play("play rG 1", "accept").out == 0


@pytest.mark.parametrize(
    ("card", "points"),
    [(f"b{n}", n) for n in range(1, 10)]
    + [("rR", 10), ("rS", 20), ("rD", 30), ("rX", 30), ("rG", 30), ("W", 40), ("A", 40), ("Kg", 40), ("W4", 50)],
)
def test_r25_points(card: str, points: int) -> None:
    table = position("r1", f"{card} b9", top="r5").play("play r1")
    assert table.totals == [0, points + 9]


def test_r25_everybody_but_the_player_who_went_out() -> None:
    table = position("r1", "g1 g2", "W4 W4", "y9", totals=[10, 20, 30, 40]).play("play r1")
    assert table.totals == [10, 23, 130, 49]
    assert table.game.scores() == [-10, -23, -130, -49]


def test_r25_with_ten_players_only_hands_count() -> None:
    """Not what lies in the pile or among the discards."""
    table = position("r1", *["g1"] * 2, *["y1"] * 2, *["b1"] * 2, "g2", "y2", "b3").play("play r1")
    assert table.totals == [0, 1, 1, 1, 1, 1, 1, 2, 2, 3]


def test_r25_all_cards_together() -> None:
    """72 numbers are worth 360, the actions 80 + 160 + 240 + 120 + 120 + 160 + 160 + 160 + 200."""
    table = position("r1", "", rest=1, top="r1")
    assert table.play("play r1").totals == [0, 1760 - 1 - 1]
    assert DECK.total() == 120


# ---- R26


@pytest.mark.parametrize(("before", "over"), [(498, False), (499, True), (500, True)])
def test_r26_the_match_ends_at_500(before: int, over: bool) -> None:
    table = position("r1", "g1", totals=[0, before]).play("play r1")
    assert (table.phase == "over") == over
    assert table.s.round == (1 if over else 2)


def test_r26_the_lowest_total_wins() -> None:
    table = position("r1", "g1", "g2", totals=[120, 499, 60]).play("play r1")
    assert table.result == Result("out", (-120, -500, -62), (2,))


def test_r26_when_the_match_is_over_nothing_is_pending() -> None:
    """The last card was a Block against a Skip, in the first round."""
    table = position("rS g1", "Kg", target_score=1)
    assert table.game.rounds() == 0
    view = table.play("play rS solo", "block g").view(0)
    assert (table.phase, view.pending, view.source, view.target, view.spoke) == ("over", "", None, None, False)
    assert (table.game.rounds(), table.game.actor()) == (1, OVER)


def test_r26_ties_share() -> None:
    table = position("r1", "g1", "g2", totals=[120, 499, 118]).play("play r1")
    assert table.result == Result("out", (-120, -500, -120), (0, 2))


def test_r26_only_after_a_round() -> None:
    table = position("r1 r2", "g1", totals=[0, 499])
    assert table.play("play r1 solo").phase == "turn"


def test_r26_a_round_without_a_winner_can_end_it() -> None:
    table = position("g1", "", rest=1, passes=1, totals=[499, 0], top="r5").play("pass")
    assert (table.phase, table.ending, table.result.winners) == ("over", "stuck", (0,))


# ---- R27


def test_r27_the_discards_below_the_top_are_the_new_pile() -> None:
    table = position("g1", "", below="g2 y3", rest=1, top="r5").play("draw")
    assert (table.drawing, table.pile, table.discards) == ((0, 1), ["g2", "y3"], ["r5"])
    assert table.play("* draw 0 y3").pile == ["g2"]


def test_r27_only_a_draw_from_an_empty_pile_makes_it() -> None:
    table = position("g1", "", pile="b9", below="g2 y3", rest=1, top="r5").play("draw", "* draw 0 b9")
    assert (table.pile, table.discards) == ([], ["g2", "y3", "r5"])
    assert "draw" in table.play("keep").moves()


def test_r27_a_sum_goes_on_over_the_new_pile() -> None:
    table = position("rD r1 r2", "", pile="b9", below="g2 y3", rest=1, top="r5").play("play rD", "take")
    assert table.drawing == (1, 1)
    table.play("* draw 1 b9")
    assert (table.drawing, table.pile, table.discards) == ((1, 1), ["r5", "g2", "y3"], ["rD"])
    assert table.play("* draw 1 g2").now == ("turn", 1, "r")


def test_r27_the_rest_is_waived() -> None:
    table = position("W4 r1 r2", "", pile="b9", rest=1, top="r5").play("play W4 g", "take", "* draw 1 b9")
    assert (table.drawing, table.pile) == ((1, 1), ["r5"])
    table.play("* draw 1 r5")
    assert (table.now, table.discards) == (("turn", 1, "g"), ["W4"])
    assert SOLO.safety(table.game)["R27 waived"] == 1


def test_r27_the_active_colour_stays() -> None:
    table = position("g1", "", below="g2 y3", rest=1, top="W", colour="b").play("draw", "* draw 0 g2", "keep")
    assert (table.top, table.colour) == ("W", "b")
    free = position("g1", "", below="g2 y3", rest=1, top="A").play("draw", "* draw 0 g2", "keep")
    assert (free.top, free.colour) == ("A", "any")


def test_r27_it_is_counted() -> None:
    table = position("g1", "", below="g2 y3", rest=1, top="r5")
    assert SOLO.safety(table.game)["R27 new pile"] == 0
    assert SOLO.safety(table.after("draw").game)["R27 new pile"] == 1


# ---- R28


def bare(*hands: str, **fields: object) -> Position:
    """No card can be drawn: the last seat has all the rest."""
    return position(*hands, "", rest=len(hands), top="r5", **fields)  # type: ignore[arg-type]  # fields of position


def test_r28_draw_becomes_a_pass() -> None:
    table = bare("g1", "y1")
    assert table.moves() == ["pass"]
    table.play("pass")
    assert (table.turn, table.s.passes) == (1, 1)


def test_r28_a_pass_is_offered_beside_plays() -> None:
    table = bare("r1 r2 g1", "y1")
    assert table.moves() == ["play r1", "play r2", "pass"]


def test_r28_when_all_pass_in_a_row_the_round_ends() -> None:
    table = bare("g1", "y1").play("pass", "pass")
    assert not table.over
    rest = 1760 - 5 - 1 - 1
    table.play("pass")
    assert (table.over, table.out, table.ending, table.totals) == (True, None, "stuck", [1, 1, rest])
    assert SOLO.safety(table.game)["R28 all passed"] == 1


def test_r28_a_lay_starts_the_count_anew() -> None:
    table = bare("g1", "y1").play("pass", "pass", "play r1")
    assert table.s.passes == 0


def test_r28_a_draw_starts_the_count_anew() -> None:
    table = position("g1", "y1", "", pile="b9", rest=2, top="r5", passes=2).play("draw")
    assert table.play("*").s.passes == 0


def test_r28_taking_no_card_is_neither_a_pass_nor_a_draw() -> None:
    """With the Draw 2 laid nothing was below it before; now the old top can be drawn."""
    table = bare("rD g1 g2", "y1").play("play rD", "take")
    assert table.drawing == (1, 1)
    table.play("*")
    assert (table.now, table.s.passes) == (("turn", 1, "r"), 0)


def test_r28_the_2001st_turn_does_not_begin() -> None:
    table = position("r1 g1 g2", "y1 y2", turns=1999).play("play r1")
    assert (table.over, table.s.turns) == (False, 2000)
    table = position("r1 g1 g2", "y1 y2", turns=2000).play("play r1")
    assert (table.over, table.out, table.ending, table.totals) == (True, None, "capped", [3, 3])
    assert SOLO.safety(table.game)["R28 turn cap"] == 1


def test_r28_a_win_comes_before_the_cap() -> None:
    assert position("r1", "y1 y2", turns=2000).play("play r1").ending == "out"
    assert position("rD g1 g2", "gD", turns=2000).play("play rD", "play gD").ending == "out"


@pytest.mark.parametrize("line", ["take", "2 jump r1", "play gD"])
def test_r28_turns_after_a_sum_or_a_jump_in_and_stacks_count(line: str) -> None:
    table = position("rD r1 g2 g3", "gD y1 y2", "r1 b1 b2", turns=5)
    table.play("play r1" if "jump" in line else "play rD")
    before = table.s.turns
    table.play(line, *["*"] * (line == "take"))
    assert table.s.turns == before + 1


def test_r28_a_stack_beyond_the_cap_ends_the_round_when_it_is_laid() -> None:
    table = position("rD g1 g2", "gD y1 y2", turns=2000).play("play rD")
    assert not table.over
    table.play("play gD")
    assert (table.over, table.out, table.ending, table.totals) == (True, None, "capped", [3, 3])


def test_r28_a_jump_in_with_draw_2_on_a_sum_counts_like_a_stack() -> None:
    table = position("rD g1 g2", "y1 y2", "rD b1 b2", turns=2000, jump_in_actions=True).play("play rD")
    assert table.play("2 jump rD").ending == "capped"


def test_r28_a_draw_whose_last_card_went_to_a_penalty_is_a_pass() -> None:
    """Seat 0 has not called: it takes both cards, and seat 1 finds none."""
    table = position("r1 g1", "y1", "", pile="b9", rest=2, top="r5").play("play r1", "draw", "* draw 0 b9")
    assert table.drawing == (0, 1)  # the old top
    table.play("* draw 0 r5")
    assert (table.now, table.s.passes) == (("turn", 2, "r"), 1)
