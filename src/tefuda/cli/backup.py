"""tefuda backup: a copy of the server's database, taken while it runs."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from tefuda.cli import Complaint

DATABASE = "sqlite:///tefuda.db"


def backup(file: Path, /, *, database: str = DATABASE) -> int:
    """Copy the server's database while it runs.

    Parameters
    ----------
    file
        Where the copy goes. There must be no such file yet.
    database
        What the server was started with.
    """
    if not database.startswith("sqlite:///"):
        raise Complaint("this copies SQLite only; for PostgreSQL use pg_dump --format=custom --file=FILE")
    source = Path(database.removeprefix("sqlite:///"))
    if not source.is_file():
        raise Complaint(f"there is no database {source}")
    if file.exists():
        raise Complaint(f"{file} exists already")
    part = file.with_name(file.name + ".part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)  # for the owner alone, as the database
        # VACUUM INTO copies one moment of the database and hinders nobody: the server goes on writing.
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True, timeout=30)) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
        with closing(sqlite3.connect(part)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check").fetchone()
            if found != "ok":
                raise Complaint(f"the copy is damaged: {found}")
        sync(part)
        os.link(part, file)  # never over another file
        sync(file.parent)
    except OSError as error:
        raise Complaint(f"nothing was copied: {error.filename or file}: {error.strerror}") from None
    except sqlite3.Error as error:
        raise Complaint(f"nothing was copied: {error}") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    print(f"{source} was copied to {file}; a server started with --database sqlite:///{file} goes on from there")
    return 0


def sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
