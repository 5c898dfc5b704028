"""The naive reading of the game's rules.md against the vectors V1 to V23 of that page."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from tests.games.twentythree.oracle import TwentythreeOracle, copies, cost

BOX = [number for number in range(1, 24) for _ in range(copies(number))]
position = TwentythreeOracle.position


def state(game: TwentythreeOracle) -> dict[str, Any]:
    return dict(game.snapshot())


def plays(game: TwentythreeOracle, seat: int = 0) -> list[str]:
    return sorted(move[5:] for move in game.moves(seat) if move.startswith("play "))


def others(game: TwentythreeOracle, seat: int = 0) -> set[str]:
    return {move for move in game.moves(seat) if not move.startswith("play ")}


def run(game: TwentythreeOracle, *moves: str) -> dict[str, Any]:
    """Each move is made by whoever's turn it is."""
    for move in moves:
        game.play(game.to_act()[0], move)
    return state(game)


def random_deal(seats: int, size: int, rng: random.Random) -> list[list[int]]:
    cards = [1, *rng.sample(BOX[1:], seats * size - 1)]
    rng.shuffle(cards)
    return [cards[seat * size : seat * size + size] for seat in range(seats)]


def plain_deal() -> list[list[int]]:
    """Seat 1 of three has the 1."""
    return [
        [3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7],
        [1, 2, 2, 8, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 11],
        [12, 12, 12, 13, 13, 13, 14, 14, 14, 15, 15, 15, 16, 16, 16],
    ]


