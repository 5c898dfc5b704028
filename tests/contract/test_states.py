"""The state of a game as a record is shared by all who read it, so nobody may change it."""

from __future__ import annotations

import random

import pytest

from tefuda import GAMES, Match
from tefuda.record import Part, Reading

READ = 80  # events


@pytest.mark.parametrize("game", GAMES)
def test_reading_a_state_leaves_it_as_it_is(game: str) -> None:
    rng, match = random.Random(6), Match(game, seed=6)
    while match.to_act and len(match.record.events) < READ:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
    face, readers = match.record.face, [*range(match.seats), None]
    readings = [Reading(face, reader) for reader in readers]
    for before, event, after in match.record.steps():
        shared = face.state(before)
        assert shared is face.state(before.clone())
        for reading in readings:
            reading.of(Part.of(face, before, event, after))
            list(match.told(before, event, after, reading.reader, "ja"))
            if event.seat is not None:
                face.world(face.view(before, reading.reader))
        face.window(before, after)
        face.waits_for(before)
        face.safety(before)
        assert shared is face.state(before) and shared.pack() == before.pack()
