"""Folders with games, as somebody would write them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tefuda import GAMES
from tefuda.games.found import FOLDERS
from tefuda.kernel.engine import engine_in
from tefuda.kernel.sources import PACKAGES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "variants.md"


def eight_lines() -> str:
    """The rules.py of docs/variants.md."""
    found = re.search(r"```python\n(\"\"\"SCOUT.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def with_an_option() -> str:
    """The rules.py of docs/variants.md that has an option of its own."""
    found = re.search(r"```python\n(\"\"\"SCOUT, in which the first seat.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def folder(parent: Path, name: str, **files: str) -> Path:
    """A folder with these modules."""
    made = parent / name
    made.mkdir()
    for file, text in files.items():
        (made / f"{file}.py").write_text(text, "utf-8")
    return made


@contextmanager
def forgetting() -> Iterator[None]:
    """Games that are loaded within are forgotten afterwards."""
    packages, loaded = dict(PACKAGES), dict(GAMES._loaded)
    named = os.environ.get(FOLDERS)
    try:
        yield
    finally:
        for name in GAMES._loaded.keys() - loaded.keys():
            package = name.replace("-", "_")
            for module in [one for one in sys.modules if one == package or one.startswith(f"{package}.")]:
                del sys.modules[module]
        PACKAGES.clear()
        PACKAGES.update(packages)
        GAMES._loaded = loaded
        engine_in.cache_clear()
        if named is None:
            os.environ.pop(FOLDERS, None)
        else:
            os.environ[FOLDERS] = named
