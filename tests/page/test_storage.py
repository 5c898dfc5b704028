"""What a device keeps, when the browser does not keep it: refused, full, damaged, cleared, or written by two pages."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from playwright.sync_api import TimeoutError as Late

from tests.page.alone import LOAD, READY, Host, arrive, begin, events, visitor
from tests.page.players import CLICKS, SOON, act_until, my_turn, play_on

MOVED = "n => Number(document.querySelector('.play')?.dataset.n) > n"
REFUSED = """
const open = () => { throw new DOMException("no", "SecurityError"); };
Object.defineProperty(self, "indexedDB", { value: { open } });
"""
FULL = """
let rows = 0;
const add = IDBObjectStore.prototype.add;
IDBObjectStore.prototype.add = function (...given) {
  if (++rows <= 6) return add.apply(this, given);
  Object.defineProperty(this.transaction, "error", { value: new DOMException("full", "QuotaExceededError") });
  this.transaction.abort();
};
"""
NOT_OURS = """
const open = indexedDB.open.bind(indexedDB);
indexedDB.open = (name) => Object.defineProperty(open(`${name} of others`, 1), "onupgradeneeded", { set() {} });
"""
BLOCKED = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
"""
FILLED = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
# What another page of the host has left under our names, or one of ours that had it otherwise.
NONSENSE = """
const names = ["visits", "played", "circles", "deals", "daily", "tries", "puzzles", "ahead", "sent", "guide", "create"];
const values = ["7", "null", '"x"'];
names.forEach((name, i) => (localStorage[`tefuda/cards.${name}`] = values[(i + SHIFT) % values.length]));
localStorage["tefuda/cards.settings"] = '{"lang":"fr","pace":"turbo","theme":7,"name":null,"large":"no"}';
localStorage["tefuda/cards.door.twentythree"] = "null";
"""
NOTICED = """
window.noticed = "";
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) window.noticed += node.textContent;
}).observe(document, { childList: true, subtree: true });
"""
# Changes what is kept of the table that the page shows.
DAMAGE = """
async (damage) => {
  const opening = indexedDB.open("tefuda/cards");
  const database = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
  const change = database.transaction(["heads", "log"], "readwrite");
  const [heads, log] = [change.objectStore("heads"), change.objectStore("log")];
  const code = location.hash.match(/HERE[0-9A-Z]+/)[0];
  const asking = log.getAllKeys(IDBKeyRange.bound([code, 0], [code, Infinity]));
  const keys = await new Promise((done) => (asking.onsuccess = () => done(asking.result)));
  ({
    "a row": () => log.put("{damaged", keys.at(-1)),
    "a gap": () => log.delete(keys[1]),
    "no rows": () => keys.forEach((key) => log.delete(key)),
    "its head": () => heads.put({ code: 7 }, code),
  })[damage]();
  await new Promise((done) => (change.oncomplete = done));
  database.close();
}
"""
CLEAR = """
() => new Promise((done, fail) => {
  const clearing = indexedDB.deleteDatabase("tefuda/cards");
  clearing.onsuccess = () => done();
  clearing.onblocked = clearing.onerror = () => fail(new Error("the page holds on to it"));
})
"""


def spoilt(trouble: str) -> Callable[[Route], None]:
    """A script with something before it that goes wrong."""

    def spoil(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=trouble + answer.text())

    return spoil


def begin_stairs(page: Page) -> None:
    begin(page, "twentythree")
    my_turn(page)


def move(page: Page) -> None:
    """One move of the person, and what the bots do then."""
    before = events(page)
    while events(page) <= before:
        play_on(page, CLICKS["twentythree"], 1)
        with suppress(Late):  # a tap may miss its card
            page.wait_for_function(MOVED, arg=before, timeout=SOON)
    my_turn(page)


@pytest.mark.parametrize(
    ("trouble", "said"), [(REFUSED, "keeps nothing"), (NOT_OURS, "keeps nothing"), (FULL, "is full")]
)
def test_without_storage_the_page_says_so_and_plays_on(browser: Browser, host: Host, trouble: str, said: str) -> None:
    with visitor(browser, worker=False) as context:
        context.route("**/worker-*.js", spoilt(trouble))
        context.add_init_script(NOTICED)
        page = arrive(context, host, kept=False)
        begin_stairs(page)
        for _ in range(9):
            play_on(page, CLICKS["twentythree"], 1)
            if said in page.evaluate("noticed"):
                break
        assert said in page.evaluate("noticed")
        play_on(page, CLICKS["twentythree"], 2)


