"""tefuda lab: many matches, what they say about the rules, and how sure that is."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from tefuda.cli import Complaint
from tefuda.cli.play import game_called, read_options
from tefuda.cli.texts import Lang, locale_lang

if missing := [name for name in ("duckdb", "matplotlib", "numpy") if find_spec(name) is None]:
    raise Complaint(f"tefuda lab needs {' and '.join(missing)}: pip install 'tefuda[lab]'")

from tefuda.intervals import Mean
from tefuda.lab.compare import Difference, compare
from tefuda.lab.plan import Plan, check_plan
from tefuda.lab.report import write_report
from tefuda.lab.run import run
from tefuda.lab.texts import measure_name, number, spoken, text

Repeated = Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)]


def run_command(
    game: str = "scout",
    /,
    *,
    seats: int | None = None,
    bots: str = "club",
    games: int = 1000,
    edition: str | None = None,
    option: Repeated = (),
    folder: Path | None = None,
    seed: int = 0,
    moves: Annotated[bool, Parameter(negative=())] = False,
    sample: int = 2000,
    probes: int | None = None,
    ladder: int = 2000,
    playouts: int = 100,
    processes: int = 0,
    cluster: str = "",
) -> int:
    """Play many matches and keep what happened.

    Parameters
    ----------
    game
        The game.
    seats
        How many seats; the game's usual number if not given.
    bots
        The bot in all seats, or one for each, with commas between; they move on by a seat with each match.
    games
        How many matches. More than before makes a run longer.
    edition
        The edition, in games that have some.
    option
        An option of the game as name=value; may be repeated.
    folder
        Where the rows are kept; the same command goes on with what is there.
    seed
        The first match's seed; the others follow.
    moves
        Keep a row for every move of every match, not only of the sample.
    sample
        Of how many matches hands, moves and safety rules are kept.
    probes
        In how many matches positions are searched; one in twenty, at most 300, if not given.
    ladder
        How many matches the levels play against each other.
    playouts
        What `master` may spend on a move.
    processes
        How many processes play; all cores if 0.
    cluster
        A Dask scheduler such as tcp://host:8786, or `local`; needs tefuda[cluster].
    """
    probes = min(300, -(-games // 20)) if probes is None else probes
    rest = {"seed": seed, "sample": sample, "all_moves": moves, "probes": probes, "ladder": ladder}
    plan = plan_of(game, seats, bots, games, read_options(game_called(game), edition, option), playouts, rest)
    folder = folder or Path("lab") / name_of(plan)
    with complaining(f"the same command goes on with {folder}"), progress(f"{plan.game}, {plan.seats} seats") as tell:
        run(plan, folder, processes, cluster, tell)
    print(f"{plan.games:,} matches are in {folder}; tefuda lab report {folder} shows them")
    return 0


def compare_command(
    game: str = "scout",
    /,
    *,
    a: Repeated = (),
    b: Repeated = (),
    seats: int | None = None,
    bots: str = "club",
    games: int = 10_000,
    option: Repeated = (),
    seed: int = 0,
    until: Repeated = (),
    playouts: int = 100,
    processes: int = 0,
    cluster: str = "",
    lang: Lang | None = None,
    as_json: Annotated[bool, Parameter(name="--json", negative=())] = False,
) -> int:
    """Play two setups on the same seeds and say what differs.

    Parameters
    ----------
    game
        The game.
    a
        What the first side has: an option as name=value, seats=N, or bots=...; may be repeated.
    b
        The same of the second side.
    seats
        How many seats both sides have, if they say nothing else.
    bots
        The bots of both sides, if they say nothing else.
    games
        How many matches each side plays at most.
    option
        An option of both sides as name=value; may be repeated.
    seed
        The first match's seed; the others follow.
    until
        Stop when the interval of a measure is narrow enough, as measure=HALF; may be repeated.
    playouts
        What `master` may spend on a move.
    processes
        How many processes play; all cores if 0.
    cluster
        A Dask scheduler such as tcp://host:8786, or `local`; needs tefuda[cluster].
    lang
        The language; that of your locale if not given.
    as_json
        Print one JSON object.
    """
    lang = lang or locale_lang()
    rest = {"seed": seed, "sample": 0, "probes": 0, "ladder": 0}
    sides: list[Plan] = []
    for side in (a, b):
        given = dict(pair(item) for item in side)
        own_seats = given.pop("seats", None)
        own_bots = given.pop("bots", bots)
        texts = {**dict(pair(item) for item in option), **given}
        options = read_options(game_called(game), None, tuple(f"{name}={value}" for name, value in texts.items()))
        count = whole("seats", own_seats) if own_seats is not None else seats
        sides.append(plan_of(game, count, own_bots, games, options, playouts, rest))
    halves = {name: half(name, value) for name, value in map(pair, until)}
    if sides[0] == sides[1]:
        raise Complaint("both sides are the same; say what differs with --a and --b")
    with complaining("nothing is kept"), progress(f"{sides[0].game}, a and b") as tell:
        found = compare(sides[0], sides[1], halves, processes, cluster, tell)
    if as_json:
        print(json.dumps(as_data(sides, found)))
    else:
        show(sides, found, lang)
    return 0


def report_command(folder: Path, /, *, lang: Lang | None = None) -> int:
    """Write the report of a run: one page, and its pictures as SVG and PNG.

    Parameters
    ----------
    folder
        The folder of the run.
    lang
        The language; that of your locale if not given.
    """
    with complaining("nothing is lost"):
        print(write_report(folder, lang or locale_lang()))
    return 0


# ---- what was asked for


def plan_of(
    game: str, seats: int | None, bots: str, games: int, options: dict[str, Any], playouts: int, rest: dict[str, Any]
) -> Plan:
    try:
        return check_plan(game_called(game), options, seats, bots.split(","), games, playouts=playouts, **rest)
    except ValueError as error:
        raise Complaint(error) from None


def name_of(plan: Plan) -> str:
    """A folder's name that says what is in it."""
    bots = plan.bots[:1] if len(set(plan.bots)) == 1 else plan.bots
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


