"""python -m tests.browser MOVES [GAME ...]: plays so many random moves of each game, over all its setups, in Node and
in Chromium.

Every state, every list of legal actions, and now and then everything else that can be asked, must be as in the compiled
rules. Chromium runs the rules of the page as it was built last, Node those of the sources as they are.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tefuda import GAMES
from tefuda.kernel.browser import build
from tests.browser.chromium import kernel, play_in_chromium
from tests.browser.scripts import Script, difference, moves_of, play_in_node, wander
from tests.page.conftest import CHROMIUM, FLAGS, ROOT, Server
from tests.setups import SETUPS


def scripts(game: str, moves: int) -> list[Script]:
    rng = random.Random(moves)
    setups = [setup for setup in SETUPS if setup.game == game]
    found: list[Script] = []
    while sum(map(moves_of, found)) < moves:
        found += [wander(setup, rng, moves) for setup in setups]
    return found


def main(moves: int, games: list[str]) -> int:
    wrong = 0
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        server = Server(folder, ROOT / "src")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(base_url=server.url)
        page.goto("/")
        for game in games:
            (folder / "rules.wasm").write_bytes(build(game))
            asked = scripts(game, moves)
            places = {
                "Node": play_in_node(folder / "rules.wasm", asked),
                "Chromium": play_in_chromium(page, kernel(ROOT / "src"), game, asked),
            }
            for place, played in places.items():
                differences = [found for script, answers in played if (found := difference(script, answers))]
                made, steps = sum(map(moves_of, asked)), sum(len(script.steps) for script in asked)
                print(
                    f"{game} in {place}: {made:,} moves, {steps:,} steps, {len(differences)} scripts differ", flush=True
                )
                print(*differences[:3], sep="\n", end="\n" if differences else "")
                wrong += len(differences)
        browser.close()
        server.stop()
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:] or list(GAMES)))
