"""Parameters that several commands have, each with what the help says about it."""

from __future__ import annotations

import os
from typing import Annotated

from cyclopts import Parameter

from tefuda.cli import Complaint

Switch = Annotated[bool, Parameter(negative=())]
AsJson = Annotated[bool, Parameter(name="--json", negative=())]
Repeated = Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)]
RuleOptions = Annotated[
    tuple[str, ...],
    Parameter(
        name="--option",
        negative=(),
        show_default=False,
        help="An option of the game as name=value; may be repeated.",
    ),
]
Edition = Annotated[str | None, Parameter(help="The edition, in games that have some.")]
Seats = Annotated[int | None, Parameter(help="How many seats; the game's usual number if not given.")]


def cores(processes: int) -> int:
    """How many processes --processes means: all cores by 0."""
    if processes < 0:
        raise Complaint(f"--processes must be at least 1, or 0 for all cores, not {processes}")
    return processes or os.cpu_count() or 1
