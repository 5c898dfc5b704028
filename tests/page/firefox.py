"""The page without a server in Firefox: python -m tests.page.firefox, with Debian's firefox-esr

Firefox is driven by WebDriver BiDi, which it speaks by itself. A visit from a host that serves files alone: when a game
can be chosen, its first card, and when one can play; some moves by clicks; and a later visit. Then the host is stopped,
and a match is played to its end on a third visit, with a reload in the middle. A picture of it is left where --picture
says.
"""

from __future__ import annotations

import argparse
import base64
import itertools
import json
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tefuda.server.site import write_site
from tests.page.alone import AHEAD, KEPT, READY, Host
from tests.page.players import MINE, NEXT, OVER

FIREFOX = "firefox-esr"
LATE = 120.0  # seconds
PATIENCE = 3.0  # seconds after which a move is tried again
EVENTS = "Number(document.querySelector('.play')?.dataset.n ?? 0)"
# Lays the first card that can be laid; or puts cards away, draws or passes.
MOVE = """(() => {
  const act = (found) => (found?.click(), Boolean(found));
  const main = () => document.querySelector(".board .acts button.main:not(.off)");
  if (act(document.querySelector(".tally .next"))) return;
  if (document.querySelectorAll(".board .acts button").length === 1) {
    [...document.querySelectorAll(".board .hand button.card")].slice(-3).forEach(act);
    return setTimeout(() => act(main()), 50);
  }
  if (act(document.querySelector(".board .hand button.card:not(.dull)"))) return setTimeout(() => act(main()), 50);
  const learn = () => document.querySelector(".board .acts button[aria-keyshortcuts=L]:not(.off)");
  if (act(learn())) return setTimeout(() => act(learn()), 50);
  act(document.querySelector(".board .acts button[aria-keyshortcuts=P]:not(.off)"));
})()"""


class Window:
    """One window of the browser."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.numbers = itertools.count(1)
        self.tell("session.new", {"capabilities": {}})
        self.context = self.tell("browsingContext.getTree", {})["contexts"][0]["context"]

    def tell(self, method: str, params: dict[str, Any]) -> Any:
        number = next(self.numbers)
        self.line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.line.recv(timeout=LATE))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def here(self, method: str, **params: Any) -> Any:
        return self.tell(f"browsingContext.{method}", {"context": self.context, **params})

    def ask(self, script: str) -> Any:
        target = {"target": {"context": self.context}, "awaitPromise": True}
        found = self.tell("script.evaluate", {"expression": script, **target})
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return found["result"].get("value")

    def wait(self, script: str) -> float:
        """Seconds until it is so."""
        begun = time.perf_counter()
        while not self.ask(script):
            assert time.perf_counter() < begun + LATE, f"it never was so: {script}"
            time.sleep(0.02)
        return time.perf_counter() - begun

    def click(self, selector: str) -> None:
        self.ask(f"document.querySelector({json.dumps(selector)}).click()")


def there(selector: str) -> str:
    return f"Boolean(document.querySelector({json.dumps(selector)}))"


@contextmanager
def firefox(profile: Path) -> Iterator[Window]:
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        assert process.stderr is not None
        url = next(line.split()[-1] for line in process.stderr if "WebDriver BiDi listening on" in line)
        with connect(f"{url}/session", max_size=None) as line:
            yield Window(line)
    finally:
        process.terminate()
        process.wait(60)


def visit(window: Window, url: str, name: str) -> None:
    begun = time.perf_counter()
    window.here("navigate", url=url, wait="none")
    told = []
    for wanted in (".tile[data-game=twentythree]:enabled", ".play .hand .card", READY):
        window.wait(there(wanted))
        told.append(f"{time.perf_counter() - begun:.1f}")
        if "tile" in wanted:
            window.click(wanted)
    print(f"| {name} | " + " | ".join(told) + " |", flush=True)


def play(window: Window, moves: int = 1000) -> int:
    """Plays so many moves, or until the match is over; gives how many events it then has."""
    for _ in range(moves):
        window.wait(there(f"{MINE}, {NEXT}, {OVER}"))
        if window.ask(there(OVER)):
            break
        before, begun = window.ask(EVENTS), time.perf_counter()
        window.ask(MOVE)
        while window.ask(f"{EVENTS} === {before} && !{there(f'{NEXT}, {OVER}')}"):
            if time.perf_counter() > begun + PATIENCE:  # something changed under one's hands
                break
            time.sleep(0.02)
    window.wait(there(f"{MINE}, {NEXT}, {OVER}"))
    return int(window.ask(EVENTS))


def without_a_host(window: Window, host: Host) -> None:
    """A whole match of a page whose host is gone, with a reload in the middle."""
    window.wait(f"({KEPT})()")
    window.wait(f"({AHEAD})()")
    host.stop()
    visit(window, f"{host.url}?gone", "without a connection")
    play(window, 6)
    before = window.ask(EVENTS)
    window.here("reload", wait="none")
    window.wait(f"{there(READY)} && {EVENTS} >= {before}")
    print(f"{before} events before a reload, {play(window)} when the match was over")
    assert window.ask(there(OVER)), "the match did not end"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--picture", type=Path, help="a PNG of the end")
    picture = parser.parse_args().picture
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder) / "cards", pace=0)
        host = Host(Path(folder))
        profile = Path(folder) / "profile"
        profile.mkdir()
        with firefox(profile) as window:
            print(window.ask("navigator.userAgent"))
            window.here("setViewport", viewport={"width": 390, "height": 664})
            print("| seconds until | a game can be chosen | its first card | one can play |\n|---|---|---|---|")
            visit(window, host.url, "first visit")
            print(f"{play(window, 4)} events after four moves")
            visit(window, f"{host.url}?later", "later visit")
            without_a_host(window, host)
            if picture:
                picture.write_bytes(base64.b64decode(window.here("captureScreenshot")["data"]))


if __name__ == "__main__":
    main()
