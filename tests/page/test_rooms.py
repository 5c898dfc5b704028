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


HOVERED = "sign => sign.title || sign.closest('[title]') || sign.querySelector('[title]') ? '' : sign.outerHTML"
SIGNS = {
    ("solo.big", 21): [(".loop i", "clockwise"), (".calls", "Colour:"), (".arc .about", "in hand")],
    ("solo.hoard", 2): [(".calls .sum", "2"), (".own .facts span", "Cards: ")],
    ("gift.big", 8): [
        (".act:has-text('Hold')", "Hold"),
        (".act:has-text('Offer')", "Offer"),
        (".mode", "Attack:"),
        (".pile:has-text('Risk')", "out of play"),
        (".arc .about", "in hand"),
        (".arc .about", "Hold, Offer"),  # what H and O stand for
        (".own .about", "Break"),
        (".cell.have", "is in your hand"),
        (".size", "of 11 cards"),
    ],
    ("scout.big", 24): [
        (".arc .seat .facts", "chips: "),
        (".arc [data-at^=marker]", "Double Action"),  # the bolt
        (".own .facts", "Double Action"),
        (".pips", "the round ends"),  # dots
        (".hand .bar", "played together"),
        (".arc .badge", "Bot"),
        (".act:has-text('Double')", "double left 1"),  # the harness says what the rules are asked
    ],
    ("twentythree.big", 40): [
        (".arc .seat .fan", "penalty chips: "),
        (".own .bonus", "bonus chips: "),
        (".copies", "laid"),
    ],
}


@pytest.mark.parametrize(("fixture", "step"), SIGNS)
def test_every_sign_explains_itself_on_touch_and_hover(page: Page, harness: str, fixture: str, step: int) -> None:
    arranged(page, harness, fixture, step, "en", PHONE)
    for sign, told in SIGNS[fixture, step]:
        found = page.locator(sign).first
        assert found.evaluate(HOVERED) == "", sign
        found.dispatch_event("click")
        expect(page.locator(".coach"), sign).to_contain_text(told)
        page.keyboard.press("Escape")


def on(page: Page) -> list[int]:
    """The places of the cards that are chosen."""
    return [int(place) for place in page.locator(".hand .card.on").evaluate_all("all => all.map(c => c.dataset.place)")]


def test_scout_keeps_the_only_set_when_its_ends_are_tapped(page: Page, harness: str) -> None:
    arranged(page, harness, "scout.big", 12, "en", PHONE)  # cards 5 to 7 are the only play
    card = page.locator(".hand .card")
    card.nth(4).dispatch_event("click")
    expect(page.locator(".hand .card.on")).to_have_count(3)
    card.nth(6).dispatch_event("click")
    assert on(page) == [5, 6, 7]
    card.nth(6).dispatch_event("click")
    expect(page.locator(".hand .card.on")).to_have_count(0)


def test_scout_never_chooses_what_cannot_be_played(page: Page, harness: str) -> None:
    arranged(page, harness, "scout.big", 65, "en", PHONE)
    play, coach = page.locator(".act.main"), page.locator(".coach")
    play.dispatch_event("click")
    expect(coach).to_contain_text("First select the cards")  # not the number of a rule
    legal = {(4, 3), (4, 4), (5, 3), (7, 2)}  # first card and size
    for first in (4, 7):
        for far in range(1, 10):
            page.keyboard.press("Escape")
            for place in (first, far):
                page.locator(".hand .card").nth(place - 1).dispatch_event("click")
            chosen = on(page)
            assert not chosen or (chosen[0], len(chosen)) in legal, (first, far, chosen)


@pytest.mark.parametrize(("lang", "told"), [("en", "All of the set was scouted"), ("ja", "すべてスカウトされた")])
def test_scout_says_why_nothing_lies_there_at_the_end(page: Page, harness: str, lang: str, told: str) -> None:
    """The set that decided may have been scouted to its last card."""
    last = places.steps("scout.taken", harness, page)[-1]
    arranged(page, harness, "scout.taken", last, lang, PHONE)
    page.locator(".room").evaluate("room => room.classList.add('ended')")
    expect(page.locator(".ribbon")).to_contain_text(told, use_inner_text=True)


