"""R30 and R32: the options."""

from __future__ import annotations

from typing import Any

import pytest

from tefuda import Match, Result
from tefuda.games.gift.game import GIFT

from .position import Position, dealing, lines, position, seen

FIVE = "_ _ _ _ _"
SPENT = [0, 0, 0, 0]


def test_r30_the_options_and_their_defaults() -> None:
    assert {option.name: option.default for option in GIFT.options} == {
        "mode": "attack",
        "final_discard": "out",
        "multi_place": False,
        "gift_before_k": False,
        "break_ends_turn": False,
        "shuffle_recycle": True,
        "discard_face_up": True,
        "stall_turns": 30,
        "play_on": False,
        "table_talk": False,
        "break_late": False,
        "offer_own": False,
    }


# ---- multi_place


@pytest.mark.parametrize(
    ("hand", "rows", "moves"),
    [
        ("h5 h6 h7", "h3", ["h5", "h5 h6", "h5 h6 h7"]),
        ("h5 h7", "h3", ["h5"]),
        ("h2 h3 hQ hJ", "", ["h2", "hQ", "h2 h3", "hQ hJ"]),
        ("h9 h8", "h-3", ["h9", "h9 h8"]),
        ("hQ hK", "h10", ["hQ"]),  # never a K
        ("h5 h6 d4", "h3 d2", ["h5", "d4", "h5 h6"]),  # one row
    ],
)
def test_r30_multi_place(hand: str, rows: str, moves: list[str]) -> None:
    hand += " _" * (5 - len(hand.split()))
    table = position(hand, FIVE, rows=rows, multi_place=True)
    assert table.moves("place") == [f"place {cards}" for cards in moves]
    assert position(hand, FIVE, rows=rows).moves("place") == [f"place {cards}" for cards in moves if " " not in cards]


def test_r30_multi_place_draws_as_many() -> None:
    table = position("h5 h6 h7 _ _", FIVE, rows="h3", multi_place=True).play("place h5 h6 h7", draws="s2 s3 s4")
    assert (table.row("h"), table.sizes) == ("h6", [5, 5])


def test_r30_multi_place_with_the_gift_as_before() -> None:
    table = position("h5 h6 gift _ _", FIVE, rows="h3", multi_place=True)
    assert table.moves("place") == ["place h5", "place gift h6", "place h5 h6"]


# ---- gift_before_k


@pytest.mark.parametrize(("rows", "last"), [("s10", "sQ"), ("s-10", "s2")])
def test_r30_gift_before_k(rows: str, last: str) -> None:
    for hand in ("sK gift", "sK gift c9", "sK", "hK gift"):
        assert "success" not in position(hand, "_ _", rows=rows if "gift" in hand else rows + "@2", final=True).moves()
    table = position("sK gift", "_ _", rows=rows, risk=last, final=True, gift_before_k=True)
    assert "success" in table.moves()
    table.play("success")
    assert table.row("s") == f"{rows[:-2]}11@11K"
    assert table.result == Result("success", (1, 0), (0,))


def test_r30_gift_before_k_only_with_exactly_these_two_and_one_card_missing() -> None:
    for hand, rows in (("sK gift c9", "s10"), ("hK gift", "s10"), ("sK gift", "s9"), ("sK gift", "s11")):
        table = position(hand, "_ _", rows=rows, final=True, gift_before_k=True)
        assert "success" not in table.moves()
    assert "success" in position("sK", "_ _", rows="s11@3", final=True, gift_before_k=True).moves()


def test_r30_gift_before_k_and_the_swap() -> None:
    """Whoever holds the last card swaps it for the Gift, and the winner stays the winner."""
    table = position("sK gift", "sQ _", rows="s10", final=True, gift_before_k=True).play("success")
    assert table.events == ["swap 1 sQ"]
    assert (table.row("s"), table.result.winners) == ("s11K", (0,))


