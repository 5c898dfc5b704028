"""The naive reading of the game's rules.md: the interface, the options and random matches to the end."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.games.solo.oracle import BOX, SoloOracle, symbol

ALL = sorted(BOX)
CASES: list[dict[str, int]] = [
    {},
    {"mix_draw": 1, "jump_in_actions": 1},
    {"triple_must_be_all": 0, "triple_jump_in": 1},
    {"triple_must_be_all": 0, "solo_on_multi_out": 1, "play_any_after_draw": 1},
    {"solo_before": 1, "solo_on_swap": 1, "solo_on_multi_out": 1},
    {"self_jump_in": 0, "solo_on_swap": 1, "block_after_swap_all_free": 1, "reverse2p_skips": 1},
    {"triple_jump_in": 1, "jump_in_actions": 1, "solo_before": 1, "play_any_after_draw": 1, "mix_draw": 1},
]


def position(hands: list[str], top: str, **facts: Any) -> SoloOracle:
    """A normal turn of seat 0 in the middle of a round; hands are texts such as "r7 W"."""
    options = {name: value for name, value in facts.items() if not hasattr(SoloOracle(2), name)}
    game = SoloOracle(len(hands), **options)
    game.hands = [hand.split() for hand in hands]
    game.discards = [*facts.pop("discards", "").split(), top]
    game.colour, game.dealer, game.turns = top[0], 0, 1
    rest = Counter(BOX) - Counter(game.discards) - Counter(card for hand in game.hands for card in hand)
    game.pile = list(rest.elements())
    game._decide("turn", 0)
    for name in set(facts) - set(options):
        setattr(game, name, facts[name])
    return game


def state(game: SoloOracle) -> dict[str, Any]:
    return dict(game.snapshot())


def run(game: SoloOracle, *moves: str) -> dict[str, Any]:
    """Moves such as "A play r7", or "draw r7 W" for the cards drawn."""
    for move in moves:
        who, rest = move.split(" ", 1)
        if who == "draw":
            game.draw(rest.split())
        else:
            game.play("ABCDEFGHIJ".index(who), rest)
    return state(game)


def sizes(game: SoloOracle) -> list[int]:
    return [len(hand) for hand in game.hands]


def refused(game: SoloOracle, move: str) -> bool:
    before = state(game)
    with pytest.raises(ValueError):
        run(game, move)
    return state(game) == before


def random_deal(game: SoloOracle, rng: random.Random) -> None:
    cards = rng.sample(BOX, 8 * game.seats)
    game.deal([cards[8 * seat : 8 * seat + 8] for seat in range(game.seats)])


def check(game: SoloOracle) -> None:
    """What is true in every situation."""
    now = state(game)
    cards = [card for hand in now["hands"] for card in hand]
    assert sorted(cards + now["pile"] + now["discards"]) == ALL
    over = game.needs() == "over"
    assert now["turns"] <= 2000 + over and now["passes"] < game.seats + over and 0 <= now["sum"] <= 120
    if game.needs() != "move":
        assert not now["to_act"] and now["turn"] is None and now["phase"] in ("chance", "over")
        return
    assert now["turn"] in now["to_act"] and game.actor() in now["to_act"]
    assert now["top"] in now["discards"] and all(now["hands"])
    assert (now["sum"] > 0) == (now["phase"] == "answer" and symbol(now["top"]) in ("D", "W4"))
    for seat in range(game.seats):
        moves = game.moves(seat)
        assert len(moves) == len(set(moves)) and bool(moves) == (seat in now["to_act"])
        assert ("solo" in moves) == (seat in now["owes"] and seat not in game.let_go)
        assert seat not in now["owes"] or (len(now["hands"][seat]) == 1 and not game.option["solo_before"])
        assert seat == now["turn"] or not moves or moves[-1] == "wait"


@pytest.mark.parametrize("style", ["any", "lazy", "never"])
@pytest.mark.parametrize("options", CASES, ids=lambda options: "+".join(options) or "default")
@pytest.mark.parametrize("seats", [2, 3, 4, 10])
def test_random_matches(seats: int, options: dict[str, int], style: str) -> None:
    rng = random.Random(repr((seats, options, style)))
    game = SoloOracle(seats, target_score=60, **options)
    game.set_dealer(rng.randrange(seats))
    while game.needs() != "over":
        if rng.random() < 0.3:
            check(game)
        need = game.needs()
        if need == "deal":
            random_deal(game, rng)
        elif need == "turn":
            game.turn_up(rng.choice(game.pile))
        elif need == "draw":
            seat, count = game.drawing()
            assert 0 < count <= len(game.pile)
            game.draw(rng.sample(game.pile, count))
        else:
            seat = rng.choice(game.to_act()) if style == "any" else game.actor()
            moves = game.moves(seat)
            assert moves
            if style == "lazy" and rng.random() < 0.8:
                idle = [move for move in moves if move in ("draw", "pass", "keep", "take", "accept", "wait")]
                moves = idle or moves
            if style == "never" and len(moves) > 1:
                moves = [move for move in moves if "solo" not in move]
            game.play(seat, rng.choice(moves))
    check(game)
    last = state(game)
    assert max(last["totals"]) >= 60 and last["scores"] == [-total for total in last["totals"]]
    assert last["winners"] == [seat for seat in range(seats) if last["totals"][seat] == min(last["totals"])]
    assert game.moves(0) == [] and refused(game, "A draw")


def test_the_deck() -> None:
    kinds = Counter(map(symbol, BOX))
    assert len(BOX) == 120 and len(set(BOX)) == 63
    assert {kinds[sign] for sign in "123456789RSD"} == {8}
    assert {kinds[sign] for sign in ("X", "G", "W", "A", "K", "W4")} == {4}


def test_seats_and_options() -> None:
    for seats in (1, 11):
        with pytest.raises(ValueError):
            SoloOracle(seats)
    with pytest.raises(ValueError):
        SoloOracle(3, mixdraw=1)


def test_bad_chance() -> None:
    game = SoloOracle(2)
    with pytest.raises(ValueError):
        game.deal([ALL[:8], ALL[8:16]])
    with pytest.raises(ValueError):
        game.set_dealer(2)
    game.set_dealer(1)
    for hands in ([ALL[:8]], [ALL[:8], ALL[8:15]], [["Kr"] * 8, ALL[8:16]]):
        with pytest.raises(ValueError):
            game.deal(hands)
    game.deal([ALL[:8], ALL[8:16]])
    with pytest.raises(ValueError):
        game.turn_up("A")  # all four were dealt
    game.turn_up("r9")
    game.play(0, "draw")
    assert game.needs() == "draw" and game.drawing() == (0, 1) and state(game)["phase"] == "chance"
    for cards in (["r1", "r2"], ["A"]):
        with pytest.raises(ValueError):
            game.draw(cards)
    with pytest.raises(ValueError):
        game.actor()
    game.draw(["r1"])
    assert state(game)["drawn"] == "r1" and state(game)["phase"] == "drawn"


def test_wait_and_actor() -> None:
    game = position(["r3 b2", "b7 b8", "b7 b9", "r3 g4"], "r1")
    run(game, "A play r3")
    assert game.to_act() == (0, 1, 3) and game.actor() == 0 and game.moves(0) == ["solo", "wait"]
    run(game, "A wait")
    assert game.actor() == 3 and game.moves(3) == ["jump r3", "jump r3 solo", "wait"] and game.moves(0) == []
    run(game, "D wait")
    assert game.actor() == 1 and game.to_act() == (1,)
    run(game, "B draw", "draw y1 y2", "draw y3")
    assert game.to_act() == (1, 3) and game.actor() == 3 and sizes(game) == [3, 3, 2, 2]
    both = position(["b7 b8", "r1 Kg", "b9 b6"], "r1", owes={1, 2})
    assert both.actor() == 1
    run(both, "B wait")
    assert both.actor() == 2
    run(both, "C solo")
    assert both.actor() == 0 and both.moves(1) == []


def test_triple_in_steps() -> None:
    game = position(["y7 r7 b7 b7 g1", "g2 g3"], "y5", triple_must_be_all=0, owes={1})
    assert "triple b7" in game.moves(0) and "triple y7" not in game.moves(0)
    run(game, "A triple b7")
    assert game.drawing() == (1, 2)
    run(game, "draw g4 g5")
    assert state(game)["phase"] == "triple" and game.moves(0) == ["with b7", "with r7", "with y7"]
    run(game, "A with b7", "A with r7")
    assert game.moves(0) == ["with y7"]
    run(game, "A with y7")
    assert game.moves(0) == ["done", "done solo"] and game.to_act() == (0,)
    after = run(game, "A done solo")
    assert after["top"] == "b7" and after["hands"][0] == ["g1"] and after["owes"] == [] and after["turn"] == 1


def test_triple_jump_in() -> None:
    hands = ["b1 b2", "b3 b4", "r3 g3 y3 y1"]
    game = position(hands, "r3", triple_jump_in=1)
    assert [move for move in game.moves(2) if "triple" in move] == [
        *("jump triple g3", "jump triple g3 solo", "jump triple y3", "jump triple y3 solo")
    ]
    after = run(game, "C jump triple y3")
    assert after["top"] == "y3" and after["turn"] == 0 and after["owes"] == [2]
    game = position(["r3 g3 y3 y1", *hands[:2]], "r3", triple_jump_in=1)
    run(game, "A draw", "draw b9")
    assert {move for move in game.moves(0) if "solo" not in move} == {
        *("jump r3", "jump triple g3", "jump triple y3", "keep")
    }


def test_jump_in_on_actions() -> None:
    game = position(["rS b2 b3", "rD b4 b5", "rS b6 b7"], "r1", jump_in_actions=1)
    after = run(game, "A play rS", "C jump rS")
    assert after["turn"] == 0 and after["phase"] == "answer" and after["hands"][2] == ["b6", "b7"]
    game = position(["rD b2 b3", "rD b4 b5", "b1 b6 b7"], "r1", jump_in_actions=1)
    run(game, "A play rD")
    assert not any(move.startswith("jump") for move in game.moves(1)) and "play rD" in game.moves(1)
    game = position(["rD b2 b3", "b1 b4 b5", "rD b6 b7"], "r1", jump_in_actions=1)
    after = run(game, "A play rD", "C jump rD")
    assert after["sum"] == 4 and after["turn"] == 0 and after["turns"] == 2
    after = run(game, "A take", "draw b8 b9 g1 g2")
    assert after["turn"] == 0 and after["turns"] == 3 and after["sum"] == 0
    target = position(["rS b2", "rS b4 b5"], "r1", jump_in_actions=1)
    run(target, "A play rS solo")
    assert target.moves(1) == ["accept", "jump rS"]


def test_solo_before() -> None:
    game = position(["r3 b2", "b7 b8", "b9 g9"], "r1", solo_before=1)
    assert run(game, "A play r3")["owes"] == [] and game.drawing() == (0, 2)
    assert run(game, "draw b3 b4")["turn"] == 1
    game = position(["rX b2", "b7 b8", "Kg g9"], "r1", solo_before=1, solo_on_swap=1)
    run(game, "A play rX 2", "C block g")
    assert game.drawing() == (2, 2)
    run(game, "draw b3 b4")
    assert game.drawing() == (0, 2)
    assert run(game, "draw g3 g4")["turn"] == 0 and sizes(game) == [3, 2, 3]
    game = position(["A b2", "b7", "g9"], "r1", solo_before=1, solo_on_swap=1)
    run(game, "A play A solo", "B accept", "C accept")
    assert game.drawing() == (1, 2)
    run(game, "draw y1 y2")
    assert game.drawing() == (2, 2)
    assert run(game, "draw y3 y4")["turn"] == 1 and game.hands[0] == ["g9"]
    game = position(["rG b2 b3 b4", "b7 b8"], "r1", solo_before=1)
    run(game, "A play rG 1", "B accept", "A give b2")
    assert game.moves(0) == ["give b3", "give b4"]


def test_solo_on_multi_out() -> None:
    game = position(["rG b2 b3", "b7 b8"], "r1", solo_on_multi_out=1)
    assert "play rG 1 solo" in game.moves(0)
    run(game, "A play rG 1", "B accept")
    assert game.drawing() == (0, 2)
    after = run(game, "draw b4 b5")
    assert after["turn"] == 1 and sizes(game) == [2, 4] and after["owes"] == []
    game = position(["rG b2 b3", "b7 b8"], "r1", solo_on_multi_out=1)
    assert run(game, "A play rG 1 solo", "B accept")["round"] == 2
    game = position(["rG", "b7 b8"], "r1", solo_on_multi_out=1)
    assert run(game, "A play rG")["round"] == 2
    game = position(["rG b2", "b7 b8"], "r1", solo_on_multi_out=1, pile=[])
    game.discards = ["r1"]
    assert run(game, "A play rG 1", "B accept", "draw r1")["hands"][0] == ["r1"]


def test_the_cap() -> None:
    game = position(["rD b2 b3", "bD b4 b5"], "r1", turns=2000, target_score=1)
    after = run(game, "A play rD", "B play bD")
    assert after["phase"] == "over" and after["totals"] == [5, 9] and after["turns"] == 2001
    game = position(["r2 b2 b3", "bD b4 b5"], "r1", turns=2000, target_score=1)
    assert run(game, "A play r2")["phase"] == "over"


def test_gift_with_the_call() -> None:
    for first, second in ((" solo", ""), ("", " solo")):
        game = position(["rG b2 b3 b4", "b7 b8"], "r1")
        run(game, f"A play rG 1{first}", "B accept", "A give b2")
        assert game.hands[1] == ["b7", "b8", "b2"] and state(game)["phase"] == "give"
        assert run(game, f"A give b3{second}")["owes"] == []
    more = position(["rG b2 b3 b4 b5", "b7 b8"], "r1")
    assert "play rG 1 solo" not in more.moves(0)
    run(more, "A play rG 1", "B accept", "A give b2")
    assert more.moves(0) == ["give b3", "give b4", "give b5"]
