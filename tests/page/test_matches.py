"""Whole matches in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visitors
from tests.page.players import CLICKS, MINE, OVER, play_on
from tests.page.tables import make


@pytest.mark.parametrize("game", ["scout", "twentythree", "gift"])
def test_a_whole_match_by_clicks(visitors: Visitors, game: str) -> None:
    page = visitors()
    page.goto("/")
    page.locator(f".tile[data-game={game}]").click()
    page.wait_for_selector(".play")
    assert play_on(page, CLICKS[game]) > 5
    expect(page.get_by_role("dialog")).to_contain_text("The match is over")
    expect(page.get_by_role("dialog").get_by_role("row")).to_have_count(5)


def test_a_whole_match_of_solo_by_clicks(visitors: Visitors) -> None:
    page = visitors()
    make(page, "solo", ["casual", "casual"], {"Minus points that end the match": 30}, start=True)
    assert play_on(page, CLICKS["solo"]) > 3
    expect(page.get_by_role("dialog")).to_contain_text("The match is over")


def test_a_match_of_scout_by_keys_alone(visitors: Visitors) -> None:
    """Tab to the tile, Enter, and then the keys that the board names."""
    page = visitors()
    page.goto("/")
    tile = page.locator(".tile[data-game=scout]")
    for _ in range(30):
        page.keyboard.press("Tab")
        if tile.evaluate("tile => tile === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".play")
    for _ in range(400):
        page.wait_for_selector(f"{MINE}, {OVER}")
        if page.locator(OVER).count():
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
    expect(page.get_by_role("dialog")).to_contain_text("The match is over")


def test_two_clicks_to_the_first_move(visitors: Visitors) -> None:
    """With the tips of a first visit."""
    page = visitors(guide=True)
    page.goto("/")
    page.locator(".tile[data-game=scout]").click()
    page.locator(".felt .actions button.primary").click()
    expect(page.locator("aside .log")).to_contain_text("You keep your hand")
