"""Random matches, step by step; and the legal moves of R24 written down a second time, as simply as possible."""

from __future__ import annotations

from collections.abc import Iterator

from tefuda.games.twentythree.game import TWENTYTHREE
from tefuda.games.twentythree.state import State
from tests.games import walking
from tests.games.walking import Step, Table

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
IDS = walking.ids(TABLES, {"passing": PASSING, "waiting": WAITING, "playing": PLAYING, "forcing": FORCING})


def walk(table: Table, seed: int) -> Iterator[Step[State]]:
    """All moves of a random match, with the states before chance acts."""
    return walking.walk(TWENTYTHREE, State, table, seed, past_chance=False)


def walks(table: Table, seed: int, matches: int = 3) -> Iterator[Step[State]]:
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
