"""A real cluster on this machine: a scheduler and two workers, one of them killed in mid-run."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tefuda.lab.plan import Plan
from tefuda.lab.run import NoCluster, Width, check_key, dask_workers, run
from tests.lab.conftest import shards

START = 60  # seconds in which the cluster must be there


def dask(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "dask", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of the scheduler, and the workers."""
    import json

    file = tmp_path / "scheduler.json"
    started = [dask("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))]
    try:
        until = time.monotonic() + START
        while not (file.exists() and file.read_text()) and time.monotonic() < until:
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        own = ("--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard", "--no-nanny")
        started += [dask("worker", address, *own, "--local-directory", str(tmp_path)) for _ in range(2)]
        yield address, started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()


def test_a_killed_worker_costs_only_its_batch(
    plan: Plan, folder: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = cluster
    heard: list[int] = []

    def kill_one(there: int, of: int) -> None:
        heard.append(there)
        if there and workers[0].poll() is None:
            workers[0].kill()

    run(plan, tmp_path / "run", cluster=address, tell=kill_one)
    assert workers[0].wait() != 0, "one was killed"
    assert workers[1].poll() is None, "the other is alive"
    assert heard[0] == 0 and heard[-1] == plan.games and len(heard) > 2
    assert shards(tmp_path / "run") == shards(folder), "the same rows as without a cluster"


def test_a_cluster_of_other_rules_is_refused(plan: Plan) -> None:
    with pytest.raises(NoCluster, match="other rules"):
        check_key(plan, "of another version")


def test_no_cluster_there(plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tefuda.lab.run.WORKERS_WITHIN", 1)
    with pytest.raises(NoCluster, match="cannot reach the cluster"):
        run(plan, tmp_path / "run", cluster="tcp://127.0.0.1:9")


def test_when_all_workers_are_gone_the_run_ends_and_goes_on_later(
    plan: Plan,
    folder: Path,
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tefuda.lab.run.WORKERS_WITHIN", 1)
    monkeypatch.setattr("tefuda.lab.run.LOOK", 0.2)
    address, workers = cluster
    until = time.monotonic() + START
    started = False
    while not started and time.monotonic() < until:
        with suppress(NoCluster), dask_workers(1, address):  # workers may be slow to start
            started = True

    def kill_all(there: int, of: int) -> None:
        for worker in workers if there else ():
            worker.kill()

    with pytest.raises(NoCluster, match=r"all workers of .* are gone; what was finished is kept"):
        run(plan, tmp_path / "run", cluster=address, tell=kill_all)
    there = shards(tmp_path / "run")
    assert there and there.items() < shards(folder).items()
    run(plan, tmp_path / "run", processes=1)
    assert shards(tmp_path / "run") == shards(folder)


def test_a_cluster_that_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    def fail(**_: object) -> None:
        raise RuntimeError("Nanny failed to start.")

    monkeypatch.setattr(distributed, "LocalCluster", fail)
    with pytest.raises(NoCluster, match="cannot start the cluster local: Nanny failed"), dask_workers(1, "local"):
        pass


def test_a_scheduler_that_is_gone() -> None:
    class Gone:
        def nthreads(self) -> dict[str, int]:
            raise OSError("closed")

    with pytest.raises(NoCluster, match="the cluster tcp://x is gone"):
        Width(Gone(), "tcp://x")()
