"""The databases that the tests of the server run on: SQLite in a file, and a throw-away PostgreSQL."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tefuda.server.store import Store

names = count()
PATIENCE = "600"  # seconds for PostgreSQL to recover after a crash, on a busy machine


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def in_memory() -> str | None:
    """A folder in memory if there is one with room: hundreds of small databases are made and thrown away."""
    memory = "/dev/shm"
    return memory if os.path.isdir(memory) and shutil.disk_usage(memory).free > 4_000_000_000 else None


class Cluster:
    """A PostgreSQL of our own, in a folder, reached by a socket there. It refuses to run as root."""

    def __init__(self) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        assert found, "PostgreSQL is missing: scripts/debian installs it"
        self.bin = found[-1]
        self.folder = Path(tempfile.mkdtemp(prefix="tefuda-postgres-", dir=in_memory()))
        self.user: dict[str, Any] = {}
        if os.geteuid() == 0:
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self.user = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        self.run("initdb", "-D", "data", "-U", "tefuda", "-A", "trust", "--locale=C", "--encoding=UTF8", "--no-sync")
        self.start()

    def run(self, program: str, *arguments: str) -> None:
        with (self.folder / "output").open("ab") as output:
            subprocess.run(
                [self.bin / program, *arguments], cwd=self.folder, check=True, stdout=output, stderr=output, **self.user
            )

    def start(self) -> None:
        self.run(
            "pg_ctl",
            "start",
            "-D",
            "data",
            "-w",
            "-t",
            "600",
            "-l",
            "log",
            "-o",
            f"-c listen_addresses= -k {self.folder}",
        )

    def stop(self, how: str) -> None:
        self.run("pg_ctl", "stop", "-D", "data", "-w", "-t", PATIENCE, "-m", how)

    def execute(self, statement: str) -> None:
        with psycopg.connect(f"host={self.folder} user=tefuda dbname=postgres", autocommit=True) as connection:
            connection.execute(statement.encode())

    def database(self) -> str:
        """The URL of a new database."""
        name = f"test{next(names)}"
        self.execute(f"CREATE DATABASE {name}")
        return f"postgresql://tefuda@/{name}?host={self.folder}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    cluster = Cluster()
    yield cluster
    cluster.stop("immediate")
    shutil.rmtree(cluster.folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tefuda.db"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.database()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()
