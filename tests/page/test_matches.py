"""Whole matches in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Visitors
from tests.page.players import CLICKS, play_on


def choose(page: Page, game: str, seats: int, **options: int | str) -> None:
    """Makes a table with bots by the form on the home page, and starts."""
    page.goto("/")
    page.locator(f"input[name=game][value={game}]").check()
    page.locator("form.panel select").first.select_option(str(seats))
    for seat in range(2, seats + 1):
        page.get_by_label(f"Seat {seat}", exact=True).select_option("casual")
    page.locator("form.panel details summary").click()
    for label, value in options.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(str(value))
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector(".play")


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
    choose(page, "solo", 3, Minus_points_that_end_the_match=30)
    assert play_on(page, CLICKS["solo"]) > 3
    expect(page.get_by_role("dialog")).to_contain_text("The match is over")
