"""The arena: line-ups of bots against each other, every deal in all seat rotations, with intervals.

What is played is the first round of a match, or a whole match in games whose rounds depend on each other. A margin is
what a seat gains less what the others gain on average, per round; a share is 1 for the best gain, split among equals.
Where all win or lose together, a margin is what they gain, and a share is 1 if they win.

There are two ways to take chance out of the margins. Both take off what is 0 on average for whoever plays, so the
margins stay unbiased and vary less.

- `luck`: the worth of the position after each deal or draw, less its worth before, if `casual` and `club` play on.
- `instead`, where all the others are one bot that the kernel can play: all but what the moves of the first one gained.
  What a move gains is how much better the game goes after it than after the move that one of the others would have
  made there, if they all play on. The sum of these gains has the mean of the margin, because the others among
  themselves have a margin of 0 over all rotations; and only moves that differ add to it.
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
from tefuda.bots.entrants import EXPERT, Entrant, ask, decide, find_bot
from tefuda.bots.expert import row_for
from tefuda.bots.master import lead
from tefuda.games import GAMES, Face
from tefuda.games.option import Value
from tefuda.intervals import Mean, controlled, mean_of, sums_of
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
    luck: int = 0  # rounds played for the worth of a position, to take out what chance gave; 0 leaves it in
    instead: int = 0  # games played on after a move and after the one instead of it, to take out all but the moves

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
    luck: float  # the part of the margin that is known to be chance, 0 on average over the rotations
    times: tuple[float, ...]  # of its decisions, in milliseconds of the processor; none where the kernel played them


def check_contest(
    game: str,
    options: Mapping[str, object],
    lineup: Sequence[str],
    seconds: float = 0.5,
    playouts: int = 0,
    timed: bool = False,
    luck: int = 0,
    instead: int = 0,
) -> Contest:
    """The contest, or a ValueError that says what is wrong with it."""
    face, _, chosen = set_up(game, len(lineup), options)
    for name in lineup:
        if name != ORACLE:
            find_bot(name, face.name)
    if not 0.001 <= seconds <= 60 or not 0 <= playouts <= 10**6:
        raise ValueError("a budget is 0.001 to 60 seconds, or up to a million playouts")
    if not 0 <= luck <= 10_000:
        raise ValueError("the worth of a position is the mean of up to 10,000 rounds")
    if not 0 <= instead <= 10_000 or (luck and instead):
        raise ValueError("a move is worth the mean of up to 10,000 games; luck is then taken out already")
    contest = Contest(face.name, chosen, tuple(lineup), seconds, playouts, timed, luck, instead)
    if instead and (len(set(lineup[1:])) != 1 or not is_inside(contest, lineup[1]) or face.shared_by(chosen)):
        raise ValueError(
            "moves can be compared where all but the first are one bot of weights, or expert, each for itself"
        )
    return contest


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
    inside = all(is_inside(contest, name) for name in names)
    times: list[list[float]] = [[] for _ in names]
    luck = [0.0] * contest.seats
    if inside and not (contest.timed or contest.luck or contest.instead):
        play_inside(contest.face, game, deal, weights)
    else:
        play_by_views(contest, game, deal, rotation, [bot_of(one, contest) for one in entrants], times, luck)
    return lines_of(contest, game, deal, rotation, places, times, luck)


def is_inside(contest: Contest, name: str) -> bool:
    """Whether the kernel can play this bot to the end of a round."""
    if name in (ORACLE, "random"):
        return False
    entrant = find_bot(name, contest.game)
    return name == EXPERT or (entrant.instant and entrant.weights is not None)


def bot_of(entrant: Entrant | None, contest: Contest) -> Bot | None:
    """The bot of an entrant; None for the oracle, which is none."""
    if entrant and entrant.name == "master":
        return Master(contest.seconds, contest.playouts)
    return entrant.bot if entrant else None


def play_inside(face: Face, game: Game, deal: int, weights: Sequence[Sequence[int] | None]) -> None:
    """Plays on inside the kernel alone; a seat without weights is an `expert`."""
    net = row_for(face, game) if None in weights else None
    given = [face.weights.CLUB if row is None and net is None else row for row in weights]
    round_number = game.rounds()
    while game.actor() != OVER and (round_number == 0 or face.rounds_hang_together):
        seed = (deal + round_number) & MASK
        if net is None:
            game.play_round(seed, [row for row in given if row is not None])
        else:
            game.play_round_with(seed, net, given)
        round_number = game.rounds()


def play_by_views(
    contest: Contest,
    game: Game,
    deal: int,
    rotation: int,
    bots: Sequence[Bot | None],
    times: list[list[float]],
    luck: list[float],
) -> None:
    face = contest.face
    rng, trials = random.Random(f"{deal} {rotation}"), random.Random(f"instead {deal} {rotation}")
    events, gained = 0, 0.0
    while game.actor() != OVER and (game.rounds() == 0 or face.rounds_hang_together):
        seat = game.actor()
        if seat == CHANCE:
            chances = random.Random(f"{deal} {events}")  # the same for all rotations, as far as they agree
            before = game.clone()
            game.deal(game.draw(chances.getrandbits(62)))
            if contest.luck and len(before.chance()[0]) > 1:
                given = worth_changed(contest, before, game, random.Random(f"luck {deal} {rotation} {events}"))
                luck[:] = [so_far + one for so_far, one in zip(luck, given, strict=True)]
            events += 1
            continue
        bot = bots[seat]
        begun = time.thread_time()
        if bot is None:
            action = peek(face, game, seat, rng)
        else:
            action = ask(face, bot, game, seat, game.legal(seat), rng)
        times[seat].append(1000 * (time.thread_time() - begun))
        if contest.instead and seat == rotation:
            gained += gained_by(contest, game, seat, action, trials)
        game.apply(seat, action)
    if contest.instead:
        rest = result_of(contest, game)[rotation] - gained
        rounds = max(1, game.rounds())
        luck[:] = [
            rounds * (rest if seat == rotation else -rest / (contest.seats - 1)) for seat in range(contest.seats)
        ]


def gained_by(contest: Contest, game: Game, seat: int, action: int, rng: random.Random) -> float:
    """How much better than the move that one of the others would make here an action is, if they all play on.

    All cards lie where they do, and what is still to be drawn is drawn anew, alike after both as far as they agree.
    """
    face, rival = contest.face, find_bot(contest.lineup[1], contest.game)
    usual = decide(face, rival, game, seat, rng)
    if action == usual:
        return 0.0
    total = 0.0
    for _ in range(contest.instead):
        seed = rng.getrandbits(61)
        for move, sign in ((action, 1), (usual, -1)):
            trial = game.clone()
            trial.apply(seat, move)
            play_inside(face, trial, seed, [rival.weights] * contest.seats)
            total += sign * result_of(contest, trial)[seat]
    return total / contest.instead


def result_of(contest: Contest, game: Game) -> list[float]:
    """The margin of each seat, a round."""
    start = contest.face.begin(contest.seats, contest.options).scores()
    rounds = max(1, game.rounds())
    return [one / rounds for one in values_of(start, game.scores(), contest.face.shared_by(contest.options))]


def worth_changed(contest: Contest, before: Game, after: Game, rng: random.Random) -> list[float]:
    """What a deal or a draw has changed for each seat, by rounds that are played on from before and from after it.

    Each seat plays like `casual` or like `club`, as chance has it: where nothing is drawn, the same players would play
    the same round each time.
    """
    shared, start = contest.face.shared_by(contest.options), before.scores()
    kinds = (contest.face.weights.CASUAL, contest.face.weights.CLUB)
    changed = [0.0] * contest.seats
    for game, sign in ((after, 1), (before, -1)):
        for _ in range(contest.luck):
            trial = game.clone()
            trial.play_round(rng.getrandbits(62), [rng.choice(kinds) for _ in range(contest.seats)])
            gains = values_of(start, trial.scores(), shared)
            changed = [so_far + sign * gain / contest.luck for so_far, gain in zip(changed, gains, strict=True)]
    return changed


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


def values_of(before: Sequence[int], after: Sequence[int], shared: bool) -> list[float]:
    """What is compared: margins, or gains where all win together."""
    return [float(b - a) for a, b in zip(before, after, strict=True)] if shared else margins(before, after)


def lines_of(
    contest: Contest,
    game: Game,
    deal: int,
    rotation: int,
    places: Sequence[int],
    times: Sequence[Sequence[float]],
    luck: Sequence[float],
) -> list[Line]:
    start = contest.face.begin(contest.seats, contest.options).scores()
    scores = game.scores()
    rounds = max(1, game.rounds())
    gains = [after - before for before, after in zip(start, scores, strict=True)]
    shared = contest.face.shared_by(contest.options)
    found = values_of(start, scores, shared)
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
            luck=luck[seat] / rounds,
            times=tuple(times[seat]),
        )
        for seat, place in enumerate(places)
    ]


def summary(lines: Iterable[Line], place: int) -> tuple[Mean, Mean, int]:
    """Margin, share and rounds of the bot at this place of the lineup."""
    return summary_of(line for line in lines if line.place == place)


def summary_of(lines: Iterable[Line]) -> tuple[Mean, Mean, int]:
    """Margin without what chance is known to have given, share and rounds; a deal with all rotations is one value."""
    by_deal = deals_of(lines)
    margin = controlled(*margins_of(by_deal))
    share = [sum(line.share for line in deal) / len(deal) for deal in by_deal.values()]
    rounds = sum(line.rounds for deal in by_deal.values() for line in deal)
    turns = max(len(deal) for deal in by_deal.values())
    return mean_of(sums_of(margin)), mean_of(sums_of(share), "share", 1 / turns), rounds


def deals_of(lines: Iterable[Line]) -> dict[int, list[Line]]:
    found: dict[int, list[Line]] = {}
    for line in lines:
        found.setdefault(line.deal, []).append(line)
    return found


def margins_of(by_deal: Mapping[int, Sequence[Line]]) -> tuple[list[float], list[float]]:
    """Of each deal the mean margin over its rotations, and what of it chance gave."""
    deals = by_deal.values()
    return (
        [sum(line.margin for line in deal) / len(deal) for deal in deals],
        [sum(line.luck for line in deal) / len(deal) for deal in deals],
    )


def variances(lines: Iterable[Line]) -> dict[str, float]:
    """How much a bot's margin varies, each time also without what chance gave: in single games, and of the mean over
    all rotations of a deal. Half the variance needs half as many of them for an interval of the same width."""
    by_deal = deals_of(lines)
    games = [line for deal in by_deal.values() for line in deal]
    single = [line.margin for line in games], [line.luck for line in games]
    found = {}
    for name, (values, luck) in {"single": single, "rotations": margins_of(by_deal)}.items():
        for known, chosen in (("", values), ("_without_luck", controlled(values, luck))):
            sums = sums_of(chosen)
            found[name + known] = sums.deviation / max(1, sums.n - 1)
    return found


def percentile(times: Sequence[float], percent: int) -> float:
    """The percentile of the times: so many in a hundred are at most this one; 0 if there are none."""
    return sorted(times)[max(0, math.ceil(len(times) * percent / 100) - 1)] if times else 0.0
