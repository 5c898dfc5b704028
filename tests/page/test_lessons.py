"""The playable lessons: current, legal, and played to their end by clicks, two in each language."""

from __future__ import annotations

import json
import runpy
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import expect

from tefuda import GAMES
from tests.page.conftest import PHONE, ROOT, Visitors
from tests.page.players import CLICKS, TURN

PLACE = ROOT / "src" / "tefuda" / "games"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_lessons_are_current(game: str) -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "lessons.py"))["text"](game)
    assert (PLACE / game / "board" / "lesson.json").read_text("utf-8") == made, "scripts/lessons.py writes it anew"
    wanted = [frame for scene in json.loads(made)["scenes"] for frame in scene["frames"] if "want" in frame]
    assert 3 <= len(wanted) <= 8
    assert all(frame["say"]["en"] and frame["say"]["ja"] for frame in wanted)
    assert all(frame["view"]["seat"] == 0 for frame in wanted)


@pytest.mark.parametrize(("game", "lang"), [("scout", "en"), ("twentythree", "ja"), ("solo", "en"), ("gift", "ja")])
def test_a_lesson_is_played_to_its_end(visitors: Visitors, game: str, lang: str) -> None:
    page = visitors(lang, PHONE, flat=True, name="Aki", pace="at-once")
    page.goto("/")
    page.locator(f".learn a[href$='/learn/{game}']").click()
    for _ in range(40):
        page.wait_for_selector(".lesson[data-mine], .lesson .coach .do.main, .lesson .tally", timeout=TURN)
        if page.locator(".lesson .tally").count():
            break
        at = page.locator(".lesson").get_attribute("data-step") or ""
        if page.locator(".lesson .coach .do.main").count():  # the next scene, or the move after a wrong try
            page.locator(".lesson .coach .do.main").click()
            expect(page.locator(".lesson")).not_to_have_attribute("data-step", at, timeout=TURN)
        else:
            expect(page.locator("[data-pointed]").first).to_be_visible()
            if game == "twentythree" and page.locator(".flag[aria-pressed=false]").count():
                page.locator(".flag").click()  # a bonus chip
            with suppress(Late):  # a card that moved just then is tapped again
                CLICKS[game](page)
            page.wait_for_timeout(50)
    expect(page.locator(".lesson .tally h2")).to_be_visible()
    expect(page.locator(".steps .passed")).to_have_count(page.locator(".steps i").count())
    page.locator(".tally .act.main").click()
    page.wait_for_selector(".play[data-status=playing]", timeout=TURN)
    page.goto("/")
    expect(page.locator(".learn .done")).to_have_count(1)
