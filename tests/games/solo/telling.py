"""Matches and positions of SOLO for the tests of its sentences."""

from __future__ import annotations

from functools import cache

from tefuda import GAMES, Match
from tefuda.games.option import Value
from tests.games.solo.position import Position
from tests.games.telling import NAMES, played

SETUPS: list[tuple[int, dict[str, Value]]] = [
    (4, {}),
    (2, {"reverse2p_skips": True, "mix_draw": True}),
    (3, {"triple_must_be_all": False, "triple_jump_in": True, "jump_in_actions": True}),
    (5, {"solo_before": True, "solo_on_swap": True, "solo_on_multi_out": True, "triple_must_be_all": False}),
    (10, {"solo_on_swap": True, "solo_on_multi_out": True, "play_any_after_draw": True}),
]
FACE = GAMES["solo"]


@cache
def match_of(setup: int, seed: int) -> Match:
    seats, options = SETUPS[setup]
    return played("solo", seats, {"target_score": 150, **options}, seed, "play", "jump", "triple", "block")


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
