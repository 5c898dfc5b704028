"""R10, R11, R13 to R16 and R23 to R25: Discard, Hold, Success, drawing, Commit, the Gift swap, and the turn's order."""

from __future__ import annotations

import pytest

from tefuda import BadNotation, Match
from tefuda.games.gift.game import GIFT
from tests.games.walking import Table

from .position import dealing, position, seen
from .walk import IDS, TABLES, legal_moves, walks

FIVE = "_ _ _ _ _"

# ---- R10: Discard


def test_r10_any_card_but_the_gift() -> None:
    table = position("h4 d9 sK cK gift", FIVE, FIVE, FIVE, rows="h2")
    assert table.moves("discard") == ["discard sK", "discard h4", "discard d9", "discard cK"]
    with pytest.raises(BadNotation):
        GIFT.parse_move("discard gift")


def test_r10_even_if_something_could_be_placed() -> None:
    table = position("h4 h5 d9 _ _", FIVE, FIVE, FIVE, rows="h2")
    assert table.moves("place") == ["place h4"]
    table.play("discard h4", draws="sK")
    assert (table.discards, table.row("h"), table.sizes) == ("h4", "h2", [5, 5, 5, 5])
    assert "sK" in table.hand(0)


def test_r10_the_pile_keeps_its_order() -> None:
    table = position("h9 _ _ _ _", "d9 _ _ _ _", FIVE, FIVE, rows="h4@3", discards="cK")
    assert table.play("discard h9", "discard d9").discards == "cK h9 d9"
    assert table.view(2).discarders == [0, 0, 1]


# ---- R11: Hold


def test_r11_nothing_happens_and_no_card_is_drawn() -> None:
    table = position("h4 _ _ _", FIVE, FIVE, FIVE, rows="h2")
    before = table.hand(0)
    table.play("hold")
    assert (table.hand(0), table.events, table.view(None).deck) == (before, [], table.s.deck_size)
    assert table.view(None).holds == [False, True, True, True]
    assert table.to_act == [1]


def test_r11_only_once() -> None:
    assert "hold" not in position("h4 _ _ _ _", FIVE, FIVE, FIVE, hold=[0, 1, 1, 1]).moves()
    assert "hold" in position("h4 _ _ _ _", FIVE, FIVE, FIVE, hold=[1, 0, 0, 0]).moves()


# ---- R13: Success


@pytest.mark.parametrize(
    ("hand", "rows", "ready"),
    [
        ("sK", "s11 d4@2", True),
        ("sK", "s-11 d4@2", True),
        ("sK", "s11@4", True),  # the Gift counts as the card it stands for
        ("sK", "s10 d4@2", False),
        ("sK", "s-10 d4@2", False),
        ("sK c9", "s11 d4@2", False),
        ("sK hK", "s11 d4@2", False),
        ("hK", "s11 d4@2", False),  # of another suit
        ("hK", "h11 d4@2", False),  # the row and the K of another player
        ("c9", "s11 d4@2", False),
    ],
)
def test_r13_own_row_complete_and_its_k_the_only_card(hand: str, rows: str, ready: bool) -> None:
    assert position(hand, "_", "_", "_", rows=rows, final=True).moves("success") == ["success"] * ready


def test_r13_the_k_closes_the_row() -> None:
    table = position("sK", "_", "_", "_", rows="s11 d4@2", final=True).play("success")
    assert (table.row("s"), table.hand(0), table.view(None).finished) == ("s11K", "", [0])


def test_r13_only_after_a_commitment() -> None:
    """Seat 0 has committed to nothing, so no K is its own."""
    table = position("sK _ _ _ _", FIVE, rows="s11", commit="--")
    assert table.moves("success") == []


# ---- R14: drawing


@pytest.mark.parametrize(("hand", "draws"), [("h4 _ _ _ _", "s2"), ("h4 _ _ _", "s2 s3"), ("h4", "s2 s3 s4 s5 s6")])
def test_r14_up_to_five_one_at_a_time(hand: str, draws: str) -> None:
    table = position(hand, FIVE, rows="h2").play("place h4", draws=draws)
    assert table.events == [f"draw 0 {card}" for card in draws.split()]
    assert table.sizes == [5, 5]


