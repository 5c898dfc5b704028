"""V1 to V25: the examples of the rules page, as they stand there. Seats 0 to 3 are A to D, and A is the dealer."""

from __future__ import annotations

from typing import Any

import pytest

from tefuda import IllegalMove, Match, Result

from .position import Position, dealing, position, seen

FIVE = "_ _ _ _ _"
SPENT = [0, 0, 0, 0]
A, B, C, D = range(4)


def can(hand: str, rows: str, cards: str) -> bool:
    """Whether a hand can place these cards."""
    hand = " ".join(list(dict.fromkeys([*hand.split(), "sK", "dK", "cK"]))[:5])
    return f"place {cards}" in position(hand, FIVE, FIVE, FIVE, rows=rows).moves()


@pytest.mark.parametrize(
    ("cards", "legal"),
    [
        ("h4", True),
        ("gift h5", True),
        ("h4 gift", False),
        ("h4 gift h6", True),
        ("gift h5 h6", True),
        ("gift", False),
        ("h5", False),
        ("hK", False),
    ],
)
def test_v1_after_the_3(cards: str, legal: bool) -> None:
    assert can(cards, "h2", cards) == legal


@pytest.mark.parametrize("legal", ["h2", "hQ", "gift h3", "h2 gift h4", "gift hJ", "hQ gift h10"])
def test_v2_on_a_bare_ace(legal: str) -> None:
    assert can(legal, "", legal)


@pytest.mark.parametrize("illegal", ["h3", "gift hQ", "h2 gift"])
def test_v2_what_is_not_possible_there(illegal: str) -> None:
    assert not can(illegal, "", illegal)


@pytest.mark.parametrize(
    ("cards", "risk", "row"),
    [
        ("gift h3", "h2", "h2@1"),
        ("h2 gift h4", "h3", "h3@2"),
        ("gift hJ", "hQ", "h-2@1"),
        ("hQ gift h10", "hJ", "h-3@2"),
    ],
)
def test_v2_the_direction(cards: str, risk: str, row: str) -> None:
    """The Risk is the card that the Gift stands for, so that nobody swaps it."""
    assert position(f"{cards} dK cK", FIVE, risk=risk).play(f"place {cards}").row("h") == row


def test_v3_reverse() -> None:
    assert can("hJ h2", "h-1", "hJ")
    assert not can("hJ h2", "h-1", "h2")
    table = position("h2 _ _ _ _", FIVE, FIVE, FIVE, rows="h-10").play("place h2")
    assert table.row("h") == "h-11"
    assert position("hK", "_", rows="h-11 d5@2", commit="hs", final=True).moves("success") == ["success"]


def test_v4_before_the_end() -> None:
    assert can("gift hQ", "h9", "gift hQ")
    assert not can("gift hJ", "h9", "hJ gift")
    assert not can("gift hK", "h9", "gift hK")


def test_v4_the_risk_is_the_queen() -> None:
    forward = position("gift hK", "_ _", rows="h10", risk="hQ", final=True, commit="hs")
    assert forward.moves("place") + forward.moves("success") == []
    reverse = position("gift hJ _ _ _", FIVE, risk="hQ").play("place gift hJ")
    assert reverse.row("h") == "h-2@1"


@pytest.mark.parametrize(
    ("hand", "rows", "success"),
    [
        ("sK", "s11 d4@2", True),
        ("sK", "s11@3", True),
        ("sK c7", "s11 d4@2", False),
        ("hK", "s11 d4@2", False),
        ("sK", "s10 d4@2", False),
    ],
)
def test_v5_success(hand: str, rows: str, success: bool) -> None:
    assert position(hand, "_", "_", "_", rows=rows, final=True).moves("success") == ["success"] * success


def test_v6_gift_swap() -> None:
    table = position(FIVE, FIVE, "c9 _ _ _ _", FIVE, rows="h4@3", turn=C, stall=7).play("discard c9", draws="h4")
    assert (table.row("h"), table.sizes[C], table.stall) == ("h4", 5, 8)  # the discard counts, the swap does not
    assert "gift" in table.hand(C)


def test_v7_the_layer_of_the_gift_holds_the_card() -> None:
    table = position(FIVE, "gift h4 h5 d8 d9", FIVE, FIVE, rows="h2", turn=B).play("place gift h5", draws="s2 s3")
    assert table.events == ["swap 1 h4", "draw 1 s2", "draw 1 s3"]
    assert (table.row("h"), table.hand(B)) == ("h4", "s2 s3 d8 d9 gift")


