"""`tefuda play`, driven through its front door with piped input. Where a game is needed it is SCOUT."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from rich.console import Console

from tefuda import Match
from tefuda.bots import BOTS
from tefuda.cli import main
from tefuda.cli.texts import fold, locale_lang, ranges
from tests.found.folders import eight_lines, folder, forgetting
from tests.terminal import Terminal


def test_colour_only_where_it_is_wanted(terminal: Terminal) -> None:
    assert "\x1b" not in terminal.run("play --seed 3", "2", "1")
    terminal.monkeypatch.setenv("FORCE_COLOR", "1")
    terminal.monkeypatch.setenv("COLORTERM", "truecolor")
    assert re.search("\x1b\\[[0-9;]*48;", terminal.run("play --seed 3", "2", "1"))
    terminal.monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search("\x1b\\[[0-9;]*[34]8;", terminal.run("play --seed 3", "2", "1"))


def test_a_bot_of_ones_own_sits_at_the_table(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A function plays; one that fails, or lies, ends the match with one line, and nothing is lost."""
    monkeypatch.chdir(tmp_path)
    lines = ["def first(view, moves, rng):", "    return moves[0]", "def fails(view, moves, rng):", "    return 1 / 0"]
    Path("guests.py").write_text("\n".join([*lines, "def lies(view, moves, rng):", "    return 'joy'"]))
    assert "guests:first" in terminal.run("play --seed 1 --bots guests:first", "2", "1") and terminal.code == 0
    for bot, told in (
        ("fails", "the bot guests:fails has failed: ZeroDivisionError: division by zero (guests.py:4)"),
        ("lies", "the bot guests:lies has chosen 'joy', which is not among its moves"),
    ):
        terminal.run(f"play --seed 1 --bots guests:{bot} --save {bot}.txt", "2", "1")
        assert terminal.code == 2 and terminal.error == f"tefuda: {told}\n"
        assert Match.replay(Path(f"{bot}.txt").read_text())


def test_wrong_input_gets_one_line_and_loses_nothing(terminal: Terminal) -> None:
    shown = terminal.run("play --seed 1", "2", "1", "77", "1 99", "zz", "play 1+2", "1", "99", "log")
    assert "There is no number 77; choose from 1 to 8." in shown
    assert shown.count("Place 99 is not possible there; possible: 1-10.") == 2
    assert "'zz' is not a move" in shown
    assert "Not possible: 6 10 is no set: neighbours must all be equal" in shown
    assert "(R12)" in shown
    assert shown.count("You play") == 2  # as it happened, and in the log
    assert "needs no place" in terminal.run("play --seed 1", "2 1")


def test_a_wrong_answer_to_a_question_asks_again(terminal: Terminal) -> None:
    shown = terminal.run("play --seed 1", "2", "1", "1", "x", "99", "h", "3")
    assert shown.count("To which place, 1-10?") == 4
    assert "'x' is not a move" in shown
    assert "It becomes card 3 of your hand" in " ".join(shown.split())


def test_refusals_are_in_the_language_of_the_table(terminal: Terminal) -> None:
    shown = terminal.run("play --seed 1 --lang ja", "2", "1", "play 1+2", "zz")
    assert "できません：6 10は組になりません。" in shown
    assert "「zz」は手の書き方ではありません。" in shown


