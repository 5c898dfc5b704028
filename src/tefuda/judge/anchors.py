"""How strong the levels are on the scale of ratings. `python -m tefuda.judge.anchors [GAME ...]` measures it.

Levels that are drawn at random play whole matches against each other in the game's usual form, and are rated by
openskill as people are. `club` is set to 25, where people begin; the file anchors.toml has the rest. Needs openskill.
"""

from __future__ import annotations

import argparse
import random
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tefuda.bots import BOTS, LEVELS, Bot, Master
from tefuda.games import GAMES
from tefuda.match import Match

PLAYOUTS = 100  # of `master`, so that it can be repeated
FIRST = 5_000_000  # seeds that are used for nothing else
MIDDLE = 25.0
SETTLED = 1.0  # the least uncertainty while levels are rated, so that the last matches count as the first do


@cache
def anchors(game: str) -> dict[str, float]:
    """The measured strengths; none for a game that was never measured."""
    return dict(tomllib.loads(Path(__file__).with_name("anchors.toml").read_text("utf-8")).get(game, {}))


def bot_of(level: str) -> Bot:
    return Master(playouts=PLAYOUTS) if level == "master" else BOTS[level]


def ranks_of(scores: Sequence[int], winners: Sequence[int]) -> list[float]:
    """The rank of each seat, 0 for the winners; ties share one."""
    order = [(seat not in winners, -score) for seat, score in enumerate(scores)]
    return [float(sum(other < own for other in order)) for own in order]


def play(game: str, levels: list[str], seed: int) -> list[float]:
    """The ranks of the seats."""
    match, rng = Match(game, seed=seed), random.Random(seed)
    bots = [bot_of(level) for level in levels]
    while match.result is None:
        mover = match.to_act[0] if match.actor is None or match.actor < 0 else match.actor
        match.play(mover, bots[mover](match.view(mover), match.moves(mover), rng))
    return ranks_of(match.result.scores, match.result.winners)


def measure(game: str, matches: int) -> dict[str, float]:
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = {level: model.rating(name=level) for level in LEVELS}
    late: dict[str, list[float]] = {level: [] for level in LEVELS}
    seats = Match(game, seed=0).seats
    for number in range(matches):
        levels = random.Random(f"{game}/{number}").choices(LEVELS, k=seats)
        if len(set(levels)) < 2:
            continue
        found = model.rate([[rated[level]] for level in levels], ranks=play(game, levels, FIRST + number))
        for level in set(levels):  # copies share one rating, moved by their mean
            own = [team[0] for team, one in zip(found, levels, strict=True) if one == level]
            mu = sum(one.mu for one in own) / len(own)
            sigma = max(SETTLED, sum(one.sigma for one in own) / len(own))
            rated[level] = model.rating(mu=mu, sigma=sigma, name=level)
        if number >= matches // 3:
            for level in LEVELS:
                late[level].append(rated[level].mu)
    means = {level: sum(values) / len(values) for level, values in late.items()}
    return {level: mean - means["club"] + MIDDLE for level, mean in means.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--matches", type=int, default=500)
    asked = parser.parse_args()
    parts = [f"# python -m tefuda.judge.anchors --matches {asked.matches}\n"]
    for game in asked.games:
        lines = [f"{level} = {value:.1f}" for level, value in measure(game, asked.matches).items()]
        parts.append("\n".join([f"[{game}]", *lines]) + "\n")
        print(parts[-1], flush=True)
    if sorted(asked.games) == sorted(GAMES):
        Path(__file__).with_name("anchors.toml").write_text("\n".join(parts), "utf-8")


if __name__ == "__main__":
    main()
