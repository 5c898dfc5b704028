"""scripts/search.py GAME [--seats N] [--positions N] [--worlds N] [--ends N]: what the search of `master` is worth.

Lets `expert` play, and stops at some of its decisions. There the moves that it likes best are tried in so many worlds,
as `master` does, but all of them in all worlds; then each is made on the true hands, and `expert` plays on, `--ends`
times where chance goes on drawing. Prints for fewer and more worlds how often `master` would make another move, and
what these moves gain a round, with the 95 % interval: what `master` would gain over `expert` if it searched as long.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from typing import NamedTuple

from tefuda.arena import Contest, check_contest, play_inside, result_of
from tefuda.bots.expert import row_for
from tefuda.bots.master import CHUNK, by_network, lead, prior
from tefuda.games import GAMES
from tefuda.intervals import mean_of, sums_of
from tefuda.kernel import OVER
from tefuda.kernel.plain import Game

FIRST = 3_000_000  # deals that are used for nothing else here
SHARE = 0.2  # of the decisions with a choice


class Position(NamedTuple):
    """A decision of `expert`; its own move is the first."""

    thought: list[float]  # what the network thinks of each move, less what it thinks of the first
    leads: list[list[float]]  # of each move over the first, chunk by chunk of worlds
    gains: list[float]  # of each move over the first, on the true hands


def positions(contest: Contest, worlds: int, ends: int, counts: list[int]) -> Iterator[Position]:
    """Some positions of one match after another; counts the decisions with a choice, and the rounds."""
    rng, deal = random.Random(1), FIRST
    while True:
        game = contest.face.begin(contest.seats, contest.options)
        deal += 1
        game.settle(deal)
        step = 0
        while game.actor() != OVER and (game.rounds() == 0 or contest.face.rounds_hang_together):
            seat, step = game.actor(), step + 1
            if game.count(seat) > 1:
                counts[0] += 1
                if rng.random() < SHARE:
                    yield look(contest, game, seat, worlds, ends, rng)
            game.apply(seat, game.think(seat, row_for(contest.face, game), rng.getrandbits(62)))
            game.settle(100 * deal + step)
        counts[1] += max(1, game.rounds())


def look(contest: Contest, game: Game, seat: int, worlds: int, ends: int, rng: random.Random) -> Position:
    net = row_for(contest.face, game)
    thought = by_network(game, seat, net, rng)
    leads: list[list[float]] = [[] for _ in thought]
    for _ in range(worlds // CHUNK):
        found, _, _ = game.look_ahead(seat, list(thought), CHUNK, rng.getrandbits(62), net)
        for row, value in zip(leads, found, strict=True):
            row.append((value - found[0]) / CHUNK)
    gains = [0.0 for _ in thought]
    for _ in range(ends):
        seed = rng.getrandbits(61)
        results = [end_of(contest, game, seat, action, seed) for action in thought]
        gains = [gain + (result - results[0]) / ends for gain, result in zip(gains, results, strict=True)]
    return Position(list(thought.values()), leads, gains)


def end_of(contest: Contest, game: Game, seat: int, action: int, seed: int) -> float:
    """The seat's margin a round if it takes the action and all play on."""
    after = game.clone()
    after.apply(seat, action)
    play_inside(contest.face, after, seed, [None] * contest.seats)
    return result_of(contest, after)[seat]


def chosen(position: Position, worlds: int) -> int:
    """The move that `master` makes after so many worlds."""
    leads = [row[: worlds // CHUNK] for row in position.leads]
    hopes = [lead(row) + prior(row, thought) for row, thought in zip(leads, position.thought, strict=True)]
    return hopes.index(max(hopes))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--ends", type=int, default=1)
    asked = parser.parse_args()
    if asked.positions < 2 or asked.worlds < 2 * CHUNK or asked.ends < 1:
        parser.error(f"there must be 2 positions, {2 * CHUNK} worlds and 1 end at least")
    try:
        contest = check_contest(asked.game, {}, ["expert"] * asked.seats)
    except ValueError as error:
        parser.error(str(error))
    counts, found = [0, 0], list[Position]()
    for position in positions(contest, asked.worlds, asked.ends, counts):
        found.append(position)
        if len(found) == asked.positions:
            break
    decisions = counts[0] / max(1, counts[1]) / contest.seats
    print(f"{asked.game}, {contest.seats} seats, {len(found)} positions; {decisions:.1f} choices a seat and round")
    worlds = asked.worlds
    while worlds >= 2 * CHUNK:
        moves = [chosen(one, worlds) for one in found]
        gain = mean_of(sums_of(decisions * one.gains[move] for one, move in zip(found, moves, strict=True)))
        other = sum(move > 0 for move in moves) / len(found)
        print(f"{worlds:4} worlds: {other:6.1%} other moves, {gain.value:+.2f} ± {gain.high - gain.value:.2f} a round")
        worlds //= 2


if __name__ == "__main__":
    main()
