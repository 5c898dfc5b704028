"""R34: every option, on and off."""

from __future__ import annotations

import pytest

from tefuda import Match

from .position import position

BOTH = pytest.mark.parametrize("on", [False, True])


def test_r34_names_and_defaults() -> None:
    points = {"skip": 20, "reverse": 10, "draw2": 30, "swap": 30, "gift": 30}
    points |= {"colour": 40, "swap_all": 40, "draw4": 50, "block": 40}
    switches = ["mix_draw", "reverse2p_skips", "triple_must_be_all", "triple_jump_in", "self_jump_in"]
    switches += ["jump_in_actions", "block_after_swap_all_free", "solo_on_swap", "solo_on_multi_out", "solo_before"]
    switches += ["play_any_after_draw"]
    on = ("triple_must_be_all", "self_jump_in")
    expected = {name: name in on for name in switches} | {"jump_in_window_ms": 0, "target_score": 500}
    assert Match("solo").record.options == expected | {f"points_{name}": value for name, value in points.items()}


@BOTH
def test_r34_mix_draw(on: bool) -> None:
    table = position("rD g1 g2", "W4 W4 y1 gD", "bD b1 b2", "b3 b4", mix_draw=on).play("play rD")
    assert ("play W4 b" in table.moves(), "play gD" in table.moves()) == (on, True)
    if on:
        table.play("play W4 b")
        assert (table.s.sum, table.colour, table.moves()) == (6, "b", ["play bD", "take"])
        assert table.play("play bD").s.sum == 8
    four = position("W4 g1 g2", "W4 y1 gD", "b1 b2", mix_draw=on).play("play W4 g")
    assert ("play gD" in four.moves(), "play W4 b" in four.moves()) == (on, True)


@BOTH
def test_r34_reverse2p_skips(on: bool) -> None:
    table = position("rR g1 g2", "Kg y1", reverse2p_skips=on).play("play rR")
    assert (table.phase, table.turn, table.s.direction) == ("turn", 0 if on else 1, -1)  # no answer step
    assert position("rR g1 g2", "y1 y2", "b1 b2", reverse2p_skips=on).play("play rR").turn == 2


@BOTH
def test_r34_triple_must_be_all(on: bool) -> None:
    table = position("r7 y7 b7 b7 W W", "g1 g2", top="y5", triple_must_be_all=on)
    if on:
        assert table.moves("triple") == ["triple r7", "triple b7"]
        assert table.play("triple b7").sizes == [2, 2]
        return
    assert table.moves("triple") == ["triple r7", "triple b7"]
    table.play("triple b7")
    assert (table.phase, table.turn, table.moves()) == ("triple", 0, ["with r7", "with y7", "with b7"])
    table.play("with r7")
    assert table.moves() == ["with y7", "with b7"]
    table.play("with y7")
    assert (table.moves(), table.sizes, table.top) == (["with b7", "done"], [6, 2], "y5")  # all are still in hand
    table.play("done")
    assert (table.hand(0), table.top, table.turn) == ("b7 W W", "b7", 1)


def test_r34_a_triple_in_steps_must_be_finished_in_a_legal_way() -> None:
    """Red, blue and blue without the yellow one do not fit yellow: more must come."""
    table = position("r7 y7 b7 b7 W W", "g1 g2", top="y5", triple_must_be_all=False)
    assert table.play("triple r7", "with b7", "with b7").moves() == ["with y7"]
    assert table.play("with y7").moves() == ["done"]


@BOTH
def test_r34_a_triple_in_steps_of_the_last_cards_needs_the_call_only_with_solo_on_multi_out(on: bool) -> None:
    table = position("r7 g7 b7", "g1 g2", triple_must_be_all=False, solo_on_multi_out=on)
    assert table.play("triple b7", "with r7", "with g7").moves() == ["done", *["done solo"] * on]
    more = position("r7 g7 b7 W W", "g1 g2", triple_must_be_all=False, solo_on_multi_out=on)
    assert more.play("triple b7", "with r7", "with g7").moves() == ["done"]


