"""The naive reading of the game's rules.md against the vectors V1 to V25 of that page."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.gift.oracle import CARDS, GIFT, KINGS, LINES, SUITS, GiftOracle

A, B, C, D = range(4)
SPARE = ["d2", "d3", "d4", "d5", "d6", "d7"]  # a deck for positions in which its cards do not matter


def state(game: GiftOracle) -> dict[str, Any]:
    return dict(game.snapshot())


def table(
    hands: Sequence[str],
    rows: dict[str, int] | None = None,
    *,
    turn: int = A,
    deck: Sequence[str] = SPARE,
    discards: Sequence[str] = (),
    gift: tuple[str, int] | None = None,
    **options: Any,
) -> GiftOracle:
    """A position: A is the dealer, suits are claimed in the order s h d c; a row of -2 is A-Q-J; no deck = final."""
    game = GiftOracle(len(hands), **options)
    game.dealer, game.turn, game.step = A, turn, "action"
    game.hands = [hand.split() for hand in hands]
    game.deck_cards, game.discards, game.final = list(deck), list(discards), not deck
    game.commitments = list(SUITS[: len(hands)])
    for suit, size in (rows or {}).items():
        game.rows[suit].direction = 1 if size > 0 else -1
        game.rows[suit].cards = LINES[suit, game.rows[suit].direction][: abs(size)]
    if gift:
        game.rows[gift[0]].cards[gift[1] - 1] = GIFT
    return game


def places(game: GiftOracle, suit: str = "h") -> set[str]:
    """The runs that can be laid on one row, without the suit's letter."""
    found = {move[6:] for move in game.moves(game.turn) if move.startswith("place ")}
    return {run.replace(suit, "") for run in found if run.split()[-1][0] == suit}


def run(game: GiftOracle, *steps: str) -> dict[str, Any]:
    """Moves of whoever's turn it is, and cards drawn."""
    for step in steps:
        if step in CARDS:
            game.draw(step)
        else:
            game.play(game.to_act()[0], step)
    return state(game)


def sizes(game: GiftOracle) -> list[int]:
    return [len(hand) for hand in game.hands]


def refused(game: GiftOracle, move: str) -> bool:
    before = state(game)
    with pytest.raises(ValueError):
        game.play(game.turn, move)
    return state(game) == before


def test_v01_place_after_three() -> None:
    game = table(["h4 gift h5 h6 hK", "s2", "s3", "s4"], {"h": 2})
    assert places(game) == {"4", "gift 5", "4 gift 6", "gift 5 6"}
    for move in ("place h4 gift", "place gift", "place h5", "place hK", "place h4 h5", "place gift hK"):
        assert refused(game, move)
    after = run(table(["h4 gift h6", "s2"], {"h": 2}), "place h4 gift h6")
    assert after["rows"]["h"] == {"direction": 1, "size": 5, "king": False, "gift": 4}
    assert places(table(["h4 h5 h6 h8 s9", "s2"], {"h": 2}, multi_place=True)) == {"4", "4 5", "4 5 6"}


def test_v02_bare_ace() -> None:
    assert places(table(["h2 h3 h4 gift hQ hJ h10", "s2"])) == {
        *("2", "Q", "gift 3", "2 gift 4", "gift 3 4", "gift J", "Q gift 10", "gift J 10")
    }
    assert run(table(["gift h3", "s2"]), "place gift h3")["rows"]["h"]["direction"] == 1
    after = run(table(["gift hJ", "s2"]), "place gift hJ")
    assert after["rows"]["h"] == {"direction": -1, "size": 2, "king": False, "gift": 1}
    assert places(table(["hQ hJ h2 h3 h5", "s2"], multi_place=True)) == {"Q", "Q J", "2", "2 3"}


def test_v03_reverse() -> None:
    game = table(["hJ h2 s2", "s5"], {"h": -1})
    assert places(game) == {"J"} and run(game, "place hJ")["rows"]["h"]["direction"] == -1
    last = table(["s9 h2", "hK"], {"h": -10}, deck=[])
    assert run(last, "place h2")["rows"]["h"]["size"] == 11
    assert "success" in last.moves(B)


