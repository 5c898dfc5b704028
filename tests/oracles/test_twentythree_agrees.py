"""The kernel and the oracle agree on legal moves, next states and scores, position by position."""

from __future__ import annotations

import random

import pytest

from tefuda import GAMES
from tefuda.games.option import Value
from tefuda.games.twentythree.game import state_of
from tefuda.games.twentythree.state import DEAL, DISCARD, END, HOLDER, PLAY
from tefuda.kernel import CHANCE
from tefuda.kernel.plain import Game
from tests.oracles.twentythree import TwentythreeOracle

POSITIONS = 10_000
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
    {"bonus_shift": "upto5", "forced_must_use_bonus": True, "forced_may_leave": True, "allow_negative": True},
]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("changed", CHANGES, ids=lambda changed: "+".join(changed) or "default")
def test_oracle_and_kernel_agree(seats: int, changed: dict[str, Value]) -> None:
    options = {**DEFAULTS, **changed}
    rng = random.Random(f"{seats} {changed}")
    positions = endings = forced = 0
    while positions < POSITIONS:
        game = TWENTYTHREE.begin(seats, options)
        oracle = TwentythreeOracle(seats, **options)  # type: ignore[arg-type]  # each value is of its own type
        greed = rng.choice([0.0, 0.5, 0.9])  # how often the quick policy moves instead of chance
        lazy = rng.choice([0.0, 0.4])  # how often a seat passes or forces if it can
        while oracle.needs() != "over":
            assert snapshot(game) == comparable(oracle)
            if game.actor() == CHANCE:
                chance_acts(game, oracle, rng)
                continue
            positions += 1
            able = [seat for seat in range(seats) if game.count(seat)]
            assert tuple(able) == oracle.to_act()
            for seat in range(seats):
                assert sorted(map(TWENTYTHREE.move_text, game.legal(seat))) == sorted(oracle.moves(seat))
            seat = rng.choice(able)
            action = game.quick(seat, 1) if rng.random() < greed else rng.choice(game.legal(seat))
            waits = [TWENTYTHREE.parse_move(text) for text in ("pass", "force", "force")]
            if rng.random() < lazy:
                action = next((wait for wait in rng.sample(waits, 3) if wait in game.legal(seat)), action)
            forced += oracle.snapshot()["forced"] == seat
            game.apply(seat, action)
            oracle.play(seat, TWENTYTHREE.move_text(action))
        endings += 1
        last = oracle.snapshot()
        assert snapshot(game) == comparable(oracle)
        result = TWENTYTHREE.result(game)
        assert list(result.winners) == last["winners"]
        assert list(result.scores) == last["scores"]
    assert endings > 20
    assert forced > 100


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
