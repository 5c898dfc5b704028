"""`tefuda serve`: a match against bots is played on the person's device, one with other people at the server; and what
was played on the device is brought to the server."""

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
    begin(page)  # with a match that was begun ahead, until it is known that it cannot go on
    page.wait_for_url(re.compile("/t/(?!HERE)"))
    my_turn(page)
    play_on(page, CLICKS["twentythree"], 1)


def test_who_wants_the_rating_plays_at_the_server(people: Visitors) -> None:
    page = people()
    page.goto("/settings")
    page.get_by_label("Play against bots at the server").check()
    begin(page)
    assert not re.search("/t/HERE", page.url)


RESULTS = """async () => {
  const headers = { Authorization: `Bearer ${JSON.parse(localStorage["tefuda.token"])}` };
  return (await (await fetch("/api/me", { headers })).json()).results;
}"""


OTHER = b"""
{"record": "", "code": "HERE00000000", "match": 1, "at": 0, "seat": 0, "bots": [], "hinted": false}
"""


def test_a_match_of_the_device_is_brought_to_the_server(people: Visitors) -> None:
    page = people()
    page.goto("/")
    page.evaluate("""localStorage["tefuda.door.twentythree"] = JSON.stringify({ seats: 2, level: "beginner" })""")
    begin(page)
    assert re.search("/t/HERE", page.url)
    play_on(page, CLICKS["twentythree"])
    expect(page.get_by_role("region", name="The match is over")).to_be_visible()
    while not (told := page.evaluate(RESULTS)):
        page.wait_for_timeout(100)
    assert [(one["game"], one["bots"], one["match"]) for one in told] == [("twentythree", [None, "beginner"], 1)]
    assert told[0]["code"] in page.url
    page.goto("/stats")
    expect(page.get_by_text("They do not count for the rating")).to_be_visible()
    expect(page.get_by_text("still to be sent")).to_have_count(0)
    with page.expect_download() as download:  # the same matches in a file count once
        page.get_by_role("button", name="Save my matches").click()
    saved = download.value.path().read_bytes()
    people.expected = ("400", "429")
    sent = page.evaluate("""localStorage["tefuda.sent"]""")
    busy = [429]  # as a server that has heard too much answers: then one waits, so that long files come to their end
    page.route("**/api/me/matches", lambda route: route.fulfill(status=busy.pop()) if busy else route.continue_())
    page.get_by_label("Bring matches from a file").set_input_files(
        {"name": "tefuda.jsonl", "mimeType": "application/jsonl", "buffer": saved.replace(b"\n", b"") + OTHER}
    )
    expect(page.get_by_text("Matches that now count: 1").first).to_be_visible()
    assert not busy and len(page.evaluate(RESULTS)) == 1
    assert page.evaluate("""localStorage["tefuda.sent"]""") == sent, "a file cannot say what this device has sent"
    other = people()  # somebody else who brings a file that was changed is told why it is refused
    other.goto("/stats")
    spoilt = saved.replace(b"proof seed ", b"proof seed 0", 1)
    other.get_by_label("Bring matches from a file").set_input_files(
        {"name": "tefuda.jsonl", "mimeType": "application/jsonl", "buffer": spoilt}
    )
    expect(other.get_by_text("Some matches were not taken").first).to_be_visible()