def test_v04_gift_near_the_king() -> None:
    game = table(["gift hQ hJ hK", "s2"], {"h": 9})
    assert places(game) == {"J", "gift Q"} and refused(game, "place hJ gift") and refused(game, "place gift hK")
    assert places(table(["gift hK h10 h8", "s2"], {"h": 10})) == set()  # Q is the Risk
    assert places(table(["gift hJ s9", "s2"])) == {"gift J"}


def test_v05_success() -> None:
    rows = {"s": 11, "h": 10}
    assert "success" in table(["sK", "h5"], rows, deck=[]).moves(A)
    assert "success" in table(["sK", "h5"], rows, deck=[], gift=("s", 4)).moves(A)
    for hand in ("sK c7", "hK"):
        assert "success" not in table([hand, "h5"], rows, deck=[]).moves(A)
    assert "success" not in table(["c2", "hK"], rows, deck=[], turn=B).moves(B)


def test_v06_swap_after_a_draw() -> None:
    game = table(["c2", "c3", "c9 c8 c7 c5 c4", "c10"], {"h": 4}, turn=C, deck=["h4", "d9"], gift=("h", 3))
    game.stall = 7
    run(game, "discard c9", "h4")
    after = state(game)
    assert after["hands"][C] == ["c4", "c5", "c7", "c8", "gift"]
    assert after["rows"]["h"] == {"direction": 1, "size": 4, "king": False, "gift": 0}
    assert after["stall"] == 8  # only for the discard


def test_v06_swap_with_another_hand() -> None:
    game = table(["gift h5 s8 s9 s10", "c3 h4"], {"h": 2})
    run(game, "place gift h5")
    assert state(game)["hands"][B] == ["c3", "gift"] and state(game)["rows"]["h"]["gift"] == 0


def test_v07_layer_holds_the_card() -> None:
    game = table(["c2", "gift h4 h5 s8 s9", "c3", "c4"], {"h": 2}, turn=B)
    after = run(game, "place gift h5")
    assert after["hands"][B] == ["gift", "s8", "s9"] and after["rows"]["h"]["size"] == 4
    assert after["rows"]["h"]["gift"] == 0 and game.drawing() == B
    run(game, "d2", "d3")
    assert sizes(game)[B] == 5 and game.to_act() == (C,)


def test_v08_discard() -> None:
    game = table(["gift sK hK s2 c9", "c3"])
    found = {move for move in game.moves(A) if move.startswith("discard")}
    assert found == {"discard sK", "discard hK", "discard s2", "discard c9"} and "place s2" in game.moves(A)
    assert refused(game, "discard gift")


def test_v09_offer() -> None:
    hands = ["c2 c3 c4 c5 c6", "h2 h3 h5 h6 h7", "d8 d9 d10 dJ dQ", "s4 s8 s9 s10 sJ"]
    game = table(hands, {"s": 2}, turn=B)
    game.stall = 3
    run(game, "offer s 4")
    assert game.needs() == "draw" and game.drawing() == D and state(game)["turn"] == B
    after = run(game, "d2")
    assert after["rows"]["s"]["size"] == 3 and sizes(game) == [5, 5, 5, 5] and after["stall"] == 0
    assert game.to_act() == (C,) and after["offers"] == [True, False, True, True]
    missed = table([*hands[:3], "s8 s9 s10 sJ sQ"], {"s": 2}, turn=B)
    after = run(missed, "offer s 4")
    assert after["stall"] == 1 and missed.to_act() == (C,) and after["offers"][B] is False
    assert sizes(missed) == [5, 5, 5, 5] and after["rows"]["s"]["size"] == 2
    full = table([*hands[:3], "s4 s8 s9 s10 sJ sK"], {"s": 2}, turn=B)
    assert run(full, "offer s 4")["to_act"] == [C] and sizes(full)[D] == 5  # A18


def test_v10_offers_that_are_legal() -> None:
    game = table(["c2", "s4 h2", "c3", "c4"], {"s": 2, "d": 11, "c": -11}, turn=B)
    assert {move for move in game.moves(B) if move.startswith("offer")} == {"offer h Q"}
    game.hands[B] = ["s5"]
    assert {move for move in game.moves(B) if move.startswith("offer")} == {"offer s 4", "offer h 2", "offer h Q"}


