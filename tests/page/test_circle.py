"""A circle of friends and their faces: founded by one, joined by a link, with the score of an evening."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.conftest import PHONE, Visitors
from tests.page.players import TURN
from tests.page.test_everybody import check


def opened_table(page: Page, game: str) -> None:
    """Opens a table of two from the page of a circle."""
    page.get_by_role("button", name="Open a table").click()
    form = page.locator("form.create")
    form.locator(f"input[name=game][value={game}]").check(force=True)  # its label is what one sees
    form.locator("select.count").select_option("2")
    form.locator("button.make").click()
    page.wait_for_url("**/t/*")


def test_friends_found_a_circle_and_its_evening_is_counted(visitors: Visitors) -> None:
    aki, ben = visitors(size=PHONE, name="Aki", face="animal7"), visitors(size=PHONE, name="Ben")
    aki.goto("/")
    aki.get_by_role("button", name="Start a circle").click()
    aki.get_by_label("Its name").fill("Fridays")
    aki.get_by_role("button", name="Start it").click()
    expect(aki.get_by_role("heading", level=1)).to_have_text("Fridays")
    circle = aki.url
    check(aki, "en")
    for loser, winner in ((aki, "Ben"), (ben, "Aki"), (ben, "Aki")):
        opened_table(aki, "gift")
        ben.goto(circle)
        ben.get_by_role("link", name="Join").click()
        ben.get_by_role("button", name="Sit here").first.click()
        expect(aki.locator("li.seat").nth(1)).to_contain_text("Ben")
        aki.get_by_role("button", name="Start").click()
        for one in (aki, ben):
            one.wait_for_selector(".play", timeout=TURN)
        faces = {name: one.locator(".arc .face svg").inner_html() for name, one in (("Aki", ben), ("Ben", aki))}
        loser.once("dialog", lambda dialog: dialog.accept())
        loser.get_by_role("button", name="More", exact=True).click()
        loser.get_by_role("button", name="Give up").click()
        expect(aki.locator(".tally")).to_contain_text(re.compile(rf"Fridays, this evening: .*{winner} [12]"))
        aki.get_by_role("link", name="Circle").click()
        expect(aki.locator("table").first).to_contain_text(winner)
    rows = aki.locator("table").first.locator("tbody tr")
    expect(rows).to_have_text([re.compile(r"Aki\s*3\s*2\s*2"), re.compile(r"Ben\s*3\s*1\s*1")])
    for name, row in zip(("Aki", "Ben"), rows.all(), strict=True):  # as at the table, chosen or made from the name
        assert row.locator(".face svg").inner_html() == faces[name]
    expect(aki.locator(".matches li")).to_have_count(3)
    check(aki, "en")
    ben.goto("/")
    expect(ben.get_by_role("link", name="Fridays")).to_be_visible()
    aki.get_by_role("button", name="Rename").click()
    aki.get_by_label("Its name").fill("Sundays")
    aki.get_by_role("button", name="Keep this name").click()
    expect(aki.get_by_role("heading", level=1)).to_have_text("Sundays")
    ben.goto(circle)
    expect(ben.get_by_role("heading", level=1)).to_have_text("Sundays")
    expect(ben.get_by_role("button", name="Delete the circle")).to_have_count(0)
    aki.once("dialog", lambda dialog: dialog.accept())
    aki.get_by_role("button", name="Delete the circle").click()
    expect(aki.get_by_role("button", name="Start a circle")).to_be_visible()
    expect(aki.get_by_role("link", name="Sundays")).to_have_count(0)


def test_a_face_is_chosen_at_the_own_plate_and_others_see_it(visitors: Visitors) -> None:
    aki, ben = visitors(size=PHONE, name="Aki"), visitors(size=PHONE, name="Ben")
    aki.goto("/settings")
    aki.get_by_role("radio", name="Animal 2").check(force=True)  # its picture is what one sees
    drawn = aki.locator("label.one:has(:checked) svg").inner_html()
    check(aki, "en")
    aki.goto("/")
    aki.locator(".friends button.primary").click()
    form = aki.locator("form.create")
    form.locator("input[name=game][value=gift]").check(force=True)
    form.locator("select.count").select_option("2")
    form.locator("button.make").click()
    aki.wait_for_url("**/t/*")
    ben.goto(aki.url)
    assert ben.locator("li.seat .face svg").first.inner_html() == drawn
    ben.get_by_role("button", name="Sit here").first.click()
    expect(aki.locator("li.seat").nth(1)).to_contain_text("Ben")
    aki.get_by_role("button", name="Start").click()
    for one in (aki, ben):
        one.wait_for_selector(".play", timeout=TURN)
    seen = ben.locator(".arc [data-seat='0'] .face svg")
    assert seen.inner_html() == drawn
    aki.get_by_role("button", name="Choose your face").click()
    aki.get_by_role("radio", name="Mask 3").check(force=True)
    other = aki.locator("label.one:has(:checked) svg").inner_html()
    assert other != drawn
    aki.get_by_role("button", name="Close").click()
    expect(seen).to_have_js_property("innerHTML", other)