def test_a20_any_triple_after_drawing() -> None:
    table = position("r1 g1 b1 y9 y8", "g1 g2", play_any_after_draw=True).play("draw", "* draw 0 y7")
    assert table.moves() == ["play r1", "triple g1", "triple b1", "keep"]


def test_a6_two_cards_are_too_few() -> None:
    table = position("r7 g7 b7 b8 b9", "g1 g2", triple_must_be_all=False).play("triple b7", "with r7")
    assert table.moves() == ["with g7"]


@pytest.mark.parametrize(
    ("hand", "top", "allowed", "jumps"),
    [
        ("r5 g5 b5 W W", "r5", True, True),
        ("r5 g5 b5 W W", "r5", False, False),
        ("y5 g5 b5 W W", "r5", True, False),
        ("rS r1 g1 b1 W", "rS", True, False),
    ],
)
def test_a25_after_a_draw_a_triple_jumps_in_with_the_identical_card_only(
    hand: str, top: str, allowed: bool, jumps: bool
) -> None:
    table = position(hand, "g1 g2", top=top, triple_jump_in=allowed, jump_in_actions=True)
    table.play("draw", "* draw 0 y9")
    assert bool(table.moves("jump triple")) == jumps


def test_r34_a_triple_in_steps_carries_the_call_at_the_end() -> None:
    table = position("r7 y7 b7 b7 W", "g1 g2", top="y5", triple_must_be_all=False)
    assert [move for move in table.moves("triple") if "solo" in move] == []
    table.play("triple r7", "with y7", "with b7")
    assert table.moves() == ["with b7", "done"]
    assert table.play("with b7").moves() == ["done", "done solo"]
    assert table.after("done").owes == [0]
    assert table.after("done solo").called == [0]


def test_r34_a_triple_in_steps_settles_missed_calls_when_it_opens() -> None:
    table = position("r1 g1", "r7 g7 b7 W W", "y1 y2", triple_must_be_all=False).play("play r1", "triple b7")
    assert table.drawing == (0, 2)
    assert table.play("* draw 0 g2 g3").moves() == ["with r7", "with g7"]
    assert table.to_act == [1]  # nobody jumps in now


def test_r34_a_triple_in_steps_after_drawing_holds_the_drawn_card() -> None:
    table = position("y7 b7 g7 W W", "g1 g2", top="y5", triple_must_be_all=False).play("draw", "* draw 0 r7")
    table.play("triple b7", "with g7", "with y7")
    assert table.moves() == ["with r7"]
    assert table.play("with r7").moves() == ["done"]
    free = position("y7 b7 g7 W W", "g1 g2", top="y5", triple_must_be_all=False, play_any_after_draw=True)
    free.play("draw", "* draw 0 r7", "triple b7", "with g7", "with y7")
    assert free.moves() == ["with r7", "done"]


@BOTH
def test_r34_triple_jump_in(on: bool) -> None:
    table = position("g1 g2", "y1 y2", "r5 g5 b5 W W", "b1 b2", triple_jump_in=on)
    triples = ["jump triple g5", "jump triple b5"] if on else []  # r5 is the identical card, so it is not the last
    assert table.moves("", 2) == ["jump r5", *triples, "wait"]
    if on:
        table.play("2 jump triple g5")
        assert (table.now, table.hand(2)) == (("turn", 3, "g"), "W W")


def test_r34_triple_jump_in_after_drawing() -> None:
    table = position("r5 g5 b5 W W", "y1 y2", triple_jump_in=True).play("draw", "* draw 0 b9")
    assert table.moves() == ["jump r5", "jump triple g5", "jump triple b5", "keep"]


