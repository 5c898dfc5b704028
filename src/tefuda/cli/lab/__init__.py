"""tefuda lab: many matches, what they say about the rules, and how certain that is."""

from __future__ import annotations

from importlib.util import find_spec

from tefuda.cli import Complaint

if missing := [name for name in ("duckdb", "matplotlib", "numpy") if find_spec(name) is None]:
    raise Complaint(f"tefuda lab needs {' and '.join(missing)}: pip install 'tefuda[lab]'")
