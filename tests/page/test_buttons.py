"""The words on buttons keep clear of their edges, in both languages and in larger text, where there is least room."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page import test_places as places
from tests.page.test_places import TIGHT, arranged

harness = places.harness
page = places.page

# A fixture, how the moves begin at a turn, and what is tapped then.
BARS = [
    ("scout.draft", "keep", ""),
    ("scout.draft", "keep", ".act:not(.main)"),
    ("scout.draft", "play ", ".slot:has(.bar.from, .dot) button.card"),
    ("scout.draft", "double ", ".act[aria-keyshortcuts=L]"),
    ("scout.big", "scout ", ""),
    ("scout.oink", "scout ", ""),
    ("twentythree.big", "discard ", ""),
    ("twentythree.big", "play ", ".hand button.card:not(.dull)"),
    ("twentythree.two", "leave", ""),
    ("solo.hoard", "play W", ".hand [data-card^=W]"),
    ("solo.hoard", "keep", ""),
    ("solo.hoard", "jump ", ""),
    ("solo.two", "block ", ""),
    ("solo.big", "accept", ""),
    ("gift.big", "place ", ""),
    ("gift.big", "place ", "button.card[aria-disabled=false]"),
    ("gift.big", "commit ", ""),
]
SIDE, ABOVE = 3.5, 2.5  # px that stay free beside the words and above them

# Lines of text are measured by the letters, not by the font's own space above and below them.
EDGES = """([side, above]) => {
  const spans = (act) => {
    const found = [...act.querySelectorAll("svg, .number, .seal, .chip")].map((one) => one.getBoundingClientRect());
    const texts = document.createTreeWalker(act, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      if (parent.closest("kbd, .unseen, .number, .seal, .chip")) continue;
      const { fontSize, overflow } = getComputedStyle(parent);
      const size = parseFloat(fontSize);
      const end = overflow == "hidden" ? parent.getBoundingClientRect().right : Infinity; // a long name
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const { x, y, right, height } of range.getClientRects())
        found.push(new DOMRect(x, y + (height - size) / 2, Math.min(right, end) - x, size));
    }
    return found.filter((box) => box.width > 1);
  };
  return [...document.querySelectorAll(".act")].flatMap((act) => {
    const seen = spans(act);
    const { left, right, top, bottom } = act.getBoundingClientRect();
    const free = [
      Math.min(...seen.map((box) => box.left)) - left - side,
      right - Math.max(...seen.map((box) => box.right)) - side,
      Math.min(...seen.map((box) => box.top)) - top - above,
      bottom - Math.max(...seen.map((box) => box.bottom)) - above,
    ];
    const outside = left < 0 || right > innerWidth || bottom > innerHeight;
    return outside || Math.min(...free) < 0 ? [`${act.innerText.trim()}: ${free.map((px) => px.toFixed(1))}`] : [];
  });
}"""


def turn(found: list[dict[str, Any]], start: str) -> int:
    """The first position with such a move."""
    return next(at for at, step in enumerate(found) if any(move.startswith(start) for move in step["moves"]))


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(("fixture", "start", "tapped"), BARS)
def test_words_keep_clear_of_the_edges_of_buttons(
    page: Page, harness: str, fixture: str, start: str, tapped: str, lang: str
) -> None:
    found = json.loads(page.request.get(f"{harness}/fixtures/{fixture}.json").text())["steps"]
    bad = []
    for size in TIGHT:
        arranged(page, harness, fixture, turn(found, start), lang, size)
        if tapped:
            page.locator(tapped).first.dispatch_event("click")
        for large in (False, True):
            page.evaluate("large => document.documentElement.toggleAttribute('data-large', large)", large)
            assert page.locator(".act").count()
            bad += [f"{size}{' large' if large else ''} {one}" for one in page.evaluate(EDGES, [SIDE, ABOVE])]
    assert bad == []
