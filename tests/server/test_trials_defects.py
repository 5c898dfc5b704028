"""Defects that are planted in the server are found by the simulation, or by traces of the model."""

from __future__ import annotations

import pytest

from tests.trials.simulation.defects import DEFECTS, Defect


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name)
def test_planted_defect_is_found(defect: Defect) -> None:
    assert defect.is_found()


def test_they_are_many() -> None:
    assert len({defect.name for defect in DEFECTS}) == len(DEFECTS) >= 20
