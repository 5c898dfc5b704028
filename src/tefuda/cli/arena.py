"""tefuda arena: bots against bots, with intervals."""

from __future__ import annotations

import csv
import json
import math
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tefuda.arena import Contest, Line, Mean, check_contest, play, summary
from tefuda.cli import Complaint
from tefuda.cli.play import game_called, read_options


def arena(
    game: str = "scout",
    /,
    *,
    seats: int | None = None,
    lineup: str = "club,casual",
    edition: str | None = None,
    option: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    rounds: int = 400,
    seeds: str = "1000000:",
    seconds: float = 0.5,
    playouts: int = 0,
    processes: int = 0,
    save: Path | None = None,
    as_json: Annotated[bool, Parameter(name="--json", negative=())] = False,
) -> int:
    """Let bots play each other.

    Parameters
    ----------
    game
        The game.
    seats
        How many seats; as many as the lineup names if not given. A shorter lineup is filled up with its last bot.
    lineup
        The bots, by level, with commas between them; the figures are those of the first. `oracle` sees all hands.
    edition
        The edition, in games that have some.
    option
        An option of the game as name=value; may be repeated.
    rounds
        How many rounds at least; every deal is played in all rotations of the seats.
    seeds
        The deals, as FIRST: or FIRST:LAST. Tuning uses those below a million.
    seconds
        What `master` may think about a move.
    playouts
        The same in playouts, so that everything can be repeated; 0 for seconds.
    processes
        How many processes play; all cores if 0.
    save
        Write every line to this file, as CSV or (.parquet, with tefuda[lab]) as Parquet.
    as_json
        Print one JSON object.
    """
    name = game_called(game)
    bots = lineup.split(",")
    bots += [bots[-1]] * ((seats or 0) - len(bots))
    if seats is not None and len(bots) != seats:
        raise Complaint(f"the lineup has {len(bots)} bots for {seats} seats")
    try:
        contest = check_contest(name, read_options(name, edition, option), bots, seconds, playouts)
    except ValueError as error:
        raise Complaint(error) from None
    if rounds < 1:
        raise Complaint("--rounds must be at least 1")
    lines = run(contest, rounds, read_seeds(seeds), processes or os.cpu_count() or 1)
    if save:
        write(lines, save)
    if as_json:
        print(json.dumps(figures(contest, lines, 0)))
    else:
        show(contest, lines)
    return 0


def read_seeds(text: str) -> tuple[int, int]:
    first, colon, last = text.partition(":")
    if not (colon and first.isdigit() and (last == "" or last.isdigit()) and first.isascii() and last.isascii()):
        raise Complaint(f"--seeds are like 1000000: or 1000000:1000400, not {text!r}")
    stop = int(last) if last else 2**62
    if int(first) >= stop or stop > 2**62:
        raise Complaint(f"--seeds {text}: there is none from {first} on")
    return int(first), stop


def run(contest: Contest, rounds: int, seeds: tuple[int, int], processes: int) -> list[Line]:
    """Deals until so many rounds were played, or the seeds are used up."""
    lines: list[Line] = []
    console = Console(stderr=True)
    deal, stop = seeds
    played = 0
    bar = track(range(rounds), f"{contest.game}: {', '.join(contest.lineup)}", console=console, transient=True)
    progress = iter(bar if sys.stderr.isatty() else range(rounds))
    while played < rounds and deal < stop:
        deals = deal - seeds[0]
        per_deal = played / deals if deals else contest.seats  # more where matches are played
        wanted = 1 if contest.face.rounds_hang_together and not deals else math.ceil((rounds - played) / per_deal)
        wanted = min(stop - deal, wanted, 64 * processes)
        for line in play(contest, range(deal, deal + wanted), processes):
            lines.append(line)
            if line.place == 0:
                played += line.rounds
                next(progress, None)
        deal += wanted
    for _ in progress:
        pass
    return lines


def figures(contest: Contest, lines: Sequence[Line], place: int) -> dict[str, Any]:
    margin, share, rounds = summary(lines, place)
    return {
        "game": contest.game,
        "seats": contest.seats,
        "options": dict(contest.options),
        "lineup": list(contest.lineup),
        "bot": contest.lineup[place],
        "rounds": rounds,
        "margin": round(margin.value, 4),
        "margin_ci": [round(margin.low, 4), round(margin.high, 4)],
        "share": round(share.value, 4),
        "share_ci": [round(share.low, 4), round(share.high, 4)],
        "fair_share": round(1 / contest.seats, 4),
    }


def write(lines: Sequence[Line], path: Path) -> None:
    text = path.with_suffix(".csv")
    with text.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(Line._fields)
        writer.writerows(lines)
    if path.suffix == ".parquet":
        try:
            import duckdb
        except ImportError:
            raise Complaint(f"Parquet needs tefuda[lab]; the lines are in {text}") from None
        duckdb.sql(f"copy (from read_csv('{text}')) to '{path}' (format parquet)")
        text.unlink()


def show(contest: Contest, lines: Sequence[Line]) -> None:
    title = f"{contest.game}, {contest.seats} seats, {len({line.deal for line in lines}):,} deals in all rotations"
    table = Table("bot", "margin a round", "share of wins", "ms a move (median, slowest)", box=None, title=title)
    ratings = rate(contest, lines)
    if ratings:
        table.add_column("rating")
    for place, bot in enumerate(contest.lineup):
        margin, share, _ = summary(lines, place)
        own = [line for line in lines if line.place == place and line.decisions]
        middle = sorted(line.median_ms for line in own)[len(own) // 2] if own else 0
        times = f"{middle:.1f}, {max(line.slowest_ms for line in own):.1f}" if own else "inside the kernel"
        row = [bot, interval(margin), interval(share), times]
        if ratings:
            row.append(interval(ratings[bot]))
        table.add_row(*row)
    Console().print(table)
    print(f"a fair share is {1 / contest.seats:.1%}")


def interval(mean: Mean) -> str:
    return f"{mean.value:+.3f} ({mean.low:+.3f} to {mean.high:+.3f})"


def rate(contest: Contest, lines: Sequence[Line]) -> dict[str, Mean]:
    """Plackett-Luce ratings of the bots, if openskill is installed; copies of a bot share one."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce()
    known = {bot: model.rating(name=bot) for bot in contest.lineup}
    games: dict[tuple[int, int], list[Line]] = {}
    for line in lines:
        games.setdefault((line.deal, line.rotation), []).append(line)
    for game in games.values():
        best: dict[str, float] = {}
        for line in game:
            best[line.bot] = max(best.get(line.bot, line.margin), line.margin)
        if len(best) > 1:
            rated = model.rate([[known[bot]] for bot in best], scores=list(best.values()))
            known |= {bot: team[0] for bot, team in zip(best, rated, strict=True)}
    return {bot: Mean(r.mu, r.mu - 1.96 * r.sigma, r.mu + 1.96 * r.sigma) for bot, r in known.items()}
