"""Two setups on the same seeds: what is different, how certain that is, and on how many matches it rests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tefuda.intervals import NOTHING, Mean, Sums, Z, change_between, mean_of
from tefuda.lab.measures import known_sums, measures, scale_of, unit_of
from tefuda.lab.plan import Plan
from tefuda.lab.play import play_matches
from tefuda.lab.run import check_key, done_by, workers
from tefuda.lab.store import played, read_plan, read_table

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


Part = list[dict[str, tuple[Sums, Sums, Sums]]]  # for each setup but the first: the first, it, and their differences


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
    at where the interval lies, so stopping early does not make a difference look more certain than it is.
    """
    return differences(together([a, b], until, processes, cluster, tell)[0])


def together(
    plans: Sequence[Plan],
    until: Mapping[str, float] | None = None,
    processes: int = 0,
    cluster: str = "",
    tell: Callable[[int, int], None] | None = None,
) -> Part:
    """Plays all setups, match by match on the same seeds; what is kept compares each of them with the first."""
    check_measures(plans, until or ())
    size = min(SIZE, *(plan.pace for plan in plans))
    games = plans[0].games
    spans = [(first, min(first + size, games)) for first in range(0, games, size)]
    keys = [plan.key() for plan in plans]
    jobs = [(plans, keys, number, *span) for number, span in enumerate(spans)]
    total: Part = [{} for _ in plans[1:]]
    if tell:
        tell(0, games)
    with workers(processes, cluster) as (pool, width):
        for number, part in enumerate(in_order(done_by(pool, width, play_together, jobs))):
            for kept, new in zip(total, part, strict=True):
                for name, sums in new.items():
                    was = kept.get(name, (NOTHING, NOTHING, NOTHING))
                    kept[name] = (was[0] + sums[0], was[1] + sums[1], was[2] + sums[2])
            played = spans[number][1]
            if tell:
                tell(played, games)
            if until and played >= LEAST and all(narrow(one, until) for one in total):
                break
    return total


def compare_folders(a: Path, b: Path) -> tuple[list[Plan], list[Difference]]:
    """Two runs that were played before, over the matches that both have; in pairs, as if on the same seeds."""
    plans = [read_plan(folder) for folder in (a, b)]
    if plans[0].game != plans[1].game:
        raise ValueError(f"{a} is a run of {plans[0].game} and {b} one of {plans[1].game}")
    count = min(played(folder) for folder in (a, b))
    found = [
        measures(plan, {table: read_table(folder, table, count) for table in ("matches", "rounds")})
        for plan, folder in zip(plans, (a, b), strict=True)
    ]
    return plans, differences(paired(*found))


def check_measures(plans: Sequence[Plan], names: Iterable[str]) -> None:
    """ValueError if a setup does not have a measure of this name."""
    for plan in plans if names else ():
        known = measures(plan, play_matches(plan._replace(sample=0), 0, 1))
        if unknown := [name for name in names if name not in known]:
            raise ValueError(f"there is no measure {unknown[0]!r}; there are {', '.join(known)}")


def differences(total: Mapping[str, tuple[Sums, Sums, Sums]], z: float = Z) -> list[Difference]:
    return [difference(total, name, z) for name, sums in total.items() if sums[2].n]


def difference(total: Mapping[str, tuple[Sums, Sums, Sums]], name: str, z: float = Z) -> Difference:
    scale = scale_of(name)
    first, second = (unit_of(name, total["rounds"][side].value, total["round_moves"][side].value) for side in (0, 1))
    a, b, change = total[name]
    return Difference(
        measure=name,
        a=mean_of(a, scale, first),
        b=mean_of(b, scale, second),
        change=change_between(a, b, change, scale, (first, second), z),
        same=change.squares == 0,
        games=change.n,
    )


def narrow(total: Mapping[str, tuple[Sums, Sums, Sums]], until: Mapping[str, float]) -> bool:
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


def play_together(job: tuple[Sequence[Plan], Sequence[str], int, int, int]) -> tuple[int, Part]:
    """A batch of matches of all setups; runs in a worker."""
    plans, keys, number, first, last = job
    for plan, key in zip(plans, keys, strict=True):
        check_key(plan, key)
    found = [measures(plan, play_matches(plan._replace(sample=0), first, last)) for plan in plans]
    return number, [paired(found[0], other) for other in found[1:]]


def paired(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, tuple[Sums, Sums, Sums]]:
    """Of each measure that both have, in matches in which both have a value."""
    sums = {}
    for name in one.keys() & other.keys():
        change = other[name] - one[name]
        known = ~np.isnan(change)
        sums[name] = (known_sums(one[name][known]), known_sums(other[name][known]), known_sums(change))
    return {name: sums[name] for name in one if name in sums}
