"""Counts how often the lines of a game's kernel Python run, in rounds of random moves and of the bot `club`.

The counters are put into the C that the kernel writes, so that a million rounds take a minute or two.
"""

from __future__ import annotations

import ctypes
import tempfile
from pathlib import Path
from unittest.mock import patch

from tefuda import GAMES
from tefuda.kernel import build, c
from tefuda.kernel.engine import engine_in
from tefuda.kernel.plain import Game
from tefuda.kernel.tree import Statement
from tests.setups import SETUPS

Line = tuple[str, int]  # a module of the game, as in `rules`, and the number of a line
Counts = dict[Line, int]

ROOM = 4096  # counters; a game has fewer lines
SYMBOL = "woven_counts"
DECLARED = f'__attribute__((visibility("default"))) unsigned long long {SYMBOL}[{ROOM}];\n'


def built(game: str, into: Path, flags: list[str]) -> list[Line]:
    """Builds the game's rules into this file, with a counter for each line; gives the lines in their order."""
    lines: dict[Line, int] = {}

    class Counting(c.Writer):
        def statement(self, s: Statement, pad: str) -> list[str]:
            line = self.of.path.stem, s.line
            if self.of.path.parent.name != game or line in lines:
                return super().statement(s, pad)
            lines[line] = len(lines)
            return [f"{pad}{SYMBOL}[{lines[line]}]++;", *super().statement(s, pad)]

    with patch.object(c, "Writer", Counting), patch.object(c, "PRELUDE", c.PRELUDE + DECLARED):
        text = build.source(game)
    assert len(lines) <= ROOM
    build.compile_c(text, into, flags)
    return list(lines)


def count(game: str, random_rounds: int, club_rounds: int, flags: list[str] = build.FLAGS) -> tuple[Counts, Counts]:
    """How often each line ran in at least so many rounds of each kind, spread over all set-ups of the game."""
    with tempfile.TemporaryDirectory(prefix="tefuda-woven-") as folder:
        library = Path(folder) / f"{game}{build.SUFFIX}"
        lines = built(game, library, flags)
        counters = (ctypes.c_ulonglong * ROOM).in_dll(ctypes.CDLL(str(library)), SYMBOL)
        setups = [setup for setup in SETUPS if setup.game == game]
        found = []
        for rounds, play in ((random_rounds, at_random), (club_rounds, as_club)):
            ctypes.memset(counters, 0, ctypes.sizeof(counters))
            for setup in setups:
                played, seed = 0, 0
                while played * len(setups) < rounds:
                    position = engine_in(game, folder).Game(setup.seats, setup.face.numbers(setup.options))
                    play(position, game, seed)
                    look_at(position)
                    played += position.rounds()
                    seed += 1
            found.append({line: int(counters[place]) for place, line in enumerate(lines)})
        return found[0], found[1]


def at_random(position: Game, game: str, seed: int) -> None:
    position.playout(seed)


def as_club(position: Game, game: str, seed: int) -> None:
    weights = [GAMES[game].weights.CLUB] * position.seats
    position.settle(seed)
    while position.actor() >= 0:
        look_at(position)
        position.play_round(1000 * seed + position.rounds(), weights)
        position.settle(seed)


def look_at(position: Game) -> None:
    """What is asked of every position, beside moves."""
    position.scores()
    position.sound()
    for seat in range(position.seats):
        position.observe(seat)
        position.redeal(seat, 1)
