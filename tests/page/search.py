"""python -m tests.page.search: how fast a search is in Chromium, beside the compiled rules here, for every game.

The figures of docs/figures.md. Both search the same position in turns: the first decision of a match with the usual
number of seats, up to 12 actions, all seats moving by the weights of `club`; and as `master` does, which looks ahead
with its network, up to 8 actions. A second is one of processor time, of all processes of Chromium there; rates are
medians, and the ratio is the median of the ratios within a turn. The page is the one that was built last.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tefuda import GAMES
from tefuda.bots.expert import row_for
from tefuda.bots.master import LIKED
from tefuda.games.option import check_options
from tefuda.kernel.browser import build
from tests.browser.chromium import kernel
from tests.page.conftest import CHROMIUM, FLAGS, ROOT, Server

ACTIONS = 12
TURNS = 5
SECONDS = 1.0  # of a turn in Chromium, by the clock
BEGIN = """async ({ kernel, game, seats, options }) => {
  const { RemoteRules, urls } = await import(kernel);
  window.rules = new RemoteRules(urls[game]);
  window.position = (await rules.ask(await rules.begin(seats, options), "settle", 1)).position;
}"""
SEARCH = """async ({ seat, actions, weights, net, milliseconds }) => {
  const more = [seat, actions, { milliseconds }, 1];
  const how = net ? ["lookAhead", ...more, new Int16Array(net)] : ["search", ...more, weights];
  const { given } = await rules.ask(position, ...how);
  return given.worlds * actions.length;
}"""


def chromium_seconds() -> float:
    """The processor time of all processes of the browser that this one has started."""
    parents, ticks = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            name, _, rest = path.read_text().rpartition(")")
            fields = rest.split()
            parents[int(path.parent.name)] = int(fields[1])
            ticks[int(path.parent.name)] = int(fields[11]) + int(fields[12]) if "(chrom" in name else 0

    def is_ours(process: int) -> bool:
        return process == os.getpid() or (process in parents and is_ours(parents[process]))

    return sum(spent for process, spent in ticks.items() if is_ours(process)) / os.sysconf("SC_CLK_TCK")


def measure(page: Page, game: str) -> Iterator[tuple[list[float], list[float]]]:
    """Playouts a second in Chromium and here, turn by turn: by `club`, and as `master` does it."""
    face = GAMES[game]
    options = check_options(face.options, {})
    seats, weights = face.seats(options)[0], list(face.weights.CLUB)
    page.evaluate(
        BEGIN, {"kernel": kernel(ROOT / "src"), "game": game, "seats": seats, "options": face.numbers(options)}
    )
    native = face.begin(seats, options)
    native.settle(1)
    seat, net = native.actor(), row_for(face, native)
    assert net is not None
    legal = native.legal(seat)
    for actions, network in ((legal[:ACTIONS], None), (legal[:LIKED], net)):
        given: dict[str, Any] = {"seat": seat, "actions": actions, "weights": weights}
        given["net"] = None if network is None else list(network)
        theirs, ours = [], []
        for _ in range(TURNS + 1):
            begun = chromium_seconds()
            playouts = page.evaluate(SEARCH, {**given, "milliseconds": 1000 * SECONDS})
            theirs.append(playouts / (chromium_seconds() - begun))
            begun, playouts = time.process_time(), 0
            while time.process_time() < begun + SECONDS / 2:
                if network is None:
                    native.search(seat, actions, 5, 1, weights)
                else:
                    native.look_ahead(seat, actions, 5, 1, network)
                playouts += 5 * len(actions)
            ours.append(playouts / (time.process_time() - begun))
        yield theirs[1:], ours[1:]  # in the first one Chromium still compiles


def main() -> None:
    print("| game | by | in Chromium | compiled | ratio | lowest | highest |")
    print("|---|---|---|---|---|---|---|")
    sizes = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), ROOT / "src")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in GAMES:
            page = browser.new_page(base_url=server.url)
            page.goto("/")
            for by, (theirs, ours) in zip(("club", "master"), measure(page, game), strict=True):
                ratios = sorted(a / b for a, b in zip(theirs, ours, strict=True))
                print(
                    f"| {game} | `{by}` | {statistics.median(theirs):,.0f} | {statistics.median(ours):,.0f} "
                    f"| {statistics.median(ratios):.2f} | {ratios[0]:.2f} | {ratios[-1]:.2f} |",
                    flush=True,
                )
            page.close()
            (built,) = (ROOT / "src/tefuda/server/page/assets").glob(f"{game}-*.wasm")
            begun = time.process_time()
            build(game)
            seconds = time.process_time() - begun
            packed = len(gzip.compress(built.read_bytes()))
            sizes.append(f"| {game} | {built.stat().st_size:,} | {packed:,} | {seconds:.2f} |")
        browser.close()
        server.stop()
    print("\n| game | bytes | compressed | seconds to write |\n|---|---|---|---|", *sizes, sep="\n")


if __name__ == "__main__":
    main()
