"""Random matches, step by step; and the legal moves of R24 written down a second time, as simply as possible."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from tefuda.games.option import check_options
from tefuda.games.twentythree.game import TWENTYTHREE, state_of
from tefuda.games.twentythree.state import N_ACTIONS, State
from tefuda.kernel import CHANCE, OVER

TEXTS = [TWENTYTHREE.move_text(action) for action in range(N_ACTIONS)]

# Seats, options, and how likely each kind of move is chosen where it is legal.
Table = tuple[int, dict[str, Any], dict[str, float]]
PASSING = {"play": 0.2, "pass": 1, "force": 0.5, "leave": 0.05}
PLAYING = {"play": 1, "pass": 0.1, "force": 0.3, "leave": 0.02}
WAITING = {"play": 0.001, "pass": 1, "force": 0.02, "leave": 0.00001}
FORCING = {"play": 0.3, "pass": 0.1, "force": 1, "leave": 0.1}
TABLES: list[Table] = [
    (2, {}, PASSING),
    (3, {"circles": 2}, WAITING),
    (2, {"circles": 50}, WAITING),
    (3, {}, FORCING),
    (4, {}, PLAYING),
    (2, {"bonus_shift": "upto5", "forced_must_use_bonus": True}, PLAYING),
    (3, {"bonus_shift": "upto5", "forced_may_leave": True}, FORCING),
    (4, {"forced_must_use_bonus": True, "forced_may_leave": True, "learn12": True}, FORCING),
    (2, {"forced_must_use_bonus": True, "allow_negative": True}, FORCING),
]
NAMES = {id(PASSING): "passing", id(WAITING): "waiting", id(PLAYING): "playing", id(FORCING): "forcing"}
IDS = ["-".join([str(seats), NAMES[id(likely)], *options]) for seats, options, likely in TABLES]


class Step(NamedTuple):
    before: State
    seat: int
    legal: list[str]  # the moves it could choose from
    move: str
    after: State  # before chance acts

    @property
    def kind(self) -> str:
        return self.move.split()[0]


def walk(table: Table, seed: int) -> Iterator[Step]:
    """All moves of a random match."""
    seats, options, likely = table
    rng = random.Random(seed)
    game = TWENTYTHREE.begin(seats, check_options(TWENTYTHREE.options, options))
    while game.actor() != OVER:
        if game.actor() == CHANCE:
            game.deal(game.draw(rng.getrandbits(62)))
            continue
        seat, before = game.actor(), state_of(game)
        legal = [TEXTS[action] for action in game.legal(seat)]
        kinds = sorted({move.split()[0] for move in legal})
        kind = rng.choices(kinds, [likely.get(kind, 1) for kind in kinds])[0]
        move = rng.choice([move for move in legal if move.startswith(kind)])
        game.apply(seat, TWENTYTHREE.parse_move(move))
        yield Step(before, seat, legal, move, state_of(game))


def walks(table: Table, seed: int, matches: int = 3) -> Iterator[Step]:
    """The same for some matches one after the other."""
    for match in range(matches):
        yield from walk(table, seed + 1000 * match)


def read_play(move: str) -> tuple[int, int, str, int]:
    """Number, cards, way and chips of a play's text."""
    _, cards, *chips = move.split()
    number, count = map(int, cards.split("x"))
    return number, count, chips[0][0] if chips else "", int(chips[0][1:]) if chips else 0


# ---- R9, R11, R15, R22 and R24 once more


def shifted(pile: int, v: int, way: str, chips: int) -> int | None:
    """The value b against which v is laid, or None if it may not be."""
    if way == "*":  # the best b within reach: no number may be missing between b and v, if that can be
        reach = [b for b in range(pile - 5 * chips, pile + 5 * chips + 1) if b <= v]
        return max(reach, default=None)
    b = pile + 5 * chips if way == "+" else pile - 5 * chips
    return b if v >= b else None


def penalty(b: int, v: int) -> int:
    """The numbers that exist between b and v, counted one by one."""
    return sum(1 for number in range(1, 24) if b < number < v)


def legal_moves(s: State, seat: int) -> list[str]:
    """R24 with R15, R22 and R26, for the seat whose turn it is."""
    found = []
    numbers = [v for v in range(1, 24) if s.hand[seat][v]]
    for v in numbers:
        for count in range(1, s.hand[seat][v] + 1):
            for way in "*" if s.bonus_shift else "-+":
                for chips in range(1, s.bonus[seat] + 1):
                    if shifted(s.pile, v, way, chips) is not None:
                        found.append(f"play {v}x{count} {way}{chips}")
            if v >= s.pile:
                found.append(f"play {v}x{count}")
    free = any(v >= s.pile for v in numbers) or (bool(s.forced_must_use_bonus) and bool(found))
    if s.forced == seat and free:
        return found + ["leave"] * s.forced_may_leave
    inside = sum(out == 0 for out in s.out[: s.seats])
    if s.passes < s.circles * inside:
        found += ["pass"] + ["force"] * (inside > 1)
    return [*found, "leave"]
