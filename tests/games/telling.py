"""Matches for the tests of sentences."""

from __future__ import annotations

import random
from typing import Any

from tefuda import Match
from tefuda.games.option import Value

LANGS = ("en", "ja")
NAMES = ["Aki", "Ben", "Chie", "Dan", "Emi", "Finn", "Gen", "Hana", "Ivo", "Jun"]


def played(game: str, seats: int, options: dict[str, Value], seed: int, *wanted: str) -> Match:
    """A whole match at random, with more of the wanted moves, by how they begin, than chance would bring."""
    match = Match(game, seats, seed, names=NAMES[:seats], **dict[str, Any](options))
    rng = random.Random(seed)
    while match.to_act:
        seat = rng.choice(match.to_act)
        moves = match.moves(seat)
        better = [move for move in moves if move.startswith(wanted)]
        match.play(seat, rng.choice(better if better and rng.random() < 0.7 else moves))
    return match


def sentences(match: Match, reader: int | None, lang: str) -> list[str]:
    return list(match.story(reader, lang))