def test_r14_after_place_gift_run_and_discard() -> None:
    table = position("h4 gift h6 _ _", FIVE, rows="h2")
    assert table.after("place h4", draws="s2").sizes == [5, 5]
    assert table.after("place h4 gift h6", draws="s2 s3 s4").sizes == [5, 5]
    assert table.after("discard h4", draws="s2").sizes == [5, 5]


def test_r14_not_after_hold_offer_and_success() -> None:
    table = position("_ _ _", FIVE, rows="h2")
    assert table.after("hold").sizes == [3, 5]
    assert table.after("offer h 4").sizes[0] == 3
    table = position("sK", FIVE, rows="s11", play_on=True)
    assert table.after("success").sizes == [0, 5]


def test_r14_a_hand_of_five_or_more_draws_none() -> None:
    table = position("h4 _ _ _ _ sK", FIVE, rows="h2").play("place h4")
    assert (table.events, table.sizes) == ([], [5, 5])
    table = position("h4 _ _ _ _ sK hK", FIVE, rows="h2").play("place h4")
    assert (table.events, table.sizes) == ([], [6, 5])


def test_r14_every_card_of_the_deck_alike() -> None:
    table = position("h4 _ _ _ _", FIVE, rows="h2 s11 d11 c9")
    found = set()
    for seed in range(200):
        game = table.game.clone()
        game.apply(0, GIFT.parse_move("place h4"))
        found.add(GIFT.chance_text(game, game.draw(seed)))
    assert found == {f"draw 0 {card}" for card in table.deck}


# ---- R15: Commit


def test_r15_at_the_end_of_the_first_turn() -> None:
    match = Match("gift", draw=dealing("s2 s3 s4 s5 s6 | h2 h3 h4 h5 h6 | d2 d3 d4 d5 d6 | c2 c3 c4 c5 c6", 0, "cJ"))
    for seat, first, left in (
        (0, "place s2", "shdc"),
        (1, "discard h2", "sdc"),
        (2, "hold", "sc"),
        (3, "place c2", "s"),
    ):
        match.play(seat, first)
        assert seen(match, None).phase == "commit"
        assert match.to_act == (seat,)
        assert match.moves(seat) == [f"commit {suit}" for suit in left]
        match.play(seat, f"commit {left[1] if len(left) > 1 else left}")
    assert seen(match, None).commitments == ["h", "d", "c", "s"]
    match.play(0, "hold")  # the second lap: no more commitments
    assert (seen(match, None).phase, match.to_act) == ("action", (1,))


def test_r15_after_the_draw() -> None:
    table = position("h4 _ _ _ _", FIVE, rows="h2", commit="--").play("place h4", draws="sK")
    assert (table.events, table.sizes, table.kinds) == (["draw 0 sK"], [5, 5], ["commit"])
    assert table.s.turns == 0
    assert table.play("commit d").s.turns == 1


def test_r15_the_row_comes_along() -> None:
    """An extended row can be chosen as well."""
    table = position("h4 _ _ _ _", FIVE, rows="h2", commit="--").play("place h4", "commit h")
    assert table.view(None).commitments == ["h", None]
    assert table.row("h") == "h3"


# ---- R16: the Gift swap


def test_r16_after_a_draw_of_the_turn() -> None:
    table = position("d9 _ _ _ _", FIVE, rows="h4@3").play("discard d9", draws="h4")
    assert table.events == ["draw 0 h4", "swap 0 h4"]
    assert (table.row("h"), table.sizes) == ("h4", [5, 5])
    assert "gift" in table.hand(0)


def test_r16_in_the_middle_of_a_refill() -> None:
    table = position("d9 _ _", FIVE, rows="h4@3").play("discard d9", draws="s2 h4 s3")
    assert table.events == ["draw 0 s2", "draw 0 h4", "swap 0 h4", "draw 0 s3"]
    assert table.sizes == [5, 5]


def test_r16_regardless_of_turn() -> None:
    """Seat 0 asks, seat 2 answers, draws the card that the Gift stands for, and swaps."""
    table = position(FIVE, FIVE, "d4 _ _ _ _", FIVE, rows="h4@3 d2").play("offer d 4", draws="h4")
    assert table.events == ["answer 2 d4", "draw 2 h4", "swap 2 h4"]
    assert "gift" in table.hand(2)
    assert (table.row("h"), table.to_act) == ("h4", [1])


