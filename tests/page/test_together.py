"""Several people at one table, and what happens when a page or the server goes away in between."""

from __future__ import annotations

import os
import time
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as Late

from tests.page.conftest import Server, Visitors
from tests.page.players import CLICK, CLICKS, MINE, NEXT, OVER, my_turn, play_on
from tests.page.tables import hosted, join, make

DRAW = ".acts button.draw:not(.off)"


def number(page: Page) -> int:
    """The number of the last event that the page knows."""
    return int(page.locator(".play").get_attribute("data-n") or 0)


def test_two_browsers_and_a_bot_play_a_whole_match(visitors: Visitors) -> None:
    host, guest = visitors(name="Aki"), visitors(name="Ben")
    path = make(host, "twentythree", ["", "casual"])
    join(guest, path, "Ben")
    host.get_by_role("button", name="Start", exact=True).click()
    for page in (host, guest):
        page.wait_for_selector(".play")
    guest.locator("aside .phrase").first.click()
    expect(host.locator("aside .said")).to_contain_text("Ben")
    both = f"{OVER}, {MINE}, {NEXT}"
    while not host.locator(OVER).count():
        for page in (host, guest):
            if page.locator(f"{MINE}, {NEXT}").count():
                play_on(page, CLICKS["twentythree"], 1)
        if not (host.locator(both).count() or guest.locator(both).count()):
            (host if host.locator(both).count() else guest).wait_for_timeout(50)
    for page in (host, guest):
        expect(page.get_by_role("region", name="The match is over")).to_be_visible()
        page.get_by_role("button", name="Play again").click()
    for page in (host, guest):
        expect(page.locator(".play[data-status=playing]")).to_be_visible()


def test_a_reload_and_a_restart_of_the_server_lose_nothing(visitors: Visitors, server: Server) -> None:
    visitors.expected = ("ERR_CONNECTION", "WebSocket connection", "ERR_EMPTY_RESPONSE")
    page = visitors()
    make(page, "scout", ["casual", "casual"], start=True)
    assert play_on(page, CLICKS["scout"], 3) == 3
    my_turn(page)
    before = number(page)
    page.reload()
    my_turn(page)
    assert number(page) == before
    server.restart()
    expect(page.locator(".lost")).to_have_count(0, timeout=20_000)
    my_turn(page)
    play_on(page, CLICKS["scout"], 2)
    my_turn(page)
    assert number(page) > before


@pytest.mark.skipif(not os.environ.get("TEFUDA_LONG"), reason="the chance may let one wait for minutes: TEFUDA_LONG=1")
def test_somebody_jumps_in(visitors: Visitors, server: Server) -> None:
    """In SOLO whoever holds the identical card may lay it out of turn; with a short window that comes soon."""
    path = hosted(server.url, "solo", [None, None], options={"jump_in_window_ms": 500})
    people = [visitors(name=name) for name in ("Aki", "Ben")]
    for page, name in zip(people, ("Aki", "Ben"), strict=True):
        join(page, path, name)
    for page in people:
        page.wait_for_selector(".play")
    until = time.monotonic() + 400
    jumped = False
    while not jumped and time.monotonic() < until:
        for page in people:
            if (
                page.locator(".acts button.jump.now").count() and not page.locator(DRAW).count()
            ):  # it is another one's turn
                with suppress(Late, AssertionError):  # it may be too late
                    page.locator(".acts button.jump.now").click(timeout=CLICK)
                    expect(page.locator("aside .log")).to_contain_text("jump")
                    jumped = True
                break
        else:
            turn = next((page for page in people if page.locator(DRAW).count()), None)
            if turn is None:
                turn = next((page for page in people if page.locator(MINE).count()), people[0])
            if turn.locator(MINE).count():
                play_on(turn, CLICKS["solo"], 1)
    assert jumped
    for page in people:
        expect(page.locator("aside .log")).to_contain_text("jump")
