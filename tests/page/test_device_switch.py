"""`tefuda serve --device`: a match against bots is played on the person's device, one with other people at the
server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.alone import LOAD
from tests.page.conftest import Server, Visitors
from tests.page.players import CLICKS, my_turn, play_on
from tests.page.tables import make


@pytest.fixture
def people(tmp_path: Path, package: Path, browser: Browser) -> Iterator[Visitors]:
    server = Server(tmp_path, package, "--device")
    visitors = Visitors(browser, server.url)
    yield visitors
    for context in visitors.contexts:
        context.close()
    server.stop()
    assert visitors.complaints == []


def begin(page: Page) -> None:
    page.goto("/")
    page.locator(".tile[data-game=twentythree]").click()
    page.wait_for_selector(".play", timeout=LOAD)


def test_alone_on_the_device_and_with_others_at_the_server(people: Visitors) -> None:
    page = people()
    begin(page)
    assert re.search("/t/HERE", page.url)
    expect(page.locator(".top small")).to_have_attribute("title", "Played on this device")
    my_turn(page)
    play_on(page, CLICKS["twentythree"], 2)
    page.reload()
    page.wait_for_selector(".play", timeout=LOAD)
    assert not make(page, "twentythree", [""]).startswith("/t/HERE")


def test_where_python_does_not_load_the_table_is_at_the_server(people: Visitors) -> None:
    page = people()
    people.expected = ("parts.json", "404", "Failed to load resource")
    page.route("**/device/parts.json", lambda route: route.fulfill(status=404))
    begin(page)
    assert not re.search("/t/HERE", page.url)
    my_turn(page)
