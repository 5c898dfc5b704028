"""R12 and R27: Offer. R13b and R26: Break."""

from __future__ import annotations

from collections import Counter

import pytest

from tefuda import Match
from tefuda.games.gift.game import GIFT

from .position import Position, dealing, position, seen

FIVE = "_ _ _ _ _"

# ---- R12: what may be asked for


def test_r12_the_next_card_of_each_row() -> None:
    table = position(FIVE, FIVE, FIVE, FIVE, rows="s3 h-4 d11")
    assert table.moves("offer") == ["offer s 5", "offer h 8", "offer c 2", "offer c Q"]


def test_r12_not_what_the_asker_holds() -> None:
    table = position("s5 c2 _ _ _", FIVE, FIVE, FIVE, rows="s3 h-4 d11")
    assert table.moves("offer") == ["offer h 8", "offer c Q"]


def test_r12_never_a_k() -> None:
    """So not at a complete row."""
    table = position("sK hK", "dK cK", rows="s11 h-11 d11 c-11@2", risk="cJ", final=True)
    assert table.moves("offer") == []


def test_r12_whoever_holds_it_places_it_at_once_and_refills() -> None:
    table = position("_ _ _", FIVE, "s5 _ _ _ _", FIVE, rows="s3").play("offer s 5", draws="hK")
    assert table.events == ["answer 2 s5", "draw 2 hK"]
    assert (table.row("s"), table.sizes) == ("s4", [3, 5, 5, 5])
    assert table.to_act == [1]


def test_r12_the_answer_gives_the_direction() -> None:
    table = position(FIVE, "s2 _ _ _ _", "sQ _ _ _ _", FIVE)
    assert table.after("offer s 2").row("s") == "s1"
    assert table.after("offer s Q").row("s") == "s-1"


def test_r12_if_nobody_has_it_the_offer_is_lost() -> None:
    table = position("_ _ _", FIVE, FIVE, FIVE, rows="s3").play("offer s 5")
    assert table.events == ["nobody"]
    assert (table.row("s"), table.sizes, table.to_act) == ("s3", [3, 5, 5, 5], [1])
    assert table.view(None).offers == [False, True, True, True]


def test_r12_once() -> None:
    table = position(FIVE, FIVE, FIVE, FIVE, rows="s3", offer=[0, 1, 1, 1])
    assert table.moves("offer") == []


# ---- R27: exactly


def test_r27_the_holder_has_no_choice() -> None:
    """No move lies between the Offer and the next turn, also where the holder could keep the card hidden."""
    match = Match("gift", 2, draw=dealing("h3 h4 h5 h6 h7 | s2 s3 s4 s5 s6", 0, "cJ", "cK"))
    match.play(0, "offer s 2")
    assert match.to_act == (0,)  # to commit
    assert [str(event) for event in match.record.events[3:]] == ["0 offer s 2", "* answer 1 s2", "* draw 1 cK"]
    assert seen(match, None).rows["s"]["size"] == 1


@pytest.mark.parametrize(("size", "after"), [(1, 1), (3, 3), (5, 5), (6, 5), (7, 6)])
def test_r27_exactly_one_card_and_only_below_five(size: int, after: int) -> None:
    """A hand of 3 that gives a card is refilled to 3, not to 5; one of 6 has 5 left and draws none."""
    hand = " ".join(["s5", *["_"] * min(4, size - 1), *["hK", "dK"][: max(0, size - 5)]])
    table = position(FIVE, hand, rows="s3").play("offer s 5")
    assert len(table.events) == (2 if size <= 5 else 1)
    assert table.sizes == [5, after]


def test_r27_no_card_without_a_deck() -> None:
    table = position("_ _", "s5 _ _", rows="s3 h11@2", final=True).play("offer s 5")
    assert (table.events, table.sizes) == (["answer 1 s5"], [2, 2])


def test_r27_the_deck_is_recycled_by_its_draw() -> None:
    table = position(FIVE, FIVE, FIVE, "s5 _ _ _ _", rows="s3 h11@2 d11", deck="cK", discards="_ _", risk="h3").play(
        "offer s 5"
    )
    assert table.events == ["answer 3 s5", "draw 3 cK"]
    assert (table.s.deck_size, table.discards, table.final) == (2, "", False)


def test_r27_the_deck_may_end_by_its_draw() -> None:
    table = position(FIVE, FIVE, FIVE, "s5 _ _ _ _", rows="s3 h11@2 d11 c2", deck="cK", risk="h3").play("offer s 5")
    assert (table.s.deck_size, table.final) == (0, True)


def test_r27_the_gift_need_not_be_given() -> None:
    """It stands for nothing while it is in a hand."""
    table = position(FIVE, "gift s6 _ _ _", FIVE, FIVE, rows="s3").play("offer s 5")
    assert table.events == ["nobody"]
    assert "gift" in table.hand(1)