@pytest.mark.parametrize(("mode", "reason"), [("attack", None), ("create", "failed")])
def test_v11_offer_takes_the_last_card(mode: str, reason: str | None) -> None:
    game = table(["c2", "h2", "c3", "s4"], {"s": 2}, turn=B, deck=[], mode=mode)
    after = run(game, "offer s 4")
    assert after["out"] == [False, False, False, True] and after["reason"] == reason
    assert after["winners"] == (None if reason is None else []) and after["rows"]["s"]["size"] == 3


def test_v12_recycling() -> None:
    options: dict[str, Any] = {"turn": B, "deck": ["d2"], "discards": ["c9", "c8", "c7"]}
    hands = ["c2", "h2 h4 h6 h8 h10", "c3", "c4"]
    game = table(hands, **options)
    after = run(game, "discard h10", "d2")
    assert after["deck"] == ["c7", "c8", "c9", "h10"] and after["discards"] == [] and not after["final"]
    assert sizes(game)[B] == 5
    game = table([hands[0], "h2 h4 h6 h8", *hands[2:]], **options, shuffle_recycle=False)
    after = run(game, "discard h8", "d2")  # the second card comes from the turned pile
    assert after["hands"][B] == ["c9", "d2", "h2", "h4", "h6"] and game.deck_cards == ["c8", "c7", "h8"]


def test_v13_final_phase() -> None:
    game = table(["c2", "h4 gift h6 h8 h10", "c3", "c4"], {"h": 2}, turn=B, deck=["d2"])
    after = run(game, "place h4", "d2")
    assert after["final"] and sizes(game)[B] == 5 and after["deck"] == []
    game = table(["c2", "h4 gift h6 h8 h10", "c3", "c4"], {"h": 2}, turn=B, deck=["d2"])
    after = run(game, "place h4 gift h6", "d2")
    assert after["final"] and sizes(game)[B] == 3 and game.to_act() == (C,)
    after = run(game, "discard c3")  # R18: discards stay out of the game
    assert after["discards"] == ["c3"] and after["out"][C] and game.to_act() == (D,)


@pytest.mark.parametrize(("seats", "size"), [(4, 28), (3, 33), (2, 38)])
def test_v14_beginning_of_the_final_phase(seats: int, size: int) -> None:
    rng = random.Random(seats)
    game = GiftOracle(seats, stall_turns=200)
    game.set_dealer(0)
    cards = rng.sample([card for card in CARDS if card != "hQ"], 5 * seats)
    game.deal([cards[seat::seats] for seat in range(seats)])
    game.risk("hQ")  # so the row of hearts goes forward, up to J
    assert len(game.deck()) == size
    while not game.final:
        if game.needs() == "draw":
            game.draw(rng.choice(game.deck()))
            continue
        seat = game.to_act()[0]
        for kind in ("place", "discard", "commit"):
            found = [move for move in game.moves(seat) if move.startswith(kind) and GIFT not in move]
            if found:
                game.play(seat, rng.choice(found))
                break
    assert sum(len(row.cards) for row in game.rows.values()) == size
    assert sum(sizes(game)) == 5 * seats and {card for hand in game.hands for card in hand} >= {*KINGS, GIFT}


def test_v15_risk() -> None:
    game = GiftOracle(2)
    game.set_dealer(1)
    game.deal([["s2", "s3", "s4", "s5", "s6"], ["h2", "h3", "h4", "h5", "h6"]])
    assert game.needs() == "risk" and len(game.deck()) == 34
    for card in ("sK", GIFT, "s2"):
        with pytest.raises(ValueError):
            game.risk(card)
    game.risk("c7")
    after = state(game)
    assert after["risk"] == "c7" and "c7" not in after["deck"] and {"sK", GIFT} <= set(after["deck"])
    assert after["to_act"] == [1] and after["phase"] == "action" and len(after["deck"]) == 38


def test_v16_first_lap() -> None:
    game = GiftOracle(4)
    game.set_dealer(A)
    game.deal([[f"{suit}{rank}" for rank in "34567"] for suit in SUITS])
    game.risk("c9")
    assert game.moves(B) == [] and run(game, "discard s7", "c8")["phase"] == "commit"
    assert set(game.moves(A)) == {"commit s", "commit h", "commit d", "commit c"}
    assert run(game, "commit h")["to_act"] == [B]
    assert run(game, "hold")["phase"] == "commit" and len(game.hands[B]) == 5
    assert run(game, "commit s", "offer h 2")["phase"] == "commit" and game.turn == C
    run(game, "commit d", "discard c7", "c2")
    assert game.moves(D) == ["commit c"]  # R32
    after = run(game, "commit c")
    assert after["commitments"] == ["h", "s", "d", "c"] and after["to_act"] == [A] and after["stall"] == 4