def test_v8_discard() -> None:
    table = position("gift sK hK h4 d9", FIVE, rows="h2")
    assert table.moves("discard") == ["discard sK", "discard h4", "discard hK", "discard d9"]
    assert table.moves("place") == ["place h4"]


def test_v9_an_answered_offer() -> None:
    table = position(FIVE, "_ _ _", FIVE, "s4 _ _ _ _", rows="s2", turn=B).play("offer s 4", draws="cK")
    assert table.events == ["answer 3 s4", "draw 3 cK"]
    assert (table.sizes, table.to_act) == ([5, 3, 5, 5], [C])


def test_v9_a_failed_offer() -> None:
    table = position(FIVE, "_ _ _", FIVE, FIVE, rows="s2", turn=B).play("offer s 4")
    assert (table.events, table.sizes, table.to_act) == (["nobody"], [5, 3, 5, 5], [C])
    assert not table.view(None).offers[B]


def test_v10_what_may_be_offered() -> None:
    table = position(FIVE, "s4 _ _ _ _", FIVE, FIVE, rows="s2 h11", turn=B)
    assert table.moves("offer") == ["offer d 2", "offer d Q", "offer c 2", "offer c Q"]


@pytest.mark.parametrize("mode", ["attack", "create"])
def test_v11_the_last_card_is_asked_for(mode: str) -> None:
    table = position("_ _", "_ _", "_ _", "s4", rows="s2 d5@2", final=True, mode=mode).play("offer s 4")
    assert table.out == [False, False, False, True]
    assert table.over == (mode == "create")
    if table.over:
        assert table.result.reason == "failed"


def test_v12_recycling() -> None:
    """20 cards in hands, 24 on rows, deck 1, discards 3."""
    table = position(FIVE, FIVE, "gift _ _ _ _", FIVE, rows="s11 h11 d2", deck="cK", discards="_ _ _", turn=B)
    card = table.hand(B).split()[0]
    table.play(f"discard {card}")
    assert table.events == ["draw 1 cK"]
    assert (table.s.deck_size, table.discards, card in table.deck) == (4, "", True)


def test_v13_the_deck_ends() -> None:
    """20 cards in hands, 27 on rows, deck 1."""
    late: dict[str, Any] = {"deck": "cK", "rows": "s11 h11 d5", "turn": B, "risk": "d8"}
    table = position(FIVE, "d7 gift d9 _ _", FIVE, FIVE, **late)
    one, run = table.after("place d7"), table.after("place d7 gift d9")
    assert (one.final, one.sizes[B]) == (True, 5)
    assert (run.events, run.final, run.sizes[B]) == (["draw 1 cK"], True, 3)


@pytest.mark.parametrize(("seats", "deck"), [(4, 28), (3, 33), (2, 38)])
def test_v14_deck(seats: int, deck: int) -> None:
    """With every Place the deck loses a card, with a discard it loses and later wins one back."""
    assert seen(Match("gift", seats, seed=14), None).deck == deck
    hands = ["_ _ _ _ _"] * (seats - 1)
    rows = {4: "s11 h11 d5", 3: "s11 h11 d10", 2: "s11 h11 d11 c4"}[seats]
    card = {4: "d7", 3: "dQ", 2: "c6"}[seats]
    table = position(f"gift sK hK {card} _", "dK cK _ _ _", *hands[1:], rows=rows, deck="_")
    assert sum(table.s.size) == deck - 1
    table.play(f"place {card}")
    assert (table.final, sum(table.sizes)) == (True, 5 * seats)
    assert sum(text.endswith("K") for seat in range(seats) for text in table.hand(seat).split()) == 4


def test_v15_the_risk_is_neither_k_nor_gift() -> None:
    hands = "s2 s3 s4 s5 s6 | h2 h3 h4 h5 h6 | d2 d3 d4 d5 d6 | c2 c3 c4 c5 c6"
    for card in ("hK", "gift"):
        with pytest.raises(ValueError):
            Match("gift", draw=dealing(hands, A, card))
    match = Match("gift", draw=dealing(hands, A, "c7"))
    assert (seen(match, A).risk, seen(match, A).deck) == ("c7", 28)
    deck = Position(match._game).deck
    assert {"sK", "hK", "dK", "cK", "gift"} <= set(deck)


