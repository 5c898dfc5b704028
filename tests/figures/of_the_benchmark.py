"""What makes the lines of docs/benchmark.md."""

from __future__ import annotations

from tests.figures.asking import said, shell
from tests.figures.pages import Maker

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


MAKERS = {
    "benchmark": Maker(
        "benchmark.md", tuple(f"{game} master" for game in ("scout", "twentythree", "solo", "gift")), False, lines
    )
}
