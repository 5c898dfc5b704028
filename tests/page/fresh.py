"""How long `./play` takes in a fresh clone until the first card lies on the page: python -m tests.page.fresh

Once with the packages in the caches of uv, pip and npm, and once with empty caches.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.page.conftest import CHROMIUM, FLAGS, ROOT

CARD = ".play .hand .card"
WAIT = 600_000  # ms


def first_card(folder: Path, caches: dict[str, str]) -> tuple[float, float, float]:
    """Seconds until the page can be opened and until the first card, and of processor time."""
    subprocess.run(["git", "clone", "--quiet", ROOT, folder / "tefuda"], check=True)
    home = {"XDG_DATA_HOME": str(folder / "data"), "BROWSER": "true"}
    spent = _spent()
    begun = time.perf_counter()
    play = subprocess.Popen(
        ["./play"],
        cwd=folder / "tefuda",
        env={**os.environ, **home, **caches},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert play.stdout is not None
        url = next(line.split()[-1] for line in play.stdout if line.startswith("Tefuda is at "))
        served = time.perf_counter() - begun
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = browser.new_page(locale="en")
            page.goto(url)
            page.locator(".tile[data-game=scout]").click(timeout=WAIT)
            page.wait_for_selector(CARD, timeout=WAIT)
            dealt = time.perf_counter() - begun
            browser.close()
    finally:
        os.killpg(play.pid, signal.SIGTERM)
        play.wait(60)
    return served, dealt, _spent() - spent


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    print("| packages | the page can be opened | first card | processor time |\n|---|---|---|---|")
    for name in "in the caches", "caches empty":
        with tempfile.TemporaryDirectory() as folder:
            empty = {key: f"{folder}/{key}" for key in ("UV_CACHE_DIR", "PIP_CACHE_DIR", "npm_config_cache")}
            times = first_card(Path(folder), empty if name == "caches empty" else {})
        print(f"| {name} | " + " | ".join(f"{seconds:.1f} s" for seconds in times) + " |", flush=True)


if __name__ == "__main__":
    main()