# ---- break_ends_turn


def test_r30_break_ends_turn() -> None:
    table = position("sK _ _ _", "hK _ _ _ _", break_ends_turn=True, stall=3).play("break")
    assert (table.to_act, table.stall) == ([1], 4)
    assert table.sizes == [4, 5]  # no draw
    free = position("sK _ _ _", "hK _ _ _ _", stall=3).play("break")
    assert (free.to_act, free.stall) == ([0], 3)


def test_r30_break_ends_turn_in_the_first_lap() -> None:
    table = position("sK _ _ _ _", FIVE, commit="--", break_ends_turn=True).play("break")
    assert table.kinds == ["commit"]
    assert table.play("commit s").to_act == [1]


# ---- shuffle_recycle


def recycling(**options: Any) -> Position:
    """Seat 0 discards, draws the last card of the deck, and then two of the three discards."""
    rows = "s11 h11 d7 c8"
    return position("d9 _ _", "gift _ _ _ _", rows=rows, deck="cK", discards="hK sK", **options).play("discard d9")


def test_r30_unshuffled_the_oldest_discard_is_on_top() -> None:
    table = recycling(shuffle_recycle=False)
    assert table.events == ["draw 0 cK", "draw 0 hK", "draw 0 sK"]
    assert table.deck == ["d9"]
    assert table.view(1).open == {"sK": 0, "hK": 0}  # everybody saw them
    assert table.view(1).memory["order"] == ["d9"]


def test_r30_shuffled_nobody_knows_the_order() -> None:
    table = recycling()
    assert (table.events[0], len(table.events), table.s.deck_size) == ("draw 0 cK", 3, 1)
    assert (table.view(1).open, table.view(1).memory["order"]) == ({}, [])


# ---- discard_face_up


def test_r30_face_down_only_the_discarder_knows() -> None:
    table = position("c9 _ _ _ _", FIVE, FIVE, discard_face_up=False).play("discard c9")
    assert [table.view(reader).discards for reader in (None, 0, 1, 2)] == [["?"], ["c9"], ["?"], ["?"]]
    table = position("c9 _ _ _ _", FIVE, FIVE).play("discard c9")
    assert [table.view(reader).discards for reader in (None, 0, 1, 2)] == [["c9"]] * 4


# ---- stall_turns


@pytest.mark.parametrize("turns", [1, 30, 200])
def test_r30_stall_turns(turns: int) -> None:
    assert position(FIVE, FIVE, stall=turns - 1, stall_turns=turns).play("hold").result.reason == "stall"
    if turns > 1:
        assert not position(FIVE, FIVE, stall=turns - 2, stall_turns=turns).play("hold").over


# ---- play_on


def test_r30_play_on_for_the_places() -> None:
    rows = "s11 h11 d11 c11@4"
    table = position("sK", "hK", "dK", "cK", rows=rows, risk="c5", final=True, play_on=True, turn=2)
    assert table.play("success").to_act == [3]
    assert table.play("hold").to_act == [0]
    assert table.play("success").to_act == [1]
    table.play("success")
    assert table.result == Result("places", (2, 1, 3, 0), (2,))


def test_r30_play_on_the_rest_share_the_last_place() -> None:
    table = position("sK", "", "dK", rows="s11 h11@3 d4", final=True, play_on=True, hold=SPENT).play("success")
    assert table.result == Result("places", (2, 0, 0), (0,))  # one is in, one was out before


def test_r30_play_on_ends_by_the_stall_rule() -> None:
    table = position("", "_ _", "_ _", rows="s11@3", final=True, play_on=True, finished=[0], turn=1, stall=29)
    assert table.play("hold").result == Result("places", (2, 0, 0), (0,))


def test_r30_play_on_ends_when_all_others_are_out() -> None:
    table = position("", "c9", "_ _", rows="s11@3", final=True, play_on=True, finished=[0], turn=1)
    assert table.play("discard c9").result == Result("places", (2, 0, 0), (0,))


