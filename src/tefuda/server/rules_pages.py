"""The pages of the games, as HTML for the browser."""

from __future__ import annotations

from functools import cache

import nh3
from markdown_it import MarkdownIt

from tefuda.games import GAMES
from tefuda.games.pages import player_page


def rules_page(game: str, lang: str) -> dict[str, str] | None:
    """Title and HTML of a game's page; None if there is none."""
    return _rendered(game, lang) if game in GAMES and lang in ("en", "ja") else None


@cache
def _rendered(game: str, lang: str) -> dict[str, str] | None:
    """Each page is kept; so this is not to be asked for what strangers think of."""
    text = player_page(game, lang)
    if not text:
        return None
    text = text[max(text.find("\n## "), 0) :]  # the page has a title of its own
    markdown = MarkdownIt("commonmark").enable("table")
    if lang == "ja":  # where a line of the source ends, Japanese has no space
        markdown.add_render_rule("softbreak", lambda *_: "")
    html = markdown.render(text)
    drawn = {"code": {"language-cards"}}  # the browser draws these examples
    clean = nh3.clean(html, tags=nh3.ALLOWED_TAGS - {"a", "img"}, allowed_classes=drawn)
    return {"title": GAMES[game].title(lang), "html": clean}
