"""What the page is made of: texts in both languages, the types of the protocol, what a wheel has, and how much a first
visit loads."""

from __future__ import annotations

import gzip
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from tefuda import GAMES
from tefuda.kernel.build import NAME
from tefuda.server.protocol import Phrase, Reason
from tests.page.conftest import ROOT

WEB = ROOT / "src" / "web"
PLACE = ROOT / "src" / "tefuda" / "games"
TEXTS = ["shell", *sorted(path.parents[1].name for path in PLACE.glob("*/board/en.json"))]
SOURCES = [
    path
    for folder in (".", "house", "pages", "parts", "table")
    for path in sorted((WEB / folder).iterdir())
    if path.suffix in (".svelte", ".ts")
]
ONE_TRIP = 14_000  # bytes that a server sends before it waits for an answer
SCRIPT, STYLE, ART = 80_000, 16_000, 120_000  # bytes, compressed, before the first card of a room
CARD = {  # as records write it
    "scout": r"([1-9]|10)/([1-9]|10)",
    "twentythree": r"[1-9]|1\d|2[0-3]|·",
    "solo": r"[rgyb][1-9SRDXG]|W4?|A|K[rgyb]",
    "gift": r"[shdc](A|[2-9]|10|J|Q|K)|gift|·",
}
HOLE = re.compile(r"\{(\w+)")


def texts(name: str, lang: str) -> dict[str, str]:
    path = WEB / "texts" / f"shell.{lang}.json" if name == "shell" else PLACE / name / "board" / f"{lang}.json"
    read: dict[str, str] = json.loads(path.read_text("utf-8"))
    return read


@pytest.mark.parametrize("name", TEXTS)
def test_both_languages_say_the_same_things(name: str) -> None:
    en, ja = texts(name, "en"), texts(name, "ja")
    assert list(en) == list(ja)
    for key in en:
        assert en[key].strip() and ja[key].strip(), key
        assert set(HOLE.findall(en[key])) == set(HOLE.findall(ja[key])), key


def test_every_text_of_the_shell_is_used_and_every_used_one_is_there() -> None:
    known = set(texts("shell", "en"))
    code = "\n".join(path.read_text("utf-8") for path in SOURCES)
    used = set(re.findall(r"""(?:\bt\(|\bkey: )["']([\w.-]+)["']""", code)) - {"at"}
    made = set(re.findall(r"`([\w.-]+\.)\$\{", code))
    assert known >= {key for key in used if "." in key}
    assert {key for key in known - used if not any(key.startswith(prefix) for prefix in made)} == set()


def test_reasons_and_phrases_have_words() -> None:
    known = set(texts("shell", "en"))
    wanted = {f"refused.{reason}" for reason in get_args(Reason)} | {f"phrase.{one}" for one in get_args(Phrase)}
    assert wanted - known == set()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_door_of_a_game_agrees_with_the_game(game: str) -> None:
    """Its title and its place are on the page before the server has answered."""
    door = json.loads((PLACE / game / "board" / "door.json").read_text("utf-8"))
    assert door["title"] == {lang: GAMES[game].title(lang) for lang in ("en", "ja")}
    assert door["place"] == GAMES[game].place
    assert set(door["say"]) == {"en", "ja"} and all(door["say"].values())
    assert set(door.get("help", {})) <= {option.name for option in GAMES[game].options}


def test_the_page_lists_no_game() -> None:
    """What it has of a game is found in the game's folder. `twentythree` is the one name that is no other word."""
    made = ("node_modules", "fixtures", "built", "public")
    found = [path for top in WEB.iterdir() if top.name not in made for path in (top, *top.rglob("*")) if path.is_file()]
    shell = [path for path in found if path.suffix in (".svelte", ".ts", ".js", ".css", ".json", ".html")]
    assert len(shell) > 100
    assert [path for path in shell if "twentythree" in path.read_text("utf-8")] == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_drawn_examples_show_cards_and_the_same_ones_in_both_languages(game: str) -> None:
    def drawn(name: str) -> list[list[list[str]]]:
        blocks = re.findall(r"^```cards\n(.*?)^```$", (PLACE / game / name).read_text("utf-8"), re.M | re.S)
        return [[cards.split() for cards in re.findall(r"\[(.*?)\]", block)] for block in blocks]

    en, ja = drawn("page.en.md"), drawn("page.ja.md")
    assert 3 <= len(en) <= 6 and en == ja
    cards = [card.removeprefix("*") for block in en for group in block for card in group]
    assert [card for card in cards if not re.fullmatch(CARD[game], card)] == []


def test_the_types_of_the_protocol_are_current() -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "protocol_types.py"))["types"]()
    assert (WEB / "protocol.ts").read_text("utf-8") == made


