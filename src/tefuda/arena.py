"""The arena: line-ups of bots against each other, every deal in all seat rotations, with intervals.

What is played is the first round of a match, or a whole match in games whose rounds depend on each other. A margin is
what a seat gains less what the others gain on average, per round; a share is 1 for the best gain, split among equals.
Where all win or lose together, a margin is what they gain, and a share is 1 if they win.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import NamedTuple

from tefuda.bots import Bot, Master
from tefuda.bots.entrants import EXPERT, Entrant, ask, find_bot
from tefuda.bots.expert import row_for
from tefuda.bots.master import lead
from tefuda.games import GAMES, Face
from tefuda.games.option import Value
from tefuda.intervals import Mean, mean_of, sums_of
from tefuda.kernel import CHANCE, OVER
from tefuda.kernel.plain import Game
from tefuda.match import set_up

ORACLE = "oracle"  # a bot that sees all hands; it exists only here
ORACLE_PLAYOUTS = 600
MASK = 2**62 - 1


class Contest(NamedTuple):
    """What is to be played. The lineup names a bot for each seat of the first rotation, see bots/entrants.py."""

    game: str
    options: Mapping[str, Value]
    lineup: tuple[str, ...]
    seconds: float = 0.5  # master's budget
    playouts: int = 0  # ... or in playouts
    timed: bool = False  # whether every bot is asked with its view, so that its decisions can be timed

    @property
    def face(self) -> Face:
        return GAMES[self.game]

    @property
    def seats(self) -> int:
        return len(self.lineup)


class Line(NamedTuple):
    """One bot's part in one game of the arena: a row of the results."""

    deal: int
    rotation: int
    place: int  # in the lineup
    bot: str
    seat: int
    rounds: int
    gain: int
    margin: float  # per round
    share: float
    times: tuple[float, ...]  # of its decisions, in milliseconds of the processor; none where the kernel played them


def check_contest(
    game: str,
    options: Mapping[str, object],
    lineup: Sequence[str],
    seconds: float = 0.5,
    playouts: int = 0,
    timed: bool = False,
) -> Contest:
    """The contest, or a ValueError that says what is wrong with it."""
    face, _, chosen = set_up(game, len(lineup), options)
    for name in lineup:
        if name != ORACLE:
            find_bot(name, face.name)
    if not 0.001 <= seconds <= 60 or not 0 <= playouts <= 10**6:
        raise ValueError("a budget is 0.001 to 60 seconds, or up to a million playouts")
    return Contest(face.name, chosen, tuple(lineup), seconds, playouts, timed)


def play(contest: Contest, deals: Iterable[int], processes: int = 1) -> Iterator[Line]:
    """All lines, deal by deal; the same whatever the number of processes, but for the times."""
    if processes == 1:
        for deal in deals:
            yield from play_deal(contest, deal)
        return
    wanted = iter(deals)
    with ProcessPoolExecutor(processes) as pool:
        while batch := list(islice(wanted, 16 * processes)):
            for lines in pool.map(play_deal, [contest] * len(batch), batch):
                yield from lines


def play_deal(contest: Contest, deal: int) -> list[Line]:
    """The deal in all rotations."""
    return [line for rotation in range(contest.seats) for line in play_rotation(contest, deal, rotation)]


def play_rotation(contest: Contest, deal: int, rotation: int) -> list[Line]:
    places = [(seat - rotation) % contest.seats for seat in range(contest.seats)]
    names = [contest.lineup[place] for place in places]
    game = contest.face.begin(contest.seats, contest.options)
    entrants = [None if name == ORACLE else find_bot(name, contest.game) for name in names]
    weights = [one.weights if one and one.instant else None for one in entrants]
    inside = all(row is not None or name == EXPERT for row, name in zip(weights, names, strict=True))
    times: list[list[float]] = [[] for _ in names]
    if inside and not contest.timed:
        play_inside(contest.face, game, deal, weights)
    else:
        play_by_views(contest, game, deal, rotation, [bot_of(one, contest) for one in entrants], times)
    return lines_of(contest, game, deal, rotation, places, times)


def bot_of(entrant: Entrant | None, contest: Contest) -> Bot | None:
    """None is the oracle."""
    if entrant and entrant.name == "master":
        return Master(contest.seconds, contest.playouts)
    return entrant.bot if entrant else None