@pytest.mark.parametrize(("learn12", "size"), [(False, 15), (True, 12)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_v1_cards(seats: int, learn12: bool, size: int) -> None:
    assert len(BOX) == 66 and BOX.count(1) == 1 and BOX.count(2) == 2
    assert {BOX.count(number) for number in range(3, 24)} == {3}
    good = random_deal(seats, size, random.Random(seats))
    assert sum(map(len, good)) == {15: {2: 30, 3: 45, 4: 60}, 12: {2: 24, 3: 36, 4: 48}}[size][seats]
    TwentythreeOracle(seats, learn12=learn12).deal(good)
    place = next(seat for seat in range(seats) if 1 in good[seat])
    spare = next(iter(Counter(BOX) - Counter(number for hand in good for number in hand)))
    without_one = [[spare if number == 1 else number for number in hand] for hand in good]
    two_ones = [[1, *hand[1:]] if seat != place else hand for seat, hand in enumerate(good)]
    four = [[23, 23, 23, 23, *hand[4:]] if seat != place else hand for seat, hand in enumerate(good)]
    strange = [[24, *hand[1:]] if seat != place else hand for seat, hand in enumerate(good)]
    short = [hand[1:] if seat != place else hand for seat, hand in enumerate(good)]
    long = [[*hand, spare] if seat != place else hand for seat, hand in enumerate(good)]
    for bad in (without_one, two_ones, four, strange, short, long, good[1:], [*good, good[0]]):
        game = TwentythreeOracle(seats, learn12=learn12)
        with pytest.raises(ValueError):
            game.deal(bad)
        assert game.needs() == "deal"


@pytest.mark.parametrize("seats", [1, 5])
def test_seats_refused(seats: int) -> None:
    with pytest.raises(ValueError):
        TwentythreeOracle(seats)


def test_shift_refused() -> None:
    with pytest.raises(ValueError):
        TwentythreeOracle(2, "upTo6")


def test_v2_discards() -> None:
    game = TwentythreeOracle(3)
    before = state(game)
    assert before["phase"] == "deal" and before["bonus"] == [3, 3, 3] and game.to_act() == ()
    game.deal(plain_deal())
    assert game.needs() == "moves" and game.to_act() == (0, 1, 2) and state(game)["pile"] == 0
    assert set(game.moves(1)) == {"discard 2", "discard 8", "discard 9", "discard 10", "discard 11"}
    with pytest.raises(ValueError):
        game.play(1, "discard 1")
    game.play(0, "discard 7")
    assert "discard 7" in game.moves(0) and len(game.moves(0)) > 1  # in any order
    game.play(1, "discard 10")
    assert set(game.moves(1)) == {"discard 2", "discard 8", "discard 9", "discard 10", "discard 11"}
    game.play(0, "discard 7")
    game.play(0, "discard 7")
    assert game.to_act() == (1, 2) and game.moves(0) == []
    for _ in range(3):
        game.play(2, "discard 16")
    game.play(1, "discard 11")
    assert state(game)["discarded"] == [3, 2, 3] and state(game)["turn"] is None
    game.play(1, "discard 11")
    after = state(game)
    assert after["pile"] == 1 and [len(hand) for hand in after["hands"]] == [12, 11, 12]
    assert 1 not in after["hands"][1] and after["to_act"] == [2] and after["turn"] == 2
    assert after["penalty"] == [0, 0, 0] and after["passes"] == 0 and after["phase"] == "play"


def test_v2_last_of_a_number() -> None:
    game = TwentythreeOracle(2)
    game.deal([[1, 2, 2, *range(3, 15)], [*range(3, 16), 22, 23]])
    game.play(1, "discard 22")
    assert "discard 22" not in game.moves(1) and "discard 3" in game.moves(1)


def test_learn12() -> None:
    game = TwentythreeOracle(3, learn12=True)
    game.deal([hand[:12] for hand in plain_deal()])
    after = state(game)
    assert after["phase"] == "play" and after["turn"] == 2 and after["discarded"] == [0, 0, 0]
    assert [len(hand) for hand in after["hands"]] == [12, 11, 12] and after["pile"] == 1


@pytest.mark.parametrize(
    ("pile", "number", "way", "chips"),
    [
        (5, 8, "", 2),  # V3
        (5, 5, "", 0),
        (5, 6, "", 0),
        (5, 7, "", 1),
        (1, 23, "", 21),
        (9, 8, "", None),  # V4
        (14, 10, "-1", 0),  # V5
        (10, 17, "+1", 1),  # V6
        (20, 17, "-1", 1),
        (10, 17, "*1", 1),
        (20, 17, "*1", 0),
        (10, 14, "+1", None),  # V7
        (10, 15, "+1", 0),
        (10, 16, "+1", 0),
        (10, 18, "+1", 2),
        (21, 12, "-2", 0),  # V8
        (21, 11, "-2", 0),
        (21, 10, "-2", None),
        (3, 2, "-1", 1),  # V9
        (5, 4, "-1", 3),
        (20, 23, "+1", None),  # V10
        (10, 5, "*1", 0),  # V11
        (10, 7, "*1", 0),
        (10, 15, "*1", 0),
        (10, 16, "*1", 0),  # and 17 as in V6
        (10, 4, "*1", None),
        (17, 3, "-3", 0),  # V12
        (21, 20, "-1", 3),  # V13
        (23, 23, "", 0),  # V20
    ],
)
def test_v3_to_v11_penalty(pile: int, number: int, way: str, chips: int | None) -> None:
    assert cost(pile, number, way) == chips
    shift = "upto5" if way.startswith("*") else "exact5"
    for count in (1, 2, 3):
        game = position([[number] * 3 + [2], [23]], pile, bonus=[3, 3], penalty=[4, 4], bonus_shift=shift)
        move = f"play {number}x{min(count, copies(number))} {way}".strip()
        assert (move in game.moves(0)) == (chips is not None)
        if chips is None:
            with pytest.raises(ValueError):
                game.play(0, move)
            continue
        game.play(0, move)
        after = state(game)
        assert after["pile"] == number and after["penalty"] == [4 + chips, 4]
        assert after["bonus"] == [3 - int(way[1:] or 0), 3] and after["turn"] == 1


def test_cost_is_the_formula() -> None:
    """R11 and R24 give the penalty as formulas; the oracle counts."""
    for pile, number, used in product(range(1, 24), range(2, 24), range(4)):
        for sign in (-1, 1):
            base = pile + sign * 5 * used
            wanted = max(0, number - max(base, 0) - 1) if number >= base else None
            assert cost(pile, number, f"{'-' if sign < 0 else '+'}{used}") == wanted
        wanted = max(0, number - (pile + 5 * used) - 1) if number >= pile - 5 * used else None
        assert cost(pile, number, f"*{used}") == wanted


def test_v4_one_number() -> None:
    game = position([[8, 9, 10], [23]], 9)
    assert plays(game) == ["10x1", "9x1"] and others(game) == {"pass", "force", "leave"}


def test_v10_raised_above_everything() -> None:
    game = position([[20, 21, 22, 23, 2], [23]], 20, bonus=[1, 0])
    assert {move for move in plays(game) if "+" not in move and "-" not in move} == {"20x1", "21x1", "22x1", "23x1"}
    assert not any("+" in move for move in plays(game))
    assert "20x1 -1" in plays(game) and "20x1 -2" not in plays(game)


def test_v12_forced() -> None:
    game = position([[3, 20, 20], [2]], 17, forced=0)
    assert plays(game) == ["20x1", "20x2"] and not others(game)
    game = position([[3, 20, 20], [2]], 17, forced=0, bonus=[3, 0])
    assert "3x1 -3" in plays(game) and "3x1 -2" not in plays(game) and not others(game)
    after = run(game, "play 20x2")
    assert after["penalty"] == [2, 0] and after["forced"] is None
    game = position([[3, 20, 20], [2]], 17, forced=0, forced_may_leave=True)
    assert others(game) == {"leave"}
    assert not others(position([[20], [2]], 17, forced=0, passes=4, circles=2))  # R26


def test_v13_forced_without_a_free_play() -> None:
    game = position([[20, 4], [2]], 21, forced=0, bonus=[2, 0])
    assert plays(game) == ["20x1 -1", "20x1 -2"] and others(game) == {"pass", "force", "leave"}
    game = position([[20, 4], [2]], 21, forced=0, bonus=[2, 0], forced_must_use_bonus=True)
    assert plays(game) == ["20x1 -1", "20x1 -2"] and not others(game)
    assert run(game, "play 20x1 -1")["penalty"] == [3, 0]
    both = position([[20], [2]], 21, forced=0, bonus=[1, 0], forced_must_use_bonus=True, forced_may_leave=True)
    assert both.moves(0) == ["play 20x1 -1", "leave"]
    none = position([[20], [2]], 21, forced=0, forced_must_use_bonus=True)
    assert not plays(none) and others(none) == {"pass", "force", "leave"}
    blocked = position([[20], [2]], 21, forced=0, bonus=[1, 0], passes=4, circles=2)
    assert blocked.moves(0) == ["play 20x1 -1", "leave"]


def test_v14_force_goes_to_the_next_inside() -> None:
    game = position([[9, 9], [], [9, 10]], 8)
    after = run(game, "force")
    assert after["forced"] == 2 and after["turn"] == 2 and after["penalty"] == [2, 0, 0] and after["passes"] == 1
    assert not others(game, 2)
    after = run(game, "play 9x1")
    assert after["forced"] is None and others(game) == {"pass", "force", "leave"}


def test_force_handed_on() -> None:
    """R26: a forced player without a Play may force back."""
    game = position([[9, 23], [9, 9]], 20)
    assert run(game, "force")["forced"] == 1
    assert run(game, "force")["forced"] == 0
    assert plays(game) == ["23x1"] and not others(game)


def test_v15_v19_alone() -> None:
    game = position([[9, 9], [], [5]], 8, out=[False, True, True], circles=2)
    assert plays(game) == ["9x1", "9x2"] and others(game) == {"pass", "leave"}
    run(game, "pass", "pass")
    assert others(game) == {"leave"} and game.to_act() == (0,)
    run(game, "play 9x1")
    assert others(game) == {"pass", "leave"}
    game = position([[9, 9], [], [5]], 8, out=[False, True, True])
    run(game, *["pass"] * 9)
    assert others(game) == {"pass", "leave"}
    run(game, "pass")
    assert others(game) == {"leave"}


def test_v16_leave() -> None:
    game = position([[9, 9, 3, 3], [9, 9], [4, 5]], 8, bonus=[2, 0, 0])
    after = run(game, "leave")
    assert after["penalty"] == [4, 0, 0] and after["out"] == [True, False, False] and after["bonus"] == [2, 0, 0]
    assert after["hands"][0] == [3, 3, 9, 9]
    assert run(game, "pass", "pass")["turn"] == 1


@pytest.mark.parametrize(
    ("before", "pile", "left"),
    [(2, 9, 0), (0, 7, 0), (5, 8, 3), (4, 9, 1), (3, 10, 0)],
)
@pytest.mark.parametrize("finished", [0, 1, 2])
def test_v17_last_card(before: int, pile: int, left: int, finished: int) -> None:
    hands = [[10], *([] if place < finished else [3] for place in range(3))]
    game = position(hands, pile, penalty=[before, 7, 7, 7])
    after = run(game, "play 10x1")
    assert after["penalty"] == [left, 7, 7, 7] and after["out"][0]


def test_v18_passing_is_blocked() -> None:
    game = position([[9], [9], [9]], 8, circles=2)
    run(game, *["pass"] * 6)
    assert plays(game) == ["9x1"] and others(game) == {"leave"} and state(game)["passes"] == 6
    with pytest.raises(ValueError):
        game.play(0, "pass")
    run(game, "leave", *["pass"] * 4)
    assert others(game, 1) == {"leave"} and state(game)["penalty"] == [3, 4, 4]
    game = position([[9], [9], [9]], 8)
    run(game, *["pass"] * 29)
    assert others(game, 2) == {"pass", "force", "leave"}
    run(game, "pass")
    assert others(game) == {"leave"}
    run(game, "leave", *["pass"] * 20)
    assert others(game, 1) == {"leave"}


def test_v20_top() -> None:
    assert run(position([[23, 23, 4], [5]], 23), "play 23x2")["penalty"] == [0, 0]
    game = position([[22, 4], [5]], 23, forced=0)
    assert set(game.moves(0)) == {"pass", "force", "leave"}


def test_v21_the_last_goes_on() -> None:
    game = position([[3, 3], [], [9, 10, 11, 12, 13]], 8, turn=2, out=[True, True, False])
    for number in (9, 10, 11, 12):
        assert run(game, f"play {number}x1")["turn"] == 2
    assert run(game, "play 13x1")["phase"] == "deal"


@pytest.mark.parametrize(
    ("penalty", "bonus", "negative", "final", "winners"),
    [
        ([7, 1, 0], [2, 3, 0], False, [3, 0, 0], [1, 2]),
        ([7, 1, 0], [2, 3, 0], True, [3, -5, 0], [1]),
    ],
)
def test_v22_end(penalty: list[int], bonus: list[int], negative: bool, final: list[int], winners: list[int]) -> None:
    game = position(
        [[], [5], [9]],
        9,
        turn=2,
        out=[True, True, False],
        penalty=penalty,
        bonus=bonus,
        round_number=2,
        allow_negative=negative,
    )
    after = run(game, "play 9x1")
    assert after["phase"] == "over" and game.needs() == "over" and after["round"] == 2
    assert after["penalty"] == final and after["scores"] == [-chips for chips in final]
    assert after["winners"] == winners and after["bonus"] == bonus
    assert after["hands"] == [[], [5], []] and after["pile"] == 9 and after["out"] == [True] * 3
    assert after["turn"] is None and game.to_act() == () and game.moves(2) == []


def test_v23_round_2() -> None:
    game = position([[], [], [9]], 9, turn=2, penalty=[4, 5, 9], bonus=[1, 0, 2])
    after = run(game, "play 9x1")
    assert after["phase"] == "deal" and game.needs() == "deal" and after["round"] == 2
    assert after["hands"] == [[], [], []] and after["pile"] == 0 and after["out"] == [False] * 3
    assert after["penalty"] == [4, 5, 6] and after["bonus"] == [1, 0, 2] and after["winners"] == []
    assert after["turn"] is None and after["forced"] is None and after["discarded"] == [0, 0, 0]
    game.deal(plain_deal())
    for seat, number in enumerate((7, 11, 16)):
        for _ in range(3):
            game.play(seat, f"discard {number}")
    after = state(game)
    assert after["turn"] == 2 and after["bonus"] == [1, 0, 2] and after["penalty"] == [4, 5, 6]


def check(game: TwentythreeOracle) -> None:
    """What is true in every situation with moves."""
    now = state(game)
    for seat in range(game.seats):
        moves = game.moves(seat)
        assert len(set(moves)) == len(moves) and bool(moves) == (seat in game.to_act())
        assert len(now["hands"][seat]) <= 15 and 0 <= now["bonus"][seat] <= 3 and 0 <= now["penalty"][seat] < 10_000
        if now["phase"] == "play":
            assert bool(now["hands"][seat]) or now["out"][seat]
    if now["phase"] == "play":
        assert 1 <= now["pile"] <= 23 and not now["out"][now["turn"]] and now["forced"] in (None, now["turn"])
        assert 0 <= now["passes"] <= game.circles * now["out"].count(False)
        assert len(plays(game, now["turn"])) <= 84
        assert not any(1 in hand for hand in now["hands"])


@pytest.mark.parametrize("style", ["any", "kind", "pass", "play"])
@pytest.mark.parametrize("switches", list(product([False, True], repeat=4)))
@pytest.mark.parametrize("shift", ["exact5", "upto5"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches(seats: int, shift: str, switches: tuple[bool, bool, bool, bool], style: str) -> None:
    rng = random.Random(repr((seats, shift, switches, style)))
    game = TwentythreeOracle(seats, shift, *switches, circles=rng.choice([1, 2, 10]))
    turns = 0
    while game.needs() != "over":
        if game.needs() == "deal":
            turns = 1
            game.deal(random_deal(seats, 12 if switches[3] else 15, rng))
            continue
        check(game)
        before = state(game)
        seat = rng.choice(game.to_act())
        moves = game.moves(seat)
        kinds = sorted({move.split(" ")[0] for move in moves})
        kind = rng.choice(kinds)  # every kind as likely as any other
        if style == "pass" and {"pass", "force"} & set(kinds):
            kind = rng.choice([kind for kind in kinds if kind in ("pass", "force")])
        elif style in ("pass", "play") and "play" in kinds:
            kind = "play"
        move = rng.choice([move for move in moves if style == "any" or move.startswith(kind)])
        game.play(seat, move)
        turns += before["phase"] == "play"
        assert turns <= (12 * seats - 1) * (game.circles * seats + 1) + 1  # R25
        after = state(game)
        if after["round"] == before["round"]:
            gone = sum((Counter(hand) for hand in before["hands"]), Counter[int]())
            gone.subtract(sum((Counter(hand) for hand in after["hands"]), Counter[int]()))
            assert min(gone.values(), default=0) >= 0
            assert len([number for number, count in gone.items() if count and number != 1]) <= 1
    last = state(game)
    assert last["round"] == 2 and all(last["out"]) and last["winners"]
    assert last["winners"] == [seat for seat in range(seats) if last["scores"][seat] == max(last["scores"])]
    assert switches[2] or min(last["penalty"]) >= 0
    with pytest.raises(ValueError):
        game.play(0, "pass")
