"""23: what a play costs is shown before it is made, as the server sent it with the moves."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

from tefuda.games.twentythree.moves import Play
from tefuda.games.twentythree.words import lowest, price
from tests.page.conftest import Visitors
from tests.page.players import CORNER, MINE


def test_r9_to_r11_the_prices_on_the_cards(visitors: Visitors) -> None:
    page = visitors()
    page.goto("/")
    page.locator(".tile[data-game=twentythree]").click()
    cards = page.locator(".hand button.card")
    for place in (-1, -2, -3):
        cards.nth(place).click(position=CORNER)
    page.locator(".acts button.main").click()
    page.wait_for_selector(f"{MINE} .flag")

    (pile,) = numbers(page.locator("[aria-current=step]"))
    flags = page.locator(".flag")
    seen = set()
    for flag in range(-1, flags.count()):  # first without bonus chips
        if flag >= 0:
            flags.nth(flag).click()
        play = way_of(page)
        for card in range(cards.count()):
            label = cards.nth(card).get_attribute("aria-label") or ""
            number, *paid = map(int, re.findall(r"\d+", label))
            move = play._replace(number=number)
            if "free" in label or paid:
                assert number >= lowest(pile, move) and paid == [price(pile, move)] * bool(price(pile, move))
                seen.add(price(pile, move))
            else:
                assert number < lowest(pile, move)
    assert len(seen) > 3 and flags.count() > 0


def way_of(page: Page) -> Play:
    """A play with the chips that are chosen."""
    chosen = page.locator(".flag[aria-pressed=true]")
    way = int(chosen.get_attribute("data-way") or 0) if chosen.count() else 0
    return Play(0, 1, ("-" if way < 0 else "+") if way else "", abs(way))


def numbers(found: Locator) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", found.get_attribute("aria-label") or "")]
