"""Running a command of `tefuda` and reading what it says."""

from __future__ import annotations

import io
import json
import shlex
import tempfile
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

from tefuda.cli import main
from tefuda.intervals import Mean
from tefuda.lab.texts import spoken


def said(command: str) -> str:
    """What the command prints."""
    out = io.StringIO()
    with redirect_stdout(out):
        code = main(shlex.split(command)[1:])
    assert code == 0, command
    return out.getvalue()


@cache
def told(command: str) -> Any:
    """What the command says as JSON."""
    return json.loads(said(f"{command} --json"))


@cache
def run(command: str) -> dict[str, Mean]:
    """All figures of a run of the lab."""
    with tempfile.TemporaryDirectory() as folder:
        said(f"{command} --folder {folder}/run")
        found = json.loads(said(f"tefuda lab figures {Path(folder) / 'run'} --json"))
    infinite = (0.0, -float("inf"), float("inf"))
    return {
        name: Mean(*(open_end if one is None else one for one, open_end in zip(three, infinite, strict=True)))
        for name, three in found.items()
    }


def change(command: str, measure: str) -> tuple[Mean, Mean, Mean]:
    """Both sides of a comparison and what lies between them."""
    found = told(command)["measures"][measure]
    return (
        Mean(found["a"], *found["a_interval"]),
        Mean(found["b"], *found["b_interval"]),
        Mean(found["change"], *found["interval"]),
    )


def show(mean: Mean, share: bool = False, signed: bool = False) -> str:
    """Such as 25.0 % (24.2 to 25.9)."""
    if signed and share:
        mean = Mean(*(100 * part for part in mean))
        low, high = f"{mean.low:+.2f}".replace("-", "−"), f"{mean.high:+.2f}".replace("-", "−")
        return f"{mean.value:+.2f} % ({low} to {high})".replace("-", "−")
    return spoken("en", mean, share=share, signed=signed).replace("\N{NO-BREAK SPACE}", " ").replace(" %)", ")")


def shell(*commands: str) -> str:
    return "```sh\n" + "".join(f"{command}\n" for command in commands) + "```\n\n"


def table(head: str, rows: list[list[str]]) -> str:
    columns = head.count("|") + 1
    lines = [f"| {head} |", "|" + "---|" * columns, *(f"| {' | '.join(row)} |" for row in rows)]
    return "".join(f"{line}\n" for line in lines)