def play_inside(face: Face, game: Game, deal: int, weights: Sequence[Sequence[int] | None]) -> None:
    """All by the kernel; a seat without weights is an `expert`."""
    net = row_for(face, game) if None in weights else None
    given = [face.weights.CLUB if row is None and net is None else row for row in weights]
    round_number = 0
    while game.actor() != OVER and (round_number == 0 or face.rounds_hang_together):
        seed = (deal + round_number) & MASK
        if net is None:
            game.play_round(seed, [row for row in given if row is not None])
        else:
            game.play_round_with(seed, net, given)
        round_number = game.rounds()


def play_by_views(
    contest: Contest, game: Game, deal: int, rotation: int, bots: Sequence[Bot | None], times: list[list[float]]
) -> None:
    face = contest.face
    rng = random.Random(f"{deal} {rotation}")
    events = 0
    while game.actor() != OVER and (game.rounds() == 0 or face.rounds_hang_together):
        seat = game.actor()
        if seat == CHANCE:
            chances = random.Random(f"{deal} {events}")  # the same for all rotations, as far as they agree
            game.deal(game.draw(chances.getrandbits(62)))
            events += 1
            continue
        bot = bots[seat]
        begun = time.thread_time()
        if bot is None:
            action = peek(face, game, seat, rng)
        else:
            action = ask(face, bot, game, seat, game.legal(seat), rng)
        times[seat].append(1000 * (time.thread_time() - begun))
        game.apply(seat, action)


def peek(face: Face, game: Game, seat: int, rng: random.Random) -> int:
    """The oracle: it tries its moves on the true hands."""
    weights = face.weights.CLUB
    worths = dict(zip(game.legal(seat), game.worths(seat, weights), strict=True))
    candidates = sorted(worths, key=lambda action: -worths[action])[:12]
    if len(candidates) == 1:
        return candidates[0]
    leads: dict[int, list[float]] = {action: [] for action in candidates}  # over the first, as `master` has them
    for _ in range(ORACLE_PLAYOUTS // len(candidates)):
        seed = rng.getrandbits(62)
        values = []
        for action in candidates:
            after = game.clone()
            after.apply(seat, action)
            if after.rounds() == game.rounds():
                after.play_round(seed, [weights] * game.seats)
            values.append(margins(game.scores(), after.scores())[seat])
        for action, value in zip(candidates, values, strict=True):
            leads[action].append(value - values[0])
    return max(candidates, key=lambda action: lead(leads[action]))


def margins(before: Sequence[int], after: Sequence[int]) -> list[float]:
    """What each seat gained, less what the others gained on average."""
    gains = [b - a for a, b in zip(before, after, strict=True)]
    return [gain - (sum(gains) - gain) / (len(gains) - 1) for gain in gains]


def lines_of(
    contest: Contest, game: Game, deal: int, rotation: int, places: Sequence[int], times: Sequence[Sequence[float]]
) -> list[Line]:
    start = contest.face.begin(contest.seats, contest.options).scores()
    scores = game.scores()
    rounds = max(1, game.rounds())
    gains = [after - before for before, after in zip(start, scores, strict=True)]
    shared = contest.face.shared_by(contest.options)
    found: Sequence[float] = gains if shared else margins(start, scores)
    best = max(found)
    return [
        Line(
            deal=deal,
            rotation=rotation,
            place=place,
            bot=contest.lineup[place],
            seat=seat,
            rounds=rounds,
            gain=gains[seat],
            margin=found[seat] / rounds,
            share=float(gains[seat] > 0) if shared else (found[seat] == best) / found.count(best),
            times=tuple(times[seat]),
        )
        for seat, place in enumerate(places)
    ]


def summary(lines: Iterable[Line], place: int) -> tuple[Mean, Mean, int]:
    """Margin, share and rounds of the bot at this place of the lineup."""
    return summary_of(line for line in lines if line.place == place)


def summary_of(lines: Iterable[Line]) -> tuple[Mean, Mean, int]:
    """Margin, share and rounds; a deal with all its rotations is one value."""
    by_deal: dict[int, list[Line]] = {}
    for line in lines:
        by_deal.setdefault(line.deal, []).append(line)
    margin = [sum(line.margin for line in deal) / len(deal) for deal in by_deal.values()]
    share = [sum(line.share for line in deal) / len(deal) for deal in by_deal.values()]
    rounds = sum(line.rounds for deal in by_deal.values() for line in deal)
    turns = max(len(deal) for deal in by_deal.values())
    return mean_of(sums_of(margin)), mean_of(sums_of(share), "share", 1 / turns), rounds


def percentile(times: Sequence[float], percent: int) -> float:
    """The percentile of the times: so many in a hundred are at most this one; 0 if there are none."""
    return sorted(times)[max(0, math.ceil(len(times) * percent / 100) - 1)] if times else 0.0
