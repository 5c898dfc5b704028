"""Programs as bots: what they are told, what they may answer, and what is said when they fail."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest

from tefuda import Match
from tefuda.arena import check_contest, play_deal
from tefuda.bots.entrants import find_bot, source_of
from tefuda.bots.program import Program
from tefuda.cli import main

BOT = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"move": asked["moves"][0]}), flush=True)
"""
FAILS = {
    "quiet": ("import time; time.sleep(600)", "has not answered within 0.3 seconds"),
    "ends": ("raise SystemExit(3)", r"has ended \(exit code 3\) instead of answering"),
    "closes": ("import os, sys\nsys.stdin.readline(); os.close(1)", r"has ended \(exit code 0\)"),
    "chats": ("print('hello', flush=True)\nimport time; time.sleep(600)", "has answered 'hello', not a line such as"),
    "number": ("print('{\"move\": 3}', flush=True)\nimport time; time.sleep(600)", "not a line such as"),
    "endless": ("print('x' * 100000, flush=True)\nimport time; time.sleep(600)", "has answered 'xxx"),
}


def command(tmp_path: Path, text: str) -> str:
    path = tmp_path / "bot.py"
    path.write_text(text)
    return f"cmd:{sys.executable} {path}"


def test_a_program_plays_in_the_arena(tmp_path: Path) -> None:
    name = command(tmp_path, BOT)
    lines = play_deal(check_contest("twentythree", {}, [name, "casual"]), 5)
    assert {line.bot for line in lines} == {name, "casual"}
    bot = find_bot(name, "twentythree").bot
    assert isinstance(bot, Program) and bot._running is not None
    bot.stop()
    assert bot._running is None


def test_what_it_is_told(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    text = (
        f"import sys\nline = sys.stdin.readline()\nopen({str(kept)!r}, 'w').write(line)\nprint('{{\"move\": \"x\"}}')"
    )
    match = Match("scout", seats=3, seed=1)
    bot = Program(command(tmp_path, text))
    assert bot(match.view(1), match.moves(1), random.Random(1)) == "x"  # whether it is a move is for others to say
    bot.stop()
    told = json.loads(kept.read_text())
    assert told["view"] == json.loads(json.dumps(match.view(1).to_dict()))
    assert (told["game"], told["seat"], told["seats"], told["moves"]) == ("scout", 1, 3, ["keep", "flip"])
    assert told["seed"] == random.Random(1).getrandbits(32)


@pytest.mark.parametrize("kind", FAILS)
def test_what_is_said_of_a_program_that_fails(tmp_path: Path, kind: str) -> None:
    text, why = FAILS[kind]
    match = Match("scout", seats=3, seed=1)
    bot = Program(command(tmp_path, text), patience=0.3 if kind == "quiet" else 60)
    with pytest.raises(ValueError, match=why):
        bot(match.view(0), match.moves(0), random.Random(1))
    assert bot._running is None


def test_commands_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, why in (("cmd:", "names no program"), ("cmd:'", "cannot read the command")):
        with pytest.raises(ValueError, match=why):
            find_bot(name, "scout")
    arena = ["arena", "scout", "--seats", "3", "--rounds", "3", "--processes", "1", "--lineup"]
    assert main([*arena, f"cmd:{tmp_path}/nothing,club"]) == 2
    assert "nothing: No such file or directory" in capsys.readouterr().err
    liar = command(tmp_path, BOT.replace('asked["moves"][0]', '"joy"'))
    assert main([*arena, f"{liar},club"]) == 2
    assert "has chosen 'joy', which is not among its moves" in capsys.readouterr().err


def test_another_file_is_another_bot(tmp_path: Path) -> None:
    name = command(tmp_path, BOT)
    before = source_of(find_bot(name, "scout"), "scout")
    command(tmp_path, BOT + "\n")
    assert source_of(find_bot(name, "scout"), "scout") != before
