"""What one reader is told of a match, event by event."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from tefuda.match import Match
from tefuda.record import Part
from tefuda.server.protocol import Happened
from tefuda.server.stream import TAIL, Stream, Words

GAMES = ["scout", "twentythree", "solo", "gift"]


@pytest.mark.parametrize("name", GAMES)
def test_a_stream_that_is_fed_tells_what_a_newcomer_is_told(name: str) -> None:
    match, rng = Match(name, seed=3), random.Random(3)
    streams = {reader: Stream(match, reader) for reader in (None, 0, 1)}
    fed: dict[int | None, list[Happened]] = {reader: one.catch_up("ja", 0) for reader, one in streams.items()}
    stories = {reader: list(match.story(reader, "ja")) for reader in streams}
    for number in range(80):
        if not match.to_act:
            break
        seat = rng.choice(match.to_act)
        for before, event, after in match.make(seat, rng.choice(match.moves(seat))):
            for reader, stream in streams.items():
                part = Part.of(stream.face, before, event, after)
                heard = stream.feed(part, ["ja"] if number % 7 else ["en", "ja", None])
                told = heard["ja"]
                fed[reader] += told
                assert heard.get(None, []) == ([replace(one, told=[]) for one in told] if None in heard else [])
                if told:
                    stories[reader] += match.told(before, event, after, reader, "ja")
        for reader, stream in streams.items():
            assert stream.view == match.view(reader)
    for reader, stream in streams.items():
        assert fed[reader][-TAIL:] == Stream(match, reader).catch_up("ja", 0)[-TAIL:]
        assert [line for one in fed[reader] for line in one.told] == stories[reader]
        assert [one.n for one in fed[reader]] == list(range(1, stream.n + 1))


def test_a_stream_that_nobody_reads_tells_the_right_things_once_somebody_does() -> None:
    match = Match("scout", seed=2)
    stream = Stream(match, 0)
    stream.catch_up("en", 0)
    langs: list[list[Words]] = [["en"], [], [None]]
    for turn in range(30):
        seat = match.to_act[0]
        for step in match.make(seat, match.moves(seat)[0]):
            told = stream.feed(Part.of(stream.face, *step), langs[turn % 3])
            if told.get("en"):
                assert told["en"][-1].told == list(match.told(*step, 0, "en"))
