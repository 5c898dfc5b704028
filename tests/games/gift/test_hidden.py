"""What the worlds of a view keep and leave open, in small positions: R4, R21, R30."""

from __future__ import annotations

import pytest

from tefuda.games.gift.game import GIFT, state_of
from tefuda.games.gift.moves import CARD_OF
from tefuda.games.gift.state import ACTION, ASIDE, DECK, LATE, PILE

from .position import Position, position
from .test_worlds import place, small

FIVE = "_ _ _ _ _"
ROWS = "s11 h11 d7 c6"


# ---- the first world of a view


def test_first_world_between_turns_nothing_is_drawn_or_asked() -> None:
    s = state_of(GIFT.world(small().view(0)))
    assert (s.phase, s.late, s.drawer, s.asked, s.turn) == (ACTION, 0, -1, -1, 0)
    assert s.gave == [-1] * 4


def test_r30_first_world_of_a_late_break() -> None:
    table = position("c9 _ _ _ _", FIVE, break_late=True).play("discard c9")
    assert table.s.phase == LATE
    assert state_of(GIFT.world(table.view(1))).late == 1


def test_r21_first_world_after_a_success_and_at_the_end() -> None:
    table = position("sK", "_ _", "_ _", rows="s11 d5@2", final=True, play_on=True).play("success")
    assert state_of(GIFT.world(table.view(1))).place[:3] == [1, 0, 0]
    over = position("sK", "_ _", "_ _", rows="s11 d5@2", final=True).play("success")
    assert state_of(GIFT.world(over.view(1))).turn == -1


@pytest.mark.parametrize("eyes", [None, 0, 1])
def test_first_world_everybody_has_seen_what_they_know(eyes: int | None) -> None:
    s = state_of(GIFT.world(small().view(eyes)))
    assert all(s.known[card] & ~s.seen[card] == 0 for card in range(49))


def test_r4_first_world_the_risk_is_a_process_card_that_one_has_not_seen() -> None:
    """Seat 0 has seen the lowest of the hidden process cards, d9, and a K comes before the others."""
    table = position(
        "d9 _ _ _ _", "gift _ _ _ _", rows=ROWS, deck="cK", discards="sK hK", discard_face_up=False,
        discarded_by=[1, 1], dealer=1,
    )  # fmt: skip
    table.play("discard d9")
    risk = Position(GIFT.world(table.view(0))).risk
    assert risk not in ("d9", "gift")
    assert not risk.endswith("K")


# ---- worlds


def test_worlds_of_a_seed_stay_the_same() -> None:
    """What bots think up from a seed, and so how they play, depends on it."""
    table = small()
    found = [" | ".join([world.hand(1), world.hand(2), world.risk]) for world in redealt(table, 0, 5)]
    assert found == [
        "hK dQ | cQ cK | c10",
        "hK gift | dK c10 | cQ",
        "dK cK | hK cQ | c10",
        "hK gift | dK c10 | cQ",
        "dK cJ | hK cQ | c10",
    ]


def redealt(table: Position, eyes: int | None, seeds: int = 12) -> list[Position]:
    base = GIFT.world(table.view(eyes))
    return [Position(base.redeal(eyes, seed)) for seed in range(seeds)]


def test_in_every_world_the_hands_are_what_is_in_them() -> None:
    for world in redealt(small(), 0):
        s = world.s
        for seat in range(3):
            held = [card for card, where in enumerate(s.where) if where == seat]
            assert s.hand[seat][: s.hand_size[seat]] == held
            assert s.held[seat] == sum(1 << card for card in held)


def test_no_world_fits_what_cannot_be() -> None:
    s = small().s
    s.unseen[1] -= 1
    with pytest.raises(ValueError, match="no world"):
        GIFT.engine.Game.unpack(s.pack(), 3).redeal(0, 1)
    s = small().s
    s.unseen[1] += 1
    with pytest.raises(ValueError, match="no world"):
        GIFT.engine.Game.unpack(s.pack(), 3).redeal(0, 1)
    s = small().s
    s.until[CARD_OF["hK"]], s.since[CARD_OF["hK"]] = 0, 99
    with pytest.raises(ValueError, match="no world"):
        GIFT.engine.Game.unpack(s.pack(), 3).redeal(0, 1)


def unshuffled() -> Position:
    """Three face-down discards have become a deck in their order; of two of them seat 0 knows which."""
    return position(
        "d9 _ _ _ _", "gift _ _ _ _", rows=ROWS, deck="cK", discards="sK hK", discarded_by=[1, 0],
        discard_face_up=False, shuffle_recycle=False, dealer=1,
    ).play("discard d9")  # fmt: skip


def test_r30_in_every_world_who_discarded_a_card_of_an_ordered_deck_knows_it() -> None:
    for world in redealt(unshuffled(), 0):
        assert world.view(1).memory["order"][0] != "?"
        assert world.view(1).memory["order"][1:] == ["?", "?"]
        assert world.view(1).memory["stocked"] == []


def test_r30_in_every_world_who_discarded_a_card_face_down_knows_it() -> None:
    table = position("c9 _ _ _ _", "d9 _ _ _ _", FIVE, rows="s11 h11 d7", discard_face_up=False, dealer=2)
    table.play("discard c9", "discard d9")
    for world in redealt(table, 0):
        assert world.view(0).discards[0] == "c9"
        assert [text == "?" for text in world.view(1).discards] == [True, False]
        assert world.view(2).discards == ["?", "?"]


def test_r4_in_every_world_the_dealer_knows_the_risk() -> None:
    for world in redealt(small(), 0):
        assert world.view(2).risk == world.risk
        assert [world.view(seat).risk for seat in (None, 0, 1)] == [None] * 3


def test_r4_in_no_world_the_risk_is_a_card_that_one_has_seen() -> None:
    """Seat 0 discarded d9 face down; it is in the deck again, and only seat 0 knows that it is not the Risk."""
    table = position(
        "d9 _ _ _ _", "gift _ _ _ _", rows=ROWS, deck="cK", discards="sK hK", discarded_by=[1, 1], dealer=1,
        discard_face_up=False,
    ).play("discard d9")  # fmt: skip
    assert all(place(world, "d9") == "deck" for world in redealt(table, 0, 40))
    assert "risk" in {place(world, "d9") for world in redealt(table, None, 60)}
    assert {state_of(world.game).where[CARD_OF["d9"]] for world in redealt(table, None, 60)} >= {DECK, ASIDE}
    assert PILE not in {state_of(world.game).where[CARD_OF["d9"]] for world in redealt(table, None, 20)}