def test_r34_triple_jump_in_in_steps() -> None:
    table = position("g1 g2", "y1 y2", "r5 g5 y5 b5 W", triple_jump_in=True, triple_must_be_all=False)
    table.play("draw", "*", "2 jump triple g5")
    assert (table.now, table.moves()) == (("triple", 2, "r"), ["with r5", "with y5", "with b5"])
    assert table.play("with y5", "with b5").moves() == ["with r5"]  # the identical one is still missing
    assert table.play("with r5").moves() == ["done", "done solo"]
    assert table.play("done").now == ("turn", 0, "g")


@BOTH
def test_r34_self_jump_in(on: bool) -> None:
    table = position("r3 r3 g1 g2", "y1 y2", "b1 b2", self_jump_in=on).play("play r3")
    assert table.moves("jump", 0) == (["jump r3"] if on else [])
    table.play("draw", "*", "keep", "draw", "*", "keep")
    assert table.moves("play r3") == ["play r3"]  # in one's own turn it is simply a play
    table.play("draw", "* draw 0 b9")
    assert table.moves() == (["jump r3", "keep"] if on else ["keep"])


@BOTH
def test_r34_self_jump_in_leaves_others_alone(on: bool) -> None:
    table = position("r3 g1 g2", "y1 y2", "r3 b1 b2", self_jump_in=on).play("play r3")
    assert table.moves("jump", 2) == ["jump r3"]


@BOTH
@pytest.mark.parametrize("card", ["rS", "rR", "rD"])
def test_r34_jump_in_actions(on: bool, card: str) -> None:
    table = position(f"{card} g1 g2", "y1 y2", f"{card} b1 b2", "b3 b4", jump_in_actions=on).play(f"play {card}")
    assert table.moves("", 2) == ([f"jump {card}", "wait"] if on else [])


def test_r34_jump_in_actions_a_pending_skip_is_replaced() -> None:
    table = position("rS g1 g2", "y1 y2", "rS b1 b2", "b3 b4", jump_in_actions=True).play("play rS", "2 jump rS")
    assert (table.now[:2], table.pending) == (("answer", 3), "skip")
    assert table.play("accept").turn == 0


def test_r34_jump_in_actions_the_target_of_a_skip_may_jump_in() -> None:
    table = position("rS g1 g2", "rS y1 y2", "b3 b4", jump_in_actions=True).play("play rS")
    assert table.moves() == ["jump rS", "accept"]
    assert table.play("jump rS").turn == 2


def test_r34_jump_in_actions_a_pending_sum_grows() -> None:
    table = position("rD g1 g2", "y1 y2", "rD b1 b2", "b3 b4", jump_in_actions=True).play("play rD", "2 jump rD")
    assert (table.now[:2], table.s.sum) == (("answer", 3), 4)
    stack = position("rD g1 g2", "rD y1 y2", "b3 b4", jump_in_actions=True).play("play rD")
    assert stack.moves() == ["play rD", "take"]  # for the target it is a stack


def test_r34_jump_in_actions_when_the_sum_is_taken_a_new_one_begins() -> None:
    table = position("rD g1 g2", "y1 y2", "rD b1 b2", jump_in_actions=True).play("play rD", "take", "* draw 1 b3 b4")
    assert table.play("2 jump rD").s.sum == 2


def test_r34_jump_in_actions_reverse_turns_again() -> None:
    table = position("rR g1 g2", "y1 y2", "rR b1 b2", "b3 b4", jump_in_actions=True).play("play rR", "2 jump rR")
    assert (table.turn, table.s.direction) == (3, 1)


@pytest.mark.parametrize("card", ["W b", "A", "W4 b", "rX 1", "rG 1", "Kb"])
def test_r34_jump_in_actions_no_others(card: str) -> None:
    table = position(f"{card.split()[0]} g1 g2", "y1 y2", "W A W4 b1", jump_in_actions=True).play(f"play {card}")
    assert table.to_act == [1]


