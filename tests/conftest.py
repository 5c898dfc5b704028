"""Fuzz tests try the same texts every time in CI, so that a red run can be repeated; elsewhere they try new ones."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("steady", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("steady")
