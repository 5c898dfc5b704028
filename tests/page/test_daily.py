"""The deal of the day: one try, which goes on after a reload and ends with a line to show."""

from __future__ import annotations

import json
from datetime import date

from playwright.sync_api import expect

from tests.judge.test_daily import DAY, played
from tests.page.conftest import PHONE, Visitors
from tests.page.players import CLICKS, TURN, act_until


def test_the_deal_of_the_day_is_one_try(visitors: Visitors) -> None:
    page = visitors("ja", PHONE, name="Aki", pace="at-once")
    page.clock.set_fixed_time(f"{DAY}T12:00:00")
    page.goto("/")
    page.locator(".daily a[href$='/daily/twentythree']").click()
    page.wait_for_selector(".daily[data-mine][data-moves='0']", timeout=TURN)
    act_until(page.locator(".daily[data-mine]:not([data-moves='0'])"), CLICKS["twentythree"])
    page.reload()
    expect(page.locator(".daily[data-mine]:not([data-moves='0'])")).to_be_visible(timeout=TURN)

    daily, moves = played("twentythree")
    whole = json.dumps({"twentythree": {"day": str(DAY), "moves": moves}})
    page.evaluate("whole => (localStorage['tefuda.daily'] = whole, delete localStorage['tefuda.tries'])", whole)
    page.reload()  # it was kept by the first version of the page
    expect(page.locator(".tally .line")).to_contain_text(f"Tefuda 23 {DAY} {float(daily.result):+.1f}", timeout=TURN)
    expect(page.locator(".tally .levels li")).to_have_count(4)
    page.locator(".tally input[type=date]").fill("2026-01-30")
    page.wait_for_selector(".daily[data-mine][data-moves='0']", timeout=TURN)
    expect(page.locator("h1")).to_have_text("過ぎた日の配り")
    kept = json.loads(page.evaluate("localStorage['tefuda.tries']"))
    assert kept[f"twentythree/{DAY}"]["moves"] == moves, "practice changes nothing"
    assert list(kept) == [f"twentythree/{DAY}"]


def test_a_day_that_is_yet_to_come_is_named_as_such(visitors: Visitors) -> None:
    """The clock of a device may be wrong."""
    visitors.expected = ("404",)
    page = visitors("ja", PHONE, name="Aki")
    page.clock.set_fixed_time("2041-01-31T12:00:00")
    page.goto("/daily/scout")
    expect(page.locator(".daily [role=status].bad")).to_contain_text("この端末の日付は合っていますか")


def test_a_try_without_a_connection_is_told_later(visitors: Visitors) -> None:
    page = visitors("en", PHONE, name="Aki")
    page.goto("/")
    day = page.evaluate("new Date().toLocaleDateString('sv')")
    _, moves = played("scout", date.fromisoformat(day))
    page.evaluate(
        "tries => localStorage['tefuda.tries'] = tries", json.dumps({f"scout/{day}": {"moves": moves, "over": True}})
    )
    page.evaluate("localStorage['tefuda.token'] = JSON.stringify('D'.repeat(43))")
    with page.expect_response(
        lambda answer: answer.request.method == "POST" and "/api/daily/scout" in answer.url
    ) as told:
        page.goto("/daily/twentythree")  # the visit to any deal of the day tells of the others
    assert told.value.status == 200
    page.wait_for_function("name => JSON.parse(localStorage['tefuda.tries'])[name].told", arg=f"scout/{day}")
    page.goto("/daily/scout")
    expect(page.locator(".tally")).to_contain_text("on this server", timeout=TURN)


def test_a_move_that_is_not_answered_can_be_made_again(visitors: Visitors) -> None:
    """And what was kept but cannot be played is left out."""
    visitors.expected = ("ERR_FAILED", "400")
    page = visitors("en", PHONE, name="Aki", pace="at-once")
    page.clock.set_fixed_time(f"{DAY}T12:00:00")
    page.goto("/daily/scout")
    page.wait_for_selector(".daily[data-mine][data-moves='0']", timeout=TURN)
    page.route("**/api/daily/scout?*", lambda route: route.abort(), times=1)
    CLICKS["scout"](page)
    expect(page.locator(".notice, [role=alert]").first).to_be_visible(timeout=TURN)
    page.wait_for_selector(".daily[data-mine][data-moves='0']", timeout=TURN)
    CLICKS["scout"](page)
    page.wait_for_selector(".daily[data-mine][data-moves='1']", timeout=TURN)
    kept = json.loads(page.evaluate("localStorage['tefuda.tries']"))
    moves = kept[f"scout/{DAY}"]["moves"]
    spoilt = json.dumps({f"scout/{DAY}": {"moves": [*moves, "play 40+9"]}})
    page.evaluate("tries => localStorage['tefuda.tries'] = tries", spoilt)
    page.reload()
    page.wait_for_selector(".daily[data-mine][data-moves='1']", timeout=TURN)
    assert json.loads(page.evaluate("localStorage['tefuda.tries']"))[f"scout/{DAY}"]["moves"] == moves
