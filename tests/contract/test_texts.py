"""Every game speaks both languages, with the same texts in each."""

from __future__ import annotations

import importlib
import string
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
    assert set(own.OPTIONS) == {option.name for option in GAMES[game].options}
    assert all(len(helps) == 2 and all(helps) for helps in own.OPTIONS.values())
    # A text may leave out who acts where the language does without; otherwise both tell the same.
    assert all(fields(own.EN[key]) ^ fields(own.JA[key]) <= {"who"} for key in own.EN)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_japanese_has_no_english_verbs(game: str) -> None:
    assert not [key for key, template in texts(game).JA.items() if "|" in template]


def test_the_terminal_speaks_both_languages() -> None:
    assert EN.keys() == JA.keys()
