"""python -m tests.page.taps: how long after the tap the motion of a player's own move begins, on loopback, for every
game.

The figures of docs/figures.md. Times are Chromium's own: of the click that sent a move, and of the frame in which the
first motion after it began; beside it, when the server's answer came. A motion that begins in the frame of the click
counts as 0 ms.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.page.conftest import CHROMIUM, FLAGS, PHONE, ROOT, Server, Visitors
from tests.page.players import CLICKS, play_on
from tests.page.tables import make

MOVES = 40
BOTS: list[str] = ["casual"] * 3
WATCH = """
window.taps = new Set();
let tap = {};
addEventListener("click", ({ timeStamp }) => (tap = { click: timeStamp }), true);
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
  const motion = animate.apply(this, how);
  const now = tap;
  void motion.ready.then(() => (now.motion ??= motion.startTime)).catch(() => {}); // one that was cut off has no start
  return motion;
};
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (text) {
  const now = tap;
  if (JSON.parse(text).type === "play") {
    taps.add(now);
    this.addEventListener("message", ({ data }) => {
      if (JSON.parse(data).type === "update") now.answer ??= performance.now();
    });
  }
  send.call(this, text);
};
"""


def measure(page: Page, game: str) -> tuple[list[float], list[float]]:
    page.add_init_script(WATCH)
    make(page, game, BOTS, start=True)
    play_on(page, CLICKS[game], MOVES)
    page.wait_for_timeout(500)
    taps = page.evaluate("[...taps]")
    return [max(0, tap["motion"] - tap["click"]) for tap in taps], [tap["answer"] - tap["click"] for tap in taps]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), ROOT / "src")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        visitors = Visitors(browser, server.url)
        print("| game | moves | motion begins, median | slowest | answer comes, median | slowest |")
        print("|---|---|---|---|---|---|")
        for game in CLICKS:
            motion, answer = measure(visitors(size=PHONE, motion=True), game)
            figures = [
                f"{statistic(times):.0f} ms" for times in (motion, answer) for statistic in (statistics.median, max)
            ]
            print(f"| {game} | {len(motion)} | {' | '.join(figures)} |", flush=True)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
