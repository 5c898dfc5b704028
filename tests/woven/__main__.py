"""python -m tests.woven [GAME...] [--count] [--mutants FILE]: see the package."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path

from tefuda import GAMES
from tests.mutants.__main__ import equivalents
from tests.woven.citing import places
from tests.woven.counting import count
from tests.woven.weaving import complaints, counted, counts_file, page, woven

RANDOM_ROUNDS = 1_000_000
CLUB_ROUNDS = 10_000


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.woven")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--count", action="store_true", help="play, and count how often each cited line runs")
    parser.add_argument("--rounds", type=int, default=RANDOM_ROUNDS, help="of random moves")
    parser.add_argument("--club", type=int, default=CLUB_ROUNDS, help="rounds of the bot club")
    parser.add_argument(
        "--mutants", type=Path, nargs="+", default=None, help="what python -m tests.mutants --json has written"
    )
    asked = parser.parse_args()
    found = []
    for game in asked.games or GAMES:
        if asked.count:
            store_counts(game, asked.rounds, asked.club)
        if asked.mutants:
            store_mutants(game, asked.mutants)
        woven(game).parent.mkdir(exist_ok=True)
        woven(game).write_text(page(game), encoding="utf-8")
        found += [f"{game}: {one}" for one in complaints(game)]
    print("\n".join(found) or "nothing is missing")
    return 1 if found else 0


def store_counts(game: str, rounds: int, club: int) -> None:
    at_random, as_club = count(game, rounds, club)
    ran = {
        place.key: [at_random[line], as_club[line]]
        for place in places(game)
        if (line := (place.module, place.line)) in at_random
    }
    store(game, {**counted(game), "rounds": [rounds, club], "ran": ran})


def store_mutants(game: str, paths: list[Path]) -> None:
    """What became of each mutant is said by the last of the files that has it."""
    rows = [row for path in paths for row in json.loads(path.read_text("utf-8"))]
    same = equivalents()
    own = [row for row in rows if (row["module"], row["function"], row["text"], row["change"]) not in same]
    own = [row for row in own if row["module"].startswith(f"tefuda.games.{game}.")]
    last = {(row["module"], row["nth"]): row for row in own}
    ends: dict[str, Counter[str]] = {}
    for row in last.values():
        for number in row["numbers"]:
            ends.setdefault(number.upper(), Counter())[row["end"]] += 1
    store(game, {**counted(game), "mutants": {one: [n["killed"], n["survived"]] for one, n in ends.items()}})


def store(game: str, found: dict[str, object]) -> None:
    """Each pair of numbers on a line of its own."""
    text = re.sub(r"\[\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2]", json.dumps(found, indent=1))
    counts_file(game).parent.mkdir(exist_ok=True)
    counts_file(game).write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
