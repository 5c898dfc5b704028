"""What the commands do when they write a file that they made."""

from __future__ import annotations

import sys
from pathlib import Path

from tefuda.cli import Complaint


def put(path: Path, data: bytes) -> None:
    """Writes the file whole: if something stops it, the file that was there stays, and nothing else."""
    file = path.resolve()  # what a link leads to
    part = file.with_name(file.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def write(path: Path, data: bytes) -> None:
    """The same, with a complaint."""
    try:
        put(path, data)
    except OSError as error:
        raise Complaint(f"cannot write {path}: {error.strerror}") from None


def asked() -> str:
    """The command line, for the file that it makes; without folders, which differ from machine to machine."""
    return " ".join(["tefuda", *(one.rpartition("/")[2] for one in sys.argv[1:])])
