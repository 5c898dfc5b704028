"""Everything that needs nobody else, by clicks on a phone that has no connection, in both languages."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tefuda import GAMES, Match, Record
from tefuda.bots import levels_of
from tefuda.deal import proof, verify
from tests.page.alone import LOAD, READY, Host, arrive, begin, events, visitor
from tests.page.conftest import ROOT
from tests.page.players import CLICKS, TURN, act_until, my_turn, play_on
from tests.page.tables import form_for

SIZE = (390, 664)
EDITIONS = {"first": 4, "draft": 4, "short": 3, "oink": 2}  # of SCOUT, each with a number of seats
SHORT = {"scout": {"edition": "oink"}, "solo": {"target_score": "1"}}  # so that a match does not take minutes


class Visit(NamedTuple):
    """Somebody whose host is gone and whose browser has no network."""

    page: Page
    url: str
    lang: str
    words: dict[str, str]  # of the page, in its language

    def go(self, path: str) -> None:
        self.page.goto(f"{self.url}#{path}")

    def button(self, text: str) -> Locator:
        return self.page.get_by_role("button", name=self.words[text], exact=True)

    def table(self, game: str, seats: int, level: str, **options: str) -> None:
        """A table of one's own, by the form."""
        self.go("/")
        form = form_for(self.page, game)
        labels = {option.name: option.label[("en", "ja").index(self.lang)] for option in GAMES[game].options}
        for option, value in options.items():
            choice = form.locator(f'input[name="{option}"][value="{value}"]')
            choice.check(force=True) if choice.count() else form.get_by_label(labels[option], exact=True).fill(value)
        form.locator("select.count").select_option(str(seats))
        for one in form.locator(".who select").all():
            one.select_option(level)
        form.locator("button.make").click()
        self.page.wait_for_selector(".play")
        my_turn(self.page)


@pytest.fixture(scope="module", params=["en", "ja"])
def visit(browser: Browser, site: Path, request: pytest.FixtureRequest) -> Iterator[Visit]:
    lang = request.param
    words = json.loads((ROOT / "src" / "web" / "texts" / f"shell.{lang}.json").read_text("utf-8"))
    complaints: list[str] = []
    with visitor(browser, lang=lang, size=SIZE) as context:
        host = Host(site)
        page = arrive(context, host)
        host.stop()
        context.set_offline(True)
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.reload()
        page.wait_for_selector(READY, timeout=LOAD, state="attached")
        yield Visit(page, host.url, lang, words)
    assert [one for one in complaints if "ERR_INTERNET_DISCONNECTED" not in one] == []


def test_rules_lessons_puzzles_and_the_deal_of_the_day(visit: Visit) -> None:
    page = visit.page
    for game in GAMES:
        visit.go(f"/rules/{game}")
        expect(page.locator("main h1")).to_be_visible()
        expect(page.locator("main h3").nth(2), game).to_be_visible()
        visit.go(f"/learn/{game}")
        page.wait_for_selector(".lesson[data-mine], .lesson .coach .do.main", timeout=TURN)
        visit.go(f"/puzzle/{game}")
        page.wait_for_selector(".puzzle[data-mine]", timeout=TURN)
        act_until(page.locator(".puzzle .tally, .coach .do").first, CLICKS[game])
        visit.go(f"/daily/{game}")
        page.wait_for_selector(".daily[data-mine][data-moves='0']", timeout=TURN)
        act_until(page.locator(".daily:not([data-moves='0'])"), CLICKS[game])


def test_all_editions_of_scout_and_all_levels(visit: Visit) -> None:
    for edition, seats in EDITIONS.items():
        visit.table("scout", seats, "casual", edition=edition)
        play_on(visit.page, CLICKS["scout"], 2)
    for level in levels_of("twentythree"):
        visit.table("twentythree", 2, level)
        play_on(visit.page, CLICKS["twentythree"], 2)


@pytest.mark.parametrize("game", sorted(GAMES) if os.environ.get("TEFUDA_LONG") else ["twentythree"])
def test_a_whole_match_with_all_that_belongs_to_it(visit: Visit, game: str) -> None:
    page = visit.page
    visit.table(game, 2, "beginner", **SHORT.get(game, {}))
    visit.button("hint.title").click()
    expect(page.locator(".coach.hint .do.main")).to_be_visible(timeout=TURN)
    before = events(page)
    page.locator(".coach.hint .do.main").click()
    page.wait_for_function("n => Number(document.querySelector('.play').dataset.n) > n", arg=before)
    my_turn(page)
    visit.button("more.title").click()
    visit.button("more.undo").click()
    page.wait_for_function("n => Number(document.querySelector('.play').dataset.n) <= n", arg=before)
    play_on(page, CLICKS[game], 2)
    before = events(page)
    page.reload()  # in the middle of the match
    page.wait_for_selector(".play", timeout=LOAD)
    assert events(page) >= before > 0
    play_on(page, CLICKS[game])
    expect(page.get_by_role("region", name=visit.words["result.title"])).to_be_visible()
    page.get_by_role("link", name=visit.words["judge.ask"]).click()
    page.wait_for_selector(".judged", timeout=LOAD)
    page.go_back()
    page.get_by_role("link", name=visit.words["result.replay"]).click()
    page.wait_for_url(re.compile("#/replay/HERE"))
    visit.button("replay.share").click()
    visit.button("verify").click()
    expect(page.get_by_text(visit.words["verify.good"])).to_be_visible()
    with page.expect_download() as download:
        visit.button("replay.download").click()
    text = download.value.path().read_text("utf-8")
    match = Match.replay(text)  # by the native rules
    assert match.result is not None and match.record.game == game
    assert proof(Record.parse(text)) and verify(Record.parse(text))
    visit.go("/replay")
    page.locator("input[type=file]").set_input_files(
        {"name": "match.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    expect(page.locator(".film")).to_be_visible()


def test_results_are_counted(visit: Visit) -> None:
    """A match in which moves were taken back is not: so it is one by the door."""
    page = visit.page
    visit.go("/")
    page.evaluate("localStorage['tefuda/cards.door.twentythree'] = JSON.stringify({ seats: 2, level: 'beginner' })")
    page.reload()
    begin(page, "twentythree")
    play_on(page, CLICKS["twentythree"])
    visit.go("/stats")
    expect(page.locator("section", has=page.locator("#stats-twentythree")).locator("tbody tr")).to_have_count(1)
    with page.expect_download() as saved:
        visit.button("send.save").click()
    (line,) = saved.value.path().read_text("utf-8").splitlines()
    assert json.loads(line)["bots"] == [None, "beginner"]


@pytest.mark.parametrize(
    "path", ["/duplicate/ABCDEFGH0123", "/circle/ABCDEFGH0123", "/replay/ABCDEFGH0123/1", "/t/ABCDEFGH0123"]
)
def test_what_needs_others_says_so_and_asks_for_a_server(visit: Visit, path: str) -> None:
    visit.go(path)
    expect(visit.page.get_by_label(visit.words["alone.address"])).to_be_visible()
