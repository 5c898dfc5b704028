"""tefuda tune: better weights for a level."""

from __future__ import annotations

import os
from typing import Annotated

from cyclopts import Parameter

from tefuda.cli import Complaint
from tefuda.cli.play import game_called, read_options
from tefuda.games import GAMES
from tefuda.games.option import check_options
from tefuda.tune import FRESH, Trial, margin, tune

LEVELS = ("casual", "club")


def tune_command(
    game: str = "scout",
    /,
    *,
    seats: int | None = None,
    start: str = "club",
    against: str = "club",
    edition: str | None = None,
    option: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    alone: Annotated[bool, Parameter(negative=())] = False,
    generations: int = 40,
    population: int = 40,
    deals: int = 40,
    seed: int = 1,
    processes: int = 0,
) -> int:
    """Find weights that gain more than those of a level.

    Parameters
    ----------
    game
        The game.
    seats
        How many seats; the game's usual number if not given.
    start
        The level whose weights it begins with.
    against
        The level that sits in the other seats.
    edition
        The edition, in games that have some.
    option
        An option of the game as name=value; may be repeated.
    alone
        Count only what the seat gains, not what the others gain: it then never stops others without gaining by it.
    generations
        How often new weights are drawn.
    population
        How many weights a generation tries.
    deals
        How many deals each of them plays, in all rotations.
    seed
        Decides everything.
    processes
        How many processes play; all cores if 0.
    """
    face = GAMES[game_called(game)]
    options = check_options(face.options, read_options(face.name, edition, option))
    allowed = face.seats(options)
    seats = allowed[0] if seats is None else seats
    if seats not in allowed:
        raise Complaint(f"{face.name} has {' or '.join(map(str, sorted(allowed)))} seats, not {seats}")
    for level in (start, against):
        if level not in LEVELS:
            raise Complaint(f"{level!r} has no weights; {' and '.join(LEVELS)} have")
    if generations < 1 or population < 4 or not 1 <= deals <= 10_000:
        raise Complaint("at least 1 generation of 4 on 1 to 10,000 deals is needed")
    levels = {"casual": face.weights.CASUAL, "club": face.weights.CLUB}
    first = Trial(face.name, options, seats, levels[start], levels[against], alone)
    weights = first.weights
    for found in tune(first, generations, population, deals, seed, processes or os.cpu_count() or 1):
        weights = found.weights
        print(f"{found.number:>3}  best {found.best:+.3f}  mean {found.mean:+.3f}  {weights}", flush=True)
    fresh = range(FRESH, FRESH + 10 * deals)
    print(f"on fresh deals: {margin(first._replace(weights=weights), fresh):+.3f} a round against {against}")
    print(f"weights: {weights}")
    return 0
