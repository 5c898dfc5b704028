"""How long judging takes in Chromium, on the page without a server: python -m tests.page.judged [--slower N]

Somebody plays SCOUT with three bots by clicks and asks for the judgement. The seconds are those until it is shown, in
its quick form and in its full one, for the whole match and for one of its rounds. `--slower` slows the processor of the
page and of its worker down so many times, as for a phone.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tefuda.server.site import write_site
from tests.page.alone import Host, arrive, visitor
from tests.page.conftest import CHROMIUM, FLAGS
from tests.page.players import CLICKS, play_on
from tests.page.tables import form_for

LONG = 300_000  # ms
ROUNDS = 4


def slow_down(page: Page, times: int) -> None:
    """The page, and the workers that it has: each is a target of its own."""
    session = page.context.browser.new_browser_cdp_session()  # type: ignore[union-attr]
    targets = session.send("Target.getTargets")["targetInfos"]
    for target in targets:
        if target["type"] in ("page", "worker"):
            found = session.send("Target.attachToTarget", {"targetId": target["targetId"], "flatten": False})
            message = f'{{"id":1,"method":"Emulation.setCPUThrottlingRate","params":{{"rate":{times}}}}}'
            session.send("Target.sendMessageToTarget", {"sessionId": found["sessionId"], "message": message})


def measure(page: Page, slower: int) -> tuple[float, float]:
    """Seconds until the quick judgement, and until the full one."""
    form = form_for(page, "scout")
    form.locator("select.count").select_option("4")
    form.locator("button.make").click()
    page.wait_for_selector(".play")
    play_on(page, CLICKS["scout"])
    if slower > 1:
        slow_down(page, slower)
    begun = time.perf_counter()
    page.locator(".tally").get_by_role("link", name="Judge this play").click()
    page.wait_for_selector(".judged", timeout=LONG)
    quick = time.perf_counter() - begun
    page.wait_for_selector("progress", state="detached", timeout=LONG)
    return quick, time.perf_counter() - begun - quick


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_site(Path(folder) / "cards", pace=0)
        host, browser = Host(Path(folder)), playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with visitor(browser, worker=False) as context:
            quick, full = measure(arrive(context, host, kept=False), asked.slower)
        browser.close()
        host.stop()
    print(f"SCOUT with 4 seats, {ROUNDS} rounds, processor {asked.slower} times slower")
    for name, seconds in (("quick", quick), ("full", full)):
        print(f"{name}: {seconds:.1f} s for the match, {seconds / ROUNDS:.1f} s a round")


if __name__ == "__main__":
    main()