def test_a10_a_swap_one_of_another_colour_is_not_the_same_card() -> None:
    table = position("rX g1 g2", "y1 y2", "gX b1", jump_in_actions=True).play("play rX 1", "accept")
    assert (table.top, table.to_act) == ("rX", [1])


@BOTH
def test_r34_block_after_swap_all_free(on: bool) -> None:
    table = position("A r1 r2", "Kg g1 g2", "b1 b2", block_after_swap_all_free=on).play("play A", "block g", "accept")
    assert table.now == ("turn", 1, "any" if on else "g")
    other = position("rS r1 r2", "Kg g1 g2", "b1 b2", block_after_swap_all_free=on).play("play rS", "block g")
    assert other.colour == "g"


@BOTH
def test_r34_solo_on_swap(on: bool) -> None:
    """Everybody who holds one card after their hand moved owes the call: the initiator, and the target too."""
    table = position("rX g1 g2", "y1", "b1 b2", "b3 b4", solo_on_swap=on).play("play rX 1", "accept")
    assert (table.sizes, table.owes) == ([1, 2, 2, 2], [0] if on else [])
    given = position("rX g1", "y1 y2", "b1 b2", solo_on_swap=on).play("play rX 1", "accept")
    assert (given.sizes, given.owes) == ([2, 1, 2], [1] if on else [])
    everyone = position("A g1", "y1", "b1 b2", solo_on_swap=on).play("play A", "accept", "accept")
    assert (everyone.sizes, everyone.owes) == ([2, 1, 1], [1, 2] if on else [])


def test_r34_solo_on_swap_the_call_with_the_lay_counts_for_the_initiator() -> None:
    table = position("rX g1", "y1", "b1 b2", solo_on_swap=True).play("play rX 1 solo", "accept")
    assert (table.owes, table.called) == ([1], [0])


@BOTH
def test_r34_solo_on_multi_out(on: bool) -> None:
    table = position("r7 g7 b7", "y1 y2", "b1 b2", solo_on_multi_out=on)
    assert ("triple b7 solo" in table.moves()) == on
    table.play("triple b7")
    if not on:
        assert table.out == 0
        return
    assert table.drawing == (0, 2)
    assert table.play("*").now == ("turn", 1, "b")
    called = position("r7 g7 b7", "y1 y2", "b1 b2", solo_on_multi_out=on).play("triple b7 solo")
    assert called.out == 0


@BOTH
@pytest.mark.parametrize("left", ["g1", "g1 g2"])
def test_r34_solo_on_multi_out_with_a_gift(on: bool, left: str) -> None:
    table = position(f"rG {left}", "y1 y2", "b1 b2", solo_on_multi_out=on)
    assert ("play rG 1 solo" in table.moves()) == (on or left == "g1")
    silent = table.after("play rG 1", "accept")
    assert silent.over != on
    if on:
        assert silent.drawing == (0, 2)
        assert silent.play("*").now == ("turn", 1, "r")
        assert silent.sizes == [2, 2 + len(left.split()), 2]
        assert table.play("play rG 1 solo", "accept").out == 0


def test_r34_solo_on_multi_out_a_gift_as_the_last_card_needs_no_call() -> None:
    assert position("rG", "y1 y2", solo_on_multi_out=True).moves("play") == ["play rG"]


def test_r34_solo_on_multi_out_in_steps() -> None:
    table = position("r7 g7 b7", "y1 y2", solo_on_multi_out=True, triple_must_be_all=False)
    assert table.play("triple b7", "with r7", "with g7").moves() == ["done", "done solo"]


@BOTH
def test_r34_solo_before(on: bool) -> None:
    """The call is legal only with the lay; without it two cards come at once."""
    table = position("r1 g1", "r2 y2", solo_before=on).play("play r1")
    assert (table.owes, table.drawing) == (([], (0, 2)) if on else ([0], None))
    if on:
        assert table.play("*").now == ("turn", 1, "r")
    said = position("r1 g1", "r2 y2", solo_before=on).play("play r1 solo")
    assert (said.called, said.turn, said.sizes) == ([0], 1, [1, 2])


