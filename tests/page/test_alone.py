"""Alone with bots: moves are taken back, bots wait and hurry; the hands are opened when a round is over."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.page.conftest import PHONE, Visitors
from tests.page.players import CLICKS, MINE, NEXT, OVER, TURN
from tests.page.tables import make


def number(page: Page) -> int:
    return int(page.locator(".play").get_attribute("data-n") or 0)


def test_a_move_is_taken_back_and_the_bots_wait(visitors: Visitors) -> None:
    page = visitors(name="Aki")
    make(page, "gift", ["casual"] * 2, start=True)
    page.wait_for_selector(MINE, timeout=TURN)
    before = number(page)
    hand = page.locator(".hand .card").evaluate_all("all => all.map(card => card.ariaLabel)")
    CLICKS["gift"](page)
    expect(page.locator(".play")).not_to_have_attribute("data-n", str(before), timeout=TURN)
    page.wait_for_selector(MINE, timeout=TURN)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".play")).to_have_attribute("data-n", str(before), timeout=TURN)
    assert page.locator(".hand .card").evaluate_all("all => all.map(card => card.ariaLabel)") == hand
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".coach")).to_contain_text("Paused")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".coach")).not_to_contain_text("Paused")


def test_the_last_turn_is_seen_again(visitors: Visitors) -> None:
    page = visitors(name="Aki", pace="fast")
    make(page, "gift", ["casual"] * 2, start=True)
    page.wait_for_selector(MINE, timeout=TURN)
    again = page.get_by_role("button", name="Repeat the last turn")
    for _ in range(8):
        if again.count():
            break
        CLICKS["gift"](page)
        page.wait_for_selector(f"{MINE}, {OVER}", timeout=TURN)
    again.click()
    expect(page.locator(".coach")).to_contain_text("Once more")
    expect(page.locator(".coach")).not_to_contain_text("Once more", timeout=TURN)
    page.wait_for_selector(MINE, timeout=TURN)


def test_hands_are_opened_when_a_round_is_over(visitors: Visitors) -> None:
    page = visitors(size=PHONE, name="Aki")
    make(page, "twentythree", ["casual"] * 2, start=True)
    for _ in range(60):
        page.wait_for_selector(f"{MINE}, {OVER}, {NEXT}", timeout=TURN)
        if page.locator(NEXT).count():
            break
        CLICKS["twentythree"](page)
        page.wait_for_timeout(50)
    expect(page.locator(".arc .open").first).to_be_visible()
    page.locator(NEXT).click()
    expect(page.locator(".arc .open")).to_have_count(0)
