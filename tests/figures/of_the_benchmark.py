"""What makes the lines of docs/benchmark.md."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.figures.asking import said, shell
from tests.figures.pages import Maker

EXAMPLES = Path(__file__).parents[2] / "examples"
COMMANDS = (
    "tefuda benchmark random --deals 40",
    "tefuda benchmark beginner --deals 20",
    "tefuda benchmark casual --deals 500",
    "tefuda benchmark club --deals 500",
    "tefuda benchmark expert --deals 500",
    "tefuda benchmark master --deals 30 --playouts 100",
)


def lines() -> str:
    found = [said(f"{command} --processes 1").splitlines() for command in COMMANDS]
    return shell(*COMMANDS) + "\n".join([*found[0][:2], *(one[2] for one in found)]) + "\n"


SEARCH = "tefuda benchmark ismcts:choose --games gift,23,scout --deals 3"


def search() -> str:
    """OpenSpiel's IS-MCTS, which is slow."""
    os.environ["TEFUDA_SIMULATIONS"] = "10"
    sys.path.insert(0, str(EXAMPLES))
    found = said(f"{SEARCH} --processes 1")
    return shell(f"{SEARCH}    # with TEFUDA_SIMULATIONS=10 PYTHONPATH=examples") + found


MAKERS = {
    "is-mcts": Maker("benchmark.md", ("scout", "twentythree", "gift"), False, search),
    "benchmark": Maker(
        "benchmark.md", tuple(f"{game} master" for game in ("scout", "twentythree", "solo", "gift")), False, lines
    ),
}