def test_a_wheel_has_everything(package: Path) -> None:
    tefuda = package / "tefuda"
    modules = [path.relative_to(ROOT / "src") for path in (ROOT / "src" / "tefuda").rglob("*.py")]
    assert [path for path in modules if not (package / path).is_file()] == []
    assert [game for game in GAMES if not (tefuda / "games" / game / NAME).is_file()] == []
    assert list((tefuda / "kernel").glob("_core.*"))
    pages = [path.relative_to(PLACE) for path in PLACE.glob("*/page.*.md")]
    assert len(pages) == 2 * len(GAMES) and [page for page in pages if not (tefuda / "games" / page).is_file()] == []
    assert not list((tefuda / "games").glob("*/board")), "the page has the boards, built"
    assert (tefuda / "py.typed").is_file() and (package / "bin" / "tefuda").is_file()
    built = ROOT / "src" / "tefuda" / "server" / "page"
    assert files(tefuda / "server" / "page") == files(built) - {".sources"} >= {"index.html", "sw.js"}


def test_trials_are_in_the_source_distribution_and_not_in_a_wheel(package: Path, tmp_path: Path) -> None:
    packages = {path.name for path in package.iterdir() if "-" not in path.name}
    assert packages == {"bin", "tefuda", "tefuda_verifiers"}
    assert [path for path in package.rglob("*") if "trial" in path.name] == []
    listing = [sys.executable, "setup.py", "--quiet", "egg_info", "--egg-base", str(tmp_path)]
    subprocess.run(listing, cwd=ROOT, check=True, capture_output=True)
    distributed = (tmp_path / "tefuda.egg-info" / "SOURCES.txt").read_text("utf-8").split("\n")
    trials = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / "trials").rglob("*.py")]
    assert len(trials) > 10 and set(trials) <= set(distributed)


def test_the_page_carries_the_rules_of_all_games(package: Path) -> None:
    page = package / "tefuda" / "server" / "page"
    rules = {path.name: path for path in (page / "assets").glob("*.wasm")}
    assert sorted(name.split("-")[0] for name in rules) == sorted(GAMES)
    assert max(len(gzip.compress(path.read_bytes())) for path in rules.values()) < 13_000
    worker = (page / "sw.js").read_text("utf-8")
    assert all(f"/assets/{name}" in worker for name in rules), "they are there without a connection too"


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_service_worker_keeps_only_files_that_are_there(package: Path) -> None:
    """If one were missing, the browser would refuse the whole service worker."""
    page = package / "tefuda" / "server" / "page"
    found = re.search(r"const FILES = (\[.*?\]);", (page / "sw.js").read_text("utf-8"))
    assert found is not None
    files = [name for name in json.loads(found[1]) if name != "./"]
    assert len(files) > 20
    assert [name for name in files if not (page / name).is_file()] == []


def test_a_first_visit_to_a_table_loads_little(package: Path) -> None:
    """The page, the texts and the room of any game: five files, and the fonts of the language that needs most."""
    assets = package / "tefuda" / "server" / "page" / "assets"
    size = {path.name: len(gzip.compress(path.read_bytes())) for path in assets.iterdir()}
    index = (assets.parent / "index.html").read_text()
    entry = re.findall(r'<(?:script|link(?! rel="stylesheet" disabled))[^>]* (?:src|href)="./assets/([\w.-]+)"', index)
    assert [name.rsplit(".")[-1] for name in entry] == ["js"], "its styles stand in the page itself"
    styles = len(gzip.compress("".join(re.findall(r"<style>(.*?)</style>", index, re.DOTALL)).encode()))
    assert styles > 0 and len(gzip.compress(index.encode())) < ONE_TRIP
    source = (assets / entry[0]).read_text("utf-8")
    listed = re.findall(r'"\./([\w.-]+)"', re.findall(r"m\.f=\[([^]]+)\]", source)[0])
    loads = r'(?:boards/(plain)|games/(\w+)/board)/index\.ts"'
    loads += r":\(\)=>\w+\(\(\)=>import\(`[^`]+`\),__vite__mapDeps\(\[(\d+),(\d+)\]\)"
    rooms = {plain or game: [listed[int(part)] for part in parts] for plain, game, *parts in re.findall(loads, source)}
    assert rooms.keys() == {*GAMES, "plain"}
    texts = max(found for name, found in size.items() if name.startswith("shell."))
    for parts in rooms.values():
        assert texts + sum(size[name] for name in (*entry, *parts) if name.endswith(".js")) < SCRIPT
        assert styles + sum(size[name] for name in parts if name.endswith(".css")) < STYLE
    fonts = {name.split(".")[0].rsplit("-", 1)[0]: found for name, found in size.items() if name.endswith(".woff2")}
    words = sum(found for name, found in fonts.items() if name in ("maru-500", "maru-700", "maru-ja"))
    for game in GAMES:
        assert words and words + fonts[game] < ART
