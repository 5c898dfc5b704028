"""Every game speaks both languages, with the same texts in each."""

from __future__ import annotations

import importlib
import json
import re
import string
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tefuda import GAMES
from tefuda.cli.texts import EN, JA


def texts(game: str) -> Any:
    return importlib.import_module(f"tefuda.games.{game}.texts")


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_both_languages_have_the_same_texts(game: str) -> None:
    own = texts(game)
    assert own.EN.keys() == own.JA.keys()
    assert set(own.TITLE) == {"en", "ja"}
    for option in GAMES[game].options:
        assert option.help_en and option.help_ja and all(option.label) and option.rules, option.name
        assert len(option.called) == len(option.choices) and all(map(all, option.called)), option.name
    # A text may leave out who acts where the language does without; otherwise both tell the same.
    assert all(fields(own.EN[key]) ^ fields(own.JA[key]) <= {"who"} for key in own.EN)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_japanese_has_no_english_verbs(game: str) -> None:
    assert not [key for key, template in texts(game).JA.items() if "|" in template]


def test_the_terminal_speaks_both_languages() -> None:
    assert EN.keys() == JA.keys()


def japanese(value: Any) -> list[str]:
    """All texts in what a module or a file holds."""
    if isinstance(value, str):
        return [value]
    found = value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else ()
    return [text for item in found for text in japanese(item)]


def test_a_card_has_one_word_in_japanese() -> None:
    """It is 札. カード stands only in names: カードゲーム, プロセスカード and サクセスカード of GIFT's rulebook."""
    root = Path(__file__).parents[2]
    found = [text for game in GAMES for text in japanese([texts(game).JA])]
    options = [option for face in GAMES.values() for option in face.options]
    found += [text for one in options for text in (one.help_ja, one.label[1], *(called[1] for called in one.called))]
    tables = [importlib.import_module(f"tefuda.games.{game}.terminal.texts") for game in GAMES]
    found += [text for table in tables for text in japanese(table.JA)] + japanese(JA)
    place = root / "src" / "tefuda" / "games"
    said = [root / "src" / "web" / "texts" / "shell.ja.json", *place.glob("*/board/ja.json")]
    for file in [*said, *place.glob("*/board/door.json")]:
        found += japanese(json.loads(file.read_text("utf-8")))
    for file in place.glob("*/board/lesson.toml"):
        found += japanese(tomllib.loads(file.read_text("utf-8")))
    found += [page.read_text("utf-8") for page in place.glob("*/page.ja.md")]
    assert sum("札" in text for text in found) > 100
    wrong = re.compile("(?<!プロセス)(?<!サクセス)カード(?!ゲーム)")
    assert [text for text in found if wrong.search(text)] == []
