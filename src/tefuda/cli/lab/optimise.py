"""tefuda lab optimise."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tefuda.cli import Complaint
from tefuda.cli.lab.asked import complaining, pair, progress, setup_of, whole
from tefuda.cli.parameters import AsJson, Repeated, Seats
from tefuda.cli.play import GAME, read_options
from tefuda.cli.texts import Lang, locale_lang
from tefuda.games.option import Value, check_options
from tefuda.lab.optimise import OWN, SEATS, Choice, Limit, Search, Wish, optimise
from tefuda.lab.plan import Plan
from tefuda.lab.sweep import values_of
from tefuda.lab.texts import measure_name, text, value_of

LIMIT = re.compile(r"(\w+)(<=|>=)(-?\d+(?:\.\d+)?)")


def optimise_command(
    game: str = GAME,
    /,
    *,
    over: Repeated = (),
    limit: Repeated = (),
    most: Repeated = (),
    least: Repeated = (),
    seats: Seats = None,
    bots: str = "casual",
    games: int = 400,
    trials: int = 64,
    final: int = 4000,
    option: Repeated = (),
    seed: int = 0,
    folder: Path | None = None,
    processes: int = 0,
    cluster: str = "",
    lang: Lang | None = None,
    as_json: AsJson = False,
) -> int:
    """Look for the options that best meet given goals, within limits.

    Parameters
    ----------
    game
        The game.
    over
        An option that is varied, as name=value,value or name=10..40..10; may be repeated.
    limit
        What must hold, as measure<=number or measure>=number; may be repeated.
    most
        A measure that should be as great as possible; several make a front.
    least
        A measure that should be as small as possible.
    bots
        The bots.
    games
        How many matches a trial plays.
    trials
        How many setups are tried.
    final
        How many matches each setup of the front plays at the end, on fresh seeds.
    option
        An option of all setups as name=value; may be repeated.
    seed
        Decides everything.
    folder
        Where the trials are kept; the same command goes on from what is there, also with more --trials.
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
    base = setup_of(game, dict(map(pair, option)), seats, bots, games, seed, 100)
    search = Search(
        base=base,
        over={name: read_values(base, name, value) for name, value in map(pair, over)},
        limits=tuple(map(read_limit, limit)),
        wishes=(*(Wish(name, True) for name in most), *(Wish(name, False) for name in least)),
        trials=trials,
        final=final,
    )
    folder = folder or Path("lab") / f"optimise-{base.game}-{search.key()}"
    with complaining(f"the same command goes on with {folder}"), progress(f"{base.game}, trials") as tell:
        found = optimise(search, folder, processes, cluster, tell)
    if as_json:
        front = [{"options": one.options, "measures": one.measures} for one in found]
        print(json.dumps({"folder": str(folder), "front": front}))
    else:
        show(search, found, folder, lang)
    return 0


def read_values(base: Plan, name: str, value: str) -> tuple[Value, ...]:
    if name == SEATS:
        return tuple(whole(name, one) for one in values_of(value))
    try:
        given = [read_options(base.game, None, (f"{name}={one}",)) for one in values_of(value)]
        return tuple(check_options(base.face.options, one)[name] for one in given)
    except ValueError as error:
        raise Complaint(error) from None


def read_limit(text: str) -> Limit:
    found = LIMIT.fullmatch(text.replace(" ", ""))
    if not found:
        raise Complaint(f"a limit is like minutes<=20, not {text!r}")
    return Limit(found[1], found[2] == "<=", float(found[3]))


def show(search: Search, found: Sequence[Choice], folder: Path, lang: Lang) -> None:
    console = Console()
    study = search.base.face.study
    defaults = {option.name: option.default for option in search.base.face.options}
    for place, choice in enumerate(found, 1):
        changed = [f"{name}={value}" for name, value in choice.options.items() if value != defaults.get(name)]
        console.print(f"{place}. {' '.join(changed) or text(lang, 'usual')}", highlight=False, markup=False)
        table = Table(box=None, pad_edge=False, show_header=False)
        for name, mean in choice.measures.items():
            limits = [one for one in search.limits if one.measure == name]
            words = ", ".join(text(lang, f"limit_{one.word(mean)}", bound=str(one)) for one in limits)
            called = text(lang, f"m_{name}") if name in OWN else measure_name(lang, name, study.KINDS, study.ENDS)
            table.add_row(f"   {called}", value_of(lang, name, mean), words)
        console.print(table)
    told = text(lang, "optimised", trials=search.trials, final=f"{search.final:,}", folder=folder)
    console.print(told, highlight=False, markup=False)
