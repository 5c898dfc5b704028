"""Power cuts: what would be on the disk if the machine stopped between two system calls?

    python -m tests.server.powercut --cuts 200

A process appends to a store on SQLite while the shim writes down what it does to the files, and makes some of its
syncs and writes fail. For many points in that log the files are built as a disk could hold them after a cut there, a
store is opened on them, and every entry that was acknowledged before the cut must be there.

The disk is the worst that is allowed. What was not synced is lost, or kept in a random part of its sectors. A file
exists, or is gone, for certain only when its folder was synced. What was written before a sync that failed is not on
the disk, even if a later sync succeeds, unless it is written again.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tefuda.server.store import Store
from tests.server import shim
from tests.server.appender import parse, verify

ROOT = Path(__file__).parents[2]
SECTOR = 512


class Change(NamedTuple):
    """A write, or with no data a cut to a size."""

    offset: int
    data: bytes | None


class File:
    def __init__(self) -> None:
        self.synced = bytearray()
        self.pending: list[tuple[Change, bool]] = []  # and whether a sync has failed since

    def sync(self, rng: random.Random) -> None:
        for change, failed in self.pending:
            put(self.synced, change, rng if failed else None)
        self.pending = []

    def after_cut(self, rng: random.Random | None) -> bytes:
        content = bytearray(self.synced)
        if rng is not None:
            for change, _ in self.pending:
                put(content, change, rng)
        return bytes(content)


def put(content: bytearray, change: Change, rng: random.Random | None) -> None:
    """A change reaches the disk: all of it, or by a random generator some of its sectors."""
    if change.data is None:
        if rng is None or rng.random() < 0.5:
            content[change.offset :] = bytes(max(0, change.offset - len(content)))
        return
    at = change.offset
    while at < change.offset + len(change.data):
        end = min(at - at % SECTOR + SECTOR, change.offset + len(change.data))
        if rng is None or rng.random() < 0.5:
            content.extend(bytes(max(0, at - len(content))))
            content[at:end] = change.data[at - change.offset : end - change.offset]
        at = end


class Disk:
    """The files of a folder as the process sees them, and as they are after a cut."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.folder, self.rng = str(folder), rng
        self.files: dict[str, File] = {}
        self.synced: dict[str, File] = {}
        self.renamed: list[dict[str, File]] = []  # the names after each change since the folder was synced

    def do(self, call: shim.Call) -> None:
        if call.path == self.folder:
            if call.what == "s":
                self.synced, self.renamed = dict(self.files), []
            return
        if call.what in "cu":
            if call.what == "c":
                self.files[call.path] = File()
            else:
                del self.files[call.path]
            self.renamed.append(dict(self.files))
            return
        file = self.files[call.path]
        if call.what == "s":
            file.sync(self.rng)
        elif call.what == "f":
            file.pending = [(change, True) for change, _ in file.pending]
        else:
            file.pending.append((Change(call.offset, call.data if call.what == "w" else None), False))

    def after_cut(self, rng: random.Random | None) -> dict[str, bytes]:
        names = self.synced if rng is None else rng.choice([self.synced, *self.renamed])
        return {name: file.after_cut(rng) for name, file in names.items()}


class Report(NamedTuple):
    cuts: int
    acknowledged: int  # entries in the whole run
    checked: int  # acknowledged entries that were looked for after all cuts, and found
    failed_syncs: int


def record(folder: Path, rounds: int) -> list[shim.Call]:
    """Runs the appender under the shim; gives what it did to the files of the database, and what it acknowledged."""
    database, log = folder / "run" / "tefuda.db", folder / "log"
    database.parent.mkdir()
    variables = {**os.environ, **shim.environment(shim.build(folder), database, log)}
    arguments = [sys.executable, "-m", "tests.server.appender", f"sqlite:///{database}", str(rounds), str(database)]
    # What is acknowledged is written to a file that the shim watches too: so the log has everything in one order.
    with open(f"{database}.acknowledged", "wb") as output:
        subprocess.run(arguments, cwd=ROOT, env=variables, stdout=output, check=True)
    return [call for call in shim.calls(log) if not call.path.endswith((".eio", ".enospc", "-lock", "-shm"))]


def cut(folder: Path, calls: list[shim.Call], cuts: int, seed: int) -> Report:
    """Raises AssertionError at the first cut after which something is lost or torn."""
    rng = random.Random(seed)
    told = [number for number, call in enumerate(calls, 1) if call.path.endswith(".acknowledged")]
    # Half of the cuts come at once after an answer, when the least time has passed to sync what it promised.
    points = rng.choices(told, k=cuts // 2) + rng.choices(range(len(calls) + 1), k=cuts - cuts // 2)
    disk, lines, done, checked = Disk(folder / "run", rng), b"", 0, 0
    for number, point in enumerate(sorted(points)):
        for call in calls[done:point]:
            if call.path.endswith(".acknowledged"):
                lines += call.data
            else:
                disk.do(call)
        done = point
        with tempfile.TemporaryDirectory(dir=folder) as after:
            for name, content in disk.after_cut(rng if number % 2 else None).items():
                Path(after, Path(name).name).write_bytes(content)
            store = Store(f"sqlite:///{after}/tefuda.db")
            try:
                checked += verify(store, parse(lines.splitlines(keepends=True)))
            except AssertionError as error:
                raise AssertionError(f"cut after {point} of {len(calls)} calls: {error}") from None
            finally:
                store.close()
    everything = b"".join(call.data for call in calls if call.path.endswith(".acknowledged"))
    failed = sum(call.what == "f" for call in calls)
    return Report(cuts, len(parse(everything.splitlines(keepends=True))), checked, failed)


def main() -> None:
    parser = argparse.ArgumentParser(description="Cut the power of a machine that stores, and look what is left.")
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=600, help="of ten entries each")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        calls = record(Path(folder), arguments.rounds)
        print(cut(Path(folder), calls, arguments.cuts, arguments.seed))


if __name__ == "__main__":
    main()
