"""Judges many rounds of bots: `python -m tefuda.judge.many GAME [--level LEVEL] [--rounds N] [--worlds N] [--json]`.

One seat plays like the level, the others like `club`, in the game's usual form. It prints what each part of luck and
skill gave that seat in a round, with 95 % intervals, how many standard errors luck is away from 0, what the seat lost a
decision, how many rounds an hour were judged, and how much of the processor's time a round took, which other work on
the machine does not change. The parts of every round must sum up to its result exactly.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from tefuda.bots import BOTS, Bot, Master, levels_of
from tefuda.games import GAMES
from tefuda.intervals import Mean, mean_of, sums_of
from tefuda.judge.report import Judging
from tefuda.judge.split import PARTS
from tefuda.match import Match

FIRST = 6_000_000  # seeds that are used for nothing else
PLAYOUTS = 100  # of `master`, so that it can be repeated


class Judged(NamedTuple):
    """One round of the seat."""

    parts: dict[str, float]  # with luck and result
    losses: list[float]  # of its decisions


def play_round(game: str, level: str, number: int) -> tuple[Match, int]:
    """A match up to the end of its first round, and the seat that played like the level."""
    match, rng = Match(game, seed=FIRST + number), random.Random(number)
    seat = number % match.seats
    bot: Bot = Master(playouts=PLAYOUTS) if level == "master" else BOTS[level]
    while match.rounds == 0:
        mover = match.to_act[0] if match.actor is None or match.actor < 0 else match.actor
        match.play(mover, (bot if mover == seat else BOTS["club"])(match.view(mover), match.moves(mover), rng))
    return match, seat


def judge_round(game: str, level: str, worlds: int, number: int) -> Judged:
    match, seat = play_round(game, level, number)
    judging = Judging(match.record, seat, number, worlds)
    while not judging.rounds:
        judging.go_on()
    (one,) = judging.rounds
    gained = [Fraction(score) for score in match.undo_to(judging.done)._game.scores()]
    others = Fraction(0) if match.record.face.shared_by(match.record.options) else sum(gained) - gained[seat]
    assert one.result == gained[seat] - others / (match.seats - 1), "the parts do not sum up to the result"
    parts = {part: float(getattr(one, part)) for part in (*PARTS, "luck", "result")}
    return Judged(parts, [decision.difference.value for decision in judging.judged])


def processor() -> float:
    """The seconds of processor that this process and those it has waited for have had."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def summary(found: Iterable[Judged], seconds: float, processor: float) -> dict[str, Any]:
    known = list(found)
    parts = {part: mean_of(sums_of(one.parts[part] for one in known)) for part in known[0].parts}
    losses = [loss for one in known for loss in one.losses]
    half = (parts["luck"].high - parts["luck"].low) / 2
    return {
        "rounds": len(known),
        "parts": {part: mean._asdict() for part, mean in parts.items()},
        "luck_in_standard_errors": 1.96 * parts["luck"].value / half if half else 0.0,
        "lost_a_decision": mean_of(sums_of(losses))._asdict() if losses else None,
        "rounds_an_hour": 3600 * len(known) / seconds,
        "processor_seconds_a_round": processor / len(known),
    }


def measure(game: str, level: str, rounds: int, worlds: int, workers: int) -> dict[str, Any]:
    began, used = time.monotonic(), processor()
    work = partial(judge_round, game, level, worlds)
    if workers == 1:
        found = list(map(work, range(rounds)))
    else:
        with ProcessPoolExecutor(workers) as pool:
            found = list(pool.map(work, range(rounds), chunksize=4))
    return summary(found, time.monotonic() - began, processor() - used)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--level", default="club")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=48, help="in which moves are compared")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if asked.level not in levels_of(asked.game):
        parser.error(f"{asked.game} has no level {asked.level}")
    if asked.rounds < 2 or asked.worlds < 8 or asked.workers < 1:
        parser.error("--rounds must be at least 2, --worlds at least 8 and --workers at least 1")
    found = measure(asked.game, asked.level, asked.rounds, asked.worlds, asked.workers)
    if asked.json:
        print(json.dumps(found))
        return
    print(f"{asked.game}, {asked.level} against club, {found['rounds']} rounds")
    print(f"{found['rounds_an_hour']:,.0f} an hour, {found['processor_seconds_a_round']:.2f} s of processor each")
    for part, mean in found["parts"].items():
        print(f"{part:8} {told(Mean(**mean))}")
    print(f"luck is {found['luck_in_standard_errors']:+.2f} standard errors away from 0")
    if found["lost_a_decision"]:
        print(f"lost a decision {told(Mean(**found['lost_a_decision']))}")


def told(mean: Mean) -> str:
    return f"{mean.value:+.2f} [{mean.low:+.2f}, {mean.high:+.2f}]"


if __name__ == "__main__":
    main()
