"""Several people at one table, and what happens when a page or the server goes away in between."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tefuda import Match
from tefuda.deal import Deal
from tests.page.conftest import Server, Visitors, visiting
from tests.page.players import CLICKS, CORNER, MINE, NEXT, OVER, TURN, my_turn, play_on, tap
from tests.page.tables import hosted, join, make


def number(page: Page) -> int:
    """The number of the last event that the page knows."""
    return int(page.locator(".play").get_attribute("data-n") or 0)


def test_two_browsers_and_a_bot_play_a_whole_match(visitors: Visitors) -> None:
    host, guest = visitors(flat=True, name="Aki"), visitors(flat=True, name="Ben")
    path = make(host, "twentythree", ["", "casual"])
    join(guest, path, "Ben")
    host.get_by_role("button", name="Start", exact=True).click()
    for page in (host, guest):
        page.wait_for_selector(".play")
    guest.locator("aside .phrase").first.click()
    expect(host.locator("aside .said")).to_contain_text("Ben")
    both = f"{OVER}, {MINE}, {NEXT}"
    looked = False
    while not host.locator(OVER).count():
        if not looked and (host.locator(NEXT).count() or guest.locator(NEXT).count()):
            looked = True
            look_together(host, guest)
        for page in (host, guest):
            if page.locator(f"{MINE}, {NEXT}" if looked else MINE).count():
                play_on(page, CLICKS["twentythree"], 1)
        if not (host.locator(both).count() or guest.locator(both).count()):
            (host if host.locator(both).count() else guest).wait_for_timeout(50)
    for page in (host, guest):
        expect(page.get_by_role("region", name="The match is over")).to_be_visible()
        page.get_by_role("button", name="Play again").click()
    for page in (host, guest):
        expect(page.locator(".play[data-status=playing]")).to_be_visible()


def look_together(host: Page, guest: Page) -> None:
    """After a round everybody sees who is ready, and the next one begins when all are."""
    expect(host.locator(".tally .ready")).to_have_count(0)
    expect(host.locator(".tally h2")).to_have_text("Round 1 is over")
    expect(host.locator(".tally .told")).to_have_text(re.compile("^(You|Ben|Chidori) .*"))  # what decided it
    host.locator(".board .seat", has_text="Ben").locator(".name").click()
    expect(host.locator(".tally .coach")).to_contain_text("Ben: ")  # there is always a place for what is to be said
    expect(host.locator(".tally .score small")).to_have_text([re.compile(r"^\d+ penalty chips?, \d bonus chips?$")] * 3)
    host.locator(NEXT).click()
    expect(host.locator(".tally .waits")).to_have_text("Waiting for Ben")
    expect(host.locator(NEXT)).to_have_count(0)
    expect(guest.locator(".tally .score", has_text="Aki").locator(".ready")).to_have_text("Ready")
    expect(guest.locator(".tally .ready")).to_have_count(1)  # bots are not told of
    guest.locator(NEXT).click()
    for page in (host, guest):
        expect(page.locator(".tally")).to_have_count(0)


def test_a_reload_and_a_restart_of_the_server_lose_nothing(visitors: Visitors, server: Server) -> None:
    visitors.expected = ("ERR_CONNECTION", "WebSocket connection", "ERR_EMPTY_RESPONSE")
    page = visitors(flat=True)
    make(page, "scout", ["casual", "casual"], start=True)
    assert play_on(page, CLICKS["scout"], 3) == 3
    my_turn(page)
    before = number(page)
    page.reload()
    my_turn(page)
    assert number(page) == before
    server.restart()
    expect(page.locator(".lost")).to_have_count(0)
    my_turn(page)
    play_on(page, CLICKS["scout"], 2)
    my_turn(page)
    assert number(page) > before


NAMES = ("Aki", "Ben", "Chie")
COLOURS = {"r": "red", "g": "green", "y": "yellow", "b": "blue"}
SALT = bytes([7] * 16)
SAME_SALT = """
const random = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (bytes) => (bytes.length === 16 ? bytes.fill(7) : random(bytes));
"""  # what every page adds to the deal; who somebody is has more bytes


def chance(window: int) -> tuple[bytes, int, str]:
    """A seed with which the first player can lay a card of which the last in turn, and nobody else, holds the double;
    who is first, and the card as the page names it."""
    for number in range(1000):
        seed = number.to_bytes(32, "big")
        match = Match("solo", 3, draw=Deal(seed, [SALT] * 3).draw, jump_in_window_ms=window)
        first = match.to_act[0]
        hands = [match.view((first + seat) % 3).hand or [] for seat in range(3)]
        for card in hands[0]:
            counts = [hand.count(card) for hand in hands]
            if card[1:].isdigit() and f"play {card}" in match.moves(first) and counts == [1, 0, 1]:
                return seed, first, f"{COLOURS[card[0]]} {card[1:]}"
    raise AssertionError("no such deal")


def test_somebody_jumps_in(browser: Browser, package: Path, tmp_path: Path) -> None:
    """In SOLO whoever holds the identical card may lay it out of turn. The cards are known: the seed is the test's."""
    window = 10_000  # ms: more than a table may have, for a busy machine
    seed, first, card = chance(window)
    known = "from tefuda.server import tables; tables.WINDOWS_MS = range(10_001)\n"
    known += f"tables.Tables.new_seed = lambda self: bytes.fromhex('{seed.hex()}')"
    server = Server(tmp_path, package, before=known)
    with visiting(browser, server.url) as visitors:
        path = hosted(server.url, "solo", [None] * 3, options={"jump_in_window_ms": window})
        people = [visitors(flat=True, name=name) for name in NAMES]
        for page, name in zip(people, NAMES, strict=True):
            page.context.add_init_script(SAME_SALT)
            join(page, path, name)
        for page in people:
            page.wait_for_selector(".play", timeout=TURN)
        mover, other = people[first], people[first - 1]
        mover.wait_for_selector(MINE, timeout=TURN)
        held = other.locator(".board .hand button.card")
        before = held.count()
        tap(mover.locator(f".board .hand button.card[aria-label^='{card}']"), CORNER)
        tap(mover.locator(".acts button.main:not(.off)"))
        other.locator(".acts button.jump.now").click(timeout=TURN)
        for page in people:
            expect(page.locator("aside .log")).to_contain_text("jump")
        expect(held).to_have_count(before - 1)
    server.stop()
