"""The manners of `verifiers` and OpenEnv with their own clients; see tests/env/apart."""

from __future__ import annotations

import os

import pytest

from tests.env.apart.venv import NAMES, run


@pytest.mark.skipif("TEFUDA_LONG" not in os.environ, reason="installs a library of 300 MB for each")
@pytest.mark.parametrize("name", NAMES)
def test_matches_are_played_with_its_own_client(name: str) -> None:
    assert "match" in run(name)
