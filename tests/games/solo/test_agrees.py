"""The kernel and the oracle agree on legal moves, next states and scores, position by position."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tefuda import GAMES
from tefuda.games.option import Value
from tefuda.games.solo.game import state_of
from tefuda.games.solo.moves import CARDS
from tefuda.games.solo.state import DEAL, DEALER, DEALT, DRAWING, DRAWN, END, PHASES, TURN, TURN_UP, State
from tefuda.games.solo.view import hand_of
from tefuda.kernel.plain import Game
from tests.games.agree import Comparison
from tests.games.solo.oracle import SoloOracle

POSITIONS = 150  # at least, of each seat count and way to play
SOLO = GAMES["solo"]
DEFAULTS: dict[str, Value] = {option.name: option.default for option in SOLO.options}
SWITCHES = [option.name for option in SOLO.options if isinstance(option.default, bool)]
EVENTS = ("jump ", "triple", "with", "done", "block", "give", "pass", "take", "wait", "solo", "A", "X", "G", "W4")
HOARD = ("draw", "keep", "take", "accept")  # until the piles are empty


def some_options(rng: random.Random) -> dict[str, Value]:
    """A few switches, short matches, and points of all kinds."""
    changed: dict[str, Value] = {name: not DEFAULTS[name] for name in rng.sample(SWITCHES, rng.randint(0, 6))}
    points = {name: rng.randint(0, 60) for name in DEFAULTS if name.startswith("points")}
    return {**DEFAULTS, **changed, **points, "target_score": rng.choice([1, 100, 300])}


@pytest.mark.parametrize("seats", range(2, 11))
def test_oracle_and_kernel_agree(seats: int) -> None:
    rng = random.Random(seats)
    seen: Counter[str] = Counter()
    compared = 0
    for style in ("plain", *SWITCHES, *["mixed"] * 6):
        positions = 0
        while positions < POSITIONS:
            options = some_options(rng) if style == "mixed" else {**DEFAULTS, "target_score": 100}
            if style in SWITCHES:
                options[style] = not DEFAULTS[style]
            positions += one_match(seats, options, rng, seen)
        compared += positions
    assert [event for event in EVENTS if not seen[event]] == []
    assert compared > 2500


def one_match(seats: int, options: dict[str, Value], rng: random.Random, seen: Counter[str]) -> int:
    game = SOLO.begin(seats, options)
    oracle = Watched(seats, seen, **options)
    greed = rng.choice([0.0, 0.5, 0.9])
    return BOTH.walk(game, oracle, rng, greed, HOARD, rng.choice([0.0, 0.0, 0.0, 0.995]), most=600)


class Watched(SoloOracle):
    """Counts what was played."""

    def __init__(self, seats: int, seen: Counter[str], **options: Value) -> None:
        super().__init__(seats, **options)  # type: ignore[arg-type]  # each value is of its own type
        self.seen = seen

    def play(self, seat: int, move: str) -> None:
        self.seen.update(event for event in EVENTS if event in move)
        super().play(seat, move)


def chance_acts(game: Game, oracle: SoloOracle, rng: random.Random) -> None:
    s = state_of(game)
    game.deal(drawn := game.draw(rng.getrandbits(62)))
    cards = [CARDS[face] for face in drawn]
    if s.phase == DEALER:
        assert oracle.needs() == "dealer"
        oracle.set_dealer(drawn[0])
    elif s.phase == DEAL:
        assert oracle.needs() == "deal"
        oracle.deal([cards[seat * DEALT : (seat + 1) * DEALT] for seat in range(game.seats)])
    elif s.phase == TURN_UP:
        assert oracle.needs() == "turn"
        oracle.turn_up(cards[0])
    else:
        assert oracle.drawing() == (s.drawer, len(drawn))
        oracle.draw(cards)


# What the oracle says of a match before a deal, or of one that is over, is its own affair but for what is named here.
BEFORE = ("totals", "round", "dealer", "direction", "phase", "owes")
AFTER = ("hands", "totals", "round", "pile", "discards", "phase", "top")
WHILE_DRAWING = ("turn", "sum", "drawn", "owes", "colour", "passes")


def comparable(oracle: SoloOracle) -> dict[str, object]:
    found = oracle.snapshot()
    for key in ("winners", "scores"):
        del found[key]
    return chosen(found, oracle.needs())


def chosen(found: dict[str, object], needs: str) -> dict[str, object]:
    if needs == "over":
        return {key: found[key] for key in AFTER}
    if needs in ("dealer", "deal", "turn"):
        return {key: found[key] for key in BEFORE if not (needs == "dealer" and key == "dealer")}
    return {key: value for key, value in found.items() if not (needs == "draw" and key in WHILE_DRAWING)}


def snapshot(game: Game) -> dict[str, object]:
    s = state_of(game)
    needs = {DEALER: "dealer", DEAL: "deal", TURN_UP: "turn", DRAWING: "draw", END: "over"}.get(s.phase, "move")
    return chosen(of_state(game, s), needs)


def of_state(game: Game, s: State) -> dict[str, object]:
    seats = range(s.seats)
    heap = [CARDS[face] for face in s.heap[: s.heap_size]]
    return {
        "hands": [sorted(hand_of(s, seat)) for seat in seats],
        "top": heap[-1] if heap else None,
        "colour": [*"rgyb", "any"][s.colour],
        "direction": s.direction,
        "sum": s.sum,
        "pile": sorted(CARDS[face] for face in s.pile[: s.pile_size]),
        "discards": sorted(heap),
        "turn": s.turn if s.phase >= TURN else None,
        "phase": PHASES[s.phase],
        "drawn": CARDS[s.drawn] if s.phase == DRAWN else None,
        "owes": [seat for seat in seats if s.owes >> seat & 1],
        "totals": s.total[: s.seats],
        "round": s.round,
        "dealer": s.dealer,
        "turns": s.turns,
        "passes": s.passes,
        "to_act": [seat for seat in seats if game.count(seat)],
    }


BOTH = Comparison(SOLO, snapshot, comparable, chance_acts)