def test_r30_play_on_changes_nothing_in_create() -> None:
    rows = "s11 h11 d11 c11@4"
    table = position("sK", "hK", rows=rows, risk="c5", discards="dK cK", final=True, mode="create", play_on=True)
    assert table.play("success", "success").result == Result("together", (1, 1), (0, 1))


def test_r30_table_talk_changes_nothing() -> None:
    for talk in (False, True):
        match = Match("gift", 2, seed=30, table_talk=talk)
        assert seen(match, 0).option("table_talk") is talk
        assert match.moves(match.to_act[0]) == Match("gift", 2, seed=30).moves(match.to_act[0])


# ---- final_discard; R32


def late(final_discard: str, hands: tuple[str, str] = ("c9 cJ sK hK", "c10 cQ dK cK"), **more: Any) -> Position:
    """The final phase just begun: all cards are in rows and in hands, but h2, the Risk."""
    return position(*hands, rows="s11 h11@1 d11 c7", risk="h2", final=True, final_discard=final_discard, **more)


def test_r32_out() -> None:
    table = late("out").play("discard cJ", "discard cQ")
    assert (table.events, table.sizes, table.discards) == ([], [3, 3], "cJ cQ")


def test_r32_next_draws_not_the_discarder() -> None:
    table = late("next_draws").play("discard cJ")
    assert (table.events, table.sizes) == ([], [3, 4])
    assert (table.deck, table.discards, table.final) == (["cJ"], "", False)


def test_r32_next_draws_the_others_until_they_are_gone() -> None:
    """Seat 1 discards as well, draws the jack, and then its own card, which has become the deck (R17)."""
    table = late("next_draws").play("discard cJ", "discard cQ")
    assert table.events == ["draw 1 cJ", "draw 1 cQ"]
    assert (table.sizes, table.deck, table.final) == ([3, 5], [], True)


def test_r32_next_draws_the_answer_to_an_offer() -> None:
    table = late("next_draws", ("c10 cJ sK hK", "c9 cQ dK cK")).play("discard cJ", "hold", "offer c 9")
    assert table.events == ["answer 1 c9", "draw 1 cJ"]
    assert (table.deck, table.final) == ([], True)


def test_r32_next_draws_several_discards() -> None:
    """Seat 1 places the 9 with a hand of 5, so it draws the deck's only card; then the final phase is back."""
    table = late("next_draws", ("cJ sK hK", "c9 c10 cQ dK cK")).play("discard cJ", "place c9")
    assert (table.events, table.sizes, table.final) == (["draw 1 cJ"], [2, 5], True)


def test_r32_next_draws_the_stuck_pass_stays() -> None:
    """There is a deck, but whoever has only the Gift and no rights cannot draw."""
    rows = "s11 h11 d11 c7"
    hands = ("gift", "c9 c10 cJ sK hK dK cK")
    table = position(
        *hands, rows=rows, risk="cQ", final=True, final_discard="next_draws", turn=1, hold=SPENT, offer=SPENT,
        unbroken=False,
    )  # fmt: skip
    table.play("discard cJ")
    assert (table.deck, table.final, table.moves()) == (["cJ"], False, ["pass"])


@pytest.mark.parametrize("shuffle", [False, True])
def test_r32_next_draws_unshuffled_as_well(shuffle: bool) -> None:
    """One card has no order to lose, so everybody knows what the next player draws."""
    table = late("next_draws", ("cJ sK hK", "c9 c10 cQ dK cK"), shuffle_recycle=shuffle).play("discard cJ")
    assert table.view(1).memory["order"] == ["cJ"]
    assert table.play("place c9").view(0).open == {"cJ": 1}


def test_r32_draw_back() -> None:
    table = late("draw_back").play("discard cJ")
    assert (table.events, table.sizes) == (["draw 0 cJ"], [4, 4])
    assert (table.deck, table.discards, table.final, table.stall) == ([], "", True, 1)


