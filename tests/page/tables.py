"""Tables made by the form on the home page, as people make them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from playwright.sync_api import Page


def make(
    page: Page, game: str, others: Sequence[str], options: Mapping[str, object] | None = None, start: bool = False
) -> str:
    """A table for oneself and others: bots of these levels, or people (""). The path of the invitation."""
    page.goto("/")
    form = page.locator("form.panel")
    form.locator(f"input[name=game][value={game}]").check()
    if game == "scout" and len(others) == 1:
        form.locator("input[name=edition][value=oink]").check()
    form.locator("select").first.select_option(str(len(others) + 1))
    for place, level in enumerate(others):
        select = form.locator(".who select").nth(place)
        select.select_option(level) if level else select.select_option(index=0)
    if options:
        form.locator("summary").click()
        for label, value in options.items():
            form.get_by_label(label, exact=True).fill(str(value))
    form.locator("button.primary").click()
    page.wait_for_url("**/t/*")
    if start:
        page.locator(".page button.primary").last.click()
        page.wait_for_selector(".play")
    return urlsplit(page.url).path
