"""Every game can be played in the terminal."""

from __future__ import annotations

import string

import pytest

from tefuda import GAMES, Match
from tefuda.cli import texts
from tefuda.cli.play import game_called
from tefuda.cli.tables import TABLES


def test_every_game_has_a_table() -> None:
    assert set(TABLES) == set(GAMES)


@pytest.mark.parametrize("game", ["", *sorted(TABLES)])
def test_both_languages_have_the_same_texts(game: str) -> None:
    found = TABLES[game].texts if game else texts.TEXTS
    assert set(found) == {"en", "ja"}
    assert found["en"].keys() == found["ja"].keys()
    assert all(found["en"].values())
    assert all(found["ja"].values())
    for key, template in found["en"].items():
        assert fields(template) == fields(found["ja"][key]), key


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("game", sorted(TABLES))
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_help_fits_a_narrow_terminal(game: str, lang: str) -> None:
    for line in [*TABLES[game].texts[lang]["help"].split("\n"), *texts.text(lang, "help").split("\n")]:
        assert texts.fold(line, 78) == [line]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_goes_by_its_name_and_its_title(game: str) -> None:
    assert game_called(game) == game_called(GAMES[game].title("en")) == game_called(GAMES[game].title("ja")) == game


@pytest.mark.parametrize("game", sorted(TABLES))
def test_what_no_menu_knows_is_never_a_move(game: str) -> None:
    match = Match(game, seed=1)
    menu = TABLES[game].menu(match.view(0), match.moves(0), ["a", "b", "c", "d"], "en")
    for line in ("0", "99999999", "1 2 3 4 5 6 7 8 9", "-", "x", "%s", "{0}", "१"):
        try:
            moves = menu.read(line)
        except ValueError as error:
            assert str(error)
        else:
            assert not set(moves) & set(match.moves(0))
