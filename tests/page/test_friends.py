"""Two phones and a match by mail: a spoken table code, whose turn it is, talk after a reload, giving up."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import PHONE, Visitors
from tests.page.players import CLICKS, TURN
from tests.page.tables import form_for


def test_a_match_by_mail_of_two_phones(visitors: Visitors) -> None:
    visitors.expected = ("404",)  # a code that nobody said
    aki, ben = visitors(size=PHONE, name="Aki"), visitors(size=PHONE, name="Ben")
    aki.goto("/")
    form = form_for(aki, "gift")
    form.locator("select.count").select_option("2")
    form.get_by_label("Clock").select_option(label="by mail: a day for each move")
    form.locator("button.make").click()
    code = aki.locator(".spoken b").inner_text()
    assert re.fullmatch(r"[0-9A-Z]{5}", code)

    ben.goto("/")
    ben.get_by_label("Table code").fill("12345" if code != "12345" else "54321")
    ben.get_by_role("button", name="Join", exact=True).click()
    expect(ben.locator(".notice.bad")).to_be_visible()
    ben.get_by_label("Table code").fill(code.lower())
    ben.get_by_role("button", name="Join", exact=True).click()
    ben.get_by_role("button", name="Sit here").first.click()
    expect(aki.locator("li.seat")).to_have_count(2)
    expect(aki.locator("li.seat").nth(1)).to_contain_text("Ben")
    aki.get_by_label("Say something").fill("See you tomorrow")
    aki.get_by_role("button", name="Say", exact=True).click()
    ben.reload()
    expect(ben.locator(".said")).to_contain_text("See you tomorrow")
    aki.get_by_role("button", name="Start").click()

    for one in (aki, ben):
        one.wait_for_selector(".play", timeout=TURN)
    first, other = (aki, ben) if aki.locator(".play[data-mine]").count() else (ben, aki)
    expect(first).to_have_title(re.compile("^● Your turn"))
    expect(other).not_to_have_title(re.compile("Your turn"))
    assert (first.locator("link[rel=icon]").get_attribute("href") or "").endswith("icon-turn.svg")
    path = first.url
    first.goto("/")
    expect(first.locator(".goes .whose")).to_have_text(re.compile(r"Your turn · 2[34] h \d\d"))
    other.goto("/")
    expect(other.locator(".goes .whose")).to_have_text(re.compile(r"waiting for (Aki|Ben) · 2[34] h \d\d"))
    first.locator(".goes a").click()
    first.wait_for_selector(".play[data-mine]", timeout=TURN)
    before = first.locator(".play").get_attribute("data-n") or ""
    CLICKS["gift"](first)
    expect(first.locator(".play")).not_to_have_attribute("data-n", before, timeout=TURN)
    other.goto(path)
    other.wait_for_selector(".play")
    other.on("dialog", lambda dialog: dialog.accept())
    other.get_by_role("button", name="More", exact=True).click()
    other.get_by_role("button", name="Give up").click()
    expect(other.locator(".tally h2")).to_have_text("Given up")
    expect(first.locator(".tally h2")).to_have_text("You win!")


def test_an_old_match_against_bots_is_put_away(visitors: Visitors) -> None:
    page = visitors(size=PHONE, name="Aki")
    page.goto("/")
    page.locator(".tile[data-game=gift]").click()
    page.wait_for_selector(".play", timeout=TURN)
    page.goto("/")
    page.get_by_role("button", name="Put this match away").click()
    expect(page.locator(".goes")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".tile:enabled")
    expect(page.locator(".goes")).to_have_count(0)
