"""A person's own choices: sound, vibration, the last turn once more, and being told of turns."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import DESKTOP, PHONE, Visitors
from tests.page.players import CLICKS, my_turn, play_on
from tests.page.tables import make

# What a device would feel and hear is counted instead.
COUNTED = """
window.felt = [];
window.heard = 0;
Object.defineProperty(Navigator.prototype, "vibrate", { configurable: true, value: (pattern) => felt.push(pattern) });
const Context = AudioContext;
window.AudioContext = class extends Context { constructor() { super(); heard += 1; } };
"""
IPHONE = """
Object.defineProperty(Navigator.prototype, "userAgent", { get: () => "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)" });
"""


def played(page: Page) -> None:
    """Two turns of 23: the cards that are put away, and a move."""
    page.add_init_script(COUNTED)
    make(page, "twentythree", ["casual"], start=True)
    play_on(page, CLICKS["twentythree"], 2)
    my_turn(page)


def test_ones_turn_is_felt_and_moves_are_heard(visitors: Visitors) -> None:
    page = visitors(size=PHONE, name="Aki")
    played(page)
    page.wait_for_function("felt.length > 0 && heard === 1")
    assert page.evaluate("felt.every((pattern) => pattern.length === 1)"), "two would be a chance to jump in"


def test_a_quiet_person_feels_and_hears_nothing(visitors: Visitors) -> None:
    page = visitors(size=PHONE, name="Aki", quiet=True, buzz=False)
    played(page)
    assert page.evaluate("[felt.length, heard]") == [0, 0]


def test_the_last_turn_is_shown_once_more(visitors: Visitors) -> None:
    page = visitors(size=DESKTOP, name="Aki")
    played(page)
    page.get_by_role("button", name="Repeat the last turn").click()
    expect(page.locator(".coach")).to_contain_text("Once more: what has happened since your move.")
    expect(page.locator(".coach")).not_to_contain_text("Once more")  # and then the table as it is
    my_turn(page)


@pytest.mark.parametrize(("lang", "told"), [("en", "home screen first"), ("ja", "ホーム画面に追加")])
def test_an_iphone_is_told_what_notifications_need_there(visitors: Visitors, lang: str, told: str) -> None:
    page = visitors(lang, PHONE)
    page.add_init_script(IPHONE)
    page.goto("/settings")
    switch = page.locator("label.switch", has_text=re.compile("Notify|通知")).locator("input")
    switch.click()
    expect(page.locator(".notice")).to_contain_text(told)
    expect(switch).not_to_be_checked()
