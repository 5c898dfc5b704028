"""Boards that games bring along: a game in a folder or an installed package may have `board/index.js`.

The boards of our own games are built into the page and are not served from here.
"""

from __future__ import annotations

import re

from tefuda.games import GAMES
from tefuda.games.pages import folder_of

ENTRY = "index.js"
NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,80}", re.ASCII | re.IGNORECASE)  # no folders, and nothing hidden
KINDS = {
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webp": "image/webp",
    "woff2": "font/woff2",
}


def has_board(game: str) -> bool:
    return (folder_of(game) / "board" / ENTRY).is_file()


def board_file(game: str, name: str) -> tuple[bytes, str] | None:
    """A file of a game's board and its media type; None if there is none that may be sent."""
    kind = KINDS.get(name.rpartition(".")[2])
    if game not in GAMES or kind is None or not NAME.fullmatch(name) or not has_board(game):
        return None
    file = folder_of(game) / "board" / name
    return (file.read_bytes(), kind) if file.is_file() else None
