"""The puzzle of the day: tried, shown, solved, and counted in the browser."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import PHONE, Visitors
from tests.page.players import CLICKS, TURN, act_until


def test_the_puzzle_of_the_day_is_tried_shown_and_solved(visitors: Visitors) -> None:
    page = visitors("ja", PHONE, name="Aki", pace="at-once")
    page.clock.set_fixed_time("2026-01-31T12:00:00")
    page.goto("/")
    page.locator(".puzzle a[href$='/puzzle/twentythree']").click()
    page.wait_for_selector(".puzzle[data-mine]", timeout=TURN)
    number = page.locator(".puzzle").get_attribute("data-number")
    ended, show = page.locator(".puzzle .tally"), page.locator(".coach .do", has_text="答えを見る")
    act_until(ended.or_(show), CLICKS["twentythree"])
    right = ended.is_visible()
    if not right:
        show.click()
        expect(page.locator(".coach.hint")).to_be_visible()
        page.locator(".coach .do.main").click()
    expect(ended).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage['tefuda.puzzles'])") == {
        "twentythree": {"day": "2026-01-31", "days": int(right)}
    }
    ended.locator(".act.main").click()
    expect(page.locator(f".puzzle[data-mine]:not([data-number='{number}'])")).to_be_visible()
    page.goto("/")
    expect(page.locator(".puzzle .done")).to_have_count(1)
