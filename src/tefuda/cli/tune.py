"""tefuda tune: better weights for a level."""

from __future__ import annotations

from pathlib import Path

from tefuda.bots.entrants import WEIGHTS, Weights, find_bot, weights_text
from tefuda.cli import Complaint
from tefuda.cli.parameters import Edition, RuleOptions, Seats, Switch, cores
from tefuda.cli.play import GAME, set_up_as_asked
from tefuda.cli.saving import asked, write
from tefuda.intervals import mean_of, sums_of
from tefuda.tune import FRESH, Trial, margins_of, tune


def tune_command(
    game: str = GAME,
    /,
    *,
    seats: Seats = None,
    start: str = "club",
    against: str = "club",
    edition: Edition = None,
    option: RuleOptions = (),
    alone: Switch = False,
    generations: int = 40,
    population: int = 40,
    deals: int = 40,
    seed: int = 1,
    processes: int = 0,
    save: Path | None = None,
) -> int:
    """Find weights that gain more than those of a level, or of a file of weights.

    Parameters
    ----------
    game
        The game.
    start
        The level or the file whose weights it begins with.
    against
        The level or the file that sits in the other seats.
    alone
        Count only what the seat gains, not what the others gain: it then never hinders others without gaining by it.
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
    save
        Write the weights to this file (.toml), which arena, lab and tune take as a bot.
    """
    face, seats, options = set_up_as_asked(game, seats, edition, option)
    begin, others = (weights_called(bot, face.name) for bot in (start, against))
    if save and save.suffix != WEIGHTS:
        raise Complaint(f"the name of a file of weights ends in {WEIGHTS}, not as {save}")
    if save and not save.parent.is_dir():
        raise Complaint(f"there is no folder {save.parent}")
    if generations < 1 or population < 4 or not 1 <= deals <= 10_000:
        raise Complaint("at least 1 generation of 4 on 1 to 10,000 deals is needed")
    first = Trial(face.name, options, seats, begin, others, alone)
    weights = first.weights
    for found in tune(first, generations, population, deals, seed, cores(processes)):
        weights = found.weights
        print(f"{found.number:>3}  best {found.best:+.3f}  mean {found.mean:+.3f}  {weights}", flush=True)
    fresh = mean_of(sums_of(margins_of(first._replace(weights=weights), range(FRESH, FRESH + 10 * deals))))
    print(f"on fresh deals: {fresh.value:+.3f} ({fresh.low:+.3f} to {fresh.high:+.3f}) a round against {against}")
    print(f"weights: {weights}")
    if save:
        write(save, weights_text(face.name, weights, f"made by: {asked()}").encode())
    return 0


def weights_called(bot: str, game: str) -> Weights:
    try:
        found = find_bot(bot, game)
    except ValueError as error:
        raise Complaint(error) from None
    if found.weights is None or found.avoids:
        raise Complaint(f"{bot!r} is more than weights; casual, club and files of weights can be tuned")
    return found.weights
