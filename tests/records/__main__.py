"""python -m tests.records [--write]"""

from __future__ import annotations

import sys

from tefuda import GAMES
from tests.records import EACH, RULE_SETS, differences, read, write, written


def main() -> int:
    if sys.argv[1:] == ["--write"]:
        for rule_set in RULE_SETS:
            if not rule_set.path(GAMES[rule_set.game].version).exists():
                path = write(rule_set)
                print(f"{path.name}: {EACH} records, {path.stat().st_size:,} bytes")
        return 0
    if sys.argv[1:]:
        print("usage: python -m tests.records [--write]", file=sys.stderr)
        return 2
    failed = 0
    for path in written():
        found = list(differences(path))
        print(f"{path.name}: {sum(1 for _ in read(path)):,} records, {len(found)} differ", *found[:3], sep="\n  ")
        failed += len(found)
    return 1 if failed else 0


sys.exit(main())