def test_v16_two_players() -> None:
    game = table(["dK d2", "h5"], {"d": 10}, deck=[])
    game.rows["d"].cards.append("dQ")
    assert "discard dK" in game.moves(A) and "success" not in game.moves(A)
    assert places(table(["d2 c2", "h5"]), "d") == {"2"}


def test_v17_hold_once() -> None:
    game = table(["c2 c4", "h2 h5"])
    after = run(game, "hold", "hold")
    assert after["holds"] == [False, False] and sizes(game) == [2, 2]
    assert "hold" not in game.moves(A) and refused(game, "hold")


def test_v18_break() -> None:
    hands = ["s2 s4 s6 s8 s10", "sK hK h2 h4 h6", "c3 c5 c7 c9 cJ", "dK h8 h10 hQ hJ"]
    game = table(hands)
    assert "break" in game.moves(A)
    run(game, "break")
    assert game.needs() == "kings" and game.collected() == ["dK", "hK", "sK"] and state(game)["phase"] == "chance"
    with pytest.raises(ValueError):
        game.kings(["dK", "hK"])
    game.kings(["hK", "dK", "sK"])
    assert sizes(game) == [6, 4, 6, 4] and "dK" in game.hands[B] and "break" not in game.moves(A)
    assert run(game, "place s2")["to_act"] == [B] and sizes(game)[A] == 5
    run(game, "place h2", "d2", "d3")
    assert sizes(game)[B] == 5 and game.to_act() == (C,) and "break" not in game.moves(C)
    ended = table(hands, break_ends_turn=True)
    run(ended, "break")
    ended.kings(["hK", "dK", "sK"])
    assert ended.to_act() == (B,) and sizes(ended) == [6, 4, 6, 4] and state(ended)["stall"] == 1
    nobody = table(["s2 s4", "h2 h4"])  # A19
    after = run(nobody, "break")
    assert after["to_act"] == [A] and not after["breaks"] and "place s2" in nobody.moves(A)


def test_v19_break_with_two() -> None:
    game = table(["s2 s4 s6 s8 s10", "sK hK dK cK h6"])
    run(game, "break")
    game.kings(KINGS)
    assert sizes(game) == [7, 3]


@pytest.mark.parametrize("mode", ["attack", "create"])
def test_v20_break_takes_the_last_card(mode: str) -> None:
    game = table(["s5", "sK c9", "c5", "hK"], deck=[], mode=mode)
    run(game, "break")
    game.kings(["hK", "sK"])
    after = state(game)
    assert after["out"] == [False, False, False, True] and sizes(game) == [2, 2, 1, 0]
    assert after["reason"] == ("failed" if mode == "create" else None)
    assert after["to_act"] == ([] if mode == "create" else [A])


def test_v21_stuck() -> None:
    game = table(["s5 s7", GIFT, "c5", "c6"], turn=B, deck=[])
    assert set(game.moves(B)) >= {"hold", "offer s 2"} and "pass" not in game.moves(B)
    game.holds[B] = game.offers[B] = False
    assert game.moves(B) == ["pass"]
    assert run(game, "pass")["to_act"] == [C]
    dealer = table([GIFT, "h5"], deck=[])
    dealer.holds[A] = dealer.offers[A] = False
    assert set(dealer.moves(A)) == {"break", "pass"}  # R32
    last = table(["s5", GIFT], deck=[])
    last.holds[B] = last.offers[B] = False
    after = run(last, "discard s5")
    assert after["reason"] == "nobody" and after["winners"] == [] and after["scores"] == [0, 0]
    own = table([GIFT, ""], dict.fromkeys(SUITS, 11), deck=[])  # no Offer is possible
    own.out[B] = True
    assert set(own.moves(A)) == {"hold", "break"} and run(own, "hold")["reason"] == "nobody"


