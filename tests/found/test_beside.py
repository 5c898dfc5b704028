"""What lies beside the rules of a game from elsewhere: its own terminal table, page and board."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tefuda import GAMES, Match
from tefuda.cli.new import blank
from tefuda.cli.tables import plain, table_of
from tefuda.games.pages import player_page
from tefuda.server.boards import board_file, has_board
from tefuda.server.rules_pages import rules_page
from tests.found.folders import eight_lines, folder

OWN_TABLE = '''"""A table of one line."""

from tefuda.cli.tables.plain import TEXTS, points
from tefuda.cli.tables.plain import PlainMenu as Menu


def draw(view, names, lang, width):
    yield f"{view.game}: {names[view.seat]}"
'''


def whole_game(parent: Path, name: str) -> Path:
    made = folder(parent, name, **{file.removesuffix(".py"): text for file, text in blank(name).items()})
    (made / "terminal.py").write_text(OWN_TABLE, "utf-8")
    (made / "page.en.md").write_text("# Mine\n\n## How to play\n\nBe quick.\n\n## Actions\n\nNone.\n", "utf-8")
    (made / "board").mkdir()
    (made / "board" / "index.js").write_text("export function board() {}\n", "utf-8")
    (made / "board" / "look.css").write_text(".felt { color: red }\n", "utf-8")
    (made / "board" / "notes.txt").write_text("not for the page\n", "utf-8")
    return made


def test_a_game_s_own_table_is_used_and_otherwise_that_of_its_game_or_the_plain_one(tmp_path: Path) -> None:
    own = GAMES.load(str(whole_game(tmp_path, "with_all")))
    assert table_of(own).draw.__module__ == "with_all.terminal"
    without = folder(tmp_path, "with_none", **{file[:-3]: text for file, text in blank("with_none").items()})
    assert table_of(GAMES.load(str(without))).draw is plain.draw
    variant = GAMES.load(str(folder(tmp_path, "scout-one", rules=eight_lines())))
    assert table_of(variant).draw.__module__ == table_of(GAMES["scout"]).draw.__module__
    drawn = GAMES.load(str(folder(tmp_path, "scout-two", rules=eight_lines(), terminal=OWN_TABLE)))
    assert table_of(drawn).draw.__module__ == "scout_two.terminal"


def test_a_game_s_own_page_is_shown_to_players(tmp_path: Path) -> None:
    GAMES.load(str(whole_game(tmp_path, "with_all")))
    assert player_page("with_all", "en").endswith("Be quick.\n")
    shown = rules_page("with_all", "en")
    assert shown is not None and "<p>Be quick.</p>" in shown["html"] and "None" not in shown["html"]
    assert rules_page("with_all", "ja") is None
    GAMES.load(str(folder(tmp_path, "scout-one", rules=eight_lines())))
    assert rules_page("scout-one", "en") is None, "SCOUT's page does not have the variant's rules"


def test_files_of_a_board_are_sent_and_no_others(tmp_path: Path) -> None:
    GAMES.load(str(whole_game(tmp_path, "with_all")))
    assert has_board("with_all")
    assert board_file("with_all", "index.js") == (b"export function board() {}\n", "text/javascript")
    assert board_file("with_all", "look.css") == (b".felt { color: red }\n", "text/css")
    (tmp_path / "with_all" / "board" / ".hidden.js").write_text("", "utf-8")
    for name in (
        "notes.txt",
        "../rules.py",
        "../page.en.md",
        ".hidden.js",
        "none.js",
        "",
        ".js",
        "index.js\n",
        "a/b.js",
    ):
        assert board_file("with_all", name) is None, name
    assert board_file("nothing", "index.js") is None


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_sources_of_our_own_boards_are_not_sent(game: str) -> None:
    assert not has_board(game)
    assert board_file(game, "en.json") is None


NEVER_BOUND = '''"""23, in which nobody who is forced has to lay a card."""

from tefuda.games.twentythree.state import State

VARIANT_OF = "twentythree"


def must_play(s: State, p: int) -> bool:
    """R15, changed."""
    return False
'''


def test_the_table_of_a_game_follows_the_rules_of_its_variant(tmp_path: Path) -> None:
    """A seat is shown as forced only where that binds it, which a variant may change."""
    GAMES.load(str(folder(tmp_path, "unbound-23", rules=NEVER_BOUND)))
    shown = {}
    for name in ("twentythree", "unbound-23"):
        match, rng = Match(name, 2, seed=3), random.Random(3)
        while match.view(0).to_dict()["forced"] != 0 or match.to_act != (0,):
            seat = match.to_act[0]
            moves = match.moves(seat)
            match.play(seat, "force" if "force" in moves else rng.choice(moves))
        drawn = table_of(match.record.face).draw(match.view(0), ["a", "b"], "en", 80)
        shown[name] = str(next(iter(drawn)))
    assert "you are forced" in shown["twentythree"]
    assert "you are forced" not in shown["unbound-23"] and "your turn" in shown["unbound-23"]
