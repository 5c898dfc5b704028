"""When casual and club pass, alone and with others, and when they pass and force (R13, R14)."""

from __future__ import annotations

import random

import pytest

from tefuda.games.option import check_options
from tefuda.games.twentythree.game import TWENTYTHREE
from tefuda.games.twentythree.policy import CASUAL, CLUB
from tefuda.kernel import CHANCE, OVER

from .position import Position, position

BOTH = pytest.mark.parametrize("weights", [CASUAL, CLUB], ids=["casual", "club"])
HIGH = "15 15 16 16 17 17 18 18"


def choice(table: Position, weights: tuple[int, ...]) -> str:
    """The move that is worth most to the seat whose turn it is."""
    seat = table.s.turn
    worths = table.game.worths(seat, weights)
    return TWENTYTHREE.move_text(table.game.legal(seat)[max(range(len(worths)), key=lambda i: worths[i])])


@BOTH
def test_r13_nobody_passes_when_alone(weights: tuple[int, ...]) -> None:
    """The pile stays where it is, so a pass brings nothing; even leaving is better."""
    for hand in ("23", "2", HIGH, "3 4 5 20", "22 23", "9 9 9"):
        for pile in (1, 10, 22):
            table = position(hand, "20", pile=pile, left=[1])
            worth = dict(zip(table.moves(), table.game.worths(0, weights), strict=True))
            assert worth["pass"] < worth["leave"]
            assert choice(table, weights) != "pass"


@BOTH
def test_r14_a_seat_with_few_cards_is_forced(weights: tuple[int, ...]) -> None:
    """All cards lie far above the pile. Whoever is left with one card brings it up a good deal."""
    assert choice(position(HIGH, "12", pile=5), weights) == "force"
    assert choice(position(HIGH, "12", pile=14), weights).startswith("play 15")
    assert choice(position(HIGH, "6 7 8 9 10 11 12 12 13 13 13 14", pile=5), weights) != "force"


@BOTH
def test_r14_nobody_is_forced_who_is_known_to_have_nothing(weights: tuple[int, ...]) -> None:
    """It costs a chip more than a pass and comes to nothing."""
    table = position(HIGH, "3", pile=5, below=[24, 4])
    worths = table.game.worths(0, weights)
    assert worths[table.moves().index("force")] < worths[table.moves().index("pass")]
    assert choice(table, weights) != "force"


@BOTH
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r22_nobody_waits_for_a_block(seats: int, weights: tuple[int, ...]) -> None:
    """Each circle of passes makes one more of them worth less."""
    circles = 0
    for seed in range(12):
        game = TWENTYTHREE.begin(seats, check_options(TWENTYTHREE.options, {}))
        rng = random.Random(seed)
        while game.actor() != OVER:
            if game.actor() == CHANCE:
                game.deal(game.draw(rng.getrandbits(62)))
                continue
            table = Position(game)
            inside = sum(not out for out in table.s.out[:seats])
            circles = max(circles, table.s.passes // inside) if table.s.turn >= 0 else circles
            seat = game.actor()
            worths = game.worths(seat, weights)
            game.apply(seat, game.legal(seat)[max(range(len(worths)), key=lambda i: worths[i])])
        assert TWENTYTHREE.safety(game) == {"R22": 0}
    assert circles < 4
