"""The shim: built when it is first needed, and its log read."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).with_name("shim.c")
HEAD = struct.Struct("<cHQQ")


class Call(NamedTuple):
    """c created, w written, t truncated, s synced, f failed to sync, u unlinked."""

    what: str
    path: str
    offset: int  # of what was written, or the size after truncating
    data: bytes


def build(folder: Path) -> Path:
    """The compiled shim, in a folder."""
    library = folder / "shim.so"
    command = ["gcc", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
    subprocess.run(command, check=True)
    return library


def environment(library: Path, database: Path, log: Path | None = None) -> dict[str, str]:
    """What a process needs to run with the shim."""
    found = {"LD_PRELOAD": str(library), "TEFUDA_SHIM_FILES": str(database)}
    return found if log is None else {**found, "TEFUDA_SHIM_LOG": str(log)}


def calls(log: Path) -> Iterator[Call]:
    with log.open("rb") as file:
        while head := file.read(HEAD.size):
            what, path, offset, data = HEAD.unpack(head)
            yield Call(what.decode(), file.read(path).decode(), offset, file.read(data))
