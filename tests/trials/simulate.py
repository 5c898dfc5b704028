"""Many runs of the simulation, one for each seed. A seed that fails is told as a story, as short as it can be made."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterable
from typing import NamedTuple

from tests.trials.simulation.running import Run, one, shrink, unhurried
from tests.trials.simulation.running import run as play
from tests.trials.simulation.story import draw

STORIES = 3  # that are told at most
TRIES = 200  # to shorten each of them
COLLECT = 20  # runs after which garbage is looked for


class Report(NamedTuple):
    seeds: int
    processor: float  # seconds
    virtual: float
    total: Run  # all runs together
    failed: list[tuple[int, str]]  # the seed, and what is wrong
    stories: list[str]

    def __str__(self) -> str:
        hours, total = self.virtual / 3600, self.total
        lines = [
            f"{self.seeds} seeds, {hours:,.0f} virtual hours, {hours / self.processor * 60:,.0f} a minute of processor",
            f"{total.commands} commands, {total.accepted} accepted, {total.resent} sent again",
            f"{total.ended} matches ended",
            f"{total.messages} messages judged against {total.rows} rows of logs: {len(self.failed)} seeds failed",
        ]
        lines += [f"  seed {seed}: {text}"[:300] for seed, text in self.failed[:20]]
        return "\n".join([*lines, *self.stories])

    @property
    def passed(self) -> bool:
        return not self.failed


def run(count: int, seed: int = 0) -> Report:
    return run_seeds(range(seed, seed + count))


def run_seeds(seeds: Iterable[int]) -> Report:
    total, failed, number, virtual = [0] * 6, list[tuple[int, str]](), 0, 0.0
    began = time.process_time()
    with unhurried():
        for number, seed in enumerate(seeds, 1):
            found = one(seed)
            virtual += found.seconds
            total = [before + more for before, more in zip(total, found[3:], strict=True)]
            if found.failures:
                failed.append((seed, found.failures[0]))
            if number % COLLECT == 0:
                gc.collect()
        spent = time.process_time() - began
        stories = [tell(seed) for seed, _ in failed[:STORIES]]
    return Report(number, max(spent, 1e-9), virtual, Run([], virtual, "", *total), failed, stories)


def tell(seed: int) -> str:
    """The shortest story that fails as this seed does."""
    story = draw(str(seed))
    kind = play(story).kind
    shorter = shrink(story, lambda one: play(one).kind == kind, TRIES)
    return f"{shorter}\n{play(shorter).failures[0]}"
