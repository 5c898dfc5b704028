"""How long judging takes in Chromium, on the page without a server: python -m tests.page.judged [--slower N]

Somebody plays SCOUT with three bots by clicks and asks for the judgement. The seconds are those until it is shown, in
its quick form and in its full one, for the whole match and for one of its rounds; beside them stands how long the page
and its workers had the processor, which other work on the machine hardly changes. `--slower` slows them down so many
times, as a phone is slower.
"""

from __future__ import annotations

import argparse
import os
import signal
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tefuda.server.site import write_site
from tests.page.alone import Host, arrive, visitor
from tests.page.conftest import CHROMIUM, FLAGS
from tests.page.players import CLICKS, play_on
from tests.page.tables import form_for

LONG = 120_000  # ms
ROUNDS = 4
SLICE = 0.01  # seconds for which a slowed page runs before it is stopped again


@contextmanager
def slowed(browser: Browser, times: int) -> Iterator[None]:
    """Stops the processes of the pages and their workers most of the time, so that they run so many times slower."""
    pages, done = processes(browser), Event()

    def slow_down() -> None:
        while not done.wait(SLICE):
            signal_all(pages, signal.SIGSTOP)
            time.sleep((times - 1) * SLICE)
            signal_all(pages, signal.SIGCONT)

    thread = Thread(target=slow_down)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def processes(browser: Browser) -> list[int]:
    """Those of the pages and their workers."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return [int(one["id"]) for one in found if one["type"] == "renderer"]


def processor(pages: Iterable[int]) -> float:
    """The seconds of processor that these processes have had, which Linux counts in ticks."""
    stats = [Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split() for process in pages]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


class Took(NamedTuple):
    """What a judgement took, in seconds."""

    wall: float
    processor: float


def signal_all(processes: Iterable[int], sent: signal.Signals) -> None:
    for one in processes:
        with suppress(ProcessLookupError):
            os.kill(one, sent)


def measure(page: Page, slower: int) -> tuple[Took, Took]:
    """What it took until the quick judgement, and until the full one."""
    form = form_for(page, "scout")
    form.locator("select.count").select_option("4")
    form.locator("button.make").click()
    page.wait_for_selector(".play")
    play_on(page, CLICKS["scout"])
    assert page.context.browser
    pages = processes(page.context.browser)
    with slowed(page.context.browser, slower):
        begun, used = time.perf_counter(), processor(pages)
        page.locator(".tally").get_by_role("link", name="Judge this play").click()
        page.wait_for_selector(".judged", timeout=LONG)
        quick = Took(time.perf_counter() - begun, processor(pages) - used)
        page.wait_for_selector("progress", state="detached", timeout=LONG)
        both = Took(time.perf_counter() - begun, processor(pages) - used)
        return quick, Took(both.wall - quick.wall, both.processor - quick.processor)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_site(Path(folder) / "cards", pace=0)
        host, browser = Host(Path(folder)), playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with visitor(browser, worker=False, flat=False) as context:
            quick, full = measure(arrive(context, host, kept=False), asked.slower)
        browser.close()
        host.stop()
    print(f"SCOUT with 4 seats, {ROUNDS} rounds, processor {asked.slower} times slower")
    for name, took in (("quick", quick), ("full", full)):
        each = f"{took.wall / ROUNDS:.1f} s a round"
        print(f"{name}: {took.wall:.1f} s for the match, {each}; {took.processor:.1f} s of processor")


if __name__ == "__main__":
    main()
