"""Measures what levels lose per decision: `python -m tefuda.judge.measure [GAME ...] [--decisions N] [--level NAME]`.

One seat plays like the level, the others like `club`, in the game's usual form. The thresholds are taken from what
`casual` loses where it loses more than chance explains: half of these decisions cost less than a mistake, and a tenth
are blunders. It prints what it finds; with all games and levels it writes to measured.toml those levels that it tells
from weaker ones.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping
from itertools import count, islice
from pathlib import Path

from tefuda.bots import BOTS, Bot, Master, levels_of
from tefuda.games import GAMES
from tefuda.intervals import Mean, mean_of, sums_of
from tefuda.judge.decisions import Decision, decisions
from tefuda.judge.values import judge
from tefuda.match import Match

PLAYOUTS = 120  # of `master`, so that it can be repeated
FIRST = 3_000_000  # seeds that are used for nothing else


def decided(game: str, level: str) -> Iterator[tuple[int, Decision]]:
    """The decisions of the level in whole matches, with the number of the match."""
    bot: Bot = Master(playouts=PLAYOUTS) if level == "master" else BOTS[level]
    for number in count():
        match, rng = Match(game, seed=FIRST + number), random.Random(number)
        seat = number % match.seats
        while match.result is None:
            mover = match.to_act[0] if match.actor is None or match.actor < 0 else match.actor
            chooses = bot if mover == seat else BOTS["club"]
            match.play(mover, chooses(match.view(mover), match.moves(mover), rng))
        yield from ((number, decision) for decision in decisions(match.record, seat))


def measure(game: str, wanted: int, only: str | None = None) -> str:
    """The game's part of the file; or one level of it."""
    losses: dict[str, Mean] = {}
    costly: list[float] = []
    for level in [only] if only else levels_of(game):
        judged = [judge(decision, number) for number, decision in islice(decided(game, level), wanted)]
        losses[level] = mean_of(sums_of(one.difference.value for one in judged))
        if level == "casual":
            costly = sorted(one.loss for one in judged if one.loss)
    cuts = [costly[len(costly) * tenths // 10] if costly else 0.0 for tenths in (1, 5, 9)]
    head = [] if only else [f"[{game}]", f"thresholds = [{', '.join(f'{cut:.3f}' for cut in cuts)}]"]
    kept = losses if only else told_apart(losses)
    rows = [
        f"{'' if level in kept else '# '}{level} = [{mean.value:.4f}, {mean.low:.4f}, {mean.high:.4f}]"
        for level, mean in losses.items()
    ]
    return "\n".join([*head, f"[{game}.losses]", *rows]) + "\n"


def told_apart(losses: Mapping[str, Mean]) -> list[str]:
    """The levels, the weakest first, that lose clearly less than the one before; none if there are not two."""
    kept: list[str] = []
    for level, mean in losses.items():
        if not kept or mean.high < losses[kept[-1]].low:
            kept.append(level)
    return kept if len(kept) > 1 else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--decisions", type=int, default=600, help="of each level")
    parser.add_argument("--level", choices=list(BOTS), help="measure this one alone, and write nothing")
    asked = parser.parse_args()
    parts = [f"# python -m tefuda.judge.measure --decisions {asked.decisions}\n"]
    for game in asked.games:
        parts.append(measure(game, asked.decisions, asked.level))
        print(parts[-1], flush=True)
    if sorted(asked.games) == sorted(GAMES) and not asked.level:
        Path(__file__).with_name("measured.toml").write_text("\n".join(parts), "utf-8")


if __name__ == "__main__":
    main()
