"""C1 to C8: where the rulebook contradicts itself, as it is decided."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from tefuda import BadNotation
from tefuda.games.gift.game import GIFT, state_of
from tefuda.games.gift.moves import CARD_TEXTS

from .position import position
from .walk import TABLES, walk

FIVE = "_ _ _ _ _"


def test_c1_complete_with_the_ace_and_eleven_process_cards() -> None:
    for suit in "shdc":
        assert sum(text.startswith(suit) and text[1:] != "K" for text in CARD_TEXTS) == 11
    assert position("sK", "_", rows="s10 d5@2", final=True).moves("success") == []
    assert position("sK", "_", rows="s11 d5@2", final=True).moves("success") == ["success"]


def test_c2_success_only_in_the_final_phase() -> None:
    """While there is a deck a hand is refilled to five, and a Break moves nothing but Ks, so no hand is a K alone."""
    for table in TABLES[:5]:
        for step in walk(table, seed=2):
            assert "success" not in step.legal or step.before.final


@pytest.mark.parametrize(("seats", "placed"), [(2, 38), (3, 33), (4, 28)])
def test_c3_the_final_phase_begins_after_so_many_places(seats: int, placed: int) -> None:
    """Cards in play are 48 less those placed; without Break and Gift runs deck and discards are then both empty."""
    found = 0
    for seed in range(40):
        game = GIFT.begin(seats, {option.name: option.default for option in GIFT.options})
        able = game.settle(seed)
        while able and not state_of(game).final:
            moves = [GIFT.move_text(action) for action in game.legal(game.actor())]
            moves = [move for move in moves if move != "break" and "gift" not in move]
            best = [move for move in moves if move.startswith(("place", "commit"))] or moves
            game.apply(game.actor(), GIFT.parse_move(best[seed % len(best)]))
            able = game.settle(seed + state_of(game).turns)
        s = state_of(game)
        if s.final:
            assert sum(s.size) == placed
            assert s.hand_size[:seats] == [5] * seats
            found += 1
    assert found > 0


def test_c3_fewer_cards_in_hands_after_a_gift_run() -> None:
    table = position("c9 gift cJ _ _", FIVE, rows="s11 h11 d8 c7", deck="sK", risk="c10").play("place c9 gift cJ")
    assert table.final
    assert sum(table.sizes) == 8  # two fewer


def test_c4_a_discard_is_no_free_pass_in_the_final_phase() -> None:
    table = position("c9 _", "_ _", rows="h3 d5@2", final=True).play("discard c9")
    assert table.sizes == [1, 2]


def test_c5_each_deal_of_the_ks_is_alike() -> None:
    """Four Ks to four players: each of the 24 ways as likely as any other, so 1 in 24 and not 1 in 16."""
    table = position("sK _ _ _ _", "hK _ _ _ _", "dK _ _ _ _", "cK _ _ _ _")
    game = table.game.clone()
    game.apply(0, GIFT.parse_move("break"))
    found = Counter(GIFT.chance_text(game, game.draw(seed)) for seed in range(4800))
    assert set(found) == {" ".join(["kings", *order]) for order in permutations(["sK", "hK", "dK", "cK"])}
    assert all(abs(count - 200) < 84 for count in found.values())  # six standard deviations


def test_c6_ks_are_laid_down_and_dealt_face_down() -> None:
    one = position("sK _ _ _ _", "hK _ _ _ _", "c9 _ _ _ _").play("break", kings="sK hK")
    other = position("hK _ _ _ _", "sK _ _ _ _", "c9 _ _ _ _").play("break", kings="hK sK")
    for reader in (None, 2):
        assert one.view(reader) == other.view(reader)


def test_c7_to_the_left_is_the_next_seat() -> None:
    table = position(FIVE, FIVE, FIVE, FIVE, turn=2)
    order = []
    for _ in range(4):
        order += table.to_act
        table.play("hold")
    assert order == [2, 3, 0, 1]


@pytest.mark.parametrize(("rows", "risk"), [("h10", "hQ"), ("h-10", "h2")])
def test_c8_a_row_whose_last_card_is_the_risk_is_never_complete(rows: str, risk: str) -> None:
    """The Gift cannot be its last card, also not together with the K."""
    table = position("gift hK", "_ _", rows=rows, risk=risk, final=True, commit="hs")
    assert table.moves("place") == []
    assert table.moves("success") == []
    with pytest.raises(BadNotation):
        GIFT.parse_move("place gift hK")


def test_c8_the_other_direction_can_be_completed() -> None:
    """The Risk is hQ: in a reverse row the Gift stands for it, with the jack after it."""
    table = position("gift hJ _ _ _", FIVE, risk="hQ").play("place gift hJ")
    assert table.row("h") == "h-2@1"
    table = position("hK", "_", rows="h-11@1", risk="hQ", final=True, commit="hs")
    assert table.moves("success") == ["success"]


def test_c8_with_gift_before_k_it_can_be_closed() -> None:
    table = position("gift hK", "_ _", rows="h10", risk="hQ", final=True, commit="hs", gift_before_k=True)
    assert table.moves("success") == ["success"]
