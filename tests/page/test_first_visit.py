"""What a browser asks for before the first card lies at a table."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tefuda import GAMES
from tests.page.conftest import PHONE, Visitors
from tests.page.tables import make

REQUESTS = 8
BYTES = 150_000
WATCH = """
new MutationObserver((_, watcher) => {
  if (!document.querySelector(".hand .card")) return;
  watcher.disconnect();
  window.dealt = performance.now();
}).observe(document, { childList: true, subtree: true });
"""
ASKED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter((one) => one.startTime < window.dealt)
    .map((one) => [one.name.split("/").pop(), one.transferSize])"""

KANA = "() => [...document.fonts].some(({ family, status }) => family.includes('Tefuda Kana') && status === 'loaded')"


@pytest.mark.parametrize(
    ("game", "lang"), [*((game, "en") for game in sorted(GAMES)), ("gift", "ja"), ("twentythree", "ja")]
)
def test_little_is_asked_for_before_the_first_card(visitors: Visitors, browser: Browser, game: str, lang: str) -> None:
    """On a phone. In Japanese a font of 74 kB comes after the first card; until then words stand there in another."""
    host = visitors(lang, name="Aki")
    make(host, game, ["casual", "casual"], start=True)
    host.wait_for_selector(".hand .card")
    context = browser.new_context(storage_state=host.context.storage_state(), service_workers="block", locale=lang)
    page = context.new_page()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.add_init_script(WATCH)
    page.goto(host.url)
    page.wait_for_selector(".hand .card")
    page.wait_for_load_state("networkidle")
    if lang == "ja":
        page.wait_for_function(KANA)
    asked: list[tuple[str, Any]] = page.evaluate(ASKED)
    context.close()
    assert 5 <= len(asked) <= REQUESTS, asked
    assert 60_000 < sum(size for _, size in asked) < BYTES, asked
