"""The figures of a run as one flat list, for scripts and spreadsheets."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping

from tefuda.intervals import Mean
from tefuda.lab.figures import Figures

SINGLE = ["rounds", "round_moves", "minutes", "margin", "no_winner", "shared_win", "lead_changes", "favourites"]
SINGLE += ["closer", "choices", "forced", "seat_gap", "tension", "at_stake", "matter"]


def flat(found: Figures) -> dict[str, Mean]:
    """Every figure with an interval, by name; one that rests on nothing is left out."""
    means: dict[str, Mean] = {name: getattr(found, name) for name in SINGLE}
    for place, (wins, gain) in enumerate(zip(found.seat_wins, found.seat_gains, strict=True)):
        means |= {f"seat_wins_{place}": wins, f"seat_gains_{place}": gain}
    means |= {f"leader_wins_{number + 1}": mean for number, mean in enumerate(found.leader_wins)}
    for (point, odds, _, _), (_, decided) in zip(found.odds, found.decided, strict=True):
        means |= {f"odds_{point:g}": odds, f"decided_{point:g}": decided}
    for kind in found.kinds:
        for what in ("can", "did", "per_round", "worth", "chosen", "timely", "loss"):
            if (mean := getattr(kind, what)) is not None:
                means[f"{what}_{kind.name}"] = mean
    means |= {f"end_{name}": mean for name, mean in found.endings.items()}
    means |= {f"last_{name}": mean for name, mean in found.closings.items()}
    means |= {f"wins_{alone}_among_{among}": mean for (alone, among), mean in found.matrix.items()}
    means |= {f"luck_{level.upper}": level.luck for level in found.levels}
    means |= {f"rating_{level}": mean for level, mean in found.ratings.items()}
    if found.catch_up is not None:
        means["catch_up"] = found.catch_up
    means |= {f"card_{card}": mean for card, (mean, _) in found.cards.items()}
    means |= {f"safety_{rule}": mean for rule, mean in found.safety.items()}
    return {name: mean for name, mean in means.items() if not math.isnan(mean.value)}


def as_csv(means: Mapping[str, Mean]) -> str:
    """A row for each figure: its name, value and 95 % interval, empty where that has no end."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("figure", *Mean._fields))
    for name, mean in means.items():
        writer.writerow((name, *("" if math.isinf(number) else number for number in mean)))
    return text.getvalue()
