"""What holds while a match is played."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tefuda.contract.sample import Sample, at
from tefuda.errors import BadRecord
from tefuda.kernel import CHANCE, OVER
from tefuda.match import Match
from tefuda.record import Record


def matches_are_sound(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """Random matches come to an end, and every invariant holds after every event."""
    for step in sample.steps(rng, until):
        if broken := step.after.sound():
            yield f"invariant {broken} is broken{at(step)}"


def moves_are_listed(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """A move is accepted if and only if it is listed, and only of a seat that may act."""
    for step in sample.steps(rng, until):
        game = step.after
        actor, kept = game.actor(), game.pack()
        if actor not in (CHANCE, OVER) and not game.count(actor):
            yield f"seat {actor} is to act and has no move{at(step)}"
        for seat in range(game.seats):
            legal = game.legal(seat)
            if legal and actor in (CHANCE, OVER):
                yield f"seat {seat} has moves while nobody is to act{at(step)}"
            if [game.nth(seat, i) for i in range(game.count(seat))] != legal:
                yield f"the moves of seat {seat}, one by one, are not its legal actions{at(step)}"
            if legal != sorted(set(legal)) or (legal and not 0 <= legal[0] <= legal[-1] < sample.face.engine.n_actions):
                yield f"the legal actions of seat {seat} are not ascending action numbers{at(step)}"
            action = rng.randrange(sample.face.engine.n_actions)
            if action not in legal:
                try:
                    game.apply(seat, action)
                    yield f"{sample.face.move_text(action)!r} is not listed for seat {seat} and accepted{at(step)}"
                    return
                except ValueError:
                    pass
        if actor not in (CHANCE, OVER):
            for action in game.legal(actor):
                copy = game.clone()
                copy.apply(actor, action)
                if copy.pack() == game.pack():
                    yield f"{sample.face.move_text(action)!r} changes nothing{at(step)}"
        if game.pack() != kept:
            yield f"a move that is refused changes something{at(step)}"


def records_replay(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """A record reads back, replays to the same match, and nothing else passes for it."""
    for number in sample.numbers(until):
        record, game = sample.record(rng, *sample.setup(rng, usual=number == 0))
        if Record.parse(str(record)) != record:
            yield "a record does not read back as it was written"
        again = Match.replay(str(record))
        seen = [sample.face.view(game, reader) for reader in (None, *range(record.seats))]
        if again.record != record or [again.view(reader) for reader in (None, *range(record.seats))] != seen:
            yield "a record replays to another match"
        if again.result is None or again.to_act:
            yield "a match that is over has no result"
        place = rng.randrange(len(record.events))
        for reader in (None, rng.randrange(record.seats)):
            read = record.seen_by(reader)
            if Record.parse(str(read)) != read:
                yield "a record as a seat may read it does not read back"
            for seat in {reader, None}:  # moves of others may be left out, but none of chance or of one's own
                if sum(e.seat == seat for e in read.events) != sum(e.seat == seat for e in record.events):
                    yield f"in the record that seat {reader} reads, events of {seat} are missing"
            if "?" in str(read):
                try:
                    Match.replay(read)
                    yield "a record with something hidden in it is replayed"
                except BadRecord:
                    pass
        if again.undo_to(place).record.events[:place] != record.events[:place]:
            yield "a shorter match has other events"


def scores_are_bounded(sample: Sample, rng: random.Random, until: float) -> Iterator[str]:
    """The standing stays within score_bounds, and the result fits it."""
    for step in sample.steps(rng, until):
        game, face = step.after, sample.face
        low, high = face.score_bounds(game.seats, step.options)
        scores = game.scores()
        if not all(low <= score <= high for score in scores):
            yield f"the standing {scores} is not within the bounds {low} to {high}{at(step)}"
        if game.actor() == OVER:
            result = face.result(game)
            if list(result.scores) != scores or not set(result.winners) <= set(range(game.seats)):
                yield f"the result {result} does not fit the standing {scores}"


PLAYING = (matches_are_sound, moves_are_listed, records_replay, scores_are_bounded)
