"""How the levels of bots are judged: what a seat that plays like one of them loses per decision, and what counts as
much.

measured.toml has the figures; `python -m tefuda.judge.measure` makes it.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from tefuda.intervals import Mean, mean_of, sums_of
from tefuda.judge.values import Judged

Kind = Literal["good", "inaccuracy", "mistake", "blunder"]


class Measured(NamedTuple):
    """What was measured of one game."""

    losses: dict[str, Mean]  # what a level loses per decision, of those that it tells apart
    inaccuracy: float  # the least loss that counts as one
    mistake: float
    blunder: float


class Verdict(NamedTuple):
    """The level that somebody played like, and between which two levels it may lie."""

    loss: Mean  # per decision
    level: str
    low: str
    high: str


@cache
def measured(game: str) -> Measured | None:
    """None if the game was never measured."""
    found = tomllib.loads(Path(__file__).with_name("measured.toml").read_text("utf-8")).get(game)
    if found is None:
        return None
    losses = {name: Mean(*row) for name, row in found["losses"].items()}
    return Measured(losses, *found["thresholds"])


def levels_measured(game: str) -> list[str]:
    """The weakest first."""
    known = measured(game)
    return list(known.losses) if known else []


def kind_of(judged: Judged) -> Kind:
    """The kind of a decision, by what it cost."""
    known, loss = measured(judged.decision.view.game), judged.loss
    if loss == 0 or known is None:
        return "good"
    if loss >= known.blunder:
        return "blunder"
    if loss >= known.mistake:
        return "mistake"
    return "inaccuracy" if loss >= known.inaccuracy else "good"


def verdict(judged: Sequence[Judged]) -> Verdict | None:
    """None if there is nothing to compare, or too little."""
    known = measured(judged[0].decision.view.game) if judged else None
    if known is None or not known.losses or len(judged) < 2:
        return None
    loss = mean_of(sums_of(one.difference.value for one in judged))
    return Verdict(loss, *(nearest(known, value) for value in (loss.value, loss.high, loss.low)))


def nearest(known: Measured, loss: float) -> str:
    """The level whose loss is nearest by ratio: half as much is as far away as twice as much."""
    scale = max(mean.value for mean in known.losses.values()) / 100  # losses below this cannot be told apart

    def height(value: float) -> float:
        return math.log(max(value, scale))

    return min(known.losses, key=lambda name: abs(height(known.losses[name].value) - height(loss)))
