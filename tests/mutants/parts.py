"""The parts of the package, beside games, whose mutants are looked for."""

from __future__ import annotations

from typing import NamedTuple


class Part(NamedTuple):
    modules: tuple[str, ...]
    narrow: tuple[str, ...]  # tests of what is in them, without sockets or whole matches
    tests: tuple[str, ...]
    plain: bool = True  # whether they run on the plain rules


TABLES = ("table", "fold", "commands", "clocks", "sight", "audience", "delays")
JUDGED = ("split", "values", "scales", "decisions", "levels")
SEEN = ("eyes", "live", "windows", "stream")


def files(*names: str) -> tuple[str, ...]:
    return tuple(f"test_{name}.py" for name in names)


PARTS = {
    "server": Part(("table", "clocks", "audience", "eyes"), files(*TABLES), files(*TABLES, *SEEN)),
    "judge": Part(
        JUDGED,
        files(*JUDGED),
        files(*JUDGED, "judge"),
        False,
    ),
}
