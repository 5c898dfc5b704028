"""Rules that only a position made for them shows: R2, R4, R9, R12, R14, R17 to R20, R26, R29, R30, R32."""

from __future__ import annotations

import pytest

from tefuda.games.gift.game import GIFT, state_of
from tefuda.games.gift.moves import CARD_OF
from tefuda.games.gift.state import ASIDE, FOREVER
from tefuda.games.option import check_options

from .position import Position, position
from .test_options import late
from .test_setup import HANDS, begin

FIVE = "_ _ _ _ _"
ROWS = "s11 h11 d7 c6"


def cards(text: str) -> list[int]:
    return [CARD_OF[card] for card in text.replace("|", "").split()]


# ---- before the first turn


def test_r2_before_the_deal_nobody_is_dealer_or_to_act() -> None:
    s = state_of(GIFT.begin(4, check_options(GIFT.options, {})))
    assert (s.phase, s.dealer, s.turn, s.drawer, s.asked, s.gift_for) == (0, -1, -1, -1, -1, -1)
    assert s.gave == s.commit == [-1] * 4


def test_r4_before_the_risk_is_drawn_there_is_none() -> None:
    game = begin(4, [1], cards(HANDS))
    assert [Position(game).view(seat).risk for seat in (None, 0, 1)] == [None] * 3
    world = game.redeal(0, 1)
    assert ASIDE not in state_of(world).where
    assert GIFT.view(world, 0) == GIFT.view(game, 0)


@pytest.mark.parametrize("risk", ["s2", "s3", "cQ"])
def test_r4_the_risk_may_be_any_process_card(risk: str) -> None:
    table = position("c9 _ _ _ _", FIVE, dealer=1, risk=risk)
    assert [table.view(reader).risk for reader in (None, 0, 1)] == [None, None, risk]


def test_there_is_one_round() -> None:
    assert position(FIVE, FIVE).view(None).round == 1


def test_r20_at_the_end_nobody_is_to_act() -> None:
    table = position("sK", "_", rows="s11 d5@2", final=True)
    assert table.view(None).to_act == [0]
    assert table.play("success").view(None).to_act == []


def test_r14_whether_a_card_is_drawn_now() -> None:
    table = position("c9 _ _ _ _", FIVE)
    assert not table.view(None).drawing
    table.game.apply(0, GIFT.parse_move("discard c9"))
    assert table.view(None).drawing
    assert table.view(None).drawer == 0
    assert position("c9 _ _ _ _", FIVE).play("discard c9").s.drawer == -1


def test_r32_with_next_draws_a_deck_ends_the_final_phase() -> None:
    s = late("next_draws").play("discard cJ").s
    assert (s.deck_size, s.final) == (1, 0)
    s.final = 1
    assert GIFT.engine.Game.unpack(s.pack(), 2).sound() == 27


# ---- rows


def test_r12_offers_of_bare_aces_without_ones_own_cards() -> None:
    """The 2 and the Q of each suit, but for those in hand."""
    table = position("sQ h2 dQ cQ _", FIVE)
    assert table.moves("offer") == ["offer s 2", "offer h Q", "offer d 2", "offer c 2"]


