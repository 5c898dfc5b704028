"""The model of the table protocol: its promises hold, wrong rules break them, and the server follows its traces."""

from __future__ import annotations

import pytest

from tefuda.server.house import House
from tests.trials.following import follow, replay
from tests.trials.leaks.planting import patched
from tests.trials.model import RIGHT, along, explore


def test_promises_hold() -> None:
    explored = explore(1)
    assert explored.failure == "", explored
    assert explored.states > 10_000


@pytest.mark.parametrize("name", RIGHT._fields)
def test_wrong_rules_are_found(name: str) -> None:
    found = explore(2, RIGHT._replace(**{name: False}))
    assert found.failure
    assert found.trace


@pytest.mark.parametrize("part", range(4))
def test_server_follows_the_model(part: int) -> None:
    for number in range(part, 80, 4):
        compared = follow(f"test/{number}")
        assert compared.failure == "", compared


def test_process_that_has_lost_a_table_does_not_answer_from_memory() -> None:
    """A process that was stopped for a while refused what another one had stored. The explorer found this."""

    async def is_ours(self: House, code: str) -> bool:
        return True

    wrong = RIGHT._replace(asks_whose_it_is=False)
    trace = along(explore(2, wrong).trace, 2, wrong)
    with patched([(House, "is_ours", is_ours)]):
        assert "refused" in replay(trace, "stale").failure
