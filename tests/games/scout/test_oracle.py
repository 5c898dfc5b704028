"""The naive reading of the game's rules.md against the vectors V1 to V25 of that page."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.games.scout.oracle import Card, ScoutOracle, deck, plain, plays, strength

ALL = [("oink", 2)] + [(edition, seats) for edition in ("first", "draft", "short") for seats in (3, 4, 5)]


def up(*numbers: int) -> list[Card]:
    """Cards of which only the upper number matters; turned, they fit nothing."""
    return [(number, 90 + 2 * place) for place, number in enumerate(numbers)]


def state(game: ScoutOracle) -> dict[str, Any]:
    return dict(game.snapshot())


def shown(hand: list[int], table: list[int]) -> list[list[int]]:
    """The legal Plays as lists of numbers."""
    return sorted(hand[first - 1 : first - 1 + count] for first, count in plays(up(*hand), up(*table)))


def of(game: ScoutOracle, seat: int, kind: str) -> list[str]:
    return [move for move in game.moves(seat) if move.startswith(kind)]


def random_deal(game: ScoutOracle, rng: random.Random) -> list[list[Card]]:
    cards = sorted(game.aside or deck(game.seats))
    rng.shuffle(cards)
    cards = [card if rng.random() < 0.5 else (card[1], card[0]) for card in cards]
    size = {2: 11, 3: 12, 4: 11, 5: 9}[game.seats]
    return [cards[seat * size : seat * size + size] for seat in range(game.seats)]


def test_v1_order_of_strength() -> None:
    sets = ["2", "9", "1 2", "7 6", "4 4", "8 8", "7 6 5", "7 8 9", "2 2 2", "8 8 8", "2 3 4 5"]
    powers = [strength(tuple(map(int, text.split()))) for text in sets]
    assert None not in powers
    assert powers == sorted(set(powers), key=lambda power: power or ())


def test_v2_sets_in_hand() -> None:
    hand = [4, 3, 5, 6, 9, 1, 1, 2, 3]
    legal = list(plays(up(*hand), []))
    assert (3, 2) in legal and (7, 3) in legal and (6, 2) in legal
    assert (1, 4) not in legal and (1, 3) not in legal
    assert (1, 3) in list(plays(up(4, 3, 2, 6), []))


@pytest.mark.parametrize(
    ("table", "hand", "beats"),
    [
        ([9, 9], [1, 2, 3], True),
        ([9, 9], [9], False),
        ([4, 5], [2, 2], True),
        ([4, 5], [5, 6], True),
        ([4, 5], [4, 5], False),
        ([4, 5], [5, 4], False),
        ([4, 5], [3, 4], False),
        ([2, 2], [4, 5], False),
        ([8, 9], [1, 1], True),  # V8: what is left of 7-8-9
        ([8, 9], [9, 10], True),
        ([8, 9], [8, 9], False),
        ([8, 9], [9, 8], False),
        ([8, 9], [7, 8], False),
        ([8, 9], [10], False),
        ([4], [5], True),  # V8: what is left of 4-4
        ([4], [1, 2], True),
        ([4], [3, 2], True),
        ([4], [4], False),
    ],
)
def test_v3_v8_beating(table: list[int], hand: list[int], beats: bool) -> None:
    assert (hand in shown(hand, table)) == beats


def test_v4_flip() -> None:
    uppers, lowers = [4, 7, 8, 3, 3, 1, 6, 4], [1, 3, 4, 2, 1, 5, 7, 2]
    game = ScoutOracle.position([list(zip(uppers, lowers, strict=True)), up(1), up(1)])
    game.phase, game.waiting = "choose", {0, 1, 2}
    assert game.to_act() == (0, 1, 2) and game.moves(0) == ["keep", "flip"]
    game.play(1, "keep")
    game.play(0, "flip")
    assert state(game)["hands"][0] == [list(card) for card in zip(lowers, uppers, strict=True)]
    assert game.to_act() == (2,) and game.moves(0) == []
    game.play(2, "flip")
    assert state(game)["phase"] == "turn" and game.to_act() == (0,)


def test_v5_scores() -> None:
    # end i: seat 1 has captured 1 and takes 2 more with its last Play
    game = ScoutOracle.position(
        [up(1, 1, 1, 1, 1), up(3, 4), up(1)],
        table=up(1, 2), last=0, turn=1, chips=[1, 2, 0], captured=[2, 1, 0],
    )  # fmt: skip
    game.play(1, "play 1+2")
    assert state(game)["scores"] == [-2, 5, -1] and state(game)["ending"] == "hand"
    # end ii for seat 0: the fifth chip comes with the last Scout
    game = ScoutOracle.position(
        [up(1, 1, 1), up(1), up(1)],
        table=up(1, 2), last=0, turn=2, chips=[4, 0, 0], captured=[2, 0, 0], scouts=1,
    )  # fmt: skip
    game.play(2, "scout left 1")
    assert state(game)["scores"] == [7, -1, -2] and state(game)["ending"] == "scouts"


def test_v6_decks() -> None:
    for seats, size in ((3, 36), (4, 44), (5, 45), (2, 44)):
        assert len(deck(seats)) == size
    assert set(Counter(number for card in deck(3) for number in card).values()) == {8}
    assert set(Counter(number for card in deck(5) for number in card).values()) == {9}
    four = Counter(number for card in deck(4) for number in card)
    assert all(four[number] == (8 if number > 8 else 9) for number in range(1, 11))


def test_v7_empty_table() -> None:
    assert shown([9, 10, 1], []) == sorted([[9], [10], [1], [9, 10]])
    assert shown([3, 4, 3], []) == sorted([[3], [4], [3], [3, 4], [4, 3]])
    assert shown([5, 5, 6], []) == sorted([[5], [5], [6], [5, 5], [5, 6]])


def test_v9_capture() -> None:
    game = ScoutOracle.position([up(2, 6, 6, 3), up(1), up(1)], table=up(3, 4), last=1)
    game.play(0, "play 2+2")
    now = state(game)
    assert now["captured"] == [2, 0, 0] and now["owner"] == 0 and now["to_act"] == [1]
    assert [card[0] for card in now["table"]] == [6, 6]
    assert [card[0] for card in now["hands"][0]] == [2, 3]


@pytest.mark.parametrize(("table", "count"), [([1, 2, 3], 16), ([1, 2], 16), ([1], 8), ([], 0)])
def test_v10_number_of_scouts(table: list[int], count: int) -> None:
    game = ScoutOracle.position([up(1, 1, 1), up(1), up(1)], table=up(*table), last=1 if table else None)
    assert len(set(of(game, 0, "scout"))) == count


def test_v11_scout() -> None:
    game = ScoutOracle.position([up(8, 1), up(1), up(1)], table=[(4, 9), (5, 1)], last=1)
    game.play(0, "scout right flip 3")
    now = state(game)
    assert [card[0] for card in now["hands"][0]] == [8, 1, 1] and now["hands"][0][2] == [1, 5]
    assert now["table"] == [[4, 9]] and now["owner"] == 1 and now["chips"] == [0, 1, 0]


def test_v12_emptied_table() -> None:
    game = ScoutOracle.position([up(7, 1), up(3), up(1, 8), up(1)])
    game.play(0, "play 1+1")
    assert "scout right 1" not in game.moves(1)
    game.play(1, "scout left 1")
    assert state(game)["owner"] is None and game.to_act() == (2,)
    assert sorted(game.moves(2)) == ["play 1+1", "play 2+1"]
    game.play(2, "play 2+1")
    assert state(game)["captured"] == [0, 0, 0, 0] and game.scouts == 0


def test_v13_double_action_on_a_single() -> None:
    game = ScoutOracle.position([up(2, 5), up(1), up(1)], table=[(10, 3)], last=1)
    assert len(of(game, 0, "double")) == 6
    game.play(0, "double left flip 2")
    now = state(game)
    assert now["phase"] == "double" and now["to_act"] == [0] and now["owner"] is None
    assert now["markers"] == [False, True, True] and now["turns"] == 0
    assert all(move.startswith("play") for move in game.moves(0))
    game.play(0, "play 1+2")
    now = state(game)
    assert now["chips"] == [0, 1, 0] and now["captured"] == [0, 0, 0]
    assert now["turns"] == 1 and now["to_act"] == [1] and now["owner"] == 0


def test_v14_no_double_action() -> None:
    game = ScoutOracle.position([up(4, 6), up(1), up(1)], table=[(9, 1), (9, 2), (9, 3)], last=1)
    assert of(game, 0, "double") == [] and len(of(game, 0, "scout")) == 12


def test_v15_two_double_actions() -> None:
    game = ScoutOracle.position([up(1, 4), up(1), up(1)], table=[(8, 1), (9, 2), (10, 3)], last=1)
    assert sorted(of(game, 0, "double")) == ["double left flip 1", "double left flip 2"]
    game.play(0, "double left flip 2")
    assert game.moves(0) == ["play 1+2"]
    game.play(0, "play 1+2")
    assert state(game)["captured"] == [2, 0, 0]
    game = ScoutOracle.position(
        [up(1, 4), up(1), up(1)], table=[(8, 1), (9, 2), (10, 3)], last=1, markers=[False, True, True]
    )
    assert of(game, 0, "double") == []


def test_v16_double_action_ends_the_round() -> None:
    game = ScoutOracle.position([up(4), up(1, 1), up(1)], table=[(5, 3), (5, 8)], last=1, round_number=3)
    game.play(0, "double left flip 1")
    game.play(0, "play 1+2")
    now = state(game)
    assert now["captured"] == [1, 0, 0] and now["chips"] == [0, 1, 0] and now["hands"][0] == []
    assert now["ending"] == "hand" and now["phase"] == "over" and now["scores"] == [1, -1, -1]


def test_v17_all_scout() -> None:
    game = ScoutOracle.position([up(2, 3, 4, 9, 9), up(1), up(1), up(1)], round_number=4)
    game.play(0, "play 1+3")
    for seat in (1, 2, 3):
        game.play(seat, "scout left 1")
    now = state(game)
    assert now["ending"] == "scouts" and now["table"] == [] and now["owner"] is None
    assert now["chips"] == [3, 0, 0, 0] and now["scores"] == [3, -2, -2, -2] and now["winners"] == [0]
    game = ScoutOracle.position([up(2, 3, 4, 9, 9), up(1), up(1), up(1), up(7)])
    game.play(0, "play 1+3")
    for seat in (1, 2, 3):
        game.play(seat, "scout left 1")
    assert state(game)["ending"] == "" and game.moves(4) == ["play 1+1"]


def test_v18_double_action_stops_the_stall() -> None:
    game = ScoutOracle.position([up(5, 6, 7, 1), up(1), up(9, 9, 9, 1)])
    game.play(0, "play 1+3")
    game.play(1, "scout left 1")
    game.play(2, "double left 1")
    game.play(2, "play 2+3")
    assert state(game)["ending"] == "" and state(game)["owner"] == 2 and game.scouts == 0


@pytest.mark.parametrize(("edition", "own"), [("first", 6), ("draft", 7)])
def test_v19_v20_end_ii(edition: str, own: int) -> None:
    game = ScoutOracle.position(
        [up(1, 1, 1, 1, 1, 1), up(1, 1, 1, 1, 1), up(1)],
        edition=edition, table=up(1, 2), last=0, turn=2,
        chips=[3, 0, 0], captured=[2, 3, 0], scouts=1,
    )  # fmt: skip
    game.play(2, "scout right 2")
    now = state(game)
    assert now["scores"] == [own, -2, -2]
    # the next round is waiting for its deal
    assert now["phase"] == "deal" and now["round"] == 2 and now["start"] == 1 and now["to_act"] == []
    assert now["hands"] == [[], [], []] and now["table"] == [] and now["owner"] is None
    assert now["chips"] == now["captured"] == [0, 0, 0] and now["markers"] == [False] * 3


def test_v20_draft_end_i() -> None:
    game = ScoutOracle.position([up(4, 5, 6), up(1), up(1)], edition="draft", table=up(9), last=2)
    game.play(0, "play 1+3")
    assert state(game)["scores"] == [4, -1, -1]


def test_v21_short_game() -> None:
    game = ScoutOracle.position([up(1, 1, 8), up(1, 2, 9), up(1, 9)], edition="short")
    game.play(0, "play 3+1")
    game.play(1, "play 1+2")
    assert state(game)["pile"] == 1 and state(game)["captured"] == [0, 0, 0]
    game.play(2, "scout left 1")
    assert state(game)["chips"] == [0, 0, 0]
    game.play(0, "scout left 1")
    now = state(game)
    assert now["scores"] == [0, 1, 0] and now["winners"] == [1] and now["phase"] == "over"
    game = ScoutOracle.position([up(1, 1), up(1), up(1)], edition="short", turns=599)
    game.play(0, "play 1+1")
    now = state(game)
    assert now["scores"] == [0, 0, 0] and now["winners"] == [] and now["ending"] == "cap"


def test_v22_oink() -> None:
    game = ScoutOracle.position([[(9, 1), (9, 2), (3, 4)], up(4, 6)], edition="oink", chips=[3, 1])
    game.play(0, "play 1+2")
    assert len(of(game, 1, "scout")) == 12 == len(game.moves(1))
    game.play(1, "scout left 1")
    now = state(game)
    assert now["ending"] == "scouts" and now["scores"] == [3, -3] and now["start"] == 1
    game = ScoutOracle.position([[(9, 1), (9, 2), (3, 4)], up(5, 5, 5)], edition="oink", chips=[3, 1])
    game.play(0, "play 1+2")
    assert of(game, 1, "play") == ["play 1+3"] and len(of(game, 1, "scout")) == 16
    # no chip and nothing to show: over as soon as the turn passes
    game = ScoutOracle.position([[(9, 1), (9, 2), (3, 4)], up(4, 6)], edition="oink", chips=[3, 0])
    game.play(0, "play 1+2")
    assert state(game)["ending"] == "scouts" and state(game)["scores"] == [3, -2]


def test_oink_scouts_again_and_empties_the_table() -> None:
    game = ScoutOracle.position([up(9, 9, 3), up(4, 6)], edition="oink", chips=[3, 2])
    game.play(0, "play 1+2")
    game.play(1, "scout left 1")
    game.play(1, "scout left 1")
    now = state(game)
    assert now["to_act"] == [1] and now["chips"] == [3, 0] and now["owner"] is None and now["turns"] == 0
    assert set(game.moves(1)) == {"play 1+1", "play 2+1", "play 3+1", "play 4+1", "play 1+2"}
    game.play(1, "play 3+1")
    assert state(game)["captured"] == [0, 0] and game.to_act() == (0,)


def test_v23_oink_score() -> None:
    game = ScoutOracle.position(
        [up(1, 1, 1), up(9)], edition="oink", table=up(8), last=0, turn=1, chips=[2, 0], captured=[4, 0]
    )
    game.play(1, "play 1+1")
    assert state(game)["scores"] == [3, 1]


def test_v24_start_seats_and_shared_win() -> None:
    game = ScoutOracle(4)
    rng = random.Random(24)
    starts = []
    for number in range(4):
        assert game.needs() == "deal"
        game.deal(random_deal(game, rng))
        if number == 0:
            assert game.needs() == "start" and state(game)["start"] is None and game.to_act() == ()
            game.start(2)
        starts.append(state(game)["start"])
        while game.needs() == "moves":
            seat = rng.choice(game.to_act())
            game.play(seat, rng.choice(game.moves(seat)))
    assert starts == [2, 3, 0, 1] and game.needs() == "over"
    game = ScoutOracle.position(
        [up(8), up(1), up(1), up(1)], table=up(7), last=1, scores=[8, 13, 13, -2], round_number=4
    )
    game.play(0, "play 1+1")
    assert state(game)["scores"] == [9, 12, 12, -3] and state(game)["winners"] == [1, 2]


@pytest.mark.parametrize(("edition", "bonus"), [("first", 0), ("draft", 1)])
def test_v25_cap(edition: str, bonus: int) -> None:
    hands = [up(1, 1, 1), up(1), up(1)]
    game = ScoutOracle.position(hands, edition=edition, table=up(1, 2, 3), last=0, turn=1, turns=599)
    game.play(1, "scout left 1")
    assert state(game)["ending"] == "cap" and state(game)["scores"] == [-2, -2, -1]
    game = ScoutOracle.position(hands, edition=edition, table=up(1, 2), last=0, turn=2, turns=599, scouts=1)
    game.play(2, "scout left 1")
    assert state(game)["ending"] == "scouts" and state(game)["scores"] == [1 + bonus, -1, -2]


def test_cap_waits_for_the_second_half_of_a_double_action() -> None:
    game = ScoutOracle.position([up(1, 4), up(1), up(1)], table=up(9), last=1, turns=6, turn_cap=7)
    game.play(0, "double left 1")
    assert state(game)["phase"] == "double" and state(game)["turns"] == 6
    game.play(0, "play 1+1")
    assert state(game)["ending"] == "cap" and state(game)["scores"] == [-2, 0, -1]


def test_start_seat_from_the_1_2_card() -> None:
    rng = random.Random(12)
    seen = set()
    for edition, seats in ALL * 4:
        for way in ("random", "holder12"):
            game = ScoutOracle(seats, edition, start_player=way)
            hands = random_deal(game, rng)
            game.deal(hands)
            holders = [seat for seat, hand in enumerate(hands) if (1, 2) in map(plain, hand)]
            if edition == "short" or (way == "holder12" and holders):
                assert state(game)["start"] == holders[0] and game.needs() == "moves"
            else:
                assert game.needs() == "start"
            seen.add((edition, way, game.needs()))
    assert ("oink", "holder12", "start") in seen and ("oink", "holder12", "moves") in seen


def test_wrong_calls() -> None:
    for edition, seats in (("first", 2), ("oink", 3), ("draft", 6), ("short", 2), ("second", 3)):
        with pytest.raises(ValueError):
            ScoutOracle(seats, edition)
    game = ScoutOracle(3)
    good = random_deal(game, random.Random(1))
    for bad in (
        good[:2],
        [good[0][1:], good[1], good[2]],
        [good[0][1:] + good[0][1:2], good[1], good[2]],
        [[*good[0][1:], (10, 1)], good[1], good[2]],
    ):
        with pytest.raises(ValueError):
            game.deal(bad)
    with pytest.raises(ValueError):
        game.start(0)
    game.deal(good)
    with pytest.raises(ValueError):
        game.start(3)
    game.start(0)
    for seat, move in ((0, "play 1+1"), (3, "keep"), (0, "Keep")):
        with pytest.raises(ValueError):
            game.play(seat, move)


@pytest.mark.parametrize(("edition", "seats"), ALL)
@pytest.mark.parametrize("lazy", [False, True])
def test_random_matches(edition: str, seats: int, lazy: bool) -> None:
    """To the end with all cards there; lazy seats avoid a Play, so that stalls and the cap come up."""
    rng = random.Random(f"{edition} {seats} {lazy}")
    for cap in (600, 60):
        game = ScoutOracle(seats, edition, turn_cap=cap)
        ended = 0
        while game.needs() != "over":
            if game.needs() == "deal":
                hands = random_deal(game, rng)
                game.deal(hands)
                cards = sorted(plain(card) for hand in hands for card in hand)
                gone: list[Card] = []
                continue
            if game.needs() == "start":
                game.start(rng.randrange(seats))
                continue
            seat = rng.choice(game.to_act())
            moves = game.moves(seat)
            assert moves and len(set(moves)) == len(moves)
            assert not game.table or game.last != seat  # R38
            wanted = [move for move in moves if move.startswith("scout")] if lazy else []
            move = rng.choice(wanted if wanted and rng.random() < 0.9 else moves)
            before = list(game.table)
            game.play(seat, move)
            if move.startswith("play"):
                gone += before
            if game.needs() in ("moves", "over"):
                there = [card for hand in game.hands for card in hand] + game.table + gone
                assert sorted(map(plain, there)) == cards
                assert sum(game.captured) + game.pile == len(gone)
            else:
                ended += 1
        assert ended + 1 == game.rounds == state(game)["round"]
        assert state(game)["winners"] or (edition == "short" and game.ending == "cap")
