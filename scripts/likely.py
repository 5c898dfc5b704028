"""scripts/likely.py [--rounds 300] [--steps 4000]: what makes a hand of SCOUT likely, for games/scout/likely.py.

Lets `expert` play rounds with 3, 4 and 5 seats, and compares its hands with those that `likely` makes of the same
positions: what real hands have more of becomes more likely, and the other way round, until both have the same on
average (a maximum-entropy model). It begins with the numbers that are there, and prints new ones.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

from tefuda.bots.expert import row_for
from tefuda.games import GAMES
from tefuda.games.option import check_options
from tefuda.games.scout import likely
from tefuda.games.scout.hidden import redeal
from tefuda.games.scout.state import TURN, State, Work
from tefuda.kernel import OVER
from tefuda.kernel.chance import seed_stream

SHARE = 0.1  # of the positions of a round
RATE = 5.0  # how far a step goes at first, in 1/256 of a logarithm


def positions(rounds: int, rng: random.Random) -> Iterator[State]:
    """What `expert` comes to, some positions of each round."""
    face = GAMES["scout"]
    options = check_options(face.options, {})
    for number in range(rounds):
        game = face.begin(3 + number % 3, options)
        net = row_for(face, game)
        game.settle(number + 1)
        while game.actor() != OVER and game.rounds() == 0:
            state = State.unpack(game.pack())
            if state.phase == TURN and rng.random() < SHARE:
                yield state
            game.apply(game.actor(), game.think(game.actor(), net, 1))
            game.settle(number + 1)


def counted(s: State, w: Work) -> list[float]:
    """What the hands of the others have, on average."""
    found = [0.0] * likely.KINDS
    for seat in range(s.seats):
        if seat != s.turn:
            likely.count_hand(s, w, seat)
            found = [so_far + w.rank[kind] / (s.seats - 1) for kind, so_far in enumerate(found)]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--steps", type=int, default=4000)
    given = parser.parse_args()
    rng, w = random.Random(1), Work()
    known = list(positions(given.rounds, rng))
    weights = [float(one) for one in likely.LIKELY]
    means, averaged = [0.0] * len(weights), given.steps - given.steps // 2
    seed_stream(w, 1)
    for step in range(given.steps):
        s = rng.choice(known)
        at = likely.stage(s) * likely.KINDS
        real = counted(s, w)
        made = s.clone()
        redeal(made, w, s.turn)
        likely.LIKELY = tuple(round(one) for one in weights)
        likely.likely(made, w, s.turn)
        for kind, (wanted, got) in enumerate(zip(real, counted(made, w), strict=True)):
            rate = RATE / (1 + 4 * step / given.steps) * (0.05 if kind == likely.ALONE else 1)
            weights[at + kind] += rate * (wanted - got)
        if step >= given.steps - averaged:
            means = [mean + weight / averaged for mean, weight in zip(means, weights, strict=True)]
    for at in range(0, len(means), likely.KINDS):
        print("    " + ", ".join(str(round(one)) for one in means[at : at + likely.KINDS]) + ",")


if __name__ == "__main__":
    main()
