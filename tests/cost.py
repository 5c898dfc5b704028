"""What the tests cost: `python -m pytest -p tests.cost` tells in the end how many seconds of processor each folder
took, and which tests took most. Browsers, servers, compilers and all other processes that a test starts are counted
with it. Unlike the time on the wall, that hardly depends on what else the machine does. It reads /proc, so it needs
Linux.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
SHOWN = 25  # tests
NAME = "processor"

mark = 0.0  # what was spent when the last part of a test ended
costs: dict[str, float] = defaultdict(float)  # by test
seconds: dict[str, float] = defaultdict(float)  # on the wall


def spent(process: int) -> float:
    """Seconds of processor of a process and of all that it has started, ended or not."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        tasks = [path.read_text() for path in Path(f"/proc/{process}/task").glob("*/children")]
    except OSError:  # it has just ended
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS + sum(spent(int(child)) for text in tasks for child in text.split())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    global mark
    mark = spent(os.getpid())
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    global mark
    report = yield
    before, mark = mark, spent(os.getpid())
    report.user_properties = [*report.user_properties, (NAME, max(0.0, mark - before))]
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Also where workers send their reports to."""
    costs[report.nodeid] += sum(
        value for name, value in report.user_properties if name == NAME and isinstance(value, float)
    )
    seconds[report.nodeid] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    def tell(name: str, tests: Iterable[str]) -> None:
        cost, wall = sum(costs[test] for test in tests), sum(seconds[test] for test in tests)
        terminalreporter.line(f"{cost:8.1f} {wall:8.1f}  {name}")

    tests = sorted(costs, key=lambda test: -costs[test])
    folders: dict[str, list[str]] = defaultdict(list)
    for test in tests:
        folders["/".join(test.partition("::")[0].split("/")[:2])].append(test)
    terminalreporter.section("seconds of processor, and on the wall")
    for name in sorted(folders, key=lambda name: -sum(costs[test] for test in folders[name])):
        tell(name, folders[name])
    tell("all", tests)
    for test in tests[:SHOWN]:
        tell(test, [test])
