"""The blocks of the pages: found, compared, written and marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.figures.fingerprint import fingerprint

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"<!-- figures ([\w-]+): (.*?) -->\n(.*?)<!-- end of figures -->\n", re.DOTALL)
STALE = "*Stale: made before the rules or the bots of this game changed.*\n\n"
NUMBER = r"[+−]?[\d,]+(?:\.\d+)?"
INTERVAL = re.compile(rf"({NUMBER})(?: %)? \(({NUMBER}) to ({NUMBER})\)")
PLUS_MINUS = re.compile(rf"({NUMBER}) ± ({NUMBER})")
ALL_INTERVALS = re.compile(f"{INTERVAL.pattern}|{PLUS_MINUS.pattern}")


class Maker(NamedTuple):
    """What makes a block."""

    page: str
    games: tuple[str, ...]
    quick: bool
    make: Callable[[], str]


class Block(NamedTuple):
    """A block as it stands on its page."""

    name: str
    page: Path
    made_with: str
    text: str

    @property
    def is_marked(self) -> bool:
        return self.text.startswith(STALE)

    @property
    def body(self) -> str:
        return self.text.removeprefix(STALE)


def signature(games: tuple[str, ...]) -> str:
    return ", ".join(f"{game} {fingerprint(game)}" for game in games) or "no game"


def blocks() -> dict[str, Block]:
    found = {}
    for page in sorted(DOCS.rglob("*.md")):
        for name, made_with, text in BLOCK.findall(page.read_text("utf-8")):
            assert name not in found, f"there are two blocks {name}"
            found[name] = Block(name, page, made_with, text)
    return found


def is_fresh(block: Block, maker: Maker) -> bool:
    return block.made_with == signature(maker.games)


def replace(block: Block, made_with: str, text: str) -> None:
    page = block.page.read_text("utf-8")
    old = f"<!-- figures {block.name}: {block.made_with} -->\n{block.text}<!-- end of figures -->\n"
    assert page.count(old) == 1
    new = f"<!-- figures {block.name}: {made_with} -->\n{text}<!-- end of figures -->\n"
    block.page.write_text(page.replace(old, new), "utf-8")


def mark(makers: Mapping[str, Maker]) -> list[str]:
    """Writes or takes away the sentence that says so; gives the names of the stale ones."""
    stale = []
    for name, block in blocks().items():
        fresh = is_fresh(block, makers[name])
        if not fresh:
            stale.append(name)
        wanted = block.body if fresh or makers[name].quick else STALE + block.body
        if wanted != block.text:
            replace(block, block.made_with, wanted)
    return stale


def intervals(text: str) -> list[tuple[float, float, float]]:
    """All figures with an interval, in their order: value, low, high."""
    found = []
    for one in ALL_INTERVALS.finditer(text):
        value, low, high, middle, half = (
            float(part.replace(",", "").replace("−", "-")) if part else 0.0 for part in one.groups()
        )
        found.append((value, low, high) if one[1] else (middle, middle - half, middle + half))
    return found


def left(old: str, new: str) -> list[str]:
    """The figures of the old text that the new one does not bear out."""
    was, now = intervals(old), intervals(new)
    if len(was) != len(now) or not now:
        return [f"there were {len(was)} figures with intervals, now there are {len(now)}"]
    return [
        f"{value:g} ({low:g} to {high:g}) is {found:g} now"
        for (value, low, high), (found, _, _) in zip(was, now, strict=True)
        if not low <= found <= high
    ]
