"""The short form of the trial `worlds`."""

from __future__ import annotations

import pytest

from tests.trials.leaks import LEAKS, Leak
from tests.trials.worlds import finds, run_pairs


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_what_a_reader_may_not_know_changes_nothing_that_it_is_sent(first: int) -> None:
    found = run_pairs(range(first, first + 50), 1)
    assert found.frames > 500
    assert found.differing == []


def test_hands_of_a_second_round_that_is_over_are_not_asked_for() -> None:
    """It ended after three moves, and its hands differ by right; once the trial took them for a leak."""
    found = run_pairs([136], 41)
    assert found.frames > 100
    assert found.differing == []


def test_there_are_leaks_of_all_kinds() -> None:
    assert len({leak.name for leak in LEAKS}) == len(LEAKS) >= 40


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name)
def test_a_planted_leak_is_found(leak: Leak) -> None:
    assert finds(leak)
