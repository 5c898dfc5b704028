"""R17 to R19: the deck's end, the final phase, being stuck and being out."""

from __future__ import annotations

from tefuda import Result

from .position import position

FIVE = "_ _ _ _ _"
GIFT = "gift _ _ _ _"
SPENT = [0, 0, 0, 0]

# ---- R17: the discards become the deck


def test_r17_at_once_when_the_last_card_is_drawn() -> None:
    table = position("d9 _ _ _ _", GIFT, rows="s11 h11 d7 c6", deck="cK", discards="sK hK")
    table.play("discard d9")
    assert table.events == ["draw 0 cK"]
    assert (table.deck, table.discards, table.final) == (["sK", "hK", "d9"], "", False)


def test_r17_with_the_card_discarded_this_turn() -> None:
    """Also if it is the only one."""
    table = position("d9 _ _ _ _", GIFT, rows="s11 h11 d7 c8", deck="cK").play("discard d9")
    assert (table.deck, table.discards) == (["d9"], "")


def test_r17_in_the_middle_of_a_refill() -> None:
    table = position("d9 _ _", GIFT, rows="s11 h11 d7 c8", deck="cK", discards="sK hK")
    table.play("discard d9", draws="d9 hK")
    assert table.events == ["draw 0 cK", "draw 0 d9", "draw 0 hK"]
    assert (table.deck, table.discards, table.sizes) == (["sK"], "", [5, 5])


def test_r17_shuffled() -> None:
    """Each of the discards can be drawn first."""
    table = position("d9 _ _", GIFT, rows="s11 h11 d7 c8", deck="cK", discards="sK hK")
    for card in ("sK", "hK", "d9"):
        rest = [other for other in ("sK", "hK", "d9") if other != card]
        assert table.after("discard d9", draws=f"{card} {rest[0]}").deck == rest[1:]


def test_r17_again_and_again() -> None:
    table = position(FIVE, GIFT, rows="s11 h11 d7 c8", deck="_")
    for _ in range(3):
        table.play(table.moves("discard")[-1])
        assert table.s.deck_size == 1
        assert not table.final


# ---- R18: the final phase


def test_r18_begins_when_deck_and_discards_are_both_empty() -> None:
    table = position("c9 _ _ _ _", FIVE, rows="s11 h11 d8 c7@1", deck="sK", risk="c2").play("place c9")
    assert table.events == ["draw 0 sK"]
    assert (table.deck, table.final, table.sizes) == ([], True, [5, 5])


def test_r18_a_refill_may_stay_short() -> None:
    table = position("c9 gift cJ _ _", FIVE, rows="s11 h11 d8 c7", deck="sK", risk="c10").play("place c9 gift cJ")
    assert (table.events, table.final, table.sizes) == (["draw 0 sK"], True, [3, 5])


def test_r18_nobody_draws_any_more() -> None:
    table = position("c9 c10 _", "_ _", rows="c7 h11@2", final=True)
    assert table.after("place c9").sizes == [2, 2]
    assert table.after("discard c10").sizes == [2, 2]
    assert table.after("place c9").events == []


def test_r18_discards_are_out_of_the_game() -> None:
    table = position("c9 c10 _", "_ _", rows="c7 h11@2", final=True)
    before = table.discards
    table.play("discard c10")
    assert (table.discards, table.deck, table.final) == (f"{before} c10", [], True)


def test_r18_before_that_a_turn_never_begins_without_a_deck() -> None:
    """The discard of this turn alone makes a new deck."""
    table = position("d9 _ _ _ _", FIVE, rows="s11 h11 d7 c8@1", deck="sK", risk="c2").play("discard d9")
    assert (table.deck, table.final) == (["d9"], False)


# ---- R19: stuck, and out


def test_r19_stuck_with_the_gift_alone() -> None:
    table = position("gift", "_ _", rows="h3", final=True, hold=SPENT, offer=SPENT, unbroken=False)
    assert table.moves() == ["pass"]
    table.play("pass")
    assert (table.hand(0), table.to_act, table.stall) == ("gift", [1], 1)


def test_r19_not_stuck_with_a_right_left() -> None:
    table = position("gift", "_ _", rows="h3 s11 d11", final=True, hold=[1, 0], offer=SPENT, unbroken=False)
    assert table.moves() == ["hold"]
    table = position("gift", "_ _", rows="h3 s11 d11", final=True, hold=SPENT, offer=[1, 0], unbroken=False)
    assert table.moves() == ["offer h 5", "offer c 2", "offer c Q"]


def test_r19_every_other_hand_has_a_discard() -> None:
    for hand in ("c9", "sK", "gift c9", "gift sK"):
        table = position(
            hand, "_ _", rows="h3 d5" if "gift" in hand else "h3 d5@2", final=True, hold=SPENT, offer=SPENT
        )
        assert table.moves("discard") != []
        assert table.moves("pass") == []


def test_r19_out_by_an_own_place() -> None:
    table = position("h5", "_ _", "_ _", rows="h3 d5@2", final=True).play("place h5")
    assert (table.out, table.to_act) == ([True, False, False], [1])
    assert table.play("hold", "hold").to_act == [1]


def test_r19_out_by_an_own_discard() -> None:
    table = position("h6", "_ _", "_ _", rows="h3 d5@2", final=True).play("discard h6")
    assert table.out == [True, False, False]


def test_r19_out_by_an_offer() -> None:
    table = position("_ _", "_ _", "h5", rows="h3 d5@2", final=True).play("offer h 5")
    assert table.out == [False, False, True]
    assert table.play("hold").to_act == [0]


def test_r19_out_by_a_break() -> None:
    table = position("_ _", "_ _", "hK", rows="h3 d5@2", final=True).play("break")
    assert (table.out, table.hand(0).split()[0]) == ([False, False, True], "hK")


def test_r19_who_is_out_gets_no_cards() -> None:
    """Neither Ks of a Break nor, where the discards become a deck again, a draw."""
    table = position("sK _", "", "hK dK", rows="h3 d5@2", final=True).play("break")
    assert table.sizes == [3, 0, 1]
    assert table.out == [False, True, False]


def test_r19_whoever_has_had_success_is_not_out() -> None:
    table = position("sK", "_ _", "_ _", rows="s11 d5@2", final=True, play_on=True).play("success")
    assert (table.out, table.view(None).finished) == ([False] * 3, [0])


def test_r19_the_last_one_in_goes_on() -> None:
    table = position("h6 _", "c9", rows="h3 d5@2", final=True, turn=1).play("discard c9")
    assert (table.to_act, table.out) == ([0], [False, True])
    table.play("discard h6")
    assert table.to_act == [0]
    assert table.play(table.moves("discard")[0]).result == Result("nobody", (0, 0), ())
