"""How soon the page without a server deals, and what that costs: python -m tests.page.first_card"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tefuda.server.site import write_site
from tests.page.alone import AHEAD, LOAD, READY, Host, arrive, visitor
from tests.page.conftest import CHROMIUM, FLAGS

CARD = ".play .hand .card"
ENDS = (".br", ".gz")


def deal(context: BrowserContext, url: str) -> tuple[Page, float, float, float]:
    """Seconds from the visit until a game can be chosen, until its first card lies there, and until one can play."""
    page = context.new_page()
    begun = time.perf_counter()
    page.goto(url)
    page.locator(".tile[data-game=scout]:enabled").wait_for(timeout=LOAD)
    shown = time.perf_counter() - begun
    page.locator(".tile[data-game=scout]").click()
    page.wait_for_selector(CARD, timeout=LOAD)
    dealt = time.perf_counter() - begun
    page.wait_for_selector(READY, state="attached", timeout=LOAD)
    return page, shown, dealt, time.perf_counter() - begun


def compressed(asked: list[tuple[str, int]], folder: Path) -> int:
    """Bytes of what was asked for, if the host sends the compressed files that the site has beside its own."""
    found = 0
    for path, size in asked:
        file = folder / (path.lstrip("/") + ("index.html" if path.endswith("/") else ""))
        found += min([size, *(one.stat().st_size for one in file.parent.glob(f"{file.name}.*") if one.suffix in ENDS)])
    return found


def memory() -> int:
    """Bytes of memory of all renderers of our own browser."""
    parents, found = {}, 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
            parents[int(status.parent.name)] = int(lines["PPid"]), int(lines.get("VmRSS", "0 kB").split()[0]) * 1024
        except (OSError, KeyError, ValueError):
            continue
    for pid, (parent, size) in parents.items():
        while parent > 1 and parent != os.getpid():
            parent = parents.get(parent, (0, 0))[0]
        if parent == os.getpid() and b"--type=renderer" in _command(pid):
            found += size
    return found


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        size = write_site(Path(folder) / "cards", pace=0)
        host = Host(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        rows = []
        with visitor(browser, flat=False) as context:
            context.new_page().goto("about:blank")
            empty = memory()
            page, *times = deal(context, host.url)
            rows.append(("first visit", *times))
            loaded, requests = sum(size for _, size in host.asked), len(host.asked)
            less = compressed(host.asked, Path(folder))
            begun = memory() - empty
            page.close()
            page = arrive(context, host)  # until everything is kept
            page.wait_for_function(AHEAD)
            page.close()
            page, *times = deal(context, host.url)
            rows.append(("later visit", *times))
            page.wait_for_function(AHEAD)
            page.close()
            host.stop()
            page, *times = deal(context, host.url)
            rows.append(("without a connection", *times))
        browser.close()
    print(f"| the site | {size / 1e6:.1f} MB |\n|---|---|")
    print(f"| loaded until the first card, on the first visit | {loaded / 1e6:.2f} MB in {requests} requests |")
    print(f"| … from a host that sends compressed files | {less / 1e6:.2f} MB |")
    print(f"| memory of the page and its worker, more than an empty page | {begun / 1e6:.0f} MB |\n")
    print("| seconds until | a game can be chosen | its first card | one can play |\n|---|---|---|---|")
    for name, *seconds in rows:
        print(f"| {name} | " + " | ".join(f"{one:.1f}" for one in seconds) + " |")


if __name__ == "__main__":
    main()
