"""`tefuda lab`: the three commands, and one line for whatever is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tefuda.cli import main
from tefuda.lab.pictures import DRAWERS


def test_run_and_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    command = (
        "lab run 23 --seats 2 --games 8 --bots club,random --probes 1 --ladder 2 --option learn12=true --processes 1"
    )
    assert main(command.split()) == 0
    folder = Path("lab/twentythree-2-club+random-learn12=true")
    assert str(folder) in capsys.readouterr().out
    assert (folder / "rounds").is_dir()
    assert main(["lab", "report", str(folder), "--lang", "ja"]) == 0
    assert capsys.readouterr().out.strip() == str(folder / "report.ja.html")
    assert "席順" in (folder / "report.ja.html").read_text("utf-8")
    pictures = list((folder / "pictures").iterdir())
    assert len(pictures) == 2 * len(DRAWERS)
    for picture in pictures:
        start = picture.read_bytes()[:5]
        assert start == (b"<?xml" if picture.suffix == ".svg" else b"\x89PNG\r")


def test_a_damaged_run_is_called_so_and_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = "lab run 23 --seats 2 --games 4 --bots random --probes 0 --ladder 0 --processes 1 --folder run"
    assert main(command.split()) == 0
    capsys.readouterr()
    assert main(["lab", "figures", "run"]) == 0
    before = capsys.readouterr().out
    (shard,) = Path("run", "rounds").iterdir()
    shard.write_bytes(shard.read_bytes()[:100])
    for what in ("figures", "report"):
        assert main(["lab", what, "run"]) == 2
        told = capsys.readouterr().err
        assert "the run is damaged" in told and str(shard) in told and told.count("\n") == 1
    for file in Path("run").glob(f"*/{shard.name}"):
        file.unlink()
    assert main(command.split()) == 0
    capsys.readouterr()
    assert main(["lab", "figures", "run"]) == 0
    assert capsys.readouterr().out == before


def test_compare(capsys: pytest.CaptureFixture[str]) -> None:
    command = "lab compare scout --seats 3 --a edition=first --b edition=draft --bots random --games 300 --processes 1"
    assert main([*command.split(), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "b: scout-3-random-edition=draft" in told
    assert "300 matches each" in told and "mean score" in told
    assert main([*command.split(), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["measures"]
    assert found["mean_score"]["games"] == 300
    assert found["mean_score"]["interval"][0] > 0
    assert main([*command.split(), "--lang", "ja"]) == 0
    assert "平均得点" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("run chess", "there is no game 'chess'"),
        ("run scout --seats 7", "seats must be 3 to 5 here, not 7"),
        ("run scout --bots club,deepblue", "there is no bot 'deepblue'"),
        ("run scout --bots club,club", "2 bots are named for 4 seats"),
        ("run scout --games 0", "the number of games is 1 to"),
        ("run scout --seed -1", "a seed is a number from 0"),
        ("run scout --probes -1", "no less than 0"),
        ("run scout --edition last", "edition must be one of"),
        ("compare scout", "both sides are the same"),
        ("compare scout --csv nowhere/sheet.csv", "cannot write nowhere/sheet.csv: there is no such folder"),
        ("sweep scout --over edition=first,draft --report nowhere/page.html", "cannot write nowhere/page.html"),
        ("sweep scout --over edition=first,draft --csv .", "cannot write .: it is a folder"),
        ("optimise scout --over seats=3,many --most skill", "seats must be a number"),
        ("optimise scout --over seats=3,4 --most skill --bots club,club,club,random", "one bot plays all of them"),
        ("compare scout --a edition", "NAME=VALUE"),
        ("compare scout --a seats=many", "seats must be a number"),
        ("compare scout --a edition=first --b edition=draft --until moves=none", "half the width"),
        (
            "compare scout --a edition=first --b edition=draft --processes 1 --bots random --games 9 --until joy=1",
            "no measure 'joy'",
        ),
        ("report nowhere", "there is no run in nowhere"),
    ],
)
def test_bad_input_is_refused(arguments: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", *arguments.split()]) == 2
    assert reason in capsys.readouterr().err
