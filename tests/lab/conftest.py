"""A small run that the tests of the lab share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda.lab.plan import Plan, check_plan
from tefuda.lab.run import run


@pytest.fixture(scope="session")
def plan() -> Plan:
    return check_plan("twentythree", {}, 3, ["club"], 1200, seed=5, sample=40, probes=6, ladder=60, without=6)


@pytest.fixture(scope="session")
def folder(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "run"
    run(plan, path, processes=1)
    return path


def shards(folder: Path) -> dict[str, bytes]:
    """Every shard of a run and its bytes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.glob("*/*.parquet")}
