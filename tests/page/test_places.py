"""Nothing that a player needs is ever cut off, and nothing scrolls within the table: every game with its largest hands
and most seats, in arranged positions, on every kind of screen."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page

from tests.page import fixtures
from tests.page.conftest import ROOT, once
from tests.page.players import FLAT

WEB = ROOT / "src" / "web"
SIZES = [(360, 640), (390, 664), (390, 844), (844, 390), (820, 1180), (1440, 900)]
TIGHT = [(360, 640), (844, 390)]  # where the words of the other language are tried, too
FIXTURES = ["scout.huge", "scout.big", "scout.draft", "scout.oink", "scout.taken", "scout.watch"]
FIXTURES += ["twentythree.big", "twentythree.two", "twentythree.forced", "twentythree.watch"]
FIXTURES += ["solo.huge", "solo.big", "solo.hoard", "solo.two", "solo.watch"]
FIXTURES += ["gift.big", "gift.two", "gift.watch"]
OPENED = "[...document.querySelectorAll('.hand .slot')].slice(0, -1).some(slot => slot.offsetWidth > 22)"
CLOSED = "[...document.querySelectorAll('.hand .slot')].slice(0, -1).every(slot => slot.offsetWidth < 12)"
LOOK = """
() => {
  const room = document.querySelector(".room");
  const bad = [];
  const box = (one) => one.getBoundingClientRect();
  const inSight = (one) => box(one).width > 0 && box(one).height > 0;
  const shown = (...selectors) => [...room.querySelectorAll(selectors.join())].filter(inSight);
  const named = (one) => `${one.getAttribute("class")} ${(one.textContent || "").trim().slice(0, 20)}`;
  const say = (what, one, more = "") => bad.push(`${what}: ${named(one)} ${more}`);
  const top = [".top .icon", ".top h1"];
  const seats = [".seat .face", ".seat .name", ".seat .facts > *", ".seat .note"];
  const stage = [".stage .drawn", ".stage button:not(.seat *)", ".ribbon", ".cell"];
  const own = [".own .face", ".own .facts > *"];
  const needed = [...top, ...seats, ".fan b", ...stage, ".step > b", ".coach", ".act", ".hand .look", ".own", ...own];
  for (const one of shown(...needed)) {
    const { left, right, top, bottom } = box(one);
    const within = left > -1 && right < innerWidth + 1 && top > -1 && bottom < innerHeight + 1;
    if (!within) say("cut", one, [left, top, right, bottom].map(Math.round));
  }
  const spills = (one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
  for (const one of [document.documentElement, ...room.querySelectorAll("*")]) {
    const { overflowX, overflowY } = getComputedStyle(one);
    const scrolls = one === document.documentElement || /auto|scroll/.test(overflowX + overflowY);
    if (scrolls && spills(one)) say("scrolls", one);
  }
  for (const one of shown(".act", ".coach", ".coach p", ".ribbon")) if (spills(one)) say("too long", one);
  const large = document.documentElement.hasAttribute("data-large");
  const lines = [".act small", ".clock", ...(large ? [] : [".top small"])];
  for (const one of shown(...lines)) if (one.scrollWidth > one.clientWidth + 1) say("too wide", one);
  const words = room.innerText;
  for (const odd of words.match(/(?<![\\w-])-\\d+|\\bR\\d+\\b/g) || []) bad.push(`hyphen or number of a rule: ${odd}`);
  const apart = (a, b) => {
    const [one, other] = [box(a), box(b)];
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (wide > 2 && high > 2) say("covers", a, `| ${named(b)}`);
  };
  const places = [[".top"], seats, stage, [".coach"], [".act"], [".hand .look"], own].map((one) => shown(...one));
  places.forEach((here, i) => {
    for (const a of here) for (const b of places.slice(i + 1).flat()) apart(a, b);
  });
  shown(".flag").forEach((a, i, flags) => flags.slice(i + 1).forEach((b) => apart(a, b)));
  return bad;
}
"""
WIDEST = "() => document.querySelectorAll('.hand .slot').length"


DAY = 86_340_000  # ms: 23 h 59
SHORT = "-short"  # a fixture of few positions: the page reads all of it each time


def build(folder: Path) -> None:
    command = ["npx", "vite", "build", "--mode", "harness", "--outDir", str(folder / "built"), "--emptyOutDir"]
    subprocess.run(command, cwd=WEB, check=True, capture_output=True)
    fixtures.main(folder / "built" / "fixtures", FIXTURES)
    for file in list((folder / "built" / "fixtures").glob("*.json")):
        short = json.dumps(shortened(json.loads(file.read_text("utf-8"))))
        file.with_name(f"{file.stem}{SHORT}.json").write_text(short, "utf-8")


def shortened(fixture: dict[str, Any]) -> dict[str, Any]:
    """Two of its positions: one from the middle, on the person's own turn if there is one, and the last."""
    found = fixture["steps"]
    own = [index for index, step in enumerate(found) if step["moves"]] or [len(found) // 2]
    return {**fixture, "steps": [found[index] for index in sorted({own[len(own) // 2], len(found) - 1})]}


@pytest.fixture(scope="module")
def harness(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The harness, built and served with its positions."""
    folder = once(tmp_path_factory, "harness", build)
    handler = partial(Quiet, directory=str(folder / "built"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(FLAT)
    yield context.new_page()
    context.close()


def arranged(
    page: Page, harness: str, fixture: str, step: int, lang: str, size: tuple[int, int], **more: object
) -> None:
    """A position on a screen of its own: a resize would go through the page in several frames. `more` is what
    harness.ts knows."""
    game, name = fixture.split(".")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{harness}/harness.html?bare=1&game={game}&fixture={name}&step={step}&lang={lang}&{urlencode(more)}")
    page.wait_for_selector(".stage")
    page.evaluate("document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => done(0))))")


def steps(fixture: str, harness: str, page: Page) -> range:
    """Its positions."""
    found = json.loads(page.request.get(f"{harness}/fixtures/{fixture}.json").text())
    return range(len(found["steps"]))


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("fixture", FIXTURES)
def test_everything_is_in_sight(page: Page, harness: str, fixture: str, lang: str) -> None:
    found, short = [], f"{fixture}{SHORT}"
    for step in steps(short, harness, page):
        for size in SIZES if lang == "en" else TIGHT:
            arranged(page, harness, short, step, lang, size)
            found += [f"step {step} {size} {bad}" for bad in page.evaluate(LOOK)]
            cards = page.locator(".hand button.card")
            if cards.count():  # with a card chosen the actions change
                cards.last.dispatch_event("click")
                found += [f"step {step} {size} chosen, {bad}" for bad in page.evaluate(LOOK)]
    assert found == []


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("fixture", ["scout.big", "twentythree.big", "solo.big", "gift.big"])
@pytest.mark.parametrize("more", [{"large": 1}, {"clock": DAY}], ids=["large", "clock"])
def test_larger_text_and_clocks_have_room(
    page: Page, harness: str, fixture: str, lang: str, more: dict[str, int]
) -> None:
    """Also where a clock shows hours, as by mail."""
    found, short = [], f"{fixture}{SHORT}"
    for step in steps(short, harness, page):
        for size in TIGHT:
            arranged(page, harness, short, step, lang, size, **more)
            found += [f"step {step} {size} {bad}" for bad in page.evaluate(LOOK)]
    assert found == []


FLAGS_APART = """() => {
  const flags = [...document.querySelectorAll(".flag")].map((one) => one.getBoundingClientRect());
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return flags.every((a, i) => flags.slice(i + 1).every((b) => !over(a, b)));
}"""


@pytest.mark.parametrize("size", [(375, 553), (667, 331)])
def test_stacked_flags_stay_apart(page: Page, harness: str, size: tuple[int, int]) -> None:
    """At the turns of a person who has bonus chips, on phones so small that a stack of flags reaches the seats."""
    found, most = [], 0
    turns = json.loads(page.request.get(f"{harness}/fixtures/twentythree.two.json").text())["steps"]
    for step in [step for step, turn in enumerate(turns) if len(turn["facts"].get("ways", [])) > 3][:12]:
        arranged(page, harness, "twentythree.two", step, "en", size)
        levels = page.locator(".flag").evaluate_all("all => all.map(one => +one.style.getPropertyValue('--level'))")
        most = max(most, *levels, 0)
        if not page.evaluate(FLAGS_APART):
            found.append(step)
    assert found == [] and most > 0


@pytest.mark.parametrize(("fixture", "least"), [("scout.huge", 41), ("solo.huge", 38)])
def test_a_large_hand_opens_around_finger_and_focus(page: Page, harness: str, fixture: str, least: int) -> None:
    """All of it in one row; the strip under the lens is wide enough for a finger, and the others give way."""
    arranged(page, harness, fixture, 0, "en", (360, 640))
    assert page.evaluate(WIDEST) >= least
    widths = "slots => slots.map(slot => parseFloat(getComputedStyle(slot).width))"  # not turned
    slots = page.locator(".hand .slot")
    closed = slots.evaluate_all(widths)
    assert max(closed[:-1]) < 12
    box = page.locator(".fanned").last.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function(OPENED)
    opened = slots.evaluate_all(widths)
    assert sum(opened) == pytest.approx(sum(closed), abs=2)
    page.mouse.move(5, 5)
    page.wait_for_function(CLOSED)
    page.keyboard.press("ArrowRight")
    page.wait_for_function(OPENED)


def test_the_sizes_are_those_of_real_screens() -> None:
    """A phone's page is as high as its browser leaves it: 100dvh, not 100vh."""
    sources = "\n".join(
        path.read_text("utf-8") for path in [*WEB.glob("house/*"), *WEB.glob("table/*.svelte")] if path.is_file()
    )
    assert "100dvh" in sources and "100vh" not in sources and "safe-area-inset-bottom" in sources
    assert Path(WEB / "index.html").read_text().count("viewport-fit=cover") == 1
