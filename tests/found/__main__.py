"""python -m tests.found [COMMIT]: the size of the games, where their options stand, how soon a new game is played.

With a commit it says how large the games were then, and nothing else. A file belongs to a game if the game's name is in
its path; the place of a game is a folder of its name, or one that holds a file of its name beside those of others. An
option stands in a file if its name is a word of it; its own names in kernel Python, on the page and in texts are the
same everywhere.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tefuda import GAMES
from tests.page.conftest import CHROMIUM, FLAGS, ROOT, Server, Visitors
from tests.page.players import MINE
from tests.page.tables import make

NUMBERS = {".py", ".ts", ".svelte", ".css", ".md", ".json", ".txt", ".toml"}
CODE = {".py", ".ts", ".svelte"}


def sizes_at(commit: str, game: str) -> str:
    """In how many places a game lies, how long rules.py is, and files and lines in src and in all."""
    told = subprocess.run(["git", "ls-tree", "-r", "--name-only", commit], cwd=ROOT, check=True, capture_output=True)
    mine = [name for name in told.stdout.decode().splitlines() if game in name and Path(name).suffix in NUMBERS]
    lines = {name: lines_at(commit, name) for name in mine}
    source = [name for name in mine if name.startswith("src/")]
    rules = lines[f"src/tefuda/games/{game}/rules.py"]
    counts = [f"{len(found)} with {sum(lines[name] for name in found):,}" for found in (source, mine)]
    return f"| {game} | {len({place(name, game) for name in mine})} | {rules} | " + " | ".join(counts) + " |"


def lines_at(commit: str, name: str) -> int:
    shown = subprocess.run(["git", "show", f"{commit}:{name}"], cwd=ROOT, check=True, capture_output=True)
    return shown.stdout.count(b"\n")


def place(name: str, game: str) -> str:
    parts = Path(name).parts
    named = next(number for number, part in enumerate(parts) if game in part)
    return "/".join(parts[: min(named + 1, len(parts) - 1)])


def tracked() -> list[Path]:
    told = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in told.splitlines()]


def options_in(game: str, files: list[Path]) -> dict[str, int]:
    """In how many files of the package and the page each option of the game stands."""
    texts = [path.read_text("utf-8") for path in files if path.is_relative_to(ROOT / "src") and path.suffix in CODE]
    return {one.name: sum(bool(re.search(rf"\b{one.name}\b", text)) for text in texts) for one in GAMES[game].options}


def options(game: str, files: list[Path]) -> str:
    found = options_in(game, files)
    return f"| {game} | " + ", ".join(f"`{name}` {count}" for name, count in found.items()) + " |"


def first_match() -> str:
    """From `tefuda new` until it is one's turn in a match with a bot on the page."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        begun = time.perf_counter()
        folder = Path(name) / "my_game"
        tefuda = Path(sys.executable).with_name("tefuda")
        subprocess.run([tefuda, "new", folder], check=True, stdout=subprocess.DEVNULL)
        written = time.perf_counter() - begun
        os.environ["TEFUDA_GAMES"] = str(folder)
        server = Server(Path(name), ROOT / "src")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = Visitors(browser, server.url)("en")
        make(page, "my_game", ["club"], start=True)
        page.wait_for_selector(MINE)
        seconds = time.perf_counter() - begun
        browser.close()
        server.stop()
    return f"`tefuda new` took {written:.1f} s; a match with a bot was on the page after {seconds:.1f} s"


def main() -> None:
    print(
        "| game | places | lines of rules.py | files and lines in src | … with tests and docs |\n|---|---|---|---|---|"
    )
    print(*(sizes_at(sys.argv[1] if sys.argv[1:] else "HEAD", game) for game in GAMES), sep="\n")
    if sys.argv[1:]:
        return
    files = [path for path in tracked() if path.is_file()]
    print("\n| game | its options, each with the number of files in src that name it |\n|---|---|")
    print(*(options(game, files) for game in GAMES), sep="\n")
    print(f"\n{first_match()}")


if __name__ == "__main__":
    main()