def test_r27_spent_either_way() -> None:
    answered = position(FIVE, "s5 _ _ _ _", rows="s3").play("offer s 5")
    failed = position(FIVE, FIVE, rows="s3").play("offer s 5")
    assert answered.view(None).offers == failed.view(None).offers == [False, True]


# ---- R13b, R26: Break


def test_r13b_only_the_dealer_at_the_start_of_the_own_turn() -> None:
    for dealer in range(4):
        for turn in range(4):
            table = position(FIVE, FIVE, FIVE, FIVE, dealer=dealer, turn=turn)
            assert ("break" in table.moves()) == (dealer == turn)
    table = position(FIVE, FIVE, commit="--").play("hold")
    assert table.kinds == ["commit"]  # after the action it is too late


def test_r13b_the_normal_turn_follows() -> None:
    table = position("h4 sK _ _ _", "dK _ _ _ _", rows="h2").play("break", kings="dK sK")
    assert (table.to_act, table.s.turns, table.stall) == ([0], 2, 0)
    assert table.kinds == ["place", "discard", "hold", "offer"]
    assert table.play("place h4").to_act == [1]


def test_r13b_once() -> None:
    table = position(FIVE, "sK _ _ _ _").play("break", "hold", "hold")
    assert table.to_act == [0]
    assert "break" not in table.moves()
    assert table.view(None).breaks is False


def test_r13b_ks_in_deck_and_discards_stay() -> None:
    table = position("sK _ _ _ _", FIVE, discards="hK").play("break")
    assert table.events == ["kings sK"]
    assert table.discards == "hK"
    assert {"dK", "cK"} <= set(table.deck)


def test_r26_dealt_singly_the_dealer_first_then_to_the_left() -> None:
    table = position("_ _ _ _ _", "sK hK _ _ _", "dK _ _ _ _", "cK _ _ _ _", dealer=2, turn=2)
    table.play("break", kings="sK hK dK cK")
    assert table.events == ["kings sK hK dK cK"]
    assert [kings_in(table, seat) for seat in range(4)] == ["dK", "cK", "sK", "hK"]


def kings_in(table: Position, seat: int) -> str:
    return " ".join(card for card in table.hand(seat).split() if card.endswith("K"))


def test_r26_round_and_round() -> None:
    table = position(FIVE, "sK hK dK cK _", FIVE).play("break", kings="cK dK hK sK")
    assert [kings_in(table, seat) for seat in range(3)] == ["sK cK", "dK", "hK"]
    assert table.sizes == [7, 2, 6]


def test_r26_over_who_is_out() -> None:
    table = position("_ _", "", "sK hK _", "_ _", rows="s11@3", final=True).play("break", kings="sK hK")
    assert [kings_in(table, seat) for seat in range(4)] == ["sK", "", "hK", ""]


def test_r26_over_who_is_finished() -> None:
    """With play_on: the K in the row stays, and its player is dealt none."""
    table = position("_ _", "", "sK _", "dK _ _", rows="h11@3", final=True, play_on=True, finished=[1])
    table.play("break", kings="sK dK")
    assert [kings_in(table, seat) for seat in range(4)] == ["sK", "", "dK", ""]
    assert table.row("h") == "h11@3K"


def test_r26_every_order_alike() -> None:
    table = position("sK _ _ _ _", "hK _ _ _ _", "dK _ _ _ _", FIVE)
    game = table.game.clone()
    game.apply(0, GIFT.parse_move("break"))
    found = Counter(GIFT.chance_text(game, game.draw(seed)) for seed in range(1200))
    assert len(found) == 6
    assert all(abs(count - 200) < 80 for count in found.values())  # six standard deviations


def test_r26_nobody_draws() -> None:
    table = position(FIVE, "sK hK _ _ _", FIVE).play("break")
    assert table.events == [event for event in table.events if event.startswith("kings")]
    assert table.sizes == [6, 4, 5]


def test_r26_whether_or_not_a_hand_holds_a_k() -> None:
    table = position(FIVE, FIVE).play("break")
    assert (table.events, table.to_act, table.view(None).breaks) == ([], [0], False)


def test_r26_how_many_each_gave_is_public() -> None:
    table = position("cK _ _ _ _", "sK hK _ _ _", FIVE).play("break")
    for reader in (None, 0, 1, 2):
        assert table.view(reader).given == [1, 2, 0]


def test_r26_a_player_left_without_a_card_is_out() -> None:
    table = position("_ _", "sK _", "hK", rows="s11@3", final=True).play("break")
    assert (table.out, table.sizes) == ([False, False, True], [3, 2, 0])


def test_r26_never_the_dealer() -> None:
    table = position("sK", "_", "_", rows="h11@3", final=True).play("break")
    assert (table.hand(0), table.out) == ("sK", [False] * 3)