def test_a_long_log_comes_a_screen_at_a_time(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Console(force_terminal=True, color_system=None, width=80, height=6, highlight=False, markup=False)
    monkeypatch.setattr("tefuda.cli.sitting.plain_console", lambda: screen)
    shown = terminal.run("play --seed 1", "2", "1", "1", "3", "log", "", "q")
    pages = shown.split("-- Enter: more, q: back -- ")
    assert len(pages) == 3
    assert "Round 1 of 4 begins" in pages[0]
    assert pages[1].count("\n") <= 4 and "You play" in pages[1]
    assert "Your move" in pages[2]


def test_the_rule_and_the_help(terminal: Terminal) -> None:
    shown = terminal.run("play --seed 3", "?", "h")
    assert "(R8, R9)" in shown
    assert "takes back your last move" in shown
    assert "cannot be" not in shown
    assert "（R8、R9）" in terminal.run("play --seed 3 --lang ja", "？")


def test_undo_goes_back_again_and_again(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    shown = terminal.run(f"play --seed 3 --save {file}", "2", "1", "u", "u", "u")
    assert shown.count("Taken back.") == 2
    assert "There is no move of yours to take back." in shown
    assert not [event for event in Match.replay(file.read_text()).record.events if event.seat is not None]


def test_after_an_undo_bots_and_chance_do_as_before(terminal: Terminal, tmp_path: Path) -> None:
    first, second = tmp_path / "1.txt", tmp_path / "2.txt"
    terminal.run(f"play --seed 3 --bots random --save {first}", "2", "1", "1 1")
    terminal.run(f"play --seed 3 --bots random --save {second}", "2", "1", "1 1", "u", "u", "u", "2", "1", "1 1")
    assert first.read_text() == second.read_text()


def test_undo_after_the_end(terminal: Terminal, tmp_path: Path) -> None:
    match, last = nearly_over()
    file = tmp_path / "match.txt"
    file.write_text(str(match.record))
    shown = terminal.run(f"play --load {file} --seed 1", last, "zz", "u", last, f"save {tmp_path / 'b.txt'}", "")
    assert shown.count("The match is over.") == 2
    assert "'zz' is not possible here" in shown
    assert Match.replay((tmp_path / "b.txt").read_text()).result is not None
    assert terminal.code == 0


def nearly_over() -> tuple[Match, str]:
    """A short game and the move by which seat 0 ends it."""
    for seed in range(100):
        match, rng = Match("scout", 3, seed, edition="short"), random.Random(seed)
        while match.to_act:
            seat = match.to_act[0]
            match.play(seat, BOTS["club"](match.view(seat), match.moves(seat), rng))
        if match.record.events[-1].seat == 0:
            return match.undo_to(len(match.record.events) - 1), match.record.events[-1].text
    raise AssertionError("no seed leads there")


@pytest.mark.parametrize("lines", [(), ("1",), ("2", "1", "1"), ("q",)])
def test_the_end_of_the_input_is_a_polite_leave(terminal: Terminal, lines: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "my match.txt"
    terminal.monkeypatch.chdir(tmp_path)
    shown = terminal.run("play --seed 3", *lines)
    assert terminal.code == 0
    assert "Bye!" in shown
    terminal.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["play", "--seed", "3", "--seat", "1", "--save", file.name]) == 0
    assert "tefuda play --load 'my match.txt' --save 'my match.txt' --seat 1" in terminal.capsys.readouterr().out


def test_ctrl_c_is_a_polite_leave(terminal: Terminal) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    terminal.monkeypatch.setattr("builtins.input", interrupt)
    assert "Bye!" in terminal.run("play")
    assert terminal.code == 0


def test_a_saved_match_goes_on(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    terminal.run(f"play --seed 1 --save {file}", "2", "1")
    before = file.read_text()
    shown = terminal.run(f"play --load {file} --save {file} --seed 1", "1 4")
    assert "You play 5 6" in shown
    assert file.read_text().startswith(before)
    assert len(file.read_text()) > len(before)


def test_a_saved_match_of_a_game_in_a_folder_goes_on_as_it_is_told(terminal: Terminal, tmp_path: Path) -> None:
    with forgetting():
        made, file = folder(tmp_path, "scout-saved", rules=eight_lines()), tmp_path / "match.txt"
        told = terminal.run(f"play {made} --seed 1 --save {file}", "2")
        before = file.read_text()
        assert "game scout-saved\n" in before
        (command,) = re.findall(r"(?m)^ *tefuda (play .*)$", told)
        assert str(made) in command
        terminal.run(command, "1", "1")
        assert len(file.read_text()) > len(before)
        whole = tmp_path / "scout.txt"
        terminal.run(f"play --seed 1 --save {whole}", "2")
        terminal.run(f"play {made} --load {whole}")
        assert "this is a match of scout, not of scout-saved" in terminal.error


def test_save_overwrites_only_its_own_files(terminal: Terminal, tmp_path: Path) -> None:
    terminal.monkeypatch.chdir(tmp_path)
    mine, other = Path("mine.txt"), Path("other.txt")
    other.write_text("dear diary")
    shown = terminal.run("play --seed 3", f"save {mine}", f"save {mine}", f"save {other}", "save", "save /nowhere/x")
    assert shown.count("The record is in mine.txt.") == 2
    assert "exists already" in shown
    assert "Name a file" in shown
    assert "Could not write" in shown
    assert other.read_text() == "dear diary"
    assert Match.replay(mine.read_text()).seats == 4


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("play chess", "there is no game 'chess'; there are scout"),
        ("play --load /", "cannot read /"),
        ("play 24", "there is no game '24'"),
        ("play --seats 9", "seats must be 3 to 5 here, not 9"),
        ("play --seats 2", "seats must be 3 to 5 here, not 2; 2 seats go with edition=oink"),
        ("play --seats many", "--seats must be a whole number, not 'many'"),
        ("play --seats", "--seats needs a value; tefuda play --help shows what it takes"),
        ("play scout edition=oink", "tefuda play has no use for 'edition=oink'; tefuda play --help shows"),
        ("arena --seconds soon", "--seconds must be a number, not 'soon'"),
        ("arena --json=maybe", "--json must be yes or no, not 'maybe'"),
        ("site", "tefuda site needs FOLDER; tefuda site --help shows what it takes"),
        ("new", "tefuda new needs NAME; tefuda new --help shows what it takes"),
        ("play --edition second", "edition must be one of first, draft, short, oink, not 'second'"),
        ("play --option insert_visible", "an option is NAME=VALUE, not 'insert_visible'"),
        ("play --option colour=red", "there is no option 'colour'"),
        ("play --option turn_cap=0", "turn_cap must be a number from 1 to 10000"),
        ("play --edition draft --option edition=short", "option edition is given twice"),
        ("play --bots genius", "there is no bot 'genius'"),
        ("play --bots random,random", "2 bots are named for 3 seats"),
        ("play --seat 4", "there is no seat 4; seats are 0 to 3"),
        ("play --names A,B,C,D,E", "5 names are too many for 4 seats"),
        ("play --lang fr", "--lang"),
        ("play --load /nowhere/x", "cannot read /nowhere/x: No such file or directory"),
        ("play --load x --seats 3", "with --load"),
        ("play --save /nowhere/x", "cannot write /nowhere/x: No such file or directory"),
        ("play --save /", "/ exists already"),
        ("play --colour red", "--colour"),
        ("sing", "there is no command 'sing'; there are play, "),
        ("admin sing", "there is no command 'admin sing'; there are tables, "),
        ("perft --random 0", "--random must be at least 1"),
        ("perft --random 9 --processes -1", "--processes must be at least 1, or 0 for all cores, not -1"),
        ("honest 23 --processes -1", "--processes must be at least 1"),
        ("tune 23 --processes -1", "--processes must be at least 1"),
        ("arena 23 --lineup club,club --rounds 1 --processes -1", "--processes must be at least 1"),
        ("benchmark club --processes -1", "--processes must be at least 1"),
        ("serve --port 99999", "--port must be from 0 to 65,535, not 99999"),
    ],
)
def test_impossible_arguments_get_one_line_and_exit_code_2(terminal: Terminal, arguments: str, complaint: str) -> None:
    assert terminal.run(arguments) == ""
    assert terminal.code == 2
    assert terminal.error.startswith("tefuda: ")
    assert complaint in terminal.error
    assert terminal.error.count("\n") == 1


def test_a_file_that_is_no_text_is_not_loaded(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff")
    terminal.run(f"play --load {file}")
    assert terminal.code == 2 and terminal.error == f"tefuda: {file} is not a text file\n"


def test_a_record_that_an_editor_has_marked_as_utf_8_is_read(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(str(Match("scout", seed=1).record), "utf-8-sig")
    terminal.run(f"play --load {file}")
    assert terminal.code == 0 and not terminal.error
    assert "Round 1" in terminal.run(f"replay {file}")


def test_names_and_bots_by_seat(terminal: Terminal) -> None:
    shown = terminal.run("play --seats 3 --seat 1 --bots random,club --names Xaver,Yuki --seed 1")
    assert "Bots: Xaver (random), Aki (club)" in shown
    assert "Yuki (you)" in shown


def test_names_are_shown_as_they_are(terminal: Terminal) -> None:
    assert "[b]Ben[/b]" in terminal.run("play --names Aki,[b]Ben[/b]")


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, "en"),
        ({"LC_ALL": "ja", "LANG": "C"}, "ja"),
    ],
)
def test_the_language_is_that_of_the_locale(terminal: Terminal, variables: dict[str, str], lang: str) -> None:
    for name, value in variables.items():
        terminal.monkeypatch.setenv(name, value)
    assert locale_lang() == lang


def test_help_has_examples(terminal: Terminal) -> None:
    for command in ("", "play ", "replay ", "games "):
        assert "Examples:" in terminal.run(f"{command}--help")
        assert terminal.code == 0
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", terminal.run("--version"))


def test_lines_are_folded_by_their_width_on_the_screen() -> None:
    assert fold("one two three", 8) == ["one two", "three"]
    assert fold("場札の（R16）。", 6) == ["場札の", "（R16", "）。"]
    assert fold("abcdefgh", 3) == ["abc", "def", "gh"]
    assert fold("", 5) == [""]
    assert ranges([1, 2, 3, 7]) == "1-3, 7"
