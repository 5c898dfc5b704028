"""Matches and positions to be told."""

from __future__ import annotations

import random
from functools import cache

from tefuda import GAMES, Match
from tests.games.solo.position import Position

LANGS = ("en", "ja")
NAMES = ["Aki", "Ben", "Chie", "Dan", "Emi", "Finn", "Gen", "Hana", "Ivo", "Jun"]
SETUPS: list[tuple[int, dict[str, object]]] = [
    (4, {}),
    (2, {"reverse2p_skips": True, "mix_draw": True}),
    (3, {"triple_must_be_all": False, "triple_jump_in": True, "jump_in_actions": True}),
    (5, {"solo_before": True, "solo_on_swap": True, "solo_on_multi_out": True, "triple_must_be_all": False}),
    (10, {"solo_on_swap": True, "solo_on_multi_out": True, "play_any_after_draw": True}),
]
FACE = GAMES["solo"]


@cache
def played(setup: int, seed: int) -> Match:
    """A whole match at random, with fewer draws than chance would bring."""
    seats, options = SETUPS[setup]
    match = Match("solo", seats, seed, names=NAMES[:seats], target_score=150, **options)  # type: ignore[arg-type]
    rng = random.Random(seed)
    while match.to_act:
        seat = rng.choice(match.to_act)
        moves = match.moves(seat)
        lays = [move for move in moves if move.startswith(("play", "jump", "triple", "block"))]
        match.play(seat, rng.choice(lays if lays and rng.random() < 0.8 else moves))
    return match


def told(table: Position, *lines: str, reader: int | None = None, lang: str = "en", named: bool = True) -> list[str]:
    """What the reader is told of these lines, which are as in `Position.play`."""
    found: list[str] = []
    names = NAMES if named else list(map(str, range(10)))
    for line in lines:
        before = Position(table.game.clone())
        if line == "*":
            line = f"* {FACE.chance_text(table.game, table.game.draw(0))}"
        head, _, rest = line.partition(" ")
        seat = None if head == "*" else int(head) if head.isdigit() else table.turn
        table = table.after(line)
        event = rest if head == "*" or head.isdigit() else line
        found += FACE.story(before.game, seat, event, table.game, reader, names, lang)
    return found
