"""`tefuda trial`: campaigns against the server."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

from cyclopts import Parameter

from tefuda.cli import Complaint

# Each is a module of tefuda.trials with `run(count, seed)`; its report has `passed`, and str() of the report is what is
# printed.
TRIALS = {
    "kills": 1000,
    "order": 2000,
    "leaving": 20,
    "races": 10000,
    "worlds": 10000,
    "frames": 1_000_000,
    "load": 1000,
    "abuse": 8,
}


def trial(
    name: Annotated[str, Parameter(help=f"one of {', '.join(TRIALS)}")],
    *,
    count: Annotated[int, Parameter(help="how often; without it, as often as docs/reliability.md says")] = 0,
    seed: Annotated[int, Parameter(help="another seed gives another run")] = 1,
) -> int:
    """Runs one trial; the exit code is 1 if the server failed it."""
    if name not in TRIALS:
        raise Complaint(f"there is no trial {name!r}; there are {', '.join(TRIALS)}")
    if count < 0:
        raise Complaint("count must be a positive number")
    try:
        module = import_module(f"tefuda.trials.{name}")
    except ImportError as error:
        raise Complaint(f"trials need tefuda[server]: {error}") from None
    report = module.run(count or TRIALS[name], seed)
    print(report)
    return 0 if report.passed else 1
