"""For everyone: no page breaks a rule of accessibility, scrolls sideways, or lacks a text in either language."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, FilePayload, Page, Route, expect

from tefuda import Match
from tests.page.conftest import DESKTOP, PHONE, Server, Visitors
from tests.page.players import CLICKS, play_on
from tests.page.tables import make

PAGES = ["/", "/replay", "/rules/scout", "/stats", "/settings"]
LARGEST = {"scout": 5, "twentythree": 4, "solo": 10, "gift": 4}
KEY = re.compile(r"\b(?:home|table|create|refused|option|choice|guide|replay|stats|settings)\.[a-z-]+\b")
SMALL = (320, 640)


# axe asks what lies behind each text; what is laid out only when one comes near lies elsewhere until then.
LAID_OUT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""


def check(page: Page, lang: str) -> None:
    """axe finds nothing, nothing is wider than the window, and no name of a text stands where a text should be."""
    page.locator("h1").first.wait_for(state="attached")  # every page has one, once its script is there
    page.evaluate(LAID_OUT)
    found = Axe().run(page).response["violations"]
    told = [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found]
    assert told == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shown = page.locator("body").inner_text()
    assert not KEY.search(shown)
    if lang == "ja":
        assert re.search(r"[ぁ-んァ-ン]", shown)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("path", PAGES)
def test_pages(visitors: Visitors, path: str, lang: str) -> None:
    page = visitors(lang, SMALL, theme="dark" if lang == "ja" else "light")
    page.goto(path)
    page.wait_for_selector("h1, article")
    page.wait_for_load_state("networkidle")
    check(page, lang)


def test_a_page_that_takes_long_to_load_says_so(visitors: Visitors) -> None:
    page, held = visitors(), list[Route]()
    page.route("**/assets/Stats-*.js", lambda route: held.append(route))
    page.goto("/stats", wait_until="commit")
    loading = page.get_by_role("status").filter(has_text="Loading")
    expect(loading).to_be_visible()
    while not held:
        page.wait_for_timeout(50)
    for route in held:
        route.continue_()
    expect(page.get_by_role("region", name="Nothing here yet")).to_be_visible()
    expect(loading).to_have_count(0)


def test_statistics_without_a_match_lead_to_one(visitors: Visitors) -> None:
    page = visitors(size=PHONE)
    page.goto("/stats")
    empty = page.get_by_role("region", name="Nothing here yet")
    expect(empty.locator("a.cloth")).to_have_count(4)
    empty.get_by_role("link", name="Play now").click()
    expect(page.locator(".tile")).to_have_count(4)


def test_the_parts_of_the_rules_are_listed_beside_them(visitors: Visitors) -> None:
    page = visitors()
    page.goto("/rules/solo")
    page.get_by_role("navigation", name="Parts of the rules").get_by_role("button", name="Who knows what").click()
    part = page.get_by_role("heading", name="Who knows what")
    expect(part).to_be_focused()
    expect(part).to_be_in_viewport()
    check(page, "en")


@pytest.mark.parametrize("game", LARGEST)
def test_tables(visitors: Visitors, game: str) -> None:
    """Each game at its largest number of seats: the lobby, and a table after some moves."""
    lang, size = ("ja", DESKTOP) if game in ("scout", "gift") else ("en", PHONE)
    page = visitors(lang, size)
    make(page, game, ["casual"] * (LARGEST[game] - 1))
    check(page, lang)
    page.locator("button.start").click()
    page.wait_for_selector(".play")
    play_on(page, CLICKS[game], 3)
    check(page, lang)


def test_a_replay_is_stepped_through_verified_and_opened_from_a_file(
    visitors: Visitors, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page = visitors()
    make(page, "twentythree", ["casual"], start=True)
    play_on(page, CLICKS["twentythree"])
    page.locator(".tally").get_by_role("link", name="Replay").click()
    page.wait_for_selector(".board")
    expect(page.get_by_label("Seen by")).to_have_value("0")  # one's own eyes ...
    last = page.get_by_label("Moment").get_attribute("max") or ""
    expect(page.get_by_label("Moment")).to_have_value(last)  # ... at the end
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_label("Open hands").check()
    before = page.locator(".told").inner_text()
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".told")).not_to_have_text(before)
    assert "at=1" in page.url and "open=1" in page.url
    page.get_by_role("button", name="To the next round").click()
    expect(page.locator(".where")).to_contain_text("Round 2")
    expect(page.locator(".moment[aria-current]")).to_be_visible()
    page.locator(".moment").first.click()
    expect(page.locator(".where")).to_contain_text("Round 1")
    page.get_by_role("button", name="To the end").click()
    check(page, "en")
    asked = list[str]()  # a kept answer, as it comes without a connection, is not asked for again and again

    def kept(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(json={"done": 3, "of": 10, "curve": []})

    page.route("**/judge?*", kept)
    page.get_by_role("button", name="Judge this play").click()
    expect(page.locator(".bad", has_text="There is no connection to the server")).to_be_visible()
    assert len(asked) == 2
    page.unroute("**/judge?*", kept)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Judge this play").click()
    expect(page.get_by_text("decisions were as good as any")).to_be_visible(timeout=60_000)
    expect(page.locator(".judged tbody tr")).to_have_count(6)
    check(page, "en")
    page.keyboard.press("Escape")
    expect(page.locator(".judged")).to_have_count(0)
    page.locator(".moment", has=page.locator(".mark")).first.click()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})  # there is no room for the log, but for the mark
    expect(page.locator(".story")).to_be_hidden()
    expect(page.locator(".dock .told .mark")).to_be_visible()
    check(page, "en")
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    look_at_close_marks(page)
    page.get_by_role("button", name="Share and verify").click()
    with page.expect_download() as taken:
        page.get_by_role("button", name="This moment as a picture").click()
    picture = tmp_path_factory.mktemp("picture") / taken.value.suggested_filename
    taken.value.save_as(picture)
    assert picture.suffix == ".png" and picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size > 20_000
    page.get_by_role("button", name="Verify the deal").click()
    expect(page.get_by_text("Dealt as promised.")).to_be_visible()
    check(page, "en")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    file = tmp_path_factory.mktemp("record") / "match.txt"
    download.value.save_as(file)
    page.goto("/replay")
    page.get_by_label("Open a record file").set_input_files(file)
    expect(page.locator(".told")).to_be_visible()


def test_why_a_record_is_refused_is_told_in_the_readers_language(visitors: Visitors) -> None:
    visitors.expected = ("400",)
    page = visitors("ja")
    page.goto("/replay")
    whole = str(Match("twentythree", 2, 1).record)
    for text, why in (
        ("nonsense", "1行目が正しくありません。"),
        (f"{whole}0 nonsense\n", f"{whole.count(chr(10)) + 1}行目が正しくありません。"),
        (re.sub(r"(?m)^(\* deal) .*", r"\1 ?", whole), "この棋譜は1人から見えたものだけ"),
    ):
        record = FilePayload(name="match.txt", mimeType="text/plain", buffer=text.encode())
        page.get_by_label("棋譜ファイルを開く").set_input_files(record)
        expect(page.get_by_role("alert")).to_contain_text(why)
    large = FilePayload(name="match.txt", mimeType="text/plain", buffer=whole.encode() + b"\n" * 200_000)
    page.get_by_label("棋譜ファイルを開く").set_input_files(large)
    expect(page.get_by_role("alert")).to_contain_text("大きすぎます")
    windows = FilePayload(
        name="match.txt", mimeType="text/plain", buffer=b"\xef\xbb\xbf" + whole.encode().replace(b"\n", b"\r\n")
    )
    page.get_by_label("棋譜ファイルを開く").set_input_files(windows)
    expect(page.locator(".told")).to_be_visible()  # as an editor there saves it


def look_at_close_marks(page: Page) -> None:
    """Three dear decisions beside each other, at the top of the curve and without words: every mark is in sight, and
    nothing is told of nothing."""

    def arranged(route: Route) -> None:
        found = route.fetch().json()
        found["curve"] = [[event, 5.0, 1.0] for event, *_ in found["curve"]]
        for number, one in enumerate(found.get("decisions", [])):
            one.update(kind="mistake" if number < 3 else "good", told=[], why=None)
        route.fulfill(json=found)

    before = page.url
    page.route("**/judge?*", arranged)
    page.goto(f"{before}&judge=1")
    marks = page.locator(".judged circle")
    expect(marks).to_have_count(3)
    boxes = [mark.bounding_box() for mark in marks.all()]
    drawn = page.locator(".judged figure svg").bounding_box()
    assert drawn and all(box and drawn["y"] <= box["y"] <= drawn["y"] + drawn["height"] for box in boxes)
    assert len({box["y"] for box in boxes if box}) > 1
    expect(page.locator(".played, .better")).to_have_count(0)
    expect(page.locator(".progress")).to_have_count(0, timeout=60_000)  # nothing more is asked
    page.unroute("**/judge?*", arranged)
    page.goto(before)
    page.wait_for_selector(".board")


# Whether the service worker is ready, within half a minute: a refused one never would be.
READY = """Promise.race([
    navigator.serviceWorker.ready.then(() => true),
    new Promise((done) => setTimeout(() => done(false), 30000)),
])"""


def test_an_impossible_code_is_named_as_such(visitors: Visitors) -> None:
    page = visitors()
    page.goto("/t/NOPE")
    expect(page.locator("main")).to_contain_text("There is no table with this link")


def read_offline(visitors: Visitors, home: str, rules: str) -> None:
    """Reads a page of rules, and again when there is no connection any more."""
    page = visitors(worker=True)
    page.goto(home)
    assert page.evaluate(READY), "the service worker was not installed"
    page.goto(rules)
    page.wait_for_selector("article .example")
    visitors.expected = ("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "WebSocket")
    page.context.set_offline(True)
    page.goto(rules)
    expect(page.locator("article .example").first).to_be_visible()
    page.context.set_offline(False)


def test_rules_are_there_without_a_connection(visitors: Visitors) -> None:
    read_offline(visitors, "/", "/rules/gift")


@pytest.mark.parametrize(("lang", "told"), [("en", "There is no such page."), ("ja", "ページが見つかりません。")])
def test_what_is_not_there(visitors: Visitors, lang: str, told: str) -> None:
    visitors.expected = ("404",)
    page = visitors(lang, SMALL)
    answer = page.goto("/nosuch")
    assert answer and answer.status == 404
    expect(page.get_by_role("heading")).to_contain_text(told)
    page.locator("main a").click()
    page.wait_for_selector(".tile")


def test_a_table_that_is_not_there_asks_for_its_code(visitors: Visitors) -> None:
    page, friend = visitors(size=SMALL, name="Aki"), visitors(size=SMALL)
    path = make(page, "scout", ["", ""])
    friend.goto("/t/NOPE")
    expect(friend.get_by_role("heading", level=1)).to_have_text("This table cannot be opened")
    expect(friend.locator("main")).to_contain_text("There is no table with this link")
    check(friend, "en")
    friend.get_by_label("Table code").fill(page.locator(".spoken b").inner_text())
    friend.get_by_role("button", name="Join", exact=True).click()
    friend.wait_for_url(f"**{path}")


@pytest.mark.parametrize("path", ["/circle/ABCDEFGH0123", "/replay/ABCDEFGH0123/1", "/duplicate/ABCDEFGH0123"])
def test_what_is_gone_shows_the_way_home(visitors: Visitors, path: str) -> None:
    visitors.expected = ("404",)
    page = visitors(size=SMALL)
    page.goto(path)
    expect(page.get_by_role("alert")).to_contain_text("There is no ")
    check(page, "en")
    page.get_by_role("link", name="Home", exact=True).click()
    page.wait_for_selector(".tile")


def test_reports_of_the_lab(browser: Browser, package: Path, tmp_path: Path) -> None:
    plan = ["--seats", "2", "--bots", "casual", "--games", "20", "--ladder", "0", "--probes", "0"]
    command = [sys.executable, str(package / "bin" / "tefuda"), "lab", "run", "twentythree", *plan]
    environment = {**os.environ, "PYTHONPATH": str(package)}
    subprocess.run([*command, "--folder", str(tmp_path / "lab" / "first-look")], env=environment, check=True)
    server = Server(tmp_path, package, "--reports", str(tmp_path / "lab"))
    visitors = Visitors(browser, server.url)
    page = visitors("ja")
    page.goto("/")
    page.get_by_role("link", name="first-look").click(no_wait_after=True)
    expect(page).to_have_title(re.compile("23"), timeout=60_000)  # its pictures are drawn first
    page.go_back()
    page.wait_for_selector(".tile")
    page.context.close()
    server.stop()
    assert visitors.complaints == []
