"""The pages of the games, as HTML for the browser."""

from __future__ import annotations

from functools import cache
from importlib import resources

import nh3
from markdown_it import MarkdownIt

from tefuda.games import GAMES


@cache
def rules_page(game: str, lang: str) -> dict[str, str] | None:
    """Title and HTML of a game's page; None if there is none."""
    if game not in GAMES or lang not in ("en", "ja"):
        return None
    name = f"{game}.md" if lang == "en" else f"{game}.{lang}.md"
    file = resources.files("tefuda.server") / "pages" / name
    if not file.is_file():
        return None
    text = file.read_text("utf-8")
    text = text[text.index("\n## ") :].partition("\n## Actions\n")[0]  # what is before and after is for programmers
    markdown = MarkdownIt("commonmark").enable("table")
    if lang == "ja":  # where a line of the source ends, Japanese has no space
        markdown.add_render_rule("softbreak", lambda *_: "")
    html = markdown.render(text)
    drawn = {"code": {"language-cards"}}  # the browser draws these examples
    clean = nh3.clean(html, tags=nh3.ALLOWED_TAGS - {"a", "img"}, allowed_classes=drawn)
    return {"title": GAMES[game].title(lang), "html": clean}
