"""People who play by clicks: whatever the board offers, in the simplest way that ends a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from playwright.sync_api import Locator, Page, Position
from playwright.sync_api import TimeoutError as Late

CLICK = 3000  # ms that a click may take
SOON = 3000  # ms until a tap that has met its card shows
TRIES = 20
SHORT = 40  # ms after which the next person is looked at
TURN = 60_000  # ms until it is one's turn, with nine others at the table
OVER = ".play[data-status=over]"
MINE = ".play[data-mine]"
NEXT = ".tally .next"  # after a round

# For people who only play: shadows and gradients, painted without a graphics card, take half of the browser's time.
# What stands where, and what can be tapped, does not depend on them.
FLAT = """
const sheet = new CSSStyleSheet();
const none = "background-image: none !important; box-shadow: none !important; text-shadow: none !important;";
sheet.replaceSync(`*, *::before, *::after { ${none} }`);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
"""

CORNER: Position = {"x": 12, "y": 24}  # of a card: cards lie over each other


def tap(found: Locator, at: Position | None = None) -> bool:
    """Clicks the first one; False if there is none."""
    if not found.count():
        return False
    found.first.click(timeout=CLICK, position=at)
    return True


def scout(page: Page) -> None:
    board = page.locator(".board")
    play = board.locator(".acts button.main:not(.off)")
    if tap(board.locator(".acts button[aria-keyshortcuts=Enter].main:not(.off)")):  # keeps the hand
        return
    for first in (".slot:has(.bar.from) button.card", ".slot:has(.dot) button.card"):
        if board.locator(first).count():
            tap(board.locator(first), CORNER)
            if tap(play):
                return
            page.keyboard.press("Escape")
    tap(board.locator(".acts button[aria-keyshortcuts=L]:not(.off)"))
    tap(play)


def twentythree(page: Page) -> None:
    board = page.locator(".board")
    play = board.locator(".acts button.main:not(.off)")
    if board.locator(".acts button").count() == 1:  # three are to be put away
        for _ in range(3):
            tap(board.locator(".hand button.card:not(.on)").last, CORNER)
        tap(play)
    elif tap(board.locator(".hand button.card:not(.dull)"), CORNER):
        tap(play)
    elif tap(board.locator(".acts button[aria-keyshortcuts=L]:not(.off)")):
        tap(board.locator(".acts button[aria-keyshortcuts=L]"))
    else:
        tap(board.locator(".acts button[aria-keyshortcuts=P]:not(.off)"))


def solo(page: Page) -> None:
    board = page.locator(".board")
    main = board.locator(".acts button.main:not(.off)")
    if not tap(board.locator("button.card.ready"), CORNER):
        tap(main) or tap(board.locator(".acts button.rest")) or tap(board.locator(".acts button.draw:not(.off)"))
    elif not tap(board.locator(".acts button.colour")):
        tap(board.locator("button.choose")) or tap(main)


def gift(page: Page) -> None:
    board = page.locator(".board")
    main = board.locator(".acts button.main:not(.off)")
    if tap(main):  # a suit to choose, or a row to close
        return
    cards = board.locator("button.card[aria-disabled=false]")
    for place in range(cards.count()):
        if tap(cards.nth(place), CORNER) and tap(main):  # it is placed, or else discarded
            return
    if tap(board.locator(".acts .right.ready")):
        tap(board.locator(".cell.ask")) or tap(board.locator(".acts .right.armed"))  # an Offer asks for a card


CLICKS: dict[str, Callable[[Page], None]] = {"scout": scout, "twentythree": twentythree, "solo": solo, "gift": gift}


def play_on(page: Page, act: Callable[[Page], None], turns: int = 1000) -> int:
    """Plays until the match is over, at most so many turns, and tells how many it took."""
    for done in range(turns):
        page.wait_for_selector(f"{OVER}, {MINE}, {NEXT}", timeout=TURN)
        if page.locator(OVER).count():
            return done
        try:
            if not tap(page.locator(NEXT)):
                act(page)
        except Late:  # something changed under one's hands, or the click has not been answered yet
            page.keyboard.press("Escape")
    return turns


def act_until(shown: Locator, act: Callable[[Page], None]) -> None:
    """Makes a move, whose effect is this. A card that moves just then is missed by a tap: then it is tapped again."""
    for _ in range(TRIES):
        if shown.is_visible():
            break
        with suppress(Late):
            act(shown.page)
            shown.wait_for(timeout=SOON)
    shown.wait_for()


def my_turn(page: Page) -> None:
    """Waits for the player's turn or for the end of the match, and goes on where a round has ended."""
    while True:
        page.wait_for_selector(f"{OVER}, {MINE}, {NEXT}", timeout=TURN)
        with suppress(Late):  # then it is looked at again
            if not tap(page.locator(NEXT)):
                return


def take_turns(pages: Sequence[Page], act: Callable[[Page], None]) -> None:
    """People at one table play it to its end, each in a browser of their own."""
    going = list(pages)
    while going:
        for page in list(going):
            if not is_ready(page):  # it is another one's turn
                continue
            if page.locator(OVER).count():
                going.remove(page)
            else:
                play_on(page, act, 1)


def is_ready(page: Page) -> bool:
    """Whether there is something to do, now or in a moment."""
    ready = f"{OVER}, {MINE}, {NEXT}"
    if page.locator(ready).count():
        return True
    try:
        page.wait_for_selector(ready, timeout=SHORT)
        return True
    except Late:
        return False
