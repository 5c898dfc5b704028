"""tefuda lab run, report and figures."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isinf
from pathlib import Path

from tefuda.cli.lab.asked import complaining, name_of, plan_of, progress
from tefuda.cli.parameters import AsJson, Edition, RuleOptions, Seats, Switch
from tefuda.cli.play import GAME, game_called, read_options
from tefuda.cli.texts import Lang, locale_lang
from tefuda.games.found import looks_like_a_folder
from tefuda.intervals import Mean
from tefuda.lab.export import as_csv, flat
from tefuda.lab.figures import figures
from tefuda.lab.report import write_report
from tefuda.lab.run import run


def run_command(
    game: str = GAME,
    /,
    *,
    seats: Seats = None,
    bots: str = "club",
    games: int = 1000,
    edition: Edition = None,
    option: RuleOptions = (),
    folder: Path | None = None,
    seed: int = 0,
    moves: Switch = False,
    sample: int = 2000,
    probes: int | None = None,
    ladder: int = 1000,
    without: int = 100,
    playouts: int = 100,
    processes: int = 0,
    cluster: str = "",
) -> int:
    """Play many matches and keep what happened.

    Parameters
    ----------
    game
        The game.
    bots
        The bot in all seats, or one for each, with commas between; they move on by a seat with each match. A bot is a
        level, a file of weights (mine.toml), a function (module:function), or one that avoids kinds of moves
        (club~force).
    games
        How many matches. More than before makes a run longer.
    folder
        Where the rows are kept; the same command goes on from what is there.
    seed
        The first match's seed; the others follow.
    moves
        Keep a row for every move of every match, not only of the sample.
    sample
        Of how many matches hands, moves and safety rules are kept.
    probes
        In how many matches positions are searched; one in twenty, at most 300, if not given.
    ladder
        How many matches a seat of each level plays among seats of each other level.
    without
        In how many matches a seat avoids a kind of move, for each kind.
    playouts
        What `master` may spend on a move.
    processes
        How many processes play; all cores if 0.
    cluster
        A Dask scheduler such as tcp://host:8786, or `local`; needs tefuda[cluster].
    """
    probes = min(300, -(-games // 20)) if probes is None else probes
    rest = {"seed": seed, "sample": sample, "all_moves": moves, "probes": probes, "ladder": ladder, "without": without}
    plan = plan_of(game, seats, bots, games, read_options(game_called(game), edition, option), playouts, rest)
    folder = folder or Path("lab") / name_of(plan)
    with complaining(f"the same command goes on with {folder}"), progress(f"{plan.game}, {plan.seats} seats") as tell:
        run(plan, folder, processes, cluster, tell)
    shown = f"{folder} {game}" if looks_like_a_folder(game) else folder
    print(f"{plan.games:,} matches are in {folder}; tefuda lab report {shown} shows them")
    return 0


def report_command(folder: Path, game: str | None = None, /, *, lang: Lang | None = None) -> int:
    """Write the report of a run: one page, and its pictures as SVG and PNG.

    Parameters
    ----------
    folder
        The folder of the run.
    game
        The folder of its game, if it is one that lies in a folder.
    lang
        The language; that of your locale if not given.
    """
    if game:
        game_called(game)
    with complaining("nothing is lost"):
        print(write_report(folder, lang or locale_lang()))
    return 0


def figures_command(folder: Path, game: str | None = None, /, *, as_json: AsJson = False) -> int:
    """Print all figures of a run with their intervals, as CSV for a spreadsheet.

    Parameters
    ----------
    folder
        The folder of the run.
    game
        The folder of its game, if it is one that lies in a folder.
    as_json
        Print one JSON object instead, with [value, low, high] for each figure.
    """
    if game:
        game_called(game)
    with complaining("nothing is lost"):
        found = flat(figures(folder))
    print(json.dumps(jsonable(found)) if as_json else as_csv(found), end="\n" if as_json else "")
    return 0


def jsonable(found: Mapping[str, Mean]) -> dict[str, list[float | None]]:
    """JSON has no infinity: an end that is open is null."""
    return {name: [None if isinf(number) else number for number in mean] for name, mean in found.items()}
