"""tefuda arena: bots against bots, with intervals."""

from __future__ import annotations

import csv
import json
import math
import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tefuda.arena import Contest, Line, check_contest, percentile, play, summary, summary_of, variances
from tefuda.bots.entrants import EXPERT
from tefuda.bots.network import network_for
from tefuda.cli import Complaint
from tefuda.cli.parameters import AsJson, Edition, RuleOptions, Switch, cores
from tefuda.cli.play import GAME, game_called, read_options
from tefuda.games import GAMES
from tefuda.games.option import check_options
from tefuda.intervals import Mean


def arena(
    game: str = GAME,
    /,
    *,
    seats: int | None = None,
    lineup: str = "club,casual",
    edition: Edition = None,
    option: RuleOptions = (),
    rounds: int = 400,
    seeds: str = "1000000:",
    seconds: float = 0.5,
    playouts: int = 0,
    times: Switch = False,
    luck: int = 0,
    instead: int = 0,
    processes: int = 0,
    save: Path | None = None,
    as_json: AsJson = False,
) -> int:
    """Let bots play each other.

    Parameters
    ----------
    game
        The game.
    seats
        How many seats; if not given, as many as the lineup names, or as usual where those are too few. A shorter lineup
        is filled up with its last bot.
    lineup
        The bots with commas between them; the figures are those of the first. A bot is a level, a file of weights
        (mine.toml), a function (module:function), a program that reads and writes lines of JSON (cmd:./mybot), or one
        that avoids kinds of moves (club~force). `oracle` sees all hands.
    rounds
        How many rounds at least; every deal is played in all rotations of the seats.
    seeds
        The deals, as FIRST: or FIRST:LAST. Tuning uses those below a million.
    seconds
        How long `master` may think about a move.
    playouts
        The same in playouts, so that everything can be repeated; 0 for seconds.
    times
        Ask every bot with its view, as at a table, and measure its decisions, in processor time. Otherwise bots that
        consist of weights alone play inside the kernel, where that is possible: the same moves, but far faster.
    luck
        Take out of the margins what deals and draws gave, by so many rounds that `casual` and `club` play on from
        before and from after each of them. The mean stays the same, the interval gets narrower; 0 leaves it in.
    instead
        Count only what the first bot's moves gain over those that the others would have made instead, by so many games
        that the others play on after both. The mean stays the same, and where bots mostly agree the interval gets much
        narrower. The others must be one bot that the kernel plays: `casual`, `club`, a file of weights, `expert`.
    processes
        How many processes play; all cores if 0.
    save
        Write every line to this file, as CSV or (.parquet, with tefuda[lab]) as Parquet.
    as_json
        Print one JSON object.
    """
    name = game_called(game)
    try:
        options, bots = read_options(name, edition, option), lineup.split(",")
        bots += [bots[-1]] * ((seats or fewest(name, options, len(bots))) - len(bots))
        if seats is not None and len(bots) != seats:
            raise Complaint(f"the lineup has {len(bots)} bots for {seats} seats")
        contest = check_contest(name, options, bots, seconds, playouts, times, luck, instead)
    except ValueError as error:
        raise Complaint(error) from None
    if rounds < 1:
        raise Complaint("--rounds must be at least 1")
    chosen = read_seeds(seeds)
    try:
        lines = run(contest, rounds, chosen, cores(processes))
    except ValueError as error:
        raise Complaint(error) from None
    if save:
        write(lines, save)
    if as_json:
        print(json.dumps(figures(contest, lines, 0)))
    else:
        show(contest, lines)
    return 0


def fewest(game: str, options: Mapping[str, object], bots: int) -> int:
    """So many seats, or the usual number where that is too few."""
    allowed = GAMES[game].seats(check_options(GAMES[game].options, options))
    return bots if bots >= min(allowed) else allowed[0]


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
    controlled = contest.luck or contest.instead
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
        "fair_share": None if contest.face.shared_by(contest.options) else round(1 / contest.seats, 4),
        **({"variances": variances(line for line in lines if line.place == place)} if controlled else {}),
        **times_of(lines, contest.lineup[place]),
    }


def times_of(lines: Sequence[Line], bot: str) -> dict[str, float]:
    """The times of the bot's decisions, in milliseconds of the processor, if there are any."""
    times = [time for line in lines if line.bot == bot for time in line.times]
    return {f"p{percent}_ms": round(percentile(times, percent), 3) for percent in (50, 99)} if times else {}


def write(lines: Sequence[Line], path: Path) -> None:
    text = path.with_suffix(".csv")
    with text.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow((*Line._fields[:-1], "decisions", "p50_ms", "slowest_ms"))
        for line in lines:
            spent = line.times
            writer.writerow((*line[:-1], len(spent), percentile(spent, 50), percentile(spent, 100)))
    if path.suffix == ".parquet":
        try:
            import duckdb
        except ImportError:
            raise Complaint(f"Parquet needs tefuda[lab]; the lines are in {text}") from None
        duckdb.sql(f"copy (from read_csv('{text}')) to '{path}' (format parquet)")
        text.unlink()


def show(contest: Contest, lines: Sequence[Line]) -> None:
    """A row for each bot, however many seats it has."""
    shared = contest.face.shared_by(contest.options)
    deals = len({line.deal for line in lines})
    title = f"{contest.game}, {contest.seats} seats, {deals:,} deals in all rotations"
    table = Table("bot", box=None, title=title, title_justify="left")
    ratings = {} if shared else rate(contest, lines)
    timed = any(line.times for line in lines)
    columns = ["gain a round" if shared else "margin a round", "won together" if shared else "share of wins"]
    columns += ["ms: p50", "p99"] * timed + ["rating"] * bool(ratings)
    for column in columns:
        table.add_column(column, justify="right")
    for bot in dict.fromkeys(contest.lineup):
        margin, share, _ = summary_of(line for line in lines if line.bot == bot)
        times = times_of(lines, bot).values() or ["", ""]
        low, value, high = (100 * part for part in (share.low, share.value, share.high))
        row = [interval(margin, "+.3f"), f"{value:.1f} % ({low:.1f}–{high:.1f})"]
        row += [f"{time:,.2f}" if time else "" for time in times] * timed
        if ratings:
            row.append(interval(ratings[bot], ".1f"))
        copies = contest.lineup.count(bot)
        table.add_row(f"{copies} × {bot}" if copies > 1 else bot, *row)
    Console().print(table)
    if EXPERT in contest.lineup and network_for(contest.game, contest.seats, contest.options) is None:
        print("expert has no network for these seats and options: it played as club")
    print("intervals are at 95 %" + ("" if shared else f"; a fair share is {1 / contest.seats:.1%}"))


def interval(mean: Mean, form: str) -> str:
    """A mean and its interval, such as +9.200 ± 0.212."""
    return f"{mean.value:{form}} ± {mean.high - mean.value:{form.lstrip('+')}}"


def rate(contest: Contest, lines: Sequence[Line]) -> dict[str, Mean]:
    """Plackett-Luce ratings of the bots, if openskill is installed; copies of a bot share one, moved by their mean."""
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
        bots = [line.bot for line in game]
        if len(known) > 1:
            rated = model.rate([[known[bot]] for bot in bots], scores=[line.margin for line in game])
            for bot in known:
                copies = [team[0] for team, name in zip(rated, bots, strict=True) if name == bot]
                known[bot].mu = statistics.mean(copy.mu for copy in copies)
                known[bot].sigma = statistics.mean(copy.sigma for copy in copies)
    return {bot: Mean(r.mu, r.mu - 1.96 * r.sigma, r.mu + 1.96 * r.sigma) for bot, r in known.items()}