@pytest.mark.parametrize("trouble", [BLOCKED, FILLED])
def test_without_room_for_small_things_they_are_known_until_the_page_is_closed(
    browser: Browser, host: Host, trouble: str
) -> None:
    """What was kept before, such as an older list of tables, does not come back instead."""
    with visitor(browser, worker=False) as context:
        context.add_init_script(f"localStorage['tefuda/cards.visits'] = '[]'; {trouble}")
        page = arrive(context, host, kept=False)
        begin_stairs(page)
        code = page.url.rpartition("/")[2]
        page.evaluate("location.hash = '#/'")
        expect(page.locator(f"a[href*='{code}']").first).to_be_visible()


@pytest.mark.parametrize("shift", range(3))
def test_nonsense_under_our_names_is_not_read(browser: Browser, host: Host, shift: int) -> None:
    with visitor(browser, worker=False) as context:
        context.add_init_script(NONSENSE.replace("SHIFT", str(shift)))
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(host.url)
        for place in ("#/stats", "#/settings", "#/"):
            page.evaluate("place => (location.hash = place)", place)
            expect(page.locator("h1").first).to_be_attached()
        begin(page, "twentythree")
        assert errors == []


def test_what_cannot_be_kept_is_told(browser: Browser, host: Host) -> None:
    """The browser's cache is full: one can play, and is told that it will not open without a connection."""
    full = 'Cache.prototype.put = async () => { throw new DOMException("full", "QuotaExceededError"); };'
    with visitor(browser) as context:
        context.route("**/worker-*.js", spoilt(full))
        page = arrive(context, host, kept=False)
        expect(page.get_by_text("could not keep the page").first).to_be_visible()
        begin_stairs(page)


def test_a_damaged_table_says_so_and_others_are_played(browser: Browser, host: Host) -> None:
    with visitor(browser, worker=False) as context:
        page = arrive(context, host, kept=False)
        damaged = []
        for damage in ("a row", "a gap", "no rows", "its head"):
            page.goto(host.url)
            begin_stairs(page)
            move(page)
            page.evaluate(DAMAGE, damage)  # whatever is stored after it might mend it
            damaged.append(page.url)
        page.reload()  # nothing is remembered
        for url in damaged:
            page.goto(url)
            expect(page.get_by_text("kept of this table is damaged")).to_be_visible(timeout=LOAD)
        page.locator("a.button.primary").click()
        begin_stairs(page)


def test_storage_that_is_cleared_meanwhile_is_used_again(browser: Browser, host: Host) -> None:
    """The table is gone, as somebody has wished, and so is one that was made ahead; the next one is kept."""
    with visitor(browser, worker=False) as context:
        page = arrive(context, host, kept=False)
        begin_stairs(page)
        page.evaluate(CLEAR)
        gone = page.get_by_text("There is no table with this link")
        act_until(gone, CLICKS["twentythree"])
        page.locator("a.button.primary").click()
        begin_stairs(page)
        play_on(page, CLICKS["twentythree"], 1)
        before = events(page)
        page.reload()
        my_turn(page)
        assert events(page) >= before > 0


def test_two_pages_with_one_match_show_the_same(browser: Browser, host: Host) -> None:
    with visitor(browser, worker=False) as context:
        page = arrive(context, host, kept=False)
        begin_stairs(page)
        other = context.new_page()
        other.goto(page.url)
        other.wait_for_selector(READY, timeout=LOAD, state="attached")
        my_turn(other)
        for mine, seen in ((page, other), (other, page), (page, other)):
            before = events(mine)
            while events(mine) <= before:  # bots of both pages may want to move at once: then one page loads it anew
                play_on(mine, CLICKS["twentythree"], 1)
                my_turn(mine)
            seen.wait_for_function("n => Number(document.querySelector('.play').dataset.n) >= n", arg=events(mine))
            my_turn(seen)
