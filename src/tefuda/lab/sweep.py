"""Many setups on the same seeds, each compared with the first, with intervals that hold simultaneously."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from tefuda.intervals import Mean, z_for
from tefuda.lab.compare import Difference, check_measures, difference, together
from tefuda.lab.plan import Plan

SETUPS_MAX = 200
SHOWN = ("minutes", "round_moves", "start_win", "start_gain", "margin", "lead_changes", "no_winner")


class Row(NamedTuple):
    """One setup: what it changes, and its measures beside those of the first one."""

    changed: Mapping[str, str]
    measures: Mapping[str, Difference]

    @property
    def name(self) -> str:
        return " ".join(value if name == "setup" else f"{name}={value}" for name, value in self.changed.items())


def grid(over: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """Every combination of these values, or a ValueError if there are too few or too many."""
    count = 1
    for values in over.values():
        count *= len(values)
    if count < 2:
        raise ValueError("a sweep needs at least two setups; name values with commas between them")
    if count > SETUPS_MAX:
        raise ValueError(f"that are {count:,} setups; a sweep has at most {SETUPS_MAX}")
    return [dict(zip(over, values, strict=True)) for values in product(*over.values())]


def values_of(text: str) -> list[str]:
    """The values of `a,b,c`, or the whole numbers of `10..40` or `10..40..10`."""
    parts = text.split("..")
    if 2 <= len(parts) <= 3 and all(part.isascii() and part.isdigit() for part in parts):
        first, last, step = (*map(int, parts), 1)[:3]
        if step and first <= last and (last - first) // step < SETUPS_MAX:
            return [str(value) for value in range(first, last + 1, step)]
        raise ValueError(f"{text!r} is no range of at most {SETUPS_MAX} numbers")
    values = text.split(",")
    if "" in values or len(set(values)) < len(values):
        raise ValueError(f"{text!r}: every value once, with commas between them")
    return values


def sweep(
    setups: Sequence[tuple[Mapping[str, str], Plan]],
    shown: Sequence[str] = SHOWN,
    processes: int = 0,
    cluster: str = "",
    tell: Callable[[int, int], None] | None = None,
) -> list[Row]:
    """Rows in the order of the setups; the first is compared with itself.

    The intervals of the changes are wider than usual, so that all that are shown hold simultaneously 19 times in 20.
    """
    plans = [plan for _, plan in setups]
    if doubles := [plan for place, plan in enumerate(plans) if plan in plans[:place]]:
        raise ValueError(f"two setups are the same: {dict(doubles[0].options)}")
    check_measures(plans[:1], shown)
    total = together(plans, None, processes, cluster, tell)
    z = z_for(len(total) * len(shown))
    rows = [{name: difference(one, name, z) for name in shown} for one in total]
    none = Mean(0.0, 0.0, 0.0)
    first = {name: one._replace(b=one.a, change=none, same=True) for name, one in rows[0].items()}
    return [Row(changed, row) for (changed, _), row in zip(setups, [first, *rows], strict=True)]


def as_rows(names: Sequence[str], found: Sequence[Difference]) -> list[Row]:
    """A comparison of two setups as a sweep of two."""
    none = Mean(0.0, 0.0, 0.0)
    first = {one.measure: one._replace(b=one.a, change=none, same=one.same) for one in found}
    return [Row({"setup": names[0]}, first), Row({"setup": names[1]}, {one.measure: one for one in found})]


def as_csv(rows: Sequence[Row]) -> str:
    """For a spreadsheet: what each setup changes, and of each measure its value, the change, and both intervals."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = list(rows[0].changed)
    parts = ("", "_low", "_high", "_change", "_change_low", "_change_high")
    writer.writerow([*names, *(f"{measure}{part}" for measure in rows[0].measures for part in parts)])
    for row in rows:
        numbers = [number for one in row.measures.values() for number in (*one.b, *one.change)]
        writer.writerow([*(row.changed.get(name, "") for name in names), *numbers])
    return text.getvalue()
