"""The kernel and the oracle agree on legal moves, next states and scores, position by position."""

from __future__ import annotations

import random

import pytest

from tefuda import GAMES
from tefuda.games.option import Value
from tefuda.games.twentythree.game import state_of
from tefuda.games.twentythree.state import DEAL, DISCARD, END, HOLDER, PLAY
from tefuda.kernel.plain import Game
from tests.games.agree import Comparison
from tests.games.twentythree.oracle import TwentythreeOracle

POSITIONS = 5_000
TWENTYTHREE = GAMES["twentythree"]
PHASES = {HOLDER: "deal", DEAL: "deal", DISCARD: "discard", PLAY: "play", END: "over"}
DEFAULTS: dict[str, Value] = {option.name: option.default for option in TWENTYTHREE.options}
CHANGES: list[dict[str, Value]] = [
    {},
    {"bonus_shift": "upto5"},
    {"forced_must_use_bonus": True},
    {"forced_may_leave": True},
    {"allow_negative": True},
    {"learn12": True},
    {"circles": 1},
    {"circles": 2},
    {"circles": 50},
    {"bonus_shift": "upto5", "forced_must_use_bonus": True, "forced_may_leave": True, "allow_negative": True},
]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("changed", CHANGES, ids=lambda changed: "+".join(changed) or "default")
def test_oracle_and_kernel_agree(seats: int, changed: dict[str, Value]) -> None:
    options = {**DEFAULTS, **changed}
    rng = random.Random(f"{seats} {changed}")
    positions = matches = forced = 0
    while positions < POSITIONS:
        game = TWENTYTHREE.begin(seats, options)
        oracle = Watched(seats, **options)  # type: ignore[arg-type]  # each value is of its own type
        lazy = rng.choice([0.0, 0.4])
        positions += BOTH.walk(game, oracle, rng, rng.choice([0.0, 0.5, 0.9]), ["pass", "force", "force"], lazy)
        forced += oracle.forced_turns
        matches += 1
    assert matches > 20
    assert forced > 100


class Watched(TwentythreeOracle):
    """Counts the turns on which a force lay."""

    forced_turns = 0

    def play(self, seat: int, move: str) -> None:
        self.forced_turns += self.snapshot()["forced"] == seat
        super().play(seat, move)


def chance_acts(game: Game, oracle: TwentythreeOracle, rng: random.Random) -> None:
    game.deal(game.draw(rng.getrandbits(62)))
    game.deal(drawn := game.draw(rng.getrandbits(62)))
    s = state_of(game)
    each, at, hands = (len(drawn) + 1) // game.seats, 0, []
    for seat in range(game.seats):
        one = [1] if seat == s.holder else []
        hands.append(one + drawn[at : at + each - len(one)])
        at += each - len(one)
    oracle.deal(hands)


# What the oracle says of a match that is over is checked by its result.
AFTER = ("penalty", "scores", "winners", "turn", "forced", "passes")


def comparable(oracle: TwentythreeOracle) -> dict[str, object]:
    found = oracle.snapshot()
    over = found["phase"] == "over"
    return {key: value for key, value in found.items() if key != "winners" and not (key in AFTER and over)} | (
        {"scores": None} if not over else {}
    )


def snapshot(game: Game) -> dict[str, object]:
    s = state_of(game)
    seats = range(s.seats)
    found: dict[str, object] = {
        "hands": [[v for v in range(24) for _ in range(s.hand[seat][v])] for seat in seats],
        "pile": s.pile,
        "penalty": s.penalty[: s.seats],
        "bonus": s.bonus[: s.seats],
        "out": [bool(s.out[seat]) for seat in seats],
        "forced": None if s.forced < 0 else s.forced,
        "passes": s.passes,
        "turn": s.turn if s.phase == PLAY else None,
        "to_act": [seat for seat in seats if game.count(seat)],
        "round": s.round,
        "phase": PHASES[s.phase],
        "discarded": s.discarded[: s.seats],
        "scores": None,
    }
    return {key: value for key, value in found.items() if not (key in AFTER and s.phase == END)}


BOTH = Comparison(TWENTYTHREE, snapshot, comparable, chance_acts)
