"""The coach: a hint is drawn on the table, and what is not possible is explained in the words of the rules."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.page.conftest import PHONE, Visitors
from tests.page.players import MINE, TURN
from tests.page.tables import make

LETTERS = "parseFloat(getComputedStyle(document.querySelector('.room')).fontSize)"  # in px


def advise(page: Page, word: str) -> None:
    """Every hint is the first move that begins with this word."""

    def connect(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        moves: list[str] = []

        def heard(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "update":
                moves[:] = said["moves"]
            line.send(message)

        def sent(message: str | bytes) -> None:
            asked = json.loads(message)
            if asked["type"] != "hint":
                server.send(message)
                return
            move = next(move for move in moves if move.startswith(word))
            line.send(json.dumps({"type": "hinted", "id": asked["id"], "move": move, "why": "So it is.", "rule": ""}))
            line.send(json.dumps({"type": "accepted", "id": asked["id"]}))

        line.on_message(sent)
        server.on_message(heard)

    page.route_web_socket("**/ws", connect)


def test_a_hint_lifts_its_card_draws_the_move_and_does_it(visitors: Visitors) -> None:
    page = visitors("en", PHONE, name="Aki", large=True)
    advise(page, "discard ")
    make(page, "gift", ["casual"] * 3, start=True)
    page.wait_for_selector(MINE, timeout=TURN)
    page.get_by_role("button", name="Hint").click()
    coach = page.locator(".coach.hint")
    expect(coach).to_contain_text(re.compile("Hint.*[Dd]iscard"))
    expect(coach).not_to_contain_text("discard ")  # as records write it
    expect(page.locator(".hand .card.on")).to_have_count(1)
    expect(page.locator("[data-at=discards]")).to_have_attribute("data-pointed", "")
    expect(page.locator("svg.aim path.over").first).to_have_attribute("d", re.compile(r"^M[\d.]+ [\d.]+Q"))
    coach.get_by_role("button", name="Why?").click()
    expect(coach).to_contain_text("So it is.")
    expect(coach.get_by_role("button", name="Why?")).to_have_count(0)  # its room is the answer's
    expect(coach.locator(".main")).to_be_focused()
    before = page.locator(".play").get_attribute("data-n")
    coach.locator(".main").click()
    expect(page.locator(".play")).not_to_have_attribute("data-n", before or "", timeout=TURN)
    expect(page.locator("svg.aim")).to_have_count(0)
    assert page.evaluate(LETTERS) > 16  # larger text was asked for
    page.get_by_role("button", name="Log", exact=True).click()  # bots do not talk
    events = page.locator("[role=dialog] .log li, dialog .log li")
    expect(events.last).to_contain_text("Attack game")  # the oldest
    expect(events.first).not_to_contain_text("Attack game")
    expect(events.first).to_be_in_viewport()


@pytest.mark.parametrize(("lang", "told"), [("en", "You owe no call"), ("ja", "言う必要はありません")])
def test_what_is_not_possible_is_explained_by_the_rules(visitors: Visitors, lang: str, told: str) -> None:
    page = visitors(lang, PHONE, name="Aki")
    make(page, "solo", ["casual"] * 2, start=True)
    page.wait_for_selector(MINE, timeout=TURN)
    page.locator(".act.solo").click(force=True)  # it says that it is off, and takes the tap
    expect(page.locator(".coach.why")).to_contain_text(told)
