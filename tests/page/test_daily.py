"""The deal of the day: one try, which goes on after a reload and ends with a line to show."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.judge.test_daily import DAY, played
from tests.page.conftest import PHONE, Visitors
from tests.page.players import CLICKS, TURN


def test_the_deal_of_the_day_is_one_try(visitors: Visitors) -> None:
    page = visitors("ja", PHONE, name="Aki", pace="at-once")
    page.clock.set_fixed_time(f"{DAY}T12:00:00")
    page.goto("/")
    page.locator(".daily a[href$='/daily/twentythree']").click()
    page.wait_for_selector(".daily[data-mine][data-moves='0']", timeout=TURN)
    CLICKS["twentythree"](page)
    expect(page.locator(".daily[data-mine]:not([data-moves='0'])")).to_be_visible(timeout=TURN)
    page.reload()
    expect(page.locator(".daily[data-mine]:not([data-moves='0'])")).to_be_visible(timeout=TURN)

    daily, moves = played("twentythree")
    whole = json.dumps({"twentythree": {"day": str(DAY), "moves": moves}})
    page.evaluate("whole => localStorage['tefuda.daily'] = whole", whole)
    page.reload()
    expect(page.locator(".tally .line")).to_contain_text(f"Tefuda 23 {DAY} {float(daily.result):+.1f}", timeout=TURN)
    expect(page.locator(".tally .levels li")).to_have_count(4)
    page.locator(".tally input[type=date]").fill("2026-01-30")
    page.wait_for_selector(".daily[data-mine][data-moves='0']", timeout=TURN)
    assert page.evaluate("localStorage['tefuda.daily']") == whole, "practice changes nothing"
