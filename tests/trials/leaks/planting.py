"""How a leak is planted in the server, and which pairs of matches can show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from tefuda.games import GAMES
from tefuda.match import Match
from tests.trials.twins import Twins

Patch = tuple[Any, str, Any]  # a class or module, the name of an attribute, and its new value
Plant = Callable[[], Sequence[Patch]]


class Leak(NamedTuple):
    name: str
    plant: Plant
    games: tuple[str, ...]
    suits: Callable[[Twins], bool]  # whether a pair of matches can show it
    pairs: int  # that are compared at most until it is found
    alone: bool  # the reader is the only person at the table
    rests: bool  # it shows after the first round only

    @contextmanager
    def planted(self) -> Iterator[None]:
        with patched(self.plant()):
            yield


@contextmanager
def patched(patches: Sequence[Patch]) -> Iterator[None]:
    """Replaces attributes, and restores them afterwards."""
    before = [(owner, name, owner.__dict__.get(name)) for owner, name, _ in patches]
    for owner, name, value in patches:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for owner, name, value in before:
            delattr(owner, name) if value is None else setattr(owner, name, value)


LEAKS: list[Leak] = []


def leak(
    *games: str,
    suits: Callable[[Twins], bool] = lambda made: True,
    pairs: int = 6,
    alone: bool = False,
    rests: bool = False,
) -> Callable[[Plant], Plant]:
    """Adds a leak to `LEAKS`. The docstring of the function that plants it is its name."""

    def add(plant: Plant) -> Plant:
        LEAKS.append(Leak((plant.__doc__ or "").rstrip("."), plant, games or tuple(GAMES), suits, pairs, alone, rests))
        return plant

    return add


def secret_of(match: Match | None, reader: int | None) -> int:
    """A number that depends on the moves of all seats but the reader's."""
    if match is None:
        return 0
    return sum(len(" ".join(match.moves(seat))) for seat in range(match.seats) if seat != reader) % 97


def waits(made: Twins) -> bool:
    """Whether in one world more seats let a chance to react go by than in the other."""
    return any(len(turn.acts[0]) != len(turn.acts[1]) for turn in made.turns)


def has_secrets(made: Twins) -> bool:
    """Whether there are secret moves, all of them made by people."""
    return any(turn.secret for turn in made.turns) and not made.bots
