"""Random matches, move by move, in which each kind of move is as likely as one says."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from tefuda.games import Face
from tefuda.games.face import state_in
from tefuda.games.option import check_options
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.record import Record

S = TypeVar("S", bound=Record)

# Seats, options, and how likely each kind of move is chosen where it is legal; 1 if it is not named.
Table = tuple[int, dict[str, Any], dict[str, float]]


class Step(NamedTuple, Generic[S]):
    """A move."""

    before: S
    seat: int
    legal: list[str]  # the moves it could choose from
    move: str
    after: S

    @property
    def kind(self) -> str:
        return self.move.split()[0]


def ids(tables: list[Table], names: dict[str, dict[str, float]]) -> list[str]:
    """What tests are called that go over these tables."""
    called = {id(likely): name for name, likely in names.items()}
    return ["-".join([str(seats), called[id(likely)], *options]) for seats, options, likely in tables]


def walk(face: Face, state: type[S], table: Table, seed: int, past_chance: bool) -> Iterator[Step[S]]:
    """All moves of a random match; `after` is the state before chance acts, or, if that is wanted, past it."""
    seats, options, likely = table
    rng = random.Random(seed)
    game = face.begin(seats, check_options(face.options, options))
    while game.actor() != OVER:
        if game.actor() == CHANCE:
            game.deal(game.draw(rng.getrandbits(62)))
            continue
        seat, before = game.actor(), state_in(state, game)
        legal = face.move_texts(game.legal(seat))
        kinds = sorted({move.split()[0] for move in legal})
        kind = rng.choices(kinds, [likely.get(kind, 1) for kind in kinds])[0]
        move = rng.choice([move for move in legal if move.startswith(kind)])
        game.apply(seat, face.parse_move(move))
        while past_chance and game.actor() == CHANCE:
            game.deal(game.draw(rng.getrandbits(62)))
        yield Step(before, seat, legal, move, state_in(state, game))


def assert_worlds_fit(
    face: Face, states: Iterable[Record], seats: int, every: int, first_is_sound: bool = True
) -> None:
    """Worlds of some positions, and of the last one, show every reader what it sees, and break no rule.

    `first_is_sound` says whether that holds before anything is dealt again, too, with what is hidden in a fixed order.
    """
    rng, looked = random.Random(1), 0
    for number, (state, is_last) in enumerate(with_last(states)):
        game = face.engine.Game.unpack(state.pack(), seats)
        if game.actor() == CHANCE or (number % every and not is_last):
            continue
        looked += 1
        for reader in (None, *range(seats)):
            view = face.view(game, reader)
            first = face.world(view)
            for nth, world in enumerate([first, *(first.redeal(reader, rng.getrandbits(62)) for _ in range(2))]):
                assert face.view(world, reader) == view
                assert world.sound() == 0 or (nth == 0 and not first_is_sound)
                if reader is not None and game.actor() != OVER:
                    assert world.legal(reader) == game.legal(reader)
                    assert world.observe(reader) == game.observe(reader)
    assert looked > 2


def with_last(states: Iterable[Record]) -> Iterator[tuple[Record, bool]]:
    """Each state, and whether it is the last."""
    rest = iter(states)
    held = next(rest)
    for state in rest:
        yield held, False
        held = state
    yield held, True
