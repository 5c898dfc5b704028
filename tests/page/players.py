"""People who play by clicks: whatever the board offers, in the simplest way that ends a match."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, Position
from playwright.sync_api import TimeoutError as Late

CLICK = 3000  # ms that a click may take
TURN = 60_000  # ms until it is one's turn, with nine others at the table
OVER = ".play[data-status=over]"
MINE = "footer .mine"


CORNER: Position = {"x": 12, "y": 24}  # of a card: cards lie over each other


def tap(found: Locator, at: Position | None = None) -> bool:
    """Clicks the first one; False if there is none."""
    if not found.count():
        return False
    found.first.click(timeout=CLICK, position=at)
    return True


def scout(page: Page) -> None:
    felt = page.locator(".felt")
    if tap(felt.locator(".actions button[aria-keyshortcuts=Enter].primary")):  # keeps the hand
        return
    play = felt.locator(".actions button.primary:not(.off)")
    for first in (".slot:has(.bar.from) button.card", ".slot:has(.dot) button.card"):
        if felt.locator(first).count():
            tap(felt.locator(first), CORNER)
            if not play.count():
                tap(felt.locator(".slot:has(.bar.to) button.card:not(.on)"), CORNER)
            if tap(play):
                return
            page.keyboard.press("Escape")
    tap(felt.locator(".actions button[aria-keyshortcuts=L]:not(.off)"))
    tap(felt.locator(".actions button.primary"))


def twentythree(page: Page) -> None:
    felt = page.locator(".felt")
    cards = felt.locator(".hand button.card:not(.dull)")
    if felt.locator(".actions button[aria-keyshortcuts=Enter].off").count():  # three are to be put away
        for _ in range(3):
            tap(felt.locator(".hand button.card:not(.on)").last, CORNER)
        tap(felt.locator(".actions button.primary"))
    elif tap(cards, CORNER):
        tap(felt.locator(".actions button.primary"))
    elif tap(felt.locator(".actions button[aria-keyshortcuts=L]:not(.off)")):
        tap(felt.locator(".actions button[aria-keyshortcuts=L]"))
    else:
        tap(felt.locator(".actions button[aria-keyshortcuts=P]:not(.off)"))


def solo(page: Page) -> None:
    felt = page.locator(".felt")
    if not tap(felt.locator("button.card.ready"), CORNER):
        tap(felt.locator(".choices button:not(.quiet)")) or tap(felt.locator(".choices button"))
    elif not tap(felt.locator(".choices button.colour")):
        tap(felt.locator("button.choose")) or tap(felt.locator(".choices button.primary"))


def gift(page: Page) -> None:
    felt = page.locator(".felt")
    actions = felt.locator(".actions button.primary")
    if tap(actions):  # a suit to choose, or a row to close
        return
    cards = felt.locator("button.card[aria-disabled=false]")
    for place in range(cards.count()):
        if tap(cards.nth(place), CORNER) and (tap(actions) or tap(felt.locator("[data-drop=discards].legal"))):
            return
    if tap(felt.locator(".right.ready")):
        tap(felt.locator(".cell.ask")) or tap(felt.locator(".right.armed"))  # an Offer asks for a card


CLICKS: dict[str, Callable[[Page], None]] = {"scout": scout, "twentythree": twentythree, "solo": solo, "gift": gift}


def play_on(page: Page, act: Callable[[Page], None], turns: int = 1000) -> int:
    """Plays until the match is over, at most so many turns, and tells how many it took."""
    for done in range(turns):
        page.wait_for_selector(f"{OVER}, {MINE}", timeout=TURN)
        if page.locator(OVER).count():
            return done
        try:
            act(page)
        except Late:  # something changed under one's hands
            page.keyboard.press("Escape")
    return turns
