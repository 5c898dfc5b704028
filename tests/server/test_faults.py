"""What fails: the disk, the power, the process, the database server. What was acknowledged is there all the same."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from functools import partialmethod
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import Connection

from tefuda.server import database
from tefuda.server.store import Conflict, Store
from tests.server import powercut, shim
from tests.server.appender import Acknowledged, parse, verify
from tests.server.conftest import Cluster
from tests.server.entries import CODE, entry

ROOT = Path(__file__).parents[2]


# ---- the power


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[shim.Call]]:
    folder = tmp_path_factory.mktemp("power")
    return folder, powercut.record(folder, rounds=200)


def test_after_a_power_cut_everything_acknowledged_is_there(recorded: tuple[Path, list[shim.Call]]) -> None:
    report = powercut.cut(*recorded, cuts=20, seed=1)
    assert report.checked > report.acknowledged > 1000
    assert report.failed_syncs > 20


def test_a_store_that_does_not_sync_would_lose_something(recorded: tuple[Path, list[shim.Call]]) -> None:
    """So the model can tell the difference."""
    folder, calls = recorded
    careless = [call for call in calls if not (call.what == "s" and call.path.endswith("-wal"))]
    with pytest.raises(AssertionError, match=r"rows are lost|were acknowledged"):
        powercut.cut(folder, careless, cuts=20, seed=1)


def test_an_answer_comes_after_the_sync(recorded: tuple[Path, list[shim.Call]]) -> None:
    answers, unsynced = 0, False
    for call in recorded[1]:
        if call.path.endswith("-wal"):
            unsynced = call.what in "wf" or (unsynced and call.what != "s")
        elif call.path.endswith(".acknowledged"):
            assert not unsynced
            answers += 1
    assert answers > 100


# ---- the disk

DISK = """
import sys
from pathlib import Path
from tefuda.server.store import Store
from tests.server.entries import entry

path, failure = sys.argv[1:]
store = Store(f"sqlite:///{path}")
def tell(entry):
    answer = store.append([entry])[0]
    print("stored" if answer is None else f"refused {answer}", store.healthy(), flush=True)
tell(entry(1))
Path(path + failure).touch()
tell(entry(2, body=b"hindered"))
tell(entry(1, code="OTHER"))
Path(path + failure).unlink()
tell(entry(2, body=b"again"))
tell(entry(3))
"""


@pytest.mark.parametrize(
    ("failure", "reason"), [(".eio", "disk I/O error"), (".enospc", "database or disk is full")], ids=["sync", "full"]
)
def test_a_disk_that_fails_refuses_and_recovers(tmp_path: Path, failure: str, reason: str) -> None:
    database = tmp_path / "tefuda.db"
    variables = {**os.environ, **shim.environment(shim.build(tmp_path), database)}
    command = [sys.executable, "-c", DISK, str(database), failure]
    told = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=True).stdout
    refused = f"refused nothing can be stored: {reason} False"
    assert told.splitlines() == ["stored True", refused, refused, "stored True", "stored True"]
    store = Store(f"sqlite:///{database}")
    loaded = store.load(CODE)
    assert loaded is not None and [row.body for row in loaded[1]] == [b"{}", b"again", b"{}"]
    assert store.load("OTHER") is None
    store.close()


# ---- the process


def test_after_a_kill_everything_acknowledged_is_there(url: str) -> None:
    acknowledged: Acknowledged = {}
    rng, checked = random.Random(1), 0
    for _ in range(3):
        command = [sys.executable, "-m", "tests.server.appender", url, "1000000"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            acknowledged |= parse(process.stdout.readline() for _ in range(rng.randrange(10, 400)))
            time.sleep(rng.random() / 100)
            process.send_signal(signal.SIGKILL)
            acknowledged |= parse(process.stdout)  # what it had said before
        store = Store(url)
        checked += verify(store, acknowledged)
        store.close()
    assert checked > 100


# ---- the database server


def test_when_postgresql_crashes_every_answer_is_true(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is killed in the middle of commits, and comes back while the store waits for it, however long that takes.

    If it stays away for longer than the store's patience, an answer may be wrong; see the next but one test.
    """
    monkeypatch.setattr(database, "PATIENCE", 300.0)
    store = Store(postgres.database())
    stop = threading.Event()
    bodies: list[bytes] = []  # as acknowledged
    refused = 0

    def append() -> None:
        nonlocal refused
        trial = 0
        while not stop.is_set():
            trial += 1
            (answer,) = store.append([entry(len(bodies) + 1, body=b"%d" % trial)])
            if answer is None:
                bodies.append(b"%d" % trial)
            else:
                assert not isinstance(answer, Conflict), "it was refused, and stored all the same"
                refused += 1

    thread = threading.Thread(target=append)
    thread.start()
    kills = 0
    while kills < 2 or (not refused and kills < 20):  # it may have been killed between two commits
        kills += 1
        enough = len(bodies) + 20
        while len(bodies) < enough:
            assert thread.is_alive()
            time.sleep(0.01)
        postgres.stop("immediate")
        time.sleep(0.1)
        postgres.start()
    stop.set()
    thread.join()
    assert refused > 0
    loaded = store.load(CODE)
    assert loaded is not None and [row.body for row in loaded[1]] == bodies
    assert store.healthy()
    store.close()


def test_a_commit_whose_answer_is_lost_is_looked_up(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection dies before the commit, or after it: so it is refused, or not."""
    store = Store(postgres.database())
    commit = Connection.commit

    def lost(self: Connection[Any], *, before: bool) -> None:
        if not before:
            commit(self)
        self.close()
        raise psycopg.OperationalError("the connection is lost")

    for number, before in ((1, False), (2, True), (2, False)):
        with monkeypatch.context() as patch:
            patch.setattr(Connection, "commit", partialmethod(lost, before=before))
            (answer,) = store.append([entry(number)])
        assert (answer is None) == (not before)
        assert answer is None or "the connection is lost" in str(answer)
    assert store.append([entry(3)]) == [None]
    store.close()


def test_while_the_fate_of_a_commit_is_unknown_everything_is_refused(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A transaction that is still running when its connection is lost may yet be committed."""
    store = Store(postgres.database())
    monkeypatch.setattr(database, "PATIENCE", 0.2)
    held: list[Connection[Any]] = []

    def lost(self: Connection[Any]) -> None:
        held.append(self)
        raise psycopg.OperationalError("the connection is lost")

    with monkeypatch.context() as patch:
        patch.setattr(Connection, "commit", lost)
        patch.setattr(Connection, "close", lambda self: None)
        (answer,) = store.append([entry(1)])
    assert "lock timeout" in str(answer)
    (answer,) = store.append([entry(1, code="OTHER")])
    assert "lock timeout" in str(answer)
    assert not store.healthy()
    held[0].commit()
    held[0].close()
    assert store.healthy()
    assert store.append([entry(1, code="OTHER")]) == [None]
    assert isinstance(store.append([entry(1)])[0], Conflict)  # which tells the owner to look again
    store.close()
