"""The static site as somebody hosts it, under a path of a host that serves other things too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser, BrowserContext, Page

from tests.page.players import FLAT

PATH = "/cards/"
READY = "html[data-device=ready]"
LOAD = 120_000  # ms for Python to begin, on a busy machine
KEPT = """
async () => {
  await navigator.serviceWorker.ready;
  const kept = await (await caches.open("device /cards/")).keys();
  const parts = ["engine.wasm", "pack"].every((name) => kept.some(({ url }) => url.endsWith(`/${name}`)));
  return Boolean(parts && navigator.serviceWorker.controller);
}
"""
# The next match of each game was made ahead.
AHEAD = """
() => {
  const kept = Object.keys(JSON.parse(localStorage["tefuda/cards.ahead"] ?? "{}"));
  return ["scout", "twentythree", "solo", "gift"].every((game) => kept.includes(game));
}
"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and no more, as the simplest host does; what was asked for is kept."""

    asked: list[tuple[str, int]]

    def log_message(self, *_: object) -> None:
        pass

    def send_header(self, keyword: str, value: str) -> None:
        if keyword == "Content-Length":
            self.server.asked.append((self.path, int(value)))  # type: ignore[attr-defined]
        super().send_header(keyword, value)


class Host:
    """Serves a folder that has the site in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        self.server.asked = []  # type: ignore[attr-defined]
        self.port = self.server.server_port
        self.on = True
        Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{PATH}"

    @property
    def asked(self) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = self.server.asked  # type: ignore[attr-defined]
        return found

    def stop(self) -> None:
        if self.on:
            self.on = False
            self.server.shutdown()
            self.server.server_close()


@contextmanager
def visitor(
    browser: Browser, worker: bool = True, lang: str = "en", size: tuple[int, int] = (1280, 720), flat: bool = True
) -> Iterator[BrowserContext]:
    """A new browser; with `worker`, the service worker runs; `flat` leaves out shadows and gradients."""
    context = browser.new_context(
        locale=lang,
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="reduce",
        service_workers="allow" if worker else "block",
        accept_downloads=True,
    )
    context.set_default_timeout(60_000)
    settings = json.dumps(json.dumps({"lang": lang, "guide": False}))
    context.add_init_script(f"localStorage['tefuda/cards.settings'] ??= {settings}")
    if flat:
        context.add_init_script(FLAT)
    yield context
    context.close()


def arrive(context: BrowserContext, host: Host, kept: bool = True) -> Page:
    """A first visit, until the tables can be opened, and everything is kept if that is wanted."""
    page = context.new_page()
    page.goto(host.url)
    page.wait_for_selector(READY, timeout=LOAD, state="attached")
    while kept and not page.evaluate(KEPT):
        page.wait_for_timeout(200)
    return page


def begin(page: Page, game: str) -> None:
    """A match of this game, by its door."""
    page.locator(f".tile[data-game={game}]").click()
    page.wait_for_selector(".play")


def events(page: Page) -> int:
    """How many events of its match the page shows."""
    return int(page.locator(".play").get_attribute("data-n") or 0)
