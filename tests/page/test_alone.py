"""The page without a server: `tefuda site` in a real browser, from a host that serves files alone, and then without any
host."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, Route, expect

from tefuda import Record
from tefuda.server import replays
from tefuda.server.site import write_site
from tests.golden import GOLDEN, VIEWS
from tests.page.alone import AHEAD, LOAD, READY, Host, arrive, begin, events, visitor
from tests.page.players import CLICKS, my_turn, play_on
from tests.page.tables import form_for

ASK = """
async ([url, asked]) => {
  const names = performance.getEntriesByType("resource").map(({ name }) => name);
  const script = names.find((name) => /worker-[^/]*\\.js$/.test(name));
  const worker = new Worker(script, { type: "module" });
  const answers = [];
  await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.type === "failed") reject(new Error(data.why));
      const ask = ([url, body], id) => worker.postMessage({ type: "ask", id, url, token: "", body });
      if (data.type === "ready") asked.forEach(ask);
      if (data.type === "answer") answers[data.id] = [data.status, data.text];
      if (asked.every((_, id) => answers[id])) resolve();
    };
    worker.postMessage({ type: "begin", files: new URL("device/", location.href).href, storage: "other", pace: 0 });
  });
  worker.terminate();
  return answers;
}
"""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with visitor(browser) as context:
        yield context


class Held:
    """Python cannot begin before it is let in."""

    def __init__(self, context: BrowserContext) -> None:
        self.routes: list[Route] = []
        context.route("**/device/parts.json", lambda route: self.routes.append(route))  # Playwright needs a function

    def let_in(self, page: Page) -> None:
        for route in self.routes:
            with suppress(Error):  # of a page that is gone
                route.continue_()
        page.context.unroute("**/device/parts.json")
        page.wait_for_selector(READY, timeout=LOAD, state="attached")


def hand(page: Page) -> list[str]:
    """The names of one's cards, without what can be done with them now."""
    page.wait_for_selector(".play .hand .card")
    cards = page.locator(".play .hand .card").all()
    return [str(one.get_attribute("aria-label") or one.text_content()).partition(", ")[0] for one in cards]


def check_goes_on(page: Page, game: str, cards: list[str]) -> None:
    """The match that was shown is the one that is played: with the same cards, and dealt as it was promised."""
    my_turn(page)
    assert hand(page) == cards
    play_on(page, CLICKS[game], 2)
    expect(page.get_by_text("not dealt as")).to_have_count(0)


@pytest.mark.parametrize("game", ["scout", "twentythree"])
def test_on_a_first_visit_the_cards_lie_there_before_python_has_begun(browser: Browser, host: Host, game: str) -> None:
    with visitor(browser, worker=False) as context:
        held = Held(context)
        page = context.new_page()
        page.goto(host.url)
        begin(page, game)
        cards = hand(page)
        assert cards and page.locator(READY).count() == 0
        url = page.url
        page.reload()  # before the device knows anything of the table
        assert hand(page) == cards and page.url == url
        held.let_in(page)
        check_goes_on(page, game, cards)
        page.reload()
        page.wait_for_selector(READY, timeout=LOAD, state="attached")
        page.wait_for_function("Number(document.querySelector('.play').dataset.n) > 2")  # more than the deal
        assert sum("/api/openings/" in path for path, _ in host.asked) == 1


def test_a_move_before_python_has_begun_is_made_as_soon_as_it_has(browser: Browser, host: Host) -> None:
    with visitor(browser, worker=False) as context:
        held = Held(context)
        page = context.new_page()
        page.goto(host.url)
        begin(page, "twentythree")
        cards = hand(page)
        before = events(page)
        CLICKS["twentythree"](page)
        held.let_in(page)
        my_turn(page)
        page.wait_for_function(f"Number(document.querySelector('.play').dataset.n) > {before}")
        assert len(hand(page)) < len(cards)


