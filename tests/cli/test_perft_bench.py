"""tefuda perft and tefuda bench, in short forms."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tefuda import Match
from tefuda.cli import bench, main, peers
from tefuda.cli.perft import some_values
from tefuda.games import GAMES
from tefuda.games.option import check_options


def test_perft_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "scout", "--seats", "3", "--depth", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"] == [2, 4, 8]
    assert main(["perft", "scout", "--option", "edition=oink", "--depth", "2"]) == 0
    assert "depth 2" in capsys.readouterr().out


def test_perft_from_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("scout", seats=3, seed=4)
    for seat in range(3):
        match.play(seat, "keep")
    file = tmp_path / "record.txt"
    file.write_text(str(match.record), encoding="utf-8")
    assert main(["perft", "--record", str(file), "--depth", "1", "--json"]) == 0
    (actor,) = match.to_act
    assert json.loads(capsys.readouterr().out)["counts"] == [len(match.moves(actor))]


def test_random_rounds_keep_every_invariant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "scout", "--random", "3000", "--processes", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["breaks"] == 0
    assert sum(found["rounds"].values()) >= 3000
    assert {setup.split(",")[0] for setup in found["rounds"]} == {"first", "draft", "short", "oink"}
    assert set(found["endings"]) == {"hand", "scouts", "cap"}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_random_rounds_have_possible_options(game: str) -> None:
    """Of numbers that end below a hundred, too, such as the circles of 23."""
    rng = random.Random(1)
    for option in GAMES[game].options:
        for _ in range(40):
            for value in some_values(option, rng):
                check_options(GAMES[game].options, {option.name: value})


def test_a_broken_invariant_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from tefuda.cli import perft

    tally = perft.play_chunk("scout", 1)
    tally.breaks.append("scout 3 seats: invariant 9")

    class Here:
        def __init__(self, processes: int) -> None:
            self.processes = processes

        def __enter__(self) -> Here:
            return self

        def __exit__(self, *_: object) -> None:
            return None

        def map(self, *_: object) -> list[perft.Tally]:
            return [tally]

    monkeypatch.setattr(perft, "ProcessPoolExecutor", Here)
    assert main(["perft", "scout", "--random", "10", "--processes", "1"]) == 1
    assert "invariant 9" in capsys.readouterr().out


def test_bench_prints_what_scripts_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "scout", "--seats", "4", "--seconds", "0.002", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert all(found[name] > 0 for name in ("inside", "python", "batch", "clone", "search", "first view", "view"))
    assert found["seats"] == 4
    assert main(["bench", "scout", "--seconds", "0.001"]) == 0
    assert "5 seats" in capsys.readouterr().out


def test_bench_measures_environments(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "environments", lambda seats: {"pgx_batch": lambda seconds: 2.0})
    assert main(["bench", "gift", "--seats", "3", "--seconds", "0.001", "--env", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert all(found[name] > 0 for name in ("parallel", "shared", "club", "seat", "aec"))
    assert found["ratios"]["parallel / pgx_batch"] == pytest.approx(found["parallel"] / 2, rel=0.5)
    assert main(["bench", "gift", "--seats", "3", "--seconds", "0.001", "--env"]) == 0
    assert "times as fast" in capsys.readouterr().out


def test_every_peer_has_a_label_and_something_to_stand_beside() -> None:
    assert set(peers.LABELS) == set(peers.BESIDE)
    assert set(peers.BESIDE.values()) <= set(bench.LABELS)


@pytest.mark.parametrize(
    "arguments",
    [
        ["perft", "chess"],
        ["perft", "--depth", "0"],
        ["perft", "--option", "edition=none"],
        ["perft", "--record", "/nowhere"],
        ["perft", "--seats", "9"],
        ["bench", "chess"],
        ["bench", "--seats", "9"],
        ["bench", "--seconds", "0"],
        ["bench", "--secnds", "1"],
    ],
)
def test_bad_arguments_get_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("tefuda: ")
    assert shown.err.count("\n") == 1
