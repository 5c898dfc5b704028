"""Whole matches in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import DESKTOP, Visitors
from tests.page.players import CLICKS, MINE, NEXT, play_on
from tests.page.tables import make

# What decided it: in SCOUT all of the last set may have been scouted.
LAST = {"scout": ".set .drawn, .ribbon.alone", "twentythree": ".top-card", "solo": "[data-at=heap]", "gift": ".lane"}
IN_SIGHT = """last => {
    const box = (one) => one.getBoundingClientRect();
    const tally = [...document.querySelectorAll(".tally > *")].map(box);
    const over = (a, b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    const upright = ({ left, top, right }) => left > -1 && top > -1 && right < innerWidth + 1;
    const inside = (one) => upright(one) && one.bottom < innerHeight + 1;
    const found = [...document.querySelectorAll(last)].map(box);
    const free = (one) => one.top >= 0 && !tally.some((other) => over(one, other));
    return tally.every(inside) && found.length > 0 && found.every(free);
}"""


@pytest.mark.parametrize("game", ["scout", "twentythree", "gift"])
def test_a_whole_match_by_clicks(visitors: Visitors, game: str) -> None:
    page = visitors(flat=True)
    page.goto("/")
    page.locator(f".tile[data-game={game}]").click()
    page.wait_for_selector(".play")
    assert play_on(page, CLICKS[game]) > 5
    expect(page.get_by_role("region", name="The match is over")).to_be_visible()
    expect(page.locator(".tally .score")).to_have_count(4)
    words = page.locator(".tally .points.word")  # who has won says all: no table of zeros
    expect(words).to_have_count(4 if game == "gift" else 0)
    check_end(page, game)


def check_end(page: Page, game: str) -> None:
    """All of the tally is in sight, and nothing covers the play that decided it."""
    for width, height in (DESKTOP, (390, 664), (360, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(IN_SIGHT, arg=LAST[game])
        page.wait_for_function("least => document.querySelector('.stage').clientHeight > least", arg=0.15 * height)
    page.locator(".arc [data-seat]").first.dispatch_event("click")  # it explains itself, and the tally stays as wide
    expect(page.locator(".tally .coach")).to_be_visible()
    widths = page.locator(".tally > header, .tally > .scores, .tally > .further")
    assert len(set(widths.evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().width))"))) == 1


def test_a_whole_match_of_solo_by_clicks(visitors: Visitors) -> None:
    page = visitors(flat=True)
    make(page, "solo", ["casual"] * 4, {"Minus points that end the match": 100}, start=True)
    assert play_on(page, CLICKS["solo"]) > 3
    expect(page.get_by_role("region", name="The match is over")).to_be_visible()
    check_end(page, "solo")


def test_a_round_of_scout_by_keys_alone(visitors: Visitors) -> None:
    """Tab to the tile, Enter, and then the keys that the board names, into the second round."""
    page = visitors()
    page.goto("/")
    tile = page.locator(".tile[data-game=scout]")
    expect(tile).to_be_enabled()
    for _ in range(30):
        page.keyboard.press("Tab")
        if tile.evaluate("tile => tile === document.activeElement"):
            break
    expect(tile).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(".play")
    for _ in range(100):
        page.wait_for_selector(f"{MINE}, {NEXT}")
        if page.locator(NEXT).count():
            break
        before = page.locator(".play").get_attribute("data-n")
        for keys in (
            ["Enter"],
            ["L", "Enter"],
            *(["Escape", *["ArrowRight"] * i, "Enter", "Enter"] for i in range(1, 20)),
        ):
            for key in keys:
                page.keyboard.press(key)
            page.wait_for_timeout(60)
            if page.locator(".play").get_attribute("data-n") != before or not page.locator(MINE).count():
                break
    plates, tally = (page.locator(place).all_text_contents() for place in (".board .total", ".tally .sum"))
    points = [sorted(text.split(":")[-1].strip() for text in texts) for texts in (plates, tally)]
    assert points[0] == points[1] and set(points[0]) != {"0"}  # what everybody has by then
    log = page.locator("aside .log")
    expect(log).to_contain_text("Round 1")
    expect(log).not_to_contain_text("Round 2")  # it is dealt, and not told before one goes on
    page.locator(NEXT).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(MINE)
    page.keyboard.press("Enter")
    expect(log).to_contain_text("Round 2")


def test_two_clicks_to_the_first_move(visitors: Visitors) -> None:
    """With the tips of a first visit."""
    page = visitors(guide=True)
    page.goto("/")
    page.locator(".tile[data-game=scout]").click()
    page.locator(".acts button.main").click()
    expect(page.locator("aside .log")).to_contain_text("You keep your hand")