@BOTH
def test_r34_solo_before_not_with_the_choice_of_gift_cards(on: bool) -> None:
    table = position("rG g1 g2 g3", "y1 y2", "b1 b2", solo_before=on).play("play rG 1", "accept", "give g1")
    assert ("give g2 solo" in table.moves()) != on
    table.play("give g2")
    assert table.drawing == ((0, 2) if on else None)
    said = position("rG g1 g2 g3", "y1 y2", solo_before=on).play("play rG 1 solo", "accept", "give g1", "give g2")
    assert (said.owes, said.drawing, said.called) == ([], None, [0])


def test_r34_solo_before_several_in_turn_order_the_initiator_last() -> None:
    table = position("A g1", "y1", "b1", "b2 b3", solo_before=True, solo_on_swap=True)
    table.play("play A", "accept", "accept", "accept")
    order = []
    while (drawing := table.drawing) is not None:
        order.append(drawing)
        table.play("*")
    assert order == [(1, 2), (2, 2), (3, 2)]
    table = position("rX g1", "y1 y2", "b1", solo_before=True, solo_on_swap=True).play("play rX 2", "accept")
    assert table.drawing == (2, 2)
    assert table.play("*").drawing == (0, 2)


def test_r34_solo_before_a_draw_2_is_still_answered_after_the_penalty() -> None:
    table = position("rD g1", "y1 y2", "b1 b2", solo_before=True).play("play rD")
    assert table.drawing == (0, 2)
    assert table.play("*").now == ("answer", 1, "r")


@BOTH
def test_r34_play_any_after_draw(on: bool) -> None:
    table = position("r1 b7 y7 r7 W", "g1 g2", play_any_after_draw=on).play("draw", "* draw 0 r3")
    assert table.moves("play r") == (["play r1", "play r3", "play r7"] if on else ["play r3"])
    assert table.moves("triple") == (["triple y7", "triple b7"] if on else [])
    assert ("play W b" in table.moves()) == on


@pytest.mark.parametrize("window", [0, 1500, 10000])
def test_r34_jump_in_window_ms_changes_nothing_in_the_rules(window: int) -> None:
    table = position("g1 g2", "y1 y2", "r5 b2 b3", jump_in_window_ms=window)
    assert (table.to_act, table.moves("", 2)) == ([0, 2], ["jump r5", "wait"])
    assert table.play("draw").drawing == (0, 1)


@pytest.mark.parametrize("target", [2, 499, 500, 5000])
def test_r34_target_score(target: int) -> None:
    for before, over in ((target - 2, False), (target - 1, True)):
        table = position("r1", "g1", totals=[0, before], target_score=target).play("play r1")
        assert (table.phase == "over") == over


KINDS = {"skip": "gS", "reverse": "gR", "draw2": "gD", "swap": "gX", "gift": "gG"}
KINDS |= {"colour": "W", "swap_all": "A", "draw4": "W4", "block": "Kb"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("points", [0, 17, 200])
def test_r34_points(kind: str, points: int) -> None:
    """Of that kind alone. By default the nine cards count 20 + 10 + 30 + 30 + 30 + 40 + 40 + 50 + 40."""
    default = position("r1", " ".join(KINDS.values())).play("play r1").totals[1]
    assert default == 290
    alone = position("r1", KINDS[kind]).play("play r1").totals[1]
    options = {f"points_{kind}": points}
    assert position("r1", KINDS[kind], **options).play("play r1").totals[1] == points  # type: ignore[arg-type]  # an option
    table = position("r1", " ".join(KINDS.values()), **options)  # type: ignore[arg-type]  # an option
    assert table.play("play r1").totals[1] == default - alone + points
