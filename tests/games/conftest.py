"""Every rule test runs on the plain, the checked and the compiled form of its game's rules.

The tests around the rules (the second reading of the rulebook, the terminal) run once, on the form that is asked for.
"""

from __future__ import annotations

import os

import pytest

from tefuda.kernel.engine import SWITCH, engine
from tests.games import rule_tests

FORMS = ("plain", "checked", "compiled")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.definition.path in rule_tests(metafunc.definition.path.parent.name):
        metafunc.parametrize("form", FORMS, indirect=True)


@pytest.fixture(autouse=True)
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The form that runs. A compiled form that is missing or stale is a failure, never a skipped test."""
    asked = os.environ.get(SWITCH, "")
    chosen = str(getattr(request, "param", ""))
    if not chosen:
        return asked
    own_build = asked not in ("", *FORMS)  # a folder: the compiled form is the one in it
    monkeypatch.setenv(SWITCH, asked if own_build and chosen == "compiled" else chosen)
    assert engine(request.path.parent.name).backend.form == chosen
    return chosen