def test_twentythree_asks_for_cards_only_while_some_are_lacking(page: Page, harness: str) -> None:
    arranged(page, harness, "twentythree.big", 0, "en", PHONE)
    coach = page.locator(".coach")
    for left in (3, 2, 1):
        expect(coach).to_contain_text(str(left))
        page.locator(".hand .card:not(.on)").last.dispatch_event("click")
    expect(coach).not_to_contain_text(re.compile(r"\d"))


COVERED = """all => all.filter((tag) => {
  const { right, top, height } = tag.getBoundingClientRect();
  return document.elementFromPoint(right - 3, top + height / 2)?.closest(".card") !== tag.closest(".card");
}).map((tag) => tag.textContent)"""


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_prices_can_be_read_on_a_full_hand(page: Page, harness: str, lang: str) -> None:
    """Each ends before the next card begins: +1 is not +12."""
    for size in ((360, 640), PHONE, (844, 390)):
        arranged(page, harness, "twentythree.forced", 13, lang, size)
        assert page.locator(".hand .slot").count() == 12
        assert page.locator(".hand .tag").count() == 12
        assert page.locator(".hand .tag").evaluate_all(COVERED) == []


HIDDEN = """all => all.filter((step) => {
  const pile = document.querySelector(".pile").getBoundingClientRect();
  const { left, right, top, bottom } = step.querySelector("b").getBoundingClientRect();
  return left < pile.right - 1 && pile.left < right - 1 && top < pile.bottom - 1 && pile.top < bottom - 1;
}).map((step) => step.textContent)"""


@pytest.mark.parametrize("size", [(360, 640), PHONE, (844, 390), (820, 1180), (1440, 900)])
def test_the_pile_covers_no_number_and_says_what_lies_on_it(page: Page, harness: str, size: tuple[int, int]) -> None:
    """Also where it lies low, with a bonus chip beside it, and stands over numbers that come next."""
    for fixture, step, value in (("twentythree.forced", 13, "1"), ("twentythree.big", 40, "12")):
        arranged(page, harness, fixture, step, "en", size)
        assert page.locator(".step.now > b").text_content() == value
        assert page.locator(".step:not(.past)").evaluate_all(HIDDEN) == []
        expect(page.locator(".ribbon")).to_contain_text(value, use_inner_text=True)


def test_drawing_is_not_the_first_choice_while_a_card_can_be_laid(page: Page, harness: str) -> None:
    arranged(page, harness, "solo.hoard", 2, "en", PHONE)  # a Draw 2 could be answered, or the cards taken
    expect(page.locator(".act.draw")).to_have_text(re.compile("Take 2"))
    expect(page.locator(".act.draw")).not_to_have_class(re.compile("main"))
    arranged(page, harness, "solo.hoard", 19, "en", PHONE)  # nothing can be laid
    expect(page.locator(".act.rest")).to_have_class(re.compile("main"))


@pytest.mark.parametrize(
    ("lang", "step", "told"),
    [
        ("en", 62, "Match green or Reverse, or draw"),
        ("en", 68, "Match red, or draw"),
        ("ja", 27, "青か「9」を出すか、引きます"),
    ],
)
def test_solo_says_what_the_top_card_asks_for(page: Page, harness: str, lang: str, step: int, told: str) -> None:
    arranged(page, harness, "solo.hoard", step, lang, PHONE)
    expect(page.locator(".coach")).to_contain_text(told)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_names_of_colours_stay_whole(page: Page, harness: str, lang: str) -> None:
    arranged(page, harness, "solo.hoard", 53, lang, (360, 640))
    page.locator(".hand [data-card^=W4]").first.click(position={"x": 12, "y": 24})
    colours = page.locator(".act.colour")
    expect(colours).to_have_count(4)
    for colour in colours.all():
        assert colour.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert colour.locator("span").evaluate("one => one.getClientRects().length") == 1