def test_r32_draw_back_final_stays_set() -> None:
    """A hand of 6 discards and draws nothing back: the card waits in the deck, and the phase is still final."""
    table = late("draw_back", ("c9 cJ sK hK dK cK", "c10 cQ"))
    table.play("discard cJ")
    assert (table.events, table.deck, table.final, table.sizes) == ([], ["cJ"], True, [5, 2])
    table.play("discard cQ")
    assert table.events == ["draw 1 cJ", "draw 1 cQ"]
    assert (table.deck, table.final, table.sizes) == ([], True, [5, 3])


def test_r32_a_stuck_dealer_with_an_unused_break() -> None:
    table = position("gift", "sK _", rows="h3", final=True, hold=SPENT, offer=SPENT)
    assert table.moves() == ["break", "pass"]
    assert table.after("break").hand(0) == "sK gift"
    assert table.after("pass").to_act == [1]


def test_r32_such_a_dealer_alone_ends_the_match() -> None:
    table = position("gift", "c9", rows="h3", final=True, turn=1, hold=SPENT, offer=SPENT).play("discard c9")
    assert table.view(None).breaks
    assert table.result.reason == "nobody"


def test_r32_in_create_a_break_that_empties_a_hand_fails_at_once() -> None:
    table = position("_ _", "_ _", "hK", rows="h3 d5@2", final=True, mode="create").play("break")
    assert table.result == Result("failed", (0, 0, 0), ())
    attack = position("_ _", "_ _", "hK", rows="h3 d5@2", final=True).play("break")
    assert attack.to_act == [0]


@pytest.mark.parametrize("ends", [False, True])
def test_r32_break_ends_turn_in_the_create_chain(ends: bool) -> None:
    table = position(
        "hK", "sK", "dK", rows="s11 h-11 d11@4", final=True, turn=2, mode="create", break_ends_turn=ends
    ).play("success")
    assert table.over == ends
    assert table.moves() == ([] if ends else ["break"])


def test_r32_break_ends_turn_leaves_a_ready_dealer_only_success() -> None:
    table = position(
        "sK", "hK", "dK", rows="s11 h-11 d11@4", final=True, turn=2, mode="create", break_ends_turn=True
    ).play("success")
    assert table.moves() == ["success"]


def test_r32_play_on_before_any_success_the_last_player_plays_on() -> None:
    table = position("sK _", "c9", rows="s11 d5@2", final=True, play_on=True, turn=1).play("discard c9")
    assert table.to_act == [0]
    table.play(*[move for move in table.moves("discard") if move != "discard sK"])
    assert table.play("success").result == Result("places", (1, 0), (0,))


def test_r32_the_last_free_suit_is_committed_to_by_a_move() -> None:
    table = position(FIVE, FIVE, FIVE, FIVE, commit="shd-", turn=3).play("hold")
    assert table.moves() == ["commit c"]
    assert table.to_act == [3]


def test_r32_the_order_of_a_recycled_deck_is_written() -> None:
    """Where a draw is forced it stands in the record all the same, and everybody who knows the card reads it."""
    match = Match(
        "gift", 2, draw=dealing("h3 h4 h5 h6 h7 | s3 s4 s5 s6 s7", 0, "cJ"), shuffle_recycle=False, stall_turns=200
    )
    while not seen(match, None).memory["order"]:
        seat = match.to_act[0]
        match.play(seat, next(move for move in match.moves(seat) if move.startswith(("commit", "discard"))))
    top, seat, before = seen(match, None).memory["order"][0], match.to_act[0], len(match.record.events)
    match.play(seat, next(move for move in match.moves(seat) if move.startswith("discard")))
    for reader in (None, 0, 1):
        assert lines(match, reader, before + 1) == [f"* draw {seat} {top}"]
