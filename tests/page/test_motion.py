"""A player's own move is shown at once: its motion begins before the server has answered, and is undone by a
refusal."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, WebSocketRoute, expect
from playwright.sync_api import TimeoutError as Late

from tests.page.conftest import Visitors
from tests.page.players import CLICKS, MINE, my_turn, play_on
from tests.page.tables import make

GOING = "[data-going]"
SEATS = {"scout": 3, "twentythree": 2, "solo": 2, "gift": 2}


class Line:
    """The page's connection. While it is held, nothing gets through either way but what is refused by hand."""

    def __init__(self, page: Page) -> None:
        self.held = False
        self.sent: list[str | bytes] = []  # by the page, while it was held
        self.heard: list[str | bytes] = []  # from the server
        page.route_web_socket("**/ws", self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        self.page, self.server = page, page.connect_to_server()
        page.on_message(lambda message: self.sent.append(message) if self.held else self.server.send(message))
        self.server.on_message(lambda message: self.heard.append(message) if self.held else page.send(message))

    @property
    def plays(self) -> list[dict[str, Any]]:
        """The moves among what was sent."""
        return [sent for sent in map(json.loads, self.sent) if sent["type"] == "play"]

    def go_on(self) -> None:
        self.held = False
        for message in self.sent:
            self.server.send(message)
        for message in self.heard:
            self.page.send(message)

    def refuse(self) -> None:
        self.held = False
        (play,) = self.plays
        self.page.send(json.dumps({"type": "refused", "id": play["id"], "reason": "illegal", "text": ""}))


@pytest.mark.parametrize("game", SEATS)
def test_a_move_sets_off_before_the_answer(visitors: Visitors, game: str) -> None:
    page = visitors(motion=True)
    line = Line(page)
    make(page, game, ["casual"] * (SEATS[game] - 1), start=True)
    page.wait_for_selector(MINE)
    page.wait_for_selector(".board button.card")
    before = page.locator(".play").get_attribute("data-n")
    line.held = True
    for _ in range(20):
        with suppress(Late):  # a card that moved just then is tapped again
            CLICKS[game](page)
        page.wait_for_timeout(50)
        if line.plays:
            break
    assert page.locator(GOING).count() > 0
    moved = "all => all.every(one => one.getAnimations().some(motion => motion.effect.composite === 'add'))"
    assert page.locator(GOING).evaluate_all(moved)
    assert page.locator(".play").get_attribute("data-n") == before
    line.go_on()
    expect(page.locator(GOING)).to_have_count(0)
    expect(page.locator(".play")).not_to_have_attribute("data-n", before or "")


def picked(page: Page) -> Locator:
    """A card of 23 that can be laid, picked."""
    make(page, "twentythree", ["casual"], start=True)
    passing = ".acts button[aria-keyshortcuts=P]"
    my_turn(page)
    while not page.locator(passing).count():  # cards are to be put away, by the others too
        play_on(page, CLICKS["twentythree"], 1)
        with suppress(Error):  # they were not, after all
            page.wait_for_selector(passing)
    my_turn(page)
    first = page.locator(".hand button.card:not(.dull)").first  # which that is changes with the turn
    card = page.locator(f".hand [data-card='{first.get_attribute('data-card')}']")
    card.click(position={"x": 12, "y": 24})
    return card


FLYING = """() => {
    const order = (name) => Number(getComputedStyle(document.querySelector(name)).zIndex);
    const lifts = ({ effect }) => effect.getKeyframes().some((at) => "translate" in at);
    const flies = [...document.querySelectorAll(".stage [data-key]")].some((one) => one.getAnimations().some(lifts));
    return flies && order(".coach") < order(".stage") && order(".acts") < order(".stage");
}"""


def test_a_card_flies_over_coach_and_actions(visitors: Visitors) -> None:
    """On an arc, and while it does, they are under it; then they are where they were."""
    page = visitors(motion=True)
    picked(page)
    motion = page.context.new_cdp_session(page)
    motion.send("Animation.enable")
    motion.send("Animation.setPlaybackRate", {"playbackRate": 0.05})
    page.locator(".acts button.main").click()
    page.wait_for_function(FLYING)
    motion.send("Animation.setPlaybackRate", {"playbackRate": 1})
    page.wait_for_function("() => getComputedStyle(document.querySelector('.coach')).zIndex === '2'")


def test_a_refused_card_comes_back(visitors: Visitors) -> None:
    """For somebody who wants no motion, the card lies there at once, and after the refusal in the hand again."""
    page = visitors()
    line = Line(page)
    card = picked(page)
    line.held = True
    page.locator(".acts button.main").click()
    assert above(card.locator(".look"), page.locator(".coach"))
    line.refuse()
    expect(page.locator(GOING)).to_have_count(0)
    assert not above(card.locator(".look"), page.locator(".coach"))
    expect(page.locator(".coach.why").filter(has_text="not possible now")).to_be_visible()


def above(one: Locator, other: Locator) -> bool:
    upper, lower = one.bounding_box(), other.bounding_box()
    assert upper and lower
    return upper["y"] < lower["y"]
