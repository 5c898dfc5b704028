"""python -m tests.page.pictures [GAME ...]: makes docs/pictures anew, every game at its largest number of seats."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.page.conftest import CHROMIUM, DESKTOP, FLAGS, ROOT, Server, Visitors
from tests.page.players import CLICKS, MINE, OVER, TURN, play_on
from tests.page.tables import make
from tests.page.test_everybody import LARGEST

PICTURES = ROOT / "docs" / "pictures"
AT_REST = """() => document.getAnimations().every(
    one => one.playState != "running" || one.effect.getTiming().iterations == Infinity)"""
PHONE = (390, 664)  # what a browser leaves of a phone
SIZES = {"phone": PHONE, "desktop": DESKTOP}
FORMS = [
    (f"{form}-{lang}{'-dark' if theme == 'dark' else ''}", size, lang, theme)
    for form, size in SIZES.items()
    for lang in ("en", "ja")
    for theme in ("light", "dark")
]


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), ROOT / "src")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        visitors = Visitors(browser, server.url)
        for form, size, lang, theme in FORMS:
            for game, seats in LARGEST.items():
                if game not in (sys.argv[1:] or LARGEST):
                    continue
                page = visitors(lang, size, theme=theme, name="Aki" if lang == "en" else "アキ")
                make(page, game, ["casual"] * (seats - 1), start=True)
                play_on(page, CLICKS[game], 4)
                page.wait_for_selector(f"{MINE}, {OVER}", timeout=TURN)
                page.wait_for_selector(".coach.why", state="detached", timeout=TURN)
                page.wait_for_function(AT_REST)
                page.screenshot(path=PICTURES / f"{game}-{form}.jpg", type="jpeg", quality=55)
                page.context.close()
            page = visitors(lang, size, theme=theme)
            page.goto("/")
            page.wait_for_selector(".tile:enabled")
            page.wait_for_selector(".puzzle")
            page.wait_for_load_state("networkidle")
            page.screenshot(path=PICTURES / f"home-{form}.jpg", type="jpeg", quality=55)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
