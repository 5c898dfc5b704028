"""The rooms in arranged positions: signs explain themselves, the likely choice comes first."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page import test_places as places
from tests.page.test_places import arranged

harness = places.harness
page = places.page
PHONE = (390, 664)


@pytest.mark.parametrize(
    ("fixture", "sign", "told"),
    [
        ("solo.big", ".loop i", "clockwise"),
        ("solo.big", ".calls", "Colour:"),
        ("solo.big", ".arc .about", "in hand"),
        ("gift.big", ".mode", "Attack:"),
        ("gift.big", ".pile:has-text('Risk')", "out of play"),
        ("gift.big", ".arc .about", "in hand"),
        ("gift.big", ".cell.have", "is in your hand"),
        ("scout.big", ".arc .seat .facts", "chips: "),
        ("twentythree.big", ".arc .seat .fan", "penalty chips: "),
    ],
)
def test_a_sign_explains_itself_on_touch(page: Page, harness: str, fixture: str, sign: str, told: str) -> None:
    arranged(page, harness, fixture, 8 if fixture == "gift.big" else 21, "en", PHONE)
    page.locator(sign).first.click()
    expect(page.locator(".coach")).to_contain_text(told)


def test_drawing_is_not_the_first_choice_while_a_card_can_be_laid(page: Page, harness: str) -> None:
    arranged(page, harness, "solo.hoard", 2, "en", PHONE)  # a Draw 2 could be answered, or the cards taken
    expect(page.locator(".act.draw")).to_have_text(re.compile("Take 2"))
    expect(page.locator(".act.draw")).not_to_have_class(re.compile("main"))
    arranged(page, harness, "solo.hoard", 19, "en", PHONE)  # nothing can be laid
    expect(page.locator(".act.rest")).to_have_class(re.compile("main"))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_names_of_colours_stay_whole(page: Page, harness: str, lang: str) -> None:
    arranged(page, harness, "solo.hoard", 53, lang, (360, 640))
    page.locator(".hand [data-card^=W4]").first.click(position={"x": 12, "y": 24})
    colours = page.locator(".act.colour")
    expect(colours).to_have_count(4)
    for colour in colours.all():
        assert colour.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert colour.locator("span").evaluate("one => one.getClientRects().length") == 1