def test_v22_gift_and_king() -> None:
    game = table(["sK gift", "h5"], {"s": 10}, deck=[])
    assert "success" not in game.moves(A) and "discard sK" in game.moves(A)
    game = table(["sK gift", "h5 sQ"], {"s": 10}, deck=[], gift_before_k=True)
    after = run(game, "success")
    assert after["rows"]["s"] == {"direction": 1, "size": 11, "king": True, "gift": 0}
    assert after["hands"] == [[], ["gift", "h5"]] and after["winners"] == [A]  # R16
    for rows in ({"s": 9}, {"s": 11}):
        assert "success" not in table(["sK gift", "h5"], rows, deck=[], gift_before_k=True).moves(A)


def test_v23_create() -> None:
    rows = dict.fromkeys(SUITS, 11)
    game = table(["sK", "hK", "dK", "cK"], rows, turn=B, deck=[], mode="create")
    assert run(game, "success")["to_act"] == [C] and game.moves(C) == ["success"]
    assert run(game, "success", "success")["to_act"] == [A] and set(game.moves(A)) == {"success", "break"}
    after = run(game, "success")
    assert after["reason"] == "together" and after["winners"] == [A, B, C, D] and after["scores"] == [1, 1, 1, 1]
    game = table(["sK", "hK", "dK c9", "cK"], rows, turn=B, deck=[], mode="create")
    after = run(game, "success")
    assert after["reason"] == "failed" and after["scores"] == [0, 0, 0, 0] and after["to_act"] == []


@pytest.mark.parametrize(("order", "reason"), [(["sK", "hK", "dK"], "together"), (["hK", "sK", "dK"], "failed")])
def test_v23_break_in_the_chain(order: list[str], reason: str) -> None:
    rows = dict.fromkeys(SUITS, 11)
    game = table(["hK", "sK", "dK", "cK"], rows, turn=D, deck=[], mode="create")
    run(game, "success")
    assert game.moves(A) == ["break"]
    run(game, "break")
    assert game.collected() == ["dK", "hK", "sK"]
    game.kings(order)
    while game.needs() == "move":
        run(game, "success")
    assert state(game)["reason"] == reason
    game = table(["hK", "sK", "dK", "cK"], rows, turn=D, deck=[], mode="create", break_ends_turn=True)
    assert run(game, "success")["reason"] == "failed"  # R32


def test_v24_attack() -> None:
    game = table(["s5", "h5", "dK", "c5"], {"d": -11}, turn=C, deck=[])
    after = run(game, "success")
    assert after["reason"] == "success" and after["winners"] == [C] and after["scores"] == [0, 0, 1, 0]
    assert after["rows"]["d"]["king"] and after["finished"] == [C]


def test_v24_play_on() -> None:
    game = table(["sK", "h5 h6", "dK", "c5 c6"], {"d": -11, "s": 11}, turn=C, deck=[], play_on=True)
    assert run(game, "success", "discard c5")["to_act"] == [A]
    assert run(game, "success")["to_act"] == [B]
    assert run(game, "hold")["to_act"] == [D]
    after = run(game, "discard c6")
    assert after["reason"] == "places" and after["winners"] == [C] and after["scores"] == [2, 0, 3, 0]


def test_v25_stall() -> None:
    game = table(["s3 s5", "h2 h5", "c3", "c5"], deck=[])
    game.stall = 29
    assert run(game, "offer h 2")["stall"] == 0
    game.stall = 29
    after = run(game, "hold")
    assert after["reason"] == "stall" and after["stall"] == 30 and after["winners"] == []


def test_final_discards() -> None:
    hands = ["c2 c4", "h3 h5", "d5 d7"]
    game = table(hands, deck=[], final_discard="next_draws")
    after = run(game, "discard c4")
    assert after["deck"] == ["c4"] and after["hands"][A] == ["c2"] and not after["final"]
    after = run(game, "discard h5", "c4", "h5")  # R17 in the middle of the refill
    assert after["hands"][B] == ["c4", "h3", "h5"] and after["final"]
    game = table(hands, deck=[], final_discard="draw_back")
    after = run(game, "discard c4", "c4")
    assert after["hands"][A] == ["c2", "c4"] and after["final"] and after["discards"] == []
    game = table(hands, deck=[], final_discard="draw_back", shuffle_recycle=False)
    assert run(game, "discard c4")["hands"][A] == ["c2", "c4"] and game.to_act() == (B,)
