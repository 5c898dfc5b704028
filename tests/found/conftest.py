"""Tests that load games from folders leave none behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.found.folders import forgetting


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    with forgetting():
        yield
