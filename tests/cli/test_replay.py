"""`tefuda replay`: the story of a record."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from tefuda import Match
from tefuda.bots import BOTS
from tefuda.cli import main


def played(edition: str, moves: int = 10000) -> str:
    match, rng = Match("scout", seed=8, names=["Aki", "Ben"], edition=edition), random.Random(8)
    for _ in range(moves):
        if not match.to_act:
            break
        seat = match.to_act[0]
        match.play(seat, BOTS["club"](match.view(seat), match.moves(seat), rng))
    return str(match.record)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["replay", *arguments, "--lang", "en"]) == 0
    return capsys.readouterr().out


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["replay", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "match.txt"
    file.write_text(played("first"), "utf-8")
    return file


@pytest.mark.parametrize("edition", ["first", "draft", "short", "oink"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_edition_from_standard_input(
    edition: str, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(played(edition)))
    assert main(["replay", "-", "--lang", lang]) == 0
    assert ("勝利" if lang == "ja" else "wins") in capsys.readouterr().out


def test_a_spectator_sees_no_hand(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(capsys, str(file))
    assert "Your hand" not in shown
    assert "You" not in shown
    assert "total" in shown


def test_a_seat_sees_its_own_hand(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(capsys, str(file), "--seat", "1")
    assert shown.count("Your hand:") == 4
    assert "You play" in shown
    assert "Aki plays" in shown


def test_all_shows_every_line_of_the_record(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(capsys, str(file), "--all")
    joined = " ".join(shown.split())
    events = file.read_text().split("---\n")[1].splitlines()
    assert all(" ".join(event.split()) in joined for event in events)
    assert "You" not in shown


def test_a_match_that_is_not_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.txt").write_text(played("first", 9))
    assert "The match is not over yet." in told(capsys, str(tmp_path / "m.txt"))


def test_nothing_is_told_beyond_the_last_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header, events = played("first").split("---\n")
    (tmp_path / "m.txt").write_text(f"{header}---\n{events.splitlines()[0]}\n")
    shown = told(capsys, str(tmp_path / "m.txt"))
    assert "Round 1 of 4" in shown
    assert "starts" not in shown


def test_broken_records_are_one_line_with_its_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.txt"
    text = played("first")
    lines = text.splitlines()
    number = next(i for i, line in enumerate(lines, 1) if "play" in line)
    lines[number - 1] = lines[number - 1].replace("play", "ploy")
    bad.write_text("\n".join(lines))
    assert f"{bad}: line {number}: " in complaint(capsys, str(bad))
    bad.write_text("")
    assert "line 1: a record begins with 'tefuda 1'" in complaint(capsys, str(bad))
    bad.write_bytes(b"tefuda 1\n\xff\xfe")
    assert "is not a text file" in complaint(capsys, str(bad))
    bad.write_text(str(Match.replay(text).record.seen_by(0)))
    assert "hides something" in complaint(capsys, str(bad))


def test_what_cannot_be_asked(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "cannot read /nowhere: No such file" in complaint(capsys, "/nowhere")
    assert "there is no seat 4; seats are 0 to 3" in complaint(capsys, str(file), "--seat", "4")
    assert "choose --seat or --all" in complaint(capsys, str(file), "--seat", "1", "--all")
    assert "FILE" in complaint(capsys)
