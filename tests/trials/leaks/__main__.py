"""python -m tests.trials.leaks: looks for a short pair of matches that shows each leak, and writes shown.toml anew."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.trials.leaks import LEAKS
from tests.trials.worlds import SHOWN, shortest

HEAD = "# For each leak a short pair that shows it, which is tried first. Made by python -m tests.trials.leaks\n"


def main() -> None:
    wanted = sys.argv[1:]
    found = {}
    for leak in LEAKS:
        looked_for = not wanted or any(word in leak.name for word in wanted)
        number = shortest(leak) if looked_for else SHOWN.get(leak.name)
        if number is not None:
            found[leak.name] = number
        print(f"{leak.name}: {number}", flush=True)
    lines = [f'"{name}" = {number}\n' for name, number in found.items()]
    Path(__file__).with_name("shown.toml").write_text(HEAD + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