def test_v16_the_first_lap() -> None:
    hands = "s2 s3 s4 s5 s6 | h2 h3 h4 h5 h6 | d2 d3 d4 d5 d6 | c2 c3 c4 c5 c6"
    match = Match("gift", draw=dealing(hands, A, "c7", "cK"))
    for seat, move in ((A, "discard s6"), (A, "commit h"), (B, "hold"), (B, "commit s"), (C, "hold"), (C, "commit d")):
        match.play(seat, move)
    assert [str(event) for event in match.record.events[3:7]] == ["0 discard s6", "* draw 0 cK", "0 commit h", "1 hold"]
    match.play(D, "hold")
    assert match.moves(D) == ["commit c"]


def test_v16_two_players() -> None:
    table = position("d2 dK _ _ _", FIVE, commit="sh")
    assert "place d2" in table.moves()
    late = position("dK", "_", rows="d11@3", commit="sh", final=True)
    assert (late.moves("success"), late.moves("discard")) == ([], ["discard dK"])


def test_v17_a_second_hold() -> None:
    match = Match("gift", 2, draw=dealing("s2 s3 s4 s5 s6 | h2 h3 h4 h5 h6", A, "c7"))
    for move in ("hold", "commit s", "hold", "commit h"):
        match.play(match.to_act[0], move)
    with pytest.raises(IllegalMove):
        match.play(A, "hold")


def test_v18_break_and_the_hand_sizes() -> None:
    table = position("h4 _ _ _ _", "sK hK h5 _ _", FIVE, "dK _ _ _ _", rows="h2").play("break")
    assert table.sizes == [6, 4, 6, 4]
    table.play("place h4")
    assert table.sizes == [5, 4, 6, 4]
    drawn = len(table.events)
    table.play("place h5")
    assert (table.sizes, len(table.events) - drawn) == ([5, 5, 6, 4], 2)


def test_v19_two_players() -> None:
    assert position(FIVE, "sK hK dK cK _").play("break").sizes == [7, 3]


@pytest.mark.parametrize("mode", ["attack", "create"])
def test_v20_out_by_a_break(mode: str) -> None:
    table = position("_ _", "hK c9", "_ _", "sK", rows="h3 d5@2", final=True, mode=mode).play("break")
    assert (table.sizes, table.out) == ([3, 2, 2, 0], [False, False, False, True])
    assert table.over == (mode == "create")


def test_v21_the_gift_alone() -> None:
    late: dict[str, Any] = {"rows": "h3 s11 d11", "final": True, "turn": B}
    assert position("_ _", "gift", "_ _", **late, hold=[0, 1, 0, 0]).kinds == ["hold", "offer"]
    assert position("_ _", "gift", "_ _", **late, hold=SPENT, offer=SPENT).moves() == ["pass"]
    table = position("c9", "gift", "", rows="h3 s11 d11", final=True, hold=SPENT, offer=SPENT).play("discard c9")
    assert table.result == Result("nobody", (0, 0, 0), ())


def test_v22_k_and_gift() -> None:
    table = position("sK gift", "_ _", rows="s10", risk="sQ", final=True)
    assert (table.moves("success"), table.moves("discard")) == ([], ["discard sK"])
    table = position("sK gift", "_ _", rows="s10", risk="sQ", final=True, gift_before_k=True)
    assert table.play("success").result == Result("success", (1, 0), (0,))


def create(*hands: str, turn: int, unbroken: bool = True) -> Position:
    """A Create game in which all rows are complete."""
    rows = "s11 h11 d11 c11@4"
    return position(*hands, rows=rows, risk="c5", final=True, mode="create", turn=turn, unbroken=unbroken)


def test_v23_create() -> None:
    table = create("sK", "hK", "dK", "cK", turn=B).play("success", "success", "success", "success")
    assert table.result == Result("together", (1, 1, 1, 1), (A, B, C, D))
    assert create("sK", "hK", "cK", "dK", turn=B, unbroken=False).play("success").result.reason == "failed"


def test_v23_the_dealer_breaks() -> None:
    table = create("hK", "sK", "dK", "cK", turn=D).play("success")
    assert (table.to_act, table.moves()) == ([A], ["break"])
    assert table.after("break", kings="sK dK hK").moves() == ["success"]
    assert table.after("break", kings="dK sK hK").result.reason == "failed"


def test_v24_attack() -> None:
    table = position("_ _", "_ _", "dK", "_ _", rows="d11 s5@2", final=True, turn=C).play("success")
    assert table.result == Result("success", (0, 0, 1, 0), (C,))


def test_v25_the_stall_counter() -> None:
    table = position(FIVE, "h5 _ _ _ _", rows="h3", stall=29)
    assert table.after("offer h 5").stall == 0
    assert table.after("hold").result == Result("stall", (0, 0), ())
