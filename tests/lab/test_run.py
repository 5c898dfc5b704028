"""Runs give the same rows with any number of workers, in any order, and after any interruption."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import duckdb
import numpy as np
import pytest

from tefuda.games import GAMES
from tefuda.lab.plan import Plan, batches, check_plan
from tefuda.lab.play import lead_changes, play_matches
from tefuda.lab.run import in_step, run
from tefuda.lab.store import BadFolder
from tests.lab.conftest import shards


def test_workers_change_nothing(plan: Plan, folder: Path, tmp_path: Path) -> None:
    run(plan, tmp_path / "two", processes=2)
    assert shards(tmp_path / "two") == shards(folder)


def test_an_interrupted_run_goes_on(plan: Plan, folder: Path, tmp_path: Path) -> None:
    """Stopped after the first matches, with a half-written shard left behind."""

    class Stopped(Exception):
        pass

    def stop(there: int, of: int) -> None:
        if there:
            raise Stopped

    with pytest.raises(Stopped):
        run(plan, tmp_path / "run", processes=1, tell=stop)
    first = shards(tmp_path / "run")
    assert 0 < len(first) < len(shards(folder))
    (tmp_path / "run" / "rounds" / "000001000-000001200.parquet.part").write_bytes(b"half")
    heard: list[int] = []
    run(plan, tmp_path / "run", processes=1, tell=lambda there, of: heard.append(there))
    assert heard[0] > 0 and heard[-1] == plan.games
    assert shards(tmp_path / "run") == shards(folder)


def test_a_run_can_be_made_longer(plan: Plan, folder: Path, tmp_path: Path) -> None:
    """The last, shorter batch of the short run makes room for a whole one."""
    run(plan._replace(games=700, probes=3), tmp_path / "run", processes=1)
    run(plan, tmp_path / "run", processes=1)
    assert shards(tmp_path / "run") == shards(folder)
    run(plan._replace(probes=0), tmp_path / "run", processes=1)
    assert shards(tmp_path / "run") == shards(folder), "what was asked before stays"


def test_a_folder_of_something_else_is_refused(plan: Plan, folder: Path, tmp_path: Path) -> None:
    with pytest.raises(BadFolder, match="another plan"):
        run(plan._replace(seed=6), folder)
    with pytest.raises(BadFolder, match="ask for at least as many"):
        run(plan._replace(games=100), folder)
    (tmp_path / "diary.txt").write_text("dear")
    with pytest.raises(BadFolder, match="is not empty"):
        run(plan, tmp_path)
    (folder.parent / "damaged").mkdir()
    (folder.parent / "damaged" / "lab.json").write_text("{")
    with pytest.raises(BadFolder, match="damaged"):
        run(plan, folder.parent / "damaged")


def test_what_cannot_begin_leaves_nothing_behind(plan: Plan, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="processes are 1 or more, or 0 for all cores, not -3"):
        run(plan, tmp_path / "run", processes=-3)
    assert not (tmp_path / "run").exists()


def test_a_full_disk_loses_nothing_that_was_kept(plan: Plan, folder: Path, tmp_path: Path) -> None:
    """The disk is full from the second shard on: what is there is whole, and the same command goes on."""
    written = 0

    def full(file: int) -> None:
        nonlocal written
        written += 1
        if written > 6:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tefuda.lab.store.os.fsync", full)
        with pytest.raises(OSError, match="No space left"):
            run(plan, tmp_path / "run", processes=1)
    there = shards(tmp_path / "run")
    assert there and there.items() <= shards(folder).items()
    assert not list((tmp_path / "run").rglob("*.part"))
    run(plan, tmp_path / "run", processes=1)
    assert shards(tmp_path / "run") == shards(folder)


def test_all_kinds_of_batches_advance_alike(plan: Plan) -> None:
    order = in_step(batches(plan._replace(games=10_000, probes=100, ladder=5000, without=100)))
    half = [batch.what for batch in order[: len(order) // 2]]
    for what in ("matches", "probes", "ladder", "without"):
        assert half.count(what) == pytest.approx([batch.what for batch in order].count(what) / 2, abs=1)


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("bot", ["random", "club", "beginner"])
def test_rows_add_up(game: str, bot: str) -> None:
    """Inside the kernel and by views: what is in one table follows from the others."""
    plan = check_plan(game, {}, bots=[bot], games=2, sample=2, all_moves=True)
    tables = play_matches(plan, 0, 2)
    matches, rounds, moves = tables["matches"], tables["rounds"], tables["moves"]
    kinds = list(plan.face.study.KINDS)
    assert len(rounds["match"]) == plan.seats * matches["rounds"].sum()
    again = moves["step"] & np.array([kind in plan.face.study.STEPS.get(kind, ()) for kind in kinds])[moves["kind"]]
    assert (~moves["step"]).sum() == matches["moves"].sum() == rounds["decisions"].sum()
    assert (~again).sum() == rounds["asked"].sum() == sum(rounds[f"did_{kind}"].sum() for kind in kinds)
    assert rounds["choices"].sum() == moves["legal"][~again].sum()
    assert (rounds["forced"] <= rounds["decisions"]).all()
    for place, kind in enumerate(kinds):
        assert (moves["kind"][~again] == place).sum() == rounds[f"did_{kind}"].sum()
        assert (rounds[f"did_{kind}"] <= rounds[f"can_{kind}"]).all()
        assert (rounds[f"can_{kind}"] <= rounds["asked"]).all()
    last = np.array([rounds["score"][(rounds["match"] == 1) & (rounds["seat"] == s)][-1] for s in range(plan.seats)])
    gained = [rounds["gain"][(rounds["match"] == 1) & (rounds["seat"] == s)].sum() for s in range(plan.seats)]
    begun = plan.face.begin(plan.seats, plan.options).scores()
    assert (last == np.array(begun) + gained).all()
    assert set(rounds["after_start"]) == set(range(plan.seats))
    assert rounds["closed"].sum() == matches["rounds"].sum()
    assert set(rounds["ending"]) <= set(plan.face.study.ENDS or kinds)
    hands = tables["hands"]
    assert set(zip(hands["match"], hands["round"], hands["seat"], strict=True)) == set(
        zip(rounds["match"], rounds["round"], rounds["seat"], strict=True)
    )


def test_bots_move_on_by_a_seat_with_each_match() -> None:
    plan = check_plan("scout", {}, 3, ["club", "random", "random"], 6, sample=0)
    rounds = play_matches(plan, 0, 6)["rounds"]
    seats = [int(rounds["seat"][(rounds["match"] == match) & (rounds["place"] == 0)][0]) for match in range(6)]
    assert seats == [0, 1, 2, 0, 1, 2]
    best = [rounds["score"][(rounds["match"] == match) & (rounds["round"] == 2)].argmax() for match in range(6)]
    assert best == seats, "club beats random"


def test_the_same_seed_deals_the_same_in_every_edition() -> None:
    """Also in later rounds, whatever was played before."""
    plans = [
        check_plan("scout", {"edition": e}, bots=[b], games=1) for e, b in (("first", "club"), ("draft", "random"))
    ]
    one, other = (play_matches(plan, 0, 1)["hands"] for plan in plans)
    assert len(one["card"]) == 4 * 44
    assert (one["card"] == other["card"]).all()


def test_lead_changes() -> None:
    assert lead_changes([[3, 1], [4, 5], [9, 6]]) == (2, 3)
    assert lead_changes([[3, 3], [4, 5], [5, 6]]) == (0, 2)  # a tie is broken, not turned round
    assert lead_changes([[1, 0]]) == (0, 1)


def test_shards_are_parquet_for_anybody(plan: Plan, folder: Path) -> None:
    (row,) = (
        duckdb.connect()
        .execute(f"select count(*), count(distinct match), min(round), max(seat) from '{folder}/rounds/*.parquet'")
        .fetchall()
    )
    assert row == (1200 * 2 * 3, 1200, 0, 2)
