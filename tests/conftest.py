"""What holds for all tests: fuzz tests that can be repeated, and little time for the collector of garbage."""

from __future__ import annotations

import gc
import os

from hypothesis import settings

OFTEN = 20_000  # new objects after which garbage is looked for; Python's own 700 are for small programs

# Fuzz tests try the same texts every time in CI, so that a red run can be repeated; elsewhere they try new ones.
settings.register_profile("steady", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("steady")


def pytest_collection_finish() -> None:
    """Thousands of collected tests are no garbage: looking through them again and again took half of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OFTEN, 20, 50)