@pytest.mark.parametrize("way", ["", "-"])
@pytest.mark.parametrize("size", range(10))
def test_r30_every_run_of_two_is_laid_as_it_is_said(size: int, way: str) -> None:
    """Each row has actions of its own, from its first card to its last."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"][:: -1 if way else 1]
    for suit in "sc":
        pair = f"{suit}{ranks[size]} {suit}{ranks[size + 1]}"
        table = position(f"{pair} _ _ _", FIVE, rows=f"{suit}{way}{size}" if size else "", multi_place=True)
        assert f"place {pair}" in table.moves()
        assert table.play(f"place {pair}").row(suit) == f"{suit}{way}{size + 2}"


def test_r9_the_first_run_of_the_first_row_is_no_pair_with_the_gift() -> None:
    table = position("s2 s3 s4 s5 s6", FIVE, multi_place=True)
    for run in ("s2 s3", "s2 s3 s4", "s2 s3 s4 s5", "s2 s3 s4 s5 s6"):
        assert table.after(f"place {run}").row("s") == f"s{len(run.split())}"


@pytest.mark.parametrize(
    ("hand", "rows", "run"), [("gift h8 h7", "h-3", "gift h8 h7"), ("gift hJ h10", "", "gift hJ h10")]
)
def test_r9_runs_in_reverse_that_begin_with_the_gift(hand: str, rows: str, run: str) -> None:
    assert f"place {run}" in position(f"{hand} _ _", FIVE, rows=rows).moves()


def test_r29_a_card_was_laid() -> None:
    table = position("s5 c9 _ _ _", FIVE, rows="s3")
    table.game.apply(0, GIFT.parse_move("place s5"))
    assert table.s.laid == 1


# ---- Break


def test_r26_each_break_counts_its_own_ks() -> None:
    """How many were given before does not matter."""
    s = position(FIVE, "hK _ _ _ _", "dK _ _ _ _").s
    s.given[:3] = [3, 3, 3]
    table = Position(GIFT.engine.Game.unpack(s.pack(), 3)).play("break")
    assert table.view(None).given == [0, 1, 1]


def test_r26_one_k_is_dealt() -> None:
    table = position(FIVE, "hK _ _ _ _").play("break")
    assert table.events == ["kings hK"]
    assert table.sizes == [6, 4]


def test_r30_after_a_late_break_a_stuck_player_passes() -> None:
    """Others are still in."""
    table = position(
        "c9 c10 sK", "gift", "_ _", rows="h3", final=True, break_late=True, hold=[1, 0, 1], offer=[1, 0, 1]
    )
    table.play("discard c9", "break")
    assert (table.to_act, table.moves()) == ([1], ["pass"])


# ---- the deck


def test_r17_a_new_deck_after_one_whose_order_was_known() -> None:
    """Seat 0 draws the only card; the next deck has two, and nobody knows their order."""
    s = position("d9 _ _ _ _", "gift _ _ _ _", rows=ROWS, deck="cK", discards="sK hK").s
    s.ordered = 1
    table = Position(GIFT.engine.Game.unpack(s.pack(), 2)).play("discard d9")
    assert (table.s.ordered, table.view(None).memory["order"]) == (0, [])


def test_r18_an_ordered_deck_that_is_used_up_leaves_no_order() -> None:
    s = position("c9 c10 _ _ _", "gift _ _ _ _", rows="s11 h11 d8 c7", deck="cK").s
    s.ordered = 1
    table = Position(GIFT.engine.Game.unpack(s.pack(), 2)).play("place c9")
    assert (table.final, table.s.ordered) == (True, 0)


def test_r19_out_with_an_empty_hand_only_in_the_final_phase() -> None:
    table = position(FIVE, FIVE, final=False).play("hold")
    assert table.out == [False, False]


# ---- the deck is made, and turned over


def test_r3_after_the_deal_the_deck_has_all_other_cards_in_their_order() -> None:
    s = state_of(begin(4, [1], cards(HANDS)))
    rest = [card for card in range(49) if card not in cards(HANDS)]
    assert s.deck[: s.deck_size] == rest
    assert [s.at[card] for card in rest] == list(range(29))


def test_r16_the_gift_may_stand_for_the_first_of_all_cards() -> None:
    table = position("d9 _ _ _ _", FIVE, rows="s2@1").play("discard d9", draws="s2")
    assert table.events == ["draw 0 s2", "swap 0 s2"]
    assert (table.row("s"), table.s.gift_for) == ("s2", -1)


def test_c3_the_final_phase_is_one_flag() -> None:
    table = position("c9 _ _ _ _", FIVE, rows="s11 h11 d8 c7@1", deck="sK", risk="c2").play("place c9")
    assert (table.s.final, table.s.ordered) == (1, 0)
    assert table.s.draws == 4, "of five at most one was drawn"


TURNED = "d9 c8 _ _ _", "gift _ _ _ _"


def test_r17_what_lay_face_up_is_in_no_hand_and_the_rest_came_before() -> None:
    """Time goes on by one when the deck is turned over; all cards but those of the new deck were elsewhere then."""
    table = position(*TURNED, rows="s11 h11 d7 c6", deck="cK", discards="sK hK")
    before = table.s.clock
    s = table.play("discard d9").s
    assert (s.clock, s.turned) == (before + 1, before + 1)
    for card in range(49):
        new = card in cards("sK hK d9")
        assert (s.since[card], s.until[card]) == ((before + 1, FOREVER) if new else (0, before))
        assert s.stocked[card] == 0


def test_r17_who_put_a_card_face_down_into_the_new_deck_knows_it() -> None:
    table = position(
        *TURNED, rows="s11 h11 d7 c6", deck="cK", discards="sK hK", discarded_by=[1, 1], discard_face_up=False
    )
    before = table.s.clock
    s = table.play("discard d9").s
    assert (s.clock, s.turned) == (before + 1, before + 1)
    found = {card: by for card, by in enumerate(s.stocked) if by}
    assert found == {**dict.fromkeys(cards("sK hK"), 2), **dict.fromkeys(cards("d9"), 1)}
    assert s.since == [0] * 49 and s.until == [FOREVER] * 49
