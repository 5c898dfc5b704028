"""What every game must satisfy, as checks that run for one game, without a compiler, in under a minute.

`tefuda contract ./mygame` runs them and lists all that is missing at once. Each check is a function that yields
sentences about what is wrong; what it raises is wrong, too.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tefuda.contract.around import AROUND, MADE
from tefuda.contract.description import DESCRIPTION
from tefuda.contract.hiding import HIDING
from tefuda.contract.playing import PLAYING
from tefuda.contract.sample import Check, Sample
from tefuda.games import Face

OF_THE_GAME = (*DESCRIPTION, *MADE)  # whatever its options
OF_MATCHES = (*PLAYING, *HIDING, *AROUND)
CHECKS: tuple[Check, ...] = (*OF_THE_GAME, *OF_MATCHES)
LOOKS = 40  # events of a match that each check looks at
KEPT = 3  # problems of one kind that are reported at most


class Finding(NamedTuple):
    """What one check has found."""

    check: str  # what must hold
    problems: list[str]
    seconds: float


def examine(face: Face, form: str = "plain", seconds: float = 20, seed: int = 0) -> Iterator[Finding]:
    """All checks, one after the other; those that play matches share the seconds."""
    return findings(Sample(face, form, looks=LOOKS), seconds, seed)


def findings(sample: Sample, seconds: float = 0, seed: int = 0, checks: Sequence[Check] = CHECKS) -> Iterator[Finding]:
    """The same of any sample. Without seconds it plays its least number of matches, the same ones every time."""
    with sample.running():
        problem = sample.trouble()
    if problem:
        yield Finding("the rules can be run", [problem], 0.0)
        return
    for number, check in enumerate(checks):
        begun = time.perf_counter()
        rng = random.Random(f"{seed}/{number}")
        found: list[str] = []
        try:
            with sample.running():
                for problem in check(sample, rng, begun + seconds / len(checks)):
                    if problem not in found:
                        found.append(problem)
                    if len(found) == KEPT:
                        break
        except Exception as error:  # whatever a game raises is one more problem
            found.append(f"{type(error).__name__}: {error}{sample.where(error)}")
        yield Finding(called(check), found, time.perf_counter() - begun)


def called(check: Check) -> str:
    """What a check says must hold: the first line of its docstring."""
    return (check.__doc__ or check.__name__).partition("\n")[0].rstrip(".")
