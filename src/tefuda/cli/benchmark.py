"""tefuda benchmark: a line of docs/benchmark.md for any bot."""

from __future__ import annotations

import json

from tefuda.benchmark import DEALS, Entry, enter, line
from tefuda.cli import Complaint
from tefuda.cli.parameters import AsJson, cores
from tefuda.cli.play import game_called
from tefuda.games import GAMES


def benchmark_command(
    bot: str,
    /,
    *,
    games: str = "",
    deals: int = DEALS,
    playouts: int = 400,
    processes: int = 0,
    as_json: AsJson = False,
) -> int:
    """Measure a bot on the benchmark's deals.

    Parameters
    ----------
    bot
        The bot, by any name that `tefuda arena` knows.
    games
        The games, with commas between; all if not given.
    deals
        How many of the benchmark's 1,000 deals, from the first on. Each is played with the bot at every seat.
    playouts
        How many playouts `master` has for a decision.
    processes
        How many processes play; all cores if 0.
    as_json
        Print one JSON object.
    """
    chosen = [game_called(game) for game in games.split(",")] if games else list(GAMES)
    try:
        entries: list[Entry] = list(enter(bot, chosen, deals, playouts, cores(processes)))
    except ValueError as error:
        raise Complaint(error) from None
    if as_json:
        told = [{**one._asdict(), "margin": one.margin._asdict(), "share": one.share._asdict()} for one in entries]
        print(json.dumps({"bot": bot, "entries": told}))
    else:
        print(f"| bot | {' | '.join(GAMES[game].title('en') for game in chosen)} |")
        print("|---" * (len(chosen) + 1) + "|")
        print(line(bot, entries))
    return 0
