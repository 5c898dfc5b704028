"""What lies beside a game's modules: its page for players in each language, and other files."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tefuda.kernel.sources import packages_of


def folder_of(game: str) -> Path:
    """A game's own folder; of a variant its own, and not that of its game."""
    return Path(next(iter(import_module(packages_of(game)[-1]).__path__)))


def text_beside(game: str, name: str) -> str:
    """A file of the game's own folder; "" if there is none."""
    file = folder_of(game) / name
    return file.read_text("utf-8") if file.is_file() else ""


def player_page(game: str, lang: str) -> str:
    """The part for players of the page of a game; "" if it has none. The rest is for programmers."""
    return text_beside(game, f"page.{lang}.md").partition("\n## Actions\n")[0]
