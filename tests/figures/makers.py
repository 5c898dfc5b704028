"""The makers of all blocks, by name."""

from __future__ import annotations

from tests.figures import of_bots, of_the_benchmark, of_the_lab
from tests.figures.pages import Maker

MAKERS: dict[str, Maker] = {**of_the_lab.MAKERS, **of_bots.MAKERS, **of_the_benchmark.MAKERS}
