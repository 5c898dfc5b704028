"""Every game can be played in the terminal."""

from __future__ import annotations

import io
import random
import string

import pytest
from rich.cells import cell_len
from rich.console import Console

from tefuda import GAMES, Match
from tefuda.cli import texts
from tefuda.cli.menu import BadChoice
from tefuda.cli.play import game_called
from tefuda.cli.tables import plain, table_of


def test_every_game_has_a_table() -> None:
    for face in GAMES.values():
        assert table_of(face).draw is not plain.draw


@pytest.mark.parametrize("game", ["", *sorted(GAMES)])
def test_both_languages_have_the_same_texts(game: str) -> None:
    found = table_of(GAMES[game]).texts if game else texts.TEXTS
    assert set(found) == {"en", "ja"}
    assert found["en"].keys() == found["ja"].keys()
    assert all(found["en"].values())
    assert all(found["ja"].values())
    for key, template in found["en"].items():
        assert fields(template) == fields(found["ja"][key]), key


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_help_fits_a_narrow_terminal(game: str, lang: str) -> None:
    for line in [*table_of(GAMES[game]).texts[lang]["help"].split("\n"), *texts.text(lang, "help").split("\n")]:
        assert texts.fold(line, 78) == [line]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_goes_by_its_name_and_its_title(game: str) -> None:
    assert game_called(game) == game_called(GAMES[game].title("en")) == game_called(GAMES[game].title("ja")) == game


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_no_menu_knows_is_never_a_move(game: str) -> None:
    match = Match(game, seed=1)
    menu = table_of(GAMES[game]).menu(match.view(0), match.moves(0), ["a", "b", "c", "d"], "en")
    for line in ("0", "99999999", "1 2 3 4 5 6 7 8 9", "-", "x", "%s", "{0}", "१"):
        try:
            moves = menu.read(line)
        except ValueError as error:
            assert str(error)
        else:
            assert not set(moves) & set(match.moves(0))


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_plain_table_shows_any_game(game: str, lang: str) -> None:
    """It shows the moves too, within 80 columns, to every seat and to the end."""
    match, rng, shown = Match(game, seed=3), random.Random(3), 0
    names = ["a", "b", "c", "d"]
    while match.to_act and shown < 150:
        seat = rng.choice(match.to_act)
        view, moves = match.view(seat), match.moves(seat)
        menu = plain.PlainMenu(view, moves, names, lang)
        console = Console(width=80, file=io.StringIO(), record=True)
        for part in (*plain.draw(view, names, lang, 80), menu.draw(80)):
            console.print(part)
        lines = console.export_text().splitlines()
        assert max(map(cell_len, lines)) <= 80
        assert GAMES[game].title(lang) in lines[0]
        number = rng.randrange(len(moves))
        assert menu.read(str(number + 1)) == [moves[number]]
        assert menu.read(moves[number]) == [moves[number]]
        with pytest.raises(BadChoice):
            menu.read(str(len(moves) + 1))
        match.play(seat, moves[number])
        shown += 1
    assert shown > 20
