"""What the commands of the lab share: reading what was asked for, showing progress, reporting errors."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tefuda.cli import Complaint
from tefuda.cli.play import game_called, read_options
from tefuda.lab.plan import Plan, check_plan


def plan_of(
    game: str, seats: int | None, bots: str, games: int, options: dict[str, Any], playouts: int, rest: dict[str, Any]
) -> Plan:
    try:
        return check_plan(game_called(game), options, seats, bots.split(","), games, playouts=playouts, **rest)
    except ValueError as error:
        raise Complaint(error) from None


def setup_of(
    game: str, given: Mapping[str, str], seats: int | None, bots: str, games: int, seed: int, playouts: int
) -> Plan:
    """A setup that is compared with others: options, and perhaps seats and bots of its own."""
    own = dict(given)
    count = whole("seats", own.pop("seats")) if "seats" in own else seats
    bots = own.pop("bots", bots)
    options = read_options(game_called(game), None, tuple(f"{name}={value}" for name, value in own.items()))
    rest = {"seed": seed, "sample": 0, "probes": 0, "ladder": 0, "without": 0}
    return plan_of(game, count, bots, games, options, playouts, rest)


def name_of(plan: Plan) -> str:
    """A folder's name that says what is in it."""
    bots = [re.sub(r"[^\w.~-]+", "-", Path(bot).name) for bot in plan.bots[: 1 if len(set(plan.bots)) == 1 else None]]
    changed = [
        f"{option.name}={option.text(plan.options[option.name])}"
        for option in plan.face.options
        if plan.options[option.name] != option.default
    ]
    return "-".join(
        [plan.game, str(plan.seats), "+".join(bots), *changed, *([f"seed={plan.seed}"] if plan.seed else [])]
    )


def pair(item: str) -> tuple[str, str]:
    name, equals, value = item.partition("=")
    if not equals:
        raise Complaint(f"this is NAME=VALUE, not {item!r}")
    return name, value


def whole(name: str, value: str) -> int:
    if not (value.isascii() and value.isdigit()):
        raise Complaint(f"{name} must be a number, not {value!r}")
    return int(value)


def half(name: str, value: str) -> float:
    try:
        found = float(value)
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise Complaint(f"--until {name}=HALF: half the width is a number above 0, not {value!r}")
    return found


def check_targets(*files: Path | None) -> None:
    """Complains before anything is played, if one of them could not be written in the end."""
    for file in files:
        if file is not None and (file.is_dir() or not os.access(file.parent, os.W_OK)):
            raise Complaint(f"cannot write {file}: {'it is a folder' if file.is_dir() else 'there is no such folder'}")


@contextmanager
def complaining(after: str) -> Iterator[None]:
    """One line that says what went wrong, and what can be done about it."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        again = "remove its files of that number in all folders, and `tefuda lab run` plays these matches again"
        raise Complaint(f"the run is damaged: {str(error).partition(chr(10))[0]}; {again}") from None
    except BrokenProcessPool:
        raise Complaint(f"a worker process was ended from outside; {after}") from None
    except ValueError as error:
        raise Complaint(error) from None
    except OSError as error:
        raise Complaint(f"{error}; {after}") from None
    except KeyboardInterrupt:
        print(f"tefuda: interrupted; {after}", file=sys.stderr)
        raise


@contextmanager
def progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar with an estimate of the time left on a terminal, nothing elsewhere."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None)

        def tell(there: int, of: int) -> None:
            bar.update(task, completed=there, total=of)

        yield tell
