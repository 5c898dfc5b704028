"""python -m tests.env.apart [NAME ...]"""

from __future__ import annotations

import sys

from tests.env.apart.venv import NAMES, run

if __name__ == "__main__":
    asked = sys.argv[1:] or list(NAMES)
    if unknown := set(asked) - set(NAMES):
        sys.exit(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    for name in asked:
        print(f"{name}: {run(name)}", flush=True)
