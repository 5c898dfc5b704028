"""tefuda lab compare."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tefuda.cli import Complaint
from tefuda.cli.lab.asked import check_targets, complaining, half, name_of, pair, progress, setup_of
from tefuda.cli.parameters import AsJson, Repeated, Switch
from tefuda.cli.play import GAME, game_called
from tefuda.cli.texts import Lang, locale_lang
from tefuda.intervals import Mean
from tefuda.lab.beside import page_of_two
from tefuda.lab.compare import Difference, compare, compare_folders
from tefuda.lab.plan import Plan
from tefuda.lab.retune import CYCLES, Budget, Learnt, learn, with_weights
from tefuda.lab.run import cores
from tefuda.lab.store import write
from tefuda.lab.sweep import as_csv, as_rows
from tefuda.lab.texts import change_in, measure_name, plain_value, spoken, text, value_of


def compare_command(
    game: str = GAME,
    other: str | None = None,
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
    retune: Switch = False,
    generations: int = Budget().generations,
    population: int = Budget().population,
    deals: int = Budget().deals,
    processes: int = 0,
    cluster: str = "",
    lang: Lang | None = None,
    report: Path | None = None,
    csv: Path | None = None,
    as_json: AsJson = False,
) -> int:
    """Play two setups on the same seeds and say what differs.

    Parameters
    ----------
    game
        The game, by name or folder.
    other
        The game of the second side, if it is another one: a variant, by its folder.
    a
        What the first side has: an option as name=value, seats=N, or bots=...; may be repeated. Or folder=..., a run
        that was played before, perhaps by another version.
    b
        The same for the second side.
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
    retune
        Tune the bot's weights for each side first, with the same budget, so that it adapts its play to the rules of
        that side.
    generations
        Of tuning: how often new weights are drawn.
    population
        Of tuning: how many weights a generation tries.
    deals
        Of tuning: how many deals each of them plays, in all rotations.
    processes
        How many processes play; all cores if 0.
    cluster
        A Dask scheduler such as tcp://host:8786, or `local`; needs tefuda[cluster].
    lang
        The language; that of your locale if not given.
    report
        Write one page to this file (.html).
    csv
        Write everything to this file, for a spreadsheet.
    as_json
        Print one JSON object.
    """
    lang = lang or locale_lang()
    check_targets(report, csv)
    folders = [Path(value) for name, value in map(pair, (*a, *b)) if name == "folder"]
    if folders:
        for one in filter(None, (game, other)):
            game_called(one)
        return compare_runs(a, b, folders, lang, report, csv, as_json)
    shared = dict(map(pair, option))
    sides = [
        setup_of(one, {**shared, **dict(map(pair, side))}, seats, bots, games, seed, playouts)
        for one, side in ((game, a), (other or game, b))
    ]
    if sides[0].face.study.KINDS != sides[1].face.study.KINDS:
        raise Complaint(f"{sides[0].game} and {sides[1].game} have different moves; compare a game with its variants")
    halves = {name: half(name, value) for name, value in map(pair, until)}
    if sides[0] == sides[1]:
        raise Complaint("both sides are the same; say what differs with --a and --b, or name a variant")
    learnt: list[Learnt] = []
    if retune:
        budget = check_budget(generations, population, deals)
        learnt = [
            taught(plan, budget, f"tuning for {letter}", processes) for letter, plan in zip("ab", sides, strict=True)
        ]
        sides = [with_weights(plan, one) for plan, one in zip(sides, learnt, strict=True)]
    with complaining("nothing is kept"), progress(f"{sides[0].game}, a and b") as tell:
        found = compare(sides[0], sides[1], halves, processes, cluster, tell)
        keep(sides, found, lang, report, csv)
    if as_json:
        print(json.dumps(as_data(sides, found, learnt)))
    else:
        show(sides, found, learnt, lang)
    return 0


def compare_runs(
    a: Sequence[str],
    b: Sequence[str],
    folders: Sequence[Path],
    lang: Lang,
    report: Path | None,
    csv: Path | None,
    as_json: bool,
) -> int:
    """Two runs that were played before."""
    if len(folders) != 2 or len(a) != 1 or len(b) != 1:
        raise Complaint("two runs are compared with --a folder=ONE --b folder=OTHER and nothing else")
    with complaining("nothing is lost"):
        sides, found = compare_folders(*folders)
        keep(sides, found, lang, report, csv)
    if as_json:
        print(json.dumps(as_data(sides, found, [])))
    else:
        show(sides, found, [], lang)
    return 0


def keep(sides: Sequence[Plan], found: Sequence[Difference], lang: Lang, report: Path | None, csv: Path | None) -> None:
    names = [name_of(plan) for plan in sides]
    if csv:
        write(csv, as_csv(as_rows(names, found)).encode())
    if report:
        write(report, page_of_two(sides, names, found, lang).encode())


def taught(plan: Plan, budget: Budget, title: str, processes: int) -> Learnt:
    with complaining("nothing is kept"), progress(title) as tell:
        return learn(plan, budget, cores(processes), tell)


def check_budget(generations: int, population: int, deals: int) -> Budget:
    if generations < CYCLES or population < 4 or not 1 <= deals <= 1000:
        raise Complaint(f"tuning needs at least {CYCLES} generations of 4 on 1 to 1,000 deals")
    return Budget(generations, population, deals)


def show(sides: Sequence[Plan], found: Sequence[Difference], learnt: Sequence[Learnt], lang: Lang) -> None:
    study = sides[0].face.study
    never = [one for one in found if one.same and one.a.value == one.a.low == 0]
    same = [one for one in found if one.same and one not in never]
    table = Table("", "a", "b", "b − a", box=None, pad_edge=False)
    for one in found:
        if not one.same:
            name = measure_name(lang, one.measure, study.KINDS, study.ENDS)
            change = change_in(lang, one.measure, one.change)
            style = "bold" if one.sure else ""
            table.add_row(name, side(lang, one.measure, one.a), side(lang, one.measure, one.b), change, style=style)
    console = Console()
    for letter, plan in zip("ab", sides, strict=True):
        console.print(f"{letter}: {name_of(plan)}", markup=False, highlight=False)
    for letter, new in zip("ab", learnt, strict=False):
        key = "retuned" if new.kept else "not_retuned"
        console.print(text(lang, key, side=letter, gain=spoken(lang, new.gain, signed=True)), highlight=False)
    console.print(table)
    if same:
        names = ", ".join(one.measure for one in same)
        console.print(text(lang, "same", n=len(same), names=names), highlight=False)
    if never:
        names = ", ".join(f"{one.measure} ({value_of(lang, one.measure, one.b)})" for one in never)
        console.print(text(lang, "never", n=len(never), names=names), highlight=False)
    console.print(text(lang, "pairs", games=f"{max(one.games for one in found):,}"), highlight=False)


def side(lang: Lang, measure: str, mean: Mean) -> str:
    """A figure of one side; for what was never seen, the rate that it may have at most."""
    return value_of(lang, measure, mean) if mean.value == mean.low == 0 else plain_value(measure, mean.value)


def as_data(sides: Sequence[Plan], found: Sequence[Difference], learnt: Sequence[Learnt]) -> dict[str, Any]:
    retuned = [{"weights": one.weights, "gain": list(one.gain), "kept": one.kept} for one in learnt]
    return {
        "a": name_of(sides[0]),
        "b": name_of(sides[1]),
        **({"retuned": dict(zip("ab", retuned, strict=True))} if retuned else {}),
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
