"""The benchmark: one bot against `club` at all other seats, on fixed deals that nothing is tuned or trained on.

Every deal is played in all rotations, so that seat and cards cancel: four `club` have a margin of 0 on each deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tefuda.arena import check_contest, play, summary
from tefuda.games import GAMES
from tefuda.intervals import Mean

SEATS = 4
OPPONENT = "club"
FIRST = 9_000_000  # the deals from here on are the benchmark's; tuning uses those below a million
DEALS = 1000


class Entry(NamedTuple):
    """How a bot did in one game."""

    game: str
    bot: str
    deals: int
    rounds: int
    margin: Mean  # a round
    share: Mean


def enter(bot: str, games: Sequence[str], deals: int, playouts: int, processes: int = 1) -> Iterator[Entry]:
    """The bot's entries, game by game. ValueError if something is wrong with what is asked."""
    if not 2 <= deals <= DEALS:
        raise ValueError(f"the benchmark has 2 to {DEALS:,} deals, not {deals}")
    for game in games:
        if game not in GAMES:
            raise ValueError(f"there is no game {game!r}; there are {', '.join(GAMES)}")
    lineup = [bot] + [OPPONENT] * (SEATS - 1)
    contests = [check_contest(game, {}, lineup, playouts=playouts) for game in games]
    for contest in contests:
        lines = list(play(contest, range(FIRST, FIRST + deals), processes))
        margin, share, rounds = summary(lines, 0)
        yield Entry(contest.game, bot, deals, rounds, margin, share)


def line(bot: str, entries: Sequence[Entry]) -> str:
    """A row of the table of docs/benchmark.md."""
    cells = [f"{said(one.margin, '+.2f')}; {said(percent(one.share), '.1f')} % ({one.deals:,})" for one in entries]
    return f"| `{bot}` | {' | '.join(cells).replace('-', '−')} |"


def percent(mean: Mean) -> Mean:
    return Mean(*(100 * part for part in mean))


def said(mean: Mean, form: str) -> str:
    half = max(mean.high - mean.value, mean.value - mean.low)
    return f"{round(mean.value, 9) + 0:{form}} ± {half:{form.lstrip('+')}}"  # and never minus zero