@pytest.mark.parametrize("game", ["scout", "gift"])
def test_on_later_visits_too_and_the_match_is_the_device_s_own(browser: Browser, host: Host, game: str) -> None:
    with visitor(browser, worker=False) as context:
        page = arrive(context, host, kept=False)
        page.wait_for_function(AHEAD)
        page.close()
        held = Held(context)
        page = context.new_page()
        page.goto(host.url)
        begin(page, game)
        cards = hand(page)
        assert cards and page.locator(READY).count() == 0
        held.let_in(page)
        check_goes_on(page, game, cards)
        page.wait_for_function(AHEAD)  # and the one after it
        assert not any("/api/openings/" in path for path, _ in host.asked)


def choose(page: Page, game: str, level: str, seats: int = 2) -> Locator:
    """Fills in the form for a table, with the level of the first bot."""
    form = form_for(page, game)
    form.locator("select.count").select_option(str(seats))
    form.locator(".who select").first.select_option(level)
    return form


def test_master_thinks_in_a_worker_of_its_own(browser: Browser, host: Host) -> None:
    with visitor(browser, worker=False) as context:
        page = arrive(context, host, kept=False)
        choose(page, "twentythree", "master", 3).locator("button.make").click()
        page.wait_for_selector(".play")
        play_on(page, CLICKS["twentythree"], 4)
        assert any("thoughts-" in path for path, _ in host.asked)


# Put before the script of the second worker: it has four cores, and tells what it and its own workers do.
TELLING = """
const told = new BroadcastChannel("told");
Object.defineProperty(navigator, "hardwareConcurrency", { value: 4 });
const say = self.postMessage.bind(self);
self.postMessage = (message) => (message.id === undefined && told.postMessage("ready"), say(message));
const Plain = Worker;
"""
WORKING = """
self.Worker = class extends Plain {
  constructor(...given) {
    super(...given);
    told.postMessage("begun");
    this.addEventListener("message", ({ data }) => told.postMessage(data.given?.sums ? "found" : "failed"));
  }
};
"""
BROKEN = """
self.Worker = class {
  constructor() {
    told.postMessage("tried");
    throw new Error("no more workers");
  }
};
"""
HEAR = """
self.told = {};
new BroadcastChannel("told").onmessage = ({ data }) => (self.told[data] = (self.told[data] ?? 0) + 1);
"""


@pytest.mark.parametrize("workers", [WORKING, BROKEN], ids=["four cores", "no more workers"])
def test_master_shares_its_search_out(browser: Browser, site: Path, tmp_path: Path, workers: str) -> None:
    """Where there are cores; if more workers do not begin the search is made all the same."""
    shutil.copytree(site, tmp_path, dirs_exist_ok=True)
    (script,) = tmp_path.glob("cards/assets/thoughts-*.js")
    script.write_text(TELLING + workers + script.read_text("utf-8"), "utf-8")
    host = Host(tmp_path)
    with visitor(browser, worker=False) as context:
        context.add_init_script(HEAR)
        page = arrive(context, host, kept=False)
        choose(page, "twentythree", "master", 2).locator("button.make").click()
        page.wait_for_selector(".play")
        play_on(page, CLICKS["twentythree"], 1)
        page.wait_for_function("() => told.ready", timeout=LOAD)
        play_on(page, CLICKS["twentythree"], 4)
        told = page.evaluate("told")
        assert told.pop("found", 0) > 5 or workers is BROKEN
        assert told == {"ready": 1, **({"begun": 3} if workers is WORKING else {"tried": 1})}
    host.stop()


def test_expert_has_its_networks(browser: Browser, host: Host) -> None:
    with visitor(browser, worker=False) as context:
        page = arrive(context, host, kept=False)
        choose(page, "twentythree", "expert", 3).locator("button.make").click()
        page.wait_for_selector(".play")
        play_on(page, CLICKS["twentythree"], 4)


def test_golden_records_are_replayed_as_by_the_native_rules(context: BrowserContext, host: Host) -> None:
    """All frames of all golden records, byte for byte."""
    texts = [path.read_text("utf-8") for path in GOLDEN]
    records = [re.sub(r"\A#.*\n", "", text).partition(VIEWS)[0] for text in texts]
    page = arrive(context, host, kept=False)
    looks = [(None, False, "en"), (0, False, "ja"), (1, True, "en")]
    asked, wanted = [], []
    for text in records:
        record = Record.parse(text)
        for seat, hands, lang in looks:
            query = f"lang={lang}" + ("" if seat is None else f"&seat={seat}") + ("&open=1" if hands else "")
            asked.append((f"/api/replays?{query}", text))
            wanted.append(
                msgspec.json.encode(replays.frames(record, seat, hands, lang, 0, replays.FRAMES_MAX)).decode()
            )
    answers = page.evaluate(ASK, [host.url, asked])
    assert len(answers) == 3 * len(records) >= 36
    for (status, text), expected in zip(answers, wanted, strict=True):
        assert (status, json.loads(text)) == (200, json.loads(expected))
        assert text == expected


