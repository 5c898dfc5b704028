"""scripts/costs.py GAME LEVEL [--rounds 240] [--ahead 250]: what moves of a level cost, seen in several ways.

One seat plays like the level among `club`. Where it moves otherwise than `club` would, the script compares the two
moves, in points of the round: with all cards where they lie, in the worlds of the judge, and in worlds that are dealt
at random. With `--ahead` it takes so many decisions of whole matches instead, and looks for a better move as `master`
does, with all seats moving by the network of `expert`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from tefuda.bots import LEVELS
from tefuda.bots.expert import row_for
from tefuda.games import GAMES
from tefuda.games.events import SHOWN
from tefuda.intervals import mean_of, sums_of
from tefuda.judge.decisions import Decision
from tefuda.judge.many import play_round
from tefuda.judge.measure import decided
from tefuda.judge.scales import Scales
from tefuda.judge.split import gain
from tefuda.kernel.plain import Game

WORLDS = 48  # of the judge
RANDOM = 24  # worlds dealt at random
ROLLOUTS = 8  # of a position with its true cards, where chance still draws
LIKED = 6  # moves that are looked at with the network
SEARCH, FRESH = 8, 24  # worlds that find the best of them, and that compare it with the move that was made

Row = tuple[str, float, float, float]  # what was done and would have been; truly, in the judge's worlds, at random


class Table(NamedTuple):
    """Who moves, and what counts."""

    seat: int
    weights: list[list[int]]
    relative: bool
    rng: random.Random

    def worth(self, game: Game, action: int) -> float:
        """What the move gains in the round with these cards, if all play on like `club`."""
        after, base = game.clone(), game.scores()
        after.apply(self.seat, action)
        if after.rounds() == game.rounds():
            after.play_round(self.rng.getrandbits(62), self.weights)
        return float(gain(after, base, self.seat, self.relative))

    def lead(self, game: Game, pair: tuple[int, int]) -> float:
        return self.worth(game, pair[0]) - self.worth(game, pair[1])


def compared(game: str, level: str, rounds: int) -> Iterator[Row]:
    for number in range(rounds):
        match, seat = play_round(game, level, number)
        face = match.record.face
        relative, rng = not face.shared_by(match.record.options), random.Random(number)
        table = Table(seat, [list(face.weights.CLUB)] * match.seats, relative, rng)
        for before, event, _ in match.record.steps():
            if event.seat != seat or before.count(seat) < 2:
                continue
            text = event.text.partition(SHOWN)[0]
            pair = face.parse_move(text), before.quick(seat, face.weights.CLUB)
            if pair[0] == pair[1]:
                continue
            first, second = Scales(face, seat, relative).weigh(before, pair, WORLDS, rng)
            dealt = [table.lead(before.redeal(seat, rng.getrandbits(62)), pair) for _ in range(RANDOM)]
            true = sum(table.lead(before, pair) for _ in range(ROLLOUTS)) / ROLLOUTS
            kinds = f"{text.split(' ')[0]} for {face.move_text(pair[1]).split(' ')[0]}"
            yield kinds, true, (first.sum - second.sum) / WORLDS, sum(dealt) / RANDOM


def missed(decision: Decision, number: int) -> float:
    """By how much the best move leads the one that was made, with all seats moving by the network."""
    face, rng = GAMES[decision.view.game], random.Random(number)
    game, seat = face.world(decision.view), decision.view.seat
    net = row_for(face, game)
    assert seat is not None and net is not None
    made, liked = face.parse_move(decision.chosen), game.points(seat, net, rng.getrandbits(62))
    order = sorted(liked, key=lambda action: -liked[action])[:LIKED]
    order += [] if made in order else [made]
    found = game.look_ahead(seat, order, SEARCH, rng.getrandbits(62), net)[0]
    best = max(zip(found, order, strict=True))[1]
    if best == made:
        return 0.0
    one, other = game.look_ahead(seat, (best, made), FRESH, rng.getrandbits(62), net)[0]
    return (one - other) / FRESH


def told(values: list[float]) -> str:
    mean = mean_of(sums_of(values))
    return f"{mean.value:+.3f} ± {(mean.high - mean.low) / 2:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("level", choices=LEVELS)
    parser.add_argument("--rounds", type=int, default=240)
    parser.add_argument("--ahead", type=int, default=0, metavar="DECISIONS")
    given = parser.parse_args()
    if given.ahead:
        costs, used = list[float](), 0.0
        for number, (_, decision) in enumerate(islice(decided(given.game, given.level), given.ahead)):
            began = time.process_time()
            costs.append(missed(decision, number))
            used += time.process_time() - began
        print(f"a decision costs {told(costs)}; {1000 * used / len(costs):.0f} ms of processor each")
        return
    rows = list(compared(given.game, given.level, given.rounds))
    for kinds in ("", *sorted({row[0] for row in rows})):
        some = [row for row in rows if kinds in ("", row[0])]
        if len(some) > 1:
            true, judged, dealt = ([row[at] for row in some] for at in (1, 2, 3))
            unseen = sum(true) - sum(judged)
            print(
                f"{kinds or 'all':20} {len(some):5} moves: true {told(true)}, in the judge's worlds {told(judged)}, ",
                end="",
            )
            print(f"in random ones {told(dealt)}; unseen {unseen / given.rounds:+.2f} a round")


if __name__ == "__main__":
    main()
