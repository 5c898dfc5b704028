"""R19 to R22: Block, as an answer and as a normal card."""

from __future__ import annotations

from typing import Any

import pytest

from .position import Position, position

# ---- R19: against one player's effect


def answered(card: str, named: str = "", block: str = "g", **options: Any) -> Position:
    """Seat 0 lays the card, its target lays Block. Four seats, the named target or the next one."""
    hands = [f"{card} g1 g2 g3 g4", "y1 y2 y3", "b1 b2 b3", "b4 b6 b7"]
    target = int(named) if named.isdigit() else 1
    hands[target] += f" K{block}"
    return position(*hands, **options).play(f"play {card} {named}".strip(), f"block {block}")


@pytest.mark.parametrize("card", ["rS", "rD", "W4 b"])
def test_r19_the_player_after_the_blocker_is_next_on_the_bolt_colour(card: str) -> None:
    name, _, colour = card.partition(" ")
    table = answered(name, colour)
    assert (table.now, table.pending, table.s.sum) == (("turn", 2, "g"), "", 0)
    assert table.sizes == [4, 3, 3, 3]
    assert table.top == "Kg"


def test_r19_the_whole_sum_is_cancelled() -> None:
    table = position("rD g1 g2", "bD y1 y2", "Ky b1 b2", "b3 b4").play("play rD", "play bD", "block y")
    assert (table.now, table.s.sum, table.sizes) == (("turn", 3, "y"), 0, [2, 2, 2, 2])


def test_r19_gift_nothing_is_handed_over() -> None:
    table = answered("rG", "2")
    assert (table.hand(0), table.hand(2)) == ("g1 g2 g3 g4", "b1 b2 b3")
    assert table.now == ("turn", 3, "g")


def test_r19_swap_one_no_exchange() -> None:
    table = answered("rX", "2")
    assert (table.hand(0), table.hand(2)) == ("g1 g2 g3 g4", "b1 b2 b3")
    assert table.now == ("turn", 3, "g")


def test_r19_against_the_direction() -> None:
    assert answered("rX", "2", direction=-1).turn == 1


def test_r19_two_players_the_skipper_is_after_the_blocker() -> None:
    table = position("rS g1 g2", "Kb y1 y2").play("play rS", "block b")
    assert table.now == ("turn", 0, "b")


# ---- R19, R22: against Swap all


def test_r19_swap_all_goes_past_those_who_block() -> None:
    table = position("A r1 r2", "Kg g1", "y1 y2 y3", "b1 b2 b3 b4").play("play A", "block g solo", "accept", "accept")
    assert [table.hand(seat) for seat in range(4)] == ["b1 b2 b3 b4", "g1", "r1 r2", "y1 y2 y3"]
    assert table.now == ("turn", 1, "g")  # after the one who played it, blocker or not


def test_r19_a_single_non_blocker_keeps_the_hand() -> None:
    table = position("A r1 r2", "Kg g1 g2", "Ky y1 y2").play("play A", "block g", "block y")
    assert [table.hand(seat) for seat in range(3)] == ["r1 r2", "g1 g2", "y1 y2"]
    assert table.now == ("turn", 1, "y")


@pytest.mark.parametrize(("bolt", "top"), [("r", "b5"), ("g", "b5"), ("y", "b5"), ("b", "r5")])
def test_r20_block_as_a_normal_card_only_sets_the_colour(bolt: str, top: str) -> None:
    table = position(f"K{bolt} r1 r2", "y1 y2", "b1 b2", top=top)
    assert f"play K{bolt}" in table.moves()
    assert table.play(f"play K{bolt}").now == ("turn", 1, bolt)


@pytest.mark.parametrize("move", ["play rR", "play W b", "play Kr"])
def test_r20_no_answer_to_reverse_colour_change_or_block(move: str) -> None:
    table = position("rR W Kr g1", "Kg y1", "Ky y2").play(move)
    assert (table.phase, table.pending, table.moves("block")) == ("turn", "", [])


def test_r20_no_answer_to_the_penalty() -> None:
    table = position("Kg r1 r2", "r3 Ky", top="r5", turn=1).play("play r3")
    assert (table.owes, table.moves("block", 1)) == ([1], [])
    assert table.play("play Kg").drawing == (1, 2)


@pytest.mark.parametrize(("move", "pending"), [("play rG 2", "gift"), ("play rX 2", "swap"), ("play A", "swap all")])
def test_r21_the_answer_comes_at_once_before_cards_move(move: str, pending: str) -> None:
    """Although it is not the target's turn, and before Gift cards are chosen."""
    table = position("rG rX A g1 g2", "y1 y2", "Kg b1").play(move)
    assert table.pending == pending
    assert (table.sizes, table.turn) == ([4, 2, 2], 1 if move == "play A" else 2)
    table.play(*["accept"] * (move == "play A"))
    assert table.moves("block") == ["block g", "block g solo"]
    assert table.sizes == [4, 2, 2]


@pytest.mark.parametrize(("direction", "order"), [(1, [1, 2, 3]), (-1, [3, 2, 1])])
def test_r22_each_other_player_answers_once_in_turn_order(direction: int, order: list[int]) -> None:
    table = position("A r1 r2", "g1 g2", "y1 y2", "b1 b2", direction=direction).play("play A")
    asked = []
    while table.phase == "answer":
        assert table.to_act == [table.turn]
        asked.append(table.turn)
        assert table.hand(0) == "r1 r2"  # nothing moves before the last answer
        table.play("accept")
    assert asked == order


def test_r22_the_earlier_answers_are_seen() -> None:
    table = position("A r1 r2", "Kg g1 g2", "y1 y2", "b1 b2").play("play A", "block g")
    assert (table.turn, table.view(2).blockers, table.view(2).top) == (2, [1], "Kg")


def test_r22_the_last_block_gives_the_colour() -> None:
    table = position("A r1 r2", "Kg g1 g2", "Kb y1 y2", "b1 b2").play("play A", "block g", "block b", "accept")
    assert (table.colour, table.discards[-2:]) == ("b", ["Kg", "Kb"])
