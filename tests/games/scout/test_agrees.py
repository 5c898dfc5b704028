"""The kernel and the oracle agree on legal moves, next states and scores, position by position."""

from __future__ import annotations

import random

import pytest

from tefuda import GAMES
from tefuda.games.option import Value
from tefuda.games.scout.game import state_of
from tefuda.games.scout.state import CHOOSE, DEAL, DOUBLE, END, ENDINGS, OINK, SHORT, START, TURN, State, pair
from tefuda.kernel.plain import Game
from tests.games.agree import Comparison
from tests.games.scout.oracle import ScoutOracle

POSITIONS = 10_000
SCOUT = GAMES["scout"]
PHASES = {DEAL: "deal", START: "start", CHOOSE: "choose", TURN: "turn", DOUBLE: "double", END: "over"}
EDITIONS = [*((edition, seats) for edition in ("first", "draft", "short") for seats in (3, 4, 5)), ("oink", 2)]


@pytest.mark.parametrize(("edition", "seats"), EDITIONS)
def test_oracle_and_kernel_agree(edition: str, seats: int) -> None:
    rng = random.Random(f"{edition} {seats}")
    positions = matches = 0
    while positions < POSITIONS:
        start_player = rng.choice(["random", "holder12"])
        turn_cap = rng.choice([600, 600, 600, rng.randint(1, 60)])
        options: dict[str, Value] = {
            "edition": edition,
            "insert_visible": False,
            "start_player": start_player,
            "turn_cap": turn_cap,
        }
        game = SCOUT.begin(seats, options)
        oracle = ScoutOracle(seats, edition, start_player=start_player, turn_cap=turn_cap)
        positions += BOTH.walk(game, oracle, rng, greed=rng.choice([0.0, 0.3, 0.9]))
        matches += 1
    assert matches > 5


def chance_acts(game: Game, oracle: ScoutOracle, rng: random.Random) -> None:
    drawn = game.draw(rng.getrandbits(62))
    if oracle.needs() == "start":
        oracle.start(drawn[0])
    else:
        each = len(drawn) // game.seats
        cards = [(card & 15, card >> 4 & 15) for card in drawn]
        oracle.deal([cards[seat * each : (seat + 1) * each] for seat in range(game.seats)])
    game.deal(drawn)


def comparable(oracle: ScoutOracle) -> dict[str, object]:
    return {key: value for key, value in oracle.snapshot().items() if key != "winners"}


def snapshot(game: Game) -> dict[str, object]:
    s: State = state_of(game)
    seats = range(s.seats)
    hands = [[pair(card) for card in s.hands[seat][: s.hand_size[seat]]] for seat in seats]
    laid = sum(map(len, hands)) + s.table_size
    deck = {3: 36, 4: 44, 5: 45}.get(s.seats, 0)
    return {
        "hands": hands,
        "table": [pair(card) for card in s.table[: s.table_size]],
        "owner": s.owner if s.table_size else None,
        "chips": s.chips[: s.seats],
        "captured": s.captured[: s.seats],
        "pile": deck - laid if s.edition == SHORT and s.phase >= CHOOSE else 0,
        "markers": [bool(marker) for marker in s.marker[: s.seats]],
        "scores": s.total[: s.seats],
        "round": s.round,
        "start": None if s.start < 0 else s.start,
        "to_act": [seat for seat in seats if game.count(seat)],
        "phase": PHASES[s.phase],
        "turns": 0 if s.edition == OINK else s.turns,
        "ending": ENDINGS[s.ending],
    }


BOTH = Comparison(SCOUT, snapshot, comparable, chance_acts)
