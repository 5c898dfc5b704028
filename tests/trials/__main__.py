"""`python -m tests.trials NAME [--count N] [--seed N]`: runs one trial; the exit code is 1 if the server failed it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

# Each trial is a module beside this one, with a function `run(count, seed)`. The report that it returns has `passed`,
# and its text is printed. The number is the count that docs/reliability.md names.
TRIALS = {
    "kills": 1000,
    "order": 2000,
    "leaving": 20,
    "races": 10000,
    "worlds": 10000,
    "frames": 1_000_000,
    "load": 1000,
    "abuse": 8,
    "simulate": 10000,
    "following": 2000,
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trials", description="Runs one trial of the server.")
    parser.add_argument("name", choices=TRIALS, help="docs/reliability.md explains them")
    parser.add_argument("--count", type=positive, help="how often; without it, as often as docs/reliability.md says")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives another run")
    parser.add_argument("--seeds", type=seeds, help="instead of both, for simulate: FIRST:LAST, without the last")
    asked = parser.parse_args(arguments)
    if asked.seeds:
        asked.seed, asked.count = asked.seeds[0], asked.seeds[1] - asked.seeds[0]
    report = import_module(f"tests.trials.{asked.name}").run(asked.count or TRIALS[asked.name], asked.seed)
    print(report)
    return 0 if report.passed else 1


def seeds(text: str) -> tuple[int, int]:
    first, colon, last = text.partition(":")
    if not (colon and first.isdigit() and last.isdigit() and int(first) < int(last)):
        raise argparse.ArgumentTypeError("must be two numbers, such as 0:10000")
    return int(first), int(last)


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


if __name__ == "__main__":
    sys.exit(main())
