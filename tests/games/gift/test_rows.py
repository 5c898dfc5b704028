"""R6 to R9: the rows, Place, and Place with the Gift."""

from __future__ import annotations

from typing import Any

import pytest

from tefuda import BadNotation
from tefuda.games.gift.game import GIFT

from .position import Position, position

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"]


def holding(hand: str, rows: str = "", **options: Any) -> Position:
    """The seat to act holds these cards and Ks; the others hold what is of no use here."""
    hand = " ".join(list(dict.fromkeys([*hand.split(), "sK", "hK", "dK", "cK", "c7"]))[:5])
    return position(hand, "c8 _ _ _ _", "c9 _ _ _ _", "c10 _ _ _ _", rows=rows, **options)


# ---- R6, R7: rows


@pytest.mark.parametrize("size", range(1, 11))
def test_r6_forward_or_reverse_one_card_is_next(size: int) -> None:
    forward, reverse = "h" + RANKS[size], "h" + RANKS[10 - size]
    others = [f"h{rank}" for rank in RANKS[size + 1 :]]
    for at in range(0, len(others), 4):
        assert holding(" ".join(others[at : at + 4]), f"h{size}").moves("place") == []
    assert holding(forward, f"h{size}").moves("place") == [f"place {forward}"]
    assert holding(reverse, f"h-{size}").moves("place") == [f"place {reverse}"]


def test_r6_the_second_card_fixes_the_direction_for_good() -> None:
    table = holding("h2 hQ")
    assert table.moves("place") == ["place h2", "place hQ"]
    assert table.after("place h2", draws="s9").row("h") == "h1"
    assert table.after("place hQ", draws="s9").row("h") == "h-1"
    assert holding("h3 hQ", "h1").moves("place") == ["place h3"]
    assert holding("h2 hJ", "h-1").moves("place") == ["place hJ"]


@pytest.mark.parametrize(("rows", "last"), [("h10", "hQ"), ("h-10", "h2")])
def test_r6_complete_with_eleven_process_cards_and_the_ace(rows: str, last: str) -> None:
    """Twelve cards with the Ace; the K is no process card."""
    table = holding(f"{last} hK", rows)
    assert "place hK" not in table.moves()
    table.play(f"place {last}", draws="s9")
    row = table.view(None).rows["h"]
    assert (row["size"], row["king"]) == (11, False)
    assert not any(move.startswith(("place h", "offer h")) for seat in range(4) for move in table_moves(table, seat))


def table_moves(table: Position, seat: int) -> list[str]:
    return [GIFT.move_text(action) for action in table.game.legal(seat)]


@pytest.mark.parametrize("rows", ["h11", "h-11"])
def test_r6_the_k_closes_it_in_both_cases(rows: str) -> None:
    table = position("hK", "_", rows=f"{rows} d11@3", commit="hs", final=True)
    assert table.moves("success") == ["success"]
    assert table.play("success").row("h") == f"{rows}K"


@pytest.mark.parametrize("suit", "shdc")
def test_r7_any_row_whoever_committed_to_it(suit: str) -> None:
    """Seat 0 has committed to spades, 1 to hearts, 2 to diamonds, and with three seats nobody to clubs."""
    table = position(f"{suit}5 sK _ _ _", "_ _ _ _ _", "_ _ _ _ _", rows="s3 h3 d3 c3", commit="shd")
    assert table.moves("place") == [f"place {suit}5"]
    assert table.play(f"place {suit}5").row(suit) == f"{suit}4"


def test_r7_before_anybody_has_committed() -> None:
    table = position("h2 d2 _ _ _", "_ _ _ _ _", commit="--")
    assert table.moves("place") == ["place h2", "place d2"]


# ---- R8: Place


def test_r8_one_card() -> None:
    table = holding("h5 h6 d4 s2", "h3 d2")
    assert table.moves("place") == ["place s2", "place h5", "place d4"]
    table.play("place h5", draws="s9")
    assert (table.row("h"), table.sizes) == ("h4", [5, 5, 5, 5])
    assert table.hand(0) == "s2 s9 sK h6 d4"
    assert table.to_act == [1]


