from __future__ import annotations

import sys
import time

from tests.figures.makers import MAKERS
from tests.figures.pages import blocks, is_fresh, left, mark, replace, signature


def main(arguments: list[str]) -> int:
    if arguments == ["--mark"]:
        for name in mark(MAKERS):
            print(f"stale: {name}" + (" (quick: make it again)" if MAKERS[name].quick else ""))
        return 0
    writing = "--write" in arguments
    names = [one for one in arguments if one != "--write"] or [name for name in MAKERS if MAKERS[name].quick]
    if unknown := [name for name in names if name not in MAKERS]:
        print(f"there is no block {unknown[0]}; there are {', '.join(MAKERS)}")
        return 2
    there, failed = blocks(), 0
    for name in names:
        begun = time.monotonic()
        text = MAKERS[name].make()
        gone = left(there[name].body, text)
        if writing:
            replace(blocks()[name], signature(MAKERS[name].games), text)
        word = "the same" if text == there[name].body else "moved within its intervals" if not gone else "LEFT"
        print(f"{name}: {word}, {time.monotonic() - begun:.0f} s", flush=True)
        for one in gone:
            print(f"  {one}")
        failed += bool(gone) and not writing
    for name, block in there.items():
        if name not in names and not is_fresh(block, MAKERS[name]):
            print(f"stale: {name}")
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
