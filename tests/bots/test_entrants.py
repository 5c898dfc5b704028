"""Bots by name: levels, files of weights, functions from outside, and bots that avoid kinds of moves."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from tefuda import GAMES, Match
from tefuda.arena import check_contest, play_deal
from tefuda.bots.entrants import best_of, decide, find_bot, read_weights, source_of, weights_text
from tefuda.cli import main
from tefuda.kernel import OVER
from tefuda.lab.plan import check_plan
from tefuda.lab.play import play_matches

SCOUT = GAMES["scout"]
MODULE = """
def first(view, moves, rng):
    return moves[0]


def clumsy(view, moves, rng):
    return moves[len(moves)]


def liar(view, moves, rng):
    return "joy"


number = 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a module of bots and a file of weights that are those of `casual`."""
    (tmp_path / "outsiders.py").write_text(MODULE)
    (tmp_path / "mine.toml").write_text(weights_text("scout", SCOUT.weights.CASUAL, "by\nhand"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "outsiders", raising=False)
    read_weights.cache_clear()
    return tmp_path


def test_a_file_of_weights_is_the_bot_that_they_make(folder: Path) -> None:
    found = find_bot("mine.toml", "scout")
    assert found.instant
    match = Match("scout", seats=3, seed=4)
    casual = find_bot("casual", "scout")
    for _ in range(20):
        seat = match.to_act[0]
        view, moves = match.view(seat), match.moves(seat)
        assert found.bot(view, moves, random.Random(1)) == casual.bot(view, moves, random.Random(1))
        match.play(seat, moves[-1])
    lines = [play_deal(check_contest("scout", {}, [bot, "club", "club"]), 5) for bot in ("mine.toml", "casual")]
    assert [line.gain for line in lines[0]] == [line.gain for line in lines[1]]


def test_a_function_from_outside_is_asked_with_its_view(folder: Path) -> None:
    lines = play_deal(check_contest("scout", {}, ["outsiders:first", "club", "club"]), 5)
    assert any(line.times for line in lines if line.bot == "outsiders:first")
    plan = check_plan("scout", {}, 3, ["outsiders:first", "club", "club"], 3, sample=0)
    rounds = play_matches(plan, 0, 3)["rounds"]
    assert rounds["did_flip"][rounds["place"] == 0].sum() == 0, "keep comes first"


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("bot", ["random", "casual", "club", "beginner"])
def test_what_is_decided_without_a_view_is_what_the_bot_would_choose(game: str, bot: str) -> None:
    face, entrant = GAMES[game], find_bot(bot, game)
    played = Match(game, seed=9)._game.clone()
    for number in range(60):
        played.settle(number)
        seat = played.actor()
        if seat == OVER:
            break
        moves = [face.move_text(action) for action in played.legal(seat)]
        asked = entrant.bot(face.view(played, seat), moves, random.Random(number))
        assert face.move_text(decide(face, entrant, played, seat, random.Random(number))) == asked
        played.apply(seat, face.parse_move(asked))


def test_kinds_of_moves_are_avoided() -> None:
    """In the lab and with views; where there is no other move, an avoided one is made."""
    rounds = play_matches(check_plan("scout", {}, 3, ["club~double"], 4, sample=0), 0, 4)["rounds"]
    assert rounds["can_double"].sum() > 0 == rounds["did_double"].sum()
    rounds = play_matches(check_plan("scout", {}, 3, ["club~scout+double"], 4, sample=0), 0, 4)["rounds"]
    assert 0 < rounds["did_scout"].sum() + rounds["did_double"].sum() < rounds["can_scout"].sum()
    bot, match = find_bot("club~double", "scout").bot, Match("scout", seats=3, seed=4)
    offered = 0
    while match.to_act and match.view(None).to_dict()["round"] == 1:
        seat = match.to_act[0]
        moves = match.moves(seat)
        offered += any(move.startswith("double") for move in moves)
        move = bot(match.view(seat), moves, random.Random(1))
        assert not move.startswith("double")
        match.play(seat, move)
    assert offered > 0


def test_the_best_of_those_that_may_be_chosen() -> None:
    assert best_of([3, 5, 5, 9], [True, True, True, False]) == 1
    assert best_of([3, 5], [False, False]) == 1


def test_rows_of_different_bots_never_mix(folder: Path) -> None:
    plan = check_plan("scout", {}, 3, ["mine.toml"], 3)
    (folder / "mine.toml").write_text(weights_text("scout", SCOUT.weights.CLUB, ""))
    read_weights.cache_clear()
    assert check_plan("scout", {}, 3, ["mine.toml"], 3).key() != plan.key()
    assert plan.entrants[0].weights == SCOUT.weights.CASUAL, "a plan has its weights with it"
    first = find_bot("outsiders:first", "scout")
    before = source_of(first, "scout")
    (folder / "outsiders.py").write_text(MODULE + "# changed\n")
    import linecache

    linecache.checkcache()
    assert source_of(first, "scout") != before


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        (
            "deepblue",
            "there is no bot 'deepblue'; there are random, beginner, casual, club, expert, master, files of weights",
        ),
        ("nowhere.toml", "cannot read nowhere.toml: No such file"),
        ("broken.toml", "broken.toml is no file of weights"),
        ("other.toml", "other.toml has weights of gift, not of scout"),
        ("short.toml", "short.toml: scout has 21 weights, whole numbers up to"),
        ("huge.toml", "huge.toml: scout has 21 weights, whole numbers up to"),
        ("odd.toml", "odd.toml: scout has 21 weights"),
        ("outsiders:second", "cannot take the bot outsiders:second"),
        ("outsiders:number", "outsiders:number is no function"),
        ("nomodule:first", "No module named 'nomodule'"),
        ("club~dance", "scout has no kind of move 'dance'; there are keep, flip, play1"),
        ("master~scout", "'master' has no weights"),
    ],
)
def test_bad_names_are_refused(bot: str, reason: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "broken.toml").write_text("game = scout")
    (folder / "other.toml").write_text('game = "gift"\nweights = [1]')
    (folder / "short.toml").write_text('game = "scout"\nweights = [1, 2]')
    (folder / "huge.toml").write_text(f'game = "scout"\nweights = {[10**7] * 21}')
    (folder / "odd.toml").write_text(f'game = "scout"\nweights = {[True] * 21}'.replace("True", "true"))
    for command in (["arena", "scout", "--seats", "3", "--lineup"], ["lab", "run", "scout", "--seats", "3", "--bots"]):
        assert main([*command, bot]) == 2
        assert reason in capsys.readouterr().err


def test_a_bot_that_chooses_what_is_no_move_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("arena scout --rounds 3 --seats 3 --lineup", "lab run scout --seats 3 --games 2 --probes 0 --bots"):
        assert main([*command.split(), "outsiders:liar", "--processes", "1"]) == 2
        assert "has chosen 'joy', which is not among its moves" in capsys.readouterr().err


def test_a_bot_that_fails_is_told_in_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With its name, what it raised and where, and not as a traceback of ours; also by other processes."""
    line = 1 + (folder / "outsiders.py").read_text().split("\n").index("    return moves[len(moves)]")
    told = f"tefuda: the bot outsiders:clumsy has failed: IndexError: list index out of range (outsiders.py:{line})\n"
    for command in (
        "arena scout --rounds 3 --seats 3 --processes 1 --lineup",
        "arena scout --rounds 3 --seats 3 --processes 2 --lineup",
        "lab run scout --seats 3 --games 2 --probes 0 --processes 1 --bots",
        "benchmark --games scout --deals 2",
    ):
        assert main([*command.split(), "outsiders:clumsy"]) == 2
        assert capsys.readouterr().err == told
