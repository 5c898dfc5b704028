"""python -m tests.found [COMMIT]: how large the games are and what of, where options stand, how soon a game is played.

With a commit it says how large the games were then, and nothing else. A file belongs to a game if the game's name is in
its path; the place of a game is a folder of its name, or one that holds a file of its name beside those of others. An
option stands in a file if its name is a word of it; its own names in kernel Python, on the page and in texts are the
same everywhere.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tefuda import GAMES
from tests.page.conftest import CHROMIUM, FLAGS, ROOT, Server, Visitors
from tests.page.players import MINE
from tests.page.tables import make

NUMBERS = {".py", ".ts", ".svelte", ".css", ".md", ".json", ".txt", ".toml"}
CODE = {".py", ".ts", ".svelte"}
APART = ("examples/", "docs/woven/", "tests/woven/")  # they are named after a game, and no part of it
MADE = ("lesson.json", "seen.ts")
KINDS = {  # of the modules of a game; the others, and all that have a name of their own, are rules
    "interface": ("__init__", "game", "view", "moves", "observe", "facts", "study"),
    "words": ("texts", "words", "why", "reasons", "say", "rule_words"),
    "bots": ("policy", "plan", "inputs", "likely"),
}
DATA = ("made by a command", "records to compare with")


def sizes_at(commit: str, game: str) -> str:
    """In how many places a game lies, how long rules.py is, and files and lines in src and in all."""
    lines = {name: content.count("\n") for name, content in texts_at(commit, game).items()}
    source = [name for name in lines if name.startswith("src/")]
    rules = lines[f"src/tefuda/games/{game}/rules.py"]
    counts = [f"{len(found)} with {sum(lines[name] for name in found):,}" for found in (source, list(lines))]
    return f"| {game} | {len({place(name, game) for name in lines})} | {rules} | " + " | ".join(counts) + " |"


def texts_at(commit: str, game: str) -> dict[str, str]:
    """The files of a game that have lines, by their names."""
    listed = git("ls-tree", "-r", "--name-only", commit).splitlines()
    mine = [name for name in listed if game in name and Path(name).suffix in NUMBERS and not name.startswith(APART)]
    return {name: git("show", f"{commit}:{name}") for name in mine}


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout.decode()


def place(name: str, game: str) -> str:
    parts = Path(name).parts
    named = next(number for number, part in enumerate(parts) if game in part)
    return "/".join(parts[: min(named + 1, len(parts) - 1)])


def kinds_at(commit: str, game: str) -> dict[str, str]:
    """Files and lines of each kind, in the two folders of a game. Data have only files."""
    found: dict[str, list[int]] = {}
    for home in (f"src/tefuda/games/{game}/", f"tests/games/{game}/"):
        for name in git("ls-tree", "-r", "--name-only", commit, home).splitlines():
            kind = kind_of(name.removeprefix(home), home.startswith("tests"))
            lines = 0 if kind in DATA else git("show", f"{commit}:{name}").count("\n")
            found.setdefault(kind, []).append(lines)
    return {kind: f"{len(each)}" + (f" with {sum(each):,}" if any(each) else "") for kind, each in found.items()}


def kind_of(name: str, is_test: bool) -> str:
    folder, _, file = name.rpartition("/")
    stem = file.partition(".")[0]
    if is_test:
        return "records to compare with" if folder or file.endswith(".toml") else "tests"
    if file in MADE or Path(file).suffix in (".net", ".puzzles", ".woff2"):
        return "made by a command"
    if folder:
        return folder
    if file.endswith(".md"):
        return "rules and pages as text"
    return next((kind for kind, stems in KINDS.items() if stem in stems), "rules")


def tracked() -> list[Path]:
    return [ROOT / name for name in git("ls-files").splitlines()]


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
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TEFUDA_GAMES", str(folder))
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
    parser = argparse.ArgumentParser(prog="python -m tests.found")
    parser.add_argument("commit", nargs="?", default="", help="only say how large the games were then")
    commit = parser.parse_args().commit
    print(
        "| game | places | lines of rules.py | files and lines in src | … with tests and docs |\n|---|---|---|---|---|"
    )
    print(*(sizes_at(commit or "HEAD", game) for game in GAMES), sep="\n")
    if commit:
        return
    kinds = {game: kinds_at("HEAD", game) for game in GAMES}
    print(f"\n| files and lines | {' | '.join(kinds)} |\n|---|{'---|' * len(kinds)}")
    for kind in dict.fromkeys(kind for found in kinds.values() for kind in found):
        print(f"| {kind} | {' | '.join(found.get(kind, '') for found in kinds.values())} |")
    files = [path for path in tracked() if path.is_file()]
    print("\n| game | its options, each with the number of files in src that name it |\n|---|---|")
    print(*(options(game, files) for game in GAMES), sep="\n")
    print(f"\n{first_match()}")


if __name__ == "__main__":
    main()
