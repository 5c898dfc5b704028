"""tefuda lab sweep."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tefuda.cli import Complaint
from tefuda.cli.lab.asked import check_targets, complaining, pair, progress, setup_of
from tefuda.cli.parameters import AsJson, Repeated
from tefuda.cli.play import GAME
from tefuda.cli.texts import Lang, locale_lang
from tefuda.games import Face
from tefuda.lab.beside import page
from tefuda.lab.store import write
from tefuda.lab.sweep import SHOWN, Row, as_csv, grid, sweep, values_of
from tefuda.lab.texts import change_in, measure_name, plain_value, text


def sweep_command(
    game: str = GAME,
    /,
    *,
    over: Repeated = (),
    setup: Repeated = (),
    measures: str = ",".join(SHOWN),
    seats: int | None = None,
    bots: str = "club",
    games: int = 1000,
    option: Repeated = (),
    seed: int = 0,
    playouts: int = 100,
    processes: int = 0,
    cluster: str = "",
    lang: Lang | None = None,
    report: Path | None = None,
    csv: Path | None = None,
    as_json: AsJson = False,
) -> int:
    """Play many setups on the same seeds, and compare each with the first.

    Parameters
    ----------
    game
        The game.
    over
        What is varied, as name=value,value or name=10..40..10; an option, seats or bots. Repeated: every combination.
    setup
        Instead of a grid: one setup as "name=value name=value"; repeated.
    measures
        What is shown, with commas between; tefuda lab compare shows all names.
    seats
        How many seats, if that is not varied.
    bots
        The bots, if they are not varied.
    games
        How many matches each setup plays.
    option
        An option of all setups as name=value; may be repeated.
    seed
        The first match's seed; the others follow.
    playouts
        What `master` may spend on a move.
    processes
        How many processes play; all cores if 0.
    cluster
        A Dask scheduler such as tcp://host:8786, or `local`; needs tefuda[cluster].
    lang
        The language; that of your locale if not given.
    report
        Write one page with pictures to this file (.html).
    csv
        Write everything to this file, for a spreadsheet.
    as_json
        Print one JSON object.
    """
    lang = lang or locale_lang()
    check_targets(report, csv)
    if bool(over) == bool(setup):
        raise Complaint("say what is varied: with --over name=value,value or with --setup, not both")
    try:
        varied = grid({name: values_of(value) for name, value in map(pair, over)}) if over else each(setup)
    except ValueError as error:
        raise Complaint(error) from None
    shared = dict(map(pair, option))
    setups = [(one, setup_of(game, {**shared, **one}, seats, bots, games, seed, playouts)) for one in varied]
    with complaining("nothing is kept"), progress(f"{setups[0][1].game}, {len(setups)} setups") as tell:
        rows = sweep(setups, measures.split(","), processes, cluster, tell)
        if csv:
            write(csv, as_csv(rows).encode())
        if report:
            write(report, page([plan for _, plan in setups], rows, lang).encode())
    if as_json:
        print(json.dumps([row_data(row) for row in rows]))
    else:
        show(setups[0][1].face, rows, games, lang)
    return 0


def each(setups: Sequence[str]) -> list[dict[str, str]]:
    if len(setups) < 2:
        raise ValueError("a sweep needs at least two setups")
    found = [dict(map(pair, one.split())) for one in setups]
    names = dict.fromkeys(name for one in found for name in one)
    return [{name: one[name] for name in names if name in one} for one in found]


def row_data(row: Row) -> dict[str, object]:
    measures = {
        name: {
            "value": one.b.value,
            "interval": one.b[1:],
            "change": one.change.value,
            "change_interval": one.change[1:],
        }
        for name, one in row.measures.items()
    }
    return {"setup": row.changed, "measures": measures}


def show(face: Face, rows: Sequence[Row], games: int, lang: Lang) -> None:
    """A block for each measure: the setups below each other, with what they change against the first."""
    console = Console()
    kinds, ends = face.study.KINDS, face.study.ENDS
    for name in rows[0].measures:
        table = Table(measure_name(lang, name, kinds, ends), "", text(lang, "against_first"), box=None, pad_edge=False)
        for row in rows:
            one = row.measures[name]
            change = "–" if row is rows[0] else change_in(lang, name, one.change)
            table.add_row(
                row.name, plain_value(name, one.b.value), change, style="bold" if one.sure and not one.same else ""
            )
        console.print(table)
        console.print()
    comparisons = (len(rows) - 1) * len(rows[0].measures)
    console.print(text(lang, "swept", games=f"{games:,}", n=comparisons), highlight=False)
