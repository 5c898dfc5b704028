"""Two setups on the same seeds: what is different, how sure that is, and on how many games it rests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from tefuda.intervals import NOTHING, Mean, Sums, change_of, mean_of
from tefuda.lab.measures import known_sums, measures, scale_of, unit_of
from tefuda.lab.plan import Plan
from tefuda.lab.play import play_matches
from tefuda.lab.run import check_key, done_by, workers

SIZE = 250  # pairs in a batch
LEAST = 1000  # pairs before a comparison may stop early


class Difference(NamedTuple):
    """Of one measure: its mean on both sides and their difference, b less a, match by match."""

    measure: str
    a: Mean
    b: Mean
    change: Mean
    same: bool  # whether it was the same in every match
    games: int

    @property
    def sure(self) -> bool:
        return not self.change.low <= 0 <= self.change.high


Part = dict[str, tuple[Sums, Sums, Sums]]


def compare(
    a: Plan,
    b: Plan,
    until: Mapping[str, float] | None = None,
    processes: int = 0,
    cluster: str = "",
    tell: Callable[[int, int], None] | None = None,
) -> list[Difference]:
    """Plays both sides, match by match on the same seeds, until all are played or `until` is met.

    `until` names measures and half the width that their intervals may have at most. It looks at the width alone, never
    at where the interval lies, so stopping does not make a difference look surer than it is.
    """
    size = SIZE if a.instant and b.instant else 10
    spans = [(first, min(first + size, a.games)) for first in range(0, a.games, size)]
    jobs = [(a, b, a.key(), b.key(), number, *span) for number, span in enumerate(spans)]
    total: Part = {}
    if tell:
        tell(0, a.games)
    with workers(processes, cluster) as (pool, width):
        for number, part in enumerate(in_order(done_by(pool, width, play_pairs, jobs))):
            for name, sums in part.items():
                was = total.get(name, (NOTHING, NOTHING, NOTHING))
                total[name] = (was[0] + sums[0], was[1] + sums[1], was[2] + sums[2])
            if unknown := [name for name in until or () if name not in total]:
                raise ValueError(f"there is no measure {unknown[0]!r}; there are {', '.join(total)}")
            played = spans[number][1]
            if tell:
                tell(played, a.games)
            if until and played >= LEAST and narrow(total, until):
                break
    return [difference(total, name) for name, sums in total.items() if sums[2].n]


def difference(total: Part, name: str) -> Difference:
    scale = scale_of(name)
    units = [unit_of(name, total["rounds"][side].value, total["round_moves"][side].value) for side in (0, 1)]
    a, b, change = total[name]
    return Difference(
        measure=name,
        a=mean_of(a, scale, units[0]),
        b=mean_of(b, scale, units[1]),
        change=change_of(change, scale, max(units)),
        same=change.squares == 0,
        games=change.n,
    )


def narrow(total: Part, until: Mapping[str, float]) -> bool:
    changes = {name: difference(total, name).change for name in until}
    return all(changes[name].high - changes[name].value <= half for name, half in until.items())


def in_order(found: Iterator[tuple[int, Part]]) -> Iterator[Part]:
    """The parts by their number, so that stopping early stops at the same place whatever the workers do."""
    early: dict[int, Part] = {}
    following = 0
    for number, part in found:
        early[number] = part
        while following in early:
            yield early.pop(following)
            following += 1


def play_pairs(job: tuple[Plan, Plan, str, str, int, int, int]) -> tuple[int, Part]:
    """A batch of matches on both sides; runs in a worker."""
    a, b, key_a, key_b, number, first, last = job
    check_key(a, key_a)
    check_key(b, key_b)
    one, other = (measures(plan, play_matches(plan._replace(sample=0), first, last)) for plan in (a, b))
    both = [name for name in one if name in other]
    for name in both:
        unknown = np.isnan(one[name]) | np.isnan(other[name])
        one[name] = np.where(unknown, np.nan, one[name])
        other[name] = np.where(unknown, np.nan, other[name])
    return number, {
        name: (known_sums(one[name]), known_sums(other[name]), known_sums(other[name] - one[name])) for name in both
    }
