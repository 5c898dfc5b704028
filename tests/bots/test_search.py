"""scripts/search.py: what moves gain is what comes of them, and what is chosen is what `master` would choose."""

from __future__ import annotations

import importlib.util
import sys
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest

from tefuda.arena import check_contest
from tefuda.bots.master import TRUST

SCRIPT = Path(__file__).parents[2] / "scripts" / "search.py"


@pytest.fixture(scope="module")
def search() -> ModuleType:
    spec = importlib.util.spec_from_file_location("search", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_first_move_is_the_one_that_others_are_compared_with(search: ModuleType) -> None:
    counts = [0, 0]
    contest = check_contest("scout", {}, ["expert"] * 3)
    found = list(islice(search.positions(contest, 4, 1, counts), 12))
    assert counts[0] >= 12
    for one in found:
        assert one.thought[0] == one.gains[0] == 0 and set(one.leads[0]) == {0}
        assert len(one.thought) == len(one.leads) == len(one.gains) > 1
        assert {len(row) for row in one.leads} == {2}
    assert any(any(one.gains) for one in found)


def test_a_move_must_lead_by_more_than_the_network_doubts_it(search: ModuleType) -> None:
    """By hand: two chunks in which the second move leads by 10, and a network that likes it less."""
    lead = 10.0 * 2 / TRUST
    for thought, move in ((-0.9 * lead, 1), (-1.1 * lead, 0)):
        assert search.chosen(search.Position([0.0, thought], [[0.0, 0.0], [10.0, 10.0]], [0.0, 1.0]), 4) == move


def test_it_is_a_command(
    search: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["search", "scout", "--seats", "3", "--positions", "4", "--worlds", "8"])
    search.main()
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("scout, 3 seats, 4 positions") and [row.split()[0] for row in told[1:]] == ["8", "4"]
    for wrong in (["scout", "--worlds", "1"], ["scout", "--seats", "9"], ["chess"]):
        monkeypatch.setattr(sys, "argv", ["search", *wrong])
        with pytest.raises(SystemExit):
            search.main()
