"""The docs are run, complete and linked."""

from __future__ import annotations

import doctest
import os
import re
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote

import pytest

from tefuda import GAMES, Match
from tefuda.bots import BOTS
from tefuda.cli import app
from tefuda.games.option import Option
from tefuda.kernel.engine import SWITCH
from tests.found.folders import eight_lines, folder, forgetting

ROOT = Path(__file__).parent.parent
GAMES_IN = "src/tefuda/games"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / GAMES_IN).glob("*/*.md")])
RUN = [page for page in PAGES if ">>>" in page.read_text("utf-8")]
MODULES = ["tefuda", "tefuda.match", "tefuda.cli.texts", *(f"tefuda.games.{game}.moves" for game in GAMES)]
MODULES += [f"tefuda.env.{name}" for name in ("parallel", "aec", "openspiel", "seat", "text", "textarena")]
FORMS = ("plain", "compiled")

CODE = re.compile(r"^( *)(`{3,}).*?^\1\2$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def read(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the docs show holds for every form of the rules."""
    asked, chosen = os.environ.get(SWITCH, ""), str(request.param)
    own_build = asked not in ("", "plain", "checked", "compiled")  # a folder: the compiled form is the one in it
    monkeypatch.setenv(SWITCH, asked if own_build and chosen == "compiled" else chosen)
    return chosen


# ---- what is shown is true


@pytest.mark.parametrize("page", RUN, ids=name)
def test_examples(page: Path, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page.name == "variants.md":
        folder(tmp_path, "scout-runs-first", rules=eight_lines())
        monkeypatch.chdir(tmp_path)
    with forgetting():
        failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(module: str, form: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert tried > 0
    assert failed == 0


def test_the_pages_that_are_to_be_run_are_run() -> None:
    pages = {
        "README.md",
        "docs/notation.md",
        "docs/kernel.md",
        "docs/environments.md",
        *(f"{GAMES_IN}/{game}/page.en.md" for game in GAMES),
    }
    assert pages <= set(map(name, RUN))


# ---- what there is is shown


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_has_its_pages(game: str) -> None:
    for page in ("page.en.md", "page.ja.md", "rules.md"):
        assert (ROOT / GAMES_IN / game / page).is_file(), f"{game} has no {page}"
    assert f"{GAMES_IN}/{game}/page.en.md" in read("README.md")


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_option_is_on_the_game_s_page(game: str, lang: str) -> None:
    rows = table_rows(read(f"{GAMES_IN}/{game}/page.{lang}.md"))
    for option in GAMES[game].options:
        row = next((row for row in rows if row[0] == f"`{option.name}`" and len(row) == 4), None)
        assert row is not None, f"option {option.name} is missing"
        said = option.help_ja if lang == "ja" else option.help_en
        assert row[3].startswith(said), f"the page says of {option.name} {row[3]!r}, and its declaration {said!r}"
        assert row[2].strip("`") == option.text(option.default)
        assert all(f"`{choice}`" in row[1] for choice in option.choices)
        if not option.choices and not isinstance(option.default, bool):
            assert re.findall(r"\d+", row[1]) == [str(option.least), str(option.most)]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_options_on_the_rules_page_are_as_declared(game: str) -> None:
    """In their order, with the numbers of the rules that each changes, and each such number is on the page."""
    page = read(f"{GAMES_IN}/{game}/rules.md")
    first = page.index("| option | values | default | see |")
    shown = table_rows(page[first : page.index("\n\n", first)])[1:]
    assert shown == [[f"`{option.name}`", *as_python(option), option.rules] for option in GAMES[game].options]
    named = {number for row in shown for number in re.findall(r"[RA]\d+", row[3])}
    assert named <= set(re.findall(r"\*\*(R\d+)\b", page)) | set(re.findall(r"^\| (A\d+) \|", page, re.MULTILINE))


def as_python(option: Option) -> tuple[str, str]:
    """The values of an option, and its default."""
    if not option.choices and not isinstance(option.default, bool):
        return f"{option.least} to {option.most}", str(option.default)
    values = [f'`"{value}"`' for value in option.choices] or ["`False`", "`True`"]
    return ", ".join(values), values[option.number(option.default)]


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_bot_is_on_the_game_s_page(game: str, lang: str) -> None:
    rows = table_rows(read(f"{GAMES_IN}/{game}/page.{lang}.md"))
    for bot in BOTS:
        assert any(row[0] == f"`{bot}`" and len(row) == 2 for row in rows), f"bot {bot} is missing"


def test_every_command_is_in_the_readme() -> None:
    commands = [command for command in app if not command.startswith("-")]
    assert commands
    for command in commands:
        assert f"`tefuda {command}`" in read("README.md"), f"tefuda {command} is missing"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_field_of_the_view_is_on_the_game_s_page(game: str) -> None:
    page = read(f"{GAMES_IN}/{game}/page.en.md")
    section = page[page.index("\n## The view\n") : page.index("\n## Versions\n")]
    rows = table_rows(section)
    fields = list(Match(game, seed=1).view(None).to_dict())
    assert [row[0].strip("`") for row in rows if row[0].startswith("`")] == fields


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_fact_is_on_the_game_s_page(game: str) -> None:
    page = read(f"{GAMES_IN}/{game}/page.en.md")
    section = page[page.index("\n## What a board is told\n") : page.index("\n## The view\n")]
    named = [row[0].strip("`") for row in table_rows(section) if row[0].startswith("`")]
    assert named == list(Match(game, seed=1).facts(0))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_action_has_its_number_on_the_game_s_page(game: str) -> None:
    """The rows of the action table follow one another from 0 on, and each begins with the word of its moves."""
    page = read(f"{GAMES_IN}/{game}/page.en.md")
    section = page[page.index("\n## Actions\n") : page.index("\n## The view\n")]
    rows = [row for row in table_rows(section) if re.fullmatch(r"\d+(–\d+)?", row[0])]
    following = 0
    for actions, move, _ in rows:
        first, last = int(actions.split("–")[0]), int(actions.split("–")[-1])
        assert first == following
        for action in (first, last):
            assert GAMES[game].move_text(action).split()[0] == move.strip("`").split()[0]
        following = last + 1
    assert following == int(import_module(f"tefuda.games.{game}.state").N_ACTIONS)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_decision_is_on_the_game_s_page(game: str) -> None:
    """The ambiguities of the rules page, in both languages."""
    numbers = re.findall(r"^\| (A\d+) \|", read(f"{GAMES_IN}/{game}/rules.md"), re.MULTILINE)
    assert numbers
    for lang, left, right in (("en", "(", ")"), ("ja", "（", "）")):
        page = read(f"{GAMES_IN}/{game}/page.{lang}.md")
        assert [number for number in numbers if f"{left}{number}{right}" not in page] == []


def test_every_function_of_the_protocol_is_on_the_kernel_s_page() -> None:
    from tefuda.kernel import protocol

    page = read("docs/kernel.md")
    for function in protocol.__all__:
        assert f"`{function}(" in page or f"`{function}`" in page, f"{function} is missing"


def table_rows(page: str) -> list[list[str]]:
    """The cells of every table row."""
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


# ---- links lead somewhere


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_resolve(page: Path) -> None:
    for link in LINK.findall(CODE.sub("", page.read_text("utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = unquote(link).partition("#")
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), f"{name(page)}: there is no {link}"
        assert file.is_relative_to(ROOT), f"{name(page)}: {link} leads out of the project"
        if anchor:
            assert anchor in anchors(file), f"{name(page)}: there is no heading for {link}"


def anchors(page: Path) -> list[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", CODE.sub("", page.read_text("utf-8")), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings]


def test_no_page_is_unreachable() -> None:
    """Every page is linked from another one."""
    linked = set()
    for page in PAGES:
        for link in LINK.findall(CODE.sub("", page.read_text("utf-8"))):
            if not re.match(r"[a-z]+:", link) and (target := link.partition("#")[0]):
                linked.add((page.parent / target).resolve())
    assert [name(page) for page in PAGES if page not in linked and page.name != "README.md"] == []
