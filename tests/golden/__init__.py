"""Golden records: whole matches with every view and every list of legal moves, to be read and compared.

A file has three parts: how it was made, the record, and what every seat and a spectator saw (`view`, only what changed
since the last event) and could do (`moves`, in their order) after each event. Nothing in it is there because somebody
worked it out by hand: it pins what the rules did when the file was made and was read. To make one anew:

    python -m tests.golden FILE GAME SEATS SEED BOTS [OPTION=VALUE ...]
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from tefuda import GAMES, Match, Record
from tefuda.bots import BOTS

FOLDER = Path(__file__).parents[1] / "games"
GOLDEN = sorted(FOLDER.glob("*/golden/*.txt"))
VIEWS = "=== views and moves"


def make(game: str, seats: int, seed: int, bots: str, options: dict[str, Any]) -> Match:
    rng = random.Random(seed)
    match = Match(game, seats, seed, **options)
    while match.to_act:
        seat = rng.choice(match.to_act)
        bot = BOTS[bots.split(",")[seat % len(bots.split(","))]]
        match.play(seat, bot(match.view(seat), match.moves(seat), rng))
    return match


def dump(record: Record) -> str:
    """What everybody saw and could do, event by event."""
    lines = [VIEWS]
    last: dict[int | None, dict[str, Any]] = {}
    games = [(game, event) for game, event, _ in record.replay()]
    for number, event in enumerate(record.events):
        lines.append(f"--- {number + 1}: {event}")
        game = games[number + 1][0] if number + 1 < len(games) else record.last()
        if game.actor() == -1:
            continue
        for seat in (*range(record.seats), None):
            view = record.face.view(game, seat).to_dict()
            changed = {name: value for name, value in view.items() if last.get(seat, {}).get(name, ...) != value}
            lines.append(f"view {'spectator' if seat is None else seat} {json.dumps(changed)}")
            last[seat] = view
            if seat is not None and game.count(seat):
                moves = (record.face.move_text(action) for action in game.legal(seat))
                lines.append(f"moves {seat} {', '.join(moves)}")
    return "\n".join(lines) + "\n"


def main() -> None:
    file, game, seats, seed, bots, *given = sys.argv[1:]
    known = {option.name: option for option in GAMES[game].options}
    options = {name: known[name].parse(value) for name, value in (item.split("=") for item in given)}
    match = make(game, int(seats), int(seed), bots, options)
    how = f"# python -m tests.golden {' '.join(sys.argv[1:])}\n"
    (FOLDER / game / "golden" / file).write_text(how + str(match.record) + dump(match.record), encoding="utf-8")
    print(f"{file}: {len(match.record.events)} events, {match.result}")


if __name__ == "__main__":
    main()
