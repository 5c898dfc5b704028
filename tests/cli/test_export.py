"""What is exported is what was played: every record replays to the same decisions, in all games."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tefuda import GAMES, Match
from tefuda.cli import main
from tefuda.export import check_order, play, write
from tefuda.record import Record
from tests.env.setups import FIRST


@pytest.mark.parametrize("game", sorted(GAMES))
def test_records_replay_to_the_same_decisions(game: str, tmp_path: Path) -> None:
    order = check_order(game, FIRST[game].options, ["club", "random", "beginner"], matches=2, seed=5)
    assert list(write(order, tmp_path / "out")) == [2]
    rows = duckdb.execute(f"from '{tmp_path}/out/decisions-*.parquet' order by match, number").fetchall()
    names = duckdb.execute(f"describe from '{tmp_path}/out/decisions-*.parquet'").fetchall()
    decisions: list[dict[str, Any]] = [dict(zip([name for name, *_ in names], row, strict=True)) for row in rows]
    matches = duckdb.execute(f"from '{tmp_path}/out/matches-*.parquet' order by match").fetchall()
    face, found = GAMES[game], iter(decisions)
    for number, bots, scores, winners, rounds, count, record in matches:
        match = Match.replay(record)
        assert match.result is not None and str(match.record) == record
        assert (list(match.result.scores), list(match.result.winners), match.rounds) == (scores, winners, rounds)
        replayed = 0
        for before, event, _ in Record.parse(record).steps():
            if event.seat is None:
                continue
            row, seat = next(found), event.seat
            assert (row["match"], row["number"], row["seat"], row["bot"]) == (number, replayed, seat, bots[seat])
            assert row["observation"] == list(memoryview(before.observe(seat)).cast("h"))
            assert row["legal"] == before.legal(seat)
            assert row["move"] == event.text == face.move_text(row["action"])
            assert row["kind"] in face.study.KINDS and row["round"] == before.rounds() + 1
            assert row["to_gain"] == scores[seat] - before.scores()[seat] and row["score"] == scores[seat]
            assert row["share"] == pytest.approx(1 / len(winners) if seat in winners else 0)
            replayed += 1
        assert replayed == count > 10
    assert next(found, None) is None
    told = json.loads((tmp_path / "out" / "about.json").read_text())
    (kept,) = duckdb.execute(f"select value from parquet_kv_metadata('{tmp_path}/out/matches-0000.parquet')").fetchall()
    assert json.loads(kept[0]) == told
    assert told["observation"][-1]["stop"] == len(decisions[0]["observation"])
    assert play(order, 1) == play(order, 1) and play(order, 0).record != play(order, 1).record


def test_the_command_and_what_it_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "it's"
    export = ["export", "23", str(folder), "--matches", "1", "--seats", "2"]
    assert main([*export, "--bots", "master", "--playouts", "2"]) == 0
    assert "1 of 1 matches" in capsys.readouterr().out
    for more, why in (
        ([], "is not empty"),
        (["--bots", "nobody"], "there is no bot"),
        (["--bots", "club,club,club"], "2 seats need one bot or 2"),
        (["--seed", "-1"], "a seed from 0 on"),
        (["--option", "joy=1"], "joy"),
    ):
        assert main([*export, *more]) == 2
        assert why in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert main(["export", "23", str(tmp_path / "file" / "x"), "--matches", "1"]) == 2
    assert "cannot write" in capsys.readouterr().err


FULL = """
import resource, sys
from tefuda.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
raise SystemExit(main(["export", "scout", sys.argv[1], "--matches", "20"]))
"""


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The system refuses files of more than 20 kB, as a full disk would."""
    folder = tmp_path / "out"
    told = subprocess.run([sys.executable, "-c", FULL, str(folder)], capture_output=True, text=True)
    assert told.returncode == 2
    assert f"tefuda: cannot write {folder / 'decisions-0000.parquet'}" in told.stderr
    assert "Traceback" not in told.stderr
    assert list(folder.iterdir()) == []
    for _ in write(check_order("gift", {}, ["random"], matches=2), folder):
        pass
    (folder / "about.json").unlink()
    assert main(["export", "gift", str(folder), "--matches", "2"]) == 2
    assert "holds an export that was broken off" in capsys.readouterr().err