def test_r16_right_after_the_gift_was_laid() -> None:
    """Another player holds the card: the swap comes before the draw."""
    table = position("gift h5 _ _ _", FIVE, "h4 _ _ _ _", FIVE, rows="h2").play("place gift h5", draws="s2 s3")
    assert table.events == ["swap 2 h4", "draw 0 s2", "draw 0 s3"]
    assert (table.row("h"), table.sizes) == ("h4", [5, 5, 5, 5])
    assert "gift" in table.hand(2)


def test_r16_the_one_who_laid_the_gift_as_well() -> None:
    table = position("gift h4 h5 _ _", FIVE, rows="h2").play("place gift h5", draws="s2 s3")
    assert table.events == ["swap 0 h4", "draw 0 s2", "draw 0 s3"]
    assert "gift" in table.hand(0)


def test_r16_without_a_choice() -> None:
    """The swap is no move: nobody can decline it, and the turn goes on as usual."""
    table = position("gift h5 _ _ _", FIVE, "h4 _ _ _ _", FIVE, rows="h2").play("place gift h5", draws="s2 s3")
    assert table.to_act == [1]
    assert "swap" not in table.kinds


# ---- R23, R24: whose turn, and in which order


def test_r23_to_the_left_over_who_is_out() -> None:
    table = position("_", "", "_ _", "", rows="h4@3 d2", final=True, turn=2)
    assert table.play("hold").to_act == [0]
    assert table.play("hold").to_act == [2]


def test_r23_over_who_is_finished() -> None:
    table = position("_ _", "", "_ _", "_ _", rows="h11@3 d2", final=True, play_on=True, finished=[1])
    assert table.play("hold").to_act == [2]


def test_r24_break_action_swap_draw_commit() -> None:
    table = position("gift h5 sK _ _", "h4 _ _ _ _", rows="h2", commit="--")
    table.play("break", kings="sK")
    assert (table.to_act, table.s.turns) == ([0], 0)
    table.play("place gift h5", draws="s2 s3")
    assert table.events == ["kings sK", "swap 1 h4", "draw 0 s2", "draw 0 s3"]
    assert table.kinds == ["commit"]
    assert table.play("commit s").to_act == [1]


@pytest.mark.parametrize("move", ["hold", "offer d 2"])
def test_r24_commit_also_after_hold_and_offer(move: str) -> None:
    assert position(FIVE, FIVE, commit="--").play(move).kinds == ["commit"]


def test_r24_the_deck_is_looked_after_before_the_swap() -> None:
    """The last card of the deck is h4: first the pile becomes the deck, then h4 is swapped, then the refill goes on."""
    table = position("d9 _ _ _", FIVE, FIVE, FIVE, rows="h4@3 s11 d7 c4", deck="h4", discards="_ _")
    table.play("discard d9")
    assert table.events[:2] == ["draw 0 h4", "swap 0 h4"]
    assert (table.discards, table.s.deck_size, table.sizes[0]) == ("", 2, 5)


# ---- R25: legal moves


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_r25_legal_moves(table: Table) -> None:
    kinds = set()
    for step in walks(table, seed=25):
        assert sorted(step.legal) == sorted(legal_moves(step.before, step.seat))
        assert len(step.legal) == len(set(step.legal))
        kinds |= {move.split()[0] for move in step.legal}
    assert {"place", "discard", "hold", "offer", "break", "commit"} <= kinds


def test_r25_a_ready_player_may_do_something_else() -> None:
    table = position("sK", "_", "_", "_", rows="s11 d4@2 h2", final=True)
    assert table.kinds == ["discard", "hold", "offer", "break", "success"]


def test_r25_no_pass_while_there_is_a_discard() -> None:
    table = position("c9", "_", rows="s11 d4@2", final=True, hold=[0, 0], offer=[0, 0], unbroken=False)
    assert table.moves() == ["discard c9"]


def test_r25_in_the_circulating_phase_a_hand_is_never_the_gift_alone() -> None:
    """Four Ks and the Gift: after a Break with four Ks everybody is dealt at least one."""
    table = position("h9 _ _ _ _", "sK hK dK cK gift", FIVE, FIVE).play("break", kings="dK sK cK hK")
    assert table.hand(1) == "sK gift"
    assert table.sizes == [6, 2, 6, 6]
