"""Every rule test runs on the plain, the checked and the compiled form of its game's rules."""

from __future__ import annotations

import os

import pytest

from tefuda.kernel.engine import SWITCH, engine

FORMS = ("plain", "checked", "compiled")


@pytest.fixture(params=FORMS, autouse=True)
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The form that runs. A compiled form that is missing or stale is a failure, never a skipped test."""
    asked = os.environ.get(SWITCH, "")
    chosen = str(request.param)
    own_build = asked not in ("", *FORMS)  # a folder: the compiled form is the one in it
    monkeypatch.setenv(SWITCH, asked if own_build and chosen == "compiled" else chosen)
    assert engine(request.path.parent.name).backend.form == chosen
    return chosen