def test_a_new_version_in_the_middle_of_a_match_loses_nothing(context: BrowserContext, tmp_path: Path) -> None:
    write_site(tmp_path / "cards", pace=0)
    host = Host(tmp_path)
    page = arrive(context, host)
    begin(page, "twentythree")
    my_turn(page)
    play_on(page, CLICKS["twentythree"], 2)
    worker = tmp_path / "cards" / "sw.js"
    worker.write_text(worker.read_text("utf-8").replace("const CACHE = `page", "const CACHE = `page newer"), "utf-8")
    changed = page.evaluate(
        """async () => {
          const worker = navigator.serviceWorker;
          const changed = new Promise((done) => worker.addEventListener("controllerchange", () => done(true)));
          await (await worker.ready).update();
          return await changed;
        }"""
    )
    assert changed
    play_on(page, CLICKS["twentythree"], 2)
    before = events(page)
    host.stop()
    page.reload()
    page.wait_for_selector(".play", timeout=LOAD)
    assert events(page) >= before > 0
    my_turn(page)


def test_a_host_is_asked_for_nothing_outside_and_little_at_all(context: BrowserContext, host: Host) -> None:
    strangers: list[str] = []
    context.on("request", lambda one: strangers.append(one.url) if not one.url.startswith(host.url) else None)
    page = arrive(context, host)
    assert [url for url in strangers if not url.startswith(("data:", "blob:"))] == []
    asked = sorted(((size, path) for path, size in host.asked), reverse=True)
    assert sum(size for size, _ in asked) < 5_000_000 and len(asked) < 40, asked
    expect(page.get_by_text("this also works without a connection").first).to_be_visible()


def test_a_table_at_a_server_is_not_here_and_its_address_is_asked_for(browser: Browser, host: Host) -> None:
    with visitor(browser, worker=False) as context:
        page = context.new_page()
        page.goto(f"{host.url}#/t/ABCDEFGH0123")
        expect(page.get_by_text("This table is at a server")).to_be_visible()
        expect(page.get_by_label("address")).to_be_visible()


def test_a_browser_that_does_not_understand_the_page_is_told_so(browser: Browser, host: Host) -> None:
    with visitor(browser, worker=False) as context:
        context.route(
            "**/assets/core-*.js",
            lambda route: route.fulfill(body="a language of tomorrow", content_type="text/javascript"),
        )
        page = context.new_page()
        page.goto(host.url)
        expect(page.get_by_text("This browser is too old")).to_be_visible()


@pytest.mark.parametrize("early", [False, True])
def test_a_device_with_too_little_memory_says_so(browser: Browser, host: Host, early: bool) -> None:
    """The match that was begun ahead is not shown as if it went on, whether this is known before the tap or after."""
    trouble = "WebAssembly.Memory = class { constructor() { throw new RangeError('not on this device'); } };"
    workers: list[Route] = []

    def spoil() -> None:
        for route in workers:
            answer = route.fetch()
            route.fulfill(response=answer, body=trouble + answer.text())

    with visitor(browser, worker=False) as context:
        context.route("**/worker-*.js", lambda route: workers.append(route))
        page = context.new_page()
        page.goto(host.url)
        while not workers:
            page.wait_for_timeout(50)
        if early:
            with page.expect_console_message(lambda said: "not on this device" in said.text, timeout=LOAD):
                spoil()
            page.locator(".tile[data-game=twentythree]").click()
        else:
            begin(page, "twentythree")
            spoil()
        expect(page.get_by_text("matches cannot be played here")).to_be_visible(timeout=LOAD)
        expect(page.get_by_label("address")).to_be_visible()