def test_r8_2_or_q_on_a_bare_ace() -> None:
    assert holding("h2 h3 hJ hQ").moves("place") == ["place h2", "place hQ"]


def test_r8_never_a_k() -> None:
    """Also not on a complete row: that is Success (R13)."""
    for rows in ("", "h3", "h11", "h-11"):
        assert holding("hK c7 s7 s8", rows).moves("place") == []
    with pytest.raises(BadNotation):
        GIFT.parse_move("place hK")


# ---- R9: with the Gift


def with_gift(hand: str, rows: str) -> list[str]:
    """What of a hand with the Gift can be placed together with it."""
    return [move for move in holding(f"gift {hand}", rows).moves("place") if "gift" in move]


@pytest.mark.parametrize(
    ("rows", "hand", "moves"),
    [
        ("h2", "h5", ["gift h5"]),
        ("h2", "h5 h6", ["gift h5", "gift h5 h6"]),
        ("h2", "h5 h6 h7", ["gift h5", "gift h5 h6", "gift h5 h6 h7"]),
        ("h2", "h5 h7", ["gift h5"]),
        ("h2", "h4", []),
        ("h2", "h4 h6", ["h4 gift h6"]),
        ("h2", "h4 h6 h7", ["h4 gift h6", "h4 gift h6 h7"]),
        ("h2", "h4 h5 h7", ["gift h5", "h4 h5 gift h7"]),
        ("h2", "h6 h7", []),
        ("h-3", "h8", ["gift h8"]),
        ("h-3", "h9 h7", ["h9 gift h7"]),
        ("h9", "hQ", ["gift hQ"]),
        ("h9", "hJ", []),
        ("h10", "hQ", []),
        ("h10", "hK", []),
        ("h-9", "h2", ["gift h2"]),
        ("", "h3", ["gift h3"]),
        ("", "hJ", ["gift hJ"]),
        ("", "h2 h4", ["h2 gift h4"]),
        ("", "hQ h10", ["hQ gift h10"]),
        ("", "h2", []),
        ("", "hQ", []),
        ("", "h3 hJ", ["gift h3", "gift hJ"]),
        ("", "", []),
    ],
)
def test_r9_which_runs(rows: str, hand: str, moves: list[str]) -> None:
    assert [move for move in with_gift(hand, rows) if "h" in move] == [f"place {cards}" for cards in moves]


def test_r9_the_gift_may_stand_for_a_card_in_the_same_hand() -> None:
    """Then it is swapped at once (A17), so all of these are moves of their own."""
    assert with_gift("h4 h5", "h2") == ["place gift h5"]
    assert with_gift("h4 h5 h6", "h2") == ["place gift h5", "place gift h5 h6", "place h4 gift h6"]


def test_r9_on_one_row_only() -> None:
    assert with_gift("h5 d5", "h2 d2") == ["place gift h5", "place gift d5"]
    with pytest.raises(BadNotation):
        GIFT.parse_move("place gift h5 d6")


def test_r9_the_row_and_the_hand_afterwards() -> None:
    table = holding("h4 gift h6 h7", "h2").play("place h4 gift h6 h7", draws="s9 s8 s7 s6")
    assert table.row("h") == "h6@4"
    assert table.hand(0) == "s6 s7 s8 s9 sK"
    assert table.s.gift_for == 12 + 5 - 2  # h5


def test_r9_it_fixes_the_direction_of_a_bare_ace() -> None:
    assert holding("gift h3").play("place gift h3", draws="s9 s8").row("h") == "h2@1"
    assert holding("gift hJ").play("place gift hJ", draws="s9 s8").row("h") == "h-2@1"


def test_r9_while_it_stands_in_a_row_the_row_goes_on_after_it() -> None:
    table = holding("h6 h7", "h4@2 s3")  # A 2 Gift 4 5
    assert table.moves("place") == ["place h6"]
