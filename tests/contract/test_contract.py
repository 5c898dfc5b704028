"""Every game keeps the contract in every set-up: what `tefuda contract` checks, on one match and some of its events."""

from __future__ import annotations

import os

import pytest

from tefuda import GAMES
from tefuda.contract import OF_MATCHES, OF_THE_GAME, findings
from tefuda.contract.sample import Check, Sample
from tefuda.kernel.engine import SWITCH
from tests.setups import IDS, SETUPS, Setup

LOOKS = 12
FORM = os.environ.get(SWITCH) or "compiled"


def problems(sample: Sample, checks: tuple[Check, ...]) -> dict[str, list[str]]:
    found = list(findings(sample, checks=checks))
    assert len(found) == len(checks)
    return {one.check: one.problems for one in found if one.problems}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_contract_of_a_game(game: str) -> None:
    assert problems(Sample(GAMES[game], FORM), OF_THE_GAME) == {}


@pytest.mark.parametrize("setup", SETUPS, ids=IDS)
def test_the_contract_of_matches(setup: Setup) -> None:
    assert problems(Sample(setup.face, FORM, (setup.seats, setup.options), looks=LOOKS), OF_MATCHES) == {}