@contextmanager
def complaining(after: str) -> Iterator[None]:
    """One line for what goes wrong, and what can be done then."""
    try:
        yield
    except BrokenProcessPool:
        raise Complaint(f"a worker process was ended from outside; {after}") from None
    except (ValueError, OSError) as error:
        raise Complaint(error) from None
    except KeyboardInterrupt:
        print(f"tefuda: interrupted; {after}", file=sys.stderr)
        raise


@contextmanager
def progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """A bar with an estimate on a terminal, nothing elsewhere."""
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


# ---- what was found


def show(sides: Sequence[Plan], found: Sequence[Difference], lang: Lang) -> None:
    study = sides[0].face.study
    never = [one for one in found if one.same and one.a.value == one.a.low == 0]
    same = [one for one in found if one.same and one not in never]
    table = Table("", "a", "b", "b − a", box=None, pad_edge=False)
    for one in found:
        if not one.same:
            name = measure_name(lang, one.measure, study.KINDS, study.ENDS)
            change = spoken(lang, one.change, signed=True)
            style = "bold" if one.sure else ""
            table.add_row(name, side(lang, one.a), side(lang, one.b), change, style=style)
    console = Console()
    for letter, plan in zip("ab", sides, strict=True):
        console.print(f"{letter}: {name_of(plan)}", markup=False, highlight=False)
    console.print(table)
    if same:
        names = ", ".join(one.measure for one in same)
        console.print(text(lang, "same", n=len(same), names=names), highlight=False)
    if never:
        names = ", ".join(f"{one.measure} ({spoken(lang, one.b)})" for one in never)
        console.print(text(lang, "never", n=len(never), names=names), highlight=False)
    console.print(text(lang, "pairs", games=f"{max(one.games for one in found):,}"), highlight=False)


def side(lang: Lang, mean: Mean) -> str:
    """A figure of one side; of what was never seen how often it may be."""
    return spoken(lang, mean) if mean.value == mean.low == 0 else number(mean.value)


def as_data(sides: Sequence[Plan], found: Sequence[Difference]) -> dict[str, Any]:
    return {
        "a": name_of(sides[0]),
        "b": name_of(sides[1]),
        "measures": {
            one.measure: {
                "a": one.a.value,
                "a_interval": [one.a.low, one.a.high],
                "b": one.b.value,
                "b_interval": [one.b.low, one.b.high],
                "change": one.change.value,
                "interval": [one.change.low, one.change.high],
                "same": one.same,
                "games": one.games,
            }
            for one in found
        },
    }
