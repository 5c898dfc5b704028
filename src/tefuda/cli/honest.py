"""tefuda honest: whether bots depend on anything that their seat cannot know."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from rich.console import Console
from rich.progress import track

from tefuda.bots import BOTS, LEVELS
from tefuda.bots.honest import peeking
from tefuda.cli import Complaint
from tefuda.cli.parameters import cores
from tefuda.cli.perft import some_values
from tefuda.cli.play import GAME, game_called
from tefuda.games import GAMES
from tefuda.kernel import CHANCE, OVER

CHUNK = 50  # pairs that one process looks at before it reports
OFTEN = 0.2  # the share of a match's decisions that are looked at


def honest(
    game: str = GAME, /, *, pairs: int = 10_000, up_to: str = "master", seed: int = 1, processes: int = 0
) -> int:
    """Ask every bot twice, in two worlds that differ only in what its seat cannot know, and count different choices.

    The worlds come from matches of random options and seat counts. Exit code 1 if anything differs.

    Parameters
    ----------
    game
        The game.
    pairs
        How many pairs of worlds at least.
    up_to
        The highest level that is asked. `master` takes nearly all of the time.
    seed
        Decides everything.
    processes
        How many processes ask; all cores if 0.
    """
    name = game_called(game)
    if pairs < 1:
        raise Complaint("--pairs must be at least 1")
    if up_to not in LEVELS:
        raise Complaint(f"there is no level {up_to!r}; there are {', '.join(LEVELS)}")
    levels = LEVELS[: LEVELS.index(up_to) + 1]
    chunks = -(-pairs // CHUNK)
    total: Counter[str] = Counter()
    console, quiet = Console(stderr=True), not sys.stderr.isatty()
    with ProcessPoolExecutor(cores(processes)) as pool:
        found = pool.map(ask, [name] * chunks, [levels] * chunks, range(seed, seed + chunks))
        for one in track(found, f"{pairs:,} pairs of {name}", total=chunks, console=console, disable=quiet):
            total.update(one)
    print(f"{name}: {total.pop('pairs'):,} pairs of worlds for each of {', '.join(levels)}")
    print("what differed:", ", ".join(f"{what} {times:,} times" for what, times in total.most_common()) or "nothing")
    return 1 if total else 0


def ask(game: str, levels: Sequence[str], seed: int) -> Counter[str]:
    """How many pairs there were, and how often each thing differed; the seed decides everything."""
    face, rng = GAMES[game], random.Random(seed)
    bots = {name: BOTS[name] for name in levels}
    found: Counter[str] = Counter()
    while found["pairs"] < CHUNK:
        options = {option.name: rng.choice(list(some_values(option, rng))) for option in face.options}
        match = face.begin(rng.choice(face.seats(options)), options)
        player = rng.choice((face.weights.CASUAL, face.weights.CLUB, None))  # None plays at random
        while (seat := match.actor()) != OVER and found["pairs"] < CHUNK:
            if seat == CHANCE:
                match.deal(match.draw(rng.getrandbits(62)))
                continue
            actions = match.legal(seat)
            if len(actions) > 1 and rng.random() < OFTEN:
                world = face.redeal(face.view(match, seat), rng)
                if world.pack() != match.pack():
                    found["pairs"] += 1
                    found.update(peeking(face, bots, match, world, seat, rng.getrandbits(62)))
            match.apply(seat, rng.choice(actions) if player is None else match.quick(seat, player))
    return found
